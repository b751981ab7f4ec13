"""The pages on which somebody plays a past event's boards again."""

from http import HTTPStatus

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from deals.selectors import deal_of
from tournament.errors import Refused
from tournament.events.models import Board, Event
from tournament.friendly.access import is_stranger
from tournament.leaderboard.versions import PublicRequest
from tournament.live.access import device_of, hand_remember
from tournament.phone.access import address_of
from tournament.phone.identity import Phone, phone_of, phone_remember

from .forms import PracticeForm
from .models import Practice
from .selectors import boards_to_practise, comparison, own_mistakes, practices_of
from .services import practice_begin

TRIES_SHOWN = 12


@never_cache
@require_safe
def practice(request: HttpRequest, public_id: str) -> HttpResponse:
    """The boards of an event that can be played again, and how this device did at them."""
    event = _event(public_id)
    tried: dict[int, Practice] = {}
    for each in practices_of(event=event, device=_device(request)):
        tried.setdefault(each.board_id, each)
    boards = [(board, tried.get(board.pk)) for board in boards_to_practise(event)]
    return render(request, "practice/boards.html", {"event": event, "boards": boards})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def practice_board(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Choose a seat of a board and play it."""
    event = _event(public_id)
    board = get_object_or_404(boards_to_practise(event).select_related("deal_set"), number=number)
    phone = phone_of(request)
    seats = len(deal_of(board.deal_set, board.deal_number).hands)
    form = PracticeForm(
        request.POST if request.method == "POST" else None,
        seats=seats,
        game=event.game,
        initial=_asked(request),
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _begun(request, board, form, phone)
        except Refused as refused:
            form.add_error(None, str(refused))
    numbers = list(boards_to_practise(event).values_list("number", flat=True))
    tries = practices_of(event=event, device=_device(request)).filter(board=board)[:TRIES_SHOWN]
    context = {
        "event": event,
        "board": board,
        "form": form,
        "tries": tries,
        "mistakes": own_mistakes(tries),
        "before": max((each for each in numbers if each < number), default=None),
        "after": min((each for each in numbers if each > number), default=None),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "practice/board.html", context, status=status)


def _asked(request: HttpRequest) -> dict[str, object]:
    """Return the seat and bot that an address asks for: another try at the same board has them."""
    return {key: request.GET[key] for key in ("seat", "bot") if key in request.GET}


def _begun(request: HttpRequest, board: Board, form: PracticeForm, phone: Phone) -> HttpResponse:
    with transaction.atomic():
        begun = practice_begin(
            board=board,
            seat=form.cleaned_data["seat"],
            bot=form.cleaned_data["bot"],
            device=phone.device,
            address=address_of(request) if is_stranger(request) else None,
        )
    response = redirect("seat", begun.participant.public_id)
    hand_remember(response, request, begun.participant, phone.device)
    phone_remember(response, request, phone)
    return response


@never_cache
@require_safe
def practice_result(request: PublicRequest, public_id: str) -> HttpResponse:
    """How a board that was played again compares with the event's field.

    For the device that played it; who played it is nobody else's business.
    """
    found = get_object_or_404(
        Practice.objects.select_related(
            "board__session__event__club", "board__deal_set", "live_deal", "participant"
        ),
        public_id=public_id,
    )
    if device_of(request, found.participant) is None:
        raise Http404
    compared = comparison(found)
    if compared is None:
        return redirect("seat", found.participant.public_id)
    event = found.board.session.event
    if request.htmx:
        context = {"event": event, "compared": compared}
        return render(request, "practice/_cards.html", context)
    following = boards_to_practise(event).filter(number__gt=found.board.number).first()
    context = {"event": event, "compared": compared, "practice": found, "following": following}
    return render(request, "practice/result.html", context)


def _event(public_id: str) -> Event:
    return get_object_or_404(Event.objects.select_related("club"), public_id=public_id)


def _device(request: HttpRequest) -> str:
    phone = phone_of(request)
    return phone.device if phone.is_known else ""
