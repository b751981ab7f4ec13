cimport cython

ctypedef unsigned long long word
ctypedef unsigned int cards

cdef cards _ASKED
cdef word _WORD, _STAR, _MIX
cdef int _OPEN, _UNKNOWN, _LOW, _HIGH, _NO_CARD, _ALL, _FROM, _BELOW

@cython.final
cdef class Search:
    cdef const unsigned int[::1] hands, duties
    cdef const signed char[::1] heights
    cdef const unsigned char[::1] merged, verdicts, levels, classes, ranks
    cdef const unsigned short[::1] codes, boxes
    cdef const unsigned int[::1] rows
    cdef const unsigned char[::1] lengths
    cdef unsigned int[::1] facts
    cdef unsigned char[::1] moves, edges
    cdef word[::1] keys
    cdef int[::1] weights
    cdef int a, b, c, d, mono, target, wanting, scored, topped
    cdef cards query, size
    cdef readonly word nodes

    cpdef int reach(
        self, cards left, int leader, const unsigned char[::1] table, int won, int target,
        int wanting, int need, int query, const unsigned char[::1] verdicts,
    )
    cpdef int best(
        self, cards left, int leader, const unsigned char[::1] table, int won,
        const unsigned char[::1] levels, const unsigned char[::1] classes,
        const unsigned short[::1] boxes, const unsigned char[::1] ranks, unsigned char[::1] edges,
    )
    @cython.locals(settled=cython.int)
    cdef int _lead(self, cards left, int leader, int need, int won) noexcept
    @cython.locals(
        rest=cython.int, query=cards, settled=cython.int, key=word, entry=cards, low=cython.int,
        high=cython.int, hint=cython.int, wants=cython.int, result=cython.int, moves=cards,
        after=cython.int, card=cython.int, bit=cards,
    )
    cdef int _open(self, cards left, int leader, int need, int won) noexcept
    @cython.locals(led=cython.int, soon=cards, later=cards, leads=cython.int, wants=cython.int, moves=cards, after=cython.int, card=cython.int, bit=cards, rest=cython.int)
    cdef int _second(self, cards left, int seat, int first, int need, int won) noexcept
    @cython.locals(
        wants=cython.int, moves=cards, soon=cards, later=cards, leader=cython.int,
        card=cython.int, bit=cards, winner=cython.int, less=cython.int, known=cython.int,
    )
    cdef int _third(self, cards left, int seat, int first, int second, int need, int won) noexcept
    cdef int _gain(self, int winner) noexcept
    @cython.locals(settled=cython.int, query=cards, key=word, entry=cards)
    cdef int _known(self, cards left, int leader, int need, int won) noexcept
    cdef cards _query(self, int leader, int won) noexcept
    cdef int _settled(self, cards left, int leader, int need, int won, int rest) noexcept
    @cython.locals(second=cython.int, third=cython.int, place=cython.int)
    cdef int _last_winner(self, cards left, int leader) noexcept
    @cython.locals(
        tops=cython.int, low=cython.int, led=cards, trumps=cards,
    )
    cdef int _sure(self, cards left, int leader, int need, int rest) noexcept
    @cython.locals(zero=cards, one=cards, two=cards, above=cards, seat=cython.int, hand=cards, tops=cython.int)
    cdef int _tops(self, cards left) noexcept
    cdef cards _trumps(self, cards hand) noexcept
    @cython.locals(found=cython.int)
    cdef int _cashed(self, cards left, int leader) noexcept
    @cython.locals(held=cards, others=cards, run=cython.int, step=cython.int, hand=cards)
    cdef int _cash(self, cards left, int leader, int shift) noexcept
    @cython.locals(most=cython.int, chosen=cython.int, bit=cards, card=cython.int, weight=cython.int)
    cdef int _heaviest(self, cards moves, int seat) noexcept
    @cython.locals(
        rest=cython.int, tops=cython.int, free=cython.int, sure=cython.int, box=cython.int,
        edge=cython.int, top=cython.int, bottom=cython.int, query=word, key=word,
        entry=cython.size_t, ranked=cython.int, least=word, most=word, fact=word, end=cython.int,
        found=word,
    )
    cdef int _par(self, cards left, int leader, int won, int by, int low, int high) noexcept
    @cython.locals(
        edge=cython.int, top=cython.int, bottom=cython.int, chosen=cython.int, limit=cython.int,
        most=cython.int, after=cython.int, played=cards, moves=cards, bit=cards,
        place=cython.int, end=cython.int, winner=cython.int, level=cython.int,
    )
    cdef int _turn(
        self, cards left, int seat, int first, int second, int won, int box, int by, int low,
        int high,
    ) noexcept
    @cython.locals(less=cython.int, more=cython.int)
    cdef int _top(self, int edge, int low, int high) noexcept
    @cython.locals(less=cython.int, more=cython.int)
    cdef int _bottom(self, int edge, int low, int high) noexcept
    @cython.locals(box=cython.int, seat=cython.int, by=cython.int, level=cython.int)
    cdef int _edges(self, int sure, int rest) noexcept
    @cython.locals(
        from_less=cython.int, from_more=cython.int, below_less=cython.int, below_more=cython.int,
        one=cython.int, two=cython.int, end=cython.int, own=cython.int,
    )
    cdef void _edge(self, int edge, int seat, int by, int level, int sure, int rest) noexcept
    @cython.locals(mixed=word, entry=cython.size_t)
    cdef cython.size_t _place_of(self, word key, word query) noexcept
    @cython.locals(hand=cards, suit=cython.int)
    cdef cards _legal(self, cards left, int seat, int first) noexcept
    @cython.locals(in_a=cards, in_b=cards, a=cards, b=cards, pairs=cards, single=cards)
    cdef cards _different(self, cards left, cards held) noexcept
    @cython.locals(in_a=cards, in_b=cards, a=cards, b=cards, pairs=cards, both=cards)
    cdef cards _ordered(self, cards left, cards held) noexcept
    @cython.locals(found=cards)
    cdef cards _plain(self, cards left, cards held) noexcept
    cdef cards _alike(self, cards left, cards held, int shift) noexcept
    @cython.locals(led=cython.int, one=cython.int, two=cython.int, three=cython.int)
    cdef int _winner(self, int first, int second, int third) noexcept
    @cython.locals(c=word, d=word)
    cdef word _key(self, cards left) noexcept
    @cython.locals(c=word, d=word)
    cdef word _ordered_key(self, cards left) noexcept
    @cython.locals(a=word, b=word)
    cdef word _packed(self, cards left, word c, word d) noexcept
    @cython.locals(in_a=cards, in_b=cards, high=cards, low=cards)
    cdef word _rows(self, cards left, int form) noexcept
    @cython.locals(mixed=word, entry=cards)
    cdef cards _entry(self, word key, cards query) noexcept
    cdef int _count(self, cards bits) noexcept
    cdef int _place(self, cards bit) noexcept
    cdef int _last(self, cards held) noexcept
