"""How long the standings of a large event take, phase by phase."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from statistics import median
from time import perf_counter, process_time

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from tournament.events.models import Event, Round
from tournament.players.models import Club
from tournament.results.models import Result
from tournament.rules import inputs
from tournament.rules.scores import score_made
from tournament.standings.selectors import plays_of_event
from tournament.standings.services import standings_compute, standings_mark
from tournament.tables.models import Play
from tournament.tables.services import round_start

from .simulation import Evening, evening_event

# Once to warm up, as a worker is, and then as often as a median takes.
TIMES = 5


@dataclass(frozen=True, slots=True)
class StandingsBench:
    """Seconds of the processor by phase (read, compute, save), and the wall's in all: medians.

    `rows` are results by seat. `yardstick` is what their matchpoints and sums alone take, here and
    now: machines differ, and so do their neighbours.
    """

    rows: int
    phases: Mapping[str, float]
    wall: float
    yardstick: float


class _Undo(Exception):
    """Leaves the transaction without keeping what was made in it."""


def standings_bench(evening: Evening) -> StandingsBench:
    """Return what one full recomputation took, from the database to stored standings.

    The event is made in a transaction that is rolled back: the installation stays as it was.
    """
    try:
        with transaction.atomic():
            event = event_with_results(evening)
            runs, walls = [], []
            for _time in range(1 + TIMES):
                standings_mark(event_id=event.pk)
                phases: dict[str, float] = {}
                start = perf_counter()
                standings_compute(event_id=event.pk, phases=phases)
                walls.append(perf_counter() - start)
                runs.append(phases)
            plays = plays_of_event(event)
            found = StandingsBench(
                rows=sum(len(play.players) for play in plays),
                phases={name: median(run[name] for run in runs[1:]) for name in runs[0]},
                wall=median(walls[1:]),
                yardstick=median(_points_only(plays) for _time in range(TIMES)),
            )
            raise _Undo
    except _Undo:
        return found


def _points_only(plays: Sequence[inputs.Play]) -> float:
    """Return the seconds of the processor that plain matchpoints and their sums take."""
    start = process_time()
    fields: defaultdict[tuple[int, int], list[tuple[int, Fraction | int]]] = defaultdict(list)
    for play in plays:
        for seat, (entry, score) in enumerate(zip(play.players, play.scores or (), strict=True)):
            fields[play.board, seat].append((entry, score_made(score) or 0))
    points: Counter[int] = Counter()
    for field in fields.values():
        worth, below = {}, 0
        for value, same in sorted(Counter(value for _entry, value in field).items()):
            worth[value] = 2 * below + same - 1
            below += same
        for entry, value in field:
            points[entry] += worth[value]
    return process_time() - start


def event_with_results(evening: Evening) -> Event:
    """Return an event with all rounds played and results made up, its standings due."""
    director = get_user_model().objects.create_user(f"bench {evening.seed}")
    club = Club.objects.create(name="Bench")
    event = evening_event(evening, club=club, director=director)
    drawn = Random(evening.seed)
    distributions = event.rules.attainable
    for _round in range(evening.rounds):
        playing = round_start(event=event)
        results = []
        for play in Play.objects.filter(round=playing):
            tricks = drawn.sample(drawn.choice(distributions), 3)
            scores = event.rules.score({"tricks": tricks})
            results.append(
                Result(
                    play=play,
                    detail={"tricks": tricks},
                    scores=list(scores),
                    confirmed_at=timezone.now(),
                )
            )
        Result.objects.bulk_create(results)
        Round.objects.filter(pk=playing.pk).update(state=Round.State.CLOSED)
    standings_mark(event_id=event.pk)
    return event
