"""Printing at the desk: who may, what comes out, and what never comes out without being logged."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from deals.models import PrintLog
from tests.builders import make_event, play_round, start_round
from tests.documents import poppler
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.events.services import NewEntry, entries_add, entry_update
from tournament.leaderboard.services import event_publish
from tournament.live.models import LinkGiven
from tournament.standings.services import standings_compute
from tournament.tables.models import Table

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]

SHEETS = ["desk_table_cards", "desk_guide_cards", "desk_score_slips", "desk_standings_pdf"]
READ = ["desk_print", "desk_standings_csv", *SHEETS]
# What no sheet says but the hand slips.
OF_A_HAND = "Take from your pack"


def url(name: str, event: Event, *more: object) -> str:
    return reverse(name, args=[event.public_id, *more])


def query(name: str) -> dict[str, str]:
    return {"round": "1"} if name == "desk_score_slips" else {}


def pdf(client: Client, name: str, event: Event, **parameters: str) -> bytes:
    answer = client.get(url(name, event), query(name) | parameters)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def told(client: Client, name: str, event: Event, **parameters: str) -> str:
    return poppler.text(pdf(client, name, event, **parameters))


def page(client: Client, event: Event, **parameters: str) -> str:
    return client.get(url("desk_print", event), parameters).content.decode()


def print_hands(client: Client, event: Event, **asked: str) -> bytes:
    answer = client.post(url("desk_hand_slips", event), asked)
    assert answer.status_code == 200
    return answer.content


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=9)


class TestAccess:
    @pytest.mark.parametrize("name", READ)
    def test_directors_and_superusers_get_every_sheet(
        self, name: str, event: Event, director: Client, superuser: Client
    ) -> None:
        for client in (director, superuser):
            answer = client.get(url(name, event), query(name))
            assert answer.status_code == 200
            assert "no-store" in answer["Cache-Control"]

    @pytest.mark.parametrize("name", READ)
    def test_nobody_else_does(
        self, name: str, event: Event, stranger: Client, client: Client
    ) -> None:
        assert stranger.get(url(name, event), query(name)).status_code == 403
        signed_out = client.get(url(name, event), query(name))
        assert signed_out.status_code == 302
        assert signed_out["Location"].startswith(reverse("login"))

    @pytest.mark.parametrize("name", [name for name in READ if name != "desk_guide_cards"])
    def test_sheets_are_only_read(self, name: str, event: Event, director: Client) -> None:
        assert director.post(url(name, event)).status_code == 405

    def test_where_cards_lie_on_the_table_no_links_are_printed(
        self, event: Event, director: Client
    ) -> None:
        answer = director.post(url("desk_guide_cards", event))
        assert answer.status_code == 302
        assert answer["Location"] == url("desk_print", event)
        assert not LinkGiven.objects.exists()

    @pytest.mark.parametrize("name", [*READ, "desk_hand_slips"])
    def test_an_event_that_does_not_exist_is_not_found(self, name: str, director: Client) -> None:
        method = director.post if name == "desk_hand_slips" else director.get
        assert method(reverse(name, args=["zzzzzzzz"])).status_code == 404

    def test_hands_are_only_printed_by_a_form(self, event: Event, director: Client) -> None:
        for method in (director.get, director.head, director.put):
            assert method(f"{url('desk_hand_slips', event)}?round=1").status_code == 405

    def test_hands_are_printed_by_directors_alone(
        self, event: Event, stranger: Client, client: Client
    ) -> None:
        asked = {"round": "1"}
        assert stranger.post(url("desk_hand_slips", event), asked).status_code == 403
        assert client.post(url("desk_hand_slips", event), asked).status_code == 302
        assert not PrintLog.objects.exists()

    def test_a_form_from_another_site_prints_nothing(self, event: Event) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(event.directors.get())
        assert strict.post(url("desk_hand_slips", event), {"round": "1"}).status_code == 403
        assert not PrintLog.objects.exists()

    @pytest.mark.parametrize("number", ["0", "5", "x", "", "all", "reserve", "-1"])
    def test_a_round_of_no_page_is_refused(
        self, number: str, event: Event, director: Client
    ) -> None:
        assert director.get(url("desk_score_slips", event), {"round": number}).status_code == 403
        assert director.get(url("desk_guide_cards", event), {"round": number}).status_code == 403
        if number not in {"all", "reserve"}:
            answer = director.post(url("desk_hand_slips", event), {"round": number})
            assert answer.status_code == 403

    @pytest.mark.parametrize("number", ["4", "0", "x", "99999999999999999999"])
    def test_a_table_of_another_event_is_refused(
        self, number: str, event: Event, director: Client
    ) -> None:
        assert make_event(players=12).tables.filter(number=4).exists()
        asked = {"round": "1", "table": number}
        assert director.post(url("desk_hand_slips", event), asked).status_code == 403
        assert director.get(url("desk_table_cards", event), {"table": number}).status_code == 403
        assert not PrintLog.objects.exists()

    def test_a_language_there_is_not_is_refused(self, event: Event, director: Client) -> None:
        for name in READ:
            # Spreadsheets have a style, which is a program's, and no language.
            choice = "style" if name == "desk_standings_csv" else "language"
            answer = director.get(url(name, event), query(name) | {choice: "xx"})
            assert answer.status_code == 400
        asked = {"round": "1", "language": "xx"}
        assert director.post(url("desk_hand_slips", event), asked).status_code == 400
        assert not PrintLog.objects.exists()


class TestHandSlips:
    def test_the_rounds_boards_for_its_tables(self, event: Event, director: Client) -> None:
        cover = poppler.text(print_hands(director, event, round="2"), page=1)
        assert "Boards 4–6 Tables 1–3 27 slips" in cover

    def test_all_rounds_not_closed(self, event: Event, director: Client) -> None:
        play_round(event)
        cover = poppler.text(print_hands(director, event, round="all"), page=1)
        assert "Boards 4–12 Tables 1–3" in cover

    def test_the_reserve_for_one_table(self, event: Event, director: Client) -> None:
        slips = print_hands(director, event, round="reserve", table="2")
        assert "Boards R1–3 Tables 2 9 slips" in poppler.text(slips, page=1)

    def test_in_the_language_asked_for(self, event: Event, director: Client) -> None:
        assert OF_A_HAND in poppler.text(print_hands(director, event, round="1"))
        french = poppler.text(print_hands(director, event, round="1", language="fr"))
        assert OF_A_HAND not in french
        assert "À prendre dans votre jeu" in french

    def test_shown_but_kept_nowhere(self, event: Event, director: Client) -> None:
        answer = director.post(url("desk_hand_slips", event), {"round": "1"})
        assert "no-store" in answer["Cache-Control"]
        assert answer["Content-Disposition"] == 'inline; filename="Evening_hand_slips.pdf"'
        assert "Content-Security-Policy" not in answer

    def test_who_printed_what_stands_on_the_page(self, event: Event, director: Client) -> None:
        assert "Nobody has printed hands" in page(director, event)
        print_hands(director, event, round="2")
        shown = page(director, event)
        assert "hand slips, boards 4–6, 3 tables" in shown
        assert "<bdi>director</bdi>" in shown
        assert PrintLog.objects.count() == 1
        director.post(reverse("set_language"), {"language": "fr"})
        assert "billets de donne, étuis 4–6, 3 tables" in page(director, event)

    def test_before_the_public_value_nothing_is_printed(self, director: Client) -> None:
        event = make_event(
            players=3,
            public_value_source="Loto",
            public_value_date=timezone.localdate() + timedelta(days=3),
        )
        assert "a public value that is not entered yet (Loto, " in page(director, event)
        assert url("desk_hand_slips", event) not in page(director, event)
        for which in ("1", "all", "reserve"):
            answer = director.post(url("desk_hand_slips", event), {"round": which}, follow=True)
            assert answer.redirect_chain == [(url("desk_print", event), 302)]
            assert "Enter the public value first" in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_a_closed_round_is_told(self, event: Event, director: Client) -> None:
        play_round(event)
        asked = {"round": "1"}
        answer = director.post(url("desk_hand_slips", event), asked, follow=True)
        assert answer.redirect_chain == [(url("desk_print", event), 302)]
        assert "Round 1 is closed." in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_a_table_that_does_not_play_is_told(self, director: Client) -> None:
        event = make_event(players=9)
        for entry in event.entries.filter(number__gt=6):
            entry.delete()
        director.post(url("desk_movement", event))
        asked = {"round": "1", "table": "3"}
        answer = director.post(url("desk_hand_slips", event), asked, follow=True)
        assert "Table 3 does not play then." in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_too_many_slips_at_once_are_offered_round_by_round(self, director: Client) -> None:
        event = make_event(players=36, rounds=6, boards_per_round=20)
        # Of curtain cards, which are far fewer, all rounds go into one document.
        assert page(director, event).count('value="all"') == 1
        assert page(director, event).count('value="6"') >= 2
        answer = director.post(url("desk_hand_slips", event), {"round": "all"}, follow=True)
        assert "print round by round" in answer.content.decode()
        assert not PrintLog.objects.exists()

    def test_no_other_answer_holds_a_hand_or_is_logged(
        self, event: Event, director: Client
    ) -> None:
        start_round(event)
        for name in SHEETS:
            assert OF_A_HAND not in told(director, name, event)
        assert OF_A_HAND not in page(director, event)
        assert not PrintLog.objects.exists()


class TestSheets:
    def test_every_table_has_a_card_with_its_code(self, event: Event, director: Client) -> None:
        words = told(director, "desk_table_cards", event)
        assert [table.code in words for table in event.tables.all()] == [True] * 3

    def test_one_card_alone(self, event: Event, director: Client) -> None:
        words = told(director, "desk_table_cards", event, table="2")
        assert [table.code in words for table in event.tables.order_by("number")] == [
            False,
            True,
            False,
        ]

    def test_guide_cards_from_a_round_on(self, event: Event, director: Client) -> None:
        assert "1–3" in told(director, "desk_guide_cards", event)
        rest = told(director, "desk_guide_cards", event, round="3")
        assert "1–3" not in rest
        assert "7–9" in rest

    def test_score_slips_of_the_round(self, event: Event, director: Client) -> None:
        lines = told(director, "desk_score_slips", event, round="2").splitlines()
        assert [line for line in lines if line.endswith("A B C")] == [
            f"{board} A B C" for _table in range(3) for board in (4, 5, 6)
        ]

    def test_the_rooms_standings_have_all_names(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        entry_update(entry=event.entries.get(number=1), name="Marie", name_public=False)
        play_round(event)
        standings_compute(event_id=event.pk)
        room = told(director, "desk_standings_pdf", event)
        assert "Marie" in room
        assert "Provisional" in room
        event_publish(event=event)
        assert "Official" in told(director, "desk_standings_pdf", event)

    @pytest.mark.parametrize(("style", "begins"), [("fr", "\ufeffRang;"), ("en", "Rank,")])
    def test_the_standings_with_all_names_for_a_spreadsheet(
        self, style: str, begins: str, director: Client, client: Client
    ) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        entry_update(entry=event.entries.get(number=1), name="Marie", name_public=False)
        play_round(event)
        standings_compute(event_id=event.pk)
        address = f"{url('desk_standings_csv', event)}?style={style}"
        told = director.get(address).content.decode()
        assert told.startswith(begins)
        assert "Marie" in told
        public = client.get(f"{reverse('standings_csv', args=[event.public_id])}?style={style}")
        assert "Marie" not in public.content.decode()
        for _state in ("closed", "official"):
            for name in ("desk_event", "desk_print"):
                assert address in director.get(url(name, event)).content.decode()
            event_publish(event=Event.objects.get())

    @pytest.mark.parametrize("name", SHEETS)
    def test_in_the_language_asked_for(self, name: str, event: Event, director: Client) -> None:
        assert told(director, name, event, language="fr") != told(director, name, event)

    def test_without_tables_one_is_told_what_to_do(self, director: Client) -> None:
        event = make_event(players=0)
        for name in ("desk_table_cards", "desk_guide_cards", "desk_score_slips"):
            answer = director.get(url(name, event), query(name), follow=True)
            assert answer.redirect_chain == [(url("desk_print", event), 302)]
            assert "plan the movement first" in answer.content.decode()
        asked = {"round": "1"}
        answer = director.post(url("desk_hand_slips", event), asked, follow=True)
        assert "plan the movement first" in answer.content.decode()
        assert not PrintLog.objects.exists()

    @pytest.mark.parametrize("name", ["=1+1 <b>x</b>", "Soirée ♠ \u05d0\u05d1\u05d2", "../../etc"])
    def test_hostile_names_of_events(self, name: str, director: Client) -> None:
        event = make_event(players=3, name=name)
        for sheet in SHEETS:
            answer = director.get(url(sheet, event), query(sheet))
            assert answer.status_code == 200
            assert "/" not in answer["Content-Disposition"].replace("%2F", "/")
        assert "<b>x</b>" not in page(director, event)


class TestPage:
    def test_the_next_round_is_chosen_with_its_pages(self, event: Event, director: Client) -> None:
        play_round(event)
        start_round(event)
        shown = page(director, event)
        assert '<option value="3" selected>Round 3: boards 7–9, 6 pages</option>' in shown
        assert '<option value="3" selected>Round 3: boards 7–9, 1 page</option>' in shown
        assert '<option value="3" selected>3 (2 pages)</option>' in shown
        assert '<option value="2">Round 2: boards 4–6, 6 pages</option>' in shown
        assert "Round 1: boards" not in shown
        assert '<option value="all">All rounds not closed: boards 4–12, 15 pages</option>' in shown
        assert '<option value="reserve">Reserve: boards R1–3, 6 pages</option>' in shown

    def test_said_pages_are_printed_pages(self, event: Event, director: Client) -> None:
        assert poppler.pages(print_hands(director, event, round="1")) == 6
        assert poppler.pages(print_hands(director, event, round="reserve")) == 6
        assert poppler.pages(pdf(director, "desk_guide_cards", event)) == 2

    def test_sheets_can_be_in_another_language_than_the_page(
        self, event: Event, director: Client
    ) -> None:
        shown = page(director, event, language="fr")
        assert '<html lang="en">' in shown
        assert shown.count('type="hidden" name="language" value="fr"') == 4
        assert f"{url('desk_table_cards', event)}?language=fr" in shown

    def test_an_old_plan_is_said(self, event: Event, director: Client) -> None:
        warning = "plan them again before you print"
        assert warning not in page(director, event)
        entries_add(event=event, entries=[NewEntry("New")])
        assert warning in page(director, event)

    def test_after_the_last_round_only_standings_are_left(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        event_publish(event=event)
        shown = page(director, event)
        assert "nothing is left to print for the tables" in shown
        assert url("desk_hand_slips", event) not in shown
        assert url("desk_standings_pdf", event) in shown
        assert url("standings_pdf", event) in shown

    def test_the_preparation_leads_here(self, event: Event, director: Client) -> None:
        shown = director.get(url("desk_event", event)).content.decode()
        assert shown.count(f'href="{url("desk_print", event)}"') == 2  # its tab, and a step

    def test_asks_the_database_no_more_for_more_players(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        small, large = make_event(players=3), make_event(players=31)
        few = count_queries(director, url("desk_print", small))
        assert count_queries(director, url("desk_print", large)) == few


class TestTableCode:
    def test_a_new_code_is_given_after_asking(self, event: Event, director: Client) -> None:
        table = event.tables.get(number=2)
        others = list(Table.objects.exclude(pk=table.pk).values_list("code", flat=True))
        assert url("desk_table_code", event, 2) in page(director, event)
        asking = director.get(url("desk_table_code", event, 2)).content.decode()
        assert table.code in asking
        assert Table.objects.get(pk=table.pk).code == table.code
        answer = director.post(url("desk_table_code", event, 2), follow=True)
        renewed = Table.objects.get(pk=table.pk)
        assert renewed.code != table.code
        assert f"Table 2 has the new code {renewed.code}." in answer.content.decode()
        assert list(Table.objects.exclude(pk=table.pk).values_list("code", flat=True)) == others

    def test_the_former_card_opens_nothing_any_more(
        self, event: Event, director: Client, client: Client
    ) -> None:
        code = event.tables.get(number=2).code
        assert client.get(reverse("table", args=[code])).status_code == 200
        director.post(url("desk_table_code", event, 2))
        assert client.get(reverse("table", args=[code])).status_code == 404
        assert code not in told(director, "desk_table_cards", event)

    def test_others_cannot(self, event: Event, stranger: Client, client: Client) -> None:
        codes = list(Table.objects.values_list("code", flat=True))
        address = url("desk_table_code", event, 2)
        assert stranger.get(address).status_code == 403
        assert stranger.post(address).status_code == 403
        assert client.post(address).status_code == 302
        assert list(Table.objects.values_list("code", flat=True)) == codes

    def test_a_table_that_is_not_there_is_not_found(self, event: Event, director: Client) -> None:
        make_event(players=12)
        assert director.post(url("desk_table_code", event, 4)).status_code == 404
        assert director.put(url("desk_table_code", event, 2)).status_code == 405


def test_hands_of_a_published_event_are_not_printed_again(director: Client) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    play_round(event)
    event_publish(event=event)
    answer = director.post(url("desk_hand_slips", event), {"round": "all"}, follow=True)
    assert "plan the movement first" in answer.content.decode()
    assert only_session(event).deal_set.revealed_at is not None
