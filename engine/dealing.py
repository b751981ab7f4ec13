"""Key and board number → deal: our own shuffle, defined to the byte in docs/deals.md.

It never changes: a new algorithm gets a new name in ALGORITHM and stands beside this one, since
deals sealed years ago must still be verifiable. `random` is not used, because its shuffle is
neither promised to stay nor reproducible in another language.
"""

import hmac
from collections.abc import Callable, Sequence
from hashlib import sha256

from engine.protocol import NO_OPTIONS, Deal, Game, Options

ALGORITHM = "triplicate-deal/1"
# One byte of the stream picks a card, so a deck has at most 255 of them.
MOST_CARDS = 255
# Far beyond what any game needs (Com'on! passes over one deal in 57): it ends a hopeless search.
MOST_ATTEMPTS = 256

_ACES = frozenset(("AS", "AH", "AD", "AC"))
# The bytes from LIMITS[n] up are rejected when one of n cards is drawn: what remains is a multiple
# of n, so that every card is equally likely.
_LIMITS = (0, *(256 - 256 % size for size in range(1, MOST_CARDS + 1)))


def shuffle(
    deck: Sequence[str],
    *,
    key: bytes,
    public_value: str,
    game: str,
    board: int,
    attempt: int = 0,
) -> tuple[str, ...]:
    """The deck in the order that this key gives it for this board (counted from 1).

    ValueError for an empty key, an impossible board or attempt, a deck of 0 or over 255 cards.
    """
    if not key:
        raise ValueError("a deal needs a key")
    if not 1 <= board < 1 << 32:
        raise ValueError(f"boards are numbered from 1 to {(1 << 32) - 1}, not {board}")
    if not 0 <= attempt < MOST_ATTEMPTS:
        raise ValueError(f"attempts are numbered from 0 to {MOST_ATTEMPTS - 1}, not {attempt}")
    left = len(deck)
    if not 1 <= left <= MOST_CARDS:
        raise ValueError(f"a deck has 1 to {MOST_CARDS} cards, not {left}")
    cards = list(deck)
    name, value = game.encode(), public_value.encode()
    message = b"".join(
        (
            ALGORITHM.encode(),
            len(name).to_bytes(4, "big"),
            name,
            len(value).to_bytes(4, "big"),
            value,
            board.to_bytes(4, "big"),
            attempt.to_bytes(4, "big"),
        )
    )
    block = 0
    while left > 1:
        for byte in hmac.digest(key, message + block.to_bytes(4, "big"), "sha256"):
            if byte < _LIMITS[left]:
                chosen = byte % left
                left -= 1
                cards[left], cards[chosen] = cards[chosen], cards[left]
                if left == 1:
                    break
        block += 1
    return tuple(cards)


def hidden_order(
    deck: Sequence[str], hands: Sequence[Sequence[str]], talon: Sequence[str], *, game: str
) -> tuple[str, ...]:
    """The order of the deck in which the cards of this deal come back into play.

    It follows from the deal alone: from who holds what, in whatever order, and from the talon in
    its order. So whatever proves a deal proves its order too.
    """
    place = {card: index for index, card in enumerate(deck)}
    held = [card for hand in hands for card in sorted(hand, key=place.__getitem__)]
    key = sha256(" ".join((*held, *talon)).encode()).digest()
    return shuffle(deck, key=key, public_value="", game=game, board=1)


def deal(
    game: Game,
    *,
    key: bytes,
    board: int,
    public_value: str = "",
    options: Options = NO_OPTIONS,
    pass_four_aces: bool = False,
) -> Deal:
    """The deal of this board (counted from 1), the game's own way of dealing.

    With `pass_four_aces`, deals that give one hand all four aces are passed over. ValueError as for
    `shuffle`, BadRecord for options the game does not have.
    """
    return deal_by(
        lambda cards: game.deal_from(cards, options),
        game.deck(options),
        key=key,
        public_value=public_value,
        game=game.key,
        board=board,
        pass_four_aces=pass_four_aces,
    )


def deal_by(
    cut: Callable[[tuple[str, ...]], Deal],
    deck: Sequence[str],
    *,
    key: bytes,
    public_value: str,
    game: str,
    board: int,
    pass_four_aces: bool,
) -> Deal:
    """The same for whoever knows the deck and how to cut it into a deal, without the game."""
    for attempt in range(MOST_ATTEMPTS):
        found = cut(
            shuffle(
                deck,
                key=key,
                public_value=public_value,
                game=game,
                board=board,
                attempt=attempt,
            )
        )
        if not (pass_four_aces and any(_ACES.issubset(hand) for hand in found.hands)):
            return found
    raise ValueError(f"no deal without four aces in one hand in {MOST_ATTEMPTS} attempts")
