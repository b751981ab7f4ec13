"""What templates ask of calls."""

from django import template

from tournament.calls.models import TEXT_LENGTH, Call
from tournament.calls.selectors import calls_open
from tournament.events.models import Event

register = template.Library()


@register.simple_tag
def call_reasons() -> list[tuple[str, str]]:
    """Return why a table may call the director: what a form sends, and the words."""
    return [(reason.value, str(reason.label)) for reason in Call.Reason]


@register.simple_tag
def call_text_length() -> int:
    """Return how long a sentence to or from a table may be."""
    return TEXT_LENGTH


@register.simple_tag
def calls_waiting(event: Event) -> int:
    """Return how many tables wait for the director."""
    return calls_open(event).count()
