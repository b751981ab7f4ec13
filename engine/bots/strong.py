"""The bot called "strong": it imagines the hidden cards, and solves what is left of the deal.

While many cards are out it plays as "careful" does, with more samples. Then, in each of a number of
worlds that agree with what its seat has seen (see `hidden`), the open-hand solver says how the deal
ends at par after every legal card. It chooses the card with the highest sum of its own scores; of
equals the one that playing on at random likes best. The others do not see its hand, and it does not
see theirs: what is solved is always a guess.

Its budget is a number of samples, so that a choice follows from the view and the seed alone. Where
the solver is not compiled it is too slow for this, and all cards are chosen as by "careful": there
a view may lead to another card.
"""

from collections import Counter
from collections.abc import Mapping
from random import Random

from engine import solver
from engine.bots.asking import known_duties, need_choice
from engine.bots.careful import weigh
from engine.bots.hidden import states
from engine.errors import UnknownBot
from engine.games import comon
from engine.protocol import View

GAMES = (comon.KEY,)
SAMPLES = 2000
# By tricks left, of how many samples one is solved: the slowest choice has time for so many.
SOLVED: Mapping[int, int] = {6: 100, 5: 20, 4: 10, 3: 10, 2: 10}


class Strong:
    """Looks at so many samples for each choice, from 1 up; better with more."""

    def __init__(self, samples: int = SAMPLES) -> None:
        if samples < 1:
            raise ValueError(f"at least one sample is needed, not {samples}")
        self.samples = samples

    def choose(self, view: View, seed: int) -> str:
        need_choice(view)
        if view.game not in GAMES:
            raise UnknownBot(
                "unknown-game", f"the strong bot does not know {view.game!r}", game=view.game
            )
        if len(view.legal) == 1:
            return view.legal[0]
        known = known_duties(view, bot="strong")
        weights = weigh(view, known, self.samples, seed)
        left = view.counts["cards"][view.seat]
        worlds = self.samples // SOLVED[left] if left in SOLVED else 0
        if not worlds or solver.form() != "compiled":
            return view.legal[weights.index(max(weights))]
        sums = [0] * len(view.legal)
        # Near the end there are few worlds, and each is solved once.
        for state, times in Counter(
            states(view, known, number=worlds, chance=Random(seed).random)
        ).items():
            for place, card in enumerate(view.legal):
                sums[place] += times * solver.par(state.apply(view.seat, card)).scores[view.seat]
        place = max(range(len(sums)), key=lambda place: (sums[place], weights[place]))
        return view.legal[place]
