"""Reads about tables, seatings and plays that are more than a `get`."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import F, Prefetch, QuerySet
from django.utils import timezone

from tournament.events.models import Board, Event, Round
from tournament.events.selectors import only_session, round_next, round_running
from tournament.ids import read_table_code
from tournament.rules.movements import RoundPlan, TablePlan
from tournament.rules.movements.shapes import seat_held

from .models import Chair, CodeTry, LatePlay, Play, PlaySeat, SitOut, Table, TableBoards

# A person who mistypes needs a few tries; somebody who guesses needs millions.
CODE_TRIES_MOST = 20
CODE_TRIES_WITHIN = timedelta(minutes=10)


def movement_fingerprint(event: Event) -> str:
    """Return what the plan of the rounds not begun depends on, as a short text to compare."""
    entries = event.entries.values_list("pk", "first_round", "last_round", "absences__round_number")
    facts: list[object] = [
        event.seed,
        event.rounds,
        event.boards_per_round,
        sorted(entries, key=lambda entry: (entry[0], entry[3] or 0)),
    ]
    # Left out where it is as it always was, so that plans made before are not taken for stale.
    if event.movement != Event.Movement.BAROMETER or event.turned:
        facts += [event.movement, event.turned]
    if event.whole_event and not event.turned:
        facts.append("whole event")
    if event.movement == Event.Movement.STANDING:
        # Seats come from what was played: another round closed is another plan.
        closed = Round.objects.filter(session__event=event, state=Round.State.CLOSED)
        facts.append(closed.count())
    parts = event.entries.exclude(section=1, team=None).order_by("pk")
    facts += map(list, parts.values_list("pk", "section", "team"))
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def movement_is_stale(event: Event) -> bool:
    """Return whether players changed since the rounds not begun were planned.

    Never where the director seats them: the places are what the director made of them.
    """
    if event.movement == Event.Movement.FREE:
        return False
    return only_session(event).planned_for != movement_fingerprint(event)


@dataclass(frozen=True, slots=True)
class BoardsDue:
    """A table's boards in a round, in the order of their numbers, and how they are turned."""

    boards: Sequence[Board]
    turns: Sequence[int]
    set: int | None = None

    def seat(self, chair: int, index: int) -> int:
        """Return the seat that a chair holds on the board of that index, from 0 on."""
        return seat_held(chair, self.turns, index)


def boards_due(rounds: Sequence[Round]) -> Mapping[tuple[int, int], BoardsDue]:
    """Return by round and table, ids both, what each table in these rounds has to play.

    Three queries, whatever the size. Boards that a ruling added where boards are shared are
    everybody's.
    """
    stored = {
        (each.round_id, each.table_id): each
        for each in TableBoards.objects.filter(round__in=rounds)
    }
    of_round: dict[int, list[Board]] = defaultdict(list)
    laid_out = Board.objects.filter(rounds__in=rounds).order_by("number")
    for board in laid_out.annotate(round_id=F("rounds__pk")).select_related("deal_set"):
        of_round[board.round_id].append(board)
    seated = Chair.objects.filter(round__in=rounds).order_by()
    due = {}
    for round_id, table_id in set(seated.values_list("round_id", "table_id")):
        own = stored.get((round_id, table_id)) or TableBoards()
        boards = [board for board in of_round[round_id] if board.set in {None, own.set}]
        due[round_id, table_id] = BoardsDue(boards, own.turns, own.set)
    return due


def round_plans(playing: Round) -> RoundPlan:
    """Return a stored round as the movement rules take it, players being entry ids."""
    (planned,) = rounds_plans([playing])
    return planned


def rounds_plans(rounds: Sequence[Round]) -> list[RoundPlan]:
    """Return several rounds as `round_plans` does. Five queries, whatever the size."""
    seated = _seated(rounds)
    due = boards_due(rounds)
    sitting_out: dict[int, list[int]] = defaultdict(list)
    sit_outs = SitOut.objects.filter(round__in=rounds).order_by("entry__number")
    for round_id, entry_id in sit_outs.values_list("round_id", "entry_id"):
        sitting_out[round_id].append(entry_id)
    return [
        RoundPlan(
            tables=tuple(
                _table_plan(ids, due[each.pk, table]) for table, ids in seated[each.pk].items()
            ),
            sit_outs=tuple(sitting_out[each.pk]),
        )
        for each in rounds
    ]


def _seated(rounds: Sequence[Round]) -> Mapping[int, Mapping[int, list[int]]]:
    """Return by round and table, ids both, who sits there by chair; tables by number."""
    seated: dict[int, dict[int, list[int]]] = {each.pk: defaultdict(list) for each in rounds}
    chairs = Chair.objects.filter(round__in=rounds).order_by("table__number", "number")
    for round_id, table_id, entry_id in chairs.values_list("round_id", "table_id", "entry_id"):
        seated[round_id][table_id].append(entry_id)
    return seated


def _table_plan(players: Sequence[int], due: BoardsDue) -> TablePlan:
    turns = tuple(due.seat(0, index) for index in range(len(due.boards)))
    return TablePlan(players=tuple(players), turns=turns, set=due.set)


def movement_rounds(event: Event) -> list[RoundPlan]:
    """Return all rounds of the event as seated: begun as they were, the others as planned."""
    return rounds_plans(_rounds_of(event))


