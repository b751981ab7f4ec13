"""PDF as an answer: shown by the browser, under a name that says what it is."""

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.text import get_valid_filename
from django.utils.translation import get_language

from tournament.events.models import Event


class PdfResponse(HttpResponse):
    """A PDF to be shown, not stored; saved, it is named after the event and `what`."""

    # django-csp's mark. Browsers' own viewers would obey the policy of our pages, and then show
    # nothing; a PDF runs nothing here.
    _csp_exempt = True

    def __init__(self, pdf: bytes, *, event: Event, what: str) -> None:
        name = get_valid_filename(f"{event.name} {what}.pdf")
        super().__init__(pdf, content_type="application/pdf")
        shown = content_disposition_header(as_attachment=False, filename=name)
        self["Content-Disposition"] = str(shown)


def sheet_language(request: HttpRequest) -> str:
    """Return the language asked for (`?language=fr` or in a form), else the page's.

    Raises BadRequest for a language there is not.
    """
    parameters = request.POST if request.method == "POST" else request.GET
    language = parameters.get("language") or get_language()
    if language not in dict(settings.LANGUAGES):
        raise BadRequest("There is no such language.")
    return language
