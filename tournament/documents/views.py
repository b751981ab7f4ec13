"""The sheets that anyone may have."""

from csp.decorators import csp_exempt
from django.http import HttpResponse
from django.utils.translation import override, pgettext

from tournament.events.models import Event
from tournament.events.selectors import entry_public_name
from tournament.leaderboard.access import public_view
from tournament.leaderboard.overview import names_are_public
from tournament.leaderboard.versions import PublicRequest

from .pdf import render
from .responses import PdfResponse, sheet_language
from .selectors import standings_sheet


@csp_exempt()  # a kept copy has no memory of it: see PdfResponse
@public_view
def standings_pdf(request: PublicRequest, event: Event) -> HttpResponse:
    """The ranking for the wall and the web, with public names only."""
    with override(sheet_language(request)):
        pdf = render(standings_sheet(event, name_of=entry_public_name))
        response = PdfResponse(pdf, event=event, what=pgettext("file name", "standings"))
    if not names_are_public(event):
        response["X-Robots-Tag"] = "noindex"
    return response
