cimport cython
from engine.solver.cards cimport Cards, cards, word

cdef int _EXACT, _LEAST, _MOST

@cython.final
cdef class Pars(Cards):
    cdef const unsigned char[::1] squeezed, classes, likes, tops, below, ceilings
    cdef const unsigned short[::1] spans
    cdef cards between
    cdef int beside

    @cython.locals(place=cython.int)
    cpdef void equip(self, const unsigned char[::1] squeezed, rules)
    cpdef int best(self, cards left, int leader, const unsigned char[::1] table, int won)
    @cython.locals(rest=cython.int, sure=cython.int, least=cython.int, span=cython.int, top=cython.int)
    cdef int _par(self, cards left, int leader, int won, int asker, int floor) noexcept
    @cython.locals(seat=cython.int, count=cython.int)
    cdef int _sure(self, cards left) noexcept
    @cython.locals(
        query=word, key=word, entry=cards, fact=word, end=cython.int, kind=cython.int,
        found=cython.int,
    )
    cdef int _remembered(
        self, cards left, int leader, int won, int span, int top, int asker, int floor
    ) noexcept
    cdef int _enough(
        self, int kind, int leader, int span, int end, int asker, int floor
    ) noexcept
    @cython.locals(
        most=cython.int, chosen=cython.int, moves=cards, after=cython.int, bit=cards,
        end=cython.int,
    )
    cdef int _leads(
        self, cards left, int leader, int won, int span, int top, int asker, int floor
    ) noexcept
    cdef int _ceiling(self, int seat, int asker, int span, int end) noexcept
    @cython.locals(
        moves=cards, top=cython.int, most=cython.int, chosen=cython.int, after=cython.int,
        bit=cards, end=cython.int,
    )
    cdef int _second(
        self, cards left, int seat, int first, int won, int span, int asker, int floor
    ) noexcept
    @cython.locals(
        moves=cards, top=cython.int, most=cython.int, chosen=cython.int, leader=cython.int,
        bit=cards, winner=cython.int, end=cython.int,
    )
    cdef int _third(
        self, cards left, int seat, int first, int second, int won, int span, int asker, int floor
    ) noexcept
    @cython.locals(c=word, d=word, seat=cython.int, hand=cards)
    cdef word _ordered_key(self, cards left) noexcept
    @cython.locals(there=cards, labels=cards, seat=cython.int, hand=cards, a=cards, b=cards)
    cdef word _labels(self, cards left) noexcept
