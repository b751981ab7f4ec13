"""The desk where boards are turned, and where one copy of each goes from table to table."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_director, make_event, record, start_round
from tests.desk.test_rulings import hidden, text
from tests.live.tables import begin
from tournament.desk.arriving import NEW_TABLE, free_seats, player_arrive
from tournament.desk.forms_boards import BoardForm, RoundForm
from tournament.desk.tables_now import tables_now
from tournament.events.models import Board, Event, Round
from tournament.events.selectors import only_session
from tournament.events.services import NewEntry
from tournament.players.models import Player
from tournament.rulings.boards import RoundChange
from tournament.rulings.services import ruling_make
from tournament.tables.models import Play, TableBoards

pytestmark = pytest.mark.django_db

SHARED = Event.Movement.SHARED


def seated(play: Play) -> list[int]:
    return list(play.seats.order_by("number").values_list("entry__number", flat=True))


def plays_of(playing: Round, table: int) -> list[Play]:
    plays = playing.plays.filter(table__number=table).order_by("board__number")
    return list(plays.select_related("board", "table", "round__session__event"))


def arrive(event: Event, key: str) -> None:
    player_arrive(
        event=event,
        new=NewEntry("Late"),
        key=key,
        known=Player.objects.none(),
        user=make_director(),
    )


def test_a_table_made_late_turns_its_boards_as_no_other_table_does() -> None:
    event = make_event(players=8, rounds=2, boards_per_round=3, turned=True)
    playing = start_round(event)
    before = set(map(tuple, TableBoards.objects.values_list("turns", flat=True)))
    arrive(event, NEW_TABLE)
    new = TableBoards.objects.get(table__number=3, round=playing)
    assert len(new.turns) == 3
    assert tuple(new.turns) not in before
    chairs = list(
        playing.chairs.filter(table__number=3)
        .order_by("number")
        .values_list("entry__number", flat=True)
    )
    for index, play in enumerate(plays_of(playing, 3)):
        sits = seated(play)
        assert [sits.index(number) for number in chairs] == [
            (chair + new.turns[index]) % 3 for chair in range(3)
        ]
    for number in chairs:
        held = [seated(play).index(number) for play in plays_of(playing, 3)]
        assert sorted(held) == [0, 1, 2]


def test_where_seats_hold_a_table_made_late_turns_nothing() -> None:
    event = make_event(players=8, rounds=2, boards_per_round=3)
    playing = start_round(event)
    arrive(event, NEW_TABLE)
    assert not TableBoards.objects.exists()
    assert len({tuple(seated(play)) for play in plays_of(playing, 3)}) == 1


@pytest.mark.parametrize(("movement", "offered"), [(SHARED, False), ("barometer", True)])
def test_no_table_is_made_late_where_there_is_one_copy_of_each_board(
    movement: str, offered: bool
) -> None:
    event = make_event(players=17, rounds=2, boards_per_round=2, movement=movement)
    start_round(event)
    assert [seat.key for seat in free_seats(event)] == [NEW_TABLE] * offered


def test_two_on_each_others_chairs_from_a_board_on_held_each_others_seats_there(
    director: Client,
) -> None:
    event = make_event(players=9, rounds=1, boards_per_round=3, turned=True)
    playing = start_round(event)
    plays = plays_of(playing, 1)
    for play in plays:
        record(play)
    before = [seated(play) for play in plays]
    one, other, third = before[1]
    address = reverse("desk_put_right", args=[event.public_id, plays[1].pk, "seats"])
    form = {"seat_0": other, "seat_1": one, "seat_2": third, "scope": "on", "reason": "Chairs"}
    shown = director.post(address, form)
    director.post(address, hidden(shown) | {"sure": "1"})
    swap = {one: other, other: one}
    assert [seated(play) for play in plays] == [
        before[0],
        *([swap.get(number, number) for number in held] for held in before[1:]),
    ]


def test_whoever_came_from_another_table_held_the_seats_of_whom_they_replaced(
    director: Client,
) -> None:
    event = make_event(players=9, rounds=1, boards_per_round=3, turned=True)
    playing = start_round(event)
    here, there = plays_of(playing, 1), plays_of(playing, 2)
    for play in [*here, *there]:
        record(play)
    was, was_there = [seated(play) for play in here], [seated(play) for play in there]
    gone, guest = was[0][0], was_there[0][1]
    address = reverse("desk_put_right", args=[event.public_id, here[0].pk, "seats"])
    form = {"seat_0": guest, "seat_1": was[0][1], "seat_2": was[0][2]}
    shown = director.post(address, form | {"scope": "on", "reason": "Table"})
    director.post(address, hidden(shown) | {"sure": "1"})
    for held, old in zip([*here, *there], [*was, *was_there], strict=True):
        swap = {gone: guest, guest: gone}
        assert seated(held) == [swap.get(number, number) for number in old]


def add_board(playing: Round) -> None:
    """Let a round have a board more, by a ruling."""
    change = RoundChange(list(playing.plays.all()))
    now = change.read()
    ruling_make(
        event=playing.session.event,
        change=change,
        after=now | {"more": 1},
        reason="Time left",
        user=make_director(),
        seen=now,
    )


def test_a_board_more_goes_on_with_the_turns_of_each_table() -> None:
    event = make_event(players=9, rounds=1, boards_per_round=3, turned=True)
    playing = start_round(event)
    add_board(playing)
    for table in (1, 2, 3):
        first, *_middle, added = plays_of(playing, table)
        assert added.board.number == 4
        assert seated(added) == seated(first)


def test_with_shared_boards_every_table_gets_the_board_more() -> None:
    event = make_event(players=15, rounds=2, boards_per_round=2, movement=SHARED)
    playing = start_round(event)
    add_board(playing)
    assert [len(plays_of(playing, table)) for table in range(1, 6)] == [3] * 5
    (added,) = Board.objects.filter(rounds=playing, set=None)
    assert playing.plays.filter(board=added).count() == 5


def test_boards_more_are_not_those_of_a_set_that_took_the_reserve() -> None:
    event = make_event(players=15, rounds=2, boards_per_round=2, movement=SHARED)
    session = only_session(event)
    playing = session.rounds.get(number=1)
    one = playing.boards.order_by("number")[0]
    # As when newcomers after round 1 need sets for which no other deals are left.
    Board.objects.filter(pk=one.pk).update(deal_set=session.reserve_set, deal_number=2)
    playing = start_round(event)
    change = RoundChange(list(playing.plays.all()))
    assert change.read()["more"] == 0


def test_with_shared_boards_fewer_are_counted_from_each_tables_first() -> None:
    event = make_event(players=15, rounds=2, boards_per_round=2, movement=SHARED)
    playing = start_round(event)
    second = plays_of(playing, 2)[1]
    form = RoundForm(
        {"what": "fewer", "reason": "Late"}, event=event, play=second, user=make_director()
    )
    words = text_of_choices(form)
    assert "Board 2 of each table and later ones are not played where missing" in words
    assert "annulled" not in words
    assert form.is_valid(), form.errors
    gone = {play.pk for play in form.change().plays}
    assert gone == {plays_of(playing, table)[1].pk for table in range(1, 6)}


def test_with_shared_boards_a_round_is_replayed_with_as_many_as_a_table_has() -> None:
    event = make_event(players=15, rounds=2, boards_per_round=2, movement=SHARED)
    playing = start_round(event)
    play = plays_of(playing, 2)[0]
    form = RoundForm(
        {"what": "replay", "reason": "Late"}, event=event, play=play, user=make_director()
    )
    assert form.is_valid(), form.errors
    assert form.after()["more"] == 2


def test_with_shared_boards_that_of_another_table_may_have_been_played() -> None:
    event = make_event(players=15, rounds=2, boards_per_round=2, movement=SHARED)
    playing = start_round(event)
    play = plays_of(playing, 2)[0]
    form = BoardForm(event=event, play=play, user=make_director())
    offered = {int(number) for number in re.findall(r'value="(\d+)"', str(form["board"]))}
    own = {each.board.number for each in plays_of(playing, 2)}
    assert offered == set(Board.objects.values_list("number", flat=True)) - own


def text_of_choices(form: RoundForm) -> str:
    return " ".join(str(form["what"]).split())


@pytest.mark.parametrize(("rounds", "watchable"), [(2, False), (1, True)])
def test_a_table_whose_boards_move_on_cannot_be_watched_by_all(
    rounds: int, watchable: bool
) -> None:
    event = make_event(
        players=15, rounds=rounds, boards_per_round=1, movement=SHARED, play_mode="live"
    )
    playing = start_round(event)
    begin(plays_of(playing, 1)[0])
    tables = tables_now(event, playing).tables
    assert [table.is_watchable for table in tables if table.table == 1] == [watchable]


def test_the_desk_enters_by_the_seats_of_each_board(director: Client) -> None:
    event = make_event(players=9, rounds=1, boards_per_round=3, turned=True)
    playing = start_round(event)
    for play in plays_of(playing, 2):
        page = text(director.get(reverse("desk_play", args=[event.public_id, play.pk])))
        names = [seat.entry.player.name for seat in play.seats.select_related("entry__player")]
        places = [page.index(name) for name in names]
        assert places == sorted(places)
