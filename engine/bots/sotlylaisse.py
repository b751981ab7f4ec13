"""Le sot-l'y-laisse by rules of thumb: what the bot called "simple" plays.

It leads what nobody can beat while both others probably follow. As master it leaves the pile
while court cards of the suit are still out, nobody can pass its card, and the others' voids are
unlikely for what there is to lose. It cuts and beats for court cards, and gives its own only to
itself; the excuse saves one that would be lost.
"""

from typing import Any, cast

from engine.cards import EXCUSE, TAROT, TAROT_TRUMPS
from engine.games.sotlylaisse import COURTS, LEAVE, RANKS, SEATS, TAKE, TRUMP
from engine.protocol import View

# Up to what chance of a cut it leads a card of its own that wins otherwise.
_CUT = 0.5
# What a court card still out is worth beside one that lies on the table.
_OUT = 0.2
_TRUMPS = frozenset(TAROT_TRUMPS)


def choose(view: View) -> str:
    """The action for the seat whose view this is; it must be that seat's turn."""
    if len(view.legal) == 1:
        return view.legal[0]
    if TAKE in view.legal:
        return LEAVE if _Table(view).worth_leaving() else TAKE
    if view.facts["phase"] == "lead":
        return _lead(view)
    if view.facts["phase"] == "again":
        return _lowest(view.legal)
    return _follow(view)


class _Table:
    """What a seat knows of the cards: those unseen, and who has shown a void."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.suit = str(view.facts["suit"])
        pile = cast("list[dict[str, Any]]", view.facts["pile"])
        self.pile = [card for past in pile for card in past["cards"]]
        self.pile += [play.action for play in view.table]
        rounds = [(trick.leader, trick.cards) for trick in view.tricks]
        rounds += [(past["leader"], past["cards"]) for past in pile]
        seen = {card for _, cards in rounds for card in cards}
        seen.update(view.hand, (play.action for play in view.table))
        self.unseen = [card for card in TAROT if card not in seen]
        self.voids = {
            ((leader + place) % SEATS, _suit(cards[0]))
            for leader, cards in rounds
            for place, card in enumerate(cards)
            if EXCUSE not in (card, cards[0]) and _suit(card) != _suit(cards[0])
        }
        self.height = max((_height(card) for card in self.pile if card[1] == self.suit), default=0)

    def out(self, suit: str) -> list[str]:
        """The cards of a suit that are not seen yet."""
        return [card for card in self.unseen if _suit(card) == suit]

    def cut_chance(self, suit: str) -> float:
        """How likely one of the others has no card of a suit, by what is unseen."""
        out = len(self.out(suit))
        follow = 1.0
        for seat, cards in enumerate(self.view.counts["cards"]):
            if seat != self.view.seat and (seat, TRUMP) not in self.voids:
                void = (seat, suit) in self.voids
                follow *= 0.0 if void else 1 - (1 - cards / max(1, len(self.unseen))) ** out
        return 1 - follow

    def worth_leaving(self) -> bool:
        out = self.out(self.suit)
        if any(_height(card) > self.height for card in out):
            return False
        risk = self.cut_chance(self.suit)
        lying = sum(map(_court, self.pile))
        return sum(map(_court, out)) * _OUT * (1 - risk) > risk * lying


def _lead(view: View) -> str:
    """A master whose suit the others probably follow, else the lowest of what costs nothing."""
    table = _Table(view)
    plain = [card for card in view.legal if card not in _TRUMPS and EXCUSE not in card]
    masters = [
        card
        for card in plain
        if all(_height(other) < _height(card) for other in table.out(card[1]))
        and table.cut_chance(card[1]) < _CUT
    ]
    if masters:
        return min(masters, key=lambda card: (table.cut_chance(card[1]), -_height(card)))
    return _lowest([card for card in plain if not _court(card)] or view.legal)


def _follow(view: View) -> str:
    table = _Table(view)
    cards = [card for card in view.legal if card != EXCUSE]
    last = len(view.table) == SEATS - 1
    courts = sum(map(_court, table.pile))
    cut = max((play.action for play in view.table if play.action in _TRUMPS), default="")
    trumps = [card for card in cards if card in _TRUMPS and card > cut]
    if trumps and (courts or len(trumps) == len(cards)):
        # The lowest that wins: all others have played, or may not have a trump.
        return min(trumps)
    own = [card for card in cards if card[1] == table.suit and _height(card) > table.height]
    top = max((_height(card) for card in table.out(table.suit)), default=0)
    winners = [card for card in own if not cut and (last or _height(card) > top)]
    if winners:
        return min(winners, key=lambda card: (not _court(card), _height(card)))
    choice = _lowest(cards)
    return EXCUSE if _court(choice) and EXCUSE in view.legal else choice


def _lowest(cards: list[str] | tuple[str, ...]) -> str:
    """Plain cards before trumps, court cards last."""
    return min(cards, key=lambda card: (_court(card), card in _TRUMPS, _height(card), card))


def _suit(card: str) -> str:
    return TRUMP if card in _TRUMPS else card[1]


def _court(card: str) -> bool:
    return card[0] in COURTS


def _height(card: str) -> int:
    """The rank of a plain card, 1 for the ace; a trump's number; above all the excuse."""
    if card in _TRUMPS:
        return int(card[1:])
    return len(RANKS) - RANKS.index(card[0]) if card[0] in RANKS else len(TAROT)
