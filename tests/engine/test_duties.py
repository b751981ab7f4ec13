"""What programs are told of a game's duties is what its states do."""

import pytest
from hypothesis import given

from engine.bots import bot
from engine.dealing import deal
from engine.duties import duties
from engine.errors import UnknownGame
from engine.protocol import Deal, View
from engine.registry import game, keys
from tests.engine.builders import COMON, choices, comon_deal, deals, play, states


def known() -> list[str]:
    found = []
    for key in keys():
        try:
            duties(key)
        except UnknownGame:
            continue
        found.append(key)
    return found


every_game = pytest.mark.parametrize("key", known())


@every_game
def test_the_sets_are_what_is_legal(key: str) -> None:
    rules, asked = game(key), duties(key)
    for board in range(1, 60):
        state = rules.start(deal(rules, key=b"duties", board=board))
        while (seat := state.actor) is not None:
            view = state.view(seat)
            playable = hand = asked.pack.mask(view.hand)
            if view.table:
                sets = asked.sets(view.table[0].action[1], view.trumps)
                playable = next((hand & due for due in sets if hand & due), hand)
            assert asked.pack.mask(view.legal) == playable
            state = state.apply(seat, bot("random").choose(view, board))


@every_game
def test_a_lone_highest_card_wins(key: str) -> None:
    rules, asked = game(key), duties(key)
    for board in range(1, 60):
        state = rules.start(deal(rules, key=b"duties", board=board))
        while (seat := state.actor) is not None:
            state = state.apply(seat, bot("random").choose(state.view(seat), board))
        for trick in state.view(0).tricks:
            height = asked.heights(trick.cards[0][1], state.view(0).trumps)
            heights = [height[card] for card in trick.cards]
            if heights.count(max(heights)) == 1:
                place = heights.index(max(heights))
                assert trick.winner == (trick.leader + place) % len(heights)


@given(deal=deals, numbers=choices)
def test_nobody_holds_what_is_known_to_be_gone(deal: Deal, numbers: list[int]) -> None:
    for state in states(COMON, deal, numbers):
        views = [state.view(seat) for seat in range(3)]
        gone = duties("comon").voids(views[0])
        for view, cards in zip(views, gone, strict=True):
            assert not duties("comon").pack.mask(view.hand) & cards


def voids(view: View) -> list[set[str]]:
    """The suits that each seat is known to be out of."""
    asked = duties("comon")
    return [{card[1] for card in asked.pack.codes(gone)} for gone in asked.voids(view)]


def test_a_trump_shows_that_the_suit_is_gone_and_a_discard_that_trumps_are_too() -> None:
    mono = comon_deal("AH KH AS", "JS 7C", "8D 7D", turned="9S 8S", void={1: "H", 2: "HS"})
    start = COMON.start(mono)
    assert voids(play(start, "AH").view(2)) == [set(), set(), set()]
    assert voids(play(start, "AH", "JS").view(2)) == [set(), {"H"}, set()]
    assert voids(play(start, "AH", "JS", "8D").view(0)) == [set(), {"H"}, {"H", "S"}]


def test_a_discard_on_a_trump_shows_that_trumps_are_gone_and_nothing_more() -> None:
    mono = comon_deal("AS AH", "JS 7C", "8D 7D", turned="9S 8S", void={1: "H", 2: "HS"})
    state = play(COMON.start(mono), "AS", "JS", "8D")
    assert voids(state.view(1)) == [set(), set(), {"S"}]


def test_a_game_without_known_duties_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game is called 'chess'"):
        duties("chess")
