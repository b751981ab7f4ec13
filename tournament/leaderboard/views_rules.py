"""The rules of each game, in the site's own words."""

from django.http import Http404, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.games import triton
from engine.registry import game, keys
from tournament.live.wording import COMBINATIONS
from tournament.players.models import Club

from .versions import PublicRequest, versioned


@require_safe
def rules(request: PublicRequest, key: str) -> HttpResponseBase:
    """The rules of one game: how a deal is played, what it is worth, how a match ends."""
    if key not in keys():
        raise Http404
    club = Club.objects.order_by("pk").first()
    context = {
        "club_name": club and club.name,
        "game": game(key),
        "others": [game(other) for other in keys() if other != key],
        "combinations": [
            (words, value) for value, words in COMBINATIONS.items() if value != triton.NONE
        ],
    }
    return versioned(
        request,
        (context["club_name"],),
        lambda: render(request, f"rules/{key}.html", context),
    )


@require_safe
def par(request: PublicRequest) -> HttpResponseBase:
    """What the figures of open hands say, and by which rule par is par."""
    club = Club.objects.order_by("pk").first()
    return versioned(
        request,
        (club and club.name,),
        lambda: render(request, "rules/par.html", {"club_name": club and club.name}),
    )
