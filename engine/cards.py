"""Cards as short codes, suits, decks, and sets of cards held in one integer.

A card is its rank and its suit: `TD` is the ten of diamonds, `NS` the knight of spades. The tarot's
trumps are `T01` to `T21`, its excuse is `EXC`. A deck is a tuple of codes in canonical order: suits
S H D C, in each suit the ranks from the highest down, then the trumps likewise and the excuse.
"""

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def french_deck(ranks: str) -> tuple[str, ...]:
    """The deck of four suits with these ranks, written from the highest down."""
    return tuple(rank + suit for suit in SUITS for rank in ranks)


PIQUET = french_deck("AKQJT987")
EXCUSE = "EXC"
TAROT_TRUMPS = tuple(f"T{number:02}" for number in range(21, 0, -1))
TAROT = (*french_deck("KQNJT98765432A"), *TAROT_TRUMPS, EXCUSE)


class Pack:
    """A deck whose sets of cards are integers: bit i stands for the deck's card i.

    `bit` gives the bit of a code. `octets[j][m]` are the codes in the byte `m` of a set that begins
    at card 8j: a game in a hurry joins them itself, all others call `codes`.
    """

    __slots__ = ("bit", "deck", "octets")

    def __init__(self, deck: Sequence[str]) -> None:
        self.deck = tuple(deck)
        self.bit = {code: 1 << index for index, code in enumerate(self.deck)}
        self.octets = tuple(
            tuple(
                tuple(code for place, code in enumerate(eight) if byte >> place & 1)
                for byte in range(256)
            )
            for eight in (self.deck[start : start + 8] for start in range(0, len(self.deck), 8))
        )

    def mask(self, codes: Iterable[str]) -> int:
        """The set of these cards; a code that is not in the deck is a KeyError."""
        mask = 0
        for code in codes:
            mask |= self.bit[code]
        return mask

    def codes(self, mask: int) -> tuple[str, ...]:
        """The cards of a set, in the deck's order."""
        cards: tuple[str, ...] = ()
        for octet in self.octets:
            cards += octet[mask & 255]
            mask >>= 8
        return cards
