"""The bot called "frozen": one plain rule, by which the others are measured.

It never changes: what a better bot is worth can be compared with figures of years ago only as long
as this one plays the same cards. It leads its highest plain card. To a trick it plays the lowest
card that beats all on the table, or if it has none its lowest card, plain ones before trumps. It
remembers nothing and leaves nothing to chance; of equal cards it takes the first in the deck.
"""

from engine.bots.asking import known_duties, need_choice
from engine.protocol import View


class Frozen:
    """Plays games whose duties are known (`engine.duties`), the same card whatever the seed."""

    def choose(self, view: View, seed: int) -> str:
        need_choice(view)
        known = known_duties(view, bot="frozen")
        rank = {card: known.heights(card[1], "")[card] for card in view.legal}
        plain = {card: card[1] not in view.trumps for card in view.legal}
        if not view.table:
            return max(view.legal, key=lambda card: (plain[card], rank[card]))
        height = known.heights(view.table[0].action[1], view.trumps)
        best = max(height[play.action] for play in view.table)
        beating = [card for card in view.legal if height[card] > best]
        if beating:
            return min(beating, key=lambda card: height[card])
        return min(view.legal, key=lambda card: (not plain[card], rank[card]))
