"""How the desk writes results, and who said what."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from tournament.desk.access import other_directors
from tournament.desk.result_words import detail_words
from tournament.events.models import Event
from tournament.players.selectors import directs_club
from tournament.rulings.services import needs_second

register = template.Library()


@register.filter
def result_words(detail: Mapping[str, Any]) -> str:
    """Return a result in a few words: `5-3-2`, or what happened instead."""
    return detail_words(detail)


@register.filter
def among(name: str, names: str) -> bool:
    """Return whether a name is one of those given, with spaces between them."""
    return name in names.split()


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago that was: `5 minutes ago`, `just now`."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(age)s ago") % {"age": timesince(moment)}


@register.inclusion_tag("desk/_second.html", takes_context=True)
def second_director(context: dict[str, Any]) -> dict[str, object]:
    """Say, where the standings are official, that another director has to confirm, and who can;
    and which official events keep what was carried over to them."""
    event, request = context["event"], context["request"]
    if not needs_second(event):
        return {}
    others = [
        each.get_full_name() or each.get_username() for each in other_directors(event, request.user)
    ]
    may_invite = directs_club(request.user, event.club_id)
    kept = event.carried_into.filter(state=Event.State.OFFICIAL).order_by("pk")
    return {"official": True, "others": others, "may_invite": may_invite, "kept": kept}
