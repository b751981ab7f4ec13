"""The sheets that anyone may have."""

from csp.decorators import csp_exempt
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import override, pgettext_lazy

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import entry_public_name
from tournament.leaderboard.access import public_view
from tournament.leaderboard.overview import names_are_public
from tournament.leaderboard.versions import PublicRequest

from . import after_play
from .pdf import render
from .responses import PdfResponse, sheet_language
from .selectors import standings_sheet
from .sheets import Sheet


@csp_exempt()  # a kept copy has no memory of it: see PdfResponse
@public_view
def standings_pdf(request: PublicRequest, event: Event) -> HttpResponse:
    """The ranking for the wall and the web, with public names only."""
    with override(sheet_language(request)):
        sheet = standings_sheet(event, name_of=entry_public_name)
        return _pdf(event, sheet, pgettext_lazy("file name", "standings"))


@csp_exempt()
@public_view
def travellers_pdf(request: PublicRequest, event: Event) -> HttpResponse:
    """All results of the boards that nobody has still to play, with public names only."""
    with override(sheet_language(request)):
        sheet = after_play.travellers(event, name_of=entry_public_name)
        return _pdf(event, sheet, pgettext_lazy("file name", "travellers"))


@csp_exempt()
@public_view
def hand_records_pdf(request: PublicRequest, event: Event) -> HttpResponse:
    """The hands of the session, once they are revealed: until then 404, as for their pages."""
    with override(sheet_language(request)):
        try:
            sheet = after_play.hand_records(event)
        except Refused as error:
            raise Http404 from error
        return _pdf(event, sheet, pgettext_lazy("file name", "hand records"))


@csp_exempt()
@public_view
def scorecard_pdf(request: PublicRequest, event: Event, number: int) -> HttpResponse:
    """A player's boards, one by one, with public names only; 404 before there are any to show."""
    entry = get_object_or_404(event.entries, number=number)
    with override(sheet_language(request)):
        try:
            sheet = after_play.scorecards(event, name_of=entry_public_name, only=entry)
        except Refused as error:
            raise Http404 from error
        return _pdf(event, sheet, pgettext_lazy("file name", "scorecard"))


def _pdf(event: Event, sheet: Sheet, what: Promise) -> HttpResponse:
    response = PdfResponse(render(sheet), event=event, what=str(what))
    if not names_are_public(event):
        response["X-Robots-Tag"] = "noindex"
    return response
