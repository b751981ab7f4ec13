"""Deals as `engine/solver/search.py` reads them, and what it has found out about the last one."""

import mmap
import sys
import threading
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import suppress
from functools import cache
from typing import Literal, NamedTuple, Protocol, cast

from engine.cards import PIQUET, SUITS
from engine.compiling import compiled
from engine.games.comon import ComonState, score_tricks
from engine.kernel.tables import COUNTS, SEATS, TRICKS, tables
from engine.solver import search as interpreted

NAME = "engine.solver.search"
PLACES = {card: place for place, card in enumerate(PIQUET)}

_SUIT_CARDS = 8
# Room for so many positions: of one seat against two, and of everybody for himself.
_ROOM = 1 << 16
_PAR_ROOM = 1 << 20
_LEVELS = 32
_LARGE = 1 << 22
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


class Searching(Protocol):
    """A deal in either form of `engine/solver/search.py`."""

    @property
    def nodes(self) -> int: ...

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

    def best(
        self,
        left: int,
        leader: int,
        table: Sequence[int],
        won: int,
        levels: Sequence[int],
        classes: Sequence[int],
        boxes: Sequence[int],
        ranks: Sequence[int],
        edges: MutableSequence[int],
        /,
    ) -> int: ...


Making = Callable[..., Searching]


@cache
def best_form() -> tuple[Making, str]:
    """The search that runs here, and which form of it: "compiled" or "interpreted"."""
    module = compiled(NAME)
    if module is None:
        return interpreted.Search, "interpreted"
    return cast(Making, module.Search), "compiled"


class Desk(threading.local):
    """Answers about positions; those of one deal after the other share what was found.

    Each thread has its own.
    """

    def __init__(self, making: Making | None = None) -> None:
        best, form = best_form()
        self.making, self.form = making or best, form
        self.deal: tuple[tuple[int, ...], str] | None = None
        self.duels: Searching | None = None
        self.pars: Searching | None = None

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
            self.pars = _search(
                self.making,
                here,
                (_noughts("Q", 2 * _PAR_ROOM), _noughts("I", 1), _noughts("B", 1)),
            )
        end = self.pars.best(
            here.left,
            here.leader,
            array("B", here.table),
            _won(here.tricks),
            _levels(),
            _classes(),
            *_boxes(),
        )
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
            self.duels = _search(
                self.making,
                here,
                (_noughts("Q", _ROOM), _noughts("I", _ROOM), _noughts("B", _ROOM)),
            )
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


def _search(making: Making, here: Position, room: tuple[MutableSequence[int], ...]) -> Searching:
    rules = tables("comon")
    turn = rules.turn(here.trumps)
    suits = sorted(range(len(SUITS)), key=lambda suit: SUITS[suit] not in here.trumps)
    return making(
        array("I", here.hands),
        rules.heights[turn * 128 : turn * 128 + 128],
        rules.duties[turn * 8 : turn * 8 + 8],
        [suit * _SUIT_CARDS for suit in suits],
        len(here.trumps) == 1,
        _merged(),
        _codes(here.hands, suits),
        (*room, _noughts("i", SEATS * 32)),
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
    length = array(kind).itemsize * number
    if sys.platform == "linux":
        memory = mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        if length > _LARGE:
            # Large pages, where there are any, cost fewer faults and misses.
            with suppress(OSError):
                memory.madvise(mmap.MADV_HUGEPAGE)
    else:
        memory = mmap.mmap(-1, length)
    return cast(MutableSequence[int], memoryview(memory).cast(cast(Literal["I"], kind)))


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
def _levels() -> Sequence[int]:
    """How much each seat likes each end, from nought, by the rule of par but for its last step."""
    likes: dict[int, tuple[int, int, int]] = {}
    for seat in range(SEATS):
        for end in _counts(TRICKS):
            scores = score_tricks(end)
            others = sum(scores) - scores[seat]
            likes[seat * COUNTS * COUNTS + _won(end)] = scores[seat], -others, end[seat]
    all_levels = sorted(set(likes.values()))
    levels = array("B", bytes(SEATS * COUNTS * COUNTS))
    for place, like in likes.items():
        levels[place] = all_levels.index(like)
    return levels


@cache
def _boxes() -> tuple[Sequence[int], Sequence[int], MutableSequence[int]]:
    """By tricks sure and open a number, and how many levels can come below each; room for edges."""
    levels = _levels()
    boxes = array("H", bytes(2 * COUNTS * COUNTS * COUNTS))
    ranks = array("B", bytes(COUNTS * COUNTS * COUNTS * SEATS * _LEVELS))
    number = 0
    for rest in range(COUNTS):
        for sure in _counts(TRICKS - rest):
            place = _won(sure) * COUNTS + rest
            boxes[place] = number
            number += 1
            ends = [_won(end) for end in _ends(sure, rest)]
            for seat in range(SEATS):
                there = sorted({levels[seat * COUNTS * COUNTS + end] for end in ends})
                start = (place * SEATS + seat) * _LEVELS
                for level in range(_LEVELS):
                    ranks[start + level] = bisect_left(there, level)
    return boxes, ranks, _noughts("B", number * SEATS * SEATS * 4 * _LEVELS)


@cache
def _classes() -> Sequence[int]:
    """By tricks won and left: the same number where every seat puts what can come in one order.

    What has been found out about the cards left then holds for all of the class.
    """
    likes = _levels()
    classes = array("B", bytes(COUNTS * COUNTS * COUNTS))
    for rest in range(COUNTS):
        orders: dict[tuple[tuple[int, ...], ...], int] = {}
        for won in _counts(TRICKS - rest):
            order = []
            for seat in range(SEATS):
                liked = [likes[seat * COUNTS * COUNTS + _won(end)] for end in _ends(won, rest)]
                levels = sorted(set(liked))
                order.append(tuple(levels.index(each) for each in liked))
            number = orders.setdefault(tuple(order), len(orders))
            classes[_won(won) * COUNTS + rest] = number
    return classes
