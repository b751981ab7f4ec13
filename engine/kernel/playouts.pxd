cimport cython

ctypedef unsigned long long word
ctypedef unsigned int cards

cdef cards _HALF
cdef word _WORD, _STRIDE, _MIX, _MIX_AGAIN, _STAR

@cython.locals(
    game=word, state=word, place=cython.int, other=cython.int, card=cython.uchar,
    one=cards, two=cards, three=cards, turn=cython.int, won=cython.int,
)
cpdef void deals(
    const unsigned int[::1] duties, const signed char[::1] heights,
    const unsigned char[::1] turns, word seed, word games,
    unsigned long long[::1] counts, unsigned char[::1] log,
) noexcept

@cython.locals(
    on_table=cython.int, first=cython.int, second=cython.int,
    one=cards, two=cards, three=cards, game=word, state=word, end=cython.int,
)
cpdef void positions(
    const unsigned int[::1] duties, const signed char[::1] heights, int turn,
    const unsigned int[::1] hands, int leader, const unsigned char[::1] table, int won,
    word seed, word games, unsigned long long[::1] counts, unsigned char[::1] log,
) noexcept

@cython.locals(
    on_table=cython.int, leader=cython.int, game=word, world=cython.Py_ssize_t,
    place=cython.Py_ssize_t, card=cython.int, first=cython.int, second=cython.int,
    one=cards, two=cards, three=cards, state=word, end=cython.int,
)
cpdef void weigh(
    const unsigned int[::1] duties, const signed char[::1] heights, int turn,
    const unsigned int[::1] worlds, int seat, const unsigned char[::1] choice,
    const unsigned char[::1] table, int won, const signed char[::1] scores,
    word seed, long long[::1] sums, unsigned char[::1] log,
) noexcept

@cython.locals(
    begun=cython.int, opener=cython.int, used=cython.int, world=cython.Py_ssize_t, game=word,
    state=word, leader=cython.int, on_table=cython.int, first=cython.int, second=cython.int,
    third=cython.int, takes=cython.int, one=cards, two=cards, three=cards, node=cython.int,
    depth=cython.int, known=cython.int, untried=cards, hand=cards, duty=cython.int, legal=cards,
    most=word, chosen=cython.int, child=cython.int, bit=cards, value=word, card=cython.int,
    suit=cython.int, place=cython.int, end=cython.int, step=cython.int,
)
cpdef void grow(
    const unsigned int[::1] duties, const signed char[::1] heights, int turn,
    const unsigned int[::1] worlds, int seat, const unsigned char[::1] table, int won,
    const signed char[::1] scores, int least, word seed, word games, word pull,
    const unsigned int[::1] spreads, const unsigned int[::1] roots, unsigned char[::1] played,
    unsigned int[::1] visits, word[::1] sums, unsigned int[::1] offers, unsigned int[::1] firsts,
    unsigned int[::1] nexts, unsigned int[::1] path, unsigned char[::1] log,
) noexcept

@cython.locals(played=cython.int, suit=cython.int, duty=cython.int, place=cython.int)
cdef int _play(
    const unsigned int[::1] duties, const signed char[::1] heights, int turn,
    cards one, cards two, cards three, int leader,
    int first, int second, int third, int on_table, int won, word state,
    unsigned char[::1] log,
) noexcept

cdef int _winner(int first, int second, int third) noexcept
@cython.locals(_=cython.int)
cdef int _card(cards cards, word state) noexcept
cdef int _count(cards bits) noexcept
cdef cards _bit(int card) noexcept
@cython.locals(state=word)
cdef word _start(word seed) noexcept
cdef word _next(word state) noexcept
cdef int _below(word state, word size) noexcept
