"""Practice beside fields that are not plain results, and with very many who practise."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import correct, make_event, record, start_round
from tests.practice.test_practice import begin, board_of, finish
from tests.rulings.evenings import SHARES, given
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal, Participant
from tournament.practice.models import Practice
from tournament.practice.selectors import comparison
from tournament.results.services import round_close
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


def official(**options: Any) -> Event:
    """Three tables with a result each on both boards."""
    event = make_event(players=9, rounds=1, boards_per_round=2, **options)
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play, [(5, 3, 2), (7, 2, 1), (4, 3, 3)][play.table.number - 1])
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    return event


def published(event: Event) -> Event:
    event_publish(event=event)
    event.refresh_from_db()
    return event


def test_tables_with_an_average_are_compared_with_nobody() -> None:
    event = official()
    plays = list(board_of(event).plays.order_by("pk"))
    correct(plays[0], given("A+", "A", "A-"))
    event, client = published(event), Client()
    practice = finish(begin(client, event, seat=0))
    compared = comparison(practice)
    assert compared is not None
    assert compared.beside is not None
    # The two others only.
    assert compared.beside.top == 4
    assert [line.score for line in compared.lines if not line.is_me] == [1, 1]
    page = client.get(reverse("practice_result", args=[practice.public_id]))
    assert page.status_code == 200


def test_a_weighted_score_stands_among_the_others() -> None:
    event = official()
    plays = list(board_of(event).plays.order_by("pk"))
    correct(plays[0], given(SHARES, SHARES, SHARES))
    event, client = published(event), Client()
    practice = finish(begin(client, event, seat=0))
    compared = comparison(practice)
    assert compared is not None
    assert compared.beside is not None
    assert compared.beside.top == 6
    beside = compared.beside
    assert beside.below + beside.equal + beside.above == 3
    scores = [line.score for line in compared.lines if not line.is_me]
    assert len(scores) == 3
    # Six tenths of 4-4-2 and four of 2-3-5.
    assert Fraction(3, 5) in scores
    listed = [line.score for line in compared.lines]
    assert listed == sorted(listed, reverse=True)
    page = client.get(reverse("practice_result", args=[practice.public_id]))
    assert page.status_code == 200


def test_a_board_on_which_nobody_made_a_score_can_be_practised() -> None:
    event = official()
    for play in board_of(event).plays.all():
        correct(play, given("A", "A", "A"))
    event, client = published(event), Client()
    practice = finish(begin(client, event, seat=0))
    page = client.get(reverse("practice_result", args=[practice.public_id])).content.decode()
    assert "No table of the tournament has a score to be compared with." in page


def many(practice: Practice, number: int) -> None:
    """Let so many others have practised the same board."""
    people = Participant.objects.bulk_create(
        Participant(name="You", device=f"phone {each}") for each in range(number)
    )
    live = practice.live_deal
    deals = LiveDeal.objects.bulk_create(
        LiveDeal(
            game=live.game,
            deal_set=live.deal_set,
            deal_number=live.deal_number,
            finished_at=live.finished_at,
            scores=live.scores,
            detail=live.detail,
        )
        for _each in range(number)
    )
    Practice.objects.bulk_create(
        Practice(
            board=practice.board,
            seat=0,
            bot="simple",
            live_deal=deal,
            participant=who,
            device=who.device,
        )
        for deal, who in zip(deals, people, strict=True)
    )


def test_a_thousand_who_practise_a_board_cost_its_pages_no_query_more() -> None:
    event, client = published(official()), Client()
    practice = finish(begin(client, event, seat=0))
    pages = [
        reverse("practice", args=[event.public_id]),
        reverse("practice_board", args=[event.public_id, 1]),
        reverse("practice_result", args=[practice.public_id]),
        reverse("board", args=[event.public_id, 1]),
    ]

    def cost() -> list[int]:
        counts = []
        for page in pages:
            with CaptureQueriesContext(
                connection,
            ) as asked:
                assert client.get(page).status_code == 200
            counts.append(len(asked))
        return counts

    cost()
    few = cost()
    many(practice, 1000)
    assert cost() == few


def test_the_tries_of_one_device_cost_its_pages_no_query_more() -> None:
    event, client = published(official()), Client()
    practice = finish(begin(client, event, seat=0))
    page = reverse("practice_board", args=[event.public_id, 1])

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(page).status_code == 200
        return len(asked)

    cost()
    one = cost()
    many(practice, 200)
    Practice.objects.update(device=practice.device)
    assert cost() == one
