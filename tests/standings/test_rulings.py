"""What the director gives or finds reaches the stored standings: as docs/scoring.md says."""

from fractions import Fraction
from typing import Any

import pytest

from tests.builders import make_director, make_event, play_round, record, start_round
from tests.rulings.evenings import Evening, given, make_evening
from tournament.events.models import Entry, Event
from tournament.events.services import attendance_set
from tournament.players.models import Player
from tournament.results.services import round_close
from tournament.rules.inputs import Unranked
from tournament.rules.scores import from_text
from tournament.rules.tallies import Row
from tournament.rulings.changes import (
    AwardsChange,
    CardsChange,
    Change,
    Json,
    ResultsChange,
    SubstituteChange,
)
from tournament.rulings.models import Ruling
from tournament.rulings.services import ruling_make, ruling_undo
from tournament.standings.models import BoardScores, Standings
from tournament.standings.selectors import board_scores_of, rows_of, standings_of
from tournament.standings.services import standings_compute

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db: None) -> Evening:
    evening = make_evening()
    record(evening.play(3, 2), (2, 2, 6))
    assert standings_compute(event_id=evening.event.pk)
    return evening


def make(event: Event, change: Change, after: Json) -> Ruling:
    """Make the change, and bring the stored standings up to it."""
    ruling = ruling_make(
        event=event,
        change=change,
        after=after,
        reason="Slip",
        user=make_director(),
        seen=change.read(),
    )
    assert standings_compute(event_id=event.pk)
    return ruling


def row_of(entry: Entry) -> Row:
    (row,) = (row for row in rows_of(standings_of(entry.event)) if row.entry == entry.pk)
    return row


def stored(event: Event) -> Any:
    boards = BoardScores.objects.filter(event=event).order_by("board").values_list("data")
    return Standings.objects.get(event=event).rows, list(boards)


@pytest.mark.parametrize(
    ("unit", "value", "points"),
    [
        # Three tables: a top is 4. 10 % of one, matchpoints as they are, a fifth for a half-life.
        ("percent", "-10.00", Fraction(-4, 10)),
        ("points", "-1.50", Fraction(-3, 2)),
        ("lives", "-1.00", Fraction(-4, 5)),
        ("percent", "10.00", Fraction(4, 10)),
    ],
)
def test_an_award_changes_the_matchpoints_and_leaves_again(
    evening: Evening, unit: str, value: str, points: Fraction
) -> None:
    entry = evening.entry(1, 0)
    before, all_before = row_of(entry), stored(evening.event)
    award = {"nature": "procedural", "unit": unit, "value": value}
    ruling = make(evening.event, AwardsChange(entry), [award])
    after = row_of(entry)
    assert after.points == before.points + points
    assert (after.top_sum, after.boards) == (before.top_sum, before.boards)
    ruling_undo(ruling=ruling, reason="Taken back", user=make_director())
    standings_compute(event_id=evening.event.pk)
    assert stored(evening.event) == all_before


class TestSubstitutes:
    @pytest.fixture
    def event(self, db: None) -> Event:
        """Three players, three boards each."""
        event = make_event(players=3, rounds=1, boards_per_round=3)
        for play in start_round(event).plays.all():
            record(play)
        return event

    def send(self, event: Event, *names: str | None) -> Row:
        """Let these sit on boards 1, 2, 3 for whoever has seat A."""
        evening = Evening(event)
        entry = evening.entry(1, 0)
        for board, name in enumerate(names, start=1):
            if name is not None:
                change = SubstituteChange(entry, [evening.play(1, board)])
                make(event, change, dict.fromkeys(change.read(), name))
        return row_of(entry)

    def test_whoever_sat_at_half_of_the_boards_names_the_entry(self, event: Event) -> None:
        row = self.send(event, "Zoé", None, "Zoé")
        assert (row.rank, row.person) == (1, Player.objects.get(name="Zoé").pk)

    def test_else_it_is_the_player_entered(self, event: Event) -> None:
        row = self.send(event, "Zoé", None, None)
        assert (row.rank, row.person, row.unranked) == (1, None, None)

    def test_where_nobody_did_the_scores_stand_without_a_rank(self, event: Event) -> None:
        row = self.send(event, "Zoé", "Léa", None)
        assert (row.rank, row.unranked) == (None, Unranked.NO_NAME)
        assert row.lives == 3
        assert [each.rank for each in rows_of(standings_of(event))] == [1, 2, None]


