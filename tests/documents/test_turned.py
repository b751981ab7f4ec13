"""What is printed where players keep their chairs as boards turn, and where boards move on."""

from collections import defaultdict

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.documents import poppler
from tournament.desk.prints import hand_slip_choices, hands_asked, reserve_notes
from tournament.desk.selectors import sealed_of
from tournament.documents import selectors
from tournament.documents.board_ways import board_cards
from tournament.documents.payload import payload
from tournament.documents.pdf import render
from tournament.documents.sheets import HandSlips
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.services import NewEntry, entry_remove
from tournament.events.standins import stand_ins_set
from tournament.results.services import round_close
from tournament.tables.models import Chair, Play
from tournament.tables.ways import Whereabouts

pytestmark = pytest.mark.django_db


def make_turned(*, boards: int = 3) -> Event:
    return make_event(players=9, rounds=3, boards_per_round=boards, turned=True)


def make_shared(*, turned: bool = False) -> Event:
    return make_event(
        players=15,
        rounds=4,
        boards_per_round=2,
        turned=turned,
        movement=Event.Movement.SHARED,
    )


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(make_director())
    return client


def slips(event: Event, which: str, table: str = "") -> HandSlips:
    asked = hands_asked(event, which, table)
    return selectors.hand_slips(
        event, asked.hands, played=asked.played, reserve=asked.reserve, chairs=asked.chairs
    )


