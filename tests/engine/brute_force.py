"""The open-hand solver's judge: every way to play on, through the game's states, and no cleverness.

`python -m tests.engine.brute_force 2000` compares that many endings, up to five tricks each.
"""

import sys
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine import solver
from engine.cards import PIQUET
from engine.games.comon import ComonState, score_tricks
from tests.engine.builders import COMON

SEATS = range(3)


class Answer(NamedTuple):
    """By seat: the tricks it can force, the fewest, its best score; then the counts of par."""

    guaranteed: tuple[int, ...]
    fewest: tuple[int, ...]
    best_score: tuple[int, ...]
    par: tuple[int, ...]


Known = dict[tuple[object, ...], Answer]


def search(state: ComonState, known: Known) -> Answer:
    """What every seat can reach from here; `known` remembers the very same positions."""
    counts = state.view(0).counts["tricks"]
    if state.actor is None:
        return Answer(counts, counts, score_tricks(counts), counts)
    position = (state.left, state.actor, state.table, counts)
    if position not in known:
        after = [search(state.apply(state.actor, card), known) for card in state.legal()]
        known[position] = _choose(state.actor, after)
    return known[position]


def preference(counts: tuple[int, ...], seat: int) -> tuple[int, int, int]:
    """What a seat likes in par, the greater the better."""
    scores = score_tricks(counts)
    return scores[seat], scores[seat] - sum(scores), counts[seat]


def _choose(actor: int, after: list[Answer]) -> Answer:
    def best(seat: int, values: list[int], *, wanted: bool) -> int:
        return max(values) if (seat == actor) == wanted else min(values)

    # max() keeps the first of equals, and legal() is in canonical order.
    return Answer(
        tuple(best(s, [each.guaranteed[s] for each in after], wanted=True) for s in SEATS),
        tuple(best(s, [each.fewest[s] for each in after], wanted=False) for s in SEATS),
        tuple(best(s, [each.best_score[s] for each in after], wanted=True) for s in SEATS),
        max((each.par for each in after), key=lambda counts: preference(counts, actor)),
    )


def endings(seed: int, most: int = 5) -> Iterator[ComonState]:
    """Random deals played at random until one to `most` tricks are left, in mid-trick too."""
    chance = Random(seed)
    while True:
        cards = chance.sample(PIQUET, 32)
        if chance.random() < 0.25:  # mono, one deal in four and some by themselves
            suit = cards[30][1]
            other = next(place for place, card in enumerate(cards[:30]) if card[1] == suit)
            cards[31], cards[other] = cards[other], cards[31]
        state = COMON.start(COMON.deal_from(cards))
        assert isinstance(state, ComonState)
        for _ in range(30 - 3 * chance.randint(1, most) + chance.choice((0, 0, 1, 2))):
            assert state.actor is not None
            state = state.apply(state.actor, chance.choice(state.legal()))
        yield state


def disagreement(state: ComonState) -> str | None:
    """Where the solver and the judge differ on this position, if they do."""
    known: Known = {}
    right = search(state, known)
    par = solver.par(state)
    found = Answer(
        tuple(solver.guaranteed(state, seat) for seat in SEATS),
        tuple(solver.fewest(state, seat) for seat in SEATS),
        tuple(solver.best_score(state, seat) for seat in SEATS),
        par.tricks,
    )
    if found != right or par.scores != score_tricks(right.par):
        return f"{state}: {found}, not {right}"
    if state.actor is None:
        return None
    for value in solver.card_values(state):
        after = search(state.apply(state.actor, value.card), known)
        if (value.guaranteed, value.par.tricks) != (after.guaranteed[state.actor], after.par):
            return f"{state}: {value}, not {after}"
    return None


def main(number: int, seed: int = 1) -> int:
    for done, state in zip(range(1, number + 1), endings(seed), strict=False):
        fault = disagreement(state)
        if fault:
            print(fault)
            return 1
        if done % 100 == 0:
            print(f"{done} endings agree", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
