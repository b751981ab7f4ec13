"""Level players, separated in the event's order."""

from fractions import Fraction
from hashlib import sha256

import pytest

from tests.rules.given import entrants
from tournament.rules.standings import (
    Method,
    Play,
    Row,
    Settings,
    TieBreak,
    TieBreakValue,
    compute,
)

HEAD_TO_HEAD, TOPS, LIVES, LAST_BOARDS, LOT = TieBreak


def alone(board: int, scores: dict[int, int]) -> list[Play]:
    """Plays of a board by one player a table: one field, nobody meets."""
    return [
        Play(1000 * board + table, board, (player,), (score,))
        for table, (player, score) in enumerate(scores.items())
    ]


def ranking(
    plays: list[Play],
    entries: list[int],
    *order: TieBreak,
    method: Method = Method.LIVES,
    seed: str = "",
) -> dict[int, Row]:
    settings = Settings(method, tie_breaks=order, seed=seed)
    return {
        row.entry: row for row in compute(plays, settings=settings, entrants=entrants(entries)).rows
    }


def ranks(rows: dict[int, Row]) -> dict[int, int | None]:
    return {entry: row.rank for entry, row in rows.items()}


def values(rows: dict[int, Row], rule: TieBreak) -> dict[int, tuple[object, ...]]:
    return {
        entry: applied.values
        for entry, row in rows.items()
        for applied in row.tie_breaks
        if applied.rule == rule
    }


# Players 1 and 2 end level at −1 half-life; 1 had the better of their one common table.
MET = [
    Play(1, 1, (1, 2, 3), (1, -2, 0)),
    Play(2, 1, (4, 5, 6), (0, 1, -2)),
    Play(3, 2, (2, 4, 5), (1, -2, 0)),
    Play(4, 2, (1, 3, 6), (-2, 1, 0)),
]


def test_without_tie_breaks_level_players_share_the_rank() -> None:
    rows = ranking(MET, [1, 2])
    assert ranks(rows) == {1: 1, 2: 1}
    assert rows[1].tie_breaks == ()


def test_head_to_head_counts_boards_at_the_same_table() -> None:
    rows = ranking(MET, [1, 2], HEAD_TO_HEAD)
    assert ranks(rows) == {1: 1, 2: 2}
    assert values(rows, HEAD_TO_HEAD) == {1: (1,), 2: (-1,)}


def test_head_to_head_in_matchpoints_compares_what_each_made_of_the_seat() -> None:
    """At board 1 player 2 scored less than 1, but well for that seat; 1 did badly for his."""
    plays = [
        Play(1, 1, (1, 2, 7), (1, 0, -2)),
        Play(2, 1, (4, 5, 8), (2, -1, -1)),
        Play(3, 2, (2, 4, 7), (0, 1, -2)),
        Play(4, 2, (1, 5, 8), (1, 0, -2)),
    ]
    rows = ranking(plays, [1, 2], HEAD_TO_HEAD, method=Method.MATCHPOINTS)
    assert rows[1].percent == rows[2].percent == 50
    assert ranks(rows) == {1: 2, 2: 1}
    assert values(rows, HEAD_TO_HEAD) == {1: (-1,), 2: (1,)}


def test_head_to_head_in_datum_compares_with_the_mean_of_the_seat() -> None:
    plays = [
        Play(1, 1, (1, 2, 7), (1, 0, -2)),
        Play(2, 1, (4, 5, 8), (2, -1, -1)),
        Play(3, 2, (2, 4, 7), (0, 1, -2)),
        Play(4, 2, (1, 5, 8), (1, 0, -2)),
    ]
    rows = ranking(plays, [1, 2], HEAD_TO_HEAD, method=Method.DATUM)
    assert rows[1].datum == rows[2].datum == 0
    assert ranks(rows) == {1: 2, 2: 1}


def test_head_to_head_counts_only_level_opponents() -> None:
    """At the table of 1, 2 and 3 only 1 and 2 are level: what 3 did there is nothing to them."""
    rows = ranking(MET, [1, 2, 3], HEAD_TO_HEAD)
    assert ranks(rows) == {3: 1, 1: 2, 2: 3}
    assert rows[3].tie_breaks == ()


