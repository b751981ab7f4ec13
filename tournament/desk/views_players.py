"""Players of an event: one by one, by a list, their consents, corrections."""

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.events.ranking import terms_of
from tournament.events.sections import sections_of
from tournament.events.selectors import entries_sorted, round_next
from tournament.events.services import NewEntry, entry_remove
from tournament.leaderboard.terms_words import terms_lines
from tournament.rulings.services import player_correct

from .access import DeskRequest, event_view
from .forms import PlayerForm
from .forms_terms import stratum_field
from .pages import PAGES, form_page, is_live_fetch, live_base
from .selectors import entries_alike, players_known, players_to_suggest, without_stratum
from .services import consents_set, players_enter


@require_http_methods(PAGES)
@event_view
def desk_players(request: DeskRequest, event: Event) -> HttpResponse:
    """The players, and a box to add one; for htmx only these, so that typing flows."""
    form = _add_form(event, request.POST or None)
    added = None
    alike: list[Entry] = []
    is_part = request.htmx and not is_live_fetch(request)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        new = NewEntry(data["name"], data["name_public"])
        try:
            (added,) = players_enter(
                event=event,
                entries=[new],
                categories=[(data.get("stratum", ""), "")],
                first_round=round_to_enter(event),
                known=players_known(request.user, event),
            )
        except Refused as error:
            form.add_error("name", str(error))
        else:
            if not request.htmx:
                messages.success(request, _("%(name)s is entered.") % {"name": added.player.name})
                alike_warn(request, added)
                return redirect("desk_players", event.public_id)
            alike = entries_alike(added)
            form = _add_form(event, None)
    entries = entries_sorted(event)
    return form_page(
        request,
        "desk/_players.html" if is_part else "desk/players.html",
        form=form,
        base=live_base(request),
        event=event,
        added=added,
        alike=alike,
        rows=[
            (entry, terms_lines(terms_of(entry) | {"carry": None}, event.game)) for entry in entries
        ],
        entries=entries,
        sections=sections_of(event),
        unsorted=without_stratum(event, entries),
        suggestions=players_to_suggest(request.user, event),
        can_enter=event.state in {Event.State.DRAFT, Event.State.RUNNING},
        is_draft=event.state == Event.State.DRAFT,
    )


def _add_form(event: Event, data: QueryDict | None) -> PlayerForm:
    """Return the box for another player, with the strata where the event has some."""
    form = PlayerForm(data)
    if event.strata:
        form.fields["stratum"] = stratum_field(event.strata)
    return form


def alike_warn(request: DeskRequest, added: Entry) -> None:
    """Point out who is entered under nearly the same name."""
    for other in entries_alike(added):
        words = _("Number %(number)d is %(name)s: if it is the same player, take one of them out.")
        messages.warning(request, words % {"number": other.number, "name": other.player.name})


def round_to_enter(event: Event) -> int:
    """Return the round from which somebody entered now plays: the first not begun."""
    upcoming = round_next(event)
    if upcoming is None:
        raise Refused(_("The last round has begun: nobody can be entered any more."))
    return upcoming.number


@require_POST
@event_view
def desk_consents(request: DeskRequest, event: Event) -> HttpResponse:
    """Save who agreed to a public name, of all the players the page showed.

    What it showed as it still is stays, also where somebody else has changed it meanwhile.
    """
    shown = _numbers(request.POST.get("shown", "").split())
    public = shown if "all" in request.POST else _numbers(request.POST.getlist("public"))
    if not (public <= shown <= set(event.entries.values_list("number", flat=True))):
        raise PermissionDenied
    if "agreed" in request.POST and "all" not in request.POST:
        shown &= public ^ _numbers(request.POST["agreed"].split())
    changed = consents_set(event=event, shown=shown, public=public & shown)
    words = ngettext("%(n)d consent is changed.", "%(n)d consents are changed.", changed)
    messages.success(request, words % {"n": changed} if changed else _("Nothing was changed."))
    return redirect("desk_players", event.public_id)


def _numbers(texts: Iterable[str]) -> set[int]:
    try:
        return {int(text) for text in texts}
    except ValueError as error:
        raise PermissionDenied from error


@require_http_methods(PAGES)
@event_view
def desk_player(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Correct a player's name or consent."""
    entry = _entry_or_404(event, number)
    initial = {"name": entry.player.name, "name_public": entry.player.name_public}
    form = PlayerForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            player_correct(entry=entry, **_corrected(request, entry, form), user=request.user)
        except Refused as error:
            form.add_error("name", str(error))
        else:
            messages.success(request, _("The player is saved."))
            return redirect("desk_players", event.public_id)
    return form_page(
        request,
        "desk/player.html",
        form=form,
        event=event,
        entry=_entry_or_404(event, number),
        terms=terms_lines(terms_of(entry), event.game),
        sections=sections_of(event),
        is_draft=event.state == Event.State.DRAFT,
    )


def _corrected(request: DeskRequest, entry: Entry, form: PlayerForm) -> dict[str, Any]:
    """Return the name and the consent: what the page showed otherwise, and nobody typed anew,
    stays as it is by now."""
    typed = {"name": form.cleaned_data["name"], "name_public": form.cleaned_data["name_public"]}
    shown = {
        "name": request.POST.get("shown_name"),
        "name_public": {"yes": True, "no": False}.get(request.POST.get("shown_public", "")),
    }
    return {
        name: getattr(entry.player, name) if value == shown[name] else value
        for name, value in typed.items()
    }


@require_POST
@event_view
def desk_player_remove(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Take a player out before round 1."""
    entry = _entry_or_404(event, number)
    try:
        entry_remove(entry=entry)
    except Refused as error:
        messages.error(request, str(error))
        return redirect("desk_player", event.public_id, number)
    messages.success(request, _("%(name)s is taken out.") % {"name": entry.player.name})
    return redirect("desk_players", event.public_id)


def _entry_or_404(event: Event, number: int) -> Entry:
    return get_object_or_404(event.entries.select_related("player"), number=number)
