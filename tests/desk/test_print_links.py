"""Guide cards with personal links: they open hands, so their printing is logged."""

from typing import Any

import pytest
import zxingcpp
from django.conf import settings
from django.test import Client
from django.urls import reverse

from deals.models import PrintLog
from tests.builders import make_event, start_round
from tests.documents import poppler
from tournament.documents.pages import guide_card_pages
from tournament.documents.selectors import OPPONENTS_UP_TO
from tournament.events.models import Event
from tournament.events.services import event_delete
from tournament.live.event_play import participant_release, participant_substitute
from tournament.live.links import cards_outdated, links_given
from tournament.live.models import LinkGiven, Participant

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    return make_event(players=7, rounds=4, boards_per_round=2, play_mode=Event.PlayMode.LIVE)


def url(name: str, event: Event) -> str:
    return reverse(name, args=[event.public_id])


def printed(director: Client, event: Event, **sent: str) -> bytes:
    answer = director.post(url("desk_guide_cards", event), {"round": "1", **sent})
    assert answer["Content-Type"] == "application/pdf"
    return bytes(answer.content)


def codes(pdf: bytes) -> set[str]:
    found: set[str] = set()
    for page in range(1, poppler.pages(pdf) + 1):
        seen = poppler.picture(pdf, page=page, dots=8)
        image = memoryview(seen.pixels).cast("B", (seen.height, seen.width))
        found |= {code.text for code in zxingcpp.read_barcodes(image)}
    return found


def page(director: Client, event: Event) -> str:
    return " ".join(director.get(url("desk_print", event)).content.decode().split())


@pytest.mark.parametrize("rounds", [4, 9, 14])
def test_each_player_has_a_card_with_link_and_number(rounds: int, director: Client) -> None:
    event = make_event(players=7, rounds=rounds, boards_per_round=1, play_mode="live")
    pdf = printed(director, event)
    people = Participant.objects.filter(entry__event=event)
    assert people.count() == 7
    said = guide_card_pages(7, rounds=rounds, opponents=rounds <= OPPONENTS_UP_TO, links=True)
    assert poppler.pages(pdf) == said
    address = settings.SITE_URL + "/play/link/{}/"
    assert codes(pdf) == {address.format(person.secret) for person in people}
    told = poppler.text(pdf)
    assert all(person.pin in told for person in people)
    assert told.count("Keep it to yourself") == 7


def test_printing_is_logged_with_who_and_whose(event: Event, director: Client) -> None:
    printed(director, event)
    printed(director, event, player="3")
    one, all_ = links_given(event)
    assert (one.who, one.printed, [each.number for each in one.entries]) == ("director", True, [3])
    assert [each.number for each in all_.entries] == list(range(1, 8))
    shown = page(director, event)
    assert "printed 7 cards" in shown
    assert "printed the card of Player 3" in shown
    # Nobody can see a hand with them before the round begins: the deals may still be drawn anew.
    assert not PrintLog.objects.exists()


def test_one_card_is_printed_alone(event: Event, director: Client) -> None:
    told = poppler.text(printed(director, event, player="3"))
    assert told.count("Keep it to yourself") == 1
    # The opponents' names stand on it as well.
    assert len(codes(printed(director, event, player="3"))) == 1


def test_cards_without_links_stay_cards_without_links(director: Client) -> None:
    event = make_event(players=6, rounds=3)
    assert 'method="get" action="' + url("desk_guide_cards", event) in page(director, event)
    answer = director.post(url("desk_guide_cards", event), {"round": "1"}, follow=True)
    assert "played on the table" in answer.content.decode()
    assert not LinkGiven.objects.exists()
    got = director.get(url("desk_guide_cards", event), {"round": "1"})
    assert codes(bytes(got.content)) == set()


def test_looking_at_an_address_prints_no_link(event: Event, director: Client) -> None:
    answer = director.get(url("desk_guide_cards", event), {"round": "1"})
    assert codes(bytes(answer.content)) == set()
    assert not LinkGiven.objects.exists()


def test_a_card_is_out_of_date_once_the_link_is_renewed(event: Event, director: Client) -> None:
    printed(director, event)
    assert "out of date" not in page(director, event)
    person = Participant.objects.get(entry__event=event, entry__number=2)
    participant_release(participant=person)
    assert [entry.number for entry in cards_outdated(event)] == [2]
    shown = page(director, event)
    assert "These printed cards are out of date" in shown
    assert 'name="player" value="2"' in shown
    seat = director.get(reverse("desk_seat", args=[event.public_id, 2])).content.decode()
    assert "The printed card is out of date" in seat
    again = printed(director, event, player="2")
    person.refresh_from_db()
    assert codes(again) == {f"{settings.SITE_URL}/play/link/{person.secret}/"}
    assert cards_outdated(event) == []


def test_a_substitutes_card_names_both(event: Event, director: Client) -> None:
    printed(director, event)
    person = Participant.objects.get(entry__event=event, entry__number=2)
    participant_substitute(participant=person, name="Zoé")
    assert "Zoé for Player 2" in poppler.text(printed(director, event, player="2"))


@pytest.mark.parametrize("sent", [{"player": "99"}, {"player": "x"}, {"round": "9"}])
def test_what_no_page_offers_is_refused(
    event: Event, director: Client, sent: dict[str, str]
) -> None:
    asked: dict[str, Any] = {"round": "1"} | sent
    assert director.post(url("desk_guide_cards", event), asked).status_code == 403
    assert not LinkGiven.objects.exists()


def test_directors_alone_print_them(event: Event, stranger: Client, client: Client) -> None:
    asked = {"round": "1"}
    assert stranger.post(url("desk_guide_cards", event), asked).status_code == 403
    assert client.post(url("desk_guide_cards", event), asked).status_code == 302
    assert not LinkGiven.objects.exists()


def test_a_form_from_another_site_prints_nothing(event: Event) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(event.directors.get())
    assert strict.post(url("desk_guide_cards", event), {"round": "1"}).status_code == 403
    assert not LinkGiven.objects.exists()


def test_an_event_in_preparation_can_still_be_deleted(event: Event, director: Client) -> None:
    printed(director, event)
    event_delete(event=event)
    assert not LinkGiven.objects.exists()


def test_cards_of_the_rounds_to_come(event: Event, director: Client) -> None:
    start_round(event)
    assert len(codes(printed(director, event, round="2"))) == 7


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (Event.PlayMode.ENTERED, "Scan to see your boards and enter the results."),
        (Event.PlayMode.LIVE, "Scan to play your boards on your phone."),
        (Event.PlayMode.CHOICE, "or to enter the results."),
    ],
)
def test_a_tables_card_says_what_it_is_scanned_for(director: Client, mode: str, told: str) -> None:
    event = make_event(players=3, play_mode=mode)
    assert told in poppler.text(director.get(url("desk_table_cards", event)).content)
