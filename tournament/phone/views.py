"""A table's pages on players' phones."""

import re
import uuid
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.protocol import Ask
from engine.variant import Variant
from tournament.calls.selectors import table_news
from tournament.errors import Refused
from tournament.events.clocks import round_clock
from tournament.leaderboard.selectors import boards_open, traveller
from tournament.live.event_play import play_set_aside
from tournament.push.topics import event_topic, table_topic
from tournament.results.asks import (
    answers_of,
    ask_words,
    asks_tricks,
    field_name,
    is_long,
    is_yes_or_no,
    knows_misplays,
    seats_asked,
    value_words,
)
from tournament.results.models import Submission
from tournament.results.selectors import same_detail, table_may_see_board
from tournament.results.services import (
    submission_confirm,
    submission_create,
    submission_dispute,
    submission_withdraw,
)
from tournament.tables.models import Play

from .access import NoTable, TableRequest, no_table, table_open, table_view, wants_json
from .entering import detail_read, one, own_version_read, sent_id_read
from .identity import me_forget, me_remember
from .selectors import (
    Visit,
    boards_missing_before,
    may_see_traveller,
    play_at_table,
    play_line,
    players_of_table,
    table_page,
    total_of,
)
from .services import seat_claim, seat_leave
from .wording import detail_words, passing_words, submission_words


@never_cache
@require_safe
def table_code(request: HttpRequest) -> HttpResponse:
    """The box for a table's code."""
    code = request.GET.get("code", "")
    if not code.strip():
        return render(request, "phone/code.html")
    try:
        return redirect("table", table_open(request, code).code)
    except NoTable as refusal:
        return no_table(request, refusal)


@require_safe
@table_view
def table(request: TableRequest, visit: Visit) -> HttpResponse:
    """What happens at the table: who sits where, its boards, and where to go next."""
    return table_answer(request, visit)


def table_answer(
    request: TableRequest, visit: Visit, *, refused: Refused | None = None, status: int = 200
) -> HttpResponse:
    page = table_page(visit)
    running = page.playing if page.stage == "running" else None
    context = {
        **_frame(visit),
        "page": page,
        "passing": passing_words(page.passing) if page.passing else [],
        "clock": None if running is None else round_clock(running),
        "news": table_news(visit.table, [visit.device])[visit.device],
        "refused": refused,
    }
    name = "_table" if request.htmx else "table"
    return render(request, f"phone/{name}.html", context, status=status)


def _frame(visit: Visit) -> dict[str, Any]:
    """Return what every page of a table takes."""
    return {
        "visit": visit,
        "event": visit.event,
        "club_name": visit.event.club.name,
        "topic": table_topic(visit.event.public_id, visit.table.number),
    }


@require_POST
@table_view
def table_me(request: TableRequest, visit: Visit) -> HttpResponse:
    """Let the phone be one player's, or nobody's."""
    number = request.POST.get("board", "")
    response = redirect("table", visit.table.code)
    if number.isascii() and number.isdecimal():
        play = play_at_table(visit.table, int(number[:6]))
        response = redirect("table_board", visit.table.code, play.board.number)
    if "forget" in request.POST:
        me_forget(response, visit.event)
        if visit.me is not None:
            seat_leave(entry=visit.me, device=visit.device)
        return response
    for entry in players_of_table(visit.table):
        if str(entry.pk) == request.POST.get("entry"):
            try:
                seat_claim(entry=entry, device=visit.device)
            except Refused:
                # It opens with the personal number only.
                return redirect("table_hand", visit.table.code, entry.pk)
            me_remember(response, request, entry)
            return response
    raise PermissionDenied(_("This player does not sit at this table."))


@require_http_methods(["GET", "HEAD", "POST"])
@table_view
def table_board(request: TableRequest, visit: Visit, number: int) -> HttpResponse:
    """One board: its entry, or what became of it."""
    try:
        play = play_at_table(visit.table, number)
    except Http404:
        if not wants_json(request):
            raise
        message = _("Board %(number)d is not played at this table.") % {"number": number}
        return JsonResponse({"ok": False, "message": message}, status=HTTPStatus.NOT_FOUND)
    if request.method == "POST":
        return _entry(request, visit, play)
    return _board(request, visit, play)


