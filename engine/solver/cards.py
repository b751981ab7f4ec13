"""Com'on! with all hands open: the cards, the positions, and what is kept about them.

This file is run in two ways, as `engine/kernel/playouts.py` is: by Python as it stands, and as the
beginning of `duels.py` and of `pars.py`, each compiled by Cython with the types of the `.pxd`s.
`engine.solver` knows the words for it.

A card is its place in `engine.cards.PIQUET`: in the byte of a suit, the lowest bit is the ace. Each
card was dealt to one seat, so that one set, `left`, says what all hands still hold. Trick counts
are one number, `won`: 11 × those of seat 0 + those of seat 1.

Two positions at the start of a trick are the same if only ranks differ that are in no hand any
more, as the order of the cards is the same. Trumps are ranked in rows, one for each rank, with the
one or two trumps of that rank: two in a row can annul each other, and a single one stands for any
single one, in whichever trump suit. Of several cards in one hand with nothing between them one is
tried, but trumps in a row of two count as something between.
"""

from collections.abc import MutableSequence, Sequence

_WORD = 0xFFFFFFFFFFFFFFFF
_STAR = 0x9E3779B97F4A7C15
_MIX = 0xBF58476D1CE4E5B9


class Cards:
    """One deal: what has been found out about its positions is kept."""

    def __init__(
        self,
        hands: Sequence[int],
        heights: Sequence[int],
        duties: Sequence[int],
        shifts: Sequence[int],
        mono: int,
        merged: Sequence[int],
        places: Sequence[int],
        codes: Sequence[Sequence[int]],
        table: MutableSequence[int],
    ) -> None:
        """`shifts` are where the bytes of the suits begin, those of the trumps first.

        `codes` are what may be left of each suit, each four rows of trumps, and how long those are.
        `table` are positions and what is known of each, noughts at first.
        """
        self.hands = hands
        self.heights = heights
        self.duties = duties
        self.mono = mono
        self.a, self.b, self.c, self.d = shifts
        self.merged = merged
        self.places = places
        self.codes, self.rows, self.lengths = codes
        self.table = table
        self.size = len(table)
        self.nodes = 0

    def _gain(self, winner: int) -> int:
        return 11 if winner == 0 else 1 if winner == 1 else 0

    def _last_winner(self, left: int, leader: int) -> int:
        second = (leader + 1) % 3
        third = (leader + 2) % 3
        place = self._winner(
            self._place(self.hands[leader] & left),
            self._place(self.hands[second] & left),
            self._place(self.hands[third] & left),
        )
        return (leader + place) % 3

    def _tops(self, left: int, hand: int) -> int:
        """How many trumps of a hand are above all trumps of the others."""
        mine = hand >> self.a & 255
        others = (left & ~hand) >> self.a & 255
        if self.mono:
            return self._count(mine & ((others & -others) - 1 if others else 255))
        more = hand >> self.b & 255
        others |= (left & ~hand) >> self.b & 255
        above = (others & -others) - 1 if others else 255
        return self._count(mine & above) + self._count(more & above)

    def _legal(self, left: int, seat: int, first: int) -> int:
        hand = self.hands[seat] & left
        suit = first >> 3
        return hand & self.duties[suit] or hand & self.duties[suit + 4] or hand

    def _ordered(self, left: int, held: int) -> int:
        """The same where trump suits differ, as the order of the cards decides between equals."""
        if self.mono:
            return self._alike(left, held, self.a) | self._plain(left, held)
        in_a = left >> self.a & 255
        in_b = left >> self.b & 255
        a = held >> self.a & 255
        b = held >> self.b & 255
        pairs = in_a & in_b
        both = (in_a | in_b) << 8
        a &= self.merged[both | a & ~pairs] | pairs
        b &= self.merged[both | b & ~pairs] | pairs
        return a << self.a | b << self.b | self._plain(left, held)

    def _plain(self, left: int, held: int) -> int:
        found = self._alike(left, held, self.c) | self._alike(left, held, self.d)
        if self.mono:
            found |= self._alike(left, held, self.b)
        return found

    def _alike(self, left: int, held: int, shift: int) -> int:
        return self.merged[(left >> shift & 255) << 8 | held >> shift & 255] << shift

    def _winner(self, first: int, second: int, third: int) -> int:
        led = (first >> 3) << 5
        one = self.heights[led + first]
        two = self.heights[led + second]
        three = self.heights[led + third]
        if one == two:
            return 2
        if one == three:
            return 1
        if two == three:
            return 0
        if one > two:
            return 0 if one > three else 2
        return 1 if two > three else 2

    def _packed(self, left: int, c: int, d: int) -> int:
        a = self.codes[left >> self.a & 255]
        b = self.codes[256 + (left >> self.b & 255)]
        return a << 48 | b << 32 | c << 16 | d

    def _rows(self, left: int, form: int) -> int:
        in_a = left >> self.a & 255
        in_b = left >> self.b & 255
        high = (in_a & 15) << 4 | in_b & 15
        low = in_a & 240 | in_b >> 4
        return self.rows[form + high] << self.lengths[low] | self.rows[form + 256 + low]

    def _entry(self, key: int, query: int) -> int:
        mixed = ((key ^ query) * _STAR) & _WORD
        mixed = ((mixed ^ mixed >> 29) * _MIX) & _WORD
        entry = (mixed >> 32) & (self.size - 4)
        if self.table[entry] == key and self.table[entry + 1] >> 24 == query:
            return entry
        if self.table[entry + 2] == key and self.table[entry + 3] >> 24 == query:
            return entry + 2
        # The first place keeps what stands for more cards.
        if self.table[entry] == 0 or key >= self.table[entry]:
            return entry
        return entry + 2

    def _count(self, bits: int) -> int:
        bits -= (bits >> 1) & 0x55555555
        bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F
        return bits * 0x01010101 >> 24 & 255

    def _place(self, bit: int) -> int:
        """Which card a set of one is, after Leiserson, Prokop and Randall."""
        return self.places[bit * 0x077CB531 >> 27 & 31]
