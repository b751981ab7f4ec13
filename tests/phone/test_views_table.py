"""A table's page through the evening."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import make_event, play_round, record, start_round
from tests.phone.conftest import Phone, text
from tournament.events.models import Event, Round
from tournament.events.services import NewEntry, entries_add
from tournament.live.event_play import round_extend, round_pause
from tournament.results.services import round_close
from tournament.tables.models import Chair, LatePlay, Play, Table
from tournament.tables.planning import movement_plan
from tournament.tables.services import tables_call

pytestmark = pytest.mark.django_db


def names(table: Table, round_number: int) -> list[str]:
    chairs = Chair.objects.filter(table=table, round__number=round_number)
    return [chair.entry.player.name for chair in chairs.select_related("entry__player")]


def test_before_round_1_it_says_who_sits_where() -> None:
    table = make_event(players=9, rounds=2).tables.get(number=2)
    phone = Phone(table)
    page = text(phone.get())
    assert "Round 1 has not begun" in page
    for name in names(table, 1):
        assert f"<bdi>{name}</bdi>" in page
    assert "Enter the result" not in page
    assert phone.get("1/").status_code == 404


def test_who_comes_late_is_being_seated() -> None:
    event = make_event(players=9, rounds=2)
    phone = Phone(event.tables.get(number=1))
    entries_add(event=event, entries=[NewEntry("Zoé")])
    assert "still seating the players" in text(phone.get())
    movement_plan(event=event)
    assert "still seating the players" not in text(phone.get())


def test_a_running_round_lists_its_boards_each_with_one_next_step(anna: Phone) -> None:
    page = text(anna.get())
    assert "Round 1 of 2" in page
    assert page.count("Enter the result") == 3
    assert "0 of 3 entered" in page
    anna.enters(1, 5, 3, 2)
    page = text(anna.get())
    assert page.count("Enter the result") == 2
    assert "1 of 3 entered" in page


def test_the_phone_knows_its_player_until_told_otherwise(nobody: Phone) -> None:
    chair = nobody.table.chairs.get(round__number=1, number=1)
    assert text(nobody.get()).count("That’s me") == 3
    nobody.says_me(chair.entry_id)
    page = text(nobody.get())
    assert "That’s me" not in page
    assert page.count("Not me") == 1
    nobody.post("me/", {"forget": "1"})
    assert text(nobody.get()).count("That’s me") == 3


def test_a_player_at_the_wrong_table_is_sent_to_the_right_one(anna: Phone, event: Event) -> None:
    chair = anna.table.chairs.get(round__number=1, number=0)
    anna.table = event.tables.get(number=2)
    page = text(anna.get())
    assert f"<bdi>{chair.entry.player.name}</bdi>: in round 1 you sit at table 1, seat A." in page
    # Whose phone it is can be put right here.
    assert page.count("That’s me") == 3


def test_a_call_is_told_to_tables_that_have_not_begun(anna: Phone, event: Event) -> None:
    assert "The director called" not in text(anna.get())
    tables_call(event=event)
    assert "to your places for round 1" in text(anna.get())
    anna.enters(1, 5, 3, 2)
    assert "The director called" not in text(anna.get())


def test_the_page_is_the_tables_own_and_its_fragment_is_no_page(anna: Phone) -> None:
    page = text(anna.get())
    assert 'data-stream="/stream/?t=' in page
    fragment = anna.get(**{"HX-Request": "true"})
    assert "<html" not in text(fragment)
    assert "Round 1 of 2" in text(fragment)
    assert "HX-Request" in fragment["Vary"]


def test_between_rounds_it_says_where_to_go(event: Event, anna: Phone) -> None:
    playing = event.sessions.get().rounds.get(number=1)
    for play in playing.plays.all():
        record(play)
    # As soon as the table is done, before the round is closed.
    assert "Afterwards, in round 2" in text(anna.get())
    round_close(playing=playing)
    page = text(anna.get())
    assert "Please move for round 2" in page
    for chair in anna.table.chairs.filter(round__number=1):
        goes = event.entries.get(pk=chair.entry_id).chairs.get(round__number=2)
        seat = "ABC"[goes.number]
        name = f'<bdi>{chair.entry.player.name}</bdi> <span class="visually-hidden">:</span>'
        place = f"table <b>{goes.table.number}</b>, <strong>seat {seat}</strong>"
        assert f'{name} <span class="to">{place}' in page
    # The phone's own player comes first.
    moves = page.split('class="panel moves"')[1]
    assert moves.index('class="me"') < moves.index("<bdi>") < moves.index("</li>")


def test_whoever_sits_out_is_told() -> None:
    event = make_event(players=4, rounds=3, boards_per_round=1)
    table = event.tables.get(number=1)
    out = event.sessions.get().rounds.get(number=2).sit_outs.get().entry
    phone = Phone(table, seat=out.chairs.get(round__number=1).number)
    play_round(event)
    page = text(phone.get())
    moves = page.split('class="panel moves"')[1]
    assert f"<bdi>{out.player.name}</bdi>" in moves
    assert "sits out" in moves
    start_round(event)
    assert f"<bdi>{out.player.name}</bdi>: you sit out round 2" in text(phone.get())


def test_after_the_last_round_it_leads_to_the_standings() -> None:
    event = make_event(players=3, rounds=1, boards_per_round=1)
    phone = Phone(event.tables.get())
    play_round(event)
    page = text(phone.get())
    assert "All rounds are played" in page
    assert f'href="/e/{event.public_id}/"' in page
    assert "Enter the result" not in page
    assert phone.post("me/", {"entry": event.entries.get(number=1).pk}).status_code == 403


def test_a_table_nobody_needs_says_so() -> None:
    event = make_event(players=6, rounds=2, boards_per_round=1)
    for entry in event.entries.filter(number__gt=3):
        entry.last_round = 1
        entry.save()
    play_round(event)
    start_round(event)
    assert "Nobody sits at this table in round 2." in text(Phone(event.tables.get(number=2)).get())


@pytest.mark.parametrize("path", ["", "1/", "1/traveller/"])
def test_the_number_of_queries_does_not_grow(path: str) -> None:
    def queries(players: int, boards: int) -> int:
        event = make_event(players=players, rounds=2, boards_per_round=boards)
        playing = start_round(event)
        phone = Phone(event.tables.get(number=1), seat=0)
        for play in playing.plays.all():
            record(play)
        assert phone.get(path).status_code == 200
        with CaptureQueriesContext(connection) as captured:
            phone.get(path)
        return len(captured)

    assert queries(6, 2) == queries(18, 6)


class TestTraveller:
    def test_only_after_this_tables_own_result(self, anna: Phone, event: Event) -> None:
        for play in event.tables.get(number=2).plays.all():
            record(play, (7, 2, 1))
        answer = anna.get("1/traveller/")
        assert answer.status_code == 403
        assert "once your result is confirmed" in text(answer)
        assert "<b>7" not in text(answer)
        anna.enters(1, 5, 3, 2)
        assert anna.get("1/traveller/").status_code == 403
        assert "How the others did" not in text(anna.get())
        record(anna.table.plays.get(board__number=1))
        assert "<b>7" in text(anna.get("1/traveller/"))
        # That board alone.
        assert anna.get("2/traveller/").status_code == 403

    def test_an_event_that_does_not_show_it(self) -> None:
        event = make_event(players=3, rounds=1, boards_per_round=1, show_traveller=False)
        play = start_round(event).plays.get()
        record(play)
        phone = Phone(event.tables.get())
        assert "How the others did" not in text(phone.get())
        answer = phone.get("1/traveller/")
        assert answer.status_code == 403
        assert "shown later" in text(answer)

    def test_names_of_other_tables_only_with_consent(self, anna: Phone, event: Event) -> None:
        other = event.tables.get(number=2).chairs.filter(round__number=1)[0].entry
        other.player.name, other.player.name_public = "Zacharias", False
        other.player.save()
        for play in event.sessions.get().rounds.get(number=1).plays.all():
            record(play)
        page = text(anna.get("1/traveller/"))
        assert f"Player {other.number}" in page
        for path in ("", "1/", "1/traveller/"):
            assert "Zacharias" not in text(anna.get(path))

    def test_no_card_before_the_deals_are_revealed(self, anna: Phone, event: Event) -> None:
        for play in event.sessions.get().rounds.get(number=1).plays.all():
            record(play)
        for path in ("", "1/", "1/traveller/"):
            page = text(anna.get(path))
            for sign in ("card-face", 'class="hand"', "suit-s", "♠", "♥", "♦", "♣"):
                assert sign not in page


def test_the_table_sees_what_is_left_of_the_round(nobody: Phone, playing: Round) -> None:
    assert "Time left" not in text(nobody.get())
    round_extend(playing=playing, minutes=10)
    page = text(nobody.get())
    assert "data-left" in page
    assert "until " in page.split("Time left")[1]
    round_pause(playing=playing)
    page = text(nobody.get())
    assert "data-stopped" in page
    assert "The clock is stopped." in page


def test_a_round_whose_time_is_over_says_so(nobody: Phone, playing: Round) -> None:
    Round.objects.filter(pk=playing.pk).update(ends_at=playing.started_at)
    assert ">Time is up</b>" in text(nobody.get())


def test_a_board_that_is_played_later_is_not_what_the_table_does_next(
    anna: Phone, play: Play
) -> None:
    LatePlay.objects.create(play=play)
    anna.enters(2, 5, 3, 2)
    page = text(anna.get())
    first, _, third = page.split('<article class="panel board-line"')[1:]
    assert '<span class="muted">later</span> <a class="button quiet"' in first
    assert '<a class="button" ' in third
    assert "Board 1 is missing" not in page
