"""Deals as the search reads them, and what it has found out about the last one."""

import sys
import threading
from array import array
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import suppress
from functools import cache
from mmap import mmap
from typing import Literal, NamedTuple, Protocol, cast

from engine.cards import PIQUET, SUITS
from engine.compiling import compiled
from engine.games.comon import ComonState, score_tricks
from engine.kernel.tables import COUNTS, SEATS, TRICKS, tables
from engine.solver import duels, pars

if sys.platform == "linux":
    from mmap import MADV_HUGEPAGE, MAP_ANONYMOUS, MAP_PRIVATE

PLACES = {card: place for place, card in enumerate(PIQUET)}

_SUIT_CARDS = 8
# Room for so many positions: of one seat against two, and of everybody for himself.
_ROOM = 1 << 17
_PAR_ROOM = 1 << 21
_MULTIPLIER = 0x077CB531
# As many as there are, and no fewer than there are: `engine/solver/pars.py` knows both.
_SPANS, _LEVELS = 286, 32
_IMPOSSIBLE, _CERTAIN, _OPEN = 0, 1, 2


class Position(NamedTuple):
    """The hands as dealt and the trumps; what is left, the trick begun, and the tricks won."""

    hands: tuple[int, ...]
    trumps: str
    left: int
    leader: int
    table: tuple[int, ...]
    tricks: tuple[int, ...]


def position(state: ComonState) -> Position:
    view = state.view(0)
    table = tuple(PLACES[card] for card in state.table)
    return Position(
        hands=state.dealt.hands,
        trumps=state.dealt.trumps.suits,
        left=state.left,
        leader=((state.actor or 0) - len(table)) % SEATS,
        table=table,
        tricks=view.counts["tricks"],
    )


class Dueling(Protocol):
    """A deal in either form of `engine/solver/duels.py`."""

    @property
    def nodes(self) -> int: ...

    def equip(self, weights: MutableSequence[int], /) -> None: ...

    def reach(
        self,
        left: int,
        leader: int,
        table: Sequence[int],
        won: int,
        target: int,
        wanting: int,
        need: int,
        query: int,
        verdicts: Sequence[int],
        /,
    ) -> int: ...


class Ranking(Protocol):
    """A deal in either form of `engine/solver/pars.py`."""

    @property
    def nodes(self) -> int: ...

    def equip(self, squeezed: Sequence[int], rules: Sequence[Sequence[int]], /) -> None: ...

    def best(self, left: int, leader: int, table: Sequence[int], won: int, /) -> int: ...


class Making(NamedTuple):
    """Both searches, in one form."""

    duels: Callable[..., Dueling]
    pars: Callable[..., Ranking]
    form: str


INTERPRETED = Making(duels.Duels, pars.Pars, "interpreted")


@cache
def best_form() -> Making:
    """The searches that run here: compiled, or else interpreted."""
    one, other = compiled(duels.__name__), compiled(pars.__name__)
    return Making(one.Duels, other.Pars, "compiled") if one and other else INTERPRETED


class Desk(threading.local):
    """Answers about positions; those of one deal after the other share what was found.

    Each thread has its own.
    """

    def __init__(self, making: Making | None = None) -> None:
        self.making = making or best_form()
        self.deal: tuple[tuple[int, ...], str] | None = None
        self.duels: Dueling | None = None
        self.pars: Ranking | None = None

    def forget(self) -> None:
        self.deal = self.duels = self.pars = None

    def nodes(self) -> int:
        return sum(each.nodes for each in (self.duels, self.pars) if each)

    def tricks(self, here: Position, seat: int, *, wanting: bool) -> int:
        """The tricks of a seat at the end, if it wants them or not and the others oppose it."""
        own = here.tricks[seat]
        more = 0
        while own + more < TRICKS and self._reaches(
            here, seat, wanting=wanting, need=more + 1, query=seat * 2 + wanting, verdicts=_NONE
        ):
            more += 1
        return own + more

    def score(self, here: Position, seat: int) -> int:
        """The best score that a seat can force."""
        for place, score in enumerate(_SCORES[:-1]):
            verdicts = _verdicts(seat, score)
            query = 2 * SEATS + place * SEATS + seat
            if self._reaches(here, seat, wanting=True, need=1, query=query, verdicts=verdicts):
                return score
        return _SCORES[-1]

    def par(self, here: Position) -> tuple[int, ...]:
        """The trick counts at the end, if everybody plays for what he likes best."""
        self._take_up(here)
        if self.pars is None:
            self.pars = self.making.pars(*_dealt(here), _noughts("Q", 2 * _PAR_ROOM))
            self.pars.equip(_squeezed(), _rules())
        table, won = array("B", here.table), _won(here.tricks)
        end = self.pars.best(here.left, here.leader, table, won)
        one, two = divmod(end, COUNTS)
        return one, two, TRICKS - one - two

    def _reaches(
        self,
        here: Position,
        seat: int,
        *,
        wanting: bool,
        need: int,
        query: int,
        verdicts: Sequence[int],
    ) -> bool:
        self._take_up(here)
        if self.duels is None:
            self.duels = self.making.duels(*_dealt(here), _noughts("Q", 2 * _ROOM))
            self.duels.equip(array("i", bytes(4 * SEATS * len(PIQUET))))
        table, won = array("B", here.table), _won(here.tricks)
        return bool(
            self.duels.reach(
                here.left, here.leader, table, won, seat, wanting, need, query, verdicts
            )
        )

    def _take_up(self, here: Position) -> None:
        if self.deal != (here.hands, here.trumps):
            self.deal = here.hands, here.trumps
            self.duels = self.pars = None


