"""The bot called "strong": it imagines the hidden cards, and tries out what pays, as all do there.

It plays a great many games in worlds that agree with what its seat has seen (see `hidden`), and
remembers for every run of cards what it brought to whom. In each next game all three seats play
what has paid best for them so far, now and then something else, and go on at random where nothing
is known yet (`kernel.explore`). None of them knows in which world it plays, so that nobody plays as
if hands were open. The card that was played most is chosen.

When few cards are left, the open-hand solver can say how each of a number of worlds ends at par
after every legal card. Then the card with the highest sum of its own scores is chosen, of equals
the one played most.

Its budget is a number of samples, so that a choice follows from the view and the seed alone. Where
kernel or solver are not compiled they are too slow for this, and it plays as "careful" does, or
solves nothing: there a view may lead to another card.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from engine import kernel, solver
from engine.bots.asking import known_duties, need_choice
from engine.bots.careful import weigh
from engine.bots.hidden import hands, states
from engine.duties import Duties
from engine.errors import UnknownBot
from engine.games import comon
from engine.protocol import View

GAMES = (comon.KEY,)
SAMPLES = 2000
# So many games are played in each sample.
PLAYED = 100
# By tricks left, of how many samples one is solved: the slowest choice has time for so many.
SOLVED: Mapping[int, int] = {5: 20, 4: 10, 3: 10, 2: 10}
# Where the kernel is not compiled, the most samples there is time for.
INTERPRETED = 500


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
        if kernel.best()[1] != "compiled":
            sums = weigh(view, known, min(self.samples, INTERPRETED), seed)
            return view.legal[sums.index(max(sums))]
        played = _explored(view, known, self.samples, seed)
        solved = _solved(view, known, self.samples, seed)
        place = max(range(len(played)), key=lambda place: (solved[place], played[place]))
        return view.legal[place]


def _explored(view: View, known: Duties, samples: int, seed: int) -> Sequence[int]:
    """How often each legal card was played."""
    place = known.pack.deck.index
    played = kernel.explore(
        kernel.tables(view.game),
        trumps=view.trumps,
        worlds=hands(view, known, number=samples, chance=Random(seed).random),
        seat=view.seat,
        table=[place(play.action) for play in view.table],
        tricks=view.counts["tricks"],
        seed=seed,
        games=samples * PLAYED,
    )
    return [played[place(card)] for card in view.legal]


def _solved(view: View, known: Duties, samples: int, seed: int) -> Sequence[int]:
    """For each legal card the sum of this seat's scores at par; noughts if nothing is solved."""
    sums = [0] * len(view.legal)
    left = view.counts["cards"][view.seat]
    if left not in SOLVED or solver.form() != "compiled":
        return sums
    chance = Random(seed).random
    worlds = Counter(states(view, known, number=samples // SOLVED[left], chance=chance))
    # Near the end there are few worlds, and each is solved once.
    for state, times in worlds.items():
        for place, card in enumerate(view.legal):
            sums[place] += times * solver.par(state.apply(view.seat, card)).scores[view.seat]
    return sums
