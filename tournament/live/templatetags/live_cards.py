"""Cards in the pages of a table."""

import time
from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import ceil

from django import template
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.live import preferences, telling, wording
from tournament.live.faces import face, pile
from tournament.live.models import LiveDeal, Step
from tournament.live.selectors import Clock, TableView
from tournament.live.wording import IN_LIVES, PHRASES, card_words, is_card, score_words

register = template.Library()

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PARTS_KEPT = 10000  # about 10 MB
TEXT_STYLE = "\ufe0e"  # a character of the text, not a coloured emoji


@register.filter
def card_name(code: str) -> str:
    """Return a card as it is read aloud; an action that is no card as it is."""
    return card_words(code) if is_card(code) else code


@register.simple_tag
def part(template_name: str, **values: Hashable) -> SafeString:
    """Return a piece of a page that is made of these values alone, and made once for each of them.

    A card changes little of a page: not the rest of the hand, nor all that can be said.
    """
    return _part(template_name, get_language() or "", **values)


@lru_cache(maxsize=PARTS_KEPT)
def _part(template_name: str, _language: str, **values: Hashable) -> SafeString:
    return render_to_string(template_name, values)


@register.simple_tag
def card_face(code: str) -> SafeString:
    """Return the face of a card with its name, for wherever it stands by itself."""
    return format_html(
        '<span class="card">{}<span class="visually-hidden">{}</span></span>',
        face(code),
        card_name(code),
    )


@register.simple_tag
def card_picture(code: str) -> SafeString:
    """Return the face of a card, for within an element that says its name."""
    return face(code)


@register.simple_tag
def tricks_pile(tricks: int) -> SafeString:
    """Return won tricks as a staircase of card backs."""
    return pile(tricks)


@register.filter
def turn_words(table: TableView) -> str:
    """Return in a few words what the table waits for."""
    return telling.turn_words(table)


@register.filter
def idle_words(table: TableView) -> str:
    """Return why none of the hand's cards may be played now."""
    return telling.idle_words(table)


@register.filter
def announcement(table: TableView) -> str:
    """Return what just happened and what is to be done now, as it is read aloud."""
    return telling.announcement(table)


@register.filter
def score_in(score: int, game: str) -> str:
    """Return what a deal of this game was worth to a seat."""
    return score_words(game, score)


@register.filter
def is_scored_in_tricks(live: LiveDeal) -> bool:
    """Return whether a finished deal is worth its tricks, so that one column says both."""
    return live.scores is not None and (live.detail or {}).get("tricks") == live.scores


@register.filter
def is_in_lives(game: str) -> bool:
    """Return whether this game's scores are lives."""
    return game in IN_LIVES


@register.simple_tag
def phrases(game: str) -> list[tuple[str, object]]:
    """Return the set phrases of a game's tables: key and words."""
    return [(key, PHRASES[key]) for key in wording.phrases_of(game)]


@register.filter
def combination_words(live: LiveDeal, seat: int) -> str:
    """Return what a seat has won in a finished deal of Le triton."""
    detail = live.detail or {}
    return wording.combination_words(detail["combinations"][seat], bool(detail["best"][seat]))


@register.filter
def phrase_words(key: str) -> str:
    """Return what a phrase says."""
    return str(PHRASES[key]) if key in PHRASES else ""


@register.filter
def the_card(code: str) -> str:
    """Return a card as a sentence names it."""
    return wording.the_card(code) if is_card(code) else code


@register.filter
def choice_words(action: str) -> str:
    """Return what a button for an action that is no card of the hand says."""
    return card_name(action)


@register.filter
def suit_sign(suit: str) -> str:
    """Return the sign of a suit."""
    return SIGNS.get(suit, suit) + TEXT_STYLE


@register.filter
def by_words(by: str) -> str:
    """Return who played a card that no person played; "" for a person."""
    return "" if by == Step.By.PERSON else str(Step.By(by).label)


@register.filter
def clock_seconds(left: float) -> int:
    """Return the whole seconds that a clock shows."""
    return ceil(left)


@register.filter
def clock_words(left: float) -> str:
    """Return minutes and seconds: 754 is 12:34."""
    minutes, seconds = divmod(ceil(left), 60)
    return f"{minutes}:{seconds:02d}"


@register.filter
def clock_share(clock: Clock) -> int:
    """Return how much of a clock's time is left, in hundredths."""
    return min(100, round(100 * clock.left / clock.total)) if clock.total else 100


@register.filter
def add_up(left: float, more: int) -> int:
    """Return whole seconds, a few more than are left."""
    return ceil(left) + more


@register.simple_tag
def table_moment() -> str:
    """Return the moment, by which a page knows the later of two."""
    return f"{time.time():.3f}"


@register.simple_tag
def table_preferences(request: HttpRequest) -> Mapping[str, str]:
    """Return how this device wants its tables."""
    return preferences.preferences_of(request, get_language() or "en")


@register.simple_tag
def table_keys() -> Mapping[str, str]:
    """Return the letters of suits and ranks on a keyboard, in the page's language."""
    return preferences.keys_of(get_language() or "en")
