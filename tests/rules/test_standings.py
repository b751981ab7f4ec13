"""The ranking: who comes where, and what the rows say."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.rules.given import entrants
from tournament.rules.inputs import Amount, Carry, Entrant, Unit
from tournament.rules.scores import Average
from tournament.rules.standings import Method, Play, Rounding, Row, Settings, SitOut, compute

MATCHPOINTS = Settings(Method.MATCHPOINTS)
LIVES = Settings(Method.LIVES)
DATUM = Settings(Method.DATUM)


def ranks(rows: Sequence[Row]) -> list[tuple[int, int | None]]:
    return [(row.entry, row.rank) for row in rows]


def columns(rows: Sequence[Row], *names: str) -> list[tuple[object, ...]]:
    return [tuple(getattr(row, name) for name in names) for row in rows]


def alone(board: int, players: Sequence[int], scores: Sequence[int | None]) -> list[Play]:
    """Plays of a board by one player a table, which makes one field to look at."""
    return [
        Play(1000 * board + table, board, (player,), None if score is None else (score,))
        for table, (player, score) in enumerate(zip(players, scores, strict=True))
    ]


def beating(board: int, player: int, matchpoints: int, *, others: int, missing: int) -> list[Play]:
    """A board on which the player has so many matchpoints before factoring up; players below 0
    fill the field."""
    lower, equal = divmod(matchpoints, 2)
    scores = [-1] * lower + [0] * equal + [1] * (others - lower - equal)
    return alone(
        board,
        [player, *range(-1, -1 - others - missing, -1)],
        [0, *scores, *[None] * missing],
    )


def test_ten_eight_eight_five_are_ranked_one_two_two_four() -> None:
    plays = [
        *alone(1, [1, 2, 3, 4], [10, 8, 8, 5]),
    ]
    rows = compute(plays, settings=LIVES, entrants=entrants([4, 3, 2, 1])).rows
    assert ranks(rows) == [(1, 1), (2, 2), (3, 2), (4, 4)]


def test_the_same_ranks_by_every_method_on_one_board() -> None:
    plays = alone(1, [1, 2, 3, 4], [10, 8, 8, 5])
    for settings in (MATCHPOINTS, LIVES, DATUM):
        rows = compute(plays, settings=settings, entrants=entrants([1, 2, 3, 4])).rows
        assert ranks(rows) == [(1, 1), (2, 2), (3, 2), (4, 4)]


def test_the_higher_quotient_ranks_above_the_higher_sum() -> None:
    """551.5/836 ranks above 586.1/912: per cent, not points."""
    one = [
        *beating(1, 1, 18, others=37, missing=1),  # (18 · 39 + 1) / 38 = 18.5
        *(play for board in range(2, 9) for play in beating(board, 1, 53, others=38, missing=0)),
        *(play for board in range(9, 12) for play in beating(board, 1, 54, others=38, missing=0)),
    ]
    two = [
        *beating(21, 2, 3, others=37, missing=1),  # (3 · 39 + 1) / 38 = 3.105…, rounded 3.1
        *(play for board in range(22, 33) for play in beating(board, 2, 53, others=38, missing=0)),
    ]
    settings = Settings(Method.MATCHPOINTS, rounding=Rounding.WBF)
    rows = compute([*one, *two], settings=settings, entrants=entrants([1, 2])).rows
    assert columns(rows, "rank", "entry", "points", "top_sum") == [
        (1, 1, Fraction("551.5"), 836),
        (2, 2, Fraction("586.1"), 912),
    ]


def test_quotients_are_compared_exactly_however_close() -> None:
    """1/3 and 3333…/10000…: any rounding to a float would call them level."""
    many = 10**20
    plays = [
        *(play for board in (1, 2, 3) for play in alone(board, [1], [many if board == 1 else 0])),
        *alone(4, [2], [many // 3]),
    ]
    rows = compute(plays, settings=LIVES, entrants=entrants([1, 2])).rows
    assert ranks(rows) == [(1, 1), (2, 2)]


def test_lives_rank_by_the_mean_when_boards_differ() -> None:
    """Deals mostly cost lives, so that the plain sum would reward sitting out."""
    plays = [*alone(1, [1, 2], [-1, -2]), *alone(2, [1], [-1]), *alone(3, [1], [-1])]
    rows = compute(plays, settings=LIVES, entrants=entrants([1, 2])).rows
    assert columns(rows, "entry", "lives", "boards", "mean") == [
        (1, -3, 3, -1),
        (2, -2, 1, -2),
    ]


def test_datum_ranks_by_the_mean_when_boards_differ() -> None:
    plays = [*alone(1, [1, 2, -1], [3, 0, 0]), *alone(2, [2, -1], [2, 0])]
    rows = compute(plays, settings=DATUM, entrants=entrants([1, 2])).rows
    assert columns(rows, "entry", "datum", "datum_mean") == [(1, 2, 2), (2, 0, 0)]
    equal = compute(plays[:3], settings=DATUM, entrants=entrants([1, 2])).rows
    assert columns(equal, "entry", "datum") == [(1, 2), (2, -1)]


def test_a_datum_below_the_field_and_a_lower_score_can_still_be_better() -> None:
    """Bad cards for all: −1 among −2s beats +1 among +2s."""
    plays = [*alone(1, [1, -1, -2], [-1, -2, -2]), *alone(2, [2, -1, -2], [1, 2, 2])]
    assert ranks(compute(plays, settings=DATUM, entrants=entrants([1, 2])).rows) == [(1, 1), (2, 2)]
    assert ranks(compute(plays, settings=LIVES, entrants=entrants([1, 2])).rows) == [(2, 1), (1, 2)]


def test_one_table_only_is_ranked_by_lives_without_a_per_cent() -> None:
    plays = [Play(1, 1, (1, 2, 3), (1, -2, 0)), Play(2, 2, (1, 2, 3), (-2, 0, 1))]
    rows = compute(plays, settings=MATCHPOINTS, entrants=entrants([1, 2, 3])).rows
    assert ranks(rows) == [(3, 1), (1, 2), (2, 3)]
    assert [row.percent for row in rows] == [None, None, None]
    assert [row.lives for row in rows] == [1, -1, -2]
    assert [row.boards for row in rows] == [2, 2, 2]


def test_a_board_only_one_table_plays_leaves_the_per_cent_alone() -> None:
    plays = [*alone(1, [1, 2, 3], [2, 1, 0]), *alone(2, [3], [9])]
    rows = compute(plays, settings=MATCHPOINTS, entrants=entrants([1, 2, 3])).rows
    assert columns(rows, "entry", "percent", "boards") == [
        (1, 100, 1),
        (2, 50, 1),
        (3, 0, 2),
    ]


def test_who_has_no_per_cent_follows_those_who_have_one() -> None:
    plays = [*alone(1, [1, 2], [1, 0]), *alone(2, [3], [9]), *alone(3, [4], [10])]
    rows = compute(plays, settings=MATCHPOINTS, entrants=entrants([1, 2, 3, 4])).rows
    assert ranks(rows) == [(1, 1), (2, 2), (4, 3), (3, 4)]


def test_no_play_at_all_gives_rows_without_ranks() -> None:
    standings = compute([], settings=MATCHPOINTS, entrants=entrants([2, 1]))
    assert ranks(standings.rows) == [(1, None), (2, None)]
    assert all(row.percent is row.mean is row.datum_mean is None for row in standings.rows)
    assert standings.boards == {}
    assert compute([], settings=LIVES, entrants=entrants([])).rows == ()


def test_no_result_yet_gives_rows_without_ranks() -> None:
    standings = compute(alone(1, [1, 2], [None, None]), settings=DATUM, entrants=entrants([1, 2]))
    assert ranks(standings.rows) == [(1, None), (2, None)]
    assert standings.boards[1].expected == 2


def test_not_played_never_counts_and_is_not_zero() -> None:
    plays = [*alone(1, [1, 2, 3], [-2, -1, 0]), *alone(2, [1, 2, 3], [-2, None, 0])]
    rows = compute(plays, settings=LIVES, entrants=entrants([1, 2, 3])).rows
    assert columns(rows, "entry", "boards", "lives", "mean") == [
        (3, 2, 0, 0),
        (2, 1, -1, -1),
        (1, 2, -4, -2),
    ]


def test_players_who_are_not_ranked_count_in_the_field() -> None:
    plays = alone(1, [1, 2, -1], [1, 0, 2])
    rows = compute(plays, settings=MATCHPOINTS, entrants=entrants([1, 2])).rows
    assert columns(rows, "entry", "percent") == [(1, 50), (2, 0)]


def test_a_newcomer_without_a_board_comes_last_unranked() -> None:
    rows = compute(alone(1, [3, 4], [-5, -6]), settings=LIVES, entrants=entrants([1, 2, 3, 4])).rows
    assert ranks(rows) == [(3, 1), (4, 2), (1, None), (2, None)]


def test_boards_are_listed_by_number() -> None:
    plays = [*alone(3, [1, 2], [1, 0]), *alone(1, [1, 2], [1, 0])]
    assert list(compute(plays, settings=LIVES, entrants=entrants([1, 2])).boards) == [1, 3]


def test_scores_for_another_number_of_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        compute([Play(1, 1, (1, 2, 3), (1, 0))], settings=LIVES, entrants=entrants([1]))


def three_boards_and_a_sit_out(method: Method, rule: SitOut) -> Row:
    """Player 1 has 4, 2 and 6 of 6 matchpoints, −1 half-life in all, and sits one board out."""
    plays = [
        *alone(1, [1, -1, -2, -3], [0, 1, -1, -2]),  # 4 of 6; mean −1/2
        *alone(2, [1, -1, -2, -3], [-2, 1, -2, -2]),  # 2 of 6; mean −5/4
        *alone(3, [1, -1, -2, -3], [1, 0, 0, -2]),  # 6 of 6; mean −1/4
    ]
    settings = Settings(method, sit_out=rule)
    (row,) = compute(plays, settings=settings, entrants=entrants([1], {1: 1, 9: 4})).rows
    return row


@pytest.mark.parametrize(
    ("rule", "points", "top", "percent", "boards"),
    [
        (SitOut.NONE, 12, 18, Fraction(200, 3), 3),
        (SitOut.FIFTY, 15, 24, Fraction("62.5"), 4),
        (SitOut.SIXTY, Fraction("15.6"), 24, 65, 4),
        (SitOut.OWN, 16, 24, Fraction(200, 3), 4),
    ],
)
def test_a_sit_out_in_matchpoints(
    rule: SitOut, points: Fraction | int, top: int, percent: Fraction | int, boards: int
) -> None:
    row = three_boards_and_a_sit_out(Method.MATCHPOINTS, rule)
    assert columns([row], "points", "top_sum", "percent", "boards") == [
        (points, top, percent, boards)
    ]
    assert row.sit_outs == boards - 3


@pytest.mark.parametrize(
    ("rule", "credit", "mean", "datum"),
    [
        (SitOut.NONE, 0, Fraction(-1, 3), 1),
        (SitOut.FIFTY, Fraction(-2, 3), Fraction(-5, 12), 1),
        (SitOut.SIXTY, Fraction(-1, 6), Fraction(-7, 24), Fraction(3, 2)),
        (SitOut.OWN, Fraction(-1, 3), Fraction(-1, 3), Fraction(4, 3)),
    ],
)
def test_a_sit_out_in_lives_and_datum(
    rule: SitOut, credit: Fraction | int, mean: Fraction, datum: Fraction | int
) -> None:
    row = three_boards_and_a_sit_out(Method.LIVES, rule)
    assert columns([row], "lives", "credit", "mean", "datum") == [(-1, credit, mean, datum)]


def test_sitting_out_alone_ranks_nobody() -> None:
    settings = Settings(Method.MATCHPOINTS, sit_out=SitOut.SIXTY)
    rows = compute(
        alone(1, [1, 2], [1, 0]), settings=settings, entrants=entrants([1, 2, 3], {3: 5})
    ).rows
    assert ranks(rows) == [(1, 1), (2, 2), (3, None)]
    assert (rows[2].boards, rows[2].percent) == (0, None)


def test_a_sit_out_has_no_per_cent_where_there_are_no_tops() -> None:
    for rule in SitOut:
        settings = Settings(Method.MATCHPOINTS, sit_out=rule)
        (row,) = compute(alone(1, [1], [1]), settings=settings, entrants=entrants([1], {1: 1})).rows
        assert (row.rank, row.percent) == (1, None)


def test_matchpoints_taken_count_without_tops_of_ones_own() -> None:
    """42 of the 60 that were brought along: a single table adds no top, but a penalty is taken."""
    earlier = Carry(
        Unit.POINTS,
        Fraction(1),
        points=Fraction(45),
        top_sum=Fraction(60),
        lives=Fraction(0),
        datum=Fraction(0),
        boards=10,
    )
    entrant = Entrant(carry=earlier, awards=(Amount(Unit.POINTS, Fraction(-3)),))
    (row,) = compute(alone(1, [1], [0]), settings=MATCHPOINTS, entrants={1: entrant}).rows
    assert columns([row], "points", "top_sum", "percent") == [(42, 60, 70)]


def test_an_average_is_the_own_per_cent_of_whoever_is_not_ranked_too() -> None:
    """The page of a board shows the same for a guest as for an entry."""
    plays = [
        *alone(1, [1, 2, 3], [2, 1, 0]),
        Play(9, 2, (1,), (Average(60),)),
        *alone(2, [2, 3], [1, 0]),
    ]
    for ranked in ([1, 2, 3], [2, 3]):
        board = compute(plays, settings=MATCHPOINTS, entrants=entrants(ranked)).boards[2]
        assert board.percent(9)[0] == 100
