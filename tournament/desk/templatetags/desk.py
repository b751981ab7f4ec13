"""How the desk writes results, and who said what."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from tournament.desk.result_words import detail_words

register = template.Library()


@register.filter
def result_words(detail: Mapping[str, Any]) -> str:
    """Return a result in a few words: `5-3-2`, or what happened instead."""
    return detail_words(detail)


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago that was: `5 minutes ago`, `just now`."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(age)s ago") % {"age": timesince(moment)}
