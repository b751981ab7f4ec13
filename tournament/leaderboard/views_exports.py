"""The public files: standings, results and deals."""

import json
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from deals.formats import csv_file, json_file, pbn
from deals.formats.boards import Boards
from deals.program import program_zip
from deals.selectors import verification_file
from tournament.events.models import Event

from . import exports
from .access import public_view
from .board_files import boards_published, has_pbn
from .file_names import disposition, file_word, plain_name
from .overview import deal_sets_of, names_are_public
from .spreadsheets import STYLES, Cell, Style, csv_text
from .versions import PublicRequest


@public_view
def standings_csv(request: PublicRequest, event: Event) -> HttpResponse:
    return _csv(request, event, "standings", exports.standings_table)


@public_view
def teams_csv(request: PublicRequest, event: Event) -> HttpResponse:
    if event.movement != Event.Movement.TEAMS:
        raise Http404
    return _csv(request, event, "teams", exports.teams_table)


@public_view
def standings_json(_request: PublicRequest, event: Event) -> HttpResponse:
    return _json(event, "standings", exports.standings_json(event))


@public_view
def results_csv(request: PublicRequest, event: Event) -> HttpResponse:
    return _csv(request, event, "results", exports.results_table)


@public_view
def results_json(_request: PublicRequest, event: Event) -> HttpResponse:
    return _json(event, "results", exports.results_json(event))


@public_view
def deals_json(_request: PublicRequest, event: Event, set_id: str) -> HttpResponse:
    """The file that `python -m deals verify` reads; without cards until the key is revealed."""
    found = [deal_set for deal_set in deal_sets_of(event) if deal_set.public_id == set_id]
    if not found:
        raise Http404
    what = f"deals-{found[0].purpose}"
    return _file(event, what, "json", "application/json", verification_file(found[0]).encode())


@public_view
def boards_json(_request: PublicRequest, event: Event) -> HttpResponse:
    return _boards(event, "json", "application/json", json_file.write)


@public_view
def boards_pbn(_request: PublicRequest, event: Event) -> HttpResponse:
    if not has_pbn(event):
        raise Http404
    return _boards(event, "pbn", "text/x-pbn; charset=iso-8859-1", pbn.write)


@public_view
def boards_csv(request: PublicRequest, event: Event) -> HttpResponse:
    write = partial(csv_file.write, delimiter=style_asked(request).delimiter)
    return _boards(event, "csv", "text/csv; charset=utf-8", write)


@require_safe
def deals_program(_request: HttpRequest) -> HttpResponse:
    """The program that verifies such a file: anyone runs it, without this site."""
    response = HttpResponse(program_zip(), content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="triplicate-deals.zip"'
    return response


def style_asked(request: HttpRequest) -> Style:
    """Return the style asked for, else that of the page's language. Raises BadRequest."""
    asked = request.GET.get("style")
    if asked is None:
        return STYLES.get((get_language() or "en").partition("-")[0], STYLES["en"])
    if asked not in STYLES:
        raise BadRequest("There is no such style of CSV.")
    return STYLES[asked]


def _boards(
    event: Event, kind: str, content_type: str, write: Callable[[Boards], bytes]
) -> HttpResponse:
    """Return the file of all boards with their hands; 404 while any of them is sealed."""
    boards = boards_published(event)
    if boards is None:
        raise Http404
    return _file(event, "boards", kind, content_type, write(boards))


def _csv(
    request: PublicRequest,
    event: Event,
    what: str,
    table: Callable[[Event], Iterable[list[Cell]]],
) -> HttpResponse:
    style = style_asked(request)
    with override(style.language):
        text = csv_text(table(event), style)
        return _file(event, what, "csv", "text/csv; charset=utf-8", text.encode())


def _json(event: Event, what: str, values: dict[str, Any]) -> HttpResponse:
    fields = (f"{json.dumps(name)}: {_listed(value)}" for name, value in values.items())
    text = "{\n" + ",\n".join(fields) + "\n}\n"
    return _file(event, what, "json", "application/json", text.encode())


def _listed(value: Any) -> str:
    """Return a JSON text; of a list, one line for each of its values."""
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in value) + "\n]"


def _file(event: Event, what: str, kind: str, content_type: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = disposition(event.name, file_word(what), kind)
    if what.startswith("deals"):
        # Its name is typed in a terminal: see leaderboard/_deals.html.
        named = plain_name(event.name, file_word(what), kind)
        response["Content-Disposition"] = f'attachment; filename="{named}"'
    if not names_are_public(event):
        response["X-Robots-Tag"] = "noindex"
    return response
