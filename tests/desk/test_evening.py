"""The director's board: progress, what is open, who leads, and what comes next."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.team_events import make_teams
from tournament.desk.authors import Holders, author_of
from tournament.desk.evening import Evening, evening_of, grid_of, plays_of_event
from tournament.events.models import Event, Round
from tournament.events.services import NewEntry, entries_add
from tournament.players.models import Player
from tournament.push.tokens import read_token
from tournament.push.topics import desk_topic
from tournament.results.models import Submission
from tournament.results.services import (
    round_close,
    submission_confirm,
    submission_create,
    submission_dispute,
)
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]
HTMX = {"hx-request": "true"}


def board_url(event: Event) -> str:
    return reverse("desk_event", args=[event.public_id])


def page(client: Client, event: Event) -> str:
    answer = client.get(board_url(event))
    assert answer.status_code == 200
    return answer.content.decode()


def play_at(playing: Round, table: int, board: int) -> Play:
    return playing.plays.get(table__number=table, board__number=board)


def enter(play: Play, tricks: tuple[int, ...] = (5, 3, 2), *, seat: int = 0) -> Submission:
    return submission_create(
        play=play,
        detail={"tricks": list(tricks)},
        sent_id=uuid.uuid4(),
        seat=seat,
        device="a-phone-ab12",
    )


def states(evening: Evening) -> list[list[str | None]]:
    return [
        [cell.state if cell else None for cell in row.cells]
        for stretch in evening.grid.stretches
        for row in stretch.rows
    ]


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=9, rounds=3, boards_per_round=3)


class TestGrid:
    def test_shows_every_state_of_every_play(self, event: Event) -> None:
        playing = start_round(event)
        record(play_at(playing, 1, 1))
        enter(play_at(playing, 1, 2))
        disputed = enter(play_at(playing, 2, 1))
        submission_dispute(submission=disputed, seat=1, device="other")
        submission_create(
            play=play_at(playing, 3, 3),
            detail={"not_played": "no time"},
            sent_id=uuid.uuid4(),
            device="one",
        )
        submission_confirm(submission=Submission.objects.latest("pk"), seat=1, device="two")
        board = evening_of(event)
        assert [stretch.boards for stretch in board.grid.stretches] == [[1, 2, 3]]
        assert states(board) == [
            ["confirmed", "waiting", "missing"],
            ["disputed", "missing", "missing"],
            ["missing", "missing", "not-played"],
        ]
        assert (board.results, board.expected) == (2, 9)

    def test_each_cell_leads_to_its_play_and_each_table_to_its_slips(self, event: Event) -> None:
        playing = start_round(event)
        row = evening_of(event).grid.stretches[0].rows[1]
        cell = row.cells[2]
        assert cell is not None
        play = play_at(playing, 2, 3)
        assert cell.url == reverse("desk_play", args=[event.public_id, play.pk])
        assert row.url == reverse("desk_entry", args=[event.public_id]) + "?round=1&table=2"

    def test_goes_on_beside_itself_after_twenty_tables(self, event: Event) -> None:
        big = make_event(players=66, rounds=1, boards_per_round=1)
        playing = start_round(big)
        grid = grid_of(big, playing, list(plays_of_event(big)))
        assert [len(stretch.rows) for stretch in grid.stretches] == [20, 2]

    def test_of_shared_boards_a_table_has_its_own_alone(self, director: Client) -> None:
        big = make_event(players=66, rounds=1, boards_per_round=2, movement=Event.Movement.SHARED)
        playing = start_round(big)
        grid = grid_of(big, playing, list(plays_of_event(big)))
        rows = [row for stretch in grid.stretches for row in stretch.rows]
        assert len(rows) == 22
        for row in rows:
            own = playing.plays.filter(table__number=int(row.name)).order_by("board__number")
            assert [cell and cell.board for cell in row.cells] == [
                play.board.number for play in own
            ]
        # No column stands for a board: its number is in the cell.
        html = director.get(board_url(big)).content.decode()
        assert '<small aria-hidden="true">44</small>' in html
        assert html.count('class="cell cell-missing"') == 44
        assert "not played at this table" not in html

    def test_a_board_a_table_does_not_play_is_no_cell(self, event: Event) -> None:
        playing = start_round(event)
        play_at(playing, 2, 2).delete()
        assert states(evening_of(event))[1] == ["missing", None, "missing"]

    def test_shows_the_round_just_closed_until_the_next_begins(self, event: Event) -> None:
        play_round(event)
        assert evening_of(event).shown.number == 1
        start_round(event)
        assert evening_of(event).shown.number == 2


class TestWhatIsOpen:
    def test_both_versions_of_a_dispute_say_who_said_it(
        self, director: Client, event: Event
    ) -> None:
        play = play_at(start_round(event), 1, 1)
        submission = enter(play, (5, 3, 2))
        submission_dispute(
            submission=submission, seat=2, device="phone-cd34", detail={"tricks": [5, 2, 3]}
        )
        names = [seat.entry.player.name for seat in play.seats.order_by("number")]
        (disputed,) = evening_of(event).disputed
        first, second = disputed.versions
        assert (first.detail, first.author.seat) == ({"tricks": [5, 3, 2]}, 0)
        assert (first.author.name, first.author.device) == (names[0], "ab12")
        assert (second.detail, second.author.seat) == ({"tricks": [5, 2, 3]}, 2)
        assert (second.author.name, second.author.device) == (names[2], "cd34")
        shown = page(director, event)
        assert "1 disputed result" in shown
        assert "Decide for 5-3-2" in shown
        assert "Decide for 5-2-3" in shown

    def test_a_dispute_without_a_version_can_only_be_decided_for_the_entry_or_anew(
        self, director: Client, event: Event
    ) -> None:
        play = play_at(start_round(event), 1, 1)
        submission_dispute(submission=enter(play), seat=2, device="other")
        shown = page(director, event)
        assert "“This is wrong”" in shown
        assert shown.count("Decide for") == 1
        assert "Enter another result" in shown

    def test_waiting_entries_come_oldest_first_with_their_age(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        old, new = enter(play_at(playing, 3, 1)), enter(play_at(playing, 1, 1))
        then = timezone.now() - timedelta(minutes=7)
        Submission.objects.filter(pk=old.pk).update(at=then)
        waiting = evening_of(event).waiting
        assert [each.submission for each in waiting] == [old, new]
        shown = page(director, event)
        assert "2 entries to be confirmed" in shown
        assert "7\xa0minutes ago" in shown

    def test_where_the_director_confirms_one_link_leads_to_all_entries(
        self, director: Client
    ) -> None:
        event = make_event(players=9, confirmation=Event.Confirmation.DIRECTOR)
        playing = start_round(event)
        enter(play_at(playing, 1, 1))
        enter(play_at(playing, 2, 1))
        shown = page(director, event)
        assert reverse("desk_confirm", args=[event.public_id, 1]) in shown
        assert "look through 2 entries and confirm" in shown

    def test_a_table_that_sends_board_3_while_2_is_missing_is_named(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        record(play_at(playing, 2, 1))
        enter(play_at(playing, 2, 3))
        record(play_at(playing, 3, 2))
        enter(play_at(playing, 3, 3))
        skipped = [(each.round, each.table, each.boards) for each in evening_of(event).skipped]
        assert skipped == [(1, 2, [2]), (1, 3, [1])]
        assert "Skipped: a later board is already in" in page(director, event)
        enter(play_at(playing, 2, 2))
        enter(play_at(playing, 3, 1))
        assert not evening_of(event).skipped

    def test_boards_still_to_come_are_missing_but_not_skipped(self, event: Event) -> None:
        playing = start_round(event)
        record(play_at(playing, 1, 1))
        board = evening_of(event)
        assert [(each.table, each.boards) for each in board.missing] == [
            (1, [2, 3]), (2, [1, 2, 3]), (3, [1, 2, 3]),
        ]  # fmt: skip
        assert board.missing_count == 8
        assert not board.skipped

    def test_what_earlier_rounds_left_open_stays_in_sight(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        waits = enter(play_at(playing, 1, 1))
        for play in playing.plays.exclude(pk__in=[waits.play_id, play_at(playing, 3, 2).pk]):
            record(play)
        round_close(playing=playing, accept_missing=True)
        start_round(event)
        board = evening_of(event)
        assert [(each.round, each.table, each.boards) for each in board.earlier] == [(1, 3, [2])]
        assert [each.submission for each in board.waiting] == [waits]
        assert (board.results, board.expected) == (0, 9)
        shown = page(director, event)
        assert "Missing from earlier rounds" in shown
        assert "(round 1)" in shown


class TestStandings:
    def test_the_first_five_by_their_real_names(self, director: Client, event: Event) -> None:
        Player.objects.update(name_public=False)
        play_round(event)
        standings_compute(event_id=event.pk)
        assert len(evening_of(event).leaders) == 5
        shown = page(director, event)
        names = [each.name for each in evening_of(event).leaders]
        assert all(name in shown for name in names)
        assert reverse("event", args=[event.public_id]) in shown
        assert "Being recomputed" not in shown

    def test_says_so_while_they_are_being_recomputed(self, director: Client, event: Event) -> None:
        playing = start_round(event)
        record(play_at(playing, 1, 1))
        assert "Being recomputed" in page(director, event)
        standings_compute(event_id=event.pk)
        assert "Being recomputed" not in page(director, event)

    @pytest.mark.parametrize("method", Event.Method.values)
    def test_every_method_has_its_figure(self, director: Client, event: Event, method: str) -> None:
        Event.objects.update(method=method)
        play_round(event)
        standings_compute(event_id=event.pk)
        shown = page(director, event)
        assert ("%</td>" in shown) == (method == Event.Method.MATCHPOINTS)


class TestWhatComesNext:
    def test_a_round_with_results_missing_asks_before_it_is_closed(
        self, director: Client, event: Event
    ) -> None:
        playing = start_round(event)
        shown = page(director, event)
        assert "Round 1 of 3" in shown
        assert "Close round 1…" in shown
        for play in playing.plays.all():
            record(play)
        shown = page(director, event)
        assert "All results are in." in shown
        assert "Close round 1…" not in shown
        assert "Close round 1</button>" in shown
        # Those who are called now would go where they sit already.
        assert reverse("desk_call", args=[event.public_id]) not in shown

    def test_between_rounds_attendance_and_the_next_start(
        self, director: Client, event: Event
    ) -> None:
        play_round(event)
        shown = page(director, event)
        assert "Round 2 of 3 comes next" in shown
        assert "Start round 2" in shown
        assert reverse("desk_attendance", args=[event.public_id]) in shown
        assert reverse("desk_call", args=[event.public_id]) in shown

    def test_after_the_last_round_publishing(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        shown = page(director, event)
        assert "All rounds are closed" in shown
        assert reverse("desk_publish", args=[event.public_id]) in shown
        assert reverse("desk_call", args=[event.public_id]) not in shown


class TestLive:
    def test_listens_to_the_desk_and_fetches_only_what_changes(
        self, director: Client, event: Event
    ) -> None:
        start_round(event)
        shown = page(director, event)
        token = shown.split('data-stream="/stream/?t=')[1].split('"')[0]
        assert read_token(token).topics == (desk_topic(event.public_id),)
        part = director.get(board_url(event), headers=HTMX).content.decode()
        assert "<html" not in part
        assert "Round 1 of 3" in part

    def test_what_a_button_did_is_said_beside_the_part_that_is_refreshed(
        self, director: Client, event: Event
    ) -> None:
        start_round(event)
        call = reverse("desk_call", args=[event.public_id])
        part = director.post(call, headers=HTMX, follow=True).content.decode()
        assert '<div id="said" hx-swap-oob="true">' in part
        assert "Everybody is called" in part
        again = director.get(board_url(event), headers=HTMX).content.decode()
        assert 'id="said"' not in again


def test_names_are_shown_as_text(director: Client) -> None:
    event = make_event(players=2)
    entries_add(event=event, entries=[NewEntry("<b>Eve</b> & co", True)])
    play = play_at(start_round(event), 1, 1)
    seat = play.seats.get(entry__player__name="<b>Eve</b> & co").number
    enter(play, seat=seat)
    shown = page(director, event)
    assert "<b>Eve" not in shown
    assert "<bdi>&lt;b&gt;Eve&lt;/b&gt; &amp; co</bdi>" in shown


def test_asks_the_database_no_more_for_more_tables(
    director: Client, count_queries: CountQueries
) -> None:
    counts = []
    for players in (9, 90):
        event = make_event(players=players, rounds=2, boards_per_round=2)
        play_round(event)
        playing = start_round(event)
        plays = list(playing.plays.order_by("pk"))
        for play in plays[::3]:
            enter(play)
        for play in plays[1::3]:
            submission_dispute(
                submission=enter(play), seat=1, device="other", detail={"tricks": [4, 4, 2]}
            )
        standings_compute(event_id=event.pk)
        counts.append(count_queries(director, board_url(event)))
    assert counts[0] == counts[1]


def test_who_directs_nothing_of_it_sees_nothing(stranger: Client, event: Event) -> None:
    start_round(event)
    assert stranger.get(board_url(event)).status_code == 403
    assert stranger.get(board_url(event), headers=HTMX).status_code == 403


def test_an_entry_from_the_desk_names_the_director(event: Event) -> None:
    play = play_at(start_round(event), 1, 1)
    director = make_director()
    director.first_name, director.last_name = "Ada", "Lovelace"
    director.save()
    record(play)
    author = author_of(Submission.objects.select_related("user").get(), Holders({}))
    assert (author.seat, author.name) == (None, "Ada Lovelace")


@pytest.mark.parametrize(("mode", "awaited"), [("live", True), ("choice", False)])
def test_nobody_is_awaited_where_the_table_may_play_with_cards(
    director: Client, mode: str, awaited: bool
) -> None:
    event = make_event(players=3, play_mode=mode)
    start_round(event)
    assert ("not there yet" in page(director, event)) == awaited


def test_a_board_that_was_entered_is_not_the_next_though_nobody_confirmed_it(
    director: Client,
) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2, play_mode="choice")
    first, _second = start_round(event).plays.order_by("board__number")
    enter(first)
    shown = " ".join(page(director, event).split())
    assert "boards: 1 of 2" in shown
    assert "Board 2 is next." in shown


def test_of_teams_the_teams_lead_and_sit_out(director: Client) -> None:
    event = make_teams(4, rounds=2)
    play_round(event)
    standings_compute(event_id=event.pk)
    start_round(event)
    shown = page(director, event)
    teams = [team.name for team in event.teams.all()]
    leaders = shown.split('id="leaders-title"')[1].split("</section>")[0]
    # One of the four sat out, and has no result yet.
    leading = re.findall(r"<bdi>(.*?)</bdi>", leaders)
    assert len(leading) == 3
    assert set(leading) < set(teams)
    out = shown.split("Sitting out")[1].split("</p>")[0]
    (name,) = re.findall(r"<bdi>(.*?)</bdi>", out)
    assert name in teams
    movement = director.get(reverse("desk_movement", args=[event.public_id]), {"round": 2})
    assert movement.context["sit_outs"] == [name]
