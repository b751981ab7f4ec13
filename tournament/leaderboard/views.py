"""The public pages: tournaments, an event's standings, scorecards, boards and travellers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRefresh

from deals.selectors import board_proof
from tournament.events.models import Board, Event
from tournament.players.models import Club
from tournament.push.topics import event_topic
from tournament.standings.selectors import categories_of

from . import overview, selectors
from .access import public_view
from .characters import characters, night_of
from .history import public_history
from .lines import figures, team_lines
from .open_cards import open_cards
from .prizes import prizes_of
from .sections import group_words, section_ranks, sections_shown
from .teams import team_card, team_ranking
from .ties import ties_of
from .versions import PublicRequest, versioned
from .wording import no_percent_words

EVENTS_A_PAGE = 24


@require_safe
def home(request: PublicRequest) -> HttpResponseBase:
    """The club's tournaments, and the box for a table's code."""
    club = Club.objects.order_by("pk").first()
    club_name = club and club.name
    page = Paginator(overview.events_listed(), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    # Whatever a tile shows raises its event's publication.
    shown = tuple((event.public_id, event.publication) for event in page)
    return versioned(
        request,
        (club_name, page.paginator.count, shown),
        lambda: render(request, "home.html", {"club_name": club_name, "page": page}),
    )


def _page(request: PublicRequest, event: Event, name: str, **context: Any) -> HttpResponse:
    """Return a page of the event, or what of it changes by itself when htmx asks again."""
    context["event"] = event
    if request.htmx:
        return render(request, f"leaderboard/_{name}.html", context)
    return render(request, f"leaderboard/{name}.html", context | _frame(event))


def _frame(event: Event) -> dict[str, Any]:
    """Return what templates/leaderboard/base.html takes."""
    return {
        "event": event,
        "club_name": event.club.name,
        "names_public": overview.names_are_public(event),
        "topic": event_topic(event.public_id),
    }


@public_view
def event(request: PublicRequest, event: Event) -> HttpResponse:
    """The standings, or the players before any result, with the seals of the deals.

    Where there are several groups, also those of one alone (`?section=2`).
    """
    here = reverse("event", args=[event.public_id])
    asked = request.GET.get("section", "")
    section = next((each for each in sections_shown(event) if str(each) == asked), None)
    if section is not None:
        here += f"?section={section}"
    return _standings(request, event, "", here, section=section)


@public_view
def category(request: PublicRequest, event: Event, name: str) -> HttpResponse:
    """The standings of a stratum or a group, with the ranks within it."""
    if name not in {*event.strata, *event.groups}:
        raise Http404
    return _standings(request, event, name, reverse("category", args=[event.public_id, name]))


def _standings(
    request: PublicRequest, event: Event, category: str, here: str, *, section: int | None = None
) -> HttpResponse:
    board = selectors.leaderboard(event)
    shown = [
        each
        for each in board.rows
        if (not category or category in categories_of(event, each.entry))
        and section in {None, each.entry.section}
    ]
    sections = sections_shown(event)
    within = section_ranks(board.rows) if sections else {}
    is_part = bool(category or section)
    ranked = any(each.row.rank is not None for each in board.rows)
    teams = team_ranking(event)
    won = prizes_of(event, board.rows) if event.prizes_public else []
    return _page(
        request,
        event,
        "event",
        here=here,
        category=category,
        section=section,
        sections=sections,
        board=board,
        progress=overview.progress_of(event),
        rows=_rows(event, shown, category, within, section=section) if ranked else [],
        no_percent=no_percent_words(event, [each.row for each in shown]),
        ties=[] if is_part else ties_of(board.rows, method=event.method, game=event.game),
        teams=[] if is_part else team_lines(event, teams),
        team_ties=ties_of(teams, method=event.method, game=event.game),
        prizes=[each for each in won if each.category == category],
        has_history=event.history_public and event.rulings.exists(),
        players=overview.players_listed([each.entry for each in shown]),
        deal_sets=overview.deal_sets_of(event),
        night=None if is_part else night_of(event),
    )


@public_view
def history(request: PublicRequest, event: Event) -> HttpResponse:
    """What the director put right, where the event shows it."""
    if not event.history_public:
        raise Http404
    return _page(request, event, "history", history=public_history(event))


def _rows(
    event: Event,
    rows: Sequence[selectors.LeaderboardRow],
    category: str,
    within: Mapping[int, int],
    *,
    section: int | None,
) -> list[dict[str, Any]]:
    """Return the ranking of a category, of a section, or all, as templates/_standings.html takes
    it. `within` are the ranks in the sections, where there are several."""
    by_datum = event.method == Event.Method.DATUM
    # One address is asked for and the others follow it: it counts with 300 rows.
    players = reverse("scorecard", args=[event.public_id, 0]).removesuffix("0/")
    return [
        {
            "rank": within.get(each.entry.pk) if section else each.rank_in(category),
            "name": each.name,
            "url": f"{players}{each.entry.number}/",
            "withheld": each.withheld,
            "note": _note(each, within, section),
            **figures(each.row, by_datum=by_datum),
        }
        for each in rows
    ]


def _note(each: selectors.LeaderboardRow, within: Mapping[int, int], section: int | None) -> str:
    """Return what there is to say of a row: in the whole ranking the rank in the group, too."""
    beside = group_words(each, within)
    if beside and section:
        beside = _("in the whole field: rank %(rank)d") % {"rank": each.row.rank}
    return " · ".join(filter(None, (beside, each.note)))


@public_view
def scorecard(request: PublicRequest, event: Event, number: int) -> HttpResponse:
    """A player's boards, one by one."""
    entry = get_object_or_404(event.entries.select_related("player"), number=number)
    entry.event = event
    sections = sections_shown(event)
    within = section_ranks(selectors.leaderboard(event).rows) if sections else {}
    return _page(
        request,
        event,
        "scorecard",
        card=selectors.scorecard(entry),
        group=entry.section if sections else None,
        group_rank=within.get(entry.pk),
    )