_SCORES = (1, 0, -2)
_NONE = array("B", [_OPEN])


def _won(tricks: Sequence[int]) -> int:
    return tricks[0] * COUNTS + tricks[1]


def _dealt(here: Position) -> tuple[object, ...]:
    """The deal as `engine/solver/cards.py` asks for it, all but the table."""
    rules = tables("comon")
    turn = rules.turn(here.trumps)
    suits = sorted(range(len(SUITS)), key=lambda suit: SUITS[suit] not in here.trumps)
    return (
        array("I", here.hands),
        rules.heights[turn * 128 : turn * 128 + 128],
        rules.duties[turn * 8 : turn * 8 + 8],
        [suit * _SUIT_CARDS for suit in suits],
        len(here.trumps) == 1,
        _merged(),
        _places(),
        _codes(here.hands, suits),
    )


def _codes(hands: Sequence[int], suits: Sequence[int]) -> tuple[Sequence[int], ...]:
    """Who holds what of each suit, trumps first, for all that may be left of it.

    Two bits a card, the seat's number and one, from the highest card down; four bits for a row of
    two trump suits, once without regard to which of the two is whose, and once with it.
    """
    owners = [
        [
            next((seat + 1 for seat in range(SEATS) if hands[seat] >> suit * 8 + rank & 1), 0)
            for rank in range(_SUIT_CARDS)
        ]
        for suit in suits
    ]
    codes, rows, lengths = array("H"), array("I", bytes(4 * 1024)), array("B", bytes(256))
    for owned in owners:
        ways = [0]
        for owner in owned:
            ways += [code << 2 | owner for code in ways]
        codes.extend(ways)
    for half in range(2):
        made = [(0, 0, 0, 0)]
        for rank in range(4):
            a, b = owners[0][half * 4 + rank], owners[1][half * 4 + rank]
            low, high = sorted((a, b))
            in_a, in_b = 16 << rank, 1 << rank
            for left, length, code, ordered in tuple(made):
                longer, code, ordered = length + 4, code << 4, ordered << 4
                made += (
                    (left | in_a, longer, code | a << 2, ordered | a << 2),
                    (left | in_b, longer, code | b << 2, ordered | b),
                    (left | in_a | in_b, longer, code | high << 2 | low, ordered | a << 2 | b),
                )
        for left, length, code, ordered in made:
            rows[half * 256 + left], rows[512 + half * 256 + left] = code, ordered
            if half:
                lengths[left] = length
    return codes, rows, lengths


def _noughts(kind: str, number: int) -> MutableSequence[int]:
    """As many noughts; the system gives the memory only as it is written to."""
    size = array(kind).itemsize * number
    if sys.platform == "linux":
        memory = mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)
        # In large pages: the places asked for are all over it. Some systems have none.
        with suppress(OSError):
            memory.madvise(MADV_HUGEPAGE)
    else:
        memory = mmap(-1, size)
    return cast(MutableSequence[int], memoryview(memory).cast(cast(Literal["I"], kind)))


@cache
def _places() -> Sequence[int]:
    """Which card a set of one is, by the upper bits of its product."""
    places = array("B", bytes(32))
    for place in range(32):
        places[((_MULTIPLIER << place) & 0xFFFFFFFF) >> 27] = place
    return places


@cache
def _squeezed() -> Sequence[int]:
    """For the ranks that are there and some of them: these, as if no other had ever been."""
    squeezed = array("B", bytes(1 << 16))
    for there in range(256):
        ranks = [rank for rank in range(_SUIT_CARDS) if there >> rank & 1]
        for some in range(256):
            squeezed[there << 8 | some] = sum(
                1 << place for place, rank in enumerate(ranks) if some >> rank & 1
            )
    return squeezed