def movement_played(event: Event) -> list[RoundPlan]:
    """Return all rounds as in `movement_rounds`, and of those begun who really held which seat.

    As many queries for any number of rounds.
    """
    rounds = _rounds_of(event)
    begun = [each for each in rounds if each.state != Round.State.PLANNED]
    really = dict(zip([each.pk for each in begun], rounds_really(begun), strict=True))
    return [
        really.get(each.pk, planned)
        for each, planned in zip(rounds, rounds_plans(rounds), strict=True)
    ]


def _rounds_of(event: Event) -> list[Round]:
    rounds = Round.objects.filter(session__event=event)
    return list(rounds.order_by("session__number", "number"))


def rounds_really(begun: Sequence[Round]) -> list[RoundPlan]:
    """Return rounds begun with who really held which seat on which board."""
    # By seat: a board that is owed since another was played has a play of its own.
    held: dict[tuple[int, int, int], dict[int, int]] = defaultdict(dict)
    seats = PlaySeat.objects.filter(play__round__in=begun).order_by("play", "number")
    for round_id, table, board, due, seat, entry in seats.values_list(
        "play__round_id",
        "play__table_id",
        "board_id",
        "play__instead_of_id",
        "number",
        "entry_id",
    ):
        held[round_id, table, due or board][seat] = entry
    boards = boards_due(begun)
    seated = _seated(begun)
    return [
        replace(
            planned,
            tables=tuple(
                replace(
                    at,
                    held=tuple(
                        tuple(held[each.pk, table, board.pk].values())
                        for board in boards[each.pk, table].boards
                    ),
                )
                for table, at in zip(seated[each.pk], planned.tables, strict=True)
            ),
        )
        for each, planned in zip(begun, rounds_plans(begun), strict=True)
    ]


def chairs_of_round(playing: Round) -> QuerySet[Chair]:
    """Return a round's chairs with table, entry, player and team, by table and chair."""
    return playing.chairs.select_related("table", "entry__player", "entry__team").order_by(
        "table__number", "number"
    )


def sit_outs_of_round(playing: Round) -> QuerySet[SitOut]:
    """Return a round's sit-outs with entry and player."""
    return playing.sit_outs.select_related("entry__player").order_by("entry__number")


def sitting_out(playing: Round) -> list[str]:
    """Return the names of those without a table in a round; of a team none of whose plays, its own.

    Names are real ones: for the desk.
    """
    seated = Chair.objects.filter(round=playing).values("entry__team")
    teams = set(seated.exclude(entry__team=None).values_list("entry__team", flat=True))
    found = playing.sit_outs.select_related("entry__player", "entry__team").order_by(
        "entry__number"
    )
    is_of_teams = playing.session.event.movement == Event.Movement.TEAMS
    names = [
        each.entry.team.name
        if is_of_teams and each.entry.team is not None and each.entry.team_id not in teams
        else each.entry.player.name
        for each in found
    ]
    return list(dict.fromkeys(names))


def round_at_tables(event: Event) -> Round | None:
    """Return the round that matters to the tables: the one being played, else the next."""
    return round_running(event) or round_next(event)


def play_is_open(play: Play) -> bool:
    """Return whether tables may play and enter it: its round is running, or it is late and open.

    Nothing is once the standings are official, whatever was open before.
    """
    if play.round.state == Round.State.RUNNING:
        return True
    opened = LatePlay.objects.filter(play=play, opened_at__isnull=False)
    return opened.exclude(play__table__event__state=Event.State.OFFICIAL).exists()


def boards_met_again(playing: Round) -> list[PlaySeat]:
    """Return who has had, by mistake, a board that their table is to have in this round.

    By board and table; each seat with its entry's player and its board.
    """
    due = boards_due([playing])
    seated = {chair.entry_id: chair.table for chair in playing.chairs.select_related("table")}
    seats = PlaySeat.objects.filter(board__rounds=playing, entry__in=seated).exclude(
        play__round=playing
    )
    found = [
        seat
        for seat in seats.select_related("entry__player", "board")
        # Where each table has its own boards, those of others are nothing to theirs.
        if seat.board in due[playing.pk, seated[seat.entry_id].pk].boards
    ]
    return sorted(found, key=lambda seat: (seat.board.number, seated[seat.entry_id].number))


def with_seats(plays: QuerySet[Play]) -> QuerySet[Play]:
    """Return the plays with their seats, each with its entry and player.

    All in one query: players fetched apart would be named one by one, and SQLite takes no more than
    a thousand.
    """
    seats = PlaySeat.objects.select_related("entry__player")
    return plays.prefetch_related(Prefetch("seats", seats))


def plays_of_table(table: Table, playing: Round) -> QuerySet[Play]:
    """Return a table's plays of a round in board order, with seats and players."""
    plays = table.plays.filter(round=playing).order_by("board__number")
    return with_seats(plays.select_related("board__deal_set", "result", "pending__submission"))


def table_by_code(code: str) -> Table | None:
    """Return the table with this code, however it was typed."""
    return Table.objects.select_related("event__club").filter(code=read_table_code(code)).first()


def code_tries_exceeded(address: str) -> bool:
    """Return whether this address typed too many codes that do not exist, just now."""
    return _tries().filter(address=address).count() >= CODE_TRIES_MOST


def device_tries_exceeded(device: str) -> bool:
    """Return whether this phone, which knows a table, typed too many such codes just now."""
    return _tries().filter(device=device).count() >= CODE_TRIES_MOST


def _tries() -> QuerySet[CodeTry]:
    return CodeTry.objects.filter(at__gte=timezone.now() - CODE_TRIES_WITHIN)
