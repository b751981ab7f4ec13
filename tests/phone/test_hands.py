"""From a table's page to one's own hand, by the personal number."""

import pytest
from django.urls import reverse

from tests.builders import make_event, record, start_round
from tests.phone.conftest import Phone
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.live.event_play import (
    PIN_TRIES_MOST,
    participant_claim_by_pin,
    participant_of,
    participant_release,
    participant_seat_bot,
)
from tournament.live.models import Participant
from tournament.results.late import late_open, plays_move_late
from tournament.results.services import round_close
from tournament.tables.models import Play, Table


@pytest.fixture
def live_event(db: None) -> Event:
    event = make_event(players=6, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    return event


@pytest.fixture
def holder(live_event: Event) -> Participant:
    table = Table.objects.get(event=live_event, number=1)
    chair = table.chairs.select_related("entry__event").get(round__number=1, number=0)
    return participant_of(chair.entry)


@pytest.fixture
def at_table(live_event: Event) -> Phone:
    return Phone(Table.objects.get(event=live_event, number=1))


def wrong(participant: Participant) -> str:
    return str((int(participant.pin) + 1) % 10_000).zfill(4)


def test_the_right_number_opens_the_hand(at_table: Phone, holder: Participant) -> None:
    path = f"hand/{holder.entry_id}/"
    assert path in at_table.get().content.decode()
    assert at_table.get(path).status_code == 200
    answer = at_table.post(path, {"pin": f" {holder.pin} "})
    assert answer.url == reverse("seat", args=[holder.public_id])
    assert at_table.client.get(answer.url).status_code == 200


@pytest.mark.parametrize("mode", Event.PlayMode.values)
def test_each_player_is_listed_once_with_what_a_phone_can_do_for_them(db: None, mode: str) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=2, play_mode=mode)
    start_round(event)
    page = Phone(event.tables.get()).get().content.decode()
    assert page.count("<bdi>Player 1</bdi>") == 1
    assert ("Open my hand" in page) == (mode != Event.PlayMode.ENTERED)
    assert ("That’s me" in page) == (mode != Event.PlayMode.LIVE)
    assert ("0 of 2 entered" in page) == (mode == Event.PlayMode.ENTERED)
    assert ("0 of 2 played" in page) == (mode != Event.PlayMode.ENTERED)


def test_once_a_hand_was_opened_no_other_is_offered(at_table: Phone, holder: Participant) -> None:
    assert at_table.get().content.decode().count("Open my hand") == 3
    at_table.post(f"hand/{holder.entry_id}/", {"pin": holder.pin})
    page = at_table.get().content.decode()
    assert page.count("Open my hand") == 1
    assert f"hand/{holder.entry_id}/" in page


def test_where_a_bot_has_a_seat_the_table_is_told_to_play_on_the_phones(db: None) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode="choice")
    start_round(event)
    participant_seat_bot(participant=participant_of(event.entries.get(number=1)), bot="simple")
    page = Phone(event.tables.get()).get().content.decode()
    assert "A bot has a seat here, and plays on the phones alone" in page
    assert page.count("Open my hand") == page.count("That’s me") == 2


def test_no_hand_is_left_to_open_once_all_boards_are_entered(db: None) -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode="choice")
    (play,) = start_round(event).plays.all()
    record(play)
    page = Phone(event.tables.get()).get().content.decode()
    assert "1 of 1 played" in page
    assert "Open my hand" not in page
    assert "on the phones" not in page


def test_a_board_played_late_leads_to_the_hands_of_those_who_play_it(live_event: Event) -> None:
    for play in Play.objects.exclude(table__number=1):
        record(play)
    owed = Play.objects.get(table__number=1)
    round_close(playing=owed.round, accept_missing=True)
    plays_move_late(plays=[owed])
    late_open(play=owed)
    phone = Phone(owed.table)
    page = phone.get().content.decode()
    for seat in owed.seats.all():
        assert f'href="{phone.address(f"hand/{seat.entry_id}/")}"' in page
    assert "I am Player" not in page
    holder = participant_of(owed.seats.get(number=0).entry)
    assert phone.post(f"hand/{holder.entry_id}/", {"pin": holder.pin}).status_code == 302


