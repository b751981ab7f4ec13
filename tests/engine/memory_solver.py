"""Com'on! with open hands, solved a second time with nothing but memory.

`python -m tests.engine.memory_solver 20 SEED` solves so many whole deals, the boards from 1 on (a
third argument: from there on), and compares. Of the engine it takes the names of cards and the
deals; rules, scores and search are its own. It lists every position in which a trick can begin, one
trick after the other, and then answers them from the end back, each from all the ways to play its
trick: no order, no bounds, no cards that stand for others. It takes minutes for a deal.
"""

import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from time import process_time
from typing import NamedTuple

from engine import solver
from engine.cards import PIQUET, SUITS
from engine.dealing import deal
from engine.protocol import State
from engine.registry import game

SEATS = (0, 1, 2)
TRICKS = 10
# A position is a number: the cards left as a set, and above them who leads.
LEAD = 32
LEFT = (1 << LEAD) - 1
# Tricks won are a number: so many for each trick of a seat.
GAINS = (TRICKS + 1, 1, 0)
WONS = (TRICKS + 1) ** 2

# The answers of a position are one number too, of many fields. In a field n is written as n ones,
# so that `|` takes the greater and `&` the smaller of two, in all fields at once. There are six
# fields for tricks still to come, guaranteed and fewest by seat; then, for each number of tricks
# won, three for the score that is forced: -2 as nought, 0 as one, 1 as two.
TRICK_FIELDS = 2 * len(SEATS) * TRICKS
SCORE_FIELDS = 2 * len(SEATS)
ONES = {-2: 0b00, 0: 0b01, 1: 0b11}


class Answer(NamedTuple):
    """By seat: the tricks it can force, the fewest, its best score; then the counts of par."""

    guaranteed: tuple[int, ...]
    fewest: tuple[int, ...]
    best_score: tuple[int, ...]
    par: tuple[int, ...]


def score(counts: Sequence[int]) -> tuple[int, ...]:
    """Half-lives: 1 for the most tricks, -2 for the next number, 0 for the one after that."""
    numbers = sorted(set(counts), reverse=True)
    return tuple((1, -2, 0)[numbers.index(count)] for count in counts)


def winner(cards: Sequence[str], trumps: str) -> int:
    """Which of three cards, in the order played, takes the trick: 0, 1 or 2."""
    trumped = [place for place in SEATS if cards[place][1] in trumps]
    for one in trumped:
        for other in trumped:
            if one < other and cards[one][0] == cards[other][0]:
                return 3 - one - other
    able = trumped or [place for place in SEATS if cards[place][1] == cards[0][1]]
    return min(able, key=lambda place: "AKQJT987".index(cards[place][0]))


def _counts(won: int) -> tuple[int, int, int]:
    one, two = divmod(won, TRICKS + 1)
    return one, two, TRICKS - one - two


def _trick_field(kind: int, seat: int) -> int:
    return (1 << TRICKS) - 1 << (kind * len(SEATS) + seat) * TRICKS


def _score_fields(ones: Mapping[int, int]) -> int:
    """A field for a seat, by tricks won."""
    return sum(fields << TRICK_FIELDS + won * SCORE_FIELDS for won, fields in ones.items())


ENDS = [won for won in range(WONS) if min(_counts(won)) >= 0]
# Of a deal that is over.
OVER = _score_fields(
    {
        won: sum(ONES[each] << 2 * seat for seat, each in enumerate(score(_counts(won))))
        for won in ENDS
    }
)
# By whose turn it is, the fields in which he takes the greater: his own guaranteed tricks, the
# fewest of the others, his own score.
GREATER = [
    _trick_field(0, seat)
    | sum(_trick_field(1, other) for other in SEATS if other != seat)
    | _score_fields(dict.fromkeys(range(WONS), 0b11 << 2 * seat))
    for seat in SEATS
]
ALL = (1 << TRICK_FIELDS + WONS * SCORE_FIELDS) - 1


def _liking(end: int, seat: int) -> tuple[int, int, int]:
    counts = _counts(end)
    scores = score(counts)
    return scores[seat], scores[seat] - sum(scores), counts[seat]


# By seat and end of a deal, how well it is liked in par.
LIKED = [
    {end: sorted(_liking(each, seat) for each in ENDS).index(_liking(end, seat)) for end in ENDS}
    for seat in SEATS
]

Layer = dict[int, list[int]]
Known = dict[int, tuple[int, dict[int, int]]]


