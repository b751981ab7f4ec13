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

    cdef inline int _gain(self, int winner) noexcept
    @cython.locals(second=cython.int, third=cython.int, place=cython.int)
    cdef inline int _last_winner(self, cards left, int leader) noexcept
    @cython.locals(mine=cards, others=cards, more=cards, above=cards)
    cdef inline int _tops(self, cards left, cards hand) noexcept
    @cython.locals(hand=cards, suit=cython.int)
    cdef inline cards _legal(self, cards left, int seat, int first) noexcept
    @cython.locals(in_a=cards, in_b=cards, a=cards, b=cards, pairs=cards, both=cards)
    cdef inline cards _ordered(self, cards left, cards held) noexcept
    @cython.locals(found=cards)
    cdef inline cards _plain(self, cards left, cards held) noexcept
    cdef inline cards _alike(self, cards left, cards held, int shift) noexcept
    @cython.locals(led=cython.int, one=cython.int, two=cython.int, three=cython.int)
    cdef inline int _winner(self, int first, int second, int third) noexcept
    @cython.locals(a=word, b=word)
    cdef inline word _packed(self, cards left, word c, word d) noexcept
    @cython.locals(in_a=cards, in_b=cards, high=cards, low=cards)
    cdef inline word _rows(self, cards left, int form) noexcept
    @cython.locals(mixed=word, entry=cards)
    cdef inline cards _entry(self, word key, word query) noexcept
    cdef inline int _count(self, cards bits) noexcept
    cdef inline int _place(self, cards bit) noexcept
