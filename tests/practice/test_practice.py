"""Boards of past events played again: who may, what is compared, what is kept."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine.solver import PAR_RULE
from tests.builders import make_event, record, start_round
from tests.live.tables import play_on
from tournament.analysis.models import BoardAnalysis
from tournament.errors import Refused
from tournament.events.models import Board, Event
from tournament.leaderboard.services import event_publish
from tournament.live.models import LiveDeal, Participant
from tournament.practice.models import Practice
from tournament.practice.selectors import BEGUN_BY_ADDRESS, comparison
from tournament.practice.services import practice_begin, practices_clean
from tournament.results.services import round_close
from tournament.standings.services import standings_compute
from tournament.tables.models import PlaySeat

pytestmark = pytest.mark.django_db

RESULTS = [(5, 3, 2), (7, 2, 1), (4, 3, 3)]


@pytest.fixture
def played() -> Event:
    """Three tables, one round of two boards, each board with another result at each table."""
    event = make_event(players=9, rounds=1, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play, RESULTS[play.table.number - 1])
    round_close(playing=playing)
    standings_compute(event_id=event.pk)
    return event


@pytest.fixture
def published(played: Event) -> Event:
    event_publish(event=played)
    played.refresh_from_db()
    return played


def board_of(event: Event, number: int = 1) -> Board:
    return Board.objects.get(session__event=event, number=number)


def address(event: Event, number: int = 1) -> str:
    return reverse("practice_board", args=[event.public_id, number])


def begin(client: Client, event: Event, seat: int = 1, bot: str = "simple") -> Practice:
    answer = client.post(address(event), {"seat": seat, "bot": bot})
    assert answer.status_code == 302, answer.content.decode()
    return Practice.objects.latest("pk")


def finish(practice: Practice) -> Practice:
    play_on(practice.live_deal)
    practice.live_deal.refresh_from_db()
    return practice


def test_anybody_takes_a_seat_of_a_published_board_and_gets_its_cards(published: Event) -> None:
    client = Client()
    practice = begin(client, published, seat=1)
    dealt = practice.live_deal
    assert (dealt.deal_set, dealt.deal_number) == (
        board_of(published).deal_set,
        board_of(published).deal_number,
    )
    holders = [seat.participant for seat in dealt.seats.order_by("number")]
    assert [bool(each.bot) for each in holders] == [True, False, True]
    assert client.get(reverse("seat", args=[practice.participant.public_id])).status_code == 200
    strange = Client().get(reverse("seat", args=[practice.participant.public_id]))
    assert strange.status_code == 403


def test_a_board_whose_hands_are_sealed_is_played_by_nobody(played: Event) -> None:
    for client in (Client(), signed_in(played)):
        assert client.get(address(played)).status_code == 404
        assert client.post(address(played), {"seat": 0, "bot": "simple"}).status_code == 404
        listed = client.get(reverse("practice", args=[played.public_id])).content.decode()
        assert address(played) not in listed
    with pytest.raises(Refused):
        practice_begin(board=board_of(played), seat=0, bot="simple", device="phone", address=None)
    assert not Practice.objects.exists()


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(event.directors.get())
    return client


def test_the_result_stands_among_all_who_held_the_seat(published: Event) -> None:
    client = Client()
    practice = finish(begin(client, published, seat=0))
    compared = comparison(practice)
    assert compared is not None
    assert compared.beside is not None
    scores = [line.score for line in compared.lines if line.score is not None]
    assert scores == sorted(scores, reverse=True)
    field = [line.score for line in compared.lines if not line.is_me and line.score is not None]
    own = compared.own_score
    assert len(field) == 3
    lower, same = sum(score < own for score in field), field.count(own)
    assert compared.beside.points == 2 * lower + same
    assert compared.beside.top == 6
    page = client.get(reverse("practice_result", args=[practice.public_id])).content.decode()
    held = PlaySeat.objects.filter(play__board=practice.board, number=0)
    for name in held.values_list("entry__player__name", flat=True):
        assert f">{name}<" in page
    assert "of 6 matchpoints" in page


def test_what_the_seat_could_reach_is_said_once_the_board_is_analysed(published: Event) -> None:
    client = Client()
    practice = finish(begin(client, published, seat=2))
    result = reverse("practice_result", args=[practice.public_id])
    assert "With open hands" not in client.get(result).content.decode()
    board = board_of(published)
    BoardAnalysis.objects.create(
        board=board,
        commitment=board.deal_set.commitment,
        deal_number=board.deal_number,
        guaranteed=[3, 4, 2],
        fewest=[0, 0, 0],
        best_score=[-2, 0, -2],
        par_tricks=[3, 4, 3],
        par_scores=[-2, 1, -2],
        par_rule=PAR_RULE,
    )
    page = client.get(result).content.decode()
    assert "can force 2 tricks" in page
    assert "par is −1" in page


def test_only_who_played_sees_the_result(published: Event) -> None:
    client = Client()
    practice = begin(client, published)
    result = reverse("practice_result", args=[practice.public_id])
    early = client.get(result)
    assert early.status_code == 302
    assert early.headers["Location"] == reverse("seat", args=[practice.participant.public_id])
    finish(practice)
    assert client.get(result).status_code == 200
    for other in (Client(), signed_in(published)):
        assert other.get(result).status_code == 404
        assert other.get(reverse("replay", args=[practice.live_deal.public_id])).status_code == 403


def test_a_withheld_name_stays_withheld(published: Event) -> None:
    entry = published.entries.get(number=1)
    entry.player.name, entry.player.name_public = "Zoé Secret", False
    entry.player.save()
    client = Client()
    for seat in range(3):
        practice = finish(begin(client, published, seat=seat))
        page = client.get(reverse("practice_result", args=[practice.public_id])).content.decode()
        assert "Zoé Secret" not in page


def test_it_changes_nothing_of_the_event(published: Event) -> None:
    before = (published.publication, published.standings.changed)
    finish(begin(Client(), published))
    published.refresh_from_db()
    assert (published.publication, published.standings.changed) == before
    page = Client().get(reverse("board", args=[published.public_id, 1])).content.decode()
    assert "replay-link" not in page


@pytest.mark.parametrize(
    "form",
    [
        {"seat": "3", "bot": "simple"},
        {"seat": "-1", "bot": "simple"},
        {"seat": "A", "bot": "simple"},
        {"seat": "0", "bot": "frozen"},
        {"seat": "0"},
        {},
    ],
)
def test_a_damaged_form_begins_nothing(published: Event, form: dict[str, str]) -> None:
    assert Client().post(address(published), form).status_code == 422
    assert not LiveDeal.objects.exists()


def test_other_methods_are_refused(published: Event) -> None:
    assert Client().put(address(published)).status_code == 405
    assert Client().post(reverse("practice", args=[published.public_id])).status_code == 405


def test_nobody_begins_boards_by_the_hundred(published: Event) -> None:
    for number in range(BEGUN_BY_ADDRESS):
        practice_begin(
            board=board_of(published),
            seat=0,
            bot="simple",
            device=f"phone {number}",
            address="127.0.0.1",
        )
    answer = Client().post(address(published), {"seat": 0, "bot": "simple"})
    assert answer.status_code == 422
    assert "hour" in answer.content.decode()
    assert Practice.objects.count() == BEGUN_BY_ADDRESS


def test_addresses_are_forgotten_soon_and_practice_after_a_month(published: Event) -> None:
    client = Client()
    old, recent = begin(client, published), begin(client, published)
    now = timezone.now()
    Practice.objects.filter(pk=recent.pk).update(begun_at=now - timedelta(hours=2))
    Practice.objects.filter(pk=old.pk).update(begun_at=now - timedelta(days=31))
    assert Practice.objects.exclude(address=None).exists()
    assert practices_clean() == 1
    kept = Practice.objects.get()
    assert (kept.pk, kept.address) == (recent.pk, None)
    assert LiveDeal.objects.get() == recent.live_deal
    assert Participant.objects.count() == 3
