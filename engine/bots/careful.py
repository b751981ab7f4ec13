"""The bot called "careful": it imagines the hidden cards, plays them out, and counts.

In each of a number of samples, worlds that agree with what its seat has seen (see `hidden`), it
plays every legal card and goes on at random to the end of the deal. It chooses the card that
brought its own seat the highest sum of scores. It knows nothing of any game but its rules, and
suits the games whose duties are known (`engine.duties`).

Its budget is a number of samples, so that a choice follows from the view and the seed alone:
whoever has a clock turns time into samples. They are dear where the kernel does not play the game.
"""

from collections.abc import Sequence
from random import Random

from engine import kernel
from engine.bots.asking import known_duties, need_choice
from engine.bots.hidden import hands, states
from engine.duties import Duties
from engine.protocol import View

SAMPLES = 32


class Careful:
    """Looks at so many samples for each choice, from 1 up; better with more."""

    def __init__(self, samples: int = SAMPLES) -> None:
        if samples < 1:
            raise ValueError(f"at least one sample is needed, not {samples}")
        self.samples = samples

    def choose(self, view: View, seed: int) -> str:
        need_choice(view)
        known = known_duties(view, bot="careful")
        if len(view.legal) == 1:
            return view.legal[0]
        sums = weigh(view, known, self.samples, seed)
        return view.legal[sums.index(max(sums))]


def weigh(view: View, known: Duties, samples: int, seed: int) -> Sequence[int]:
    """For each legal card, this seat's scores summed over one playing on in each sample."""
    by = _by_kernel if kernel.plays(view.game) else _by_states
    return by(view, known, samples, seed)


def _by_kernel(view: View, known: Duties, samples: int, seed: int) -> Sequence[int]:
    place = known.pack.deck.index
    return kernel.weigh(
        kernel.tables(view.game),
        trumps=view.trumps,
        worlds=hands(view, known, number=samples, chance=Random(seed).random),
        seat=view.seat,
        choice=[place(card) for card in view.legal],
        table=[place(play.action) for play in view.table],
        tricks=view.counts["tricks"],
        seed=seed,
    )


def _by_states(view: View, known: Duties, samples: int, seed: int) -> Sequence[int]:
    chance = Random(seed).random
    sums = [0] * len(view.legal)
    for here in states(view, known, number=samples, chance=chance):
        for place, card in enumerate(view.legal):
            state = here.apply(view.seat, card)
            while (seat := state.actor) is not None:
                legal = state.legal()
                state = state.apply(seat, legal[int(chance() * len(legal))])
            outcome = state.outcome()
            sums[place] += outcome.scores[view.seat] if outcome else 0
    return sums
