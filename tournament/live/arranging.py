"""How a hand and a trick are laid out: plain values in, plain values out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from engine.cards import SUITS

# So many cards fit side by side on the narrowest phone, each with room for a thumb.
ROW_MOST = 6
ROW_MOST_OF_MANY = 7
TWO_ROWS_MOST = 2 * ROW_MOST

# Where a seat is, seen from the seat at the bottom; the others follow in the order of play.
PLACES: Mapping[int, Sequence[str]] = {
    2: ("near", "across"),
    3: ("near", "left", "right"),
    4: ("near", "left", "across", "right"),
}
# The games in which two trumps of equal rank in a trick annul each other.
ANNULATE = frozenset({"comon"})


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of one's own hand, and whether it may be played now; if not, `reason` says why."""

    code: str
    is_playable: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HandSuit:
    """The cards of one suit in a hand, the highest first; cards of no suit have the suit ""."""

    suit: str
    is_trump: bool
    cards: Sequence[HandCard]


def hand_by_suits(cards: Sequence[HandCard], trumps: str) -> list[HandSuit]:
    """Return a hand grouped by suit, trumps first."""
    order = sorted(SUITS, key=lambda suit: suit not in trumps)
    groups = [
        HandSuit(suit, suit in trumps, tuple(card for card in cards if card.code[-1] == suit))
        for suit in order
    ]
    others = tuple(card for card in cards if card.code[-1] not in SUITS)
    groups.append(HandSuit("", False, others))
    return [group for group in groups if group.cards]


def hand_in_rows(hand: Sequence[HandSuit]) -> list[list[HandSuit]]:
    """Return a hand in rows of a phone's width; where it can be, a suit stays in one row."""
    total = sum(len(group.cards) for group in hand)
    most = ROW_MOST if total <= TWO_ROWS_MOST else ROW_MOST_OF_MANY
    rows: list[list[HandSuit]] = []
    rest = list(hand)
    for row in range(ceil(total / most), 0, -1):
        left = sum(len(group.cards) for group in rest)
        first, rest = _cut(rest, _row_size(rest, left=left, rows=row, most=most))
        rows.append(first)
    return rows


def _row_size(hand: Sequence[HandSuit], *, left: int, rows: int, most: int) -> int:
    """Return how many cards the first row takes: up to a suit's end where it can, else a share."""
    possible = range(max(1, left - (rows - 1) * most), min(most, left) + 1)
    borders: set[int] = set()
    end = 0
    for group in hand:
        end += len(group.cards)
        borders.add(end)
    share = left / rows
    return min(possible, key=lambda size: (size not in borders, abs(size - share), -size))


def _cut(hand: Sequence[HandSuit], size: int) -> tuple[list[HandSuit], list[HandSuit]]:
    first: list[HandSuit] = []
    for place, group in enumerate(hand):
        if len(group.cards) > size:
            parts = (group.cards[:size], group.cards[size:])
            begun, other = (replace(group, cards=part) for part in parts)
            return [*first, *([begun] if size else [])], [other, *hand[place + 1 :]]
        first.append(group)
        size -= len(group.cards)
    return first, []


def place_of(seat: int, *, me: int | None, seats: int) -> str:
    """Return where a seat is shown: near, left, across or right; "" at tables of other sizes."""
    places = PLACES.get(seats)
    return "" if places is None else places[(seat - (me or 0)) % seats]


def annulled(game: str, cards: Sequence[str], trumps: str) -> frozenset[str]:
    """Return the cards of a trick, so far, that annul each other."""
    if game not in ANNULATE:
        return frozenset()
    ranks = [card[0] for card in cards if card[-1] in trumps]
    return frozenset(card for card in cards if card[-1] in trumps and ranks.count(card[0]) > 1)
