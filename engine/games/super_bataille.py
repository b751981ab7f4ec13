"""La super-bataille, for two to six players: war in which a losing card costs more cards.

Source: the inventor's rules, "La super-bataille" (one of ten games published together, in French).

Deviations: none but the limit, which the source has not.

A deal: all 54 cards, two jokers among them, one pack after another from seat 0; packs lie face
down, so that nobody knows even the own one. Some have a card more than others.

Rulings used here, where the source leaves something open:
- In each round all who have cards turn up their top card, from seat 0 up. The highest wins:
  2 3 4 … T J Q K A, then the jokers.
- Each loser adds to a card of value n the next n - 1 cards from the top of the pack, unseen, or all
  that are left. Jack, queen and king are 11, 12 and 13, the ace 1 (or 14 by the option `ace14`); a
  losing joker adds none. Losers add for their first card of the round only.
- Whose cards are level and highest turn up one more each, and so on; who has no card left for that
  has lost. If none of them has one, it is between the others who got furthest, and the highest of
  those, level ones in the same way; if there is no other, nobody wins, and the deal is a draw.
- All these cards go under the winner's pack in seat order, each player's as they were played.
- Who has every card has won: 1, and 0 for the others.
- Option `limit`: after so many cards turned up (10,000) a deal is a draw, 0 for all.

There are no decisions, so that an event refuses this game: results would compare nothing. The only
action is `draw`. Options: `players`, `ace14`, `limit`.

A view's table are the cards turned up for what is to be won now. Its facts: `phase` is `draw` or
`over`; `due` the seats still to turn a card, in order; `turns` and `limit` how many were turned up,
and may be; `won` is what was won last, or None: `table`, how many each seat `added`, and `winner`.
"""

from collections.abc import Mapping

from engine.cards import french_deck
from engine.packs import LIMIT_OPTION, PackGame, PackState
from engine.protocol import PLAYERS, Game, Option

KEY = "super-bataille"
RANKS = "AKQJT98765432"
JOKERS = ("JK1", "JK2")
ACE14 = "ace14"
_CARDS = french_deck(RANKS) + JOKERS
# From the twos at 2 to the kings at 13, the aces and the jokers above all.
_PLAIN = {card: len(RANKS) + 1 - RANKS.index(card[0]) for card in french_deck(RANKS)}
_HEIGHT = _PLAIN | dict.fromkeys(JOKERS, len(RANKS) + 2)
# With how many cards a losing card is paid, itself among them; the state has that of the aces.
_VALUE = _PLAIN | dict.fromkeys(JOKERS, 1)


class SuperBataille(PackGame):
    """The rules of La super-bataille, as `engine.protocol.Game`."""

    key = KEY
    name = "La super-bataille"
    seats = (3, 2, 4, 5, 6)
    cards = _CARDS
    options = (
        Option(PLAYERS, seats, seats[0]),
        Option(ACE14, (False, True), False),
        LIMIT_OPTION,
    )

    def ace(self, chosen: Mapping[str, int | str]) -> int:
        return 14 if chosen[ACE14] else 1

    def first_due(self, seats: int) -> tuple[int, ...]:
        return tuple(range(seats))

    def settled(self, state: PackState) -> PackState:
        rivals = state.rivals
        while rivals:
            shown = {play.seat: _HEIGHT[play.action] for play in state.table}
            highest = max(shown[seat] for seat in rivals)
            level = [seat for seat in rivals if shown[seat] == highest]
            able = level if len(level) == 1 else [seat for seat in level if state.packs[seat]]
            if len(able) == 1:
                return self._won(state, able[0])
            lost = (*state.lost, *(seat for seat in level if seat not in able))
            state = state._replace(lost=lost)
            if able:
                return state._replace(due=tuple(able), rivals=tuple(able))
            # Nobody of those can go on: the others who got furthest do.
            turned = [play.seat for play in state.table]
            rest = [seat for seat in shown if seat not in lost]
            most = max(map(turned.count, rest), default=0)
            rivals = tuple(seat for seat in rest if turned.count(seat) == most)
        return state

    def _won(self, state: PackState, winner: int) -> PackState:
        gained: list[str] = []
        added = [0] * len(state.packs)
        packs = list(state.packs)
        for seat, pack in enumerate(state.packs):
            played = [play.action for play in state.table if play.seat == seat]
            if played and seat != winner:
                value = state.ace if played[0][0] == RANKS[0] else _VALUE[played[0]]
                given = pack[: value - 1]
                packs[seat], added[seat] = pack[value - 1 :], len(given)
                played += given
            gained += played
        after = state._replace(packs=tuple(packs)).collected(winner, gained, added)
        due = tuple(seat for seat, pack in enumerate(after.packs) if pack)
        due = due if len(due) > 1 else ()
        return after._replace(due=due, rivals=due)


GAME: Game = SuperBataille()
