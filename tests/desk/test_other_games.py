"""Results of games that ask for more, or other things, than Com'on!: at the desk and on phones."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.variant import variant
from tests.builders import make_event, play_round, start_round
from tests.documents import poppler
from tests.phone.conftest import Phone, text
from tournament.desk.quick_entry import read_result
from tournament.documents.selectors import hands_of_boards, score_slips
from tournament.documents.services import hand_slips_print
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.exports import results_json, standings_json, standings_table
from tournament.leaderboard.services import event_publish
from tournament.operations.simulation import play_board
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db
ASKED = {
    "combinations_0": "50", "combinations_1": "20", "combinations_2": "0", "best_0": "1",
}  # fmt: skip
FULL = {"combinations": [50, 20, 0], "best": [1, 0, 0]}


def event_of(key: str) -> Event:
    event = make_event(players=3, rounds=1, boards_per_round=2, game=key)
    start_round(event)
    return event


def first(event: Event) -> Play:
    return Play.objects.get(table__event=event, board__number=1)


def desk_address(play: Play) -> str:
    return reverse("desk_play", args=[play.table.event.public_id, play.pk])


class TestDesk:
    def test_a_triton_result_is_chosen_seat_by_seat(self, director: Client) -> None:
        play = first(event_of("triton"))
        page = director.get(desk_address(play)).content.decode()
        assert 'name="combinations_2"' in page
        assert 'name="best_0"' in page
        assert 'value="fault"' not in page
        sent = {"kind": "asks", "sent_id": uuid.uuid4(), **ASKED}
        assert director.post(desk_address(play), sent).status_code == 302
        play.refresh_from_db()
        assert play.result.detail == FULL
        assert play.result.scores == [80, 20, 0]

    def test_it_is_corrected_the_same_way(self, director: Client) -> None:
        play = first(event_of("triton"))
        director.post(desk_address(play), {"kind": "asks", "sent_id": uuid.uuid4(), **ASKED})
        page = director.get(desk_address(play)).content.decode()
        assert '<option value="50" selected>' in page
        sent: dict[str, Any] = {"kind": "asks", "version": 1, "reason": "misread", **ASKED}
        sent |= {"combinations_0": "70"}
        assert "50-20-0, best A" in director.post(desk_address(play), sent).content.decode()
        director.post(desk_address(play), sent | {"sure": "1"})
        play.result.refresh_from_db()
        assert play.result.scores == [100, 20, 0]

    def test_an_impossible_one_is_refused_with_its_sentence(self, director: Client) -> None:
        play = first(event_of("triton"))
        sent = {"kind": "asks", "sent_id": uuid.uuid4(), **ASKED, "best_1": "1"}
        answer = director.post(desk_address(play), sent)
        assert answer.status_code == 422
        assert "only a seat with 50" in answer.content.decode()
        assert not hasattr(first(play.table.event), "result")

    def test_a_game_without_misplays_offers_none(self, director: Client) -> None:
        play = first(event_of("vicaire"))
        assert 'value="fault"' not in director.get(desk_address(play)).content.decode()
        sent = {"kind": "fault", "fault": "0", "sent_id": uuid.uuid4()}
        assert director.post(desk_address(play), sent).status_code == 422

    @pytest.mark.parametrize("typed", ["50 20 0 a", "50-20-0 A", "50, 20, 0, a"])
    def test_a_slip_is_typed_in_one_line(self, typed: str) -> None:
        assert read_result(typed, variant("triton")) == FULL

    def test_two_seats_can_share_the_best(self) -> None:
        assert read_result("30 30 0 ab", variant("triton"))["best"] == [1, 1, 0]

    @pytest.mark.parametrize("typed", ["", "50 20", "50 20 0", "a", "50 20 0 d", "x y z a", "fb"])
    def test_what_cannot_be_read_is_refused(self, typed: str) -> None:
        with pytest.raises(Refused):
            read_result(typed, variant("triton"))

    def test_vicaire_slips_are_trick_counts(self) -> None:
        assert read_result("532", variant("vicaire")) == {"tricks": [5, 3, 2]}

    def test_why_a_board_was_not_played_is_typed_as_ever(self) -> None:
        assert read_result("n no time", variant("triton")) == {"not_played": "no time"}

    def test_score_slips_say_what_to_write(self) -> None:
        event = event_of("triton")
        sheet = score_slips(event, first(event).round)
        assert "combination" in sheet.hint
        assert not sheet.misplays


class TestPhone:
    def test_a_table_enters_and_confirms_triton(self) -> None:
        event = event_of("triton")
        table = event.tables.get()
        anna, ben = Phone(table, seat=0), Phone(table, seat=1)
        page = anna.get("1/").content.decode()
        assert 'name="combinations_0"' in page
        assert 'name="offender"' not in page
        sent = {"kind": "asks", "sent_id": str(uuid.uuid4()), **ASKED}
        assert anna.post("1/", sent).status_code == 302
        assert "50 – 20 – 0, best A" in text(ben.get())
        submission = first(event).pending.submission
        assert ben.acts("confirm", 1, submission.pk).status_code == 302
        assert first(event).result.scores == [80, 20, 0]

    def test_the_other_version_of_whoever_disputes_is_kept(self) -> None:
        event = event_of("triton")
        table = event.tables.get()
        anna, ben = Phone(table, seat=0), Phone(table, seat=1)
        anna.post("1/", {"kind": "asks", "sent_id": str(uuid.uuid4()), **ASKED})
        submission = first(event).pending.submission
        ben.acts("dispute", 1, submission.pk, kind="asks", **(ASKED | {"combinations_0": "70"}))
        assert submission.verdicts.get().detail == FULL | {"combinations": [70, 20, 0]}

    def test_a_seat_without_a_choice_is_asked_for(self) -> None:
        event = event_of("triton")
        anna = Phone(event.tables.get(), seat=0)
        sent = {"kind": "asks", "sent_id": str(uuid.uuid4()), **ASKED, "combinations_1": ""}
        answer = anna.post("1/", sent)
        assert answer.status_code == 422
        assert "Choose for each seat" in text(answer)


class TestPages:
    def test_tricks_of_vicaire_are_not_halved(self, client: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire", method="lives")
        play_round(event, (5, 3, 2))
        standings_compute(event_id=event.pk)
        page = client.get(reverse("event", args=[event.public_id])).content.decode()
        assert "½" not in page
        assert ">Score<" in page
        assert "Lives" not in page
        board = client.get(reverse("board", args=[event.public_id, 1])).content.decode()
        assert "½" not in board
        assert "won half a life" not in board
        for page in (
            client.get(reverse("scorecard", args=[event.public_id, 1])).content.decode(),
            client.get(reverse("boards", args=[event.public_id])).content.decode(),
        ):
            assert "½" not in page
            assert "lives" not in page.casefold()

    def test_files_say_score(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
        play_round(event, (5, 3, 2))
        standings_compute(event_id=event.pk)
        heading, *rows = standings_table(event)
        assert heading[7:9] == ["Score", "Score per board"]
        assert {row[7] for row in rows} == {2, 3, 5}
        assert standings_json(event)["rows"][0].keys() >= {"score", "score_per_board"}
        assert {seat["score"] for seat in results_json(event)["plays"][0]["seats"]} == {5, 3, 2}

    @pytest.mark.parametrize("key", ["vicaire", "triton"])
    def test_bots_play_a_whole_board_of_it(self, key: str, client: Client) -> None:
        event = event_of(key)
        for play in Play.objects.filter(table__event=event):
            play_board(play, seed="x")
        standings_compute(event_id=event.pk)
        for number in (1, 2):
            assert client.get(reverse("board", args=[event.public_id, number])).status_code == 200
        assert client.get(reverse("scorecard", args=[event.public_id, 1])).status_code == 200

    def test_cards_laid_aside_are_not_called_turned_up(self, client: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
        play_round(event)
        event_publish(event=event)
        board = client.get(reverse("board", args=[event.public_id, 1])).content.decode()
        assert ">Aside<" in board
        assert "Turned up" not in board
        # Hearts, and nothing else.
        assert board.count("(trumps)") == board.count("Hearts (trumps)") == 3

    def test_hand_slips_show_turned_cards_only_where_there_are_any(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire")
        hands = hands_of_boards(event, [1])
        pdf = hand_slips_print(
            event=event, hands=hands, played={1: [1]}, reserve=False, who="anne", language="en"
        )
        assert "TURNED UP" not in poppler.text(pdf).upper()
