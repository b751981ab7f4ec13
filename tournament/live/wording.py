"""What live play says to people: why an action is refused, and what a card is called."""

from collections.abc import Mapping
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from engine.errors import EngineError
from engine.games import triton
from tournament.errors import Refused
from tournament.rules import display

from .arranging import ANNULATE

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
    "T": pgettext_lazy("rank", "ten"),
    "9": pgettext_lazy("rank", "nine"),
    "8": pgettext_lazy("rank", "eight"),
    "7": pgettext_lazy("rank", "seven"),
    "6": pgettext_lazy("rank", "six"),
    "5": pgettext_lazy("rank", "five"),
    "4": pgettext_lazy("rank", "four"),
    "3": pgettext_lazy("rank", "three"),
    "2": pgettext_lazy("rank", "two"),
}
# In a sentence: languages with genders choose the article by the rank.
THE_RANKS: Mapping[str, object] = {
    "A": pgettext_lazy("rank in a sentence", "the ace"),
    "K": pgettext_lazy("rank in a sentence", "the king"),
    "Q": pgettext_lazy("rank in a sentence", "the queen"),
    "J": pgettext_lazy("rank in a sentence", "the jack"),
    "T": pgettext_lazy("rank in a sentence", "the ten"),
    "9": pgettext_lazy("rank in a sentence", "the nine"),
    "8": pgettext_lazy("rank in a sentence", "the eight"),
    "7": pgettext_lazy("rank in a sentence", "the seven"),
    "6": pgettext_lazy("rank in a sentence", "the six"),
    "5": pgettext_lazy("rank in a sentence", "the five"),
    "4": pgettext_lazy("rank in a sentence", "the four"),
    "3": pgettext_lazy("rank in a sentence", "the three"),
    "2": pgettext_lazy("rank in a sentence", "the two"),
}


def card_words(code: str) -> str:
    """Return a card as it is read aloud: “ten of hearts”."""
    return _named(code, False, get_language())


def the_card(code: str) -> str:
    """Return a card as a sentence names it: “the ten of hearts”."""
    return _named(code, True, get_language())


@lru_cache(maxsize=1000)
def _named(code: str, in_sentence: bool, _language: str | None) -> str:
    rank, suit = code[:-1], code[-1]
    named = str((THE_RANKS if in_sentence else RANKS).get(rank, rank))
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": named, "suit": str(SUITS[suit])}


def is_card(code: str) -> bool:
    """Return whether an action of a game is a card of a French deck."""
    return len(code) == 2 and code[0] in RANKS and code[1] in SUITS


def suits_words(suits: str | tuple[str, ...]) -> str:
    """Return suits as a list in words: “hearts or spades”."""
    return pgettext("suits", " or ").join(str(SUITS[suit]) for suit in suits)


# Why a rule forbids an action. Each card of a hand that may not be played asks for one of them.
REFUSALS: Mapping[str, object] = {
    "follow-suit": gettext_lazy("You hold %(held)s: follow suit."),
    "follow-trump": gettext_lazy("Trumps are led and you hold %(held)s: play a trump."),
    "must-trump": gettext_lazy("You have no %(suit)s left but you hold %(held)s: play a trump."),
    "not-your-turn": gettext_lazy("It is not your turn."),
    "finished": gettext_lazy("The deal is over."),
    "not-in-hand": gettext_lazy("You do not hold this card."),
    "no-such-card": gettext_lazy("This is not a card of the game."),
    "claim-open": gettext_lazy("A claim waits for its answers: nobody plays until then."),
    "request-open": gettext_lazy("Another request waits for its answers."),
    "undo-own-last": gettext_lazy(
        "Only your own last card can be taken back, before the next is played."
    ),
    "asked-before": gettext_lazy("This was asked before, and refused."),
    "claim-between-tricks": gettext_lazy("The rest can be claimed between two tricks only."),
    "nothing-asked": gettext_lazy("There is nothing to answer any more."),
    "answered": gettext_lazy("You have answered already."),
}


def refusal_of(error: EngineError) -> Refused:
    """Return what a person is told of an action that a rule forbids."""
    known = error.parameters
    held = known.get("held")
    words = {
        "held": suits_words(held) if isinstance(held, tuple) else "",
        "suit": str(SUITS.get(str(known.get("suit")), "")),
    }
    sentence = REFUSALS.get(error.rule) or _("The rules do not allow this.")
    return Refused(str(sentence) % words)


# The games whose scores are half-lives; those of all others are points.
IN_LIVES = frozenset({"comon"})


def score_words(game: str, score: int) -> str:
    """Return what a deal was worth to a seat, as the rest of the site writes it."""
    return display.lives(score) if game in IN_LIVES else display.fixed(score, 0)


# The combinations of Le triton by what they are worth.
COMBINATIONS: Mapping[int, object] = {
    triton.NONE: pgettext_lazy("combination", "nothing"),
    triton.PAIR: pgettext_lazy("combination", "a pair"),
    triton.TWO_PAIRS: pgettext_lazy("combination", "two pairs"),
    triton.THREE: pgettext_lazy("combination", "three of a kind"),
    triton.FULL: pgettext_lazy("combination", "full house"),
    triton.FOUR: pgettext_lazy("combination", "four of a kind"),
    triton.SEQUENCE: pgettext_lazy("combination", "five in sequence"),
}


def combination_words(value: int, is_best: bool) -> str:
    """Return what a seat of Le triton has won, and whether it has the points for the best."""
    words = str(COMBINATIONS.get(value, value))
    if not is_best:
        return words
    return _("%(combination)s, the best: +%(bonus)d") % {
        "combination": words,
        "bonus": triton.BONUS,
    }


# What can be said at a table: there is no chat. A game's own phrases are said at its tables alone.
PHRASES: Mapping[str, object] = {
    "hello": pgettext_lazy("phrase", "Hello!"),
    "well-played": pgettext_lazy("phrase", "Well played!"),
    "ouch": pgettext_lazy("phrase", "Ouch!"),
    "thanks": pgettext_lazy("phrase", "Thank you!"),
    "moment": pgettext_lazy("phrase", "One moment…"),
    "annulate": pgettext_lazy("phrase", "Annulate!"),
}
PHRASES_OF_GAMES: Mapping[str, frozenset[str]] = {"annulate": ANNULATE}


def phrases_of(game: str) -> list[str]:
    """Return the keys of the phrases that can be said at a table of this game."""
    return [key for key in PHRASES if game in PHRASES_OF_GAMES.get(key, {game})]
