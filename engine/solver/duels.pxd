cimport cython
from engine.solver.cards cimport Cards, cards, word

cdef int _OPEN, _UNKNOWN

@cython.final
cdef class Duels(Cards):
    cdef const unsigned char[::1] verdicts
    cdef int[::1] weights
    cdef int target, wanting, scored
    cdef cards query

    cpdef void equip(self, int[::1] weights)
    cpdef int reach(
        self, cards left, int leader, const unsigned char[::1] table, int won, int target,
        int wanting, int need, int query, const unsigned char[::1] verdicts,
    )
    @cython.locals(known=cython.int)
    cdef int _lead(self, cards left, int leader, int need, int won) noexcept
    @cython.locals(
        rest=cython.int, query=word, fact=word, settled=cython.int, key=word, entry=cards, low=cython.int,
        high=cython.int, hint=cython.int, wants=cython.int, result=cython.int, moves=cards,
        after=cython.int, card=cython.int, bit=cards,
    )
    cdef int _led(self, cards left, int leader, int need, int won) noexcept
    @cython.locals(led=cython.int, soon=cards, later=cards, leads=cython.int, wants=cython.int, moves=cards, after=cython.int, card=cython.int, bit=cards, rest=cython.int)
    cdef int _second(self, cards left, int seat, int first, int need, int won) noexcept
    @cython.locals(
        wants=cython.int, moves=cards, soon=cards, later=cards, leader=cython.int,
        card=cython.int, bit=cards, winner=cython.int, less=cython.int, known=cython.int,
    )
    cdef int _third(self, cards left, int seat, int first, int second, int need, int won) noexcept
    @cython.locals(settled=cython.int, query=word, fact=word, key=word, entry=cards)
    cdef int _known(self, cards left, int leader, int need, int won) noexcept
    cdef word _query(self, int leader, int won) noexcept
    cdef int _settled(self, cards left, int leader, int need, int won, int rest) noexcept
    @cython.locals(
        mine=cards, low=cython.int, step=cython.int, theirs=cards, led=cards, trumps=cards,
    )
    cdef int _sure(self, cards left, int leader, int need, int rest) noexcept
    @cython.locals(runs=cython.int)
    cdef int _runs(self, cards left, cards hand) noexcept
    @cython.locals(others=cards)
    cdef int _run(self, cards left, cards mine) noexcept
    @cython.locals(again=cards, most=cython.int, chosen=cython.int, bit=cards, card=cython.int, weight=cython.int)
    cdef int _heaviest(self, cards moves, int seat) noexcept
    @cython.locals(in_a=cards, in_b=cards, a=cards, b=cards, pairs=cards, single=cards)
    cdef cards _different(self, cards left, cards held) noexcept
    @cython.locals(c=word, d=word)
    cdef word _key(self, cards left) noexcept
    cdef int _last(self, cards held) noexcept
