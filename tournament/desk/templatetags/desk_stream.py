"""What the desk's pages listen to."""

from django import template

from tournament.events.models import Event
from tournament.push.tokens import stream_address
from tournament.push.topics import desk_topic

register = template.Library()


@register.simple_tag
def desk_stream(event: Event) -> str:
    """Return the address of the stream of the event's desk."""
    return stream_address(desk_topic(event.public_id))
