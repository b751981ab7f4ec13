"""Under which name a result's history says who entered and who confirmed."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, start_round
from tournament.desk.authors import holders_of_plays
from tournament.events.models import Event
from tournament.results.models import Submission, Verdict
from tournament.rulings.changes import SeatsChange
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_undo
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def play() -> Play:
    event = make_event(players=6, rounds=1, boards_per_round=1)
    start_round(event)
    return Play.objects.select_related("table__event", "board", "round").order_by("pk")[0]


def seated(play: Play) -> list[str]:
    return list(play.seats.order_by("number").values_list("entry__player__name", flat=True))


def swap_seats(play: Play) -> Ruling:
    change = SeatsChange([play])
    now = change.read()
    turned = {key: [*numbers[1:], numbers[0]] for key, numbers in now.items()}
    return ruling_make(
        event=play.table.event,
        change=change,
        after=turned,
        reason="Sat wrong",
        user=make_director(),
        seen=now,
    )


def say(play: Play) -> Submission:
    entered = Submission.objects.create(play=play, detail={"tricks": [5, 3, 2]}, seat=0)
    Verdict.objects.create(submission=entered, kind=Verdict.Kind.CONFIRM, seat=1)
    return entered


def test_what_was_said_keeps_the_name_of_who_sat_there(director: Client, play: Play) -> None:
    before = seated(play)
    say(play)
    swap_seats(play)
    said_by = history(director, play)
    assert f"A {before[0]}" in said_by[0]
    assert f"B {before[1]}" in said_by[1]


def test_what_is_said_afterwards_has_the_name_of_who_sits_there_now(
    director: Client, play: Play
) -> None:
    before = seated(play)
    ruling = swap_seats(play)
    say(play)
    assert f"A {before[1]}" in history(director, play)[-2]
    ruling_undo(ruling=ruling, reason="No", user=make_director())
    assert f"A {before[1]}" in history(director, play)[-3]
    assert f"B {before[2]}" in history(director, play)[-2]


def test_takes_as_many_queries_for_many_plays(
    play: Play, django_assert_max_num_queries: Any
) -> None:
    swap_seats(play)
    plays = list(Play.objects.all())
    with django_assert_max_num_queries(3):
        holders_of_plays(plays)


def history(client: Client, play: Play) -> list[str]:
    event: Event = play.table.event
    page = client.get(reverse("desk_play", args=[event.public_id, play.pk])).content.decode()
    found = re.findall(r'<span class="said-by">(.*?)</span>', page.split('id="history"')[1], re.S)
    return [re.sub(r"<[^>]*>", "", each) for each in found]