def test_those_who_held_other_cards_are_compared_among_themselves(evening: Evening) -> None:
    plays = [evening.play(table, 1) for table in (1, 2, 3)]
    board = plays[0].board
    before = stored(evening.event)
    after = {str(play.pk): version for play, version in zip(plays, (0, 0, 1), strict=True)}
    ruling = make(evening.event, CardsChange(plays), after)
    scores = board_scores_of([board])[board.pk]
    # 5-3-2 and 2-3-5 alone: (M * 3 + 1) / 2. Table 3 by itself is a third of E: 60 % of 4.
    assert scores.matchpoints(plays[0].pk) == (Fraction(7, 2), Fraction(2), Fraction(1, 2))
    assert scores.matchpoints(plays[1].pk) == (Fraction(1, 2), Fraction(2), Fraction(7, 2))
    assert scores.matchpoints(plays[2].pk) == (Fraction(12, 5),) * 3
    ruling_undo(ruling=ruling, reason="It was not", user=make_director())
    standings_compute(event_id=evening.event.pk)
    assert stored(evening.event) == before


def test_an_adjusted_score_is_stored_as_it_was_given(evening: Evening) -> None:
    play = evening.play(1, 1)
    shares = [[60, {"tricks": [5, 3, 2]}], [40, {"tricks": [4, 4, 2]}]]
    detail = given("A- fixed", shares, None)
    make(evening.event, ResultsChange([play]), {str(play.pk): detail})
    scores = board_scores_of([play.board])[play.board_id]
    assert scores.scores[play.pk] == (from_text("A- fixed"), from_text("-2*3/5 1*2/5"), None)
    assert scores.matchpoints(play.pk)[0] == Fraction(8, 5)
    left_out = row_of(evening.entry(1, 2))
    assert (left_out.boards, left_out.top_sum) == (1, Fraction(4))


@pytest.mark.parametrize(
    ("boards", "rank", "why"), [(1, None, Unranked.WITHDREW), (2, 1, None), (3, 1, None)]
)
def test_whoever_leaves_before_half_is_not_ranked(
    boards: int, rank: int | None, why: Unranked | None
) -> None:
    event = make_event(players=6, rounds=4, boards_per_round=1)
    for number in range(1, 5):
        if number == boards + 1:
            entry = event.entries.get(number=1)
            attendance_set(event=event, round_number=number, presences={entry.pk: "left"})
        # All the same: everybody who is ranked is first.
        play_round(event)
    standings_compute(event_id=event.pk)
    row = row_of(event.entries.get(number=1))
    assert (row.boards, row.unranked) == (boards, why)
    assert (row.rank is None) == (rank is None)
    # The scores of the others stay as they were made.
    assert all(each.rank for each in rows_of(standings_of(event)) if each.entry != row.entry)


def test_whoever_has_too_few_boards_is_not_ranked_at_the_end() -> None:
    event = make_event(players=4, rounds=3, boards_per_round=1, minimum_boards=3)
    for _round in range(2):
        play_round(event)
        standings_compute(event_id=event.pk)
        assert all(row.rank for row in rows_of(standings_of(event)) if row.boards)
    playing = start_round(event)
    record(playing.plays.get())
    standings_compute(event_id=event.pk)
    event.refresh_from_db()
    assert all(row.rank for row in rows_of(standings_of(event)))
    round_close(playing=playing)
    # Closing the last round is news by itself: no result came with it.
    assert standings_compute(event_id=event.pk)
    rows = rows_of(standings_of(event))
    assert {row.unranked for row in rows if row.boards < 3} == {Unranked.FEW_BOARDS}
    assert {row.boards for row in rows if row.rank} == {3}
