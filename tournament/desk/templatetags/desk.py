"""How the desk writes results, and who said what."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournament.desk.result_words import detail_words

register = template.Library()


@register.filter
def result_words(detail: Mapping[str, Any]) -> str:
    """Return a result in a few words: `5-3-2`, or what happened instead."""
    return detail_words(detail)
