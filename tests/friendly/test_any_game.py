"""Two deals of any game are played among friends, at its usual size and its largest."""

from typing import Any

import pytest

from engine.bots import bot
from engine.registry import all_keys, game
from tests.friendly.tables import make_table, on_table, story
from tournament.friendly.match_play import match_start
from tournament.friendly.models import FriendlyTable
from tournament.live.positions import position_of
from tournament.live.selectors import table_view
from tournament.live.services import step_add
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db
# Its two packs are shuffled apart, which a seal cannot state.
NOT_SEALED = {"escopette"}
SIZES = [
    (key, size)
    for key in all_keys()
    if key not in NOT_SEALED
    for size in sorted({game(key).seats[0], max(game(key).seats)})
]
MOST_STEPS = 300


def play_on(table: FriendlyTable) -> bool:
    """Play the deal on the table by chance; return whether it came to its end."""
    live = on_table(table)
    while live.finished_at is None and live.steps < MOST_STEPS:
        state = position_of(live).state
        seats = position_of(live).awaited
        assert seats
        seat = seats[live.steps % len(seats)]
        card = bot("random").choose(state.view(seat), live.steps)
        live = step_add(live=live, seat=seat, ply=live.steps, kind=Kind.PLAY, action=card)
        if live.steps % 20 == 0:
            for each in range(len(state.view(0).counts["cards"])):
                assert table_view(live, each).seats[each].cards >= 0
    return live.finished_at is not None


@pytest.mark.parametrize(("key", "size"), SIZES)
def test_deals_are_played_and_the_match_goes_on(key: str, size: int) -> None:
    options: dict[str, Any] = {"players": size} if len(game(key).seats) > 1 else {}
    table = make_table(game=key, **options)
    assert table.places.count() == size
    match_start(table=table, key=bytes(32))
    for number in (1, 2):
        if not play_on(table):
            return
        now = story(table)
        assert len(now.deals) >= number
        assert now.deals[number - 1].after is not None
        if now.ending is not None:
            return