@public_view
def team(request: PublicRequest, event: Event, number: int) -> HttpResponse:
    """A team's boards, one by one: who held which seat, and the sum beside all others."""
    found = get_object_or_404(event.teams, number=number)
    return _page(request, event, "team", card=team_card(event, found))


@public_view
def boards(request: PublicRequest, event: Event) -> HttpResponse:
    """The boards that were played, and those that are on the tables.

    Once their hands are published, also what they were like, in the order asked for (`?by=swing`).
    """
    asked = request.GET.get("by", "")
    by = asked if asked in overview.ORDERS else ""
    known = characters(event)
    listed = overview.boards_overview(event, known, by=by)
    here = reverse("boards", args=[event.public_id])
    return _page(
        request,
        event,
        "boards",
        boards=listed,
        by=by,
        here=f"{here}?by={by}" if by else here,
        has_characters=bool(known),
        has_par=any(each.par for each in known.values()),
        night=night_of(event, known),
    )


@public_view
def board(request: PublicRequest, event: Event, number: int) -> HttpResponse:
    """A board's traveller, and its hands with their proof once they are revealed.

    While somebody has still to play the board there is nothing to see: 404, in friendly words.
    """
    found = (
        Board.objects.filter(session__event=event, number=number)
        .select_related("deal_set")
        .order_by("session__number")
        .first()
    )
    if found is None:
        raise Http404
    if not selectors.boards_open(event).filter(pk=found.pk).exists():
        return _board_closed(request, event, found)
    if request.htmx and found.deal_set.revealed_at and "sealed" in request.GET:
        # The proof needs its script, which htmx loads with whole pages only.
        return HttpResponseClientRefresh()
    proof = board_proof(found.deal_set, found.deal_number) if found.deal_set.revealed_at else None
    traveller = selectors.traveller(found)
    return _page(
        request,
        event,
        "board",
        traveller=traveller,
        attainable=event.rules.attainable,
        proof=proof,
        neighbours=_neighbours(event, found),
        opened=open_cards(event, traveller),
    )


def _neighbours(event: Event, board: Board) -> dict[str, int | None]:
    """Return the numbers of the open boards before and after this one."""
    numbers = list(selectors.boards_open(event).values_list("number", flat=True))
    before = [number for number in numbers if number < board.number]
    after = [number for number in numbers if number > board.number]
    return {"before": before[-1] if before else None, "after": after[0] if after else None}


def _board_closed(request: PublicRequest, event: Event, board: Board) -> HttpResponse:
    if request.htmx:
        return HttpResponse(status=204)
    context = _frame(event) | {"board": board, "begun": board.plays.exists()}
    return render(request, "leaderboard/board_closed.html", context, status=404)
