"""What stands on the sheets is what is stored: seats, boards, codes, cards, figures."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone, translation
from pytest_django import Settings

from deals.errors import PublicValueMissing
from deals.selectors import deal_of
from tests.builders import make_event, play_round, record, start_round
from tournament.documents import selectors
from tournament.documents.sheets import GuideCards, GuideStop, StandingsSheet
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import entry_public_name, only_session
from tournament.events.services import attendance_set, entry_update
from tournament.leaderboard.selectors import entry_real_name, leaderboard
from tournament.leaderboard.services import event_publish
from tournament.standings.services import standings_compute
from tournament.tables.models import Chair, PlaySeat
from tournament.tables.planning import movement_plan

pytestmark = pytest.mark.django_db


def stored_seats(event: Event) -> set[tuple[int, int, int, str]]:
    """Who sits where by the stored chairs: player, round, table, letter."""
    rows = Chair.objects.filter(round__session__event=event).values_list(
        "entry__number", "round__number", "table__number", "number"
    )
    return {(entry, number, table, "ABC"[chair]) for entry, number, table, chair in rows}


def printed_seats(sheet: GuideCards) -> set[tuple[int, int, int, str]]:
    return {
        (card.player.number, stop.round, stop.table, stop.seat)
        for card in sheet.cards
        for stop in card.stops
        if stop.table is not None
    }


def stop_of(sheet: GuideCards, player: int, round_number: int) -> GuideStop:
    card = next(card for card in sheet.cards if card.player.number == player)
    return next(stop for stop in card.stops if stop.round == round_number)


class TestTableCards:
    def test_every_table_has_its_code_and_the_address_that_opens_it(
        self, settings: Settings
    ) -> None:
        settings.SITE_URL = "http://192.168.1.20:8000"
        event = make_event(players=9)
        cards = selectors.table_cards(event).cards
        assert [(card.number, card.code) for card in cards] == list(
            event.tables.order_by("number").values_list("number", "code")
        )
        for card in cards:
            path = card.address.removeprefix(settings.SITE_URL)
            assert resolve(path).url_name == "table"
            assert resolve(path).kwargs == {"code": card.code}

    def test_one_table_alone(self) -> None:
        event = make_event(players=9)
        assert [card.number for card in selectors.table_cards(event, only=2).cards] == [2]

    def test_without_tables_there_is_nothing_to_print(self) -> None:
        event = make_event(players=0)
        with pytest.raises(Refused, match="plan the movement"):
            selectors.table_cards(event)


class TestGuideCards:
    def test_planned_rounds_are_as_planned(self) -> None:
        event = make_event(players=10)
        sheet = selectors.guide_cards(event)
        assert printed_seats(sheet) == stored_seats(event)
        assert [card.player.number for card in sheet.cards] == list(range(1, 11))
        assert [stop.round for stop in sheet.cards[0].stops] == [1, 2, 3, 4]

    def test_a_sit_out_is_said(self) -> None:
        event = make_event(players=10)
        for playing in only_session(event).rounds.all():
            out = playing.sit_outs.get().entry.number
            assert stop_of(selectors.guide_cards(event), out, playing.number).table is None

    def test_boards_and_opponents_of_the_table(self) -> None:
        event = make_event(players=9)
        sheet = selectors.guide_cards(event)
        second = only_session(event).rounds.get(number=2)
        for chair in second.chairs.select_related("entry__player"):
            stop = stop_of(sheet, chair.entry.number, 2)
            assert stop.boards == (4, 5, 6)
            others = second.chairs.filter(table=chair.table).exclude(pk=chair.pk)
            assert [(each.number, each.name) for each in stop.opponents] == list(
                others.order_by("number").values_list("entry__number", "entry__player__name")
            )

    def test_many_rounds_leave_no_room_for_opponents(self) -> None:
        event = make_event(players=6, rounds=13, boards_per_round=1)
        whole = selectors.guide_cards(event)
        assert not any(stop.opponents for card in whole.cards for stop in card.stops)
        rest = selectors.guide_cards(event, first_round=2)
        assert all(stop.opponents for card in rest.cards for stop in card.stops)
        assert {stop.round for card in rest.cards for stop in card.stops} == set(range(2, 14))

    def test_who_leaves_is_sent_nowhere_afterwards(self) -> None:
        event = make_event(players=9)
        play_round(event)
        gone, away = event.entries.order_by("number")[:2]
        attendance_set(event=event, round_number=2, presences={gone.pk: "left", away.pk: "absent"})
        movement_plan(event=event)
        cards = {card.player.number: card for card in selectors.guide_cards(event).cards}
        assert [stop.round for stop in cards[gone.number].stops] == [1]
        assert [stop.round for stop in cards[away.number].stops] == [1, 3, 4]
        rest = selectors.guide_cards(event, first_round=2)
        assert gone.number not in [card.player.number for card in rest.cards]

    def test_seats_that_turn_from_board_to_board_are_all_named(self) -> None:
        event = make_event(players=3)
        turned = turn_second_board(event)
        sheet = selectors.guide_cards(event)
        for seat in turned:
            stop = stop_of(sheet, seat.entry.number, 1)
            first = (seat.number - 1) % 3
            assert stop.seat == f"{'ABC'[first]}, {'ABC'[seat.number]}"
            assert stop.chair == str(first + 1)
        assert all(stop_of(sheet, number, 2).chair == "" for number in (1, 2, 3))

    def test_real_names_stand_on_what_stays_in_the_room(self) -> None:
        event = make_event(players=3)
        entry_update(entry=event.entries.all()[0], name="Marie", name_public=False)
        assert selectors.guide_cards(event).cards[0].player.name == "Marie"


def turn_second_board(event: Event) -> list[PlaySeat]:
    """Begin round 1 and turn the seats of its second board by one; return that board's seats."""
    playing = start_round(event)
    play = playing.plays.get(board__number=2)
    seats = list(play.seats.select_related("entry"))
    PlaySeat.objects.filter(play=play).delete()
    for seat in seats:
        seat.number = (seat.number + 1) % 3
    PlaySeat.objects.bulk_create(seats)
    return seats


