"""What anyone may have on paper of an event: travellers, a scorecard and, in time, the hands."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from deals.selectors import deal_of
from engine.solver import PAR_RULE
from tests.builders import correct, make_director, make_event, play_round, record, start_round
from tests.documents import poppler
from tests.documents.test_services import ENGLISH, FRENCH, lines_of_hand
from tournament.analysis.models import BoardAnalysis
from tournament.documents import after_play
from tournament.events.models import Board, Event
from tournament.events.selectors import entry_public_name, only_session
from tournament.events.services import entry_update
from tournament.leaderboard.selectors import entry_real_name, scorecard
from tournament.leaderboard.services import event_publish
from tournament.leaderboard.templatetags.triplicate import points, score
from tournament.results.services import round_close
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db
WITHHELD = "Marie-Ange Quelconque"
ORNAMENT = "♠ ♥ ♦ ♣"
NAMES = ["travellers_pdf", "hand_records_pdf", "scorecard_pdf"]


@pytest.fixture
def event(db: None) -> Event:
    """Two tables have played three boards; who has number 2 withholds the name."""
    made = make_event(players=6, rounds=1, boards_per_round=3, name="Soirée d’été")
    entry_update(entry=made.entries.get(number=2), name=WITHHELD, name_public=False)
    playing = start_round(made)
    for play in playing.plays.all():
        record(play, [(5, 3, 2), (2, 7, 1)][play.table.number % 2])
    round_close(playing=playing)
    standings_compute(event_id=made.pk)
    return fetched(made)


def fetched(event: Event) -> Event:
    return Event.objects.select_related("club").get(pk=event.pk)


def address(name: str, event: Event) -> str:
    more = [1] if name == "scorecard_pdf" else []
    return reverse(name, args=[event.public_id, *more])


def suits_told(shown: str) -> list[str]:
    """Return the suits of hands, each with its cards; the first of a hand follows its letter."""
    return re.findall(r"(?:^|(?<=[ABC] ))[♠♥♦♣] [^♠♥♦♣\n]+$", shown, re.MULTILINE)


def told(client: Client, name: str, event: Event, **query: str) -> str:
    answer = client.get(address(name, event), query)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return poppler.text(answer.content)


@pytest.mark.parametrize("name", NAMES)
def test_they_name_the_club_the_event_and_the_day(name: str, event: Event, client: Client) -> None:
    event_publish(event=event)
    shown = told(client, name, event)
    assert "Club · Soirée d’été · 29 November 2026" in shown
    assert "Club · Soirée d’été · 29 novembre 2026" in told(client, name, event, language="fr")


@pytest.mark.parametrize("name", NAMES)
def test_a_withheld_name_is_in_none_whoever_asks(name: str, event: Event, client: Client) -> None:
    event_publish(event=event)
    director = Client()
    director.force_login(make_director())
    for reader in (client, director):
        pdf = reader.get(address(name, event)).content
        assert "Marie" not in poppler.text(pdf)
    if name == "travellers_pdf":
        assert "Player 2" in told(client, name, event)
    assert client.get(address(name, event))["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_not_there_is_not_found(name: str, event: Event, client: Client) -> None:
    event_publish(event=event)
    assert client.post(address(name, event)).status_code == 405
    assert client.get(address(name, event), {"language": "xx"}).status_code == 400
    elsewhere = address(name, event).replace(event.public_id, "zzzzzzzz")
    assert client.get(elsewhere).status_code == 404
    card = reverse("scorecard_pdf", args=[event.public_id, 99])
    assert client.get(card).status_code == 404


class TestHands:
    def test_they_are_no_sheet_before_publication(self, event: Event, client: Client) -> None:
        director = Client()
        director.force_login(make_director())
        for reader in (client, director):
            assert reader.get(address("hand_records_pdf", event)).status_code == 404
            # Nor do travellers draw them.
            shown = told(reader, "travellers_pdf", event)
            assert not set("♠♥♦♣") & set(shown.replace(ORNAMENT, ""))
        page = client.get(reverse("event", args=[event.public_id])).content.decode()
        assert address("hand_records_pdf", event) not in page
        event_publish(event=event)
        page = client.get(reverse("event", args=[event.public_id])).content.decode()
        assert address("hand_records_pdf", event) in page
        own = client.get(reverse("scorecard", args=[event.public_id, 1])).content.decode()
        assert address("hand_records_pdf", event) in own
        assert address("scorecard_pdf", event) in own

    @pytest.mark.parametrize(("language", "indices"), [("en", ENGLISH), ("fr", FRENCH)])
    def test_they_are_the_hands_that_were_sealed(
        self, language: str, indices: dict[str, str], event: Event, client: Client
    ) -> None:
        event_publish(event=event)
        shown = told(client, "hand_records_pdf", event, language=language)
        expected = [
            line
            for number in (1, 2, 3)
            for hand in deal_of(only_session(event).deal_set, number).hands
            for line in lines_of_hand(hand, indices)
        ]
        assert sorted(suits_told(shown)) == sorted(expected)

    def test_eighteen_boards_to_a_page(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=19)
        play_round(event)
        event_publish(event=event)
        pdf = Client().get(address("hand_records_pdf", event)).content
        assert poppler.pages(pdf) == 2
        # Four suits of three hands, on eighteen boards and on the last.
        for page, boards in ((1, 18), (2, 1)):
            assert len(suits_told(poppler.text(pdf, page=page))) == 12 * boards
        assert "1 / 2" in poppler.text(pdf, page=1)

    def test_what_open_hands_give_stands_below_the_board(self, event: Event) -> None:
        event_publish(event=event)
        board = Board.objects.get(session__event=event, number=2)
        plain = told(Client(), "hand_records_pdf", event)
        assert "Guaranteed" not in plain
        BoardAnalysis.objects.update_or_create(
            board=board,
            defaults={
                "commitment": board.deal_set.commitment,
                "deal_number": board.deal_number,
                "guaranteed": [3, 4, 2],
                "fewest": [1, 1, 1],
                "best_score": [1, 2, -4],
                "par_tricks": [3, 5, 2],
                "par_scores": [-1, 2, -4],
                "par_rule": PAR_RULE,
            },
        )
        records = after_play.hand_records(event).records
        assert [each.reach is not None for each in records] == [False, True, False]
        reach = records[1].reach
        assert reach is not None
        assert reach.guaranteed == (3, 4, 2)
        assert reach.par_scores == ("−½", "+1", "−2")

    def test_of_other_games_the_hands_alone(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, game="vicaire", method="lives")
        play_round(event)
        event_publish(event=event)
        shown = told(Client(), "hand_records_pdf", event)
        assert "Guaranteed" not in shown
        assert "the cards that lay aside" in shown
        (record_of,) = after_play.hand_records(fetched(event)).records
        assert (record_of.trumps, record_of.board.turned) == ("H", ())


class TestTravellers:
    def test_every_result_of_every_board(self, event: Event, client: Client) -> None:
        sheet = after_play.travellers(event, name_of=entry_real_name)
        assert [board.number for board in sheet.boards] == [1, 2, 3]
        for board in sheet.boards:
            rows = [[seat.tricks for seat in row.seats] for row in board.rows]
            assert rows == [["2", "7", "1"], ["5", "3", "2"]]
        shown = told(client, "travellers_pdf", event)
        assert "Provisional" in shown
        event_publish(event=event)
        assert "Official" in told(client, "travellers_pdf", event)

    def test_figures_are_the_scorecards(self, event: Event) -> None:
        sheet = after_play.travellers(event, name_of=entry_real_name)
        entry = event.entries.select_related("player").get(number=3)
        for line in scorecard(entry).lines:
            (board,) = [each for each in sheet.boards if each.number == line.board.number]
            (row,) = [each for each in board.rows if each.table == line.line.table]
            seat = row.seats[line.seat]
            assert sheet.names[seat.name] == "Player 3"
            assert seat.points == points(line.own.matchpoints)
            assert seat.score == score(line.own.score, "comon")

    def test_matchpoints_of_a_board_have_the_same_decimals(self) -> None:
        event = make_event(players=9, rounds=1, boards_per_round=1)
        playing = start_round(event)
        for play, tricks in zip(playing.plays.all(), [(5, 3, 2), (2, 7, 1)], strict=False):
            record(play, tricks)
        playing.plays.get(result=None).delete()
        round_close(playing=playing)
        standings_compute(event_id=event.pk)
        sheet = after_play.travellers(fetched(event), name_of=entry_public_name)
        for board in sheet.boards:
            written = [seat.points for row in board.rows for seat in row.seats]
            assert len({len(each.partition(".")[2]) for each in written}) == 1

    def test_a_correction_is_told_as_on_the_page(self, event: Event) -> None:
        play = event.tables.get(number=1).plays.get(board__number=1)
        correct(play, {"tricks": [4, 4, 2]}, f"{WITHHELD} misread")
        standings_compute(event_id=event.pk)

        def remark(public: bool) -> str:
            name_of = entry_public_name if public else entry_real_name
            return after_play.travellers(fetched(event), name_of=name_of).boards[0].rows[0].remark

        assert remark(public=False).startswith(f"Corrected · {WITHHELD} misread (2-7-1 → 4-4-2, ")
        assert "Corrected" in remark(public=True)
        assert "Marie" not in remark(public=True)

    def test_what_is_no_trick_count_is_said(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=2)
        playing = start_round(event)
        first, second = playing.plays.order_by("board__number")
        record(first)
        record(second)
        correct(first, {"fault": 1})
        correct(second, {"not_played": "no time"})
        round_close(playing=playing)
        standings_compute(event_id=event.pk)
        sheet = after_play.travellers(fetched(event), name_of=entry_public_name)
        remarks = [row.remark for board in sheet.boards for row in board.rows]
        assert remarks[0].startswith("Misplay by seat B")
        assert remarks[1].startswith("Not played")
        assert "no time" not in remarks[1]


class TestScorecards:
    def test_one_for_each_player_with_every_board(self, event: Event) -> None:
        sheet = after_play.scorecards(event, name_of=entry_real_name)
        assert [card.player.number for card in sheet.cards] == [1, 2, 3, 4, 5, 6]
        assert sheet.cards[1].player.name == WITHHELD
        for card in sheet.cards:
            assert [line.board for line in card.lines] == [1, 2, 3]
            for line in card.lines:
                held = {line.seat, *(letter for letter, _name in line.opponents)}
                assert held == {"A", "B", "C"}
                others = {sheet.names[name] for _letter, name in line.opponents}
                assert card.player.name not in others
                assert line.own.percent.endswith("%")

    def test_boards_still_to_be_played_are_counted_not_shown(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2)
        for play in start_round(event).plays.order_by("board__number", "table__number")[:3]:
            record(play, (7, 2, 1))
        standings_compute(event_id=event.pk)
        for card in after_play.scorecards(fetched(event), name_of=entry_public_name).cards:
            assert [line.board for line in card.lines] == [1]
            assert card.hidden == 1
        shown = told(Client(), "scorecard_pdf", event)
        assert "1 board is not shown yet" in shown

    def test_before_any_board_is_open_there_is_none(self, client: Client) -> None:
        event = make_event(players=3)
        assert client.get(address("scorecard_pdf", event)).status_code == 404

    def test_a_players_own_has_the_opponents_public_names(
        self, event: Event, client: Client
    ) -> None:
        shown = told(client, "scorecard_pdf", event)
        assert "Player 1" in shown
        assert "Rank" in shown
        assert "Marie" not in shown
