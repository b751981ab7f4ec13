"""Nothing of what the solver found is shown before the hands: to nobody, nowhere."""

import logging
import traceback
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.analysis.evenings import Worker, analysed, played_live, published
from tests.builders import make_director, make_event, record, start_round
from tests.flows.test_secrets import KINDS, NO_TEXT, Evening, reader
from tests.live.tables import finish, people, play_at, seat_of
from tournament.analysis.models import Analysis, BoardAnalysis, Mistake, PlayAnalysis
from tournament.analysis.selectors import (
    board_analyses,
    board_analysis,
    deal_mistakes,
    mistakes_by_entry,
    mistakes_of_entry,
    play_mistakes,
)
from tournament.analysis.solver_process import SolverFailed, solve
from tournament.events.models import Board, Event
from tournament.live.models import LiveDeal
from tournament.results.services import round_close
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db(transaction=True)

# No board comes to such numbers: wherever they are, they are these figures.
NAMES = ("guaranteed", "fewest", "best_score", "par_tricks", "par_scores")
FIGURES = {name: [9041702, 9041704, 9041706] for name in NAMES}
# As they are, and as lives.
MARKS = ("904170", "452085", "30418", "15209", "31418", "Z§Z§")


class Analysed(Evening):
    """Boards 1 to 4 are analysed, as if every table had closed them, with figures of their own."""

    def __init__(self, worker: Worker) -> None:
        super().__init__()
        analysed(self.event, worker)
        for board in Board.objects.filter(session__event=self.event):
            BoardAnalysis.objects.update_or_create(
                board=board,
                defaults={
                    **FIGURES,
                    "commitment": board.deal_set.commitment,
                    "deal_number": board.deal_number,
                    "par_rule": "own score, lower sum of the others, own tricks, first card",
                },
            )
        for live in LiveDeal.objects.filter(finished_at__isnull=False):
            analysis = PlayAnalysis.objects.create(
                live_deal=live,
                steps=live.steps,
                par_rule="own score, lower sum of the others, own tricks, first card",
            )
            Mistake.objects.create(
                analysis=analysis,
                ply=5,
                seat=1,
                card="Z§Z§",
                better=["Z§Z§"],
                par_before=30418,
                par_after=30418,
                guaranteed_before=31418,
                guaranteed_after=31418,
                by="person",
            )

    def texts(self, client: Client) -> Iterator[tuple[str, str]]:
        for _name, address in self.addresses():
            for headers in KINDS:
                answer = client.get(address, headers=headers)
                if answer.headers.get("Content-Type") not in NO_TEXT:
                    yield address, answer.content.decode("utf-8", "replace")


@pytest.mark.parametrize("who", ["spectator", "seat A", "director"])
def test_no_figure_is_at_any_address_before_the_hands(who: str, worker: Worker) -> None:
    evening = Analysed(worker)
    client = reader(who, evening)
    for address, text in evening.texts(client):
        assert [mark for mark in MARKS if mark in text] == [], address


def test_the_selectors_give_nothing_before_the_hands_and_all_with_them(worker: Worker) -> None:
    event = played_live(rounds=2, boards=2)
    analysed(event, worker)
    first = Board.objects.get(session__event=event, number=1)
    assert BoardAnalysis.objects.filter(board=first).exists()
    assert board_analysis(first) is None
    assert board_analyses(event) == {}
    playing = start_round(event)
    for board in playing.boards.all():
        finish(play_at(event, 1, board.number))
    round_close(playing=playing)
    event.refresh_from_db()
    published(event)
    assert board_analysis(first) is not None


@pytest.fixture
def half_played(worker: Worker) -> Event:
    """Two tables: one has played board 1 in the browser, the other plays it still."""
    event = make_event(players=6, rounds=1, boards_per_round=1, play_mode="choice")
    start_round(event)
    finish(play_at(event, 1))
    analysed(event, worker)
    live = LiveDeal.objects.get()
    # Even if somebody had it computed already.
    assert not PlayAnalysis.objects.exists()
    analysis = PlayAnalysis.objects.create(
        live_deal=live,
        steps=live.steps,
        par_rule="own score, lower sum of the others, own tricks, first card",
    )
    card = live.log.order_by("ply")[4]
    Mistake.objects.create(
        analysis=analysis,
        ply=5,
        seat=card.seat,
        card=card.action,
        better=["AS"],
        par_before=1,
        par_after=-2,
        guaranteed_before=4,
        guaranteed_after=3,
        by="person",
    )
    return event