class TestScoreSlips:
    def test_each_table_lists_its_players_and_boards(self) -> None:
        event = make_event(players=9)
        second = only_session(event).rounds.get(number=2)
        slips = selectors.score_slips(event, second).slips
        assert [(slip.table, slip.round) for slip in slips] == [(1, 2), (2, 2), (3, 2)]
        for slip in slips:
            chairs = second.chairs.filter(table__number=slip.table).order_by("number")
            assert [player.number for player in slip.players] == list(
                chairs.values_list("entry__number", flat=True)
            )
            assert [(line.board, line.seats) for line in slip.lines] == [
                (board, ("A", "B", "C")) for board in (4, 5, 6)
            ]

    def test_the_seats_are_those_of_each_board(self) -> None:
        event = make_event(players=3)
        turn_second_board(event)
        playing = only_session(event).rounds.get(number=1)
        (slip,) = selectors.score_slips(event, playing).slips
        assert [line.seats for line in slip.lines] == [
            ("A", "B", "C"),
            ("B", "C", "A"),
            ("A", "B", "C"),
        ]


class TestHandSlips:
    def test_every_hand_is_the_sealed_one(self) -> None:
        event = make_event(players=6)
        sealed = only_session(event).deal_set
        hands = selectors.hands_of_boards(event, [4, 5, 6])
        sheet = selectors.hand_slips(event, hands, played={1: (4, 5, 6), 2: (4, 5, 6)})
        assert sheet.played == {1: (4, 5, 6), 2: (4, 5, 6)}
        assert [board.number for board in sheet.boards] == [4, 5, 6]
        for board in sheet.boards:
            deal = deal_of(sealed, board.number)
            assert board.hands == deal.hands
            assert board.turned == deal.talon

    def test_a_board_of_another_set_has_that_sets_cards(self) -> None:
        event = make_event(players=6)
        session = only_session(event)
        board = session.boards.get(number=2)
        board.deal_set, board.deal_number = session.reserve_set, 3
        board.save()
        (hand,) = selectors.hands_of_boards(event, [2])
        (printed,) = selectors.hand_slips(event, [hand], played={1: (2,)}).boards
        assert printed.number == 2
        assert printed.hands == deal_of(session.reserve_set, 3).hands

    def test_the_reserve_has_its_own_numbers_and_cards(self) -> None:
        event = make_event(players=6)
        reserve = only_session(event).reserve_set
        hands = selectors.hands_of_reserve(event)
        sheet = selectors.hand_slips(event, hands, played={1: (1, 2, 3)}, reserve=True)
        assert sheet.reserve
        assert [board.hands for board in sheet.boards] == [
            deal_of(reserve, number).hands for number in (1, 2, 3)
        ]

    def test_there_are_no_hands_before_the_public_value(self) -> None:
        event = make_event(
            players=3,
            public_value_source="Loto",
            public_value_date=timezone.localdate() + timedelta(days=1),
        )
        hands = selectors.hands_of_boards(event, [1])
        with pytest.raises(PublicValueMissing):
            selectors.hand_slips(event, hands, played={1: (1,)})

    def test_no_table_no_slip(self) -> None:
        event = make_event(players=3)
        with pytest.raises(Refused):
            selectors.hand_slips(event, selectors.hands_of_boards(event, [1]), played={})


