"""The files of an event's deals, as a page speaks of them."""

from django import template

from deals.models import DealSet
from tournament.events.models import Event
from tournament.leaderboard.file_names import file_word, plain_name

register = template.Library()


@register.simple_tag
def deals_file_name(event: Event, deal_set: DealSet) -> str:
    """Return the name under which a browser saves this file of deals."""
    return plain_name(event.name, file_word(f"deals-{deal_set.purpose}"), "json")
