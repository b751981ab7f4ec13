"""Changes to official standings that wait for a second director."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.rulings.changes import change_of
from tournament.rulings.models import Proposal
from tournament.rulings.proposals import proposal_confirm, proposal_refuse, proposals_of
from tournament.rulings.services import ruling_preview

from .access import DeskRequest, director_view
from .forms_rulings import RefusalForm
from .pages import PAGES, UNPROCESSABLE
from .play_history import names_by_number, proposals_listed, rank_moves


@require_http_methods(PAGES)
@director_view
def desk_proposal(request: DeskRequest, event: Event, proposal_id: int) -> HttpResponse:
    """Confirm what another director proposed, or refuse it with the reason."""
    proposal = get_object_or_404(proposals_of(event), pk=proposal_id)
    is_own = proposal.user_id == request.user.pk
    form = RefusalForm(request.POST if "refuse" in request.POST else None, is_own=is_own)
    problem = ""
    if request.method == "POST" and (form.is_valid() or "confirm" in request.POST):
        try:
            return _answer(request, event, proposal, form)
        except Refused as error:
            problem = str(error)
    return _page(request, event, proposal, form, problem)


def _answer(
    request: DeskRequest, event: Event, proposal: Proposal, form: RefusalForm
) -> HttpResponse:
    if "confirm" in request.POST:
        proposal_confirm(proposal=proposal, user=request.user)
        messages.success(request, _("It is confirmed, and the standings follow."))
    else:
        proposal_refuse(proposal=proposal, user=request.user, reason=form.cleaned_data["reason"])
        messages.success(request, _("It is refused: nothing was changed."))
    return redirect("desk_history", event.public_id)


def _page(
    request: DeskRequest, event: Event, proposal: Proposal, form: RefusalForm, problem: str
) -> HttpResponse:
    """Return the proposal with what it would do now, or why it can no longer be made."""
    is_open = not hasattr(proposal, "answer")
    moves = []
    if is_open:
        try:
            effect = ruling_preview(event=event, change=change_of(proposal), after=proposal.after)
            moves = rank_moves(effect.ranks_before, effect.ranks_after, names_by_number(event))
        except Refused as error:
            problem = problem or str(error)
    context = {
        "event": event,
        "listed": proposals_listed(event, [proposal])[0],
        "is_open": is_open,
        "is_own": proposal.user_id == request.user.pk,
        "moves": moves,
        "form": form,
        "problem": problem,
    }
    status = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "desk/proposal.html", context, status=status)
