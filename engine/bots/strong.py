"""The bot called "strong": it imagines the hidden cards, and tries out what pays, as all do there.

It plays a great many games in samples, worlds that agree with what its seat has seen (see
`hidden`), and remembers for every run of cards what it brought to whom. In the next game all three
seats play what has paid best for them so far, now and then something else, and go on at random
where nothing is known yet (`kernel.explore`). None of them knows in which world it plays, so that
nobody plays as if hands were open. The card that was played most is chosen.

Its budget is a number of samples, so that a choice follows from the view and the seed alone. Where
the kernel is not compiled it is too slow for this, and it chooses as "careful" does: there a view
may lead to another card.
"""

from random import Random

from engine import kernel
from engine.bots.asking import known_duties, need_choice
from engine.bots.careful import weigh
from engine.bots.hidden import hands
from engine.errors import UnknownBot
from engine.games import comon
from engine.protocol import View

GAMES = (comon.KEY,)
SAMPLES = 400
# So many games are played in each sample.
PLAYED = 20


class Strong:
    """Looks at so many samples for each choice, from 1 up."""

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
            sums = weigh(view, known, self.samples, seed)
            return view.legal[sums.index(max(sums))]
        place = known.pack.deck.index
        played = kernel.explore(
            kernel.tables(view.game),
            trumps=view.trumps,
            worlds=hands(view, known, number=self.samples, chance=Random(seed).random),
            seat=view.seat,
            table=[place(play.action) for play in view.table],
            tricks=view.counts["tricks"],
            seed=seed,
            games=self.samples * PLAYED,
        )
        # A small budget may not reach every card.
        return max(view.legal, key=lambda card: played.get(place(card), 0))
