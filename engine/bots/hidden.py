"""Where the cards that a seat does not see may be: worlds, each as likely as the others.

A world agrees with everything that seat has seen: with the cards played, with the number of cards
in each hand, and with what it showed when somebody did not follow. None is ever drawn in vain. The
cards that the same holders may have form a group; counting the worlds for each way to share out a
group says how likely that way is, and within a group every card is like another.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import comb

from engine.duties import Duties
from engine.protocol import Deal, State, View
from engine.registry import game

# The holders (by number) that may have a card, and how many cards are like it.
_Groups = tuple[tuple[tuple[int, ...], int], ...]


class Hidden:
    """The cards a view does not show. ValueError if no world agrees with the view.

    `holders` are the other seats, and None last if cards lie aside unseen.
    """

    def __init__(self, view: View, duties: Duties) -> None:
        seen = {card for trick in view.tricks for card in trick.cards}
        seen.update((play.action for play in view.table), view.hand, view.turned)
        bits = [bit for card, bit in duties.pack.bit.items() if card not in seen]
        counts, voids = view.counts["cards"], duties.voids(view)
        others = [seat for seat in range(len(counts)) if seat != view.seat]
        aside = len(bits) - sum(counts[seat] for seat in others)
        self.holders: tuple[int | None, ...] = (*others, None) if aside else tuple(others)
        self._room = tuple(counts[seat] for seat in others) + ((aside,) if aside else ())
        groups: dict[tuple[int, ...], list[int]] = {}
        for bit in bits:
            may = tuple(
                place
                for place, holder in enumerate(self.holders)
                if holder is None or not voids[holder] & bit
            )
            groups.setdefault(may, []).append(bit)
        # Those with the fewest holders leave the least to be counted after them.
        self._cards = [groups[may] for may in sorted(groups, key=len)]
        self._groups: _Groups = tuple((may, len(groups[may])) for may in sorted(groups, key=len))
        if aside < 0 or not self.worlds():
            raise ValueError("no deal agrees with what was seen")

    def worlds(self) -> int:
        """How many there are."""
        return _worlds(self._groups, self._room)

    def sample(self, chance: Callable[[], float]) -> list[int]:
        """A world: a set of cards for each of `holders`. `chance` gives numbers in [0, 1)."""
        room, held = self._room, [0] * len(self._room)
        for place, cards in enumerate(self._cards):
            ways = _ways(self._groups[place:], room)
            _, share, room = ways[0] if len(ways) == 1 else _pick(ways, chance)
            start, last = 0, len(cards) - 1
            for holder, number in zip(self._groups[place][0], share, strict=True):
                mask = 0
                for here in range(start, start + number):
                    there = here + int(chance() * (last + 1 - here))
                    cards[here], cards[there] = cards[there], cards[here]
                    mask |= cards[here]
                start += number
                held[holder] |= mask
        return held


def hands(view: View, duties: Duties, *, number: int, chance: Callable[[], float]) -> list[int]:
    """So many worlds: the hands of all seats as sets, one world after the other."""
    hidden = Hidden(view, duties)
    held = [0] * len(view.counts["cards"])
    held[view.seat] = duties.pack.mask(view.hand)
    others = [holder for holder in hidden.holders if holder is not None]
    found: list[int] = []
    for _ in range(number):
        for holder, cards in zip(others, hidden.sample(chance), strict=False):
            held[holder] = cards
        found += held
    return found


def states(
    view: View, duties: Duties, *, number: int, chance: Callable[[], float]
) -> Iterator[State]:
    """So many worlds, each as the state that this seat's view may be a view of."""
    hidden, rules = Hidden(view, duties), game(view.game)
    seats = len(view.counts["cards"])
    played: list[list[str]] = [[] for _ in range(seats)]
    actions: list[str] = []
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            played[(trick.leader + place) % seats].append(card)
        actions += trick.cards
    for play in view.table:
        played[play.seat].append(play.action)
        actions.append(play.action)
    for _ in range(number):
        hands = [tuple(cards) for cards in played]
        hands[view.seat] += view.hand
        talon = view.turned
        for holder, cards in zip(hidden.holders, hidden.sample(chance), strict=True):
            if holder is None:
                talon += duties.pack.codes(cards)
            else:
                hands[holder] += duties.pack.codes(cards)
        state = rules.start(Deal(tuple(hands), talon))
        for action in actions:
            state = state.apply(state.actor or 0, action)
        yield state


# So many worlds, how many cards of the first group each of its holders has in them, and how many
# cards every holder has still to get.
_Way = tuple[int, tuple[int, ...], tuple[int, ...]]


def _pick(ways: Sequence[_Way], chance: Callable[[], float]) -> _Way:
    number = int(chance() * sum(way[0] for way in ways))
    for way in ways:
        number -= way[0]
        if number < 0:
            return way
    return ways[-1]


@lru_cache(maxsize=1 << 14)
def _ways(groups: _Groups, room: tuple[int, ...]) -> tuple[_Way, ...]:
    """The ways to share out the first group that leave a world for the others."""
    (holders, size), rest = groups[0], groups[1:]
    found = []
    for share in _shares(size, [room[holder] for holder in holders]):
        left, after, alike = list(room), size, 1
        for holder, number in zip(holders, share, strict=True):
            left[holder] -= number
            alike *= comb(after, number)
            after -= number
        if worlds := alike * _worlds(rest, tuple(left)):
            found.append((worlds, share, tuple(left)))
    return tuple(found)


def _worlds(groups: _Groups, room: tuple[int, ...]) -> int:
    return sum(way[0] for way in _ways(groups, room)) if groups else int(not any(room))


def _shares(size: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to put so many cards where there is so much room."""
    if not room:
        if size == 0:
            yield ()
        return
    for number in range(min(size, room[0]) + 1):
        for others in _shares(size - number, room[1:]):
            yield (number, *others)
