"""A table played in the browser, as its players, others and strangers reach it."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from tests.live.tables import seat_of
from tournament.errors import Refused
from tournament.live.event_play import participant_seat_bot
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.rendering import seat_content, seat_reader
from tournament.live.services import step_add
from tournament.push.topics import seat_topic
from tournament.rules.playlog import Kind
from tournament.tables.models import Play


def test_a_board_is_played_to_its_end(sitting: Sequence[Participant], play: Play) -> None:
    clients = [seat_of(participant) for participant in sitting]
    for client, participant in zip(clients, sitting, strict=True):
        client.post(reverse("seat_take", args=[participant.public_id]))
    live = LiveDeal.objects.get(play=play)
    while live.finished_at is None:
        state = position_of(live).state
        seat = state.actor
        assert seat is not None
        address = reverse("seat_act", args=[sitting[seat].public_id])
        form = {"deal": live.public_id, "ply": live.steps, "action": state.legal()[0]}
        assert clients[seat].post(address, form).status_code == 302
        live.refresh_from_db()
    page = clients[0].get(reverse("seat", args=[sitting[0].public_id]))
    assert page.status_code == 200
    assert "Board 2" in page.content.decode()


def test_a_stranger_and_another_player_see_no_hand(
    live: LiveDeal, sitting: Sequence[Participant], client: Client
) -> None:
    address = reverse("seat", args=[sitting[0].public_id])
    assert client.get(address).status_code == 403
    assert seat_of(sitting[1]).get(address).status_code == 403


@pytest.mark.parametrize(("game", "knows"), [("comon", True), ("vicaire", False)])
def test_a_game_has_its_own_phrases(
    live: LiveDeal, sitting: Sequence[Participant], game: str, knows: bool
) -> None:
    LiveDeal.objects.filter(pk=live.pk).update(game=game)
    client = seat_of(sitting[0])
    page = client.get(reverse("seat", args=[sitting[0].public_id])).content.decode()
    assert "Well played!" in page
    assert ("Annulate!" in page) == knows
    client.post(reverse("seat_say", args=[sitting[0].public_id]), {"phrase": "annulate"})
    assert live.reactions.filter(phrase="annulate").exists() == knows


def test_the_rules_are_in_the_menu_before_the_first_cards(sitting: Sequence[Participant]) -> None:
    page = seat_of(sitting[0]).get(reverse("seat", args=[sitting[0].public_id])).content.decode()
    assert "Take your cards" in page
    assert reverse("rules", args=["comon"]) in page


@pytest.mark.parametrize("name", ["seat_take", "seat_act", "seat_here", "seat_leave", "seat_say"])
def test_acts_are_posts_of_whoever_holds_the_seat(
    live: LiveDeal, sitting: Sequence[Participant], client: Client, name: str
) -> None:
    address = reverse(name, args=[sitting[0].public_id])
    assert client.post(address).status_code == 403
    assert seat_of(sitting[1]).post(address).status_code == 403
    assert seat_of(sitting[0]).get(address).status_code == 405


def test_a_seat_given_to_a_bot_shows_no_hand_and_takes_no_card_until_it_is_given_back(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    client = seat_of(sitting[0])
    address = reverse("seat", args=[sitting[0].public_id])
    card = position_of(live).state.legal()[0]
    sitting[0].refresh_from_db()
    reader = seat_reader(sitting[0], "en")
    topic = seat_topic(sitting[0].public_id)
    assert f'value="{card}"' in client.get(address).content.decode()
    participant_seat_bot(participant=sitting[0], bot="simple")
    told = client.get(address)
    assert told.status_code == 403
    assert "A bot has your seat" in told.content.decode()
    assert f'value="{card}"' not in told.content.decode()
    assert seat_content(topic, reader, "") is None
    form = {"deal": live.public_id, "ply": 0, "action": card}
    act = reverse("seat_act", args=[sitting[0].public_id])
    assert client.post(act, form).status_code == 403
    with pytest.raises(Refused, match="A bot has your seat"):
        step_add(live=live, seat=0, ply=0, kind=Kind.PLAY, action=card)
    assert not live.log.exists()
    participant_seat_bot(participant=sitting[0], bot="")
    assert f'value="{card}"' in client.get(address).content.decode()
    assert client.post(act, form).status_code == 302
    assert live.log.count() == 1
