"""The site's address on the desk's pages: for the wall, and when it is no longer the cards'."""

import segno
from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournament.events.models import Event
from tournament.push.addresses import printed_address

register = template.Library()


@register.inclusion_tag("desk/_address.html")
def address_warning(event: Event) -> dict[str, object]:
    """Warn that the cards lead to an address which the site no longer has.

    Nobody needs the cards of a published event any more.
    """
    printed = printed_address()
    differs = printed is not None and printed != settings.SITE_URL
    return {
        "event": event,
        "printed": printed if differs and event.state != Event.State.OFFICIAL else None,
        "site_url": settings.SITE_URL,
    }


@register.inclusion_tag("desk/_leaderboard_qr.html")
def leaderboard_qr(event: Event) -> dict[str, object]:
    """Draw the QR by which players open the leaderboard."""
    address = settings.SITE_URL + reverse("event", args=[event.public_id])
    return {"address": address, "svg": _qr(address)}


@register.inclusion_tag("_qr.html")
def address_qr(address: str) -> dict[str, object]:
    """Draw an address that is read once, beside its words."""
    return {"address": address, "svg": _qr(address)}


def _qr(text: str) -> SafeString:
    drawn = segno.make(text, error="m", micro=False).svg_inline(omitsize=True, border=0)
    return mark_safe(drawn)  # noqa: S308 — segno's own markup, without a word of the text
