"""What live play says to people: why an action is refused, and what a card is called."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from engine.errors import EngineError
from tournament.errors import Refused

SUITS: Mapping[str, object] = {
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}
RANKS: Mapping[str, object] = {
    "A": pgettext_lazy("rank", "ace"),
    "K": pgettext_lazy("rank", "king"),
    "Q": pgettext_lazy("rank", "queen"),
    "J": pgettext_lazy("rank", "jack"),
}


def card_words(code: str) -> str:
    """Return a card as it is read aloud: “ten of hearts” is “10 of hearts”."""
    rank, suit = code[:-1], code[-1]
    named = str(RANKS.get(rank, "10" if rank == "T" else rank))
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": named, "suit": str(SUITS[suit])}


def suits_words(suits: str | tuple[str, ...]) -> str:
    """Return suits as a list in words: “hearts or spades”."""
    return pgettext("suits", " or ").join(str(SUITS[suit]) for suit in suits)


def refusal_of(error: EngineError) -> Refused:
    """Return what a person is told of an action that a rule forbids."""
    known = error.parameters
    held = known.get("held")
    words = {
        "held": suits_words(held) if isinstance(held, tuple) else "",
        "suit": str(SUITS.get(str(known.get("suit")), "")),
    }
    sentences = {
        "follow-suit": _("You hold %(held)s: follow suit."),
        "follow-trump": _("Trumps are led and you hold %(held)s: play a trump."),
        "must-trump": _("You have no %(suit)s left but you hold %(held)s: play a trump."),
        "not-your-turn": _("It is not your turn."),
        "finished": _("The deal is over."),
        "not-in-hand": _("You do not hold this card."),
        "no-such-card": _("This is not a card of the game."),
        "claim-open": _("A claim waits for its answers: nobody plays until then."),
        "request-open": _("Another request waits for its answers."),
        "undo-own-last": _("Only your own last card can be taken back, before the next is played."),
        "asked-before": _("This was asked before, and refused."),
        "claim-between-tricks": _("The rest can be claimed between two tricks only."),
        "nothing-asked": _("There is nothing to answer any more."),
        "answered": _("You have answered already."),
    }
    return Refused(sentences.get(error.rule, _("The rules do not allow this.")) % words)


# What can be said at a table: there is no chat. Each phrase has its sign.
PHRASES: Mapping[str, tuple[str, object]] = {
    "hello": ("👋", pgettext_lazy("phrase", "Hello!")),
    "well-played": ("👏", pgettext_lazy("phrase", "Well played!")),
    "ouch": ("😬", pgettext_lazy("phrase", "Ouch!")),
    "thanks": ("🙏", pgettext_lazy("phrase", "Thank you!")),
    "moment": ("⏳", pgettext_lazy("phrase", "One moment…")),
    "annulate": ("✖", pgettext_lazy("phrase", "Annulate!")),
}