def chairs_held(event: Event, number: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return by table and board of a round begun the chair of each seat, as people call it."""
    chair_of = {
        (chair.table_id, chair.entry_id): chair.number + 1
        for chair in Chair.objects.filter(round__session__event=event, round__number=number)
    }
    return {
        (play.table.number, play.board.number): tuple(
            chair_of[play.table_id, seat.entry_id] for seat in play.seats.order_by("number")
        )
        for play in Play.objects.filter(round__session__event=event, round__number=number)
    }


def test_a_hand_slip_names_the_chair_that_takes_it() -> None:
    event = make_turned()
    planned = slips(event, "1").chairs
    start_round(event)
    assert planned == slips(event, "1").chairs == chairs_held(event, 1)
    assert len(set(planned.values())) == 3
    data = payload(slips(event, "1")).data
    for place in (place for page in data["pages"] for place in page if place):
        table, slip, chair = place
        board, seat = int(data["slips"][slip]["board"]), "ABC".index(data["slips"][slip]["seat"])
        assert chair == str(planned[table, board][seat])
    told = poppler.text(render(slips(event, "1")))
    assert told.count("Chair 1") == told.count("Chair 3") == 9
    assert "each slip says which chair takes it" in cover(slips(event, "1"))


def test_where_seats_hold_no_slip_names_a_chair() -> None:
    told = poppler.text(render(slips(make_event(players=9, rounds=1), "1")))
    assert "hair" not in told


def test_the_reserves_cover_says_that_the_desk_tells_its_numbers() -> None:
    event = make_turned()
    sheet = slips(event, "reserve")
    assert sheet.chairs == {}
    assert "the desk says which number it has on screen and on the travellers" in cover(sheet)
    assert "the desk says which number" not in cover(slips(event, "1"))


def test_guide_cards_name_chairs_and_no_letters_where_all_three_are_held() -> None:
    event = make_turned()
    cards = selectors.guide_cards(event).cards
    stored = {
        (chair.entry.number, chair.round.number): str(chair.number + 1)
        for chair in Chair.objects.filter(round__session__event=event)
    }
    for card in cards:
        for stop in card.stops:
            assert stop.seat == ""
            assert stop.chair == stored[card.player.number, stop.round]
            assert stop.boards == tuple(range(3 * stop.round - 2, 3 * stop.round + 1))
    told = poppler.text(render(selectors.guide_cards(event)))
    assert "Chair" in told.title()
    words = "Your seat changes from board to board; seat A leads."
    assert words in told
    assert "Seat" not in told.replace(words, "").title()


def test_guide_cards_list_the_letters_of_boards_that_are_no_multiple_of_three() -> None:
    event = make_turned(boards=2)
    playing = start_round(event)
    for card in selectors.guide_cards(event).cards:
        held = playing.plays.filter(seats__entry__number=card.player.number)
        letters = held.order_by("board__number").values_list("seats__number", flat=True)
        letters = letters.filter(seats__entry__number=card.player.number)
        (stop, *_rest) = card.stops
        assert stop.seat == ", ".join("ABC"[seat] for seat in letters)
        assert stop.chair != ""
    assert "Your seat changes" not in poppler.text(render(selectors.guide_cards(event)))


def test_score_slips_have_the_seat_of_each_chair_on_each_board() -> None:
    event = make_turned()
    first = Round.objects.get(session__event=event, number=1)
    planned = selectors.score_slips(event, first)
    start_round(event)
    assert selectors.score_slips(event, first) == planned
    held = chairs_held(event, 1)
    for slip in planned.slips:
        for line in slip.lines:
            by_seat = held[slip.table, line.board]
            assert line.seats == tuple("ABC"[by_seat.index(chair)] for chair in (1, 2, 3))


def test_sheets_are_printed_when_a_stand_in_gave_the_seat_up_between_boards() -> None:
    event = make_event(players=8, rounds=2)
    stand_ins_set(event=event, round_number=1, kind="house")
    playing = start_round(event)
    house = event.entries.get(stand_in="house")
    first = playing.plays.filter(seats__entry=house).order_by("board__number")[0]
    record(first)
    late = event.entries.create(
        player=event.club.players.create(name=NewEntry("Late").name), number=50
    )
    # As when somebody who comes late takes the place for the boards that are left.
    playing.chairs.filter(entry=house).update(entry=late)
    for play in playing.plays.filter(seats__entry=house).exclude(pk=first.pk):
        play.seats.filter(entry=house).update(entry=late)
    cards = {card.player.name: card for card in selectors.guide_cards(event).cards}
    assert cards["Late"].stops[0].boards
    slip = next(
        slip
        for slip in selectors.score_slips(event, playing).slips
        if slip.table == first.table.number
    )
    assert [line.seats for line in slip.lines] == [("A", "B", "C")] * 3


def test_one_copy_of_a_board_is_printed_once_for_the_first_table_that_has_it() -> None:
    event = make_shared()
    printed: dict[int, list[int]] = defaultdict(list)
    for number in (1, 2, 3, 4):
        try:
            sheet = slips(event, str(number))
        except Refused:
            continue
        for table, boards in sheet.played.items():
            for board in boards:
                printed[board].append(table)
    assert all(len(tables) == 1 for tables in printed.values())
    everything = slips(event, "all")
    assert {board: [table] for table, own in everything.played.items() for board in own} == printed
    play_round(event)
    first = Play.objects.filter(round__session__event=event).select_related("table", "board")
    for play in first:
        assert printed[play.board.number] == [play.table.number]
    # What was played is not new in the rounds to come.
    assert not set(first.values_list("board__number", flat=True)) & {
        board.number for board in slips(event, "all").boards
    }
    assert "let it go on with its board" in cover(everything)


def cover(sheet: HandSlips) -> str:
    return " ".join(poppler.text(render(sheet), page=1).split())


def test_a_table_alone_gets_all_its_boards_though_they_come_from_others() -> None:
    event = make_shared()
    last = Round.objects.get(session__event=event, number=4)
    seated = selectors.rounds_to_print(event)[-1]
    for table, boards in seated.played.items():
        assert slips(event, str(last.number), str(table)).played == {table: boards}


def test_boards_that_move_on_name_no_chair_since_it_differs_at_the_next_table() -> None:
    assert slips(make_shared(turned=True), "1").chairs == {}


def test_a_round_without_new_boards_says_so() -> None:
    event = make_event(
        players=15, rounds=5, boards_per_round=1, movement=Event.Movement.SHARED, turned=False
    )
    rounds = selectors.rounds_to_print(event)
    stale = [each for each in rounds if not any(each.new.values())]
    assert stale, "every round of this movement has a new board: take another one"
    words = {each.value: each.words for each in hand_slip_choices(rounds, sealed_of(event))}
    for each in stale:
        assert "no new boards" in words[str(each.number)]
        with pytest.raises(Refused, match="No board is new"):
            hands_asked(event, str(each.number), "")


def test_no_board_of_another_table_is_said_to_be_replaced() -> None:
    event = make_shared()
    for _round in range(3):
        notes = reserve_notes(event, selectors.rounds_to_print(event))
        assert not any("has had board" in note for note in notes)
        play_round(event)


def test_each_board_is_said_where_it_is_and_where_it_goes() -> None:
    event = make_shared()
    sheet = board_cards(event)
    at: dict[int, dict[int, int | None]] = defaultdict(dict)
    for card in sheet.cards:
        for stop in card.stops:
            for board in stop.boards:
                assert stop.round not in at[board]
                at[board][stop.round] = card.table
    for card in sheet.cards:
        for stop in card.stops:
            for board in stop.boards:
                came, goes = at[board].get(stop.round - 1), at[board].get(stop.round + 1)
                earlier = any(table for number, table in at[board].items() if number < stop.round)
                later = any(table for number, table in at[board].items() if number > stop.round)
                assert stop.before == Whereabouts(table=came, new=not earlier)
                # The director has those that no table has had.
                assert card.table or not stop.before.new
                assert stop.after == Whereabouts(table=goes, done=not later)
    ways = ((board, number, table) for board, way in at.items() for number, table in way.items())
    played = {(board, number): table for board, number, table in ways if table is not None}
    for _round in range(4):
        playing = start_round(event)
        for play in playing.plays.select_related("board", "table"):
            assert played.pop((play.board.number, playing.number)) == play.table.number
            record(play)
        round_close(playing=playing)
    assert not played
    with pytest.raises(Refused):
        board_cards(event)


def test_the_desk_prints_the_ways_where_boards_move_alone(director: Client) -> None:
    moving, other = make_shared(), make_turned()
    answer = director.get(reverse("desk_board_cards", args=[moving.public_id]))
    assert answer["Content-Type"] == "application/pdf"
    told = poppler.text(answer.content)
    assert "Side table" in told
    assert "Table 5" in told
    assert "Ways of the boards" in told
    assert "director" in told
    assert director.get(reverse("desk_board_cards", args=[other.public_id])).status_code == 302
    for event, count in ((moving, 1), (other, 0)):
        page = director.get(reverse("desk_print", args=[event.public_id])).content.decode()
        assert page.count("/print/board-cards.pdf") == count


@pytest.mark.parametrize("movement", [Event.Movement.BAROMETER, Event.Movement.SHARED])
def test_all_can_be_printed_while_a_player_taken_out_is_missing_in_the_plan(
    director: Client, movement: str
) -> None:
    event = make_event(players=9, rounds=3, boards_per_round=3, turned=True, movement=movement)
    seated = Chair.objects.filter(round__session__event=event, table__number=2).first()
    assert seated is not None
    entry_remove(entry=seated.entry)
    assert director.get(reverse("desk_print", args=[event.public_id])).status_code == 200
    for name in ("desk_guide_cards", "desk_score_slips"):
        answer = director.get(reverse(name, args=[event.public_id]), {"round": "1"})
        assert answer["Content-Type"] == "application/pdf"
    hands = reverse("desk_hand_slips", args=[event.public_id])
    assert director.post(hands, {"round": "1"})["Content-Type"] == "application/pdf"


def test_boards_that_stay_at_a_table_do_not_go_to_it() -> None:
    event = make_event(players=16, rounds=5, boards_per_round=1, movement=Event.Movement.SHARED)
    for page in payload(board_cards(event)).data["pages"]:
        for card in filter(None, page):
            here = f"table {card['table']}" if card["table"] else "side table"
            assert here not in {stop[way] for stop in card["stops"] for way in ("before", "after")}
    told = poppler.text(render(board_cards(event)))
    assert "already here" in told
    assert "stay here" in told
