"""Results of a round that are pointed out to the director, until one says to have seen them."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.push.services import announce
from tournament.push.topics import desk_topic
from tournament.rules.outliers import Entered, Found, Outlier, outliers
from tournament.tables.models import Play

from .models import OutlierSeen


@dataclass(frozen=True, slots=True)
class OddResult:
    """A result that is pointed out, with its play and why: the kinds, and a sentence for each."""

    play: Play
    detail: Mapping[str, Any]
    kinds: Sequence[str]
    words: Sequence[str]


def outliers_of(event: Event, playing: Round) -> list[OddResult]:
    """Return the odd results of a round that nobody at the desk has seen, by table and board."""
    plays = (
        Play.objects.filter(round=playing)
        .select_related("table", "board", "result__submission", "pending__submission", "round")
        .order_by("table__number", "board__number")
    )
    by_id = {play.pk: play for play in plays}
    details = {play.pk: _detail(play) for play in by_id.values()}
    entered = [
        Entered(play.pk, play.table_id, play.board_id, _shape(detail, event), _seconds(play))
        for play in by_id.values()
        if (detail := details[play.pk]) is not None
    ]
    boards = len({play.board_id for play in by_id.values()})
    cards = len(event.rules.deck)
    found = outliers(entered, boards=boards, cards=cards)
    seen = {
        (row.play_id, row.kind, row.digest) for row in OutlierSeen.objects.filter(play__in=by_id)
    }
    odd: dict[int, list[Found]] = defaultdict(list)
    for one in found:
        if (one.play, one.kind, _digest(details[one.play])) not in seen:
            odd[one.play].append(one)
    return [
        OddResult(
            play=play,
            detail=details[play.pk] or {},
            kinds=[one.kind for one in odd[play.pk]],
            words=[_words(one) for one in odd[play.pk]],
        )
        for play in by_id.values()
        if play.pk in odd
    ]


def _detail(play: Play) -> Mapping[str, Any] | None:
    """Return what was entered of a play, whether or not it is confirmed."""
    result, pending = getattr(play, "result", None), getattr(play, "pending", None)
    if result is not None:
        detail: Mapping[str, Any] = result.detail
        return None if "not_played" in detail else detail
    return None if pending is None else pending.submission.detail


def _shape(detail: Mapping[str, Any], event: Event) -> tuple[tuple[int, ...], ...] | None:
    rules = event.rules
    if any(ask.name not in detail for ask in rules.asks):
        return None
    return tuple(tuple(detail[ask.name]) if ask.each else (detail[ask.name],) for ask in rules.asks)


def _seconds(play: Play) -> float | None:
    """Return how long after the round began the table's phone sent the result.

    None for slips, which the desk types together, and for cards played in the browser.
    """
    source = getattr(play, "result", None) or getattr(play, "pending", None)
    submission = None if source is None else source.submission
    begun = play.round.started_at
    if submission is None or begun is None or not submission.device or submission.user_id:
        return None
    return float((submission.at - begun).total_seconds())


def _words(one: Found) -> str:
    if one.kind == Outlier.ALONE:
        return _("No other table has this distribution.")
    if one.kind == Outlier.SAME:
        return _("All boards of this table have the same result.")
    seconds = max(0, int(one.seconds or 0))
    return ngettext(
        "Entered %(seconds)d second after the board before, or the beginning of the round.",
        "Entered %(seconds)d seconds after the board before, or the beginning of the round.",
        seconds,
    ) % {"seconds": seconds}


def _digest(detail: Mapping[str, Any] | None) -> str:
    """Return what tells a result from another that takes its place: that one is odd anew."""
    return hashlib.sha256(json.dumps(detail, sort_keys=True).encode()).hexdigest()


@transaction.atomic
def outliers_see(*, play: Play, kinds: Sequence[str], user: User) -> None:
    """Point out a result no more for these reasons, as it is now.

    Raises Refused where there is none, or for a reason there is not.
    """
    detail = _detail(play)
    if detail is None or not kinds or not set(kinds) <= set(Outlier):
        raise Refused(_("Somebody else has just changed this: look at it again."))
    for kind in kinds:
        OutlierSeen.objects.get_or_create(
            play=play,
            kind=kind,
            digest=_digest(detail),
            defaults={"user": user, "at": timezone.now()},
        )
    announce(desk_topic(play.table.event.public_id))
