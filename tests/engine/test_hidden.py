"""Imagined worlds agree with what was seen, are all equally likely, and are never drawn in vain."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import bot
from engine.bots.hidden import Hidden
from engine.dealing import deal
from engine.duties import duties
from engine.protocol import Deal, Game, Play, State, Trick, View
from engine.registry import game, keys
from tests.engine.builders import COMON, choices, deals, play, states

every_game = pytest.mark.parametrize("rules", [game(key) for key in keys()], ids=keys())


def played(view: View) -> list[Play]:
    """All that was played, in order."""
    seats = len(view.counts["cards"])
    shown = [
        Play((trick.leader + place) % seats, card)
        for trick in view.tricks
        for place, card in enumerate(trick.cards)
    ]
    return shown + list(view.table)


def imagined(rules: Game, view: View, seed: int) -> State:
    """The state of a world, reached by what was played; a rule that forbids it raises."""
    known = duties(view.game)
    hidden = Hidden(view, known)
    hands = [[each.action for each in played(view) if each.seat == seat] for seat in range(3)]
    hands[view.seat] += view.hand
    talon = list(view.turned)
    for holder, cards in zip(hidden.holders, hidden.sample(Random(seed).random), strict=True):
        (talon if holder is None else hands[holder]).extend(known.pack.codes(cards))
    start = rules.start(Deal(tuple(map(tuple, hands)), tuple(talon)))
    return play(start, *(each.action for each in played(view)))


@every_game
def test_every_world_could_have_been_played_and_looks_the_same(rules: Game) -> None:
    for board in range(1, 13):
        state = rules.start(deal(rules, key=b"hidden", board=board))
        while (seat := state.actor) is not None:
            for watcher in range(3):
                view = state.view(watcher)
                assert imagined(rules, view, board).view(watcher) == view
            state = state.apply(seat, bot("random").choose(state.view(seat), board))


@given(deal=deals, numbers=choices, ply=st.integers(0, 29), seed=st.integers(0))
def test_a_world_can_be_drawn_in_every_position(
    deal: Deal, numbers: list[int], ply: int, seed: int
) -> None:
    state = list(states(COMON, deal, numbers))[ply]
    for watcher in range(3):
        view = state.view(watcher)
        assert imagined(COMON, view, seed).view(watcher) == view


def late_view() -> View:
    """Le vicaire: every hand has three cards left, and two lie aside.

    Seat 1 has shown that it has no spades, seat 2 that it has no diamonds.
    """
    mine, unseen = ("JS", "JD", "JC"), ("7S", "8S", "7D", "8D", "7H", "8H", "9H", "TH")
    gone = [card for card in game("vicaire").deck() if card not in (*mine, *unseen)]
    told = [Trick(0, ("AS", "AC", "KS"), 0), Trick(0, ("AD", "KD", "KC"), 0)]
    others = set(gone).difference(*(trick.cards for trick in told))
    # The rest of what was played tells nothing.
    told += [Trick(0, (card,), 0) for card in sorted(others)]
    return View(
        game="vicaire",
        seat=0,
        actor=0,
        hand=mine,
        legal=mine,
        table=(),
        turned=(),
        tricks=tuple(told),
        counts={"cards": (3, 3, 3), "tricks": (7, 0, 0)},
        trumps="H",
    )


def test_all_worlds_are_equally_likely() -> None:
    view, known = late_view(), duties("vicaire")
    hidden = Hidden(view, known)
    assert hidden.holders == (1, 2, None)
    seen = {card for trick in view.tricks for card in trick.cards}.union(view.hand)
    unseen = [card for card in known.pack.deck if card not in seen]
    possible = set()
    for order in permutations(unseen):
        one, two, aside = order[:3], order[3:6], order[6:]
        if not any(card[1] == "S" for card in one) and not any(card[1] == "D" for card in two):
            possible.add(tuple(known.pack.mask(part) for part in (one, two, aside)))
    assert hidden.worlds() == len(possible)
    chance = Random(1).random
    drawn = Counter(tuple(hidden.sample(chance)) for _ in range(100 * len(possible)))
    assert set(drawn) == possible
    assert all(50 <= times <= 160 for times in drawn.values())


def test_a_view_that_cannot_be_is_refused() -> None:
    view = COMON.start(COMON.deal_from(COMON.deck())).view(0)
    with pytest.raises(ValueError, match="no deal agrees"):
        Hidden(replace(view, counts={"cards": (10, 11, 11)}), duties("comon"))
