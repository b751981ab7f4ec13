"""A table that has had a board already plays one of the reserve: every sheet says the same."""

import pytest
from django.test import Client
from django.urls import reverse

from deals.selectors import deal_of
from tests.builders import make_director, make_event, record, start_round
from tests.documents import poppler
from tournament.desk.prints import hands_asked
from tournament.documents import selectors
from tournament.documents.sheets import HandSlips
from tournament.events.models import Event, Round
from tournament.events.selectors import only_session
from tournament.results.services import round_close
from tournament.rulings.boards import BoardChange
from tournament.rulings.services import ruling_make

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Three rounds of two boards: in round 1 table 2 has played board 3, instead of board 1."""
    event = make_event(players=9, rounds=3, boards_per_round=2)
    playing = start_round(event)
    for play in playing.plays.all():
        record(play)
    play = playing.plays.select_related("table", "board").get(table__number=2, board__number=1)
    change = BoardChange([play])
    ruling_make(
        event=event,
        change=change,
        after={str(play.pk): {"board": 3, "owed": 1, "given": None}},
        reason="Slip",
        user=make_director(),
        seen=change.read(),
    )
    round_close(playing=playing, accept_missing=True)
    return event


def second(event: Event) -> Round:
    return only_session(event).rounds.get(number=2)


def hand_slips(event: Event, which: str = "2", table: str = "") -> HandSlips:
    asked = hands_asked(event, which, table)
    return selectors.hand_slips(event, asked.hands, played=asked.played)


def boards_on_slips(event: Event) -> dict[int, tuple[int, ...]]:
    slips = selectors.score_slips(event, second(event)).slips
    return {slip.table: tuple(line.board for line in slip.lines) for slip in slips}


def boards_on_guides(event: Event) -> dict[int, tuple[int, ...]]:
    stops = [
        stop
        for card in selectors.guide_cards(event, first_round=2).cards
        for stop in card.stops
        if stop.round == 2 and stop.table
    ]
    return {stop.table: stop.boards for stop in stops if stop.table}


def boards_played(event: Event) -> dict[int, tuple[int, ...]]:
    plays = second(event).plays.order_by("table__number", "board__number")
    found: dict[int, tuple[int, ...]] = {}
    for table, board in plays.values_list("table__number", "board__number"):
        found[table] = (*found.get(table, ()), board)
    return found


def test_once_begun_every_sheet_has_the_boards_that_are_played(event: Event) -> None:
    start_round(event)
    played = boards_played(event)
    assert {4, 7} in [set(boards) for boards in played.values()]
    assert hand_slips(event).played == played
    assert boards_on_slips(event) == played
    assert boards_on_guides(event) == played


def test_the_slips_have_the_cards_of_the_reserve_under_the_events_number(event: Event) -> None:
    start_round(event)
    printed = {board.number: board.hands for board in hand_slips(event).boards}
    reserve = only_session(event).reserve_set
    assert printed[7] == deal_of(reserve, 1).hands
    assert printed[4] == deal_of(only_session(event).deal_set, 4).hands


def test_before_it_begins_nobody_gets_a_board_they_have_had(event: Event) -> None:
    planned = hand_slips(event).played
    assert (4,) in planned.values()
    assert boards_on_slips(event) == planned
    assert boards_on_guides(event) == planned
    start_round(event)
    begun = boards_played(event)
    assert {table for table, boards in planned.items() if boards == (4,)} == {
        table for table, boards in begun.items() if boards == (4, 7)
    }


def test_a_table_alone_gets_its_own_boards(event: Event) -> None:
    start_round(event)
    table = next(table for table, boards in boards_played(event).items() if 7 in boards)
    sheet = hand_slips(event, table=str(table))
    assert sheet.played == {table: (4, 7)}
    assert [board.number for board in sheet.boards] == [4, 7]


def test_all_rounds_together_keep_each_tables_order_of_play(event: Event) -> None:
    start_round(event)
    for table, boards in hand_slips(event, "all").played.items():
        assert boards == (*boards_played(event)[table], 5, 6)


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(make_director())
    return client


def test_the_paper_has_for_each_table_its_own_slips(event: Event, director: Client) -> None:
    start_round(event)
    table = next(table for table, boards in boards_played(event).items() if 7 in boards)
    address = reverse("desk_hand_slips", args=[event.public_id])
    told = poppler.text(director.post(address, {"round": "2", "table": str(table)}).content)
    assert "Boards 4, 7" in told
    assert "BOARD 7 · A" in told.upper()
    assert "BOARD 3" not in told.upper()


def test_the_print_page_says_which_board_of_the_reserve_is_in_play(
    event: Event, director: Client
) -> None:
    address = reverse("desk_print", args=[event.public_id])
    before = director.get(address).content.decode()
    assert "has had board 3 already: the table gets a board of the sealed reserve" in before
    start_round(event)
    told = director.get(address).content.decode()
    assert "Board 7 is R1 of the sealed reserve" in told
    assert "has had board" not in told
