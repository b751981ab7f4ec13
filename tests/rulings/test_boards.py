"""Another board than the round's at a table, and a round with other boards than planned."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from deals.selectors import deal_of
from tests.builders import make_director, make_event, play_round, record, start_round
from tests.rulings.evenings import everything, given
from tournament.desk.slips import slip_record
from tournament.errors import Refused
from tournament.events.models import Event, Round
from tournament.events.reserve import reserve_left
from tournament.players.services import player_create
from tournament.results.models import Result
from tournament.results.services import play_take_up, round_close, submission_create
from tournament.rulings.boards import BoardChange, RoundChange
from tournament.rulings.changes import Change, SeatsChange, SubstituteChange
from tournament.rulings.models import Proposal, Ruling
from tournament.rulings.services import ruling_make, ruling_preview, ruling_undo
from tournament.standings.models import Standings
from tournament.standings.selectors import entrants_of, standings_computed
from tournament.standings.services import standings_compute
from tournament.tables.models import Play, PlaySeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db: None) -> Event:
    """Nine players, three rounds of one board: board 1 is being played."""
    event = make_event(players=9, rounds=3, boards_per_round=1, sit_out="50")
    start_round(event)
    return event


def play_at(event: Event, table: int, board: int) -> Play:
    found = Play.objects.select_related("table", "board", "round__session__event")
    return found.get(table__event=event, table__number=table, board__number=board)


def make(event: Event, change: Change, after: Any) -> Ruling:
    return ruling_make(
        event=event, change=change, after=after, reason="Slip", user=make_director(),
        seen=change.read(),
    )  # fmt: skip


def wrong_board(play: Play, board: int, instead: Any = None) -> tuple[BoardChange, Any]:
    change = BoardChange([play])
    return change, {str(play.pk): {"board": board, "owed": play.board.number, "given": instead}}


def figures(event: Event) -> dict[int, tuple[int, int | None]]:
    return {row.entry: (row.boards, row.rank) for row in standings_computed(event).rows}


def over(event: Event) -> dict[str, Any]:
    """How far the event is: its state, its rounds', when they were closed, until when it waits."""
    found = Event.objects.get(pk=event.pk)
    rounds = found.sessions.get().rounds.values_list("state", "closed_at", "reopened")
    until = found.provisional_until
    return {"state": found.state, "until": until, "rounds": list(rounds)}


class TestWrongBoard:
    def test_the_result_counts_for_the_board_played_and_the_other_is_owed(
        self, event: Event
    ) -> None:
        play = play_at(event, 2, 1)
        record(play, (5, 3, 2))
        before = everything()
        ruling_preview(event=event, change=BoardChange([play]), after=wrong_board(play, 2)[1])
        assert everything() == before

        make(event, *wrong_board(play, 2))

        moved = play_at(event, 2, 2)
        assert (moved.pk, moved.result.detail) == (play.pk, {"tricks": [5, 3, 2]})
        owed = play_at(event, 2, 1)
        assert not hasattr(owed, "result")
        assert list(owed.seats.values_list("entry", "number")) == list(
            moved.seats.values_list("entry", "number")
        )

    def test_the_other_board_may_be_adjusted_at_once(self, event: Event) -> None:
        make(event, *wrong_board(play_at(event, 2, 1), 2, given("A+", "A", "A-")))
        assert play_at(event, 2, 1).result.detail == given("A+", "A", "A-")

    @pytest.mark.parametrize("instead", [None, given("A", "A", "A")])
    def test_undone_it_is_as_it_was(self, event: Event, instead: Any) -> None:
        record(play_at(event, 2, 1))
        kept = (Play, PlaySeat, Result)
        before = [list(model.objects.order_by("pk").values()) for model in kept]
        ruling = make(event, *wrong_board(play_at(event, 2, 1), 2, instead))
        ruling_undo(ruling=ruling, reason="No", user=make_director())
        assert [list(model.objects.order_by("pk").values()) for model in kept] == before

    def test_it_is_not_undone_once_the_other_board_was_played(self, event: Event) -> None:
        ruling = make(event, *wrong_board(play_at(event, 2, 1), 2))
        record(play_at(event, 2, 1), (4, 4, 2))
        with pytest.raises(Refused, match="changed again since"):
            ruling_undo(ruling=ruling, reason="No", user=make_director())
        assert play_at(event, 2, 2) and play_at(event, 2, 1)

    def test_nor_while_a_change_of_the_other_board_is_proposed(self, event: Event) -> None:
        ruling = make(event, *wrong_board(play_at(event, 2, 1), 2))
        owed = play_at(event, 2, 1)
        seats = SeatsChange([owed])
        proposal = Proposal.objects.create(
            event=event, kind=seats.kind, before=seats.read(), after={}, reason="Slip",
            user=make_director(), at=timezone.now(),
        )  # fmt: skip
        proposal.plays.add(owed)
        with pytest.raises(Refused, match="it stays on record"):
            ruling_undo(ruling=ruling, reason="No", user=make_director())

    def test_a_board_its_players_have_had_cannot_count_twice(self, event: Event) -> None:
        for table in (1, 2, 3):
            record(play_at(event, table, 1))
        round_close(playing=event.sessions.get().rounds.get(number=1))
        start_round(event)
        with pytest.raises(Refused, match="had played board 1 already"):
            make(event, *wrong_board(play_at(event, 1, 2), 1))

    def test_tables_that_meet_it_again_get_a_board_of_the_reserve(self, event: Event) -> None:
        for table in (1, 2, 3):
            record(play_at(event, table, 1))
        make(event, *wrong_board(play_at(event, 2, 1), 2))
        round_close(playing=event.sessions.get().rounds.get(number=1), accept_missing=True)
        assert reserve_left(event.sessions.get()) == 1

        playing = start_round(event)

        # In the second round the three sit at three tables: all of them get the same other board.
        plays = list(playing.plays.select_related("board", "instead_of").order_by("table__number"))
        numbers = playing.plays.values_list("board__number", "instead_of__number")
        assert list(numbers) == [(4, 2)] * 3
        assert plays[0].board.deal_set == event.sessions.get().reserve_set
        assert deal_of(plays[0].board.deal_set, plays[0].board.deal_number)
        assert reserve_left(event.sessions.get()) == 0
        for play in plays:
            record(play)
        round_close(playing=playing)
        assert sorted(boards for boards, _rank in figures(event).values()) == [2] * 9

    def test_without_a_reserve_the_table_has_none_and_sits_out(self, event: Event) -> None:
        session = event.sessions.get()
        change = RoundChange([play_at(event, table, 1) for table in (1, 2, 3)])
        make(event, change, change.read() | {"more": 1})
        make(event, *wrong_board(play_at(event, 2, 1), 2))
        for play in Play.objects.filter(result=None):
            record(play)
        round_close(playing=session.rounds.get(number=1))
        assert not start_round(event).plays.exists()


