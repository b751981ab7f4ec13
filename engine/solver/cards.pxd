cimport cython

ctypedef unsigned long long word
ctypedef unsigned int cards

cdef word _WORD, _STAR, _MIX

cdef class Cards:
    cdef const unsigned int[::1] hands, duties
    cdef const signed char[::1] heights
    cdef const unsigned char[::1] merged, places
    cdef const unsigned short[::1] codes
    cdef const unsigned int[::1] rows
    cdef const unsigned char[::1] lengths
    cdef word[::1] table
    cdef int a, b, c, d, mono
    cdef cards size
    cdef readonly word nodes

    @cython.final
    cdef int _gain(self, int winner) noexcept
    @cython.final
    @cython.locals(second=cython.int, third=cython.int, place=cython.int)
    cdef int _last_winner(self, cards left, int leader) noexcept
    @cython.final
    @cython.locals(mine=cards, others=cards, more=cards, above=cards)
    cdef int _tops(self, cards left, cards hand) noexcept
    @cython.final
    @cython.locals(hand=cards, suit=cython.int)
    cdef cards _legal(self, cards left, int seat, int first) noexcept
    @cython.final
    @cython.locals(in_a=cards, in_b=cards, a=cards, b=cards, pairs=cards, both=cards)
    cdef cards _ordered(self, cards left, cards held) noexcept
    @cython.final
    @cython.locals(found=cards)
    cdef cards _plain(self, cards left, cards held) noexcept
    @cython.final
    cdef cards _alike(self, cards left, cards held, int shift) noexcept
    @cython.final
    @cython.locals(led=cython.int, one=cython.int, two=cython.int, three=cython.int)
    cdef int _winner(self, int first, int second, int third) noexcept
    @cython.final
    @cython.locals(a=word, b=word)
    cdef word _packed(self, cards left, word c, word d) noexcept
    @cython.final
    @cython.locals(in_a=cards, in_b=cards, high=cards, low=cards)
    cdef word _rows(self, cards left, int form) noexcept
    @cython.final
    @cython.locals(mixed=word, entry=cards)
    cdef cards _entry(self, word key, word query) noexcept
    @cython.final
    cdef int _count(self, cards bits) noexcept
    @cython.final
    cdef int _place(self, cards bit) noexcept
