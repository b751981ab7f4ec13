"""A table's page where players keep their chairs as boards turn, and where boards move on."""

import re

import pytest

from tests.builders import make_event, play_round, record, start_round
from tests.phone.conftest import Phone, text
from tournament.events.models import Entry, Event, Round
from tournament.events.services import NewEntry, entries_add
from tournament.results.services import round_close
from tournament.tables.models import Chair, Play, PlaySeat, Table
from tournament.tables.selectors import boards_due

pytestmark = pytest.mark.django_db

HOLDS = re.compile(
    r'<b><span class="visually-hidden">Seat </span>([ABC])</b> <bdi>(Player \d+)</bdi>'
)


@pytest.fixture
def event(db: None) -> Event:
    """Nine players, two rounds of three turned boards, none begun."""
    return make_event(players=9, rounds=2, boards_per_round=3, turned=True)


@pytest.fixture
def table(event: Event) -> Table:
    return event.tables.get(number=1)


def names(play: Play) -> list[tuple[str, str]]:
    held = play.seats.select_related("entry__player")
    return [("ABC"[seat.number], seat.entry.player.name) for seat in held]


def chairs(table: Table, number: int = 1) -> list[str]:
    held = Chair.objects.filter(table=table, round__number=number)
    return [chair.entry.player.name for chair in held.select_related("entry__player")]


def holds(page: str) -> list[list[tuple[str, str]]]:
    """Return, for each board of the page, who holds which seat as it says it."""
    found = HOLDS.findall(page)
    return [found[first : first + 3] for first in range(0, len(found), 3)]


def test_chairs_have_numbers_and_each_board_says_who_holds_what(event: Event, table: Table) -> None:
    playing = start_round(event)
    page = text(Phone(table).get())
    for number, name in enumerate(chairs(table), start=1):
        sign = f'<span class="seat"><span class="visually-hidden">Chair </span>{number}</span>'
        assert f"{sign} <span><bdi>{name}</bdi>" in page
    plays = table.plays.filter(round=playing).order_by("board__number")
    assert holds(page) == [names(play) for play in plays]
    assert len({tuple(each) for each in holds(page)}) == 3
    assert "You keep your chairs." in page


def test_a_board_that_is_entered_says_it_with_the_counts_alone(event: Event, table: Table) -> None:
    start_round(event)
    record(table.plays.get(board__number=2))
    page = text(Phone(table).get())
    assert holds(page) == [names(table.plays.get(board__number=board)) for board in (1, 3)]


def test_before_the_round_the_plan_is_told_and_it_comes_true(event: Event, table: Table) -> None:
    page = text(Phone(table).get())
    assert all(f"<li>Board {board}:" in page for board in (1, 2, 3))
    told = holds(page)
    start_round(event)
    assert told == [names(play) for play in table.plays.order_by("board__number")]


def test_an_unsettled_plan_is_not_told(event: Event, table: Table) -> None:
    entries_add(event=event, entries=[NewEntry("Late")])
    page = text(Phone(table).get())
    assert "still seating" in page
    assert holds(page) == []


def test_a_board_that_the_table_will_not_play_is_not_told(event: Event, table: Table) -> None:
    playing = start_round(event)
    for play in playing.plays.order_by("pk"):
        record(play)
    round_close(playing=playing)
    second = event.sessions.get().rounds.get(number=2)
    chair = second.chairs.filter(table=table)[0]
    board = second.boards.order_by("number")[0]
    PlaySeat.objects.filter(pk=chair.entry.seats.values("pk")[:1]).update(board=board)
    page = text(Phone(table).get())
    assert f"<li>Board {board.number}:" not in page
    assert len(holds(page)) == 2


def test_the_way_to_the_next_table_names_the_chair(event: Event, table: Table) -> None:
    phone = Phone(table, seat=0)
    me = Entry.objects.get(chairs__table=table, chairs__round__number=1, chairs__number=0)
    play_round(event)
    goes = me.chairs.select_related("table").get(round__number=2)
    page = text(phone.get())
    where = f"table <b>{goes.table.number}</b>, <strong>chair {goes.number + 1}</strong>"
    assert f'<bdi>{me.player.name}</bdi> <span class="visually-hidden">:</span>' in page
    assert where in page.split('class="me"')[1].split("</li>")[0]
    start_round(event)
    phone.table = event.tables.exclude(pk=goes.table_id)[0]
    assert (
        f"in round 2 you sit at table {goes.table.number}, chair {goes.number + 1}. Scan"
        in text(phone.get())
    )


def test_the_result_is_entered_by_seat_under_the_names_of_that_board(
    event: Event, table: Table
) -> None:
    start_round(event)
    play = table.plays.get(board__number=2)
    phone = Phone(table)
    phone.says_me(play.seats.get(number=1).entry_id)
    page = text(phone.get("2/"))
    legends = re.findall(r"Seat </span>([ABC])</span> <bdi>(Player \d+)</bdi><span", page)
    assert legends == names(play)
    assert names(play) != names(table.plays.get(board__number=1))


