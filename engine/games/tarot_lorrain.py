"""Le tarot lorrain, for three, four or five players: tarot with hands that go round the table.

Source: the inventor's rules, "Le tarot lorrain" (one of ten games published together, in French).

Deviations: those of `tarot.py`, whose rules, actions, facts and options it has but for these:
- After every trick each player passes the remaining hand to the left neighbour. Tarot is played
  counter-clockwise, so that this is the seat before: the hand of seat 1 goes to seat 0.
- The bids, the tricks won and the partnership belong to the person, not to the hand; so the partner
  is who held the card called at the first trick. Who has had it in hand since knows the partner.
- The three bouts belong to the side of whoever played them, for no other card, in every trick.

Rulings used here, where the source leaves something open:
- The excuse wins no trick, in the last one of a chelem either.
- The petit at the end counts for the side that wins the last trick with it, whoever keeps it.
- Poignées are shown from the hand held at the first trick; the cards stay known as they go round.
- As a bout is kept without another card in return, four players may have half points too.
"""

from engine.games.tarot import Tarot
from engine.protocol import Game

GAME: Game = Tarot("tarot-lorrain", "Le tarot lorrain", passing=True)