def _entry(request: TableRequest, visit: Visit, play: Play) -> HttpResponse:
    detail: Mapping[str, Any] | None = None
    try:
        seat = _own_seat(visit, play) if visit.by_players else None
        detail = detail_read(request.POST, visit.event.rules)
        sent_id = sent_id_read(request.POST)
        with transaction.atomic():
            play_set_aside(play=play)
            submission_create(
                play=play, detail=detail, sent_id=sent_id, seat=seat, device=visit.device
            )
    except Refused as refused:
        # The play anew: what came first came after it was read.
        play = play_at_table(visit.table, play.board.number)
        return _board(request, visit, play, refused=refused, mine=detail)
    address = _table_address(visit, play)
    if wants_json(request):
        return JsonResponse({"ok": True, "url": address})
    return redirect(address)


def _own_seat(visit: Visit, play: Play) -> int:
    seat = visit.seat_on(play)
    if seat is None:
        raise Refused(_("Say first which player of this table holds the phone."))
    return seat


def _table_address(visit: Visit, play: Play) -> str:
    return reverse("table", args=[visit.table.code]) + f"#board-{play.board.number}"


def _board(
    request: TableRequest,
    visit: Visit,
    play: Play,
    *,
    refused: Refused | None = None,
    mine: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Return the page of one board; after a refusal with what this phone had entered, `mine`."""
    line = play_line(play, visit)
    first: Submission | None = refused.details.get("first") if refused else None
    context = {
        **_frame(visit),
        "line": line,
        "news": table_news(visit.table, [visit.device])[visit.device],
        "may_enter": line.state == "missing" and line.is_open and not line.is_on_screen,
        "must_say_who": visit.by_players and visit.seat_on(play) is None,
        "missing": boards_missing_before(play),
        "total": total_of(visit.event),
        "refused": refused,
        "first": first and submission_words(first, time_zone=visit.event.time_zone),
        "mine": mine,
        "mine_fields": _fields_of(mine, visit.event.rules),
        "mine_is_first": bool(mine and first and same_detail(mine, first.detail)),
        **_form_of(request, visit, play),
    }
    if not refused:
        return render(request, f"phone/{'_board' if request.htmx else 'board'}.html", context)
    status = HTTPStatus.CONFLICT if "first" in refused.details else HTTPStatus.UNPROCESSABLE_ENTITY
    if wants_json(request):
        answer = {
            "ok": False,
            "message": str(refused),
            "first": context["first"],
            "html": render_to_string("phone/_board.html", context, request),
        }
        return JsonResponse(answer, status=status)
    name = "_board" if request.htmx else "board"
    return render(request, f"phone/{name}.html", context, status=status)


def _form_of(request: TableRequest, visit: Visit, play: Play) -> dict[str, Any]:
    """Return what phone/_entry.html takes: fresh numbers to send, and what was filled in."""
    sent = request.POST
    rules = visit.event.rules
    total = total_of(visit.event)
    return {
        "counts": range(total + 1),
        "picker_seats": [
            {
                "name": f"tricks_{seat.number}",
                "seat": seat.number,
                "player": seat.entry.player.name,
                "value": _number(sent.get(f"tricks_{seat.number}", "")),
            }
            for seat in play.seats.all()
        ],
        "asks": () if asks_tricks(rules) else _asked(rules, play, sent),
        "knows_misplays": knows_misplays(rules.key),
        "sent_ids": {kind: uuid.uuid4() for kind in ("result", "fault", "not_played")},
        "filled": sent,
        "reasons": [
            _("Not enough time"),
            _("A player was missing"),
            _("The cards were wrong or mixed up"),
        ],
    }


def _fields_of(detail: Mapping[str, Any] | None, rules: Variant) -> list[tuple[str, int]]:
    """Return what a form sends for a result that is more than trick counts: names and values."""
    if detail is None or asks_tricks(rules) or rules.asks[0].name not in detail:
        return []
    answers = answers_of(rules, detail)
    return [
        (name, answers[name])
        for ask in rules.asks
        for name in (field_name(ask, seat) for seat in seats_asked(ask, rules))
        # A no is a field that is not sent.
        if answers[name] or not is_yes_or_no(ask)
    ]


def _asked(rules: Variant, play: Play, sent: QueryDict) -> list[dict[str, Any]]:
    """Return what templates/phone/_asks.html takes: each question with a field for each seat."""
    return [
        {
            "words": ask_words(ask),
            "is_yes_or_no": is_yes_or_no(ask),
            "values": [(value, value_words(ask, value)) for value in ask.values],
            "is_long": is_long(ask),
            "of_table": None if ask.each else _field_of(ask, 0, sent),
            "seats": [
                {
                    **_field_of(ask, seat.number, sent),
                    "seat": seat.number,
                    "player": seat.entry.player.name,
                }
                for seat in play.seats.all()
                if ask.each
            ],
        }
        for ask in rules.asks
    ]


def _field_of(ask: Ask, seat: int, sent: QueryDict) -> dict[str, Any]:
    name = field_name(ask, seat)
    return {"name": name, "value": _number(sent.get(name, ""))}


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("-?[0-9]{1,4}", text) else None


def _submission(request: TableRequest, play: Play) -> Submission:
    """Return the entry of this board that the form names; PermissionDenied for any other."""
    text = one(request.POST, "submission")
    found = None
    if text.isascii() and text.isdecimal() and len(text) < 19:
        found = play.submissions.filter(pk=int(text)).first()
    if found is None:
        raise PermissionDenied(_("This entry does not belong to this board."))
    return found


@require_POST
@table_view
def board_confirm(request: TableRequest, visit: Visit, number: int) -> HttpResponse:
    """Say that another player's entry is right."""
    play = play_at_table(visit.table, number)
    try:
        submission = _submission(request, play)
        submission_confirm(submission=submission, seat=_own_seat(visit, play), device=visit.device)
    except Refused as refused:
        return _acted(request, visit, play, refused=refused)
    words = {"number": number, "result": detail_words(submission.detail)}
    return _acted(request, visit, play, said=_("Board %(number)d confirmed: %(result)s.") % words)


@require_http_methods(["GET", "HEAD", "POST"])
@table_view
def board_dispute(request: TableRequest, visit: Visit, number: int) -> HttpResponse:
    """Say that another player's entry is wrong, with one's own version or without."""
    play = play_at_table(visit.table, number)
    refused = None
    if request.method == "POST":
        try:
            submission = _submission(request, play)
            own_version = own_version_read(request.POST, visit.event.rules)
            if own_version is not None and same_detail(own_version, submission.detail):
                raise Refused(_("This is what was entered. If it is right, confirm it."))
            submission_dispute(
                submission=submission,
                seat=_own_seat(visit, play),
                device=visit.device,
                detail=own_version,
            )
        except Refused as refusal:
            refused = refusal
        else:
            return redirect(_table_address(visit, play))
    line = play_line(play_at_table(visit.table, number), visit)
    if refused is None and not line.may_confirm:
        return redirect("table_board", visit.table.code, number)
    context = {
        **_frame(visit),
        "line": line,
        "total": total_of(visit.event),
        "refused": refused,
        **_form_of(request, visit, play),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "phone/dispute.html", context, status=status)


@require_POST
@table_view
def board_withdraw(request: TableRequest, visit: Visit, number: int) -> HttpResponse:
    """Take back what this phone entered."""
    play = play_at_table(visit.table, number)
    try:
        submission_withdraw(submission=_submission(request, play), device=visit.device)
    except Refused as refused:
        return _acted(request, visit, play, refused=refused)
    return _acted(
        request, visit, play, said=_("Board %(number)d is open again.") % {"number": number}
    )


def _acted(
    request: TableRequest,
    visit: Visit,
    play: Play,
    *,
    said: str = "",
    refused: Refused | None = None,
) -> HttpResponse:
    """Answer a tap on a button of a board, on whichever page it stands.

    What it did is seen there; only a page loaded anew also says it.
    """
    if request.htmx.target == "board":
        play = play_at_table(visit.table, play.board.number)
        return _board(request, visit, play, refused=refused)
    if request.htmx or refused:
        status = HTTPStatus.CONFLICT if refused else HTTPStatus.OK
        return table_answer(request, visit, refused=refused, status=status)
    messages.success(request, said)
    return redirect(_table_address(visit, play))


@require_safe
@table_view
def board_traveller(request: TableRequest, visit: Visit, number: int) -> HttpResponse:
    """All tables' results of a board that this table has finished, if the event shows them."""
    play = play_at_table(visit.table, number)
    if not visit.event.show_traveller:
        raise PermissionDenied(_("In this tournament the results of a board are shown later."))
    if not may_see_traveller(visit, play):
        if table_may_see_board(visit.table, play):
            raise PermissionDenied(_("Other tables have this board still to play."))
        raise PermissionDenied(_("You see how the others did once your result is confirmed."))
    context = {
        **_frame(visit),
        "play": play,
        "topic": event_topic(visit.event.public_id),
        "traveller": traveller(play.board),
        # Of the others' cards nobody sees any before every table has played them.
        "only_own": not boards_open(visit.event).filter(pk=play.board_id).exists(),
        "attainable": visit.event.rules.attainable,
    }
    if request.htmx:
        return render(request, "leaderboard/_board.html", context)
    return render(request, "phone/traveller.html", context)
