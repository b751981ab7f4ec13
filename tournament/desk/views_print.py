"""What is printed for an event. What opens hands leaves by POST alone, with a word in the log."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import get_language_info, override, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from deals.selectors import prints_of
from tournament.documents import after_play, selectors
from tournament.documents.board_ways import board_cards
from tournament.documents.pages import table_card_pages
from tournament.documents.pdf import render as render_pdf
from tournament.documents.responses import PdfResponse, sheet_language
from tournament.documents.services import (
    curtain_cards_print,
    guide_cards_print,
    hand_slips_print,
)
from tournament.documents.sheets import Sheet
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.exports import standings_table
from tournament.leaderboard.file_names import disposition, file_word
from tournament.leaderboard.selectors import boards_open, entry_real_name
from tournament.leaderboard.spreadsheets import csv_text
from tournament.leaderboard.views_exports import style_asked
from tournament.live.links import cards_outdated, links_given
from tournament.push.addresses import printed_address_remember
from tournament.tables.selectors import movement_is_stale
from tournament.tables.services import table_code_renew

from . import prints
from .access import DeskRequest, event_view, own_or_403
from .pages import PAGES, live_base
from .selectors import sealed_of

SheetView = Callable[[DeskRequest, Event], HttpResponse]


@require_safe
@event_view
def desk_print(request: DeskRequest, event: Event) -> HttpResponse:
    """Show what can be printed, what for and on how many pages, and who printed hands."""
    sealed = sealed_of(event)
    rounds = selectors.rounds_to_print(event)
    tables = list(event.tables.order_by("number"))
    language = sheet_language(request)
    default = prints.round_default(rounds)
    context = {
        "base": live_base(request),
        "event": event,
        "sealed": sealed,
        "sheets_in": language,
        "languages": [
            (f"?language={code}", get_language_info(code)["name_translated"], code == language)
            for code, _name in settings.LANGUAGES
        ],
        "tables": tables,
        "card_pages": prints.pages_words(table_card_pages(len(tables))),
        "is_over": not rounds,
        "is_stale": bool(rounds) and movement_is_stale(event),
        "default": default,
        "from_round": default or "1",
        "guides": prints.guide_card_choices(event, players=event.entries.count()),
        "reserve_notes": prints.reserve_notes(event, rounds),
        "slips": prints.hand_slip_choices(rounds, sealed),
        "curtains": prints.curtain_card_choices(rounds, sealed),
        "scores": prints.score_slip_choices(rounds),
        "has_results": boards_open(event).exists(),
        "is_revealed": sealed.main.revealed_at is not None,
        "links": links_given(event),
        "outdated": cards_outdated(event),
        "boards_move_on": event.movement == Event.Movement.SHARED,
        "plays_in_browser": event.play_mode != Event.PlayMode.ENTERED,
        "log": prints_of([sealed.main, sealed.reserve]).order_by("-at", "-pk"),
    }
    return render(request, "desk/print.html", context)


def sheet_view(view: SheetView) -> Callable[..., HttpResponse]:
    """Return the view of a sheet for the event's directors; a refusal is told on the print page."""

    @event_view
    @wraps(view)
    def told(request: DeskRequest, event: Event) -> HttpResponse:
        try:
            return view(request, event)
        except Refused as error:
            messages.error(request, str(error))
            return redirect("desk_print", event.public_id)

    return told


def _pdf(request: DeskRequest, event: Event, what: Promise | str, sheet: Sheet) -> HttpResponse:
    with override(sheet_language(request)):
        return PdfResponse(render_pdf(sheet), event=event, what=str(what))


@require_safe
@sheet_view
def desk_table_cards(request: DeskRequest, event: Event) -> HttpResponse:
    """The cards of all tables, or of one (`?table=3`)."""
    if "table" in request.GET:
        table = own_or_403(event.tables.all(), number=request.GET["table"])
        sheet = selectors.table_cards(event, only=table.number)
        return _pdf(request, event, pgettext_lazy("file name", "table card"), sheet)
    sheet = selectors.table_cards(event)
    response = _pdf(request, event, pgettext_lazy("file name", "table cards"), sheet)
    printed_address_remember(settings.SITE_URL)
    return response


@require_safe
@sheet_view
def desk_board_cards(request: DeskRequest, event: Event) -> HttpResponse:
    """Which boards come to each table in which round, and where they go then."""
    return _pdf(
        request, event, pgettext_lazy("file name", "ways of the boards"), board_cards(event)
    )


