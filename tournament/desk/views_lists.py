"""Entering many players at once: read a list, look at it, enter it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.services import NewEntry
from tournament.players.services import name_sort_key

from .access import DeskRequest, event_view
from .forms import ListForm
from .pages import PAGES, UNPROCESSABLE, form_page
from .player_lists import BYTES_MOST, PlayerList, read_file, read_pasted
from .selectors import players_known
from .services import players_enter
from .views_players import round_to_enter

NEW, KNOWN, ENTERED, TWICE, ALIKE = "new", "known", "entered", "twice", "alike"


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A player of a list as it would be entered, and what is to be known about the name.

    `mark` is NEW, KNOWN (to the club), ENTERED (in this event already), TWICE (in
    this list) or ALIKE (in either but for accents).
    """

    index: int
    name: str
    name_public: bool
    taken: bool
    mark: str
    agreed_before: bool
    stratum: str = ""
    groups: str = ""


@require_http_methods(PAGES)
@event_view
def desk_list(request: DeskRequest, event: Event) -> HttpResponse:
    """Paste or upload a list; its preview; entering what the preview says."""
    if "enter" in request.POST:
        return _enter(request, event)
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            found = _read(form)
            _refuse_unknown(event, found)
        except Refused as error:
            form.add_error(None, str(error))
        else:
            agreed = form.cleaned_data["all_public"]
            rows = _preview(
                request,
                event,
                [(each.name, agreed or each.name_public, None) for each in found.players],
                [(each.stratum, ", ".join(each.groups)) for each in found.players],
            )
            return _preview_page(request, event, rows, unused=found.unused)
    return form_page(request, "desk/list.html", form=form, event=event)


def _read(form: ListForm) -> PlayerList:
    pasted, file = form.cleaned_data["pasted"], form.cleaned_data["file"]
    if file and pasted.strip():
        raise Refused(_("Paste a list or choose a file, one of them."))
    if file:
        # One byte more than may be, for the reader to see that it is too many.
        return read_file(file.read(BYTES_MOST + 1))
    return read_pasted(pasted)


def _refuse_unknown(event: Event, found: PlayerList) -> None:
    """Raise Refused for a stratum or group that the event does not have."""
    for player in found.players:
        for name, known in (
            *((name, event.strata) for name in filter(None, [player.stratum])),
            *((name, event.groups) for name in player.groups),
        ):
            if name not in known:
                raise Refused(
                    _("Line %(line)d: there is no category “%(name)s” in this tournament.")
                    % {"line": player.line, "name": name[:40]}
                )


def _preview(
    request: DeskRequest,
    event: Event,
    listed: Iterable[tuple[str, bool, bool | None]],
    categories: Sequence[tuple[str, str]],
) -> list[PreviewRow]:
    """Return the rows of the preview; the third of each triple is whether it is to be entered,
    None standing for the sensible choice: all who are not entered yet, once. `categories` are by
    row the stratum and the groups."""
    entered = {name.casefold() for name in event.entries.values_list("player__name", flat=True)}
    players = players_known(request.user, event).order_by("-pk")
    known = {name.casefold(): public for name, public in players.values_list("name", "name_public")}
    seen: set[str] = set()
    keys = {name_sort_key(name) for name in entered}
    rows = []
    for index, (name, public, taken) in enumerate(listed):
        key = name.casefold()
        mark = NEW
        if key in entered:
            mark = ENTERED
        elif key in seen:
            mark = TWICE
        elif key in known:
            mark = KNOWN
        if mark in {NEW, KNOWN} and name_sort_key(name) in keys:
            mark = ALIKE
        seen.add(key)
        keys.add(name_sort_key(name))
        rows.append(
            PreviewRow(
                index=index,
                name=name,
                name_public=public or known.get(key, False),
                taken=mark in {NEW, KNOWN, ALIKE} if taken is None else taken,
                mark=mark,
                agreed_before=known.get(key, False),
                stratum=categories[index][0],
                groups=categories[index][1],
            )
        )
    return rows


def _enter(request: DeskRequest, event: Event) -> HttpResponse:
    names = request.POST.getlist("name")
    taken, public = (_indices(request.POST.getlist(field), names) for field in ("take", "public"))
    new = [NewEntry(name, index in public) for index, name in enumerate(names) if index in taken]
    categories = _categories(request, len(names))
    try:
        if not new:
            raise Refused(_("Choose at least one player to enter."))
        made = players_enter(
            event=event,
            entries=new,
            categories=[categories[index] for index in range(len(names)) if index in taken],
            first_round=round_to_enter(event),
            known=players_known(request.user, event),
        )
    except Refused as error:
        rows = _preview(
            request,
            event,
            [(name, index in public, index in taken) for index, name in enumerate(names)],
            categories,
        )
        return _preview_page(request, event, rows, problem=str(error))
    words = ngettext("%(n)d player is entered.", "%(n)d players are entered.", len(made))
    messages.success(request, words % {"n": len(made)})
    return redirect("desk_players", event.public_id)


def _categories(request: DeskRequest, rows: int) -> list[tuple[str, str]]:
    """Return by row the stratum and the groups that the preview carries, where it carries any."""
    strata, groups = (request.POST.getlist(name) for name in ("stratum", "groups"))
    if len(strata) != rows or len(groups) != rows:
        return [("", "")] * rows
    return list(zip(strata, groups, strict=True))


def _indices(texts: Iterable[str], names: Sequence[str]) -> set[int]:
    allowed = {str(index): index for index in range(len(names))}
    try:
        return {allowed[text] for text in texts}
    except KeyError as error:
        raise PermissionDenied from error


def _preview_page(
    request: DeskRequest,
    event: Event,
    rows: Sequence[PreviewRow],
    *,
    unused: Sequence[str] = (),
    problem: str = "",
) -> HttpResponse:
    context = {
        "event": event,
        "rows": rows,
        "unused": unused,
        "problem": problem,
        "with_categories": any(row.stratum or row.groups for row in rows),
    }
    status = UNPROCESSABLE if problem else 200
    return render(request, "desk/list_preview.html", context, status=status)
