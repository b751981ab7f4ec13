"""The entry grid for paper slips: one POST of the whole grid, or one row by htmx."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_event, play_round, record, start_round
from tests.desk.conftest import enter
from tests.rulings.evenings import SHARES, given
from tournament.desk import views_entry
from tournament.events.models import Event, Round
from tournament.results.models import Result, Submission
from tournament.results.services import round_close
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]
HTMX = {"hx-request": "true"}


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=9, rounds=2, boards_per_round=2)


@pytest.fixture
def playing(event: Event) -> Round:
    return start_round(event)


@pytest.fixture
def plays(playing: Round) -> list[Play]:
    return list(playing.plays.order_by("table__number", "board__number"))


def url(event: Event, query: str = "") -> str:
    return reverse("desk_entry", args=[event.public_id]) + query


def row(
    play: Play, typed: str, *, sent_id: uuid.UUID | None = None, seen: int | str = ""
) -> dict[str, str]:
    """Return a row's fields as the page sends them."""
    return {
        f"result-{play.pk}": typed,
        f"sent-{play.pk}": str(sent_id or uuid.uuid4()),
        f"seen-{play.pk}": str(seen),
    }


def text(answer: Any) -> str:
    return str(answer.content.decode())


def boxes(page: str) -> int:
    return page.count("data-entry")