def test_where_boards_move_on_the_next_ones_of_the_table_are_told() -> None:
    event = make_event(players=15, rounds=4, boards_per_round=2, movement=Event.Movement.SHARED)
    table = event.tables.get(number=3)
    told = text(Phone(table).get())
    playing = start_round(event)
    plays = table.plays.filter(round=playing).order_by("board__number")
    assert [int(each) for each in re.findall(r"<li>Board (\d+):", told)] == [
        play.board.number for play in plays
    ]
    assert holds(told) == [names(play) for play in plays]


def test_where_seats_hold_nothing_is_said_of_chairs() -> None:
    event = make_event(players=9, rounds=2)
    phone = Phone(event.tables.get(number=1))
    before = text(phone.get())
    start_round(event)
    for page in (before, text(phone.get())):
        assert "hair" not in page.split("<main", 1)[1].split("</main>")[0]
        assert holds(page) == []


class TestWaysOfBoards:
    """Where boards move on, the phone says where they go and where the next ones are."""

    @pytest.fixture
    def moving(self, db: None) -> Event:
        return make_event(
            players=15, rounds=4, boards_per_round=2, movement=Event.Movement.SHARED, turned=True
        )

    @staticmethod
    def at(event: Event) -> dict[int, dict[int, int]]:
        """Return by round and table the first board there, as the plan has it."""
        found: dict[int, dict[int, int]] = {}
        for playing in Round.objects.filter(session__event=event):
            for (_round, table), due in boards_due([playing]).items():
                number = Table.objects.get(pk=table).number
                found.setdefault(playing.number, {})[number] = due.boards[0].number
        return found

    def expected(self, event: Event, table: int, upcoming: int) -> set[str]:
        at = self.at(event)
        last, first = at[upcoming - 1][table], at[upcoming][table]
        goes = {board: where for where, board in at[upcoming].items()}
        came = {board: where for where, board in at[upcoming - 1].items()}
        later = {board for each, seen in at.items() if each > upcoming for board in seen.values()}
        before = {board for each, seen in at.items() if each < upcoming for board in seen.values()}
        last_words, first_words = f"{last}–{last + 1}", f"{first}–{first + 1}"
        if last in goes:
            gone = f"Boards {last_words} go to table {goes[last]}."
        elif last in later:
            gone = f"Boards {last_words} go to the side table."
        else:
            gone = f"Boards {last_words} have been everywhere: they go to the director."
        if last == first:
            return {f"Boards {last_words} stay here."}
        if first in came:
            comes = f"Boards {first_words} come from table {came[first]}."
        elif first in before:
            comes = f"Boards {first_words} come from the side table."
        else:
            comes = f"Boards {first_words} are new: they come from the director."
        return {gone, comes}

    @staticmethod
    def told(page: str) -> set[str]:
        _before, has, rest = page.partition('id="passing-title"')
        return set(re.findall(r"<li>(.+?)</li>", rest.split("</ul>")[0])) if has else set()

    def test_between_rounds_at_every_table(self, moving: Event) -> None:
        seen = set()
        for number in (1, 2, 3):
            play_round(moving)
            for table in moving.tables.all():
                told = self.told(text(Phone(table).get()))
                assert told == self.expected(moving, table.number, number + 1)
                seen |= {re.sub(r"\d+", "", each) for each in told}
        # This movement has all of them.
        assert len(seen) >= 5

    def test_while_a_round_is_played(self, moving: Event) -> None:
        play_round(moving)
        playing = start_round(moving)
        table = moving.tables.get(number=2)
        comes = self.expected(moving, 2, 2) - self.expected_gone(moving)
        first, second = table.plays.filter(round=playing).order_by("board__number")
        # To begin with, where its boards are; then nothing, and in the end where they go.
        assert self.told(text(Phone(table).get())) == comes
        record(first)
        assert self.told(text(Phone(table).get())) == set()
        record(second)
        assert self.told(text(Phone(table).get())) == self.expected(moving, 2, 3)

    def expected_gone(self, event: Event) -> set[str]:
        return {each for each in self.expected(event, 2, 2) if " go to " in each}

    def test_not_where_the_plan_is_unsettled_nor_in_browsers_nor_elsewhere(
        self, moving: Event
    ) -> None:
        other = make_event(players=9, rounds=2, boards_per_round=1, turned=True)
        live = make_event(
            players=15, rounds=2, boards_per_round=1, movement="shared", play_mode="live"
        )
        for event in (moving, other, live):
            play_round(event)
        entries_add(event=moving, entries=[NewEntry("Late")])
        for event in (moving, other, live):
            assert self.told(text(Phone(event.tables.get(number=1)).get())) == set()
