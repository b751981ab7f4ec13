"""A table played in the browser, as its players, others and strangers reach it."""

from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from tests.live.tables import seat_of
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
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


@pytest.mark.parametrize("name", ["seat_take", "seat_act", "seat_here", "seat_leave", "seat_say"])
def test_acts_are_posts_of_whoever_holds_the_seat(
    live: LiveDeal, sitting: Sequence[Participant], client: Client, name: str
) -> None:
    address = reverse(name, args=[sitting[0].public_id])
    assert client.post(address).status_code == 403
    assert seat_of(sitting[1]).post(address).status_code == 403
    assert seat_of(sitting[0]).get(address).status_code == 405
