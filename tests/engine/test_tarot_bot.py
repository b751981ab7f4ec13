"""The simple bot at tarot: how it bids, and that it plays better than chance."""

import pytest

from engine.arena import compare
from engine.bots import bot
from engine.bots.tarot import choose, count
from engine.protocol import View
from engine.registry import game
from tests.engine.builders import play
from tests.engine.tarot_builders import start, tarot_deal


class Taking:
    """Takes in seat 0, speaks and discards as the simple bot, and plays its cards as another."""

    def __init__(self, cards: str) -> None:
        self.cards = cards

    def choose(self, view: View, seed: int) -> str:
        if view.facts["phase"] == "bid":
            return "pass" if view.seat else "bid:petite"
        return bot(self.cards if view.facts["phase"] == "play" else "simple").choose(view, seed)


@pytest.mark.parametrize("rules", ["tarot", "tarot-lorrain"])
@pytest.mark.parametrize(("seats", "boards"), [(3, 40), (5, 10)])
def test_it_plays_its_cards_better_than_chance(rules: str, seats: int, boards: int) -> None:
    found = compare(
        game(rules),
        Taking("simple"),
        Taking("random"),
        boards=boards,
        key=b"arena",
        seed="a",
        options={"players": seats},
    )
    assert found.difference.mean > found.difference.margin


def test_a_hand_is_counted_by_honours_and_trumps() -> None:
    # Bouts 10 + 8 and 5 for a petit with four more trumps, five trumps 10, two of them high 4.
    hand = ("T21", "T16", "T09", "T05", "T01", "EXC")
    assert count(hand) == 10 + 8 + 5 + 10 + 4
    # King, queen and marriage in a suit of five.
    assert count(("KS", "QS", "4S", "3S", "2S")) == 6 + 3 + 1 + 2


def test_the_better_the_hand_the_higher_the_bid() -> None:
    weak = "2S 3S 4S 5S 6S 7S 8S 9S 2H 3H 4H 5H 6H 7H 8H 9H 2D 3D 4D 5D 6D 7D 8D T02"
    strong = "KS QS KH QH KD QD KC T21 EXC T01 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 2S 2H 2D 2C"
    assert choose(start(tarot_deal(weak, "", "")).view(0)) == "pass"
    assert choose(start(tarot_deal(strong, "", "")).view(0)) == "bid:garde_contre"


def test_it_calls_a_king_that_it_does_not_hold() -> None:
    state = play(start(tarot_deal("KS KH QD", *[""] * 4, void={0: "DC"})), "bid:garde")
    state = play(state, "pass", "pass", "pass", "pass")
    assert choose(state.view(0)) == "call:KD"
