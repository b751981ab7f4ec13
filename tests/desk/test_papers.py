"""Papers at the desk beside what lies on the tables: curtain cards, travellers, scorecards."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from deals.models import PrintLog
from tests.builders import make_director, make_event, play_round, record, start_round
from tests.desk.conftest import signed_in
from tests.documents import poppler
from tournament.desk.event_links import event_link_create
from tournament.desk.prints import curtain_hands_asked
from tournament.documents.print_words import print_words
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import club_default, only_session
from tournament.events.services import entry_update
from tournament.leaderboard.services import event_publish
from tournament.players.models import Member
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]
READ = ["desk_travellers", "desk_scorecards"]
OF_A_HAND = "Dealing sheet"


def url(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def page(client: Client, event: Event, **parameters: str) -> str:
    return client.get(url("desk_print", event), parameters).content.decode()


def print_cards(client: Client, event: Event, **asked: str) -> bytes:
    answer = client.post(url("desk_curtain_cards", event), asked)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def told(client: Client, name: str, event: Event, **parameters: str) -> str:
    answer = client.get(url(name, event), parameters)
    assert answer.status_code == 200
    return poppler.text(answer.content)


def boards_of(event: Event, which: str) -> list[int]:
    """Return the boards whose curtain cards are printed for a round."""
    try:
        return [hand.number for hand in curtain_hands_asked(event, which)[0]]
    except Refused:
        return []


def scorer() -> Client:
    user = make_director("scorer")
    Member.objects.create(club=club_default(), user=user, role=Member.Role.SCORER)
    return signed_in(user)


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=9)


@pytest.fixture
def played(db: None) -> Event:
    """Two boards at two tables: over, and not official. Who has number 2 withholds the name."""
    made = make_event(players=6, rounds=1, boards_per_round=2)
    entry_update(entry=made.entries.get(number=2), name="Zoé Secret", name_public=False)
    play_round(made)
    standings_compute(event_id=made.pk)
    return made


class TestCurtainCards:
    def test_of_a_round_with_its_dealing_sheet(self, event: Event, director: Client) -> None:
        pdf = print_cards(director, event, round="2")
        assert poppler.pages(pdf) == 2
        sheet = poppler.text(pdf, page=1)
        assert OF_A_HAND in sheet
        assert "Boards 4–6" in sheet
        assert "leave them to someone who does not play" in " ".join(sheet.splitlines())

    def test_of_all_rounds_and_of_the_reserve(self, event: Event, director: Client) -> None:
        play_round(event)
        assert "Boards 4–12" in poppler.text(print_cards(director, event, round="all"), page=1)
        assert "Boards R1–3" in poppler.text(print_cards(director, event, round="reserve"), page=1)

    def test_in_the_language_asked_for(self, event: Event, director: Client) -> None:
        french = poppler.text(print_cards(director, event, round="1", language="fr"))
        assert "Feuille de distribution" in french
        assert OF_A_HAND not in french

    def test_every_print_is_logged_with_who_and_what(self, event: Event, director: Client) -> None:
        print_cards(director, event, round="2")
        print_cards(director, event, round="reserve")
        session = only_session(event)
        rows = [(row.deal_set, row.who, print_words(row)) for row in PrintLog.objects.all()]
        assert rows == [
            (session.deal_set, "director", "curtain cards, boards 4–6"),
            (session.reserve_set, "director", "curtain cards, boards R1–3"),
        ]
        shown = page(director, event)
        assert "curtain cards, boards 4–6" in shown
        director.post(reverse("set_language"), {"language": "fr"})
        assert "fiches de main, étuis 4–6" in page(director, event)

    def test_are_kept_nowhere(self, event: Event, director: Client) -> None:
        answer = director.post(url("desk_curtain_cards", event), {"round": "1"})
        assert "no-store" in answer["Cache-Control"]
        assert answer["Content-Disposition"] == 'inline; filename="Evening_curtain_cards.pdf"'

    def test_come_by_a_form_alone(self, event: Event, director: Client) -> None:
        for method in (director.get, director.head, director.put):
            assert method(f"{url('desk_curtain_cards', event)}?round=1").status_code == 405
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(event.directors.get())
        assert strict.post(url("desk_curtain_cards", event), {"round": "1"}).status_code == 403
        assert not PrintLog.objects.exists()

    def test_are_printed_by_directors_and_deputies_alone(
        self, event: Event, stranger: Client, client: Client
    ) -> None:
        address, asked = url("desk_curtain_cards", event), {"round": "1"}
        assert stranger.post(address, asked).status_code == 403
        assert scorer().post(address, asked).status_code == 403
        assert client.post(address, asked).status_code == 302
        assert not PrintLog.objects.exists()
        link, _secret = event_link_create(
            event=event, name="Ada", role="deputy", user=make_director()
        )
        assert signed_in(link.user).post(address, asked).status_code == 200
        assert PrintLog.objects.count() == 1

    @pytest.mark.parametrize("number", ["0", "5", "x", "", "-1"])
    def test_a_round_of_no_page_is_refused(
        self, number: str, event: Event, director: Client
    ) -> None:
        answer = director.post(url("desk_curtain_cards", event), {"round": number})
        assert answer.status_code == 403
        assert not PrintLog.objects.exists()

    def test_a_language_there_is_not_is_refused(self, event: Event, director: Client) -> None:
        asked = {"round": "1", "language": "xx"}
        assert director.post(url("desk_curtain_cards", event), asked).status_code == 400
        assert not PrintLog.objects.exists()

    def test_a_closed_round_is_told(self, event: Event, director: Client) -> None:
        play_round(event)
        answer = director.post(url("desk_curtain_cards", event), {"round": "1"}, follow=True)
        assert answer.redirect_chain == [(url("desk_print", event), 302)]
        assert "Round 1 is closed." in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_without_tables_one_is_told_what_to_do(self, director: Client) -> None:
        event = make_event(players=0)
        for which in ("1", "all", "reserve"):
            asked = {"round": which}
            answer = director.post(url("desk_curtain_cards", event), asked, follow=True)
            assert "plan the movement first" in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_wait_for_the_public_value(self, director: Client) -> None:
        event = make_event(
            players=3,
            public_value_source="Loto",
            public_value_date=timezone.localdate() + timedelta(days=3),
        )
        assert url("desk_curtain_cards", event) not in page(director, event)
        answer = director.post(url("desk_curtain_cards", event), {"round": "1"}, follow=True)
        assert "Enter the public value first" in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_said_pages_are_printed_pages(self, director: Client) -> None:
        event = make_event(players=9, rounds=4, boards_per_round=9)
        shown = page(director, event)
        assert "All rounds not closed: boards 1–36, 8 pages" in shown
        assert poppler.pages(print_cards(director, event, round="all")) == 8

    def test_boards_that_move_on_have_theirs_once(self, director: Client) -> None:
        event = make_event(players=9, rounds=6, boards_per_round=2, movement="shared")
        of_round = {each: boards_of(event, each) for each in ("1", "2", "3", "4", "5", "6")}
        every = [board for boards in of_round.values() for board in boards]
        assert len(every) == len(set(every))
        assert set(every) == set(boards_of(event, "all"))
        without = next(each for each, boards in of_round.items() if not boards)
        assert f'<option value="{without}">Round' in page(director, event)  # of its score slips
        asked = {"round": without}
        answer = director.post(url("desk_curtain_cards", event), asked, follow=True)
        assert "No board is new in this round" in answer.content.decode()
        assert not PrintLog.objects.exists()


class TestAfterPlay:
    @pytest.mark.parametrize("name", READ)
    def test_who_may(
        self, name: str, played: Event, director: Client, stranger: Client, client: Client
    ) -> None:
        answer = director.get(url(name, played))
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
        assert stranger.get(url(name, played)).status_code == 403
        assert scorer().get(url(name, played)).status_code == 403
        assert client.get(url(name, played))["Location"].startswith(reverse("login"))
        assert director.post(url(name, played)).status_code == 405
        assert director.get(url(name, played), {"language": "xx"}).status_code == 400
        assert director.get(reverse(name, args=["zzzzzzzz"])).status_code == 404

    @pytest.mark.parametrize("name", READ)
    def test_they_have_all_names(self, name: str, played: Event, director: Client) -> None:
        assert "Zoé Secret" in told(director, name, played)

    @pytest.mark.parametrize("name", READ)
    def test_in_the_language_asked_for(self, name: str, played: Event, director: Client) -> None:
        assert "Provisoire" in told(director, name, played, language="fr")
        assert "Provisional" in told(director, name, played)

    @pytest.mark.parametrize("name", READ)
    def test_no_board_that_somebody_has_still_to_play(self, name: str, director: Client) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2)
        playing = start_round(event)
        for play in playing.plays.order_by("board__number", "table__number")[:3]:
            record(play, (7, 2, 1))
        standings_compute(event_id=event.pk)
        shown = told(director, name, event)
        assert shown.count(" 7 ") == 2  # at both tables, and not the one result of board 2

    def test_before_any_result_one_is_told(self, event: Event, director: Client) -> None:
        answer = director.get(url("desk_scorecards", event), follow=True)
        assert "No board has been played at every table yet." in answer.content.decode()
        assert "No board has been played" in told(director, "desk_travellers", event)
        assert url("desk_scorecards", event) not in page(director, event)

    def test_a_hostile_name_is_only_a_name(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, name="#set page(fill: red) $x$")
        entry_update(entry=event.entries.get(number=1), name="[*b*] `raw` @r <l>", name_public=True)
        play_round(event)
        event_publish(event=event)
        for name in READ:
            shown = told(director, name, event)
            assert "#set page(fill: red) $x$" in shown
            assert "[*b*] `raw` @r <l>" in shown


class TestPage:
    def test_papers_stand_where_they_are_needed(self, event: Event, director: Client) -> None:
        shown = page(director, event)
        places = [
            shown.index(words)
            for words in (
                "Before play",
                url("desk_table_cards", event),
                url("desk_curtain_cards", event),
                "During play",
                url("desk_score_slips", event),
                "After play",
                url("desk_standings_pdf", event),
            )
        ]
        assert places == sorted(places)

    def test_hands_are_offered_once_they_are_revealed(
        self, played: Event, director: Client
    ) -> None:
        address = reverse("hand_records_pdf", args=[played.public_id])
        assert address not in page(director, played)
        event_publish(event=played)
        assert address in page(director, played)

    def test_after_the_last_round_what_is_read_is_left(
        self, played: Event, director: Client
    ) -> None:
        shown = page(director, played)
        assert "Before play" not in shown
        for name in READ:
            assert f"{url(name, played)}?language=en" in shown
        french = page(director, played, language="fr")
        assert f"{reverse('travellers_pdf', args=[played.public_id])}?language=fr" in french

    def test_asks_the_database_no_more_for_more_players(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        small = make_event(players=6, rounds=1, boards_per_round=1)
        large = make_event(players=12, rounds=2, boards_per_round=3)
        for event in (small, large):
            for _round in range(event.rounds):
                play_round(event)
            standings_compute(event_id=event.pk)
        for name in READ:
            few = count_queries(director, url(name, small))
            assert count_queries(director, url(name, large)) == few
