"""One seat of Com'on! against the two others, with all hands open, searched to the end."""

from collections.abc import MutableSequence, Sequence

from engine.solver.cards import Cards

_OPEN = 15
_UNKNOWN = 2


class Duels(Cards):
    """What one seat can reach: tricks or a score, wanted or not, the two others against it."""

    def equip(self, weights: MutableSequence[int]) -> None:
        """`weights` are one number for each seat and card: how often it settled a question."""
        self.weights = weights
        self.query = 0

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

    def _lead(self, left: int, leader: int, need: int, won: int) -> int:
        known = self._known(left, leader, need, won)
        return known if known != _UNKNOWN else self._led(left, leader, need, won)

    def _led(self, left: int, leader: int, need: int, won: int) -> int:
        rest = self._count(self.hands[leader] & left)
        query = self._query(leader, won)
        self.nodes += 1
        key = self._key(left)
        entry = self._entry(key, query)
        low = 0
        high = _OPEN
        hint = 32
        fact = self.table[entry + 1]
        if self.table[entry] == key and fact >> 24 == query:
            low = fact >> 4 & 15
            high = fact & 15
            if low >= need:
                return 1
            if high < need:
                return 0
            hint = fact >> 8 & 255
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
        self.table[entry] = key
        self.table[entry + 1] = query << 24 | hint << 8 | low << 4 | high
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
            if self._led(left ^ bit, winner, less, won + self._gain(winner)) == wants:
                return wants
        return 1 - wants

    def _known(self, left: int, leader: int, need: int, won: int) -> int:
        settled = self._settled(left, leader, need, won, self._count(self.hands[leader] & left))
        if settled != _UNKNOWN:
            return settled
        query = self._query(leader, won)
        key = self._key(left)
        entry = self._entry(key, query)
        fact = self.table[entry + 1]
        if self.table[entry] == key and fact >> 24 == query:
            if (fact >> 4 & 15) >= need:
                return 1
            if (fact & 15) < need:
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

    def _key(self, left: int) -> int:
        """The position up to names of suits; two plain suits, or two trumps of a rank, may swap."""
        c = self.codes[512 + (left >> self.c & 255)]
        d = self.codes[768 + (left >> self.d & 255)]
        if c < d:
            c, d = d, c
        if self.mono:
            return self._packed(left, c, d)
        return self._rows(left, 0) << 32 | c << 16 | d

    def _last(self, held: int) -> int:
        held |= held >> 1
        held |= held >> 2
        held |= held >> 4
        held |= held >> 8
        held |= held >> 16
        return self._count(held) - 1
