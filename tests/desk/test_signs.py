"""What the desk marks: adjusted and fouled boards, the tab one is under, who is alike."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import make_event, start_round
from tests.rulings.evenings import make_evening
from tournament.calls.models import Call
from tournament.events.models import Event
from tournament.events.services import NewEntry, entries_add
from tournament.results.services import result_replace
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


def page(client: Client, name: str, event: Event, *more: int | str) -> str:
    return client.get(reverse(name, args=[event.public_id, *more])).content.decode()


def test_a_board_with_averages_is_adjusted(director: Client) -> None:
    evening = make_evening()
    play = evening.play(1, 1)
    result_replace(play=play, detail={"adjusted": [{"average": "A"}] * 3})
    shown = page(director, "desk_play", evening.event, play.pk)
    lead = shown.split('<p class="lead">')[1].split("</p>")[0]
    assert "adjusted" in lead
    assert "confirmed" not in lead
    assert "Board 1: adjusted" in page(director, "desk_round", evening.event, 1)


def test_changed_cards_are_marked_in_the_grid_and_beside_the_result(director: Client) -> None:
    evening = make_evening()
    play = evening.play(2, 1)
    assert "changed cards" not in page(director, "desk_round", evening.event, 1)
    Play.objects.filter(pk=play.pk).update(version=1)
    assert page(director, "desk_round", evening.event, 1).count("cell-changed") == 2  # its legend
    assert "changed cards" in page(director, "desk_play", evening.event, play.pk)
    assert "changed cards" not in page(director, "desk_play", evening.event, evening.play(1, 1).pk)


@pytest.mark.parametrize(
    ("name", "tab"),
    [
        *(("desk_terms", "Players"), ("desk_awards", "Players"), ("desk_merge", "Players")),
        *(("desk_leave", "Players"), ("desk_seat", "Players"), ("desk_play", "Evening")),
        *(("desk_round", "Evening"), ("desk_close", "Evening"), ("desk_arrive", "Attendance")),
        *(("desk_rounds", "Movement"), ("desk_players", "Players"), ("desk_event", "Evening")),
    ],
)
def test_every_page_stands_under_one_tab(director: Client, name: str, tab: str) -> None:
    evening = make_evening()
    if name == "desk_play":
        more = [evening.play(1, 1).pk]
    else:
        more = [1] if name in {*PLAYER_PAGES, "desk_round"} else []
    shown = page(director, name, evening.event, *more)
    tabs = shown.split('<nav class="tabs"')[1].split("</nav>")[0]
    assert tabs.count("aria-current") == 1
    assert f'aria-current="page">{tab}<' in tabs


PLAYER_PAGES = {"desk_terms", "desk_awards", "desk_merge", "desk_leave", "desk_seat"}


def test_a_round_is_cut_short_from_its_page_and_from_closing(director: Client) -> None:
    evening = make_evening()
    missing = evening.play(3, 2)
    link = reverse("desk_put_right", args=[evening.event.public_id, missing.pk, "round"])
    assert link in page(director, "desk_event", evening.event)
    assert link in page(director, "desk_round", evening.event, 1)
    assert link in page(director, "desk_close", evening.event)


def test_the_reason_of_a_round_cut_short_is_said_once(director: Client) -> None:
    evening = make_evening()
    play = evening.play(3, 2)
    address = reverse("desk_put_right", args=[evening.event.public_id, play.pk, "round"])
    shown = director.post(address, {"what": "annul", "reason": "Spilt coffee"}).content.decode()
    assert shown.count("<q>Spilt coffee</q>") == 1
    assert "not played: Spilt coffee" not in shown


def test_done_on_the_page_of_calls_stays_there(director: Client) -> None:
    event = make_event(players=6)
    start_round(event)
    call = Call.objects.create(
        table=event.tables.all()[0], reason=Call.Reason.values[0], at=timezone.now()
    )
    calls = reverse("desk_calls", args=[event.public_id])
    shown = page(director, "desk_calls", event)
    assert "No table has called yet" not in shown
    assert '<input type="hidden" name="from" value="calls">' in shown
    act = reverse("desk_call_act", args=[event.public_id, call.pk])
    assert director.post(act, {"act": "close", "from": "calls"})["Location"] == calls
    assert director.post(act, {"act": "close"})["Location"] == reverse(
        "desk_event", args=[event.public_id]
    )


def test_the_other_entry_of_a_player_is_not_chosen_beforehand(director: Client) -> None:
    event = make_event(players=4)
    start_round(event)
    assert '<option value="" selected>choose</option>' in page(director, "desk_merge", event, 1)
    address = reverse("desk_merge", args=[event.public_id, 1])
    assert director.post(address, {"other": "", "reason": "Same"}).status_code == 422


def with_strata(players: int) -> Event:
    event = make_event(players=players)
    event.strata = ["A", "B"]
    event.save()
    return event


class TestStrata:
    def test_of_a_new_player_is_asked_and_shown(self, director: Client) -> None:
        event = with_strata(players=0)
        address = reverse("desk_players", args=[event.public_id])
        director.post(address, {"name": "Anne", "stratum": "B"})
        director.post(address, {"name": "Bob", "stratum": "A"})
        director.post(address, {"name": "Cleo"})
        assert event.entries.get(player__name="Anne").stratum == "B"
        event.entries.filter(player__name="Anne").update(
            handicap_unit="percent", handicap=Decimal(4), groups=["juniors"]
        )
        shown = page(director, "desk_players", event)
        assert "stratum B" in shown
        assert "juniors" in shown
        assert "handicap +4" in shown
        assert "1 player has no stratum" in shown
        assert "1 has no stratum" in page(director, "desk_event", event)

    def test_without_any_nothing_is_asked(self, director: Client) -> None:
        event = make_event(players=3)
        assert "tratum" not in page(director, "desk_players", event)
        assert "tratum" not in page(director, "desk_attendance", event)

    def test_of_a_late_player_is_asked(self, director: Client) -> None:
        event = with_strata(players=3)
        address = reverse("desk_attendance", args=[event.public_id])
        sent = {"round": "1", "late_name": "Zoe", "late_stratum": "A", "add": "1"}
        director.post(address, sent)
        assert event.entries.get(player__name="Zoe").stratum == "A"
        refused = director.post(address, sent | {"late_name": "Yves", "late_stratum": "C"})
        assert refused.status_code == 422
        assert not event.entries.filter(player__name="Yves").exists()


@pytest.mark.parametrize("name", ["Élodie", "ELODIE É"])
def test_who_has_nearly_the_same_name_is_pointed_out(director: Client, name: str) -> None:
    event = make_event(players=0)
    entries_add(event=event, entries=[NewEntry("Elodie")])
    answer = director.post(
        reverse("desk_players", args=[event.public_id]), {"name": name}, follow=True
    )
    assert event.entries.count() == 2
    assert ("Number 1 is Elodie" in answer.content.decode()) == (name == "Élodie")


def test_a_proposal_is_headed_as_one(director: Client) -> None:
    evening = make_evening()
    play = evening.play(1, 1)
    address = reverse("desk_put_right", args=[evening.event.public_id, play.pk, "clear"])
    assert "Save the correction?" in director.post(address, {"reason": "No"}).content.decode()
    Event.objects.filter(pk=evening.event.pk).update(state=Event.State.OFFICIAL)
    shown = director.post(address, {"reason": "No"}).content.decode()
    assert "Propose the correction?" in shown
    assert "Save the correction?" not in shown
