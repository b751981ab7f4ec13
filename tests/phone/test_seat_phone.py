"""Where results are entered, the latest phone acts for a seat; the director can release it."""

import pytest
from django.urls import reverse

from tests.builders import make_director
from tests.desk.conftest import signed_in
from tests.news import announced
from tests.phone.conftest import Phone, text
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Entry, Event
from tournament.live.event_play import participant_of
from tournament.phone.models import SeatPhone
from tournament.phone.services import seat_claim, seat_leave, seat_release
from tournament.push.topics import table_topic
from tournament.results.models import Submission
from tournament.tables.models import Table

pytestmark = pytest.mark.django_db
LOST = "this seat was opened on another phone"


@pytest.fixture
def entry(table: Table) -> Entry:
    return table.chairs.get(round__number=1, number=0).entry


def test_the_latest_phone_acts_and_the_other_is_told(anna: Phone, entry: Entry) -> None:
    assert LOST not in text(anna.get())
    thief = Phone(anna.table, seat=0)
    assert LOST in text(anna.get())
    assert LOST in text(anna.get("1/"))
    assert LOST not in text(thief.get())
    assert text(thief.get()).count("Not me") == 1
    # It can be taken back by whoever says so again.
    anna.says_me(entry.pk)
    assert (LOST in text(anna.get()), LOST in text(thief.get())) == (False, True)


def test_a_phone_that_lost_the_seat_does_not_act_for_it(anna: Phone, ben: Phone) -> None:
    anna.enters(1, 5, 3, 2)
    Phone(anna.table, seat=1)
    assert anna.acts("confirm", 1, Submission.objects.get().pk).status_code in {409, 422}
    assert ben.acts("confirm", 1, Submission.objects.get().pk).status_code in {409, 422}
    assert not Submission.objects.get().results.exists()


def test_who_accepts_it_is_told_no_more(anna: Phone) -> None:
    thief = Phone(anna.table, seat=0)
    anna.post("me/", {"forget": "1"})
    assert LOST not in text(anna.get())
    # The other phone goes on.
    assert text(thief.get()).count("Not me") == 1


def test_phones_from_before_this_was_kept_go_on(anna: Phone) -> None:
    SeatPhone.objects.all().delete()
    assert text(anna.get()).count("Not me") == 1


def test_the_table_is_told(entry: Entry, event: Event) -> None:
    with announced() as topics:
        seat_claim(entry=entry, device="one")
    assert table_topic(event.public_id, 1) in topics
    with announced() as topics:
        seat_claim(entry=entry, device="one")
    assert topics == set()


class TestRelease:
    def test_only_the_new_number_opens_the_seat_again(
        self, anna: Phone, event: Event, entry: Entry
    ) -> None:
        director = signed_in(make_director())
        page = director.post(
            reverse("desk_seat", args=[event.public_id, entry.number]), {"act": "release"}
        )
        pin = participant_of(entry).pin
        assert f'<span class="code">{pin}</span>' in text(page)
        assert "the next one needs the number" in text(page)
        assert LOST in text(anna.get())
        other = Phone(anna.table)
        asked = other.says_me(entry.pk)
        address = reverse("table_hand", args=[anna.table.code, entry.pk])
        assert asked["Location"] == address
        assert "Not me" not in text(other.get())
        assert "Personal number" in text(other.client.get(address))
        wrong = str((int(pin) + 1) % 10000).zfill(4)
        assert other.client.post(address, {"pin": wrong}).status_code == 422
        assert "Not me" not in text(other.get())
        done = other.client.post(address, {"pin": pin})
        assert done["Location"] == reverse("table", args=[anna.table.code])
        assert text(other.get()).count("Not me") == 1

    def test_the_number_is_asked_only_then(self, anna: Phone, entry: Entry) -> None:
        address = reverse("table_hand", args=[anna.table.code, entry.pk])
        assert anna.client.get(address).status_code == 404

    def test_without_the_number_the_service_refuses(self, entry: Entry) -> None:
        seat_release(entry=entry)
        with pytest.raises(Refused, match="personal number"):
            seat_claim(entry=entry, device="one")
        seat_claim(entry=entry, device="one", with_pin=True)
        seat_claim(entry=entry, device="one")
        with pytest.raises(Refused):
            seat_claim(entry=entry, device="two")
        seat_leave(entry=entry, device="two")
        assert SeatPhone.objects.get().device == "one"


@pytest.mark.django_db(transaction=True)
def test_of_phones_at_once_one_holds_the_seat(entry: Entry) -> None:
    devices = ["one", "two", "three"]
    at_once(*[lambda device=device: seat_claim(entry=entry, device=device) for device in devices])
    assert SeatPhone.objects.get().device in devices
