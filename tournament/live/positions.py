"""Where a live deal stands: the replay of its log, kept in memory as long as it is asked for.

The log is only ever added to, so what was replayed once stays true; only what is new is read.
"""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import NamedTuple

from deals.selectors import deal_of
from engine.registry import game
from tournament.rules import playlog
from tournament.rules.playlog import Kind, Position

from .models import LiveDeal, Step

KEPT_MOST = 1000


class _Kept(NamedTuple):
    created_at: datetime
    steps: int
    position: Position


_kept: OrderedDict[str, _Kept] = OrderedDict()
_lock = Lock()


def position_of(live: LiveDeal) -> Position:
    """Return where the deal stands after the `steps` rows that `live` counts.

    It holds every hand: the caller decides what may leave the server, by `Position.state.view`.
    """
    with _lock:
        kept = _kept.get(live.public_id)
    # A restored backup can bring back an older log under the same name.
    if kept is None or kept.created_at != live.created_at or kept.steps > live.steps:
        position = begin(live)
        known = 0
    else:
        position, known = kept.position, kept.steps
    if known < live.steps:
        rows = Step.objects.filter(live_deal=live, ply__gte=known, ply__lt=live.steps)
        position = playlog.follow(
            position,
            (
                playlog.Step(seat, Kind(kind), action)
                for seat, kind, action in rows.order_by("ply").values_list("seat", "kind", "action")
            ),
        )
    with _lock:
        _kept[live.public_id] = _Kept(live.created_at, live.steps, position)
        _kept.move_to_end(live.public_id)
        while len(_kept) > KEPT_MOST:
            _kept.popitem(last=False)
    return position


def begin(live: LiveDeal) -> Position:
    """Return the position before the first card."""
    deal = deal_of(live.deal_set, live.deal_number)
    return playlog.begin(game(live.game), deal, live.deal_set.options)
