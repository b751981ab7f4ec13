"""Le tir-à-la-carte, for two players: each turns up cards that pull others from the other's pack.

Source: the inventor's rules, "Le tir-à-la-carte" (one of ten games published together, in French).

Deviations: none but the limit, which the source has not.

A deal: 52 cards, one pack after the other; they lie face down, so that nobody knows even the own
one.

Rulings used here, where the source leaves something open:
- Seat 0 begins, then the two turn up their top card by turns. For a card of value n the other gives
  the top n cards of the pack, unseen, or all that are left: 1 for the ace, then 2 to 10, 11, 12 and
  13 for jack, queen and king. Suits and heights mean nothing.
- The card turned up goes under the pack first, then those received, in the order they lay.
- Who has every card has won: 1, and 0 for the other.
- Option `limit`: after so many cards turned up (10,000) a deal is a draw, 0 for both.

There are no decisions, so that an event refuses this game: results would compare nothing. The only
action is `draw`. Option: `limit`.

A view is that of La super-bataille; its table is always empty, as a card turned up is taken back at
once, and stands in `won`.
"""

from engine.cards import french_deck
from engine.packs import LIMIT_OPTION, PackGame, PackState
from engine.protocol import Game

KEY = "tir-a-la-carte"
RANKS = "KQJT98765432A"


class TirALaCarte(PackGame):
    """The rules of Le tir-à-la-carte, as `engine.protocol.Game`."""

    key = KEY
    name = "Le tir-à-la-carte"
    seats = (2,)
    cards = french_deck("AKQJT98765432")
    options = (LIMIT_OPTION,)

    def first_due(self, seats: int) -> tuple[int, ...]:
        return (0,)

    def settled(self, state: PackState) -> PackState:
        ((seat, card),) = state.table
        other = 1 - seat
        value = len(RANKS) - RANKS.index(card[0])
        given, kept = state.packs[other][:value], state.packs[other][value:]
        packs = (kept, state.packs[1]) if seat else (state.packs[0], kept)
        added = [0, 0]
        added[other] = len(given)
        after = state._replace(packs=packs).collected(seat, (card, *given), added)
        return after._replace(due=(other,) if kept else ())


GAME: Game = TirALaCarte()