class TestRoundsToPrint:
    def test_the_rounds_not_closed_with_their_boards_and_tables(self) -> None:
        event = make_event(players=9, rounds=3)
        play_round(event)
        start_round(event)
        found = selectors.rounds_to_print(event)
        assert [(each.number, each.boards, each.tables) for each in found] == [
            (2, (4, 5, 6), (1, 2, 3)),
            (3, (7, 8, 9), (1, 2, 3)),
        ]


class TestStandings:
    def event(self, method: str = "matchpoints") -> Event:
        """Six players, one of them withheld; four of six results in, with a tie."""
        event = make_event(players=6, rounds=2, boards_per_round=3, method=method)
        entry_update(entry=event.entries.get(number=2), name="Marie", name_public=False)
        playing = start_round(event)
        for play, tricks in zip(
            playing.plays.order_by("board__number", "table__number"),
            [(5, 3, 2), (3, 5, 2), (10, 0, 0), (4, 4, 2)],
            strict=False,
        ):
            record(play, tricks)
        standings_compute(event_id=event.pk)
        event.refresh_from_db()
        return event

    def test_the_order_is_the_pages_and_each_player_stands_once(self) -> None:
        event = self.event()
        rows = selectors.standings_sheet(event, name_of=entry_real_name).rows
        board = leaderboard(event, name_of=entry_real_name)
        assert [(row.rank, row.name) for row in rows] == [
            (str(each.row.rank), each.name) for each in board.rows
        ]
        assert len({row.name for row in rows}) == 6

    def test_matchpoints_are_ranked_by_per_cent(self) -> None:
        sheet = selectors.standings_sheet(self.event(), name_of=entry_real_name)
        assert sheet.ranked_by == "percent"
        assert not sheet.official
        first = sheet.rows[0]
        assert (first.boards, first.points, first.percent) == ("2", "4.00", "100.00")
        assert all(row.mean == row.datum == "" for row in sheet.rows)

    @pytest.mark.parametrize("method", ["lives", "datum"])
    def test_lives_and_datum_are_ranked_by_the_mean(self, method: str) -> None:
        sheet = selectors.standings_sheet(self.event(method), name_of=entry_real_name)
        assert sheet.ranked_by == "mean"
        assert all(row.points == row.percent == "" for row in sheet.rows)
        assert all(row.lives and row.mean for row in sheet.rows)
        assert all(bool(row.datum) is (method == "datum") for row in sheet.rows)

    def test_figures_are_written_as_the_language_does(self) -> None:
        with translation.override("fr"):
            sheet = selectors.standings_sheet(self.event(), name_of=entry_real_name)
        assert sheet.rows[0].percent == "100,00"

    def test_a_withheld_name_is_a_number_where_strangers_read(self) -> None:
        event = self.event()
        assert "Marie" in names(selectors.standings_sheet(event, name_of=entry_real_name))
        public = selectors.standings_sheet(event, name_of=entry_public_name)
        assert "Marie" not in names(public)
        assert "Player 2" in names(public)

    def test_before_any_result_there_is_no_ranking(self) -> None:
        event = make_event(players=3)
        assert selectors.standings_sheet(event, name_of=entry_real_name).rows == ()

    def test_provisional_standings_say_when_they_were_computed(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, time_zone="Asia/Tokyo")
        play_round(event)
        standings_compute(event_id=event.pk)
        event.standings.computed_at = datetime(2026, 11, 29, 20, 30, tzinfo=UTC)
        event.standings.save()
        event.refresh_from_db()
        with translation.override("fr"):
            said = selectors.standings_sheet(event, name_of=entry_real_name).subtitle
        assert "30/11/2026 05:30" in said

    def test_official_standings_do_not(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1)
        play_round(event)
        event_publish(event=event)
        event.refresh_from_db()
        sheet = selectors.standings_sheet(event, name_of=entry_real_name)
        assert sheet.official
        assert "as of" not in sheet.subtitle
        assert sheet.subtitle.startswith("Club · ")


def names(sheet: StandingsSheet) -> list[str]:
    return [row.name for row in sheet.rows]


@pytest.mark.parametrize(
    "sheet",
    [
        selectors.table_cards,
        selectors.guide_cards,
        lambda event: selectors.score_slips(event, only_session(event).rounds.all()[0]),
        lambda event: selectors.standings_sheet(event, name_of=entry_real_name),
        selectors.rounds_to_print,
    ],
    ids=["table cards", "guide cards", "score slips", "standings", "rounds"],
)
def test_no_sheet_asks_the_database_more_for_more_players(
    sheet: Callable[[Event], object],
) -> None:
    counts = []
    for players in (3, 31):
        event = make_event(players=players)
        play_round(event)
        start_round(event)
        standings_compute(event_id=event.pk)
        event = Event.objects.select_related("club").get(pk=event.pk)
        with CaptureQueriesContext(connection) as captured:
            sheet(event)
        counts.append(len(captured))
    assert counts[0] == counts[1]