class TestRoundsBoards:
    def test_a_board_more_comes_from_the_reserve_for_every_table(self, event: Event) -> None:
        plays = list(Play.objects.order_by("pk"))
        change = RoundChange(plays)
        ruling = make(event, change, change.read() | {"more": 1})
        added = Play.objects.exclude(pk__in=[play.pk for play in plays])
        assert {play.board.number for play in added} == {4}
        assert added.count() == 3
        with pytest.raises(Refused, match="0 boards left"):
            make(event, change, change.read() | {"more": 2})
        play = added[0]
        ruling_undo(ruling=ruling, reason="No", user=make_director())
        assert Play.objects.count() == 3
        assert reserve_left(event.sessions.get()) == 1
        # Whose page still shows it is told.
        sent: dict[str, Any] = {"detail": {"tricks": [5, 3, 2]}, "sent_id": uuid4()}
        director = make_director()
        for enter in (
            lambda: submission_create(play=play, **sent, seat=0, device="one"),
            lambda: slip_record(play=play, **sent, seen=None, user=director),
            lambda: play_take_up(play=play),
        ):
            with pytest.raises(Refused, match="no longer played at this table"):
                enter()

    def test_a_round_is_replayed_with_other_deals_and_that_is_undone(self, event: Event) -> None:
        for table, tricks in ((1, (5, 3, 2)), (2, (2, 3, 5)), (3, (3, 5, 2))):
            record(play_at(event, table, 1), tricks)
        before = figures(event)
        plays = list(Play.objects.order_by("pk").select_related("table"))
        change = RoundChange(plays)
        gone = {str(play.pk): {"not_played": "Lights went out"} for play in plays}
        ruling = make(event, change, {"results": gone, "more": 1})
        assert {boards for boards, _rank in figures(event).values()} == {0}
        assert Play.objects.filter(board__number=4, result=None).count() == 3
        ruling_undo(ruling=ruling, reason="The light is back", user=make_director())
        assert figures(event) == before

    def test_replaying_opens_a_closed_round_again(self, event: Event) -> None:
        for table in (1, 2, 3):
            record(play_at(event, table, 1))
        playing = event.sessions.get().rounds.get(number=1)
        round_close(playing=playing)
        plays = list(playing.plays.select_related("table"))
        change = RoundChange(plays)
        gone = {str(play.pk): {"not_played": "Lights"} for play in plays}
        make(event, change, {"results": gone, "more": 1})
        playing.refresh_from_db()
        assert (playing.state, playing.closed_at) == (Round.State.RUNNING, None)

    @pytest.mark.parametrize("replayed", [False, True])
    @pytest.mark.parametrize("closed_again", [False, True])
    def test_undone_the_event_is_over_as_it_was(self, replayed: bool, closed_again: bool) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2, minimum_boards=3)
        Event.objects.update(correction_minutes=30)
        playing = play_round(event)
        event.refresh_from_db()
        plays = list(playing.plays.select_related("table").order_by("pk"))
        before, ranks = over(event), figures(event)
        assert {rank for _boards, rank in ranks.values()} == {None}
        assert [before["state"], *before["rounds"][0][:1]] == ["finished", "closed"]
        change = RoundChange(plays)
        gone = {str(play.pk): {"not_played": "Lights"} for play in plays} if replayed else {}
        now = change.read()
        wanted = {"results": now["results"] | gone, "more": 2}
        ruling = make(event, change, wanted)
        assert over(event)["state"] == "running"
        if closed_again:
            round_close(playing=playing, accept_missing=True)
            assert over(event) != before
        ruling_undo(ruling=ruling, reason="No", user=make_director())
        assert (over(event), figures(event)) == (before, ranks)
        standings_compute(event_id=event.pk)
        stored = Standings.objects.get(event=event).rows
        assert {row["entry"]: (row["boards"], row["rank"]) for row in stored} == ranks

    def test_of_two_additions_each_puts_back_what_it_found(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2)
        playing = play_round(event)
        change = RoundChange(list(playing.plays.select_related("table")))
        first = over(event)
        one = make(event, change, change.read() | {"more": 1})
        two = make(event, change, change.read() | {"more": 2})
        ruling_undo(ruling=two, reason="No", user=make_director())
        assert over(event)["state"] == "running"
        round_close(playing=playing, accept_missing=True)
        second = over(event)
        three = make(event, change, change.read() | {"more": 2})
        ruling_undo(ruling=three, reason="No", user=make_director())
        assert over(event) == second != first
        ruling_undo(ruling=one, reason="No", user=make_director())
        assert over(event) == first

    def test_undone_between_rounds_the_event_goes_on(self, event: Event) -> None:
        for table in (1, 2, 3):
            record(play_at(event, table, 1))
        playing = event.sessions.get().rounds.get(number=1)
        round_close(playing=playing)
        before = over(event)
        change = RoundChange(list(playing.plays.select_related("table")))
        ruling = make(event, change, change.read() | {"more": 1})
        ruling_undo(ruling=ruling, reason="No", user=make_director())
        assert over(event) == before

    def test_the_preview_tells_the_ranks_of_an_event_that_goes_on(self) -> None:
        event = make_event(players=6, rounds=1, boards_per_round=2, minimum_boards=3)
        playing = play_round(event)
        event.refresh_from_db()
        change = RoundChange(list(playing.plays.select_related("table")))
        effect = ruling_preview(event=event, change=change, after=change.read() | {"more": 1})
        assert set(effect.ranks_before.values()) == {None}
        assert len(effect.ranks_after) == 6

    def test_not_while_another_round_is_played(self, event: Event) -> None:
        for table in (1, 2, 3):
            record(play_at(event, table, 1))
        playing = event.sessions.get().rounds.get(number=1)
        round_close(playing=playing)
        start_round(event)
        change = RoundChange(list(playing.plays.select_related("table")))
        before = everything()
        with pytest.raises(Refused, match="Close round 2 first"):
            make(event, change, change.read() | {"more": 1})
        assert everything() == before


