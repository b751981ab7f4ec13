"""A simulated evening, ranked by the product and by a second, plain computation."""

import io
import json
from collections import defaultdict
from fractions import Fraction

import pytest
from django.core.management import call_command

from deals.selectors import deal_of
from engine.dealing import deal
from engine.registry import game
from tests.builders import make_director
from tournament.desk.outliers import outliers_of
from tournament.events.models import Event, Round
from tournament.events.selectors import club_default
from tournament.operations.demo import demo_create
from tournament.operations.simulation import Evening, evening_event, round_play
from tournament.results.models import Result
from tournament.standings.selectors import rows_of, standings_of
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


def simulated(evening: Evening) -> Event:
    event = evening_event(evening, club=club_default(), director=make_director())
    for _round in range(evening.rounds):
        round_play(event, seed=evening.seed)
    standings_compute(event_id=event.pk)
    return event


def plain_ranking(event: Event) -> dict[int, tuple[int | None, Fraction, Fraction]]:
    """Rank, matchpoints and half-lives by entry, computed pair by pair from the results alone."""
    held: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for result in Result.objects.filter(play__round__session__event=event).select_related("play"):
        for seat in result.play.seats.all():
            scores: list[int] = result.scores or []
            held[result.play.board_id, seat.number].append((seat.entry_id, scores[seat.number]))
    points: dict[int, Fraction] = defaultdict(Fraction)
    tops: dict[int, int] = defaultdict(int)
    lives: dict[int, int] = defaultdict(int)
    for field in held.values():
        for index, (entry, score) in enumerate(field):
            lives[entry] += score
            tops[entry] += 2 * (len(field) - 1)
            for other, (_entry, compared) in enumerate(field):
                if other != index:
                    points[entry] += 2 if score > compared else 1 if score == compared else 0
    shares = {entry: points[entry] / tops[entry] for entry in points}
    return {
        entry: (
            1 + sum(other > share for other in shares.values()),
            points[entry],
            Fraction(lives[entry]),
        )
        for entry, share in shares.items()
    }


@pytest.mark.parametrize(("players", "rounds", "boards"), [(12, 4, 3), (20, 3, 2)])
def test_standings_equal_a_plain_recomputation(players: int, rounds: int, boards: int) -> None:
    event = simulated(Evening(players, rounds, boards, seed="plain"))
    found = {row.entry: (row.rank, row.points, row.lives) for row in rows_of(standings_of(event))}
    assert found == plain_ranking(event)
    assert len({rank for rank, _points, _lives in found.values()}) > players // 2


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = (simulated(Evening(9, 2, 2, seed="again")) for _time in range(2))
    figures = [
        [(row.rank, row.points, row.lives) for row in rows_of(standings_of(event))]
        for event in (one, other)
    ]
    assert figures[0] == figures[1]


def test_the_site_deals_what_the_engine_deals_for_that_key() -> None:
    event = evening_event(
        Evening(3, 1, 2, seed="key"), club=club_default(), director=make_director()
    )
    board = event.sessions.get().boards.get(number=2)
    assert deal_of(board.deal_set, 2) == deal(
        game("comon"), key=bytes.fromhex(board.deal_set.key.hex()), board=2
    )


def test_the_command_prints_the_ranking() -> None:
    out = io.StringIO()
    call_command(
        "simulate", "--players", "9", "--rounds", "2", "--boards", "2", "--seed", "7", stdout=out
    )
    head, *lines = out.getvalue().splitlines()
    assert "12 results" in head
    assert len(lines) == 9


def test_nothing_is_odd_about_the_demo_evenings_but_their_distributions() -> None:
    demo_create()
    kinds = {
        kind
        for playing in Round.objects.exclude(started_at=None)
        for odd in outliers_of(playing.session.event, playing)
        for kind in odd.kinds
    }
    assert kinds <= {"alone"}


@pytest.mark.parametrize(
    ("spoken", "names"),
    [
        ({"LANG": "fr_FR.UTF-8"}, {"Soirée d’ouverture", "Soirée du club"}),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "en_GB.UTF-8"}, {"Opening evening", "Club evening"}),
        ({"LANG": "C.UTF-8"}, {"Soirée d’ouverture", "Soirée du club"}),
        ({}, {"Soirée d’ouverture", "Soirée du club"}),
    ],
)
def test_the_demo_evenings_are_called_in_the_machines_language(
    spoken: dict[str, str], names: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in spoken.items():
        monkeypatch.setenv(name, value)
    call_command("demo", stdout=io.StringIO())
    assert set(Event.objects.values_list("name", flat=True)) == names


def test_the_demo_club_is_made_once() -> None:
    assert demo_create()
    assert not demo_create()
    states = set(Event.objects.values_list("state", flat=True))
    assert states == {Event.State.OFFICIAL, Event.State.RUNNING}
    official = Event.objects.get(state=Event.State.OFFICIAL)
    assert official.entries.count() == 12
    assert json.dumps(standings_of(official).rows).count('"rank"') == 12
