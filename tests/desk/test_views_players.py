"""Players at the desk: one by one, corrections, consents."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event, play_round, start_round
from tests.desk.test_rulings import hidden
from tournament.events.models import Entry, Event
from tournament.events.selectors import entry_public_name
from tournament.events.services import NewEntry, entries_add
from tournament.players.models import Player
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db
CountQueries = Callable[[Client, str], int]
HTMX = {"hx-request": "true"}


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=0)


def url(name: str, event: Event, *more: int) -> str:
    return reverse(name, args=[event.public_id, *more])


def add(event: Event, *names: str, public: bool = False) -> list[Entry]:
    return entries_add(event=event, entries=[NewEntry(name, public) for name in names])


class TestAdding:
    def test_one_by_one_with_names_withheld(self, director: Client, event: Event) -> None:
        director.post(url("desk_players", event), {"name": " Zoë  Šimek "})
        entry = event.entries.get()
        assert (entry.player.name, entry.number) == ("Zoë Šimek", 1)
        assert entry_public_name(entry) == "Player 1"

    def test_with_consent(self, director: Client, event: Event) -> None:
        director.post(url("desk_players", event), {"name": "Anne", "name_public": "on"})
        assert entry_public_name(event.entries.get()) == "Anne"

    def test_leaves_the_cursor_in_an_empty_box(self, director: Client, event: Event) -> None:
        answer = director.post(url("desk_players", event), {"name": "Anne"}, headers=HTMX)
        part = answer.content.decode()
        assert "<html" not in part
        assert "is entered as number 1" in part
        assert part.count("autofocus") == 1
        assert 'value="Anne"' not in part

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
    @pytest.mark.parametrize("name", ["aNNE", "", "\u202e", "x" * 81])
    def test_what_cannot_be_entered_stays_in_the_box(
        self, name: str, headers: dict[str, str], director: Client, event: Event
    ) -> None:
        add(event, "Anne")
        answer = director.post(url("desk_players", event), {"name": name}, headers=headers)
        assert answer.status_code == 422
        assert 'class="field-error"' in answer.content.decode()
        assert f'value="{name}"' in answer.content.decode() or not name
        assert event.entries.count() == 1

    def test_during_the_evening_is_from_the_next_round_on(self, director: Client) -> None:
        event = make_event(players=3, rounds=3)
        play_round(event)
        start_round(event)
        director.post(url("desk_players", event), {"name": "Late"})
        assert event.entries.get(player__name="Late").first_round == 3
        page = director.get(url("desk_players", event)).content.decode()
        assert "from round 3" in page

    def test_ends_with_the_last_round(self, director: Client) -> None:
        event = make_event(players=3, rounds=1)
        start_round(event)
        answer = director.post(url("desk_players", event), {"name": "Late"})
        assert answer.status_code == 422
        assert "last round has begun" in answer.content.decode()

    def test_suggests_the_clubs_other_players(self, club_director: Client, event: Event) -> None:
        other = make_event(players=0)
        add(other, "Known")
        add(event, "Here")
        page = club_director.get(url("desk_players", event)).content.decode()
        assert '<option value="Known">' in page
        assert '<option value="Here">' not in page


class TestTheList:
    def test_sorts_accents_with_their_letters(self, director: Client, event: Event) -> None:
        add(event, "Zoé", "Fanny", "Éric", "eva", "Émile", "Œdipe", "Odile", "Paul")
        page = director.get(url("desk_players", event)).content.decode()
        body = page[page.index("<tbody>") :]
        order = ["Émile", "Éric", "eva", "Fanny", "Odile", "Œdipe", "Paul", "Zoé"]
        assert [body.index(f"<bdi>{name}</bdi>") for name in order] == sorted(
            body.index(f"<bdi>{name}</bdi>") for name in order
        )

    def test_keeps_markup_and_formulas_inert(self, director: Client, event: Event) -> None:
        add(event, "<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "=1+1")
        for name in ("desk_players", "desk_attendance", "desk_movement"):
            page = director.get(url(name, event)).content.decode()
            assert "<img src=x" not in page
            assert "<script>alert" not in page
        assert "<bdi>=1+1</bdi>" in director.get(url("desk_players", event)).content.decode()

    def test_asks_the_database_no_more_for_more_players(
        self, director: Client, count_queries: CountQueries
    ) -> None:
        small, large = make_event(players=3), make_event(players=30)
        few = count_queries(director, url("desk_players", small))
        assert count_queries(director, url("desk_players", large)) == few


class TestCorrecting:
    def test_a_name_holds_wherever_it_is_shown(self, director: Client, event: Event) -> None:
        other = make_event(players=0)
        add(event, "Ane")
        add(other, "Ane")
        before = other.publication
        sent = {"name": "Anne", "name_public": "on"}
        answer = director.post(url("desk_player", event, 1), sent)
        assert answer["Location"] == url("desk_players", event)
        assert entry_public_name(other.entries.get()) == "Anne"
        other.refresh_from_db()
        assert other.publication > before

    def test_a_consent_can_be_taken_back(self, director: Client, event: Event) -> None:
        add(event, "Anne", public=True)
        director.post(url("desk_player", event, 1), {"name": "Anne"})
        assert entry_public_name(event.entries.get()) == "Player 1"

    def test_a_name_entered_already_is_refused(self, director: Client, event: Event) -> None:
        add(event, "Anne", "Bob")
        answer = director.post(url("desk_player", event, 2), {"name": "ANNE"})
        assert answer.status_code == 422
        assert 'value="ANNE"' in answer.content.decode()
        assert "<h1><bdi>Bob</bdi>" in answer.content.decode()
        assert event.entries.get(number=2).player.name == "Bob"

    def test_a_player_is_taken_out_before_round_1(self, director: Client, event: Event) -> None:
        add(event, "Anne", "Bob")
        director.post(url("desk_player_remove", event, 1))
        assert [entry.number for entry in event.entries.all()] == [2]
        assert Player.objects.filter(name="Anne").exists()

    def test_and_the_movement_planned_before_can_still_be_seen(self, director: Client) -> None:
        event = make_event(players=6)
        movement_plan(event=event)
        director.post(url("desk_player_remove", event, 1))
        movement = director.get(url("desk_movement", event))
        assert movement.status_code == 200
        assert movement.context["is_stale"]

    def test_and_not_later(self, director: Client) -> None:
        event = make_event(players=3)
        start_round(event)
        answer = director.post(url("desk_player_remove", event, 1), follow=True)
        assert "mark Player 1 as leaving instead" in answer.content.decode()
        assert event.entries.count() == 3


class TestConsents:
    def public(self, event: Event) -> list[int]:
        rows = event.entries.filter(player__name_public=True).order_by("number")
        return list(rows.values_list("number", flat=True))

    def test_are_saved_together(self, director: Client, event: Event) -> None:
        add(event, "Anne", "Bob", "Chloé", public=True)
        sent = {"shown": "1 2 3", "public": ["1", "3"]}
        director.post(url("desk_consents", event), sent)
        assert self.public(event) == [1, 3]

    def test_of_all_at_once(self, director: Client, event: Event) -> None:
        add(event, "Anne", "Bob")
        answer = director.post(
            url("desk_consents", event), {"shown": "1 2", "all": "1"}, follow=True
        )
        assert self.public(event) == [1, 2]
        assert "2 consents are changed." in answer.content.decode()

    def test_of_players_the_page_did_not_show_stay(self, director: Client, event: Event) -> None:
        add(event, "Anne", "Bob", public=True)
        director.post(url("desk_consents", event), {"shown": "1"})
        assert self.public(event) == [2]

    def test_that_somebody_else_changed_meanwhile_stay(
        self, director: Client, event: Event
    ) -> None:
        add(event, "Anne", "Bob", "Chloé", public=True)
        shown = hidden(director.get(url("desk_players", event)))
        stale = {"shown": shown["shown"], "agreed": shown["agreed"]}
        director.post(url("desk_consents", event), stale | {"public": ["2", "3"]})
        # The other page still shows that number 1 agreed.
        director.post(url("desk_consents", event), stale | {"public": ["1", "3"]})
        assert self.public(event) == [3]
        director.post(url("desk_consents", event), stale | {"all": "1"})
        assert self.public(event) == [1, 2, 3]

    @pytest.mark.parametrize("changed", ["name", "consent"])
    def test_a_page_that_is_old_puts_nothing_back(
        self, director: Client, event: Event, changed: str
    ) -> None:
        add(event, "Anne", public=True)
        page = url("desk_player", event, 1)
        stale = hidden(director.get(page))
        if changed == "name":
            director.post(page, stale | {"name": "Anna", "name_public": "on"})
            director.post(page, stale | {"name": "Anne"})
        else:
            director.post(page, stale | {"name": "Anne"})
            director.post(page, stale | {"name": "Anna", "name_public": "on"})
        player = event.entries.get().player
        assert (player.name, player.name_public) == ("Anna", False)

    def test_make_cached_pages_old(self, director: Client, event: Event) -> None:
        add(event, "Anne")
        event.refresh_from_db()
        before = event.publication
        director.post(url("desk_consents", event), {"shown": "1", "public": "1"})
        event.refresh_from_db()
        assert event.publication > before

    @pytest.mark.parametrize(
        "sent",
        [
            {"shown": "1 7", "public": "7"},
            {"shown": "1", "public": "2"},
            {"shown": "1", "public": "one"},
            {"shown": "all"},
        ],
        ids=str,
    )
    def test_of_anybody_else_are_forbidden(
        self, sent: dict[str, str], director: Client, event: Event
    ) -> None:
        add(event, "Anne", "Bob")
        assert director.post(url("desk_consents", event), sent).status_code == 403
        assert self.public(event) == []
