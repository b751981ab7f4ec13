"""How long the standings of a large event take, phase by phase."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import process_time

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from engine.registry import game
from tournament.events.models import Event, Round
from tournament.players.models import Club
from tournament.results.models import Result
from tournament.standings.services import standings_compute, standings_mark
from tournament.tables.models import Play
from tournament.tables.services import round_start

from .simulation import Evening, evening_event


@dataclass(frozen=True, slots=True)
class StandingsBench:
    """Seconds of the wall by phase (read, compute, save) and of the processor in all."""

    results: int
    phases: Mapping[str, float]
    processor: float


class _Undo(Exception):
    """Leaves the transaction without keeping what was made in it."""


def standings_bench(evening: Evening) -> StandingsBench:
    """Return what one full recomputation took, from the database to stored standings.

    The event is made in a transaction that is rolled back: the installation stays as it was.
    """
    try:
        with transaction.atomic():
            event = _event_with_results(evening)
            phases: dict[str, float] = {}
            start = process_time()
            standings_compute(event_id=event.pk, phases=phases)
            found = StandingsBench(
                Result.objects.filter(play__round__session__event=event).count(),
                phases,
                process_time() - start,
            )
            raise _Undo
    except _Undo:
        return found


def _event_with_results(evening: Evening) -> Event:
    director = get_user_model().objects.create_user(f"bench {evening.seed}")
    club = Club.objects.create(name="Bench")
    event = evening_event(evening, club=club, director=director)
    drawn = Random(evening.seed)  # noqa: S311 — made-up results
    distributions = game(event.game).attainable()
    for _round in range(evening.rounds):
        playing = round_start(event=event)
        results = []
        for play in Play.objects.filter(round=playing):
            tricks = drawn.sample(drawn.choice(distributions), 3)
            scores = game(event.game).score({"tricks": tricks})
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
