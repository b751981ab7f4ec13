"""Two directors at the same instant, in real threads, through the pages."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, start_round
from tests.desk.conftest import signed_in
from tests.races import at_once
from tournament.events.models import Event
from tournament.results.models import Result, Submission
from tournament.results.services import result_record
from tournament.rulings.models import Ruling
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event() -> Event:
    return make_event(players=3, rounds=1, boards_per_round=1)


@pytest.fixture
def play(event: Event) -> Play:
    return start_round(event).plays.get()


@pytest.fixture
def directors(event: Event) -> list[Client]:
    other = make_director("other")
    event.directors.add(other)
    return [signed_in(make_director()), signed_in(other)]


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


def test_two_corrections_of_one_result(event: Event, play: Play, directors: list[Client]) -> None:
    slip = {"tricks": [5, 3, 2]}
    result_record(play=play, detail=slip, sent_id=uuid.uuid4(), user=make_director())
    address = reverse("desk_play", args=[event.public_id, play.pk])

    def correct(client: Client, first: int) -> Callable[[], Any]:
        form = {
            "kind": "tricks", "tricks_0": first, "tricks_1": 10 - first, "version": 1,
            "reason": f"Reason {first}", "sure": "1",
        }  # fmt: skip
        return lambda: client.post(address, form)

    answers = at_once(correct(directors[0], 1), correct(directors[1], 2))
    assert statuses(answers) == [302, 422]
    correction = Ruling.objects.get()
    assert {str(play.pk): Result.objects.get().detail} == correction.after
    (refused,) = (answer for answer in answers if answer.status_code == 422)
    assert correction.reason in refused.content.decode()


def test_two_slips_for_one_play(event: Event, play: Play, directors: list[Client]) -> None:
    address = reverse("desk_entry", args=[event.public_id])

    def save(client: Client, typed: str) -> Callable[[], Any]:
        form = {
            f"result-{play.pk}": typed,
            f"sent-{play.pk}": str(uuid.uuid4()),
            f"seen-{play.pk}": "",
        }
        return lambda: client.post(address, form)

    answers = at_once(save(directors[0], "532"), save(directors[1], "523"))
    assert statuses(answers) == [302, 422]
    assert Submission.objects.count() == 1
    (refused,) = (answer for answer in answers if answer.status_code == 422)
    stored = "-".join(map(str, Result.objects.get().detail["tricks"]))
    assert f"<strong>{stored}</strong>" in refused.content.decode()
