"""Cards in the pages of a table."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.live.wording import PHRASES, card_words

register = template.Library()

_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@register.filter
def card_name(code: str) -> str:
    """Return a card as it is read aloud."""
    return card_words(code)


@register.simple_tag
def card_face(code: str) -> SafeString:
    """Return the face of a card."""
    return format_html(
        '<span class="card suit-{}">{}{}</span>', code[-1], code[:-1], _SIGNS[code[-1]]
    )


@register.simple_tag
def phrases() -> list[tuple[str, str, object]]:
    """Return the set phrases: key, sign, words."""
    return [(key, sign, words) for key, (sign, words) in PHRASES.items()]


@register.filter
def phrase_sign(key: str) -> str:
    """Return the sign of a phrase; "" for none."""
    return PHRASES[key][0] if key in PHRASES else ""


@register.filter
def phrase_words(key: str) -> str:
    """Return what a phrase says."""
    return str(PHRASES[key][1]) if key in PHRASES else ""