class TestSittingOut:
    def test_who_is_seated_by_a_ruling_did_not_sit_out_but_whoever_they_replaced_did(self) -> None:
        event = make_event(players=10, rounds=1, boards_per_round=2, sit_out="50")
        play_round(event)
        out = event.entries.get(seats=None)
        play = play_at(event, 1, 1)
        first = play.seats.get(number=0).entry
        held = list(play.seats.order_by("number").values_list("entry__number", flat=True))
        assert figures(event)[first.pk][0] == 2
        sat_out = {entry: each.sat_out for entry, each in entrants_of(event).items()}
        assert (sat_out[out.pk], sat_out[first.pk]) == (2, 0)

        make(event, SeatsChange([play]), {str(play.pk): [out.number, *held[1:]]})

        sat_out = {entry: each.sat_out for entry, each in entrants_of(event).items()}
        assert (sat_out[out.pk], sat_out[first.pk]) == (1, 1)

    def test_a_board_that_nobody_played_is_nobodys_loss(self) -> None:
        event = make_event(players=10, rounds=1, boards_per_round=2, sit_out="50")
        play_round(event)
        out = event.entries.get(seats=None)
        plays = list(Play.objects.order_by("pk").select_related("table", "board"))
        change = RoundChange(plays)
        now = change.read()
        fewer = {str(play.pk): {"not_played": "Time"} for play in plays if play.board.number == 2}
        make(event, change, now | {"results": now["results"] | fewer})
        sat_out = {entry: each.sat_out for entry, each in entrants_of(event).items()}
        assert sat_out[out.pk] == 1


class TestSubstitutes:
    def test_nobody_holds_two_seats_of_a_board(self, event: Event) -> None:
        play, other = play_at(event, 1, 1), play_at(event, 2, 1)
        here = play.seats.select_related("entry__player").order_by("number")[0].entry
        there = other.seats.select_related("entry__player").order_by("number")[0].entry
        change = SubstituteChange(here, [play])
        with pytest.raises(Refused, match="holds another seat of board 1, at table 2"):
            make(event, change, {str(play.pk): there.player.name})

        helper = player_create(club=event.club, name="Helper", name_public=True)
        make(event, change, {str(play.pk): "Helper"})
        with pytest.raises(Refused, match="holds another seat of board 1, at table 1"):
            make(event, SubstituteChange(there, [other]), {str(other.pk): "Helper"})
        assert helper.substituted.count() == 1
