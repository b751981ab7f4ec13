"""How far an event is, who is in it, which boards there are."""

from datetime import date
from typing import Any

import pytest

from tests.builders import make_event, play_round, start_round
from tournament.events.clocks import RoundClock
from tournament.events.models import Event
from tournament.events.services import EventData, NewEntry, entries_add, event_create
from tournament.leaderboard.overview import (
    Progress,
    boards_overview,
    events_listed,
    names_are_public,
    players_listed,
    progress_of,
)

from .conftest import finish_round, withhold

pytestmark = pytest.mark.django_db


class TestProgress:
    def test_of_a_running_round_the_results_are_counted(self, half_played: Event) -> None:
        assert progress_of(half_played) == Progress(
            rounds=1, closed=0, running=1, plays=4, results=3, clock=RoundClock(None, None, False)
        )

    def test_between_rounds_none_is_running(self) -> None:
        event = make_event(players=3, rounds=2, boards_per_round=1)
        play_round(event)
        assert progress_of(event) == Progress(rounds=2, closed=1, running=None, plays=0, results=0)

    def test_before_play(self) -> None:
        assert progress_of(make_event(rounds=3)).closed == 0


class TestEventsListed:
    def event(self, day: int) -> Event:
        return make_event(players=3, date=date(2026, 11, day), rounds=1)

    def test_those_being_played_come_first_then_the_latest(self) -> None:
        old, older, latest, running = (self.event(day) for day in (20, 10, 29, 5))
        start_round(running)
        assert list(events_listed()) == [running, latest, old, older]

    def test_each_says_how_many_players_and_rounds(self, half_played: Event) -> None:
        withhold(half_played, 1)
        found: Any = events_listed().get(pk=half_played.pk)
        assert (found.players, found.running, found.closed) == (6, 1, None)
        finish_round(half_played)
        found = events_listed().get(pk=half_played.pk)
        assert (found.players, found.running, found.closed) == (6, None, 1)


class TestPlayersListed:
    def test_a_withheld_name_has_no_place_among_the_names(self) -> None:
        event = make_event(players=0)
        entries_add(
            event=event,
            entries=[
                NewEntry("Zoé", True),
                NewEntry("Émile Secret", False),
                NewEntry("Éric", True),
                NewEntry("Aaron Secret", False),
                NewEntry("Eva", True),
            ],
        )
        listed = players_listed(list(event.entries.select_related("player")))
        assert [each.name for each in listed] == ["Éric", "Eva", "Zoé", "Player 2", "Player 4"]
        assert [each.withheld for each in listed] == [False, False, False, True, True]


class TestNames:
    def test_one_withheld_name_is_enough(self, half_played: Event) -> None:
        assert names_are_public(half_played)
        withhold(half_played, 3)
        assert not names_are_public(half_played)


class TestBoards:
    def test_a_closed_board_tells_nothing_but_its_round(self, half_played: Event) -> None:
        one, two = boards_overview(half_played, {})
        assert (one.board.number, one.round, one.is_open, one.results) == (1, 1, True, 2)
        assert list(one.means) == [1, -2, 0]
        assert (two.board.number, two.round, two.is_open, two.results) == (2, 1, False, 0)
        assert two.means == []

    def test_boards_of_rounds_to_come_are_not_listed(self) -> None:
        event = make_event(players=3, rounds=3, boards_per_round=2)
        assert boards_overview(event, {}) == []
        play_round(event)
        assert [each.board.number for each in boards_overview(event, {})] == [1, 2]


def test_an_event_without_players_can_be_looked_at() -> None:
    event = make_event(players=0)
    other = event_create(
        club=event.club, director=event.directors.get(), data=EventData("E", event.date, 1, 1)
    )
    assert players_listed([]) == []
    assert names_are_public(other)
