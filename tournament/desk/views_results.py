"""Results at the desk: confirming, deciding, recording and correcting."""

import uuid
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.leaderboard.wording import average_words
from tournament.results.models import Submission, Verdict
from tournament.results.selectors import scores_by_seat
from tournament.results.services import round_confirm
from tournament.rules.scores import score_made
from tournament.rulings.changes import ResultsChange
from tournament.rulings.models import Proposal
from tournament.rulings.proposals import ruling_or_proposal
from tournament.rulings.services import ruling_preview
from tournament.tables.models import Play

from .access import DeskRequest, event_view, id_or_403, own_or_403
from .authors import Names, names_of_plays
from .evening import (
    entries_waiting,
    open_plays,
    plays_of_event,
    rounds_begun_of,
    status_of,
)
from .forms_boards import KINDS
from .forms_results import CorrectionForm, RecordForm, ResultForm, detail_initial
from .outliers import outliers_of
from .pages import PAGES, UNPROCESSABLE, proposed
from .play_history import RankMove, history_of, names_by_number, rank_moves
from .result_words import detail_words, play_words
from .slips import slip_record

# A form may have a thousand fields; the rest comes when these are confirmed.
CONFIRM_MOST = 500


@require_http_methods(PAGES)
@event_view
def desk_confirm(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """Confirm a round's open entries in one act."""
    playing = get_object_or_404(rounds_begun_of(event), number=number)
    if request.method == "POST":
        chosen = {id_or_403(text) for text in request.POST.getlist("entry")}
        _confirm(request, playing, chosen)
        return redirect("desk_event", event.public_id)
    waiting = entries_waiting(event, playing)
    context = {
        "event": event,
        "playing": playing,
        "waiting": waiting[:CONFIRM_MOST],
        "more": len(waiting[CONFIRM_MOST:]),
    }
    return render(request, "desk/confirm.html", context)


def _confirm(request: DeskRequest, playing: Round, chosen: set[int]) -> None:
    entries = Submission.objects.filter(pk__in=chosen, play__round=playing)
    if entries.count() != len(chosen):
        raise PermissionDenied
    confirmed = round_confirm(playing=playing, submission_ids=chosen, user=request.user)
    words = ngettext("%(n)d entry is confirmed.", "%(n)d entries are confirmed.", confirmed)
    messages.success(request, words % {"n": confirmed})
    left = entries.filter(results=None).select_related("play__table", "play__board")
    if left:
        listed = " · ".join(play_words(each.play) for each in left.order_by("play__table__number"))
        messages.warning(
            request,
            _("Changed since the list was shown, and left as it is: %(plays)s.")
            % {"plays": listed},
        )


@require_POST
@event_view
def desk_decide(request: DeskRequest, event: Event, play_id: int) -> HttpResponse:
    """Decide a dispute for one of the versions that were given."""
    play = get_object_or_404(plays_of_event(event), pk=play_id)
    entry = own_or_403(Submission.objects.filter(play=play), pk=request.POST.get("entry"))
    detail = entry.detail
    if request.POST.get("verdict"):
        said = Verdict.objects.filter(submission=entry, detail__isnull=False)
        detail = own_or_403(said, pk=request.POST["verdict"]).detail
    try:
        result = slip_record(
            play=play, detail=detail, sent_id=uuid.uuid4(), seen=entry.pk, user=request.user
        )
    except Refused as error:
        messages.error(request, str(error))
    else:
        _say_result(request, play, result.detail)
    return redirect("desk_event", event.public_id)


def _say_result(request: DeskRequest, play: Play, detail: dict[str, Any]) -> None:
    words = _("%(play)s: %(result)s.")
    messages.success(request, words % {"play": play_words(play), "result": detail_words(detail)})


@require_http_methods(PAGES)
@event_view
def desk_play(request: DeskRequest, event: Event, play_id: int) -> HttpResponse:
    """One play: what happened to its result, and a form to enter or correct it."""
    play = get_object_or_404(plays_of_event(event), pk=play_id)
    names = names_of_plays([play])[play.pk]
    if request.method != "POST":
        return _play_page(request, event, play, names, _form_for(event, play, names))
    form_class = CorrectionForm if "version" in request.POST else RecordForm
    form: RecordForm | CorrectionForm = form_class(request.POST, rules=event.rules, names=names)
    if not form.is_valid() or "edit" in request.POST:
        return _play_page(request, event, play, names, form)
    try:
        if isinstance(form, RecordForm):
            return _record(request, event, play, form)
        if "sure" in request.POST:
            return _correct(request, event, play, form)
        moves = _preview(event, play, form)
    except Refused as error:
        # Somebody else may have been faster: show what is there now, and keep what was typed.
        play = get_object_or_404(plays_of_event(event), pk=play_id)
        if isinstance(form, RecordForm) and hasattr(play, "result"):
            form = _form_for(event, play, names, detail=form.cleaned_data["detail"])
        return _play_page(request, event, play, names, form, problem=str(error))
    context = {"event": event, "play": play, "form": form, "moves": moves}
    return render(request, "desk/play_preview.html", context)


def _form_for(
    event: Event, play: Play, names: Names, *, detail: dict[str, Any] | None = None
) -> RecordForm | CorrectionForm:
    """Return the form for a play as it is: another result if it has one, else its first.

    `detail` is what the director has already typed.
    """
    rules = event.rules
    result = getattr(play, "result", None)
    if result is not None:
        initial = detail_initial(rules, detail or result.detail) | {"version": result.version}
        return CorrectionForm(initial=initial, rules=event.rules, names=names)
    pending = getattr(play, "pending", None)
    entered = pending.submission.detail if pending else None
    return RecordForm(initial=detail_initial(rules, entered), rules=event.rules, names=names)


def _play_page(
    request: DeskRequest,
    event: Event,
    play: Play,
    names: Names,
    form: ResultForm,
    *,
    problem: str = "",
) -> HttpResponse:
    result = getattr(play, "result", None)
    detail = result.detail if result else {}
    tricks = detail.get("tricks")
    scores = scores_by_seat(result.scores if result else None, names)
    context = {
        "event": event,
        "play": play,
        "state": status_of(play),
        "seats": [
            {
                "number": seat,
                "name": name,
                "tricks": tricks[seat] if tricks else None,
                "score": score_made(scores[seat]),
                "average": average_words(scores[seat]),
                "fault": detail.get("fault") == seat,
            }
            for seat, name in names.items()
        ],
        "result": result,
        "odd": [each for each in outliers_of(event, play.round) if each.play == play],
        "open": None if result else open_plays([play])[0],
        "history": history_of(event, play),
        "form": form,
        "problem": problem,
        "is_correction": isinstance(form, CorrectionForm),
        "put_right": [(kind, each.title) for kind, each in KINDS.items()],
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/play.html", context, status=status)


def _record(request: DeskRequest, event: Event, play: Play, form: RecordForm) -> HttpResponse:
    result = slip_record(
        play=play,
        detail=form.cleaned_data["detail"],
        sent_id=form.cleaned_data["sent_id"],
        seen=form.cleaned_data["seen"],
        user=request.user,
    )
    _say_result(request, play, result.detail)
    return redirect("desk_event", event.public_id)


def _seen(play: Play, form: CorrectionForm) -> dict[str, Any]:
    """Return the result that the director saw. Raises Refused when it is another one by now."""
    result = getattr(play, "result", None)
    if result is None or result.version != form.cleaned_data["version"]:
        raise Refused(_("Somebody else has just corrected this result: look at it again."))
    return {str(play.pk): result.detail}


def _preview(event: Event, play: Play, form: CorrectionForm) -> list[RankMove]:
    """Return whose rank the correction would change. Raises Refused as saving it would."""
    _seen(play, form)
    effect = ruling_preview(
        event=event,
        change=ResultsChange([play]),
        after={str(play.pk): form.cleaned_data["detail"]},
    )
    return rank_moves(effect.ranks_before, effect.ranks_after, names_by_number(event))


def _correct(request: DeskRequest, event: Event, play: Play, form: CorrectionForm) -> HttpResponse:
    before, after = _seen(play, form), {str(play.pk): form.cleaned_data["detail"]}
    made = ruling_or_proposal(
        event=event,
        change=ResultsChange([play]),
        after=after,
        reason=form.cleaned_data["reason"],
        user=request.user,
        seen=before,
    )
    if isinstance(made, Proposal):
        return proposed(request, event, made)
    messages.success(
        request,
        _("%(play)s is corrected: %(after)s, no longer %(before)s.")
        % {
            "play": play_words(play),
            "after": detail_words(after[str(play.pk)]),
            "before": detail_words(before[str(play.pk)]),
        },
    )
    return redirect("desk_event", event.public_id)
