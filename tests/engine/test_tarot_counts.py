"""How many ways tarot can go, counted by hand: auctions, and a small ending."""

import pytest

from engine.games.tarot import TarotState
from engine.games.tarot_play import PACK
from engine.protocol import State, Trick
from tests.engine.tarot_builders import start, taken, tarot_deal
from tests.engine.test_endings import sequences


def auctions(state: State) -> int:
    """How many ways there are to the end of the bids."""
    if state.actor is None or state.view(0).facts["phase"] != "bid":
        return 1
    seat = state.actor
    return sum(auctions(state.apply(seat, action)) for action in state.legal())


@pytest.mark.parametrize(("seats", "ways"), [(3, 35), (4, 70), (5, 126)])
def test_the_number_of_auctions(seats: int, ways: int) -> None:
    """Each player speaks once, and a bid is higher than those before.

    The last speaker has 5, 4, 3, 2 ways over no bid, a petite, a garde, a garde sans, and nobody
    speaks after a garde contre. The one before has 5 + 4 + 3 + 2 + 1 = 15 over no bid, then 10, 6,
    3; the third from the end 15 + 10 + 6 + 3 + 1 = 35; the fourth 35 + 20 + 10 + 4 + 1 = 70; the
    fifth 70 + 35 + 15 + 5 + 1 = 126.
    """
    assert auctions(start(tarot_deal(*[""] * seats))) == ways


@pytest.mark.parametrize("rules", ["tarot", "tarot-lorrain"])
def test_an_ending_has_as_many_ways_as_were_counted(rules: str) -> None:
    """Seat 0 leads the excuse: KH leaves seat 2 both its trumps, T05 asks for T10: 2 + 1.

    It leads 5H: KH must follow, and seat 2 has the choice of its trumps: 2. The second trick is
    forced, whoever holds the cards: 5 ways.
    """
    before = taken(tarot_deal("", "", ""), rules=rules)
    assert isinstance(before, TarotState)
    hands = tuple(map(PACK.mask, (["EXC", "5H"], ["KH", "T05"], ["T10", "T02"])))
    ending = before._replace(
        hands=hands,
        tricks=(Trick(0, ("KS", "4S", "5S"), 0),) * 21 + (Trick(0, ("2C", "3C", "4C"), 2),),
    )
    assert [sequences(ending, plies) for plies in range(1, 8)] == [2, 3, 5, 5, 5, 5, 0]
