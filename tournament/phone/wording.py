"""Entries, and the ways of boards, in words."""

from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.leaderboard.wording import result_words
from tournament.results.models import Submission
from tournament.rules.display import ranges
from tournament.tables.ways import Passed, Passing


def detail_words(detail: Mapping[str, Any]) -> str:
    """Return a result as the table says it: with room to read, and why a board was not played."""
    return result_words(detail, between=" – ", with_reason=True)


def submission_words(submission: Submission, *, time_zone: str) -> str:
    """Return an entry with when it came, in the event's time, and from where."""
    facts = {
        "what": detail_words(submission.detail),
        "time": formats.time_format(localtime(submission.at, ZoneInfo(time_zone)), "H:i"),
    }
    if submission.seat is not None:
        facts["seat"] = seat_letter(submission.seat)
        return _("%(what)s, entered at %(time)s by seat %(seat)s") % facts
    if submission.user_id is not None:
        return _("%(what)s, entered at %(time)s by the director") % facts
    return _("%(what)s, entered at %(time)s at this table") % facts


def passing_words(passing: Passing) -> Sequence[str]:
    """Return where a table's boards go, and where its next ones come from, a sentence each."""
    said = []
    if passing.goes is not None:
        said.append(_going(passing.goes))
    # Boards that stay were said to.
    if passing.comes is not None and not (passing.goes and passing.comes.stays):
        said.append(_coming(passing.comes))
    return said


def _going(passed: Passed) -> str:
    where, many = passed.where, len(passed.boards)
    if passed.stays:
        words = ngettext("Board %(boards)s stays here.", "Boards %(boards)s stay here.", many)
    elif where.table is not None:
        words = ngettext(
            "Board %(boards)s goes to table %(table)d.",
            "Boards %(boards)s go to table %(table)d.",
            many,
        )
    elif where.done:
        words = ngettext(
            "Board %(boards)s has been everywhere: it goes to the director.",
            "Boards %(boards)s have been everywhere: they go to the director.",
            many,
        )
    else:
        words = ngettext(
            "Board %(boards)s goes to the side table.",
            "Boards %(boards)s go to the side table.",
            many,
        )
    return words % {"boards": ranges(passed.boards), "table": where.table or 0}


def _coming(passed: Passed) -> str:
    where, many = passed.where, len(passed.boards)
    if passed.stays:
        words = ngettext("Board %(boards)s stays here.", "Boards %(boards)s stay here.", many)
    elif where.table is not None:
        words = ngettext(
            "Board %(boards)s comes from table %(table)d.",
            "Boards %(boards)s come from table %(table)d.",
            many,
        )
    elif where.new:
        words = ngettext(
            "Board %(boards)s is new: it comes from the director.",
            "Boards %(boards)s are new: they come from the director.",
            many,
        )
    else:
        words = ngettext(
            "Board %(boards)s comes from the side table.",
            "Boards %(boards)s come from the side table.",
            many,
        )
    return words % {"boards": ranges(passed.boards), "table": where.table or 0}
