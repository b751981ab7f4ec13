"""What the games share in which each player has a face-down pack and turns up its top card.

There is nothing to decide: the deal determines the outcome, and `draw` is the only action. A pack
is a tuple of cards, its top first. Whoever ends with every card has won; a limit on the cards that
are turned up ends what would go on for ever, and nobody has won then.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from engine.errors import IllegalAction, UnattainableResult
from engine.protocol import (
    NO_OPTIONS,
    Ask,
    Deal,
    Option,
    Options,
    Outcome,
    Play,
    View,
    agreed,
    players,
)
from engine.tricks import refuse_finished, refuse_turn

DRAW = "draw"
LIMIT = "limit"
MOST_TURNS = 10_000
LIMIT_OPTION = Option(LIMIT, (MOST_TURNS, *range(1, MOST_TURNS)), MOST_TURNS)
NO_DECISIONS = "no-decisions"


class Won(NamedTuple):
    """What was won last: the cards turned up for it, how many each seat added unseen, by whom."""

    table: tuple[Play, ...]
    added: tuple[int, ...]
    winner: int


class PackState(NamedTuple):
    """A deal at one moment: an immutable value.

    `due` are the seats that still turn a card before something is won, the first one now; none when
    the deal is over. `turns` may still be taken. `ace` is the number that an ace stands for.
    `rivals` are those who turn cards against each other, `lost` those who could not go on.
    """

    game: "PackGame"
    packs: tuple[tuple[str, ...], ...]
    due: tuple[int, ...]
    turns: int
    limit: int
    ace: int
    rivals: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    table: tuple[Play, ...] = ()
    won: Won | None = None

    @property
    def actor(self) -> int | None:
        return self.due[0] if self.due else None

    def legal(self) -> tuple[str, ...]:
        return (DRAW,) if self.due else ()

    def apply(self, seat: int, action: str) -> "PackState":
        if not self.due:
            raise refuse_finished()
        if seat != self.due[0]:
            raise refuse_turn(seat, self.due[0])
        if action != DRAW:
            message = "there is nothing to choose: turn up the top card of your pack"
            raise IllegalAction("draw-only", message)
        card, *pack = self.packs[seat]
        packs = (*self.packs[:seat], tuple(pack), *self.packs[seat + 1 :])
        state = self._replace(
            packs=packs,
            due=self.due[1:],
            turns=self.turns - 1,
            table=(*self.table, Play(seat, card)),
        )
        if not state.due:
            state = self.game.settled(state)
        return state if state.turns else state._replace(due=())

    def view(self, seat: int) -> View:
        """The packs lie face down, for their owners too: a view's hand is empty."""
        seats = len(self.packs)
        if not 0 <= seat < seats:
            raise ValueError(f"{self.game.name} has seats 0 to {seats - 1}, not {seat}")
        return View(
            game=self.game.key,
            seat=seat,
            actor=self.actor,
            hand=(),
            legal=self.legal() if seat == self.actor else (),
            table=self.table,
            turned=(),
            tricks=(),
            counts={"cards": tuple(map(len, self.packs))},
            facts={
                "phase": "draw" if self.due else "over",
                "due": list(self.due),
                "turns": self.limit - self.turns,
                "limit": self.limit,
                "won": self.won
                and {
                    "table": [{"seat": each.seat, "card": each.action} for each in self.won.table],
                    "added": list(self.won.added),
                    "winner": self.won.winner,
                },
            },
        )

    def outcome(self) -> Outcome | None:
        if self.due:
            return None
        alone = not self.table and sum(map(bool, self.packs)) == 1
        scores = tuple(int(alone and bool(pack)) for pack in self.packs)
        return Outcome(scores, {"won": list(scores)})

    def collected(self, winner: int, gained: Sequence[str], added: Sequence[int]) -> "PackState":
        """The state once these cards have gone under the winner's pack, nobody due yet."""
        pack = (*self.packs[winner], *gained)
        return self._replace(
            packs=(*self.packs[:winner], pack, *self.packs[winner + 1 :]),
            table=(),
            lost=(),
            won=Won(self.table, tuple(added), winner),
        )


class PackGame(ABC):
    """The rules of such a game, as `engine.protocol.Game`; `limit` is one of its options.

    A result is a 1 for the winner, and all 0 for a draw.
    """

    key: str
    name: str
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    options: tuple[Option, ...]
    no_event = NO_DECISIONS

    @abstractmethod
    def settled(self, state: PackState) -> PackState:
        """The state after the last of those who were due has turned a card."""

    @abstractmethod
    def first_due(self, seats: int) -> tuple[int, ...]:
        """Who turns the first cards of a deal, in order."""

    def asks(self, options: Options = NO_OPTIONS) -> tuple[Ask, ...]:
        players(self, options)
        return (Ask("won", values=(0, 1)),)

    def deck(self, options: Options = NO_OPTIONS) -> tuple[str, ...]:
        players(self, options)
        return self.cards

    def deal_from(self, cards: Sequence[str], options: Options = NO_OPTIONS) -> Deal:
        """One pack after another, as sealed deals are stated; the first card lies on top."""
        dealt = iter(cards)
        return Deal(tuple(tuple(islice(dealt, size)) for size in self.sizes(options)), ())

    def sizes(self, options: Options) -> list[int]:
        """How many cards each seat is dealt: spare ones go to the first seats."""
        seats = players(self, options)
        return [len(self.cards[seat::seats]) for seat in range(seats)]

    def start(self, deal: Deal, options: Options = NO_OPTIONS) -> PackState:
        chosen = agreed(self.key, self.options, options)
        seats = players(self, options)
        deal.check(self.cards, hands=self.sizes(options), talon=0)
        due, limit = self.first_due(seats), int(chosen[LIMIT])
        return PackState(self, deal.hands, due, limit, limit, self.ace(chosen), rivals=due)

    def ace(self, chosen: Mapping[str, int | str]) -> int:
        """The number that an ace stands for with these options."""
        return 1

    def score(self, detail: Mapping[str, object], options: Options = NO_OPTIONS) -> tuple[int, ...]:
        """The same as `{"won": [0, 1, 0]}`; all 0 for a draw."""
        seats = players(self, options)
        if set(detail) != {"won"}:
            raise UnattainableResult("result-detail", "a result is a 1 for the winner, if any")
        won = detail["won"]
        if (
            not isinstance(won, list | tuple)
            or len(won) != seats
            or any(type(each) is not int or each not in (0, 1) for each in won)
            or sum(won) > 1
        ):
            message = f"{seats} numbers are needed: a 1 for the winner, 0 for everybody else"
            raise UnattainableResult("one-winner", message)
        return tuple(won)

    def attainable(self, options: Options = NO_OPTIONS) -> tuple[tuple[int, ...], ...]:
        """One winner, or none."""
        losers = (0,) * (players(self, options) - 1)
        return ((1, *losers), (0, *losers))