class Memory:
    """A deal from the beginning of a trick on; ValueError in the middle of one, or at the end."""

    def __init__(self, state: State) -> None:
        views = [state.view(seat) for seat in SEATS]
        if state.actor is None or views[0].table:
            raise ValueError("no trick begins here")
        trumps, self.won = views[0].trumps, views[0].counts["tricks"]
        bit = {card: 1 << place for place, card in enumerate(PIQUET)}
        self.hands = [sum(map(bit.__getitem__, view.hand)) for view in views]
        self.begin = sum(self.hands) | state.actor << LEAD
        suits = {suit: sum(bit[card] for card in PIQUET if card[1] == suit) for suit in SUITS}
        self.trumps = sum(suits[suit] for suit in trumps)
        self.follow = {
            bit[card]: self.trumps if card[1] in trumps else suits[card[1]] for card in PIQUET
        }
        # Each set that a hand can be, as cards in canonical order.
        self.cards = {
            held: tuple(bit[card] for card in PIQUET if bit[card] & held)
            for hand in self.hands
            for held in _subsets(hand)
        }
        # By leader and the three cards: what the trick changes in the number of a position.
        self.change = [
            {
                bit[one]: {
                    bit[two]: {
                        bit[three]: bit[one]
                        | bit[two]
                        | bit[three]
                        | (lead ^ (lead + winner((one, two, three), trumps)) % 3) << LEAD
                        for three in views[(lead + 2) % 3].hand
                    }
                    for two in views[(lead + 1) % 3].hand
                }
                for one in views[lead].hand
            }
            for lead in SEATS
        ]

    def answer(self) -> tuple[Answer, int]:
        """What every seat can reach, and how many positions had to be remembered for it."""
        start = self.won[0] * GAINS[0] + self.won[1] * GAINS[1]
        layers: list[Layer] = [{self.begin: [start]}]
        while any(position & LEFT for position in layers[-1]):
            layers.append(self._after(layers[-1]))
        known: Known = {
            position: (OVER, {won: won for won in wons}) for position, wons in layers[-1].items()
        }
        remembered = sum(map(len, layers))
        for layer in layers[-2::-1]:
            known = self._before(layer, known)
        fields, ends = known[self.begin]

        def tricks(kind: int, seat: int) -> int:
            return (fields & _trick_field(kind, seat)).bit_count() + self.won[seat]

        scores = fields >> TRICK_FIELDS + start * SCORE_FIELDS
        return Answer(
            tuple(tricks(0, seat) for seat in SEATS),
            tuple(tricks(1, seat) for seat in SEATS),
            tuple((-2, 0, 1)[(scores >> 2 * seat & 3).bit_count()] for seat in SEATS),
            _counts(ends[start]),
        ), remembered

    def _ways(self, position: int) -> list[list[list[int]]]:
        """The positions after a trick, by the first card, the second and the third."""
        lead = position >> LEAD
        one, two, three = (self.hands[(lead + place) % 3] & position for place in SEATS)
        cards, trumps = self.cards, self.trumps
        ways = []
        for first in cards[one]:
            follow, changes = self.follow[first], self.change[lead][first]
            thirds = cards[three & follow or three & trumps or three]
            ways.append(
                [
                    [position ^ change[third] for third in thirds]
                    for change in map(
                        changes.__getitem__, cards[two & follow or two & trumps or two]
                    )
                ]
            )
        return ways

    def _after(self, layer: Layer) -> Layer:
        """The positions one trick later, each with all that may have been won before it."""
        found: dict[int, int] = {}
        before = found.get
        for position, wons in layer.items():
            sets = sum(1 << won for won in wons)
            shifted = [sets << gain for gain in GAINS]
            for seconds in self._ways(position):
                for thirds in seconds:
                    for after in thirds:
                        found[after] = before(after, 0) | shifted[after >> LEAD]
        lists = {sets: [w for w in range(WONS) if sets >> w & 1] for sets in set(found.values())}
        return {position: lists[sets] for position, sets in found.items()}

    def _before(self, layer: Layer, after: Known) -> Known:
        """The answers one trick earlier."""
        taken = {
            position: _taken(fields, position >> LEAD) for position, (fields, _) in after.items()
        }
        known: Known = {}
        for position, wons in layer.items():
            lead = position >> LEAD
            one, two, three = lead, (lead + 1) % 3, (lead + 2) % 3
            ways = self._ways(position)
            fields = _choose(
                GREATER[one],
                [
                    _choose(
                        GREATER[two],
                        [
                            _choose(GREATER[three], [taken[each] for each in thirds])
                            for thirds in seconds
                        ],
                    )
                    for seconds in ways
                ],
            )
            mine, second, third = (LIKED[seat].__getitem__ for seat in (one, two, three))
            ends = {}
            for won in wons:
                gained = [won + gain for gain in GAINS]
                # Of equals max() takes the first.
                ends[won] = max(
                    [
                        max(
                            [
                                max(
                                    [after[each][1][gained[each >> LEAD]] for each in thirds],
                                    key=third,
                                )
                                for thirds in seconds
                            ],
                            key=second,
                        )
                        for seconds in ways
                    ],
                    key=mine,
                )
            known[position] = fields, ends
        return known


def _subsets(hand: int) -> list[int]:
    found = [hand]
    while found[-1]:
        found.append((found[-1] - 1) & hand)
    return found


def _taken(fields: int, seat: int) -> int:
    """The answers after a trick as they are before it, when the seat has won the trick."""
    for kind in range(2):
        field = _trick_field(kind, seat)
        one_more = (fields & field) << 1 | field & -field
        fields = fields & ~field | one_more
    tricks = fields & (1 << TRICK_FIELDS) - 1
    scores = fields >> TRICK_FIELDS + GAINS[seat] * SCORE_FIELDS
    return tricks | scores << TRICK_FIELDS


def _choose(greater: int, values: list[int]) -> int:
    """The greater of the values in these fields, and the smaller in all others."""
    most, least = 0, ALL
    for value in values:
        most |= value
        least &= value
    return most & greater | least & ~greater


def disagreement(state: State) -> tuple[str | None, int]:
    """Where the solver differs from this one, if it does; and how many positions that took."""
    right, positions = Memory(state).answer()
    found = Answer(
        tuple(solver.guaranteed(state, seat) for seat in SEATS),
        tuple(solver.fewest(state, seat) for seat in SEATS),
        tuple(solver.best_score(state, seat) for seat in SEATS),
        solver.par(state).tricks,
    )
    return None if found == right else f"{found}, not {right}", positions


def main(number: int, seed: str, first: int = 1) -> int:
    comon = game("comon")
    for board in range(first, first + number):
        began = process_time()
        state = comon.start(deal(comon, key=sha256(seed.encode()).digest(), board=board))
        fault, positions = disagreement(state)
        spent = process_time() - began
        print(
            f"board {board}: {fault or 'agrees'}; {positions:,} positions, {spent:.0f} s of CPU",
            flush=True,
        )
        if fault:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:])))