def test_a_wrong_number_opens_nothing(at_table: Phone, holder: Participant) -> None:
    answer = at_table.post(f"hand/{holder.entry_id}/", {"pin": wrong(holder)})
    assert answer.status_code == 422
    assert at_table.client.get(reverse("seat", args=[holder.public_id])).status_code == 403


def test_after_five_wrong_numbers_even_the_right_one_waits(
    at_table: Phone, holder: Participant
) -> None:
    for _try in range(5):
        at_table.post(f"hand/{holder.entry_id}/", {"pin": wrong(holder)})
    answer = at_table.post(f"hand/{holder.entry_id}/", {"pin": holder.pin})
    assert answer.status_code == 422
    holder.refresh_from_db()
    assert holder.device == ""


def test_who_types_wrong_numbers_keeps_nobody_elses_phone_out(
    at_table: Phone, holder: Participant
) -> None:
    path = f"hand/{holder.entry_id}/"
    joker = Phone(at_table.table)
    for _try in range(6):
        joker.post(path, {"pin": wrong(holder)})
    assert holder.pin_tries.count() == 5
    assert at_table.post(path, {"pin": holder.pin}).status_code == 302


def test_who_comes_each_time_as_another_phone_is_stopped(holder: Participant) -> None:
    for number in range(PIN_TRIES_MOST):
        with pytest.raises(Refused, match="not your personal number"):
            participant_claim_by_pin(
                participant=holder, typed=wrong(holder), phone=str(number), device=""
            )
    with pytest.raises(Refused, match="Too many"):
        participant_claim_by_pin(participant=holder, typed=holder.pin, phone="new", device="new")


def test_a_new_number_may_be_typed_at_once(at_table: Phone, holder: Participant) -> None:
    path = f"hand/{holder.entry_id}/"
    for _try in range(5):
        at_table.post(path, {"pin": wrong(holder)})
    participant_release(participant=holder)
    holder.refresh_from_db()
    assert at_table.post(path, {"pin": holder.pin}).status_code == 302


def test_another_tables_players_are_not_here(at_table: Phone, live_event: Event) -> None:
    other = Table.objects.get(event=live_event, number=2).chairs.get(number=0)
    assert at_table.get(f"hand/{other.entry_id}/").status_code == 404


def test_where_cards_lie_on_the_table_there_is_no_hand(
    at_table: Phone, holder: Participant, live_event: Event
) -> None:
    Event.objects.filter(pk=live_event.pk).update(play_mode=Event.PlayMode.ENTERED)
    assert at_table.get(f"hand/{holder.entry_id}/").status_code == 404
    assert "hand/" not in at_table.get().content.decode()


def test_where_all_play_in_the_browser_nothing_is_entered_by_hand(live_event: Event) -> None:
    phone = Phone(Table.objects.get(event=live_event, number=1), seat=0)
    page = phone.get("1/").content.decode()
    assert 'name="tricks_0"' not in page
    assert phone.enters(1, 5, 3, 2).status_code in {409, 422}


@pytest.mark.django_db(transaction=True)
def test_twenty_guesses_at_once_are_five() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE)
    start_round(event)
    table = Table.objects.get(event=event)
    holder = participant_of(table.chairs.get(number=0).entry)

    known = Phone(table)
    known.get()

    def guess() -> int:
        phone = Phone(table)
        phone.client.cookies.update(known.client.cookies)
        status: int = phone.post(f"hand/{holder.entry_id}/", {"pin": wrong(holder)}).status_code
        return status

    assert set(at_once(*[guess] * 20)) == {422}
    assert holder.pin_tries.count() == 5
