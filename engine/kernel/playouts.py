"""Deals of three hands and ten tricks, played out at random as fast as the machine can.

This one file is run in two ways: by Python as it stands, and compiled by Cython, with the types of
`playouts.pxd` beside it. Both give exactly the same numbers. So all arithmetic here stays within 64
bits without a sign, and nothing is checked: `engine.kernel` has done that, and knows the games.

A card is its place in `engine.cards.PIQUET`, its suit is that place // 8, and a set of cards is 32
bits. A game is three tables, each a run of equal parts, one for each way the trumps can lie (the
`turn`):
- `duties`: for each suit led, the set that must be played from if it can be, and at place + 4 the
  set that comes next; a hand with neither plays anything;
- `heights`: for each suit led and each card, how high it stands in the trick. The highest wins, but
  of two that stand level neither does: the third card wins;
- `turns`, for the suits of the two cards over: which turn that is.

Trick counts are one number, 11 × those of seat 0 + those of seat 1. `scores` holds the scores of
the three seats for each such number. The game that a number `seed` gives is the first of the games
of a batch with this seed; the next is that of seed + 1, and so on.
"""

from collections.abc import MutableSequence, Sequence

# What keeps Python's numbers, which have no end, within the bits that a machine's have.
_HALF = 0xFFFFFFFF
_WORD = 0xFFFFFFFFFFFFFFFF
_STRIDE = 0x9E3779B97F4A7C15
_MIX = 0xBF58476D1CE4E5B9
_MIX_AGAIN = 0x94D049BB133111EB
_STAR = 0x2545F4914F6CDD1D