@cache
def _merged() -> Sequence[int]:
    """For what is left of a suit and what of it is held: the first card of each run held."""
    merged = array("B", bytes(1 << 16))
    for left in range(256):
        held = left
        while held:
            first, running = 0, False
            for rank in range(_SUIT_CARDS):
                if left >> rank & 1:
                    if not held >> rank & 1:
                        running = False
                    elif not running:
                        first |= 1 << rank
                        running = True
            merged[left << 8 | held] = first
            held = (held - 1) & left
    return merged


def _counts(total: int) -> Iterator[tuple[int, int, int]]:
    for one in range(total + 1):
        for two in range(total - one + 1):
            yield one, two, total - one - two


def _ends(won: tuple[int, int, int], rest: int) -> Iterator[tuple[int, ...]]:
    """The trick counts that a deal can still end with."""
    for more in _counts(rest):
        yield tuple(own + each for own, each in zip(won, more, strict=True))


@cache
def _verdicts(seat: int, least: int) -> Sequence[int]:
    """By tricks won and left, whether the seat is sure of this score, or may yet reach it."""
    verdicts = array("B", bytes(COUNTS * COUNTS * COUNTS))
    for rest in range(COUNTS):
        for won in _counts(TRICKS - rest):
            reached = {score_tricks(end)[seat] >= least for end in _ends(won, rest)}
            verdict = _OPEN if len(reached) > 1 else _CERTAIN if True in reached else _IMPOSSIBLE
            verdicts[_won(won) * COUNTS + rest] = verdict
    return verdicts


@cache
def _rules() -> tuple[Sequence[int], ...]:
    """What par chooses by: all in numbers, for `engine/solver/pars.py` to look up.

    A span is the set of ends that can still come, given by the tricks won and by how many of those
    left are open. `spans` numbers them. `classes` are the same number where every seat puts what
    can come in one order: what has been found out about the cards left then holds for all of it.
    `likes` are levels from 0 up, by seat and end; `tops` the highest that can come; `below`, for a
    level, an end that is liked as well as can be without more. `ceilings` are the highest level of
    another seat if this one gets a level or more.
    """
    likes, levels = _likes()
    spans = array("H", bytes(2 * COUNTS * COUNTS * COUNTS))
    classes, tops = array("B", bytes(_SPANS)), array("B", bytes(SEATS * _SPANS))
    below = array("B", bytes(SEATS * _SPANS * _LEVELS))
    ceilings = array("B", bytes(SEATS * SEATS * _SPANS * _LEVELS))
    span = 0
    for rest in range(COUNTS):
        orders: dict[tuple[tuple[int, ...], ...], int] = {}
        for won in _counts(TRICKS - rest):
            spans[_won(won) * COUNTS + rest] = span
            ends = [_won(end) for end in _ends(won, rest)]
            liked = [[likes[seat * COUNTS * COUNTS + end] for end in ends] for seat in range(SEATS)]
            order = tuple(tuple(map(sorted(set(each)).index, each)) for each in liked)
            classes[span] = orders.setdefault(order, len(orders))
            for seat, own in enumerate(liked):
                tops[seat * _SPANS + span] = max(own)
                for level in range(levels):
                    place = (seat * _SPANS + span) * _LEVELS + level
                    below[place] = (
                        max(
                            (like, end)
                            for like, end in zip(own, ends, strict=True)
                            if like <= level
                        )[1]
                        if min(own) <= level
                        else 0
                    )
                    for other, theirs in enumerate(liked):
                        place = ((seat * SEATS + other) * _SPANS + span) * _LEVELS + level
                        ceilings[place] = max(
                            (t for like, t in zip(own, theirs, strict=True) if like >= level),
                            default=0,
                        )
            span += 1
    return spans, classes, likes, tops, below, ceilings


def _likes() -> tuple[Sequence[int], int]:
    """How well each seat likes each end, by the rule of par, as levels; and how many there are."""
    values = {}
    for seat in range(SEATS):
        for end in _counts(TRICKS):
            scores = score_tricks(end)
            values[seat * COUNTS * COUNTS + _won(end)] = (
                scores[seat],
                scores[seat] - sum(scores),
                end[seat],
            )
    levels = sorted(set(values.values()))
    likes = array("B", bytes(SEATS * COUNTS * COUNTS))
    for place, value in values.items():
        likes[place] = levels.index(value)
    return likes, len(levels)
