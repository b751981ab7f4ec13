"""Putting right: each change is shown with the ranks it moves, then saved with its reason."""

import json
from collections.abc import Sequence

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.ruling_words import (
    Naming,
    Said,
    change_words,
    now_words,
    substitute_names,
)
from tournament.leaderboard.wording import award_words
from tournament.rulings.changes import AwardsChange, Change, Json
from tournament.rulings.models import Proposal, Ruling
from tournament.rulings.proposals import proposals_of, ruling_or_proposal, undo_or_proposal
from tournament.rulings.selectors import rulings_of_event
from tournament.rulings.services import Effect, ruling_preview, undo_preview
from tournament.tables.models import Play

from .access import DeskRequest, event_view
from .evening import plays_of_event
from .forms_boards import KINDS
from .forms_desk import DeskForm
from .forms_rulings import AdjustForm, AwardForm, RulingForm, UndoForm
from .leaving import entries_gone
from .pages import PAGES, UNPROCESSABLE, proposed
from .play_history import names_by_number, proposals_listed, rank_moves, rulings_listed


@require_http_methods(PAGES)
@event_view
def desk_put_right(request: DeskRequest, event: Event, play_id: int, kind: str) -> HttpResponse:
    """Put something right about one play, other than the result itself."""
    form_class = KINDS.get(kind)
    play = get_object_or_404(plays_of_event(event), pk=play_id)
    if form_class is None:
        raise Http404
    if request.method != "POST":
        form = form_class(event=event, play=play, user=request.user)
        return _form(request, event, play, form)
    form = form_class(request.POST, event=event, play=play, user=request.user)
    if not form.is_valid() or "edit" in request.POST:
        return _form(request, event, play, form)
    change = form.change()
    try:
        return ruled(
            request,
            event,
            form,
            change,
            form.after(),
            back=reverse("desk_play", args=[event.public_id, play.pk]),
            saved=_("It is put right."),
        )
    except Refused as error:
        now = _now(event, change, error)
        return _form(request, event, play, form, problem=str(error), now=now)


def ruled(
    request: DeskRequest,
    event: Event,
    form: DeskForm,
    change: Change,
    after: Json,
    *,
    back: str,
    saved: str,
) -> HttpResponse:
    """Show what would change; or make it, or propose it, once that was seen, and lead `back`.

    `form` is valid and has `reason` and `seen`. Raises Refused.
    """
    if "sure" not in request.POST:
        return _preview(request, event, form, change, after, back)
    made = ruling_or_proposal(
        event=event,
        change=change,
        after=after,
        reason=form.cleaned_data["reason"],
        user=request.user,
        seen=form.cleaned_data["seen"],
    )
    if isinstance(made, Proposal):
        return proposed(request, event, made)
    messages.success(request, saved)
    return redirect(back)


def _form(
    request: DeskRequest,
    event: Event,
    play: Play,
    form: RulingForm,
    *,
    problem: str = "",
    now: Sequence[str] = (),
) -> HttpResponse:
    context = {
        "event": event,
        "play": play,
        "form": form,
        "problem": problem,
        "now": now,
        "adjusts": isinstance(form, AdjustForm),
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/put_right.html", context, status=status)


def _now(event: Event, change: Change, error: Refused) -> list[str]:
    """Return what is there now, where somebody else was faster."""
    current = error.details.get("current")
    if current is None:
        return []
    return now_words(
        change.kind, current, change.plays, change.entry, Naming(event.game, names_by_number(event))
    )


def _preview(
    request: DeskRequest,
    event: Event,
    form: DeskForm,
    change: Change,
    after: Json,
    back: str,
) -> HttpResponse:
    """Show what would change. What is there now is what the saving will have to find."""
    effect = ruling_preview(event=event, change=change, after=after)
    numbers = names_by_number(event)
    context = {
        "event": event,
        "form": form,
        "seen": json.dumps(effect.before),
        "lines": effect_lines(event, change, effect, after),
        "moves": rank_moves(effect.ranks_before, effect.ranks_after, numbers),
        "back": back,
    }
    return render(request, "desk/put_right_preview.html", context)


def effect_lines(event: Event, change: Change, effect: Effect, after: Json) -> list[str]:
    """Return in words what a change that is tried out would do."""
    said = Said(change.kind, effect.before, effect.after)
    substitutes = substitute_names([said])
    if change.kind == Ruling.Kind.SUBSTITUTE:
        # A new name has an id only while it is tried out.
        new = {effect.after[play]: name for play, name in after.items() if name is not None}
        substitutes = new | substitutes
    naming = Naming(event.game, names_by_number(event), substitutes)
    return change_words(said, change.plays, change.entry, naming)


@require_http_methods(PAGES)
@event_view
def desk_awards(request: DeskRequest, event: Event, number: int) -> HttpResponse:
    """A player's penalties, and a form for another one."""
    entry = get_object_or_404(event.entries.select_related("player"), number=number)
    change = AwardsChange(entry)
    form = AwardForm(request.POST or None, game=event.game)
    problem = ""
    if request.method == "POST" and form.is_valid() and "edit" not in request.POST:
        try:
            return ruled(
                request,
                event,
                form,
                change,
                [*change.read(), form.award()],
                back=reverse("desk_awards", args=[event.public_id, number]),
                saved=_("%(name)s: the penalty is saved.") % {"name": entry.player.name},
            )
        except Refused as error:
            problem = str(error)
    now = change.read()
    context = {
        "event": event,
        "entry": entry,
        "form": form,
        "problem": problem,
        "awards": [award_words(**each, game=event.game) for each in now],
        "history": rulings_listed(
            event, rulings_of_event(event).filter(kind=Ruling.Kind.AWARDS, entry=entry)
        ),
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/awards.html", context, status=status)


@require_safe
@event_view
def desk_history(request: DeskRequest, event: Event) -> HttpResponse:
    """All that was put right in the event."""
    rulings = rulings_listed(event, rulings_of_event(event))
    proposals = proposals_listed(event, proposals_of(event))
    context = {
        "event": event,
        "rulings": rulings,
        "proposals": [each for each in proposals if each.is_open],
        "refused": [each for each in proposals if each.refused_by],
    }
    return render(request, "desk/history.html", context)


@require_http_methods(PAGES)
@event_view
def desk_undo(request: DeskRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Take a ruling back, by another one, with its reason."""
    ruling = get_object_or_404(rulings_of_event(event), pk=ruling_id)
    form = UndoForm(request.POST or None)
    effect, problem = None, ""
    try:
        if request.method == "POST" and form.is_valid():
            made = undo_or_proposal(
                ruling=ruling, reason=form.cleaned_data["reason"], user=request.user
            )
            if isinstance(made, Proposal):
                return proposed(request, event, made)
            messages.success(request, _("It is as it was before."))
            return redirect("desk_history", event.public_id)
        effect = undo_preview(ruling=ruling)
    except Refused as error:
        problem = str(error)
    context = {
        "event": event,
        "form": form,
        "problem": problem,
        "undone": rulings_listed(event, [ruling])[0],
        "gone": entries_gone(ruling.plays.all()),
        "moves": rank_moves(effect.ranks_before, effect.ranks_after, names_by_number(event))
        if effect
        else [],
    }
    status = UNPROCESSABLE if problem or form.errors else 200
    return render(request, "desk/undo.html", context, status=status)
