"""The files of an event's deals, as a page speaks of them."""

from django import template
from django.urls import reverse

from deals.models import DealSet
from tournament.events.models import Event
from tournament.leaderboard.board_files import has_pbn
from tournament.leaderboard.file_names import file_word, plain_name

register = template.Library()


@register.simple_tag
def deals_file_name(event: Event, deal_set: DealSet) -> str:
    """Return the name under which a browser saves this file of deals."""
    return plain_name(event.name, file_word(f"deals-{deal_set.purpose}"), "json")


@register.simple_tag
def board_pbn(event: Event) -> str:
    """Return the address of the event's boards as PBN; the empty text if PBN cannot write them."""
    return reverse("boards_pbn", args=[event.public_id]) if has_pbn(event) else ""
