"""The address a page listens at."""

from django import template

from tournament.push.tokens import stream_address

register = template.Library()


@register.simple_tag
def stream_url(*topics: str) -> str:
    """Return the address of the stream that tells of `topics`: `{% stream_url topic … %}`."""
    return stream_address(*topics)
