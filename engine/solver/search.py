"""Com'on! with all hands open, searched to the end.

This one file is run in two ways, as `engine/kernel/playouts.py` is: by Python as it stands, and
compiled by Cython with the types of `search.pxd`. `engine.solver` knows the words for it.

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

_HALF = 0xFFFFFFFF
_WORD = 0xFFFFFFFFFFFFFFFF
_STAR = 0x9E3779B97F4A7C15
_MIX = 0xBF58476D1CE4E5B9
_ASKED = 0xFFFFFF00
_OPEN = 15
_UNKNOWN = 2


class Search:
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
        room: Sequence[MutableSequence[int]],
    ) -> None:
        """`shifts` are where the bytes of the suits begin, those of the trumps first.

        `codes` are what may be left of each suit, each four rows of trumps, and how long those are.
        `room` are the keys, facts and moves of positions, noughts at first, and weights of cards.
        """
        self.hands = hands
        self.heights = heights
        self.duties = duties
        self.mono = mono
        self.a, self.b, self.c, self.d = shifts
        self.merged = merged
        self.places = places
        self.codes, self.rows, self.lengths = codes
        self.keys, self.facts, self.moves, self.weights = room
        self.size = len(self.keys)
        self.nodes = 0
        self.verdicts = self.classes = self.places
        self.likes: Sequence[int] = self.weights
        self.tops: Sequence[int] = self.weights
        self.target = self.wanting = self.scored = self.query = 0

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
    ) -> int:
        """Whether seat `target` gets `need` tricks more, this one included: 1 or 0.

        It wants them and the others do not (`wanting` 1), or the other way round (0). With
        `verdicts`, instead whether the score is reached that they know: by `won` and the number of
        tricks left, 0 and 1 are certain, 2 is open. Questions of one `query` share what was found.
        """
        self.target = target
        self.wanting = wanting
        if query != self.query:
            for place in range(96):
                self.weights[place] = 0
        self.query = query
        self.scored = len(verdicts) > 1
        self.verdicts = verdicts
        if len(table) == 0:
            return self._lead(left, leader, need, won)
        seat = (leader + 1) % 3
        if len(table) == 1:
            return self._second(left, seat, table[0], need, won)
        return self._third(left, (seat + 1) % 3, table[0], table[1], need, won)

    def best(
        self,
        left: int,
        leader: int,
        table: Sequence[int],
        won: int,
        likes: Sequence[int],
        tops: Sequence[int],
        classes: Sequence[int],
    ) -> int:
        """The trick counts at the end if every seat plays for what it likes best.

        `likes` are by seat and final counts; `tops`, by seat, counts and tricks left, the most
        that can still come. `classes` are the same number where all like the same of what can come.
        """
        self.classes = classes
        self.likes = likes
        self.tops = tops
        if len(table) == 0:
            return self._par(left, leader, won)
        seat = (leader + 1) % 3
        if len(table) == 1:
            return self._par_second(left, seat, table[0], won)
        return self._par_third(left, (seat + 1) % 3, table[0], table[1], won)

    # One seat against two.

    def _lead(self, left: int, leader: int, need: int, won: int) -> int:
        rest = self._count(self.hands[leader] & left)
        settled = self._settled(left, leader, need, won, rest)
        if settled != _UNKNOWN:
            return settled
        query = self._query(leader, won)
        self.nodes += 1
        key = self._key(left)
        entry = self._entry(key, query)
        low = 0
        high = _OPEN
        hint = 32
        if self.keys[entry] == key and self.facts[entry] & _ASKED == query:
            low = self.facts[entry] >> 4 & 15
            high = self.facts[entry] & 15
            if low >= need:
                return 1
            if high < need:
                return 0
            hint = self.moves[entry]
        wants = self.wanting if leader == self.target else 1 - self.wanting
        result = 1 - wants
        moves = self._different(left, self.hands[leader] & left)
        after = (leader + 1) % 3
        while moves:
            card = hint if hint < 32 and moves >> hint & 1 else self._heaviest(moves, leader)
            bit = 1 << card
            moves ^= bit
            if self._second(left ^ bit, after, card, need, won) == wants:
                result = wants
                hint = card
                self.weights[leader * 32 + card] += rest * rest
                break
        if result:
            low = need
        else:
            high = need - 1
        self.keys[entry] = key
        self.facts[entry] = query | low << 4 | high
        self.moves[entry] = hint
        return result

    def _second(self, left: int, seat: int, first: int, need: int, won: int) -> int:
        wants = self.wanting if seat == self.target else 1 - self.wanting
        moves = self._different(left | 1 << first, self._legal(left, seat, first))
        after = (seat + 1) % 3
        led = (first >> 3) << 5
        soon = 0
        later = moves
        while later:
            bit = later & -later
            later ^= bit
            leads = self.heights[led + first] > self.heights[led + self._place(bit)]
            if ((seat + 2) % 3 if leads else seat) == self.target:
                soon |= bit
        if not wants:
            soon = moves & ~soon
        moves ^= soon
        while soon | moves:
            if not soon:
                soon = moves
                moves = 0
            card = self._heaviest(soon, seat)
            bit = 1 << card
            soon ^= bit
            if self._third(left ^ bit, after, first, card, need, won) == wants:
                rest = self._count(self.hands[seat] & left)
                self.weights[seat * 32 + card] += rest * rest
                return wants
        return 1 - wants

    def _third(self, left: int, seat: int, first: int, second: int, need: int, won: int) -> int:
        wants = self.wanting if seat == self.target else 1 - self.wanting
        moves = self._different(left | 1 << first | 1 << second, self._legal(left, seat, first))
        leader = (seat + 1) % 3
        # Those with which it is known how the deal goes on need no search. Of the others, first the
        # cards that give the trick to whom this seat would like to see win it.
        soon = 0
        later = 0
        while moves:
            bit = moves & -moves
            moves ^= bit
            winner = (leader + self._winner(first, second, self._place(bit))) % 3
            less = need - 1 if winner == self.target and not self.scored else need
            known = self._known(left ^ bit, winner, less, won + self._gain(winner))
            if known == wants:
                return wants
            if known == _UNKNOWN:
                if (winner == self.target) == wants:
                    soon |= bit
                else:
                    later |= bit
        while soon | later:
            if not soon:
                soon = later
                later = 0
            card = self._last(soon) if self.wanting else self._place(soon & -soon)
            bit = 1 << card
            soon ^= bit
            winner = (leader + self._winner(first, second, card)) % 3
            less = need - 1 if winner == self.target and not self.scored else need
            if self._lead(left ^ bit, winner, less, won + self._gain(winner)) == wants:
                return wants
        return 1 - wants

    def _gain(self, winner: int) -> int:
        return 11 if winner == 0 else 1 if winner == 1 else 0

    def _known(self, left: int, leader: int, need: int, won: int) -> int:
        settled = self._settled(left, leader, need, won, self._count(self.hands[leader] & left))
        if settled != _UNKNOWN:
            return settled
        query = self._query(leader, won)
        key = self._key(left)
        entry = self._entry(key, query)
        if self.keys[entry] == key and self.facts[entry] & _ASKED == query:
            if (self.facts[entry] >> 4 & 15) >= need:
                return 1
            if (self.facts[entry] & 15) < need:
                return 0
        return _UNKNOWN

    def _query(self, leader: int, won: int) -> int:
        return ((won << 12 if self.scored else 0) | self.query * 3 + leader) << 8

    def _settled(self, left: int, leader: int, need: int, won: int, rest: int) -> int:
        if self.scored:
            return self.verdicts[won * 11 + rest]
        if need <= 0:
            return 1
        if need > rest:
            return 0
        if rest == 1:
            return 1 if self._last_winner(left, leader) == self.target else 0
        return self._sure(left, leader, need, rest)

    def _last_winner(self, left: int, leader: int) -> int:
        second = (leader + 1) % 3
        third = (leader + 2) % 3
        place = self._winner(
            self._place(self.hands[leader] & left),
            self._place(self.hands[second] & left),
            self._place(self.hands[third] & left),
        )
        return (leader + place) % 3

    def _sure(self, left: int, leader: int, need: int, rest: int) -> int:
        """What the highest cards settle: 1 or 0, or that it is open.

        Trumps above all those of the others win whenever they are played.
        """
        mine = self.hands[self.target] & left
        low = self._tops(left, mine)
        if low >= need:
            return 1
        for step in range(1, 3):
            theirs = self.hands[(self.target + step) % 3] & left
            if rest - self._tops(left, theirs) < need:
                return 0
        if self.wanting:
            led = self.hands[leader] & left
            trumps = left & self.duties[self.a >> 3]
            if trumps & ~led == 0:
                low = self._count(led & trumps) + self._runs(left, led)
                if leader == self.target:
                    if low >= need:
                        return 1
                elif rest - low < need:
                    return 0
        return _UNKNOWN

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

    def _runs(self, left: int, hand: int) -> int:
        """How many plain cards of a hand are above all those of the others in their suits."""
        runs = self._run(left >> self.c & 255, hand >> self.c & 255)
        runs += self._run(left >> self.d & 255, hand >> self.d & 255)
        if self.mono:
            runs += self._run(left >> self.b & 255, hand >> self.b & 255)
        return runs

    def _run(self, left: int, mine: int) -> int:
        others = left & ~mine
        return self._count(mine & ((others & -others) - 1 if others else 255))

    def _heaviest(self, moves: int, seat: int) -> int:
        most = -1
        chosen = 0
        while moves:
            bit = moves & -moves
            moves ^= bit
            card = self._place(bit)
            weight = self.weights[seat * 32 + card]
            if weight > most:
                most = weight
                chosen = card
        return chosen

    # Everybody for himself.

    def _par(self, left: int, leader: int, won: int) -> int:
        hand = self.hands[leader] & left
        if hand == 0:
            return won
        rest = self._count(hand)
        if rest == 1:
            return won + self._gain(self._last_winner(left, leader))
        query = (self.classes[won * 11 + rest] << 12 | leader) << 8
        key = self._ordered_key(left)
        entry = self._entry(key, query)
        if self.keys[entry] == key and self.facts[entry] & _ASKED == query:
            return won + (self.facts[entry] & 255)
        self.nodes += 1
        most = -1
        chosen = won
        top = self.tops[(leader * 121 + won) * 11 + rest]
        moves = self._ordered(left, hand)
        after = (leader + 1) % 3
        while moves and most < top:
            bit = moves & -moves
            moves ^= bit
            end = self._par_second(left ^ bit, after, self._place(bit), won)
            if self.likes[leader * 121 + end] > most:
                most = self.likes[leader * 121 + end]
                chosen = end
        self.keys[entry] = key
        self.facts[entry] = query | chosen - won
        return chosen

    def _par_second(self, left: int, seat: int, first: int, won: int) -> int:
        moves = self._ordered(left | 1 << first, self._legal(left, seat, first))
        top = self.tops[(seat * 121 + won) * 11 + self._count(self.hands[seat] & left)]
        most = -1
        chosen = won
        after = (seat + 1) % 3
        while moves and most < top:
            bit = moves & -moves
            moves ^= bit
            end = self._par_third(left ^ bit, after, first, self._place(bit), won)
            if self.likes[seat * 121 + end] > most:
                most = self.likes[seat * 121 + end]
                chosen = end
        return chosen

    def _par_third(self, left: int, seat: int, first: int, second: int, won: int) -> int:
        moves = self._ordered(left | 1 << first | 1 << second, self._legal(left, seat, first))
        rest = self._count(self.hands[seat] & left) - 1
        most = -1
        chosen = won
        leader = (seat + 1) % 3
        while moves:
            bit = moves & -moves
            moves ^= bit
            winner = (leader + self._winner(first, second, self._place(bit))) % 3
            takes = won + self._gain(winner)
            if self.tops[(seat * 121 + takes) * 11 + rest] <= most:
                continue
            end = self._par(left ^ bit, winner, takes)
            if self.likes[seat * 121 + end] > most:
                most = self.likes[seat * 121 + end]
                chosen = end
        return chosen

    # Cards and positions.

    def _legal(self, left: int, seat: int, first: int) -> int:
        hand = self.hands[seat] & left
        suit = first >> 3
        return hand & self.duties[suit] or hand & self.duties[suit + 4] or hand

    def _different(self, left: int, held: int) -> int:
        """One of each kind among the cards that a hand may play; the table is in `left`."""
        if self.mono:
            return self._alike(left, held, self.a) | self._plain(left, held)
        in_a = left >> self.a & 255
        in_b = left >> self.b & 255
        a = held >> self.a & 255
        b = held >> self.b & 255
        if a | b == 0:
            return self._plain(left, held)
        pairs = in_a & in_b
        single = self.merged[(in_a | in_b) << 8 | (a | b) & ~pairs]
        b &= single | pairs & ~a
        a &= single | pairs
        return a << self.a | b << self.b | self._plain(left, held)

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

    def _key(self, left: int) -> int:
        """The position up to names of suits; two plain suits, or two trumps of a rank, may swap."""
        c = self.codes[512 + (left >> self.c & 255)]
        d = self.codes[768 + (left >> self.d & 255)]
        if c < d:
            c, d = d, c
        if self.mono:
            return self._packed(left, c, d)
        return self._rows(left, 0) << 32 | c << 16 | d

    def _ordered_key(self, left: int) -> int:
        c = self.codes[512 + (left >> self.c & 255)]
        d = self.codes[768 + (left >> self.d & 255)]
        if self.mono:
            return self._packed(left, c, d)
        return self._rows(left, 512) << 32 | c << 16 | d

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
        entry = (mixed >> 32) & (self.size - 2)
        if self.keys[entry] == key and self.facts[entry] & _ASKED == query:
            return entry
        if self.keys[entry + 1] == key and self.facts[entry + 1] & _ASKED == query:
            return entry + 1
        # The first place keeps what stands for more cards.
        if self.keys[entry] == 0 or key >= self.keys[entry]:
            return entry
        return entry + 1

    def _count(self, bits: int) -> int:
        bits -= (bits >> 1) & 0x55555555
        bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
        bits = (bits + (bits >> 4)) & 0x0F0F0F0F
        return ((bits * 0x01010101) & _HALF) >> 24

    def _place(self, bit: int) -> int:
        """Which card a set of one is, after Leiserson, Prokop and Randall."""
        return self.places[((bit * 0x077CB531) & _HALF) >> 27]

    def _last(self, held: int) -> int:
        held |= held >> 1
        held |= held >> 2
        held |= held >> 4
        held |= held >> 8
        held |= held >> 16
        return self._count(held) - 1
