"""Where a live deal stands: the replay of its log, kept in memory as long as it is asked for.

The log is only ever added to, so what was replayed once stays true; only what is new is read. A
backup that is restored under a running process can put another log in its place: before a step is
taken, and where a page is made anew, it is seen whether the last row that was followed is still
there.
"""

from collections import OrderedDict, defaultdict
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from django.db.models import QuerySet

from deals.selectors import deal_of
from tournament.rules import playlog
from tournament.rules.playlog import Kind, Position

from .models import LiveDeal, Step

KEPT_MOST = 1000


class _Kept(NamedTuple):
    created_at: datetime
    steps: int
    last: tuple[int, datetime] | None  # the last row that was followed: its key and its time
    position: Position


_kept: OrderedDict[str, _Kept] = OrderedDict()
_lock = Lock()


def position_of(live: LiveDeal) -> Position:
    """Return where the deal stands after the `steps` rows that `live` counts.

    It holds every hand: the caller decides what may leave the server, by `Position.state.view`.
    """
    with _lock:
        kept = _kept.get(live.public_id)
    if kept is None or kept.created_at != live.created_at or kept.steps > live.steps:
        kept = _beginning(live)
    if kept.steps == live.steps:
        return _keep(live, kept)
    rows = _rows(live, max(kept.steps - 1, 0))
    if kept.last is not None and (not rows or (rows[0].pk, rows[0].at) != kept.last):
        kept = _beginning(live)
        rows = _rows(live, 0)
    new = rows if kept.last is None else rows[1:]
    position = playlog.follow(kept.position, map(_step, new))
    last = (rows[-1].pk, rows[-1].at) if rows else None
    return _keep(live, _Kept(live.created_at, live.steps, last, position))


def positions_of(deals: QuerySet[LiveDeal]) -> list[tuple[LiveDeal, Position]]:
    """Return where each of these deals stands, its whole log read now: two queries for all."""
    found = list(deals)
    logs: dict[int, list[Step]] = defaultdict(list)
    for row in Step.objects.filter(live_deal__in=found).order_by("live_deal", "ply"):
        logs[row.live_deal_id].append(row)
    return [(live, playlog.follow(begin(live), map(_step, logs[live.pk]))) for live in found]


def _keep(live: LiveDeal, kept: _Kept) -> Position:
    with _lock:
        _kept[live.public_id] = kept
        _kept.move_to_end(live.public_id)
        while len(_kept) > KEPT_MOST:
            _kept.popitem(last=False)
    return kept.position


def position_check(live: LiveDeal, last: tuple[int, datetime] | None) -> None:
    """Drop what is kept of a deal of as many rows if its last row is not `last`, the log's."""
    with _lock:
        kept = _kept.get(live.public_id)
        if kept is not None and kept.steps == live.steps and kept.last != last:
            del _kept[live.public_id]


def position_follow(live: LiveDeal, row: Step, position: Position) -> None:
    """Keep where the deal stands after a step that has just been committed here."""
    _keep(live, _Kept(live.created_at, row.ply + 1, (row.pk, row.at), position))


def position_forget(public_id: str) -> None:
    """Drop what is kept of a deal: its log is followed anew from the first card."""
    with _lock:
        _kept.pop(public_id, None)


def begin(live: LiveDeal) -> Position:
    """Return the position before the first card."""
    deal = deal_of(live.deal_set, live.deal_number, live.carried)
    rules = live.rules
    return playlog.begin(rules.game, deal, rules.options)


def _beginning(live: LiveDeal) -> _Kept:
    return _Kept(live.created_at, 0, None, begin(live))


def _step(row: Step) -> playlog.Step:
    return playlog.Step(row.seat, Kind(row.kind), row.action)


def _rows(live: LiveDeal, first: int) -> list[Step]:
    rows = Step.objects.filter(live_deal=live, ply__gte=first, ply__lt=live.steps)
    return list(rows.order_by("ply"))