class TestGrid:
    def test_has_a_row_for_every_play_without_a_result(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        record(plays[0])
        page = text(director.get(url(event)))
        assert boxes(page) == 5
        assert f"result-{plays[0].pk}" not in page
        names = [seat.entry.player.name for seat in plays[1].seats.all()]
        assert all(name in page for name in names)
        assert "5 results of this round are open." in page

    def test_shows_what_the_table_has_entered(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        submission = enter(plays[1], 6, 4, 0)
        page = text(director.get(url(event)))
        assert 'entered by the table: <span class="nowrap">6-4-0</span>' in page
        assert f'name="seen-{plays[1].pk}" value="{submission.pk}"' in page

    def test_can_be_narrowed_to_a_table_or_a_board(
        self, director: Client, event: Event, playing: Round
    ) -> None:
        assert boxes(text(director.get(url(event, "?table=2")))) == 2
        assert boxes(text(director.get(url(event, "?board=1")))) == 3
        assert boxes(text(director.get(url(event, "?board=1&table=3")))) == 1
        assert boxes(text(director.get(url(event, "?board=x")))) == 0

    def test_any_round_begun_can_be_chosen_the_last_is_shown(
        self, director: Client, event: Event, playing: Round
    ) -> None:
        round_close(playing=playing, accept_missing=True)
        start_round(event)
        assert "Enter results of round 2" in text(director.get(url(event)))
        assert "Enter results of round 1" in text(director.get(url(event, "?round=1")))
        assert "Enter results of round 2" in text(director.get(url(event, "?round=7")))

    def test_before_the_first_round_there_is_nothing_to_enter(
        self, director: Client, event: Event
    ) -> None:
        assert "No round has begun yet." in text(director.get(url(event)))

    def test_all_in(self, director: Client, event: Event) -> None:
        play_round(event)
        page = text(director.get(url(event)))
        assert "All results of this round are in." in page
        assert boxes(page) == 0
        assert "Close round" not in page

    def test_when_all_are_in_the_round_may_be_closed(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        close = reverse("desk_close", args=[event.public_id])
        for play in plays[1:]:
            record(play)
        assert close not in text(director.get(url(event)))
        part = text(director.post(url(event), row(plays[0], "5 3"), headers=HTMX))
        assert close in part
        assert "Close round 1" in text(director.get(url(event)))

    def test_very_long_grids_come_in_parts(
        self,
        director: Client,
        event: Event,
        playing: Round,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(views_entry, "ROWS_MOST", 4)
        page = text(director.get(url(event)))
        assert boxes(page) == 4
        assert "2 more rows come once these are saved" in page

    def test_the_longest_grid_is_a_form_that_may_be_sent(self, settings: Any) -> None:
        fields = 3 * views_entry.ROWS_MOST + 1
        assert fields <= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS

    def test_asks_no_more_for_more_tables(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        counts = []
        for players in (9, 90):
            event = make_event(players=players, rounds=1, boards_per_round=2)
            start_round(event)
            counts.append(count_queries(director, url(event)))
        assert counts[0] == counts[1]


class TestOnePost:
    def test_saves_every_row_that_is_typed(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        form = (
            row(plays[0], "532") | row(plays[1], "10 0 0") | row(plays[2], "fb")
            | row(plays[3], "n no time") | row(plays[4], "") | row(plays[5], "   ")
        )  # fmt: skip
        answer = director.post(url(event, "?round=1&table=&board="), form)
        assert answer["Location"] == url(event, "?round=1&table=&board=")
        assert "4 results are saved." in text(director.get(answer["Location"]))
        details = dict(Result.objects.values_list("play", "detail"))
        assert details == {
            plays[0].pk: {"tricks": [5, 3, 2]},
            plays[1].pk: {"tricks": [10, 0, 0]},
            plays[2].pk: {"fault": 1},
            plays[3].pk: {"not_played": "no time"},
        }

    def test_wrong_rows_come_back_and_the_others_are_saved(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        sent_id = uuid.uuid4()
        form = row(plays[0], "532") | row(plays[1], "5 3 3", sent_id=sent_id) | row(plays[2], "x<y")
        answer = director.post(url(event, "?round=1"), form)
        assert answer.status_code == 422
        page = text(answer)
        assert "1 result is saved." in page
        assert "2 rows were not saved" in page
        assert 'value="5 3 3"' in page
        assert "5 + 3 + 3 is not possible" in page
        assert f'name="sent-{plays[1].pk}" value="{sent_id}"' in page
        assert 'value="x&lt;y"' in page
        assert boxes(page) == 5
        assert Result.objects.get().play == plays[0]

    def test_wrong_rows_stay_in_sight_whatever_the_grid_is_narrowed_to(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        answer = director.post(url(event, "?round=1&table=3"), row(plays[0], "999"))
        assert 'value="999"' in text(answer)

    def test_nothing_typed_changes_nothing(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        answer = director.post(url(event), row(plays[0], " "), follow=True)
        assert "Nothing was typed." in text(answer)

    def test_what_others_recorded_meanwhile_is_refused_and_shown(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        record(plays[0], (4, 4, 2))
        answer = director.post(url(event), row(plays[0], "532") | row(plays[1], "532"))
        assert answer.status_code == 422
        page = text(answer)
        assert "has a result: correct it, with a reason." in page
        assert "You typed 532." in page
        assert "<strong>4-4-2</strong>" in page
        assert reverse("desk_play", args=[event.public_id, plays[0].pk]) in page
        assert Result.objects.get(play=plays[0]).detail == {"tricks": [4, 4, 2]}
        assert Result.objects.filter(play=plays[1]).exists()

    @pytest.mark.parametrize(
        ("ruled", "shown"),
        [(given("A+", "A", "A-"), "A+ / A / A−"), (given(SHARES, SHARES, SHARES), "60 % 4-4-2")],
    )
    def test_what_was_ruled_meanwhile_is_shown(
        self, director: Client, event: Event, plays: list[Play], ruled: Any, shown: str
    ) -> None:
        record(plays[0])
        correct(plays[0], ruled)
        answer = director.post(url(event), row(plays[0], "442"))
        assert answer.status_code == 422
        assert shown in text(answer).replace("\xa0", " ").replace("\u202f", " ")

    def test_the_same_result_recorded_meanwhile_is_no_fault(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        record(plays[0], (5, 3, 2))
        assert director.post(url(event), row(plays[0], "532")).status_code == 302
        assert Submission.objects.count() == 1

    def test_an_entry_that_came_meanwhile_is_not_replaced_unseen(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        submission = enter(plays[0], 4, 4, 2)
        answer = director.post(url(event), row(plays[0], "532"))
        assert answer.status_code == 422
        page = text(answer)
        assert "The table has just entered: 4-4-2. Save again to replace it." in page
        assert not Result.objects.exists()
        assert f'name="seen-{plays[0].pk}" value="{submission.pk}"' in page
        director.post(url(event), row(plays[0], "532", seen=submission.pk))
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}

    def test_a_grid_sent_twice_is_sent_once(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        form = row(plays[0], "532") | row(plays[1], "53")
        for _time in range(2):
            assert director.post(url(event), form).status_code == 302
        assert Submission.objects.count() == 2

    def test_gone_back_and_typed_otherwise_changes_no_result(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        sent_id = uuid.uuid4()
        director.post(url(event), row(plays[0], "532", sent_id=sent_id))
        answer = director.post(url(event), row(plays[0], "523", sent_id=sent_id))
        assert answer.status_code == 422
        assert Result.objects.get().detail == {"tricks": [5, 3, 2]}

    def test_slips_of_a_closed_round_may_come_late(
        self, director: Client, event: Event, playing: Round, plays: list[Play]
    ) -> None:
        round_close(playing=playing, accept_missing=True)
        director.post(url(event, "?round=1"), row(plays[0], "532"))
        assert Result.objects.get().play == plays[0]

    def test_a_play_of_another_event_is_refused_and_nothing_saved(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        other = start_round(make_event(players=3, rounds=1, boards_per_round=1)).plays.get()
        for foreign in (
            row(other, "532"),
            {"result-x": "532"},
            {f"result-{'9' * 30}": "532", f"sent-{'9' * 30}": str(uuid.uuid4())},
            {f"result-{plays[1].pk}": "532"},
            row(plays[1], "532") | {f"sent-{plays[1].pk}": "no-uuid"},
            row(plays[1], "532", seen="x"),
        ):
            answer = director.post(url(event), row(plays[0], "532") | foreign)
            assert answer.status_code == 403
        assert not Result.objects.exists()


class TestOneRow:
    def test_a_row_is_saved_as_it_is_left(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        answer = director.post(url(event), row(plays[0], "5 3"), headers=HTMX)
        part = text(answer)
        assert answer.status_code == 200
        assert part.startswith(f'<tr id="row-{plays[0].pk}"')
        assert "<html" not in part
        assert "<strong>5-3-2</strong>" in part
        assert boxes(part) == 0
        assert "5 results of this round are open." in part

    def test_a_wrong_row_comes_back_alone(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        answer = director.post(url(event), row(plays[0], "533"), headers=HTMX)
        assert answer.status_code == 422
        part = text(answer)
        assert 'value="533"' in part
        assert 'aria-invalid="true"' in part
        assert "533 is not possible" in part
        assert "not saved" in part

    def test_an_emptied_row_is_as_new(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        part = text(director.post(url(event), row(plays[0], " "), headers=HTMX))
        assert 'value=""' in part
        assert "aria-invalid" not in part
        assert not Result.objects.exists()

    def test_a_part_without_one_row_is_refused(
        self, director: Client, event: Event, plays: list[Play]
    ) -> None:
        assert director.post(url(event), {}, headers=HTMX).status_code == 403
