"""What every page knows."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from .models import Club


def club(_request: HttpRequest) -> dict[str, object]:
    """Return the club's name, read only by pages that show it; empty before there is a club."""
    return {"club_name": SimpleLazyObject(_club_name)}


def _club_name() -> str:
    return Club.objects.order_by("pk").values_list("name", flat=True).first() or ""
