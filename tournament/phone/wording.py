"""An entry in words, for sentences and for answers that are not pages."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.leaderboard.templatetags.triplicate import seat_letter
from tournament.leaderboard.wording import result_words
from tournament.results.models import Submission


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
