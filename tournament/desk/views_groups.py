"""Parting the field into groups before round 1: by lot, or a player by hand."""

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.errors import Refused
from tournament.events.groups import entry_section_set, sections_set
from tournament.events.models import Event
from tournament.events.services import PLAYERS_MOST
from tournament.tables.planning import movement_plan

from .access import DeskRequest, director_view, event_view
from .forms_desk import DeskForm


class GroupsForm(DeskForm):
    """A number of groups, or the number of one."""

    groups = forms.IntegerField(min_value=1, max_value=PLAYERS_MOST)


@require_POST
@director_view
def desk_groups(request: DeskRequest, event: Event) -> HttpResponse:
    """Draw so many groups, and plan the movement of each."""
    form = GroupsForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Write how many groups there are to be."))
        return redirect("desk_movement", event.public_id)
    try:
        sections_set(event=event, many=form.cleaned_data["groups"])
        event.refresh_from_db()
        movement_plan(event=event)
    except Refused as error:
        messages.error(request, str(error))
    else:
        many = form.cleaned_data["groups"]
        words = ngettext("All play in one group.", "%(n)d groups are drawn and planned.", many)
        messages.success(request, words % {"n": many})
    return redirect("desk_movement", event.public_id)


@require_POST
@event_view
def desk_player_group(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Put a player into another group by hand."""
    entry = get_object_or_404(event.entries.select_related("player"), number=number)
    form = GroupsForm(request.POST)
    if not form.is_valid():
        raise PermissionDenied
    try:
        entry_section_set(entry=entry, section=form.cleaned_data["groups"])
    except Refused as error:
        messages.error(request, str(error))
    else:
        words = _("%(name)s plays in group %(number)d now. Plan the movement again.")
        told = {"name": entry.player.name, "number": form.cleaned_data["groups"]}
        messages.success(request, words % told)
    return redirect("desk_player", event.public_id, number)
