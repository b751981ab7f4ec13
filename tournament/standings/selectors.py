"""Reads about standings that are more than a `get`."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from tournament.events.models import Board, Entry, Event, Round
from tournament.results.models import Award, Result
from tournament.rules import inputs, plain
from tournament.rules import standings as rules
from tournament.rules.plain import Stored
from tournament.rules.scores import Score
from tournament.tables.models import Chair, Play, PlaySeat, SitOut, TableBoards

from .models import BoardScores, Standings

OVER = {Event.State.FINISHED, Event.State.OFFICIAL}
HANDICAP_WEIGHTS: Mapping[str, Fraction] = {
    Event.HandicapWeight.OFF: Fraction(0),
    Event.HandicapWeight.HALF: Fraction(1, 2),
    Event.HandicapWeight.FULL: Fraction(1),
}


def settings_of(event: Event) -> inputs.Settings:
    """Return how the event ranks, as the rules take it."""
    return inputs.Settings(
        method=inputs.Method(event.method),
        rounding=inputs.Rounding(event.rounding),
        sit_out=inputs.SitOut(event.sit_out),
        tie_breaks=tuple(inputs.TieBreak(key) for key in event.tie_breaks),
        seed=event.seed,
        # Before the end nobody can have them yet.
        minimum_boards=event.minimum_boards if event.state in OVER else 0,
        handicap_weight=HANDICAP_WEIGHTS[event.handicap_weight],
    )


def plays_of_event(event: Event) -> list[inputs.Play]:
    """Return all plays of the event's begun rounds, with the scores that count, as plain values.

    Three queries, whatever the size.
    """
    scores: dict[int, Sequence[Stored] | None] = dict(
        Result.objects.filter(play__round__session__event=event).values_list("play_id", "scores")
    )
    seats: dict[int, list[int]] = defaultdict(list)
    for play_id, entry_id in (
        PlaySeat.objects.filter(play__round__session__event=event)
        .order_by("play_id", "number")
        .values_list("play_id", "entry_id")
    ):
        seats[play_id].append(entry_id)
    plays = Play.objects.filter(round__session__event=event)
    return [
        inputs.Play(play_id, board, tuple(seats[play_id]), _scores(scores.get(play_id)), version)
        for play_id, board, version in plays.order_by("pk").values_list(
            "pk", "board__number", "version"
        )
    ]


def _scores(stored: Sequence[Stored] | None) -> tuple[Score, ...] | None:
    return None if stored is None else tuple(map(plain.score_from_json, stored))


def entrants_of(event: Event) -> dict[int, inputs.Entrant]:
    """Return by entry what holds for it beside its plays, entries in the order of their numbers."""
    sat_out = _boards_sat_out(event)
    awards = _awards(event)
    substitutes = _substitutes(event)
    earlier = carried_of(event)
    return {
        entry.pk: inputs.Entrant(
            sat_out=sat_out.get(entry.pk, 0),
            awards=tuple(awards[entry.pk]),
            handicap=_handicap(entry),
            carry=_carry(event, entry.carry or earlier.get(str(entry.player_id))),
            categories=categories_of(event, entry),
            due=_boards_due(event, entry),
            substitutes=substitutes[entry.pk],
            stand_in=bool(entry.stand_in),
        )
        for entry in event.entries.order_by("number")
    }


def categories_of(event: Event, entry: Entry) -> tuple[str, ...]:
    """Return the categories of the event that an entry is ranked in, strata first."""
    groups = [group for group in event.groups if group in entry.groups]
    return (*inputs.strata(entry.stratum, tuple(event.strata)), *groups)


def _handicap(entry: Entry) -> inputs.Amount | None:
    if not entry.handicap_unit:
        return None
    return inputs.Amount(inputs.Unit(entry.handicap_unit), Fraction(entry.handicap))


def _carry(event: Event, brought: Mapping[str, str] | None) -> inputs.Carry | None:
    if brought is None:
        return None
    amounts = {name: Fraction(value) for name, value in brought.items()}
    return inputs.Carry(inputs.Unit(event.carry_unit), Fraction(event.carry_weight), **amounts)


def carried_of(event: Event) -> Mapping[str, Mapping[str, str]]:
    """Return by player, as text, what an earlier event brings in, as its own ranking had it.

    What is official stays, whatever was corrected in the earlier one since. The amounts are as a
    director types them, by name: see `Entry.carry`.
    """
    earlier = event.carry_from_id
    if earlier is None:
        return {}
    kept: Mapping[str, Mapping[str, str]] | None = standings_of(event).carried
    if kept is not None and event.state == Event.State.OFFICIAL:
        return kept
    players = dict(Entry.objects.filter(event=earlier).values_list("pk", "player_id"))
    return {
        str(players[row.entry]): {
            "points": str(row.points),
            "top_sum": str(row.top_sum),
            "lives": str(row.lives + row.credit),
            "datum": str(row.datum),
            "boards": str(row.divisor),
        }
        for row in rows_of(standings_of(Event(pk=earlier)))
        if row.entry in players and row.boards
    }


def _boards_due(event: Event, entry: Entry) -> int | None:
    """Return how many boards an entry would have had that leaves before the end; else None."""
    if entry.last_round is None or entry.last_round >= event.rounds:
        return None
    return (event.rounds - entry.first_round + 1) * event.boards_per_round


def _awards(event: Event) -> Mapping[int, list[inputs.Amount]]:
    found: dict[int, list[inputs.Amount]] = defaultdict(list)
    awards = Award.objects.filter(entry__event=event).order_by("pk")
    for entry_id, unit, value in awards.values_list("entry_id", "unit", "value"):
        found[entry_id].append(inputs.Amount(inputs.Unit(unit), Fraction(value)))
    return found


def _substitutes(event: Event) -> Mapping[int, dict[int, int]]:
    found: dict[int, dict[int, int]] = defaultdict(dict)
    seats = PlaySeat.objects.filter(play__round__session__event=event, substitute__isnull=False)
    for entry_id, play_id, player_id in seats.values_list("entry_id", "play_id", "substitute_id"):
        if player_id is not None:
            found[entry_id][play_id] = player_id
    return found


def _boards_sat_out(event: Event) -> Mapping[int, int]:
    """Return by entry how many boards it sat out: those it had no seat for where it was there.

    A board that no table played is nobody's loss. Who was seated by a ruling did not sit out.
    Where tables of a round play different boards, whoever sits there missed those of their own
    table, and whoever had no table as many as a table played.
    """
    rounds = boards_of_rounds(event)
    had: dict[int, set[int]] = defaultdict(set)
    seats_of_round: Counter[tuple[int, int]] = Counter()
    seats = PlaySeat.objects.filter(play__round__session__event=event)
    for entry_id, board_id, other, round_id in seats.values_list(
        "entry_id", "board_id", "play__instead_of", "play__round"
    ):
        had[entry_id] |= {board_id, other}
        seats_of_round[round_id, entry_id] += 1
    sets = {
        (each.round_id, each.table_id): each.set
        for each in TableBoards.objects.filter(round__in=rounds, set__isnull=False)
    }
    counts: Counter[int] = Counter()
    seated = Chair.objects.order_by().filter(round__in=rounds)
    for round_id, table_id, entry_id in seated.values_list("round_id", "table_id", "entry_id"):
        of_set = rounds[round_id]
        own = of_set[None] | of_set[sets.get((round_id, table_id))]
        counts[entry_id] += len(own - had[entry_id])
    sat_out = SitOut.objects.filter(round__in=rounds)
    for round_id, entry_id in sat_out.values_list("round_id", "entry_id"):
        of_set = rounds[round_id]
        moving = max((len(own) for number, own in of_set.items() if number is not None), default=0)
        # A board that others had in this round may be one that they had in another.
        missed = moving - seats_of_round[round_id, entry_id]
        counts[entry_id] += len(of_set[None] - had[entry_id]) + max(0, missed)
    return counts


def boards_of_rounds(event: Event) -> Mapping[int, defaultdict[int | None, set[int]]]:
    """Return by round begun what was played in it: by set, and under None what all tables had."""
    laid_out = (
        Round.boards.through.objects.filter(round__session__event=event)
        .exclude(round__state=Round.State.PLANNED)
        .filter(Exists(_plays_standing().filter(round=OuterRef("round"), board=OuterRef("board"))))
    )
    boards: dict[int, defaultdict[int | None, set[int]]] = defaultdict(lambda: defaultdict(set))
    for round_id, board_id, number in laid_out.values_list("round_id", "board_id", "board__set"):
        boards[round_id][number].add(board_id)
    return boards


def _plays_standing() -> QuerySet[Play]:
    """Return the plays that are still to be played, or were."""
    return Play.objects.filter(Q(result=None) | Q(result__scores__isnull=False))


def standings_computed(event: Event) -> rules.Standings:
    """Return the event's standings computed now from what is stored, saving nothing."""
    return rules.compute(
        plays_of_event(event), settings=settings_of(event), entrants=entrants_of(event)
    )


def ranking_now(event: Event) -> list[int]:
    """Return the event's entries as they stand, the best first, computed now."""
    return [row.entry for row in standings_computed(event).rows]


def standings_of(event: Event) -> Standings:
    """Return the stored standings; unsaved and empty when nothing was ever computed."""
    return Standings.objects.filter(event=event).first() or Standings(event=event)


def standings_stale() -> Q:
    """Return the condition for standings that have not yet seen their last change."""
    return Q(seen__lt=F("changed"))


def rows_of(standings: Standings) -> Sequence[rules.Row]:
    """Return the stored ranking as the rules' rows, exact."""
    return [plain.row_from_json(row) for row in standings.rows]


def board_scores_of(boards: Iterable[Board]) -> Mapping[int, rules.BoardScores]:
    """Return by board id what its plays were worth when last computed, where they were."""
    stored = BoardScores.objects.filter(board__in=boards).values_list("board_id", "data")
    return {board_id: plain.board_from_json(data) for board_id, data in stored}
