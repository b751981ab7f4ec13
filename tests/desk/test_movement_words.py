"""A movement's quality in words: true, and what a director would say."""

import pytest

from tournament.desk.movement_words import change, round_size, sentences, summary
from tournament.rules.movements import RoundPlan, TablePlan, plan, quality


def planned(
    *rounds: tuple[tuple[int, int, int], ...], out: tuple[int, ...] = ()
) -> list[RoundPlan]:
    return [
        RoundPlan(tuple(TablePlan(players, (0, 0, 0)) for players in tables), out)
        for tables in rounds
    ]


def said(rounds: list[RoundPlan]) -> list[str]:
    return sentences(quality(rounds), rounds)


def test_the_size_comes_first() -> None:
    rounds = plan(available=[range(12)] * 4, boards_per_round=3, seed="s")
    words = summary(quality(rounds), rounds, boards_per_round=3)
    assert words == "12 players, 4 tables, 4 rounds of 3 boards."


def test_one_of_each_is_singular() -> None:
    rounds = planned(((1, 2, 3),))
    words = summary(quality(rounds), rounds, boards_per_round=1)
    assert words == "3 players, 1 table, 1 round of 1 board."


def test_rounds_of_several_sizes_are_told_apart() -> None:
    rounds = planned(((1, 2, 3), (4, 5, 6)), ((1, 2, 3),), out=(7,))
    words = summary(quality(rounds), rounds, boards_per_round=1)
    assert words == "7 players, 1 to 2 tables, 2 rounds of 1 board."
    assert [round_size(each) for each in rounds] == ["7 players, 2 tables.", "4 players, 1 table."]


def test_twelve_players_over_four_rounds() -> None:
    rounds = list(plan(available=[range(12)] * 4, boards_per_round=3, seed="s"))
    assert said(rounds) == [
        "Everybody meets 8 of the 11 others.",
        "Nobody meets anybody twice.",
        "Everybody holds the three seats equally often, within one round.",
        "Nobody sits out.",
        "Any two hold the same cards on 0 to 9 boards. Evenness: 36 of 100.",
    ]


def test_three_players_always_meet() -> None:
    assert said(planned(((1, 2, 3),), ((2, 3, 1),), ((3, 1, 2),))) == [
        "Everybody meets everybody.",
        "All meet each other 3 times.",
        "Everybody holds each of the three seats equally often.",
        "Nobody sits out.",
    ]


def test_pairs_that_meet_again_are_counted() -> None:
    # 1 and 2 meet in both rounds, and so do 4 and 5; nobody else meets again.
    rounds = planned(((1, 2, 3), (4, 5, 6)), ((1, 2, 6), (4, 5, 3)))
    assert said(rounds)[:2] == [
        "Each player meets from 3 to 4 of the 5 others.",
        "2 pairs of players meet twice, nobody more often.",
    ]
    thrice = planned(((1, 2, 3), (4, 5, 6)), ((1, 2, 6), (4, 5, 3)), ((1, 2, 4), (3, 5, 6)))
    assert said(thrice)[1] == "1 pair of players meets 3 times, nobody more often."


def test_seats_held_unevenly_are_said() -> None:
    rounds = planned(((1, 2, 3),), ((1, 2, 3),))
    assert "Somebody holds one seat 2 rounds more often than another." in said(rounds)


@pytest.mark.parametrize(
    ("players", "rounds", "words"),
    [
        (10, 3, "Nobody sits out more than 1 round."),
        (4, 4, "Everybody sits out 1 round."),
        (5, 5, "Everybody sits out 2 rounds."),
        (5, 4, "Everybody sits out from 1 to 2 rounds."),
        (9, 3, "Nobody sits out."),
    ],
)
def test_sit_outs_are_said(players: int, rounds: int, words: str) -> None:
    planned = plan(available=[range(players)] * rounds, boards_per_round=1, seed="s")
    assert said(list(planned))[3] == words


def test_without_a_table_there_is_nothing_to_praise() -> None:
    assert said(list(plan(available=[range(2)], boards_per_round=1, seed="s"))) == []


class TestChange:
    def test_says_who_sits_elsewhere(self) -> None:
        before = planned(((1, 2, 3), (4, 5, 6)))[0]
        # 6 is gone, 7 new; 4 and 5 sit out; 1, 2, 3 stay.
        after = planned(((1, 2, 3),), out=(4, 5, 7))[0]
        assert change(before, after, round_number=2) == (
            "Round 2 is planned with 1 table. 2 players have another place than planned before."
        )

    def test_another_chair_is_another_place(self) -> None:
        before, after = planned(((1, 2, 3),), ((2, 1, 3),))
        assert "2 players have another place" in change(before, after, round_number=1)

    def test_says_when_nothing_changed(self) -> None:
        (before,) = planned(((1, 2, 3),))
        assert change(before, before, round_number=1) == (
            "Round 1 is planned with 1 table. Nobody’s place has changed."
        )

    def test_compares_with_no_plan_that_was_not_there(self) -> None:
        (after,) = planned(((1, 2, 3),))
        assert change(RoundPlan((), ()), after, round_number=1) == (
            "Round 1 is planned with 1 table."
        )

    def test_says_that_everybody_is_gone(self) -> None:
        (before,) = planned(((1, 2, 3),))
        assert "no table" in change(before, RoundPlan((), (1, 2)), round_number=3)
