"""Com'on! with all hands open, everybody for himself, searched to the end.

The result depends on the order of the cards, which decides between equals. But only the order of
those in one hand matters: while a hand's trumps stand in the order of their ranks, it does not
matter which of the two suits each of them has. So the key of a position is without suits of trumps,
and `_labels` adds them for the hands where they matter.

Who leads a trick, and who follows, takes the first card with the end it likes best. It is told what
the one before it, who asks, has already, his floor: if the end is not above it for him, any such
end will do. Once a seat has found an end, it will get nothing that it likes less; when nothing
that it likes as well is above the floor, it need not look further. This is shallow pruning (Korf,
"Multi-player alpha-beta pruning", 1991); nothing may be passed on to the one after next.
"""

from collections.abc import Sequence

from engine.solver.cards import Cards

# What is kept of an end: it is the right one, or who leads likes the right one no less, or no more.
_EXACT, _LEAST, _MOST = 0, 1, 2


class Pars(Cards):
    """How the deal ends if every seat plays for what it likes best."""

    def equip(self, squeezed: Sequence[int], rules: Sequence[Sequence[int]]) -> None:
        """The tables `squeezed` and `rules` of `engine/solver/tables.py`."""
        self.squeezed = squeezed
        self.spans, self.classes, self.likes, self.tops, self.below, self.ceilings = rules
        self.between = 0
        for place in range(32):
            if self.a < place & 24 < self.b:
                self.between |= 1 << place
        self.beside = self.c + 8 == self.d

    def best(
        self,
        left: int,
        leader: int,
        table: Sequence[int],
        won: int,
    ) -> int:
        """The trick counts at the end if every seat plays for what it likes best."""
        if len(table) == 0:
            return self._par(left, leader, won, leader, -1)
        seat = (leader + 1) % 3
        span = self.spans[won * 11 + self._count(self.hands[leader] & left) + 1]
        if len(table) == 1:
            return self._second(left, seat, table[0], won, span, leader, -1)
        return self._third(left, (seat + 1) % 3, table[0], table[1], won, span, leader, -1)

    # `span` is the number of the set of ends that can still come; ends are trick counts, as `won`.

    def _par(self, left: int, leader: int, won: int, asker: int, floor: int) -> int:
        rest = self._count(self.hands[leader] & left)
        if rest == 0:
            return won
        if rest == 1:
            return won + self._gain(self._last_winner(left, leader))
        sure = self._sure(left)
        least = won + (sure & 15) * self._gain(sure >> 4)
        span = self.spans[least * 11 + rest - (sure & 15)]
        if rest == sure & 15 or self.tops[asker * 286 + span] <= floor:
            return least
        top = self.tops[leader * 286 + span]
        if rest == 2:
            return self._leads(left, leader, won, span, top, asker, floor) & 255
        return self._remembered(left, leader, won, span, top, asker, floor)

    def _sure(self, left: int) -> int:
        """16 × the seat with the highest trumps, and how many are above those of all others."""
        for seat in range(3):
            count = self._tops(left, self.hands[seat] & left)
            if count:
                return seat << 4 | count
        return 0

    def _remembered(
        self, left: int, leader: int, won: int, span: int, top: int, asker: int, floor: int
    ) -> int:
        query = (self.classes[span] << 2 | leader) << 24 | self._labels(left)
        key = self._ordered_key(left)
        entry = self._entry(key, query)
        fact = self.table[entry + 1]
        if self.table[entry] == key and fact >> 24 == query:
            end = won + (fact & 255)
            kind = fact >> 8 & 3
            if self._enough(kind, leader, span, end, asker, floor):
                return end
            if kind == _MOST:
                top = self.likes[leader * 121 + end]
        self.nodes += 1
        found = self._leads(left, leader, won, span, top, asker, floor)
        self.table[entry] = key
        self.table[entry + 1] = query << 24 | found - won
        return found & 255

    def _enough(self, kind: int, leader: int, span: int, end: int, asker: int, floor: int) -> int:
        if kind == _EXACT:
            return 1
        if leader == asker:
            return 1 if kind == _MOST and self.likes[leader * 121 + end] <= floor else 0
        return 1 if kind == _LEAST and self._ceiling(leader, asker, span, end) <= floor else 0

    def _leads(
        self, left: int, leader: int, won: int, span: int, top: int, asker: int, floor: int
    ) -> int:
        """The end, and 256 × what kind of answer it is."""
        most = floor if leader == asker else -1
        chosen = -1
        moves = self._ordered(left, self.hands[leader] & left)
        after = (leader + 1) % 3
        while moves and most < top:
            bit = moves & -moves
            moves ^= bit
            end = self._second(left ^ bit, after, self._place(bit), won, span, leader, most)
            if self.likes[leader * 121 + end] > most:
                most = self.likes[leader * 121 + end]
                chosen = end
                if leader != asker and self._ceiling(leader, asker, span, end) <= floor:
                    return _LEAST << 8 | end
        if chosen < 0:
            return _MOST << 8 | self.below[(leader * 286 + span) * 32 + floor]
        return chosen

    def _ceiling(self, seat: int, asker: int, span: int, end: int) -> int:
        """The most that who asks can still get if `seat` gets what it likes as well as `end`."""
        return self.ceilings[((seat * 3 + asker) * 286 + span) * 32 + self.likes[seat * 121 + end]]

    def _second(
        self, left: int, seat: int, first: int, won: int, span: int, asker: int, floor: int
    ) -> int:
        moves = self._ordered(left | 1 << first, self._legal(left, seat, first))
        top = self.tops[seat * 286 + span]
        most = -1
        chosen = won
        after = (seat + 1) % 3
        while moves and most < top:
            bit = moves & -moves
            moves ^= bit
            end = self._third(left ^ bit, after, first, self._place(bit), won, span, seat, most)
            if self.likes[seat * 121 + end] > most:
                most = self.likes[seat * 121 + end]
                chosen = end
                if self._ceiling(seat, asker, span, end) <= floor:
                    return end
        return chosen

    def _third(
        self,
        left: int,
        seat: int,
        first: int,
        second: int,
        won: int,
        span: int,
        asker: int,
        floor: int,
    ) -> int:
        moves = self._ordered(left | 1 << first | 1 << second, self._legal(left, seat, first))
        top = self.tops[seat * 286 + span]
        most = -1
        chosen = won
        leader = (seat + 1) % 3
        while moves and most < top:
            bit = moves & -moves
            moves ^= bit
            winner = (leader + self._winner(first, second, self._place(bit))) % 3
            end = self._par(left ^ bit, winner, won + self._gain(winner), seat, most)
            if self.likes[seat * 121 + end] > most:
                most = self.likes[seat * 121 + end]
                chosen = end
                if self._ceiling(seat, asker, span, end) <= floor:
                    return end
        return chosen

    def _ordered_key(self, left: int) -> int:
        c = self.codes[512 + (left >> self.c & 255)]
        d = self.codes[768 + (left >> self.d & 255)]
        if self.mono:
            return self._packed(left, c, d)
        if c < d and self.beside:
            for seat in range(3):
                hand = self.hands[seat] & left
                if hand >> self.c & 255 and hand >> self.d & 255:
                    return self._rows(left, 0) << 32 | c << 16 | d
            c, d = d, c
        return self._rows(left, 0) << 32 | c << 16 | d

    def _labels(self, left: int) -> int:
        if self.mono:
            return 0
        there = (left >> self.a | left >> self.b) & 255
        labels = 0
        for seat in range(3):
            hand = self.hands[seat] & left
            a = hand >> self.a & 255
            b = hand >> self.b & 255
            labels <<= 8
            if b and (a >= (b & -b) << 1 or hand & self.between):
                labels |= self.squeezed[there << 8 | b]
        return labels