def test_head_to_head_of_three_level_players_at_one_table() -> None:
    plays = [
        Play(1, 1, (1, 2, 3), (1, 0, -2)),
        *alone(2, {1: 0, 2: 1, 3: 3}),
    ]
    rows = ranking(plays, [1, 2, 3], HEAD_TO_HEAD)
    assert values(rows, HEAD_TO_HEAD) == {1: (2,), 2: (0,), 3: (-2,)}
    assert ranks(rows) == {1: 1, 2: 2, 3: 3}


def test_players_who_never_met_stay_level_head_to_head() -> None:
    rows = ranking(alone(1, {1: 0, 2: 0}), [1, 2], HEAD_TO_HEAD)
    assert ranks(rows) == {1: 1, 2: 1}
    assert values(rows, HEAD_TO_HEAD) == {1: (0,), 2: (0,)}


def test_tops_count_the_best_scores_of_a_field() -> None:
    plays = [
        *alone(1, {1: 2, 2: 1, 9: 0}),  # the top is 1's
        *alone(2, {1: 1, 2: 2, 9: 2}),  # shared, and still a top
        *alone(3, {1: 2, 2: 1, 9: 1}),  # 1's again
        *alone(4, {1: 0, 2: 1, 9: 3}),
    ]
    rows = ranking(plays, [1, 2], TOPS)
    assert rows[1].lives == rows[2].lives
    assert values(rows, TOPS) == {1: (2,), 2: (1,)}
    assert ranks(rows) == {1: 1, 2: 2}


def test_a_field_that_is_all_level_and_a_lone_result_have_no_top() -> None:
    plays = [*alone(1, {1: 1, 2: 1, 9: 1}), *alone(2, {1: 4}), *alone(3, {2: 4})]
    assert values(ranking(plays, [1, 2], TOPS), TOPS) == {1: (0,), 2: (0,)}


def test_lives_separate_equal_percentages() -> None:
    plays = [*alone(1, {1: 5, 2: 3, 9: 4}), *alone(2, {1: -1, 2: 2, 9: 1})]
    rows = ranking(plays, [1, 2], LIVES, method=Method.MATCHPOINTS)
    assert rows[1].percent == rows[2].percent
    assert ranks(rows) == {1: 2, 2: 1}
    assert values(rows, LIVES) == {1: (2,), 2: (Fraction(5, 2),)}


def test_lives_compare_means_when_boards_differ() -> None:
    """The plain totals, −3 and −2, would put the one who sat out first."""
    plays = [
        *alone(1, {1: -1, 9: -1}),
        *alone(2, {1: -1, 9: -1}),
        *alone(3, {1: -1, 9: -1}),
        *alone(4, {2: -2, 9: -2}),
    ]
    rows = ranking(plays, [1, 2], LIVES, method=Method.MATCHPOINTS)
    assert ranks(rows) == {1: 1, 2: 2}


def test_last_boards_decide_backwards_and_show_as_many_as_it_took() -> None:
    plays = [
        *alone(1, {1: 3, 2: 1, 3: 2}),
        *alone(2, {1: 0, 2: 2, 3: 0}),
        *alone(3, {1: 1, 2: 1, 3: 2}),
    ]
    rows = ranking(plays, [1, 2, 3], LAST_BOARDS)
    assert ranks(rows) == {3: 1, 2: 2, 1: 3}
    assert values(rows, LAST_BOARDS) == {3: (2,), 2: (1, 2), 1: (1, 0)}


def test_last_boards_of_matchpoints_are_percentages() -> None:
    plays = [*alone(1, {1: 5, 2: 0, 8: 2}), *alone(2, {1: -9, 2: 7, 8: 0})]
    rows = ranking(plays, [1, 2], LAST_BOARDS, method=Method.MATCHPOINTS)
    assert values(rows, LAST_BOARDS) == {1: (0,), 2: (100,)}
    assert ranks(rows) == {1: 2, 2: 1}