def test_a_player_who_has_played_sees_their_mistakes_once_everybody_has(
    half_played: Event,
) -> None:
    play = play_at(half_played, 1)
    live = LiveDeal.objects.get()
    mistake = Mistake.objects.get()
    player = seat_of(people(play)[mistake.seat])
    address = reverse("replay", args=[live.public_id]) + "?ply=5"
    said = escape("par fell from +½ to −1.")
    before = player.get(address)
    assert before.status_code == 200
    assert said not in before.content.decode()
    assert "mistake" not in before.content.decode().lower()
    assert play_mistakes(play) == ()
    assert mistakes_by_entry(half_played) == {}
    entry = play.seats.get(number=mistake.seat).entry
    assert mistakes_of_entry(entry) == {}

    record(play_at(half_played, 2))
    for somebody in (player, Client()):
        after = somebody.get(address).content.decode()
        assert said in after
        assert "the ace of spades would have kept it." in after.lower()
        assert "▼" in after
        assert "4 tricks in all were certain before, 3 after." in after
        elsewhere = somebody.get(address.replace("=5", "=6")).content.decode()
        assert "replay-mistake" not in elsewhere.replace("replay-mistakes", "")
    assert mistakes_of_entry(entry) == {play.pk: 1}
    card = Client().get(reverse("scorecard", args=[half_played.public_id, entry.number]))
    assert "1 mistake" in card.content.decode()
    other = play.seats.exclude(number=mistake.seat)[0].entry
    card = Client().get(reverse("scorecard", args=[half_played.public_id, other.number]))
    assert "0 mistakes" in card.content.decode()


def test_a_bots_card_is_said_to_count_for_nobody(half_played: Event) -> None:
    record(play_at(half_played, 2))
    Mistake.objects.update(by="gone")
    live = LiveDeal.objects.get()
    page = Client().get(reverse("replay", args=[live.public_id]) + "?ply=5").content.decode()
    assert "It counts for nobody: a bot, for a player who was away." in page
    entry = play_at(half_played, 1).seats.get(number=Mistake.objects.get().seat).entry
    assert mistakes_of_entry(entry) == {live.play_id: 0}


def test_a_deal_that_was_not_analysed_has_no_word_of_mistakes(worker: Worker) -> None:
    event = played_live(boards=1)
    live = LiveDeal.objects.get()
    assert deal_mistakes(live) is None
    page = Client().get(reverse("replay", args=[live.public_id])).content.decode()
    assert "mistake" not in page.lower()
    analysed(event, worker)
    page = Client().get(reverse("replay", args=[live.public_id])).content.decode()
    assert "mistake" in page.lower()


def test_neither_messages_nor_logs_nor_errors_say_what_was_asked_or_found(
    worker: Worker, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = played_live(boards=2)
    caplog.set_level(logging.DEBUG)
    analysed(event, worker)
    assert worker.received
    assert {tuple(map(type, args)) for args in worker.received} == {(int, int)}
    monkeypatch.setattr("tournament.analysis.solver_process.sys.executable", "/bin/false")
    Analysis.objects.update(seen=0)
    BoardAnalysis.objects.all().delete()
    analysed(event, worker)
    assert "could not be analysed" in caplog.text
    dealt = [step.action for live in LiveDeal.objects.all() for step in live.log.all()]
    said = caplog.text.replace("\n", " ").split(" ")
    assert [card for card in dealt if card in said] == []


def test_an_answer_that_breaks_off_is_no_part_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.analysis.solver_process._ask", lambda *_: '{"board": "AS KD')
    with pytest.raises(SolverFailed) as failed:
        solve([], goes_on=lambda: True)
    assert "AS" not in "".join(traceback.format_exception(failed.value))


def test_the_director_sees_how_many_and_nothing_else(worker: Worker) -> None:
    event = played_live(boards=2)
    analysed(event, worker)
    BoardAnalysis.objects.update(**FIGURES)
    Mistake.objects.update(par_before=30418, par_after=30418)
    director = Client()
    director.force_login(make_director())
    page = director.get(reverse("desk_analysis", args=[event.public_id])).content.decode()
    assert "<strong>2</strong> of 2 boards analysed" in page
    assert [mark for mark in MARKS if mark in page] == []
    assert Play.objects.filter(table__event=event).count() == 2
