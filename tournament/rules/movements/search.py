"""The search that evens out meetings: a seeded annealing of bounded length, in whole numbers."""

from collections.abc import Sequence

from tournament.rules.movements.drafts import Draft
from tournament.rules.movements.draws import BITS, Draw
from tournament.rules.movements.meetings import Evenness, Matrix
from tournament.rules.movements.seats import Counts, Parts, unevenness
from tournament.rules.movements.shapes import CHAIRS

# A change for the worse by 2d is made with probability (heat / 64)^d.
_HEATS = (20, 14, 12, 10, 8, 6, 4, 2, 0)
_FULL_HEAT = 64
_WORST = 64
_SIT_OUT_EVERY = 8
# After so many steps, or one for so many places, the places at fault are looked up again.
_SWEEP = 100
_PLACES_PER_STEP = 8
_SEAT_WEIGHT = 4
# When fewer than one place in so many is at fault, only those are looked at.
_FEW = 4

# The two other places at a table, relative to each of the three.
_OTHERS = ((1, 2), (-1, 1), (-2, -1))


class Search:
    """Improves drafts in place, by two moves: two players change places in a round; a
    sit-out and a player of the same rank change their turns to sit out, which leaves the order of
    sit-outs just as fair."""

    def __init__(
        self, drafts: Sequence[Draft], counts: Matrix, evenness: Evenness, draw: Draw
    ) -> None:
        """`counts`: the meetings of all rounds, those of the drafts included."""
        self._drafts = drafts
        self._counts = counts
        self._evenness = evenness
        self._extra = evenness.extra
        self._draw = draw
        self._swappable = [number for number, draft in enumerate(drafts) if self._can_swap(draft)]
        self._places = sum(len(drafts[number].order) for number in self._swappable)
        self._sweep_length = max(_SWEEP, self._places // _PLACES_PER_STEP)
        self._sitting = [
            number for number, draft in enumerate(drafts) if draft.sit_outs and draft.order
        ]

    def run(self, steps: int, enough: int) -> int:
        """Anneals for about that many steps at each heat at most, until the cost is low enough.
        Leaves the best drafts found and returns their cost."""
        cost = best = self._cost()
        kept = self._copy()
        for heat in _HEATS:
            self._chances = [(heat**worse << BITS) // _FULL_HEAT**worse for worse in range(_WORST)]
            for _ in range(0, steps, self._sweep_length):
                if best <= enough:
                    return self._restore(kept, best)
                cost += self._sweep()
                if cost < best:
                    best, kept = cost, self._copy()
        return self._restore(kept, best)

    def _can_swap(self, draft: Draft) -> bool:
        return len(draft.order) > CHAIRS

    def _cost(self) -> int:
        return self._evenness.cost(self._counts)

    def _copy(self) -> list[Draft]:
        return [draft.copy() for draft in self._drafts]

    def _restore(self, kept: list[Draft], best: int) -> int:
        for draft, copy in zip(self._drafts, kept, strict=True):
            draft.order, draft.sit_outs, draft.ranks = copy.order, copy.sit_outs, copy.ranks
        return best

    def _sweep(self) -> int:
        draw, change = self._draw, 0
        if self._sitting:
            for _ in range(self._sweep_length // _SIT_OUT_EVERY):
                change += self._exchange_turns()
        if self._swappable:
            faults = self._faults()
            rounds = self._swappable
            for _ in range(self._sweep_length):
                if faults:
                    number, one = faults[draw() * len(faults) >> BITS]
                    places = len(self._drafts[number].order)
                else:
                    number = rounds[draw() * len(rounds) >> BITS]
                    places = len(self._drafts[number].order)
                    one = draw() * places >> BITS
                change += self._swap(number, one, draw() * places >> BITS)
        return change

    def _faults(self) -> list[tuple[int, int]]:
        """The places at fault, by round and number, if they are few."""
        faults = [
            (number, place)
            for number in self._swappable
            for place in range(len(self._drafts[number].order))
            if self._is_fault(number, place)
        ]
        return faults if len(faults) * _FEW < self._places else []

    def _is_fault(self, number: int, place: int) -> bool:
        """Whether the player in this place meets a neighbour too often."""
        order = self._drafts[number].order
        row, level = self._counts[order[place]], self._evenness.level
        left, right = _OTHERS[place % CHAIRS]
        return row[order[place + left]] > level or row[order[place + right]] > level

    def _swap(self, number: int, one: int, other: int) -> int:
        """Lets the players of two places change, if chance allows; the change of the cost."""
        change = self._swap_change(number, one, other)
        if change > 0 and not self._dares(change):
            return 0
        self._do_swap(number, one, other)
        return change

    def _dares(self, change: int) -> bool:
        return change < 2 * _WORST and self._draw() < self._chances[change >> 1]

    def _swap_change(self, number: int, one: int, other: int) -> int:
        if one // CHAIRS == other // CHAIRS:
            return 0
        order, extra = self._drafts[number].order, self._extra
        left, right = _OTHERS[one % CHAIRS]
        a, p, q = order[one], order[one + left], order[one + right]
        left, right = _OTHERS[other % CHAIRS]
        b, u, v = order[other], order[other + left], order[other + right]
        row_a, row_b = self._counts[a], self._counts[b]
        return (
            extra[row_b[p]] + extra[row_b[q]] + extra[row_a[u]] + extra[row_a[v]]
            - extra[row_a[p] - 1] - extra[row_a[q] - 1] - extra[row_b[u] - 1] - extra[row_b[v] - 1]
        )  # fmt: skip

    def _do_swap(self, number: int, one: int, other: int) -> None:
        order, counts = self._drafts[number].order, self._counts
        a, b = order[one], order[other]
        if one // CHAIRS != other // CHAIRS:
            row_a, row_b = counts[a], counts[b]
            left, right = _OTHERS[one % CHAIRS]
            for x in (order[one + left], order[one + right]):
                row_x = counts[x]
                row_a[x] -= 1
                row_x[a] -= 1
                row_b[x] += 1
                row_x[b] += 1
            left, right = _OTHERS[other % CHAIRS]
            for x in (order[other + left], order[other + right]):
                row_x = counts[x]
                row_b[x] -= 1
                row_x[b] -= 1
                row_a[x] += 1
                row_x[a] += 1
        order[one], order[other] = b, a

    def _exchange_turns(self) -> int:
        """Lets somebody sit out in place of another and the other at the later turn, if chance
        allows; the change of the cost."""
        draw, drafts = self._draw, self._drafts
        number = self._sitting[draw() * len(self._sitting) >> BITS]
        draft = drafts[number]
        sitting = draft.sit_outs[draw() * len(draft.sit_outs) >> BITS]
        place = draw() * len(draft.order) >> BITS
        playing = draft.order[place]
        if draft.ranks[sitting] != draft.ranks[playing]:
            return 0
        later = self._turn_after(number, sitting, playing)
        if later is None:
            return 0
        change = self._replace(number, place, sitting)
        if later < len(drafts):
            again = drafts[later].order.index(sitting)
            change += self._replace(later, again, playing)
        if change > 0 and not self._dares(change):
            if later < len(drafts):
                self._replace(later, again, sitting)
            self._replace(number, place, playing)
            return 0
        for passed in drafts[number + 1 : later + 1]:
            ranks = passed.ranks
            ranks[sitting], ranks[playing] = ranks[playing], ranks[sitting]
        return change

    def _turn_after(self, number: int, sitting: int, playing: int) -> int | None:
        """The next round in which the one now playing sits out, or the number of rounds if there
        is none. None when the other sits out before, or when one of them is not there throughout:
        then their turns are not alike."""
        for later in range(number + 1, len(self._drafts)):
            draft = self._drafts[later]
            if sitting not in draft.ranks or playing not in draft.ranks:
                return None
            if sitting in draft.sit_outs:
                return None
            if playing in draft.sit_outs:
                return later
        return len(self._drafts)

    def _replace(self, number: int, place: int, newcomer: int) -> int:
        """Seats a player who sits out in place of another, who sits out; the change of the cost."""
        draft, counts, extra = self._drafts[number], self._counts, self._extra
        order = draft.order
        leaver = order[place]
        left, right = _OTHERS[place % CHAIRS]
        change = 0
        for other in (order[place + left], order[place + right]):
            counts[leaver][other] -= 1
            counts[other][leaver] -= 1
            change += extra[counts[newcomer][other]] - extra[counts[leaver][other]]
            counts[newcomer][other] += 1
            counts[other][newcomer] += 1
        order[place] = newcomer
        draft.sit_outs[draft.sit_outs.index(newcomer)] = leaver
        return change


class SeatSearch(Search):
    """The same search where a place is also a seat: the place's number modulo 3. It weighs seats
    held unevenly above meetings, and may let players of one table change places."""

    def __init__(
        self,
        drafts: Sequence[Draft],
        counts: Matrix,
        evenness: Evenness,
        parts: Parts,
        draw: Draw,
        *,
        turns_may_change: bool,
    ) -> None:
        """`parts`: what is to be balanced. Where it depends on who sits out when, turns to sit
        out must not change."""
        super().__init__(drafts, counts, evenness, draw)
        self._part_of = parts.of
        self._held = parts.held([draft.order for draft in drafts])
        if not turns_may_change:
            self._sitting = []

    def _can_swap(self, draft: Draft) -> bool:
        return bool(draft.order)

    def _cost(self) -> int:
        return super()._cost() + _SEAT_WEIGHT * sum(map(unevenness, self._held))

    def _held_by(self, number: int, player: int) -> Counts:
        return self._held[self._part_of[number][player]]

    def _is_fault(self, number: int, place: int) -> bool:
        held = self._held_by(number, self._drafts[number].order[place])
        return unevenness(held) > 0 or super()._is_fault(number, place)

    def _swap_change(self, number: int, one: int, other: int) -> int:
        change = super()._swap_change(number, one, other)
        seat, other_seat = one % CHAIRS, other % CHAIRS
        if seat == other_seat:
            return change
        order = self._drafts[number].order
        held = self._held_by(number, order[one])
        other_held = self._held_by(number, order[other])
        before = unevenness(held) + unevenness(other_held)
        _move(held, seat, other_seat)
        _move(other_held, other_seat, seat)
        after = unevenness(held) + unevenness(other_held)
        _move(held, other_seat, seat)
        _move(other_held, seat, other_seat)
        return change + _SEAT_WEIGHT * (after - before)

    def _do_swap(self, number: int, one: int, other: int) -> None:
        order = self._drafts[number].order
        seat, other_seat = one % CHAIRS, other % CHAIRS
        _move(self._held_by(number, order[one]), seat, other_seat)
        _move(self._held_by(number, order[other]), other_seat, seat)
        super()._do_swap(number, one, other)

    def _replace(self, number: int, place: int, newcomer: int) -> int:
        leaver = self._drafts[number].order[place]
        held, other_held = self._held_by(number, leaver), self._held_by(number, newcomer)
        before = unevenness(held) + unevenness(other_held)
        held[place % CHAIRS] -= 1
        other_held[place % CHAIRS] += 1
        after = unevenness(held) + unevenness(other_held)
        return super()._replace(number, place, newcomer) + _SEAT_WEIGHT * (after - before)


def _move(held: Counts, seat: int, other: int) -> None:
    held[seat] -= 1
    held[other] += 1
