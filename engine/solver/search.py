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

_WORD = 0xFFFFFFFFFFFFFFFF
_STAR = 0x9E3779B97F4A7C15
_MIX = 0xBF58476D1CE4E5B9
_ASKED = 0xFFFFFF00
_OPEN = 15
_UNKNOWN = 2
# Answers in place of an end; no card; all levels; and the parts of the edges.
_LOW, _HIGH = -1, -2
_NO_CARD = 32
_ALL = 31
_FROM, _BELOW = 32, 64


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
        codes: Sequence[Sequence[int]],
        room: Sequence[MutableSequence[int]],
    ) -> None:
        """`shifts` are where the bytes of the suits begin, those of the trumps first.

        `codes` are what may be left of each suit, each four rows of trumps, and how long those are.
        `room` are the keys, facts and moves of positions, noughts at first, and weights of cards;
        for `best` keys alone, two words a position.
        """
        self.hands = hands
        self.heights = heights
        self.duties = duties
        self.mono = mono
        self.a, self.b, self.c, self.d = shifts
        self.merged = merged
        self.codes, self.rows, self.lengths = codes
        self.keys, self.facts, self.moves, self.weights = room
        self.size = len(self.keys)
        self.nodes = 0
        self.verdicts = self.levels = self.classes = self.ranks = merged
        self.boxes = self.codes
        self.edges: MutableSequence[int] = self.moves
        self.topped = 0
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
        levels: Sequence[int],
        classes: Sequence[int],
        boxes: Sequence[int],
        ranks: Sequence[int],
        edges: MutableSequence[int],
    ) -> int:
        """The trick counts at the end if every seat plays for what it likes best.

        `levels` are by seat and final counts how much it likes them, 0 to 31. The others are by
        tricks sure and open: `classes` the same number where all like the same of what can come;
        `boxes` a number of their own; `ranks`, also by seat and level, how many levels below it can
        come. `edges`, noughts at first, are kept for the next deal (see `_edges`).
        """
        self.levels = levels
        self.classes = classes
        self.boxes = boxes
        self.ranks = ranks
        self.edges = edges
        if len(table) == 0:
            return self._par(left, leader, won, leader, 0, _ALL)
        seat = (leader + len(table)) % 3
        box = self._edges(won, self._count(self.hands[seat] & left))
        second = table[1] if len(table) == 2 else _NO_CARD
        return self._turn(left, seat, table[0], second, won, box, seat, 0, _ALL)

    # One seat against two.

    def _lead(self, left: int, leader: int, need: int, won: int) -> int:
        settled = self._settled(left, leader, need, won, self._count(self.hands[leader] & left))
        return settled if settled != _UNKNOWN else self._open(left, leader, need, won)

    def _open(self, left: int, leader: int, need: int, won: int) -> int:
        rest = self._count(self.hands[leader] & left)
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
        if moves & moves - 1 == 0:
            return self._third(left ^ moves, after, first, self._place(moves), need, won)
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
        if moves & moves - 1 == 0:
            winner = (leader + self._winner(first, second, self._place(moves))) % 3
            less = need - 1 if winner == self.target and not self.scored else need
            return self._lead(left ^ moves, winner, less, won + self._gain(winner))
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
            if self._open(left ^ bit, winner, less, won + self._gain(winner)) == wants:
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
        tops = self._tops(left)
        low = tops >> 2
        if tops & 3 == self.target:
            if low >= need:
                return 1
        elif rest - low < need:
            return 0
        if self.wanting:
            low = self._cashed(left, leader) + (low if tops & 3 == leader else 0)
            if leader == self.target:
                if low >= need:
                    return 1
            elif rest - low < need:
                return 0
        return _UNKNOWN

    def _cashed(self, left: int, leader: int) -> int:
        """How many plain tricks a leader can take before anybody can trump or overtake.

        A hand with trumps must follow as long as it has cards of the suit.
        """
        found = self._cash(left, leader, self.c) + self._cash(left, leader, self.d)
        return found + self._cash(left, leader, self.b) if self.mono else found

    def _cash(self, left: int, leader: int, shift: int) -> int:
        held = (self.hands[leader] & left) >> shift & 255
        others = left >> shift & 255 & ~held
        run = self._count(held & ((others & -others) - 1 if others else 255))
        for step in range(1, 3):
            hand = self.hands[(leader + step) % 3] & left
            if run and hand & self.duties[self.a >> 3]:
                run = min(run, self._count(hand >> shift & 255))
        return run

    def _tops(self, left: int) -> int:
        """Four times how many trumps are above all those of the others, and whose they are."""
        zero = self._trumps(self.hands[0] & left)
        one = self._trumps(self.hands[1] & left)
        two = self._trumps(self.hands[2] & left)
        zero = zero & -zero
        one = one & -one
        two = two & -two
        if zero == one == two:
            return 0
        if zero < one:
            if zero < two:
                seat = 0
                above = one if one < two else two
            else:
                seat = 2
                above = zero
        elif one < two:
            seat = 1
            above = zero if zero < two else two
        else:
            seat = 2
            above = one
        above -= 1
        hand = self.hands[seat] & left
        tops = self._count(hand >> self.a & above & 255)
        if not self.mono:
            tops += self._count(hand >> self.b & above & 255)
        return tops << 2 | seat

    def _trumps(self, hand: int) -> int:
        if self.mono:
            return hand >> self.a & 255 | 256
        return (hand >> self.a | hand >> self.b) & 255 | 256

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
    #
    # Who asks for the end after a card has a better card already, or a limit beyond which the seat
    # before will not let it come: it needs the end only if it likes it at least at level `low` and
    # less than at `high`. The answer is that end; or _LOW or _HIGH, and which end stays open. What
    # this is to the seat that plays next, `_edges` knows: if all ends from some level of its own on
    # are low (or all are high), it need not tell them apart, and the same from below.

    def _par(self, left: int, leader: int, won: int, by: int, low: int, high: int) -> int:
        """The end of the position, as far as seat `by` asks."""
        rest = self._count(self.hands[leader] & left)
        if rest < 2:
            return won + (self._gain(self._last_winner(left, leader)) if rest else 0)
        tops = self._tops(left)
        free = rest - (tops >> 2)
        sure = won + self._gain(tops & 3) * (tops >> 2)
        if free == 0:
            return sure
        box = self._edges(sure, free)
        edge = box + (leader * 3 + by) * 128
        top = self._top(edge, low, high)
        if top >> 1 <= self.edges[edge + _BELOW]:
            return _HIGH if top & 1 else _LOW
        bottom = self._bottom(edge, low, high)
        query = self.classes[sure * 11 + free] << 2 | leader
        key = self._ordered_key(left)
        entry = self._place_of(key, query)
        ranked = ((sure * 11 + free) * 3 + leader) * 32
        least = 0
        most = _ALL
        if self.keys[entry] == key and self.keys[entry + 1] >> 32 == query:
            fact = self.keys[entry + 1]
            if fact & 255:
                return sure + (fact & 255) - 1
            least = fact >> 8 & 255
            most = fact >> 16 & 255
            if least >= self.ranks[ranked + (top >> 1)]:
                return _HIGH if top & 1 else _LOW
            if most <= self.ranks[ranked + (bottom >> 1)]:
                return _HIGH if bottom & 1 else _LOW
        self.nodes += 1
        end = self._turn(left, leader, _NO_CARD, _NO_CARD, won, box, by, low, high)
        found = 0
        if end >= 0:
            found = end - sure + 1
        elif self.topped:
            least = self.ranks[ranked + (top >> 1)]
        else:
            most = self.ranks[ranked + (bottom >> 1)]
        self.keys[entry] = key
        self.keys[entry + 1] = query << 32 | most << 16 | least << 8 | found
        return end

    def _turn(
        self,
        left: int,
        seat: int,
        first: int,
        second: int,
        won: int,
        box: int,
        by: int,
        low: int,
        high: int,
    ) -> int:
        """The same with cards on the table, or none; `topped` says if the seat needs no more."""
        edge = box + (seat * 3 + by) * 128
        top = self._top(edge, low, high)
        if top >> 1 <= self.edges[edge + _BELOW]:
            return _HIGH if top & 1 else _LOW
        bottom = self._bottom(edge, low, high)
        chosen = _HIGH if bottom & 1 else _LOW
        limit = top >> 1
        most = (bottom >> 1) - 1
        after = (seat + 1) % 3
        if first == _NO_CARD:
            moves = self._ordered(left, self.hands[seat] & left)
        else:
            played = 1 << first | (0 if second == _NO_CARD else 1 << second)
            moves = self._ordered(left | played, self._legal(left, seat, first))
        while moves:
            bit = moves & -moves
            moves ^= bit
            place = self._place(bit)
            # Of equals the first card in canonical order, which is the order of these.
            if first == _NO_CARD:
                end = self._turn(
                    left ^ bit, after, place, _NO_CARD, won, box, seat, most + 1, limit
                )
            elif second == _NO_CARD:
                end = self._turn(left ^ bit, after, first, place, won, box, seat, most + 1, limit)
            else:
                winner = (after + self._winner(first, second, place)) % 3
                end = self._par(left ^ bit, winner, won + self._gain(winner), seat, most + 1, limit)
            if end >= 0:
                level = self.levels[seat * 121 + end]
                if level <= most:
                    continue
                most = level
                chosen = end
                if level >= limit:
                    end = _HIGH
            if end == _HIGH:
                self.topped = 1
                return _HIGH if top & 1 else _LOW
        self.topped = 0
        return chosen

    def _top(self, edge: int, low: int, high: int) -> int:
        """From which level on all is low, or all high: twice the level, and 1 if it is high."""
        less = self.edges[edge + low]
        more = self.edges[edge + _FROM + high]
        return more << 1 | 1 if more < less else less << 1

    def _bottom(self, edge: int, low: int, high: int) -> int:
        """Below which level all is low, or all high, likewise."""
        less = self.edges[edge + _BELOW + low]
        more = self.edges[edge + _BELOW + _FROM + high]
        return more << 1 | 1 if more > less else less << 1

    def _edges(self, sure: int, rest: int) -> int:
        """Where the edges begin of what can come when so much is sure and so many tricks are open.

        There are 128 for each seat and each that asks, 32 for each level of who asks: from which
        level of the seat on he likes all ends less than that, from which on none, and below which
        all, and none.
        """
        box = self.boxes[sure * 11 + rest] * 1152
        if self.edges[box]:
            return box
        # The one that is looked at here comes last.
        for seat in range(2, -1, -1):
            for by in range(2, -1, -1):
                for level in range(_ALL, -1, -1):
                    self._edge(box + (seat * 3 + by) * 128 + level, seat, by, level, sure, rest)
        return box

    def _edge(self, edge: int, seat: int, by: int, level: int, sure: int, rest: int) -> None:
        from_less = from_more = 0
        below_less = below_more = _ALL
        for one in range(rest + 1):
            for two in range(rest - one + 1):
                end = sure + one * 11 + two
                own = self.levels[seat * 121 + end]
                if self.levels[by * 121 + end] >= level:
                    from_less = max(from_less, own + 1)
                    below_less = min(below_less, own)
                else:
                    from_more = max(from_more, own + 1)
                    below_more = min(below_more, own)
        self.edges[edge + _BELOW + _FROM] = below_more
        self.edges[edge + _BELOW] = below_less
        self.edges[edge + _FROM] = from_more
        self.edges[edge] = from_less

    def _place_of(self, key: int, query: int) -> int:
        mixed = ((key ^ query) * _STAR) & _WORD
        mixed = ((mixed ^ mixed >> 29) * _MIX) & _WORD
        entry = (mixed >> 32) & (self.size - 4)
        if self.keys[entry] == key and self.keys[entry + 1] >> 32 == query:
            return entry
        if self.keys[entry + 2] == key and self.keys[entry + 3] >> 32 == query:
            return entry + 2
        return entry if self.keys[entry] == 0 or key >= self.keys[entry] else entry + 2

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
        return bits * 0x01010101 >> 24 & 255

    def _place(self, bit: int) -> int:
        """Which card a set of one is."""
        return self._count(bit - 1)

    def _last(self, held: int) -> int:
        held |= held >> 1
        held |= held >> 2
        held |= held >> 4
        held |= held >> 8
        held |= held >> 16
        return self._count(held) - 1
