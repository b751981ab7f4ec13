"""Events whose hands are published: tables that played in the browser, and boards analysed."""

from collections.abc import Callable, Mapping, Sequence

from django.db import transaction

from deals.selectors import deal_of
from engine.protocol import State
from engine.solver import PAR_RULE
from tests.builders import make_director, make_event, record, start_round
from tests.live.tables import begin, play_at
from tournament.analysis.models import BoardAnalysis, Mistake, PlayAnalysis
from tournament.events.models import Board, Event
from tournament.events.selectors import club_default
from tournament.events.services import publication_raise
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.operations.simulation import Evening, evening_event
from tournament.results.services import round_close
from tournament.rules.playlog import Kind
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

Choose = Callable[[State, int], str]


def first(state: State, _ply: int) -> str:
    """The first card that may be played."""
    return state.legal()[0]


def last_at(*plies: int) -> Choose:
    """The first card, but at these plies the last one."""
    return lambda state, ply: state.legal()[-1 if ply in plies else 0]


def play_cards(play: Play, choose: Choose) -> LiveDeal:
    """Let a table play a board in the browser, each card as `choose` says."""
    live = begin(play)
    while (state := position_of(live).state).actor is not None:
        card = choose(state, live.steps)
        live = step_add(live=live, seat=state.actor, ply=live.steps, kind=Kind.PLAY, action=card)
    return live


def played(
    results: Sequence[Sequence[Sequence[int] | Choose]], *, game: str = "comon", is_published: bool
) -> Event:
    """Return an event of one round: by board and table its trick counts, or how it was played."""
    event = make_event(
        players=3 * len(results[0]),
        rounds=1,
        boards_per_round=len(results),
        play_mode=Event.PlayMode.CHOICE,
        game=game,
    )
    playing = start_round(event)
    for board, tables in enumerate(results, start=1):
        for table, result in enumerate(tables, start=1):
            play = play_at(event, table, board)
            if callable(result):
                play_cards(play, result)
            else:
                record(play, result)
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    if is_published:
        publish(event)
    return event


def publish(event: Event) -> None:
    event_publish(event=event)
    event.refresh_from_db()


@transaction.atomic
def analyse(event: Event, number: int, **figures: object) -> BoardAnalysis:
    """Keep made-up figures of a board, as if it had been analysed."""
    board = Board.objects.select_related("deal_set").get(session__event=event, number=number)
    kept: Mapping[str, object] = {
        "guaranteed": [4, 3, 1],
        "fewest": [5, 2, 0],
        "best_score": [1, -2, -2],
        "par_tricks": [5, 3, 2],
        "par_scores": [1, -2, 0],
        **figures,
    }
    publication_raise(event_id=event.pk)
    return BoardAnalysis.objects.create(
        board=board,
        commitment=board.deal_set.commitment,
        deal_number=board.deal_number,
        par_rule=PAR_RULE,
        **kept,
    )


def mistake(play: Play, *plies: int) -> None:
    """Keep made-up mistakes of a table's play, as if it had been analysed."""
    live = LiveDeal.objects.get(play=play)
    analysis = PlayAnalysis.objects.create(live_deal=live, steps=live.steps, par_rule=PAR_RULE)
    for ply in plies:
        step = live.log.get(ply=ply)
        Mistake.objects.create(
            analysis=analysis,
            ply=ply + 1,
            seat=step.seat,
            card=step.action,
            better=[],
            par_before=1,
            par_after=0,
            guaranteed_before=4,
            guaranteed_after=3,
            by=step.by,
        )


def with_talon(is_wanted: Callable[[tuple[str, ...]], bool]) -> Event:
    """Return an event of three players in preparation whose only deal turns up what is wanted."""
    for number in range(100):
        event = evening_event(
            Evening(3, 1, 1, seed=f"talon {number}"), club=club_default(), director=make_director()
        )
        if is_wanted(deal_of(event.sessions.get().deal_set, 1).talon):
            return event
    raise LookupError("no such deal among a hundred")
