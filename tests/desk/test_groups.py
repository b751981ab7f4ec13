"""The field parted into groups at the desk: by lot, a player by hand, and by whom."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event
from tests.desk.conftest import signed_in
from tournament.desk.event_links import event_link_create
from tournament.events.groups import sections_set

pytestmark = pytest.mark.django_db


def test_the_director_draws_groups_and_the_tables_say_which(director: Client) -> None:
    event = make_event(players=12)
    movement = reverse("desk_movement", args=[event.public_id])
    groups = reverse("desk_groups", args=[event.public_id])
    answer = director.post(groups, {"groups": "2"}, follow=True)
    text = answer.content.decode()
    assert "2 groups are drawn and planned." in text
    assert text.count("<small>Group 1</small>") == 2
    assert (
        "<small>Group 2</small>"
        in director.get(reverse("desk_players", args=[event.public_id])).content.decode()
    )
    for wrong in ("", "x", "0", "9", "99999999999"):
        director.post(groups, {"groups": wrong})
        assert set(event.entries.values_list("section", flat=True)) == {1, 2}
    director.post(groups, {"groups": "1"})
    assert set(event.entries.values_list("section", flat=True)) == {1}
    assert "<small>Group" not in director.get(movement).content.decode()


def test_a_player_changes_group_by_hand(director: Client) -> None:
    event = make_event(players=12)
    sections_set(event=event, many=2)
    entry = event.entries.filter(section=1)[0]
    address = reverse("desk_player_group", args=[event.public_id, entry.number])
    assert director.post(address, {"groups": "x"}).status_code == 403
    director.post(address, {"groups": "2"})
    entry.refresh_from_db()
    assert entry.section == 2


def test_who_may(director: Client, stranger: Client, client: Client) -> None:
    event = make_event(players=12)
    deputy, scorer = (
        signed_in(
            event_link_create(event=event, name="Ada", role=role, user=make_director())[0].user
        )
        for role in ("deputy", "scorer")
    )
    groups = reverse("desk_groups", args=[event.public_id])
    for who, status in (
        (deputy, 403), (scorer, 403), (stranger, 403), (client, 302), (director, 302),
    ):  # fmt: skip
        assert who.post(groups, {"groups": "2"}).status_code == status
    assert director.get(groups).status_code == 405
    assert (
        "Draw the groups"
        not in deputy.get(reverse("desk_movement", args=[event.public_id])).content.decode()
    )