def deals(
    duties: Sequence[int],
    heights: Sequence[int],
    turns: Sequence[int],
    seed: int,
    games: int,
    counts: MutableSequence[int],
    log: MutableSequence[int],
) -> None:
    """Deal and play this many games, and count them in `counts` by their trick counts.

    `log` is left with the last game: 32 cards as dealt, then 30 as played.
    """
    for game in range(games):
        state = _start(seed + game)
        for place in range(32):
            log[place] = place
        for place in range(31, 0, -1):
            state = _next(state)
            other = _below(state, place + 1)
            card = log[place]
            log[place] = log[other]
            log[other] = card
        one = two = three = 0
        for place in range(10):
            one |= _bit(log[place])
            two |= _bit(log[place + 10])
            three |= _bit(log[place + 20])
        turn = turns[log[30] // 8 * 4 + log[31] // 8]
        won = _play(duties, heights, turn, one, two, three, 0, 0, 0, 0, 0, 0, state, log)
        counts[won] += 1


def positions(
    duties: Sequence[int],
    heights: Sequence[int],
    turn: int,
    hands: Sequence[int],
    leader: int,
    table: Sequence[int],
    won: int,
    seed: int,
    games: int,
    counts: MutableSequence[int],
    log: MutableSequence[int],
) -> None:
    """Play this many games from one position, and count them in `counts` by their trick counts.

    `hands` are those of the three seats, `table` the cards of the trick that `leader` has led to.
    `log` is left with the last game: from its place 32 on, the cards played.
    """
    on_table = len(table)
    first = table[0] if on_table > 0 else 0
    second = table[1] if on_table > 1 else 0
    one = hands[leader]
    two = hands[(leader + 1) % 3]
    three = hands[(leader + 2) % 3]
    for game in range(games):
        state = _start(seed + game)
        end = _play(
            duties, heights, turn, one, two, three, leader,
            first, second, 0, on_table, won, state, log,
        )  # fmt: skip
        counts[end] += 1


def weigh(
    duties: Sequence[int],
    heights: Sequence[int],
    turn: int,
    worlds: Sequence[int],
    seat: int,
    choice: Sequence[int],
    table: Sequence[int],
    won: int,
    scores: Sequence[int],
    seed: int,
    sums: MutableSequence[int],
    log: MutableSequence[int],
) -> None:
    """Play one game for each world and each card of `choice`, by `seat`, whose turn it is.

    `worlds` are the hands of the three seats, one world after the other, and `table` the cards
    played to this trick. `sums` grows by this seat's scores, at each card's place in `choice`.
    """
    on_table = len(table)
    leader = (seat + 3 - on_table) % 3
    game = 0
    for world in range(0, len(worlds), 3):
        for place in range(len(choice)):
            card = choice[place]
            first = table[0] if on_table > 0 else card
            second = table[1] if on_table > 1 else card
            one = worlds[world + leader]
            two = worlds[world + (leader + 1) % 3]
            three = worlds[world + (leader + 2) % 3]
            if on_table == 0:
                one ^= _bit(card)
            elif on_table == 1:
                two ^= _bit(card)
            else:
                three ^= _bit(card)
            state = _start(seed + game)
            game += 1
            end = _play(
                duties, heights, turn, one, two, three, leader,
                first, second, card, on_table + 1, won, state, log,
            )  # fmt: skip
            sums[place] += scores[end * 3 + seat]


def grow(  # noqa: C901 - in pieces it would hand on twenty numbers for every card
    duties: Sequence[int],
    heights: Sequence[int],
    turn: int,
    worlds: Sequence[int],
    seat: int,
    table: Sequence[int],
    won: int,
    scores: Sequence[int],
    least: int,
    seed: int,
    games: int,
    pull: int,
    spreads: Sequence[int],
    roots: Sequence[int],
    played: MutableSequence[int],
    visits: MutableSequence[int],
    sums: MutableSequence[int],
    offers: MutableSequence[int],
    firsts: MutableSequence[int],
    nexts: MutableSequence[int],
    path: MutableSequence[int],
    log: MutableSequence[int],
) -> None:
    """Play this many games in turn in each of the worlds, and remember what paid for whom.

    `worlds` are the hands of the three seats, one world after the other; `seat` is to play, and
    `table` are the cards played to this trick. What is remembered is a tree of the cards played:
    node 0 is the position, the first of the cards after node n is `firsts[n]`, and the next beside
    it is `nexts[n]`, 0 if there is none. Of each node, `played` is the card, `visits` how many
    games went through it, `offers` in how many it could have been played there, and `sums` are the
    scores, `least` counting as nought, of who played it.

    A game goes down the tree as far as it knows every card that may be played in its world, always
    to the card that promises most to who plays it: the mean, and more the less it has been tried
    (`pull` * `spreads[offers]` / `roots[visits]`). It adds one card, and goes on at random.
    """
    begun = len(table)
    opener = (seat + 3 - begun) % 3
    used = 1
    world = 0
    for game in range(games):
        state = _start(seed + game)
        leader = opener
        on_table = begun
        first = table[0] if begun > 0 else 0
        second = table[1] if begun > 1 else 0
        third = 0
        takes = won
        one = worlds[world + leader]
        two = worlds[world + (leader + 1) % 3]
        three = worlds[world + (leader + 2) % 3]
        world += 3
        if world >= len(worlds):
            world = 0
        node = 0
        depth = 0
        known = 1
        while known and (one or on_table):
            if on_table == 0:
                untried = one
            else:
                hand = two if on_table == 1 else three
                duty = turn * 8 + first // 8
                untried = hand & duties[duty] or hand & duties[duty + 4] or hand
            legal = untried
            most = 0
            chosen = 0
            child = firsts[node]
            while child:
                bit = _bit(played[child])
                if legal & bit:
                    untried ^= bit
                    offers[child] += 1
                    value = (sums[child] << 12) // visits[child]
                    value += pull * spreads[offers[child]] // roots[visits[child]]
                    if value >= most:
                        most = value
                        chosen = child
                child = nexts[child]
            if untried:
                known = 0
                state = _next(state)
                chosen = used
                used += 1
                played[chosen] = _card(untried, state)
                offers[chosen] = 1
                nexts[chosen] = firsts[node]
                firsts[node] = chosen
            node = chosen
            path[depth] = node
            path[depth + 30] = (leader + on_table) % 3
            depth += 1
            card = played[node]
            if on_table == 0:
                first = card
                one ^= _bit(card)
            elif on_table == 1:
                second = card
                two ^= _bit(card)
            else:
                third = card
                three ^= _bit(card)
            on_table += 1
            if on_table == 3 and known:
                on_table = 0
                suit = (turn * 4 + first // 8) * 32
                place = _winner(
                    heights[suit + first], heights[suit + second], heights[suit + third]
                )
                if place == 1:
                    one, two, three = two, three, one
                elif place == 2:
                    one, two, three = three, one, two
                leader = (leader + place) % 3
                if leader == 0:
                    takes += 11
                elif leader == 1:
                    takes += 1
        end = _play(
            duties, heights, turn, one, two, three, leader,
            first, second, third, on_table, takes, state, log,
        )  # fmt: skip
        for step in range(depth):
            node = path[step]
            visits[node] += 1
            sums[node] += scores[end * 3 + path[step + 30]] - least


def _play(
    duties: Sequence[int],
    heights: Sequence[int],
    turn: int,
    one: int,
    two: int,
    three: int,
    leader: int,
    first: int,
    second: int,
    third: int,
    on_table: int,
    won: int,
    state: int,
    log: MutableSequence[int],
) -> int:
    """The trick counts at the end, if every card from here on is a random one.

    `one` is the leader's hand, `two` and `three` are the next ones, without what is on the table.
    """
    played = 32
    while one or on_table:
        if on_table < 1:
            state = _next(state)
            first = _card(one, state)
            one ^= _bit(first)
            log[played] = first
            played += 1
        suit = turn * 4 + first // 8
        duty = turn * 8 + first // 8
        if on_table < 2:
            state = _next(state)
            second = _card(two & duties[duty] or two & duties[duty + 4] or two, state)
            two ^= _bit(second)
            log[played] = second
            played += 1
        if on_table < 3:
            state = _next(state)
            third = _card(three & duties[duty] or three & duties[duty + 4] or three, state)
            three ^= _bit(third)
            log[played] = third
            played += 1
        on_table = 0
        place = _winner(
            heights[suit * 32 + first], heights[suit * 32 + second], heights[suit * 32 + third]
        )
        if place == 1:
            one, two, three = two, three, one
        elif place == 2:
            one, two, three = three, one, two
        leader += place
        if leader > 2:
            leader -= 3
        if leader == 0:
            won += 11
        elif leader == 1:
            won += 1
    return won


def _winner(first: int, second: int, third: int) -> int:
    if first == second:
        return 2
    if first == third:
        return 1
    if second == third:
        return 0
    if first > second:
        return 0 if first > third else 2
    return 1 if second > third else 2


def _card(cards: int, state: int) -> int:
    """One card of a set, each as likely as the others."""
    for _ in range(_below(state, _count(cards))):
        cards &= cards - 1
    return _count((cards & ~(cards - 1)) - 1)


def _count(bits: int) -> int:
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) & _HALF) >> 24


def _bit(card: int) -> int:
    return 1 << card


def _start(seed: int) -> int:
    """Where the generator begins for a seed: Steele's splitmix64, and never at nought."""
    state = ((seed + 1) * _STRIDE) & _WORD
    state = ((state ^ (state >> 30)) * _MIX) & _WORD
    state = ((state ^ (state >> 27)) * _MIX_AGAIN) & _WORD
    return state ^ (state >> 31) or 1


def _next(state: int) -> int:
    """Vigna's xorshift64*, but for the multiplication, which is in `_below`."""
    state ^= state >> 12
    state ^= (state << 25) & _WORD
    return state ^ (state >> 27)


def _below(state: int, size: int) -> int:
    """A number from 0 to size - 1; up to 32, none is likelier than another by 2 ** -27."""
    return ((((state * _STAR) & _WORD) >> 32) * size) >> 32
