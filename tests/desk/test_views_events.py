"""Making, changing and deleting events, the public value, starting rounds: at the desk."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from deals.models import DealSet, PrintLog
from tests.builders import log_print, make_director, make_event, play_round, start_round
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.events.services import ROUNDS_MOST
from tournament.leaderboard.services import event_publish
from tournament.players.models import Club, Player
from tournament.standings.models import Standings

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]

FORM: dict[str, Any] = {
    "name": "Soirée d’hiver",
    "date": "2026-12-24",
    "time_zone": "Europe/Brussels",
    "rounds": "5",
    "boards_per_round": "2",
    "movement": "barometer",
    "method": "datum",
    "rounding": "wbf",
    "sit_out": "60",
    "minimum_boards": "0",
    "tie_break_1": "tops",
    "tie_break_3": "lot",
    "confirmation": "director",
    "show_traveller": "on",
    "game": "comon",
    "play_mode": "choice",
    "action_seconds": "20",
    "board_minutes": "",
    "round_minutes": "25",
    "gone_seconds": "60",
    "seed": "system",
    "public_value_source": "a leftover",
    "pass_four_aces": "on",
}
HTMX = {"hx-request": "true"}


def url(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


class TestDesk:
    def test_a_new_installation_is_told_the_first_step(self, club_director: Client) -> None:
        page = club_director.get(reverse("desk")).content.decode()
        assert "Your first tournament" in page
        assert reverse("desk_new") in page

    def test_shows_only_what_the_director_directs(
        self, director: Client, superuser: Client
    ) -> None:
        make_event(players=4, rounds=3, name="Mine")
        make_event(players=0, director=make_director("other"), name="Theirs")
        page = director.get(reverse("desk")).content.decode()
        assert "Mine" in page
        assert "4 players" in page
        assert "3 rounds" in page
        assert "Theirs" not in page
        assert "Theirs" in superuser.get(reverse("desk")).content.decode()

    def test_shows_how_far_the_evening_is(self, director: Client) -> None:
        event = make_event(players=3, rounds=3, boards_per_round=1)
        play_round(event)
        assert "1 of 3 rounds closed" in director.get(reverse("desk")).content.decode()
        start_round(event)
        assert "round 2 of 3" in director.get(reverse("desk")).content.decode()

    def test_published_events_come_apart_and_only_the_latest(self, director: Client) -> None:
        for number in range(13):
            event = make_event(players=0, rounds=1, name=f"Old {number:02}", date=date(2026, 1, 1))
            Event.objects.filter(pk=event.pk).update(state=Event.State.OFFICIAL)
        page = director.get(reverse("desk")).content.decode()
        assert "Old 12" in page
        assert "Old 00" not in page
        assert "Show 1 earlier one" in page
        assert "Old 00" in director.get(reverse("desk"), {"all": ""}).content.decode()

    def test_asks_the_database_no_more_for_more_events(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        make_event(players=0)
        few = count_queries(director, reverse("desk"))
        for players in (3, 4):
            make_event(players=players)
        assert count_queries(director, reverse("desk")) == few


class TestNew:
    def test_begins_with_today_and_the_sites_time_zone(self, club_director: Client) -> None:
        page = club_director.get(reverse("desk_new")).content.decode()
        assert f'value="{timezone.localdate().isoformat()}"' in page
        assert f'value="{settings.TIME_ZONE}"' in page

    def test_makes_what_the_form_says(self, club_director: Client) -> None:
        answer = club_director.post(reverse("desk_new"), FORM)
        event = Event.objects.get()
        assert answer["Location"] == url("desk_event", event)
        assert (event.name, event.date, event.time_zone) == (
            "Soirée d’hiver", date(2026, 12, 24), "Europe/Brussels",
        )  # fmt: skip
        assert (event.rounds, event.boards_per_round) == (5, 2)
        assert (event.method, event.rounding, event.sit_out) == ("datum", "wbf", "60")
        assert event.tie_breaks == ["tops", "lot"]
        assert (event.confirmation, event.show_traveller) == ("director", True)
        assert (event.game, event.play_mode) == ("comon", "choice")
        assert (event.action_seconds, event.board_minutes) == (20, None)
        assert (event.round_minutes, event.gone_seconds) == (25, 60)
        assert event.directors.get() == make_director()
        sealed = only_session(event).deal_set
        assert (sealed.boards, sealed.pass_four_aces) == (10, True)
        assert (sealed.public_value_source, sealed.public_value_date) == ("", None)

    @pytest.mark.parametrize("ticked", [True, False])
    def test_seats_are_even_over_the_whole_event_unless_it_is_unticked(
        self, club_director: Client, ticked: bool
    ) -> None:
        page = club_director.get(reverse("desk_new")).content.decode()
        (box,) = (tag for tag in page.split("<input") if 'name="whole_event"' in tag)
        assert "checked" in box
        club_director.post(
            reverse("desk_new"), {**FORM, **({"whole_event": "on"} if ticked else {})}
        )
        assert Event.objects.get().whole_event is ticked

    def test_says_of_a_public_values_fields_alone_when_they_are_needed(
        self, club_director: Client
    ) -> None:
        page = club_director.get("/desk/new/").content.decode()
        assert page.count("(needed with a public value)") == 2

    def test_announces_a_public_value(self, club_director: Client) -> None:
        day = timezone.localdate() + timedelta(days=3)
        announced = {"seed": "public", "public_value_source": "Loto", "public_value_date": day}
        club_director.post(reverse("desk_new"), FORM | announced)
        session = only_session(Event.objects.get())
        for sealed in (session.deal_set, session.reserve_set):
            assert (sealed.public_value_source, sealed.public_value_date) == ("Loto", day)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"name": ""},
            {"name": "\u202e"},
            {"name": "x" * 81},
            {"date": "24/12/2026"},
            {"time_zone": "Europe/Atlantis"},
            {"rounds": "0"},
            {"rounds": str(ROUNDS_MOST + 1)},
            {"boards_per_round": "1.5"},
            {"method": "butler"},
            {"sit_out": "70"},
            {"confirmation": "nobody"},
            {"game": "bridge"},
            {"play_mode": "by post"},
            {"action_seconds": "4"},
            {"board_minutes": "121"},
            {"round_minutes": "0"},
            {"gone_seconds": "9"},
            {"gone_seconds": ""},
            {"tie_break_1": "age"},
            {"tie_break_2": "tops"},
            {"tie_break_1": "lot", "tie_break_3": "tops"},
            {"seed": "public"},
            {"seed": "public", "public_value_source": "", "public_value_date": "2027-01-01"},
            {"seed": "public", "public_value_date": "2026-01-01"},
            {"date": "9999-12-31"},
            {"date": "0001-01-01"},
        ],
        ids=str,
    )
    def test_refuses_what_cannot_be_and_keeps_the_rest(
        self, wrong: dict[str, str], club_director: Client
    ) -> None:
        answer = club_director.post(reverse("desk_new"), FORM | wrong)
        assert answer.status_code == 422
        assert not Event.objects.exists()
        assert not DealSet.objects.exists()
        page = answer.content.decode()
        assert 'role="alert"' in page
        assert '<option value="wbf" selected>' in page

    def test_time_zones_are_found_however_they_are_typed(self, club_director: Client) -> None:
        club_director.post(reverse("desk_new"), FORM | {"time_zone": " america/new york "})
        assert Event.objects.get().time_zone == "America/New_York"

    def test_shows_what_will_be_made_before_anything_is(self, club_director: Client) -> None:
        new = reverse("desk_new")
        numbers = {"rounds": "6", "boards_per_round": "4"}
        without_script = club_director.post(new, FORM | numbers | {"look": ""})
        assert without_script.status_code == 200
        part = club_director.get(new, numbers, headers=HTMX).content.decode()
        for shown in (without_script.content.decode(), part):
            assert "6 × 4 = 24 boards" in shown
        assert "<html" not in part
        assert not Event.objects.exists()
        nonsense = club_director.get(new, {"rounds": "many"}, headers=HTMX)
        assert "Choose the numbers" in nonsense.content.decode()


def test_looking_at_what_will_be_made_leads_to_it(club_director: Client) -> None:
    page = club_director.post(reverse("desk_new"), FORM | {"look": ""}).content.decode()
    assert 'id="making" role="status" tabindex="-1" autofocus' in page
    assert f'formaction="{reverse("desk_new")}#making"' in page
    assert not Event.objects.exists()
    assert "autofocus" not in club_director.get(reverse("desk_new")).content.decode()


class TestEdit:
    def test_begins_with_what_the_event_is(self, club_director: Client) -> None:
        club_director.post(reverse("desk_new"), FORM)
        event = Event.objects.get()
        before = only_session(event).deal_set.commitment
        page = club_director.get(url("desk_edit", event))
        initial = page.context["form"].initial
        sent = {
            name: value
            for name, value in initial.items()
            if value is not None and value is not False
        }
        answer = club_director.post(url("desk_edit", event), sent)
        assert answer.status_code == 302
        again = Event.objects.get()
        assert again.tie_breaks == ["tops", "lot"]
        assert only_session(again).deal_set.commitment == before

    def test_other_numbers_are_sealed_anew_and_the_director_told(self, director: Client) -> None:
        event = make_event(players=3)
        answer = director.post(url("desk_edit", event), FORM, follow=True)
        assert only_session(event).deal_set.boards == 10
        assert "sealed anew" in answer.content.decode()

    def test_shows_tables_and_results_of_the_players_entered(self, director: Client) -> None:
        event = make_event(players=10)
        numbers = {"rounds": "2", "boards_per_round": "5"}
        part = director.get(url("desk_edit", event), numbers, headers=HTMX).content.decode()
        assert "3 tables, 30 results" in part
        assert "1 player sits out" in part

    def test_deals_drawn_from_a_public_value_stay(self, director: Client) -> None:
        today = timezone.localdate()
        event = make_event(players=0, public_value_source="Loto", public_value_date=today)
        director.post(url("desk_public_value", event), {"value": "1 2 3", "sure": "1"})
        answer = director.post(url("desk_edit", event), FORM)
        assert answer.status_code == 422
        event.refresh_from_db()
        assert event.name == "Evening"

    def test_while_it_is_played_only_what_may_change_does(self, director: Client) -> None:
        event = make_event(players=3, rounds=2)
        start_round(event)
        page = director.get(url("desk_edit", event)).content.decode()
        assert 'name="rounds"' not in page
        assert 'name="seed"' not in page
        answer = director.post(url("desk_edit", event), FORM, follow=True)
        event.refresh_from_db()
        assert (event.name, event.confirmation) == ("Soirée d’hiver", "director")
        assert (event.method, event.tie_breaks) == ("datum", ["tops", "lot"])
        assert (event.rounds, event.date) == (2, date(2026, 11, 29))
        assert "being recomputed" in answer.content.decode()
        assert Standings.objects.get(event=event).changed

    def test_a_page_opened_before_somebody_else_saved_puts_nothing_back(
        self, director: Client
    ) -> None:
        event = make_event(players=3, rounds=2)
        start_round(event)
        form = director.get(url("desk_edit", event)).context["form"]
        opened = {name: value for name, value in form.initial.items() if value is not None}
        opened["version"] = form.version()
        director.post(url("desk_edit", event), opened | {"method": "lives"})
        answer = director.post(url("desk_edit", event), opened | {"name": "Other"})
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "Somebody else has changed the settings meanwhile" in page
        assert "this page changes: What is ranked, Name." in page
        event.refresh_from_db()
        assert (event.method, event.name == "Other") == ("lives", False)
        again = opened | {"name": "Other", "version": answer.context["form"].version()}
        director.post(url("desk_edit", event), again)
        event.refresh_from_db()
        assert (event.method, event.name) == ("matchpoints", "Other")

    def test_a_name_alone_recomputes_nothing(self, director: Client) -> None:
        event = make_event(players=3, rounds=2)
        start_round(event)
        form = director.get(url("desk_edit", event)).context["form"]
        sent = {name: value for name, value in form.initial.items() if value is not None}
        director.post(url("desk_edit", event), sent | {"name": "Other"})
        event.refresh_from_db()
        assert event.name == "Other"
        assert not Standings.objects.filter(event=event).exists()

    def test_an_unusable_name_changes_nothing_at_all(self, director: Client) -> None:
        event = make_event(players=3, rounds=2)
        start_round(event)
        answer = director.post(url("desk_edit", event), FORM | {"name": "\u202e"})
        assert answer.status_code == 422
        event.refresh_from_db()
        assert event.method == "matchpoints"

    def test_once_official_the_scoring_stands(self, director: Client) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        event_publish(event=event)
        page = director.get(url("desk_edit", event)).content.decode()
        assert 'name="method"' not in page
        director.post(url("desk_edit", event), FORM)
        event.refresh_from_db()
        assert (event.name, event.method) == ("Soirée d’hiver", "matchpoints")


class TestDelete:
    def test_asks_before(self, director: Client) -> None:
        event = make_event(players=3, name="To go")
        page = director.get(url("desk_delete", event)).content.decode()
        assert "Delete “To go”?" in page
        assert Event.objects.exists()
        assert director.post(url("desk_delete", event))["Location"] == reverse("desk")
        assert not Event.objects.exists()
        assert Player.objects.count() == 3

    def test_is_refused_once_it_is_played(self, director: Client) -> None:
        event = make_event(players=3)
        start_round(event)
        assert director.get(url("desk_delete", event))["Location"] == url("desk_event", event)
        answer = director.post(url("desk_delete", event), follow=True)
        assert "can no longer be deleted" in answer.content.decode()
        assert Event.objects.exists()

    def test_is_refused_once_hands_were_printed(self, director: Client) -> None:
        event = make_event(players=3)
        log_print(only_session(event).deal_set, who="anne")
        page = director.get(url("desk_delete", event)).content.decode()
        assert "last by <bdi>anne</bdi>" in page
        assert "say so in its name" in page
        assert "Delete the tournament" not in page
        answer = director.post(url("desk_delete", event), follow=True)
        assert "who printed them stays on record" in answer.content.decode()
        assert PrintLog.objects.exists()


class TestClub:
    def test_gets_another_name_and_cached_pages_grow_old(self, club_director: Client) -> None:
        event = make_event(players=0)
        club_director.post(reverse("desk_club"), {"name": "Les  Trois"})
        assert Club.objects.get().name == "Les Trois"
        before = event.publication
        event.refresh_from_db()
        assert event.publication > before

    def test_keeps_its_name_when_the_other_is_none(self, club_director: Client) -> None:
        name = Club.objects.get().name
        answer = club_director.post(reverse("desk_club"), {"name": "\u202e"})
        assert answer.status_code == 422
        assert Club.objects.get().name == name
