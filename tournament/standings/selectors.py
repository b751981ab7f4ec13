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
from tournament.tables.models import Chair, Play, PlaySeat, SitOut

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
    earlier = _carries(event)
    return {
        entry.pk: inputs.Entrant(
            sat_out=sat_out.get(entry.pk, 0),
            awards=tuple(awards[entry.pk]),
            handicap=_handicap(entry),
            carry=_carry_typed(event, entry) or earlier.get(entry.player_id),
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


def _carry_typed(event: Event, entry: Entry) -> inputs.Carry | None:
    if entry.carry is None:
        return None
    return _carry(event, **{name: Fraction(value) for name, value in entry.carry.items()})


def _carry(event: Event, **brought: Fraction) -> inputs.Carry:
    return inputs.Carry(inputs.Unit(event.carry_unit), Fraction(event.carry_weight), **brought)


def _carries(event: Event) -> Mapping[int, inputs.Carry]:
    """Return by player what an earlier event brings in, as its own ranking had it."""
    earlier = event.carry_from_id
    if earlier is None:
        return {}
    players = dict(Entry.objects.filter(event=earlier).values_list("pk", "player_id"))
    return {
        players[row.entry]: _carry(
            event,
            points=row.points,
            top_sum=row.top_sum,
            lives=row.lives + row.credit,
            datum=row.datum,
            boards=row.divisor,
        )
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
    """
    boards: dict[int, set[int]] = defaultdict(set)
    for round_id, board_id in (
        Round.boards.through.objects.filter(round__session__event=event)
        .exclude(round__state=Round.State.PLANNED)
        .filter(Exists(_plays_standing().filter(round=OuterRef("round"), board=OuterRef("board"))))
        .values_list("round_id", "board_id")
    ):
        boards[round_id].add(board_id)
    had: dict[int, set[int]] = defaultdict(set)
    seats = PlaySeat.objects.filter(play__round__session__event=event)
    for entry_id, board_id, other in seats.values_list("entry_id", "board_id", "play__instead_of"):
        had[entry_id] |= {board_id, other}
    counts: Counter[int] = Counter()
    sat_out, seated = (
        model.objects.order_by().filter(round__in=boards).values_list("round_id", "entry_id")
        for model in (SitOut, Chair)
    )
    for round_id, entry_id in sat_out.union(seated):
        counts[entry_id] += len(boards[round_id] - had[entry_id])
    return counts


def _plays_standing() -> QuerySet[Play]:
    """Return the plays that are still to be played, or were."""
    return Play.objects.filter(Q(result=None) | Q(result__scores__isnull=False))


def standings_computed(event: Event) -> rules.Standings:
    """Return the event's standings computed now from what is stored, saving nothing."""
    return rules.compute(
        plays_of_event(event), settings=settings_of(event), entrants=entrants_of(event)
    )


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