def test_last_boards_of_datum_are_distances_from_the_mean() -> None:
    plays = [*alone(1, {1: 5, 2: -5}), *alone(2, {1: -5, 2: 5})]
    rows = ranking(plays, [1, 2], LAST_BOARDS, method=Method.DATUM)
    assert values(rows, LAST_BOARDS) == {1: (-5,), 2: (5,)}


def test_last_boards_go_no_further_back_than_everybody_has_boards() -> None:
    plays = [*alone(1, {1: 1, 9: 0}), *alone(2, {1: 1, 2: 1})]
    rows = ranking(plays, [1, 2], LAST_BOARDS)
    assert ranks(rows) == {1: 1, 2: 1}
    assert values(rows, LAST_BOARDS) == {1: (1,), 2: (1,)}


def test_last_boards_pass_over_a_board_without_a_top() -> None:
    plays = [*alone(1, {1: 0, 2: 2, 9: 1}), *alone(2, {1: 2, 2: 0, 9: 1}), *alone(3, {1: 50})]
    rows = ranking(plays, [1, 2], LAST_BOARDS, method=Method.MATCHPOINTS)
    assert values(rows, LAST_BOARDS) == {1: (100,), 2: (0,)}


def test_without_tops_the_tie_breaks_look_at_lives() -> None:
    plays = [Play(1, 1, (1, 2, 3), (1, -1, 0)), Play(2, 2, (1, 2, 3), (-1, 1, 0))]
    rows = ranking(plays, [1, 2, 3], LAST_BOARDS, method=Method.MATCHPOINTS)
    assert ranks(rows) == {2: 1, 3: 2, 1: 3}
    met = [Play(1, 1, (1, 2), (1, 0)), Play(2, 2, (2,), (1,)), Play(3, 3, (1,), (0,))]
    rows = ranking(met, [1, 2], HEAD_TO_HEAD, method=Method.MATCHPOINTS)
    assert ranks(rows) == {1: 1, 2: 2}


def test_the_next_tie_break_sees_only_who_is_still_level() -> None:
    """1, 2 and 3 are level; tops take 3 out; last boards then separate 1 and 2."""
    plays = [
        *alone(1, {1: 1, 2: 0, 3: 2, 9: 0}),
        *alone(2, {1: 0, 2: 1, 3: -1, 9: 3}),
    ]
    rows = ranking(plays, [1, 2, 3], TOPS, LAST_BOARDS)
    assert ranks(rows) == {3: 1, 2: 2, 1: 3}
    assert rows[3].tie_breaks == (TieBreakValue(TOPS, (Fraction(1),)),)
    assert rows[2].tie_breaks == (
        TieBreakValue(TOPS, (Fraction(0),)),
        TieBreakValue(LAST_BOARDS, (Fraction(1),)),
    )


def test_the_lot_separates_everybody_and_depends_on_the_seed_alone() -> None:
    entries = list(range(1, 31))
    plays = alone(1, dict.fromkeys(entries, 0))
    rows = ranking(plays, entries, LOT, seed="a")
    assert list(ranks(rows).values()) == entries
    assert set(values(rows, LOT).values()) == {(number,) for number in entries}
    assert rows == ranking(plays[::-1], entries[::-1], LOT, seed="a")
    assert ranks(rows) != ranks(ranking(plays, entries, LOT, seed="b"))


def test_the_lot_can_be_checked_by_hand() -> None:
    rows = ranking(alone(1, {1: 0, 2: 0, 3: 0}), [1, 2, 3], LOT, seed="evening")
    drawn = sorted(
        (1, 2, 3), key=lambda entry: sha256(f"evening\n{entry}".encode()).hexdigest(), reverse=True
    )
    assert list(rows) == drawn


def test_the_lot_may_only_come_last() -> None:
    with pytest.raises(ValueError, match="lot must be the last"):
        Settings(Method.LIVES, tie_breaks=(LOT, TOPS))


def test_a_tie_break_is_listed_once() -> None:
    with pytest.raises(ValueError, match="listed twice"):
        Settings(Method.LIVES, tie_breaks=(TOPS, TOPS))