@require_http_methods(PAGES)
@sheet_view
def desk_guide_cards(request: DeskRequest, event: Event) -> HttpResponse:
    """Every player's way, from a round on (`?round=2`); by POST with the personal links, logged."""
    sent = request.POST if request.method == "POST" else request.GET
    numbers = {str(number): number for number in range(1, event.rounds + 1)}
    first = numbers.get(sent.get("round", "1"))
    if first is None:
        raise PermissionDenied
    what = pgettext_lazy("file name", "guide cards")
    if request.method != "POST":
        return _pdf(request, event, what, selectors.guide_cards(event, first_round=first))
    player = sent.get("player", "")
    only = own_or_403(event.entries.all(), number=player).number if player else None
    language = sheet_language(request)
    pdf = guide_cards_print(
        event=event,
        first_round=first,
        only=only,
        who=request.user.get_username(),
        language=language,
    )
    printed_address_remember(settings.SITE_URL)
    with override(language):
        return PdfResponse(pdf, event=event, what=str(what))


@require_safe
@sheet_view
def desk_score_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """The score slips of a round (`?round=2`)."""
    playing = prints.round_asked(event, request.GET.get("round", ""))
    with override(sheet_language(request)):
        sheet = selectors.score_slips(event, playing)
    return _pdf(request, event, pgettext_lazy("file name", "score slips"), sheet)


@require_safe
@event_view
def desk_standings_pdf(request: DeskRequest, event: Event) -> HttpResponse:
    """The ranking with real names, for the room."""
    with override(sheet_language(request)):
        sheet = selectors.standings_sheet(event, name_of=entry_real_name)
    return _pdf(request, event, pgettext_lazy("file name", "standings with all names"), sheet)


@require_safe
@event_view
def desk_standings_csv(request: DeskRequest, event: Event) -> HttpResponse:
    """The ranking with real names, for a spreadsheet (`?style=fr`)."""
    style = style_asked(request)
    with override(style.language):
        text = csv_text(standings_table(event, name_of=entry_real_name), style)
        named = disposition(event.name, file_word("standings-all-names"), "csv")
    response = HttpResponse(text.encode(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = named
    return response


@require_POST
@sheet_view
def desk_hand_slips(request: DeskRequest, event: Event) -> HttpResponse:
    """The hand slips of a round, of all rounds or of the reserve; whoever prints them is logged."""
    language = sheet_language(request)
    asked = prints.hands_asked(event, request.POST.get("round", ""), request.POST.get("table", ""))
    pdf = hand_slips_print(
        event=event,
        hands=asked.hands,
        played=asked.played,
        reserve=asked.reserve,
        chairs=asked.chairs,
        who=request.user.get_username(),
        language=language,
    )
    with override(language):
        what = str(pgettext_lazy("file name", "hand slips"))
        return PdfResponse(pdf, event=event, what=what)


@require_POST
@sheet_view
def desk_curtain_cards(request: DeskRequest, event: Event) -> HttpResponse:
    """Curtain cards and their dealing sheet, by round or of the reserve; the printing is logged."""
    language = sheet_language(request)
    hands, is_reserve = prints.curtain_hands_asked(event, request.POST.get("round", ""))
    pdf = curtain_cards_print(
        event=event,
        hands=hands,
        reserve=is_reserve,
        who=request.user.get_username(),
        language=language,
    )
    with override(language):
        what = str(pgettext_lazy("file name", "curtain cards"))
        return PdfResponse(pdf, event=event, what=what)


@require_safe
@sheet_view
def desk_travellers(request: DeskRequest, event: Event) -> HttpResponse:
    """All results of the boards that nobody has still to play, with real names, for the room."""
    with override(sheet_language(request)):
        sheet = after_play.travellers(event, name_of=entry_real_name)
    return _pdf(request, event, pgettext_lazy("file name", "travellers with all names"), sheet)


@require_safe
@sheet_view
def desk_scorecards(request: DeskRequest, event: Event) -> HttpResponse:
    """A scorecard for each player, with real names, to be handed out in the room."""
    with override(sheet_language(request)):
        sheet = after_play.scorecards(event, name_of=entry_real_name)
    return _pdf(request, event, pgettext_lazy("file name", "scorecards"), sheet)


@require_http_methods(PAGES)
@event_view
def desk_table_code(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Give a table a new code, after asking: its phones and its card lose the old one."""
    table = get_object_or_404(event.tables, number=number)
    if request.method == "POST":
        table_code_renew(table=table)
        words = _("Table %(number)d has the new code %(code)s. Print its card again.")
        messages.success(request, words % {"number": table.number, "code": table.code})
        return redirect("desk_print", event.public_id)
    return render(request, "desk/table_code.html", {"event": event, "table": table})
