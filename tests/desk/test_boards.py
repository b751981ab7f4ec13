"""Which boards were played, put right at the desk; flagged before a round that is touched by it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, record, start_round
from tests.desk.test_rulings import hidden, text
from tests.rulings.evenings import given
from tournament.events.models import Event, Round
from tournament.results.models import Result
from tournament.results.services import round_close
from tournament.rulings.models import Ruling
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Six players, two rounds of two boards; only table 1 has a result on board 2."""
    event = make_event(players=6, rounds=2, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.exclude(table__number=2, board__number=2):
        record(play)
    return event


def play_at(event: Event, table: int, board: int) -> Play:
    return Play.objects.get(table__event=event, table__number=table, board__number=board)


def url(event: Event, play: Play, kind: str) -> str:
    return reverse("desk_put_right", args=[event.public_id, play.pk, kind])


def lines(answer: object) -> list[str]:
    return re.findall(r'<p class="big-change">(.*?)</p>', text(answer))


def save(director: Client, address: str, typed: dict[str, str]) -> list[str]:
    """Look at the change, then save it; return what was said of it."""
    shown = director.post(address, typed | {"reason": "“Slip” & co"})
    said = lines(shown)
    answer = director.post(address, hidden(shown) | {"sure": "1"})
    assert answer.status_code == 302, text(answer)
    return said


def undo(director: Client, event: Event) -> None:
    address = reverse("desk_undo", args=[event.public_id, Ruling.objects.latest("pk").pk])
    assert director.get(address).status_code == 200
    assert director.post(address, {"reason": "No"}).status_code == 302


class TestAnotherBoard:
    @pytest.mark.parametrize(
        ("instead", "said", "result"),
        [
            ("owed", "board 1 is owed", None),
            ("A-", "board 1: A−", given("A-", "A-", "A-")),
        ],
    )
    def test_is_shown_saved_listed_and_undone(
        self, director: Client, event: Event, instead: str, said: str, result: object
    ) -> None:
        play = play_at(event, 2, 1)
        page = text(director.get(url(event, play, "board")))
        # Not the round's own boards, nor those of the reserve.
        assert re.findall(r'<option value="(\d)"', page) == ["3", "4"]
        (line,) = save(director, url(event, play, "board"), {"board": "3", "instead": instead})
        assert line.startswith("Table 2: board 1 → board 3 (")
        assert said in line
        assert play_at(event, 2, 3) == play
        owed = Result.objects.filter(play=play_at(event, 2, 1)).first()
        assert (owed and owed.detail) == result
        history = text(director.get(reverse("desk_history", args=[event.public_id])))
        assert line in history
        undo(director, event)
        assert play_at(event, 2, 1) == play

    def test_who_sat_wrongly_on_it_sits_as_planned_on_the_one_that_is_owed(
        self, director: Client, event: Event
    ) -> None:
        play = play_at(event, 2, 1)
        planned = list(play.seats.order_by("number").values_list("entry__number", flat=True))
        swapped = {f"seat_{seat}": str(planned[of]) for seat, of in enumerate((1, 0, 2))}
        save(director, url(event, play, "seats"), swapped | {"scope": "this"})
        save(director, url(event, play, "board"), {"board": "3", "instead": "owed"})
        owed = play_at(event, 2, 1)
        sits = owed.seats.order_by("number").values_list("entry__number", flat=True)
        assert list(sits) == planned

    def test_whom_the_next_round_brings_it_again_is_flagged_before_it(
        self, director: Client, event: Event
    ) -> None:
        play = play_at(event, 2, 1)
        save(director, url(event, play, "board"), {"board": "3", "instead": "A-"})
        names = list(play.seats.values_list("entry__player__name", flat=True))
        page = text(director.get(reverse("desk_attendance", args=[event.public_id])))
        for name in names:
            assert f"<bdi>{name}</bdi> has played board 3 already" in page
        round_close(playing=Round.objects.get(number=1), accept_missing=True)
        start_round(event)
        phone = text(Client().get(reverse("table", args=[event.tables.get(number=1).code])))
        assert "R1 of the reserve" in phone
        page = text(director.get(reverse("desk_round", args=[event.public_id, 2])))
        assert "Table 1 has board 5 instead of board 3. It is R1 of the sealed reserve." in page
        assert director.get(reverse("desk_event", args=[event.public_id])).status_code == 200

    def test_it_is_said_when_the_reserve_is_used_up(self, director: Client, event: Event) -> None:
        for _board in range(2):
            save(director, url(event, play_at(event, 1, 1), "round"), {"what": "more"})
        save(director, url(event, play_at(event, 2, 1), "board"), {"board": "3", "instead": "A-"})
        page = text(director.get(reverse("desk_attendance", args=[event.public_id])))
        # In round 2 the three who meet it again sit at both tables.
        for table in (1, 2):
            assert f"and the reserve is used up: table {table} sits it out." in page

    def test_the_browser_deals_the_right_board(self, director: Client, event: Event) -> None:
        play = play_at(event, 2, 1)
        Play.objects.filter(pk=play.pk).update(means=Play.Means.CARDS)
        typed = {"board": "3", "instead": "owed", "reason": "Slip"}
        answer = director.post(url(event, play, "board"), typed)
        assert answer.status_code == 422
        assert "no other one can have been played" in text(answer)

    def test_the_movement_shows_who_sat_there(self, director: Client, event: Event) -> None:
        typed = {"board": "3", "instead": "owed"}
        save(director, url(event, play_at(event, 2, 1), "board"), typed)
        page = reverse("desk_movement", args=[event.public_id])
        assert director.get(page).status_code == 200

    def test_no_board_of_another_round_is_refused(self, director: Client, event: Event) -> None:
        address = url(event, play_at(event, 2, 1), "board")
        answer = director.post(address, {"board": "2", "instead": "owed", "reason": "Slip"})
        assert answer.status_code == 422
        assert not Ruling.objects.exists()


class TestTheRound:
    def test_fewer_boards(self, director: Client, event: Event) -> None:
        address = url(event, play_at(event, 1, 2), "round")
        assert save(director, address, {"what": "fewer"}) == [
            "Table 2, board 2: no result → not played"
        ]
        assert Result.objects.filter(scores__isnull=True).count() == 1
        undo(director, event)
        assert Result.objects.count() == 3

    def test_a_board_annulled_for_everyone(self, director: Client, event: Event) -> None:
        address = url(event, play_at(event, 1, 2), "round")
        assert len(save(director, address, {"what": "annul"})) == 2
        assert Result.objects.filter(scores__isnull=True).count() == 2

    def test_a_board_more(self, director: Client, event: Event) -> None:
        address = url(event, play_at(event, 1, 2), "round")
        assert save(director, address, {"what": "more"}) == ["Boards from the reserve: 0 → 1"]
        assert Play.objects.filter(board__number=5).count() == 2
        page = director.get(reverse("desk_round", args=[event.public_id, 1]))
        assert page.status_code == 200
        undo(director, event)
        assert not Play.objects.filter(board__number=5).exists()

    def test_replayed(self, director: Client, event: Event) -> None:
        address = url(event, play_at(event, 1, 2), "round")
        said = save(director, address, {"what": "replay"})
        assert "Table 1, board 1: 5-3-2 → not played" in said
        assert said[-1] == "Boards from the reserve: 0 → 2"
        assert Play.objects.filter(result=None).count() == 4
        again = director.post(address, {"what": "replay", "reason": "Again"})
        assert again.status_code == 422
        assert "The sealed reserve has 0 boards left" in text(again)
        undo(director, event)
        assert Result.objects.filter(scores__isnull=False).count() == 3
        assert Play.objects.count() == 4
