"""The score sheet: lives as they are drawn, deals, statistics."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from engine.matches import LivesMatch
from tests.friendly.tables import PEOPLE, claim_deal, claim_match, make_table, on_table, story
from tournament.friendly.figures import figures_of
from tournament.friendly.history import match_stories
from tournament.friendly.match_play import match_start
from tournament.friendly.sheet import Drawing, draw_lives, sheet_of
from tournament.friendly.wording import half_lives, lives_words


def drawn(won: int, lost: int) -> Drawing:
    return draw_lives(LivesMatch(dealer=0, won=(won, 0, 0), lost=(lost, 0, 0)), 0)


def shape(drawing: Drawing) -> str:
    """L for a life, I for a half, each with a stroke before it when it is struck through."""
    return " ".join(
        ("/" if life.is_struck else "") + ("I" if life.is_half else "L") for life in drawing.lives
    )


# Won and lost as in the examples of the game's own description: DZO has lost 5 lives and has 3½
# left, THI has lost 1 and has 5, NUB has won 1½ and lost 6.
@pytest.mark.parametrize(
    ("won", "lost", "expected", "left"),
    [
        (0, 0, "L L L L L L", "6"),
        (5, 10, "/L /L /L /L /L L L L I", "3½"),
        (0, 2, "/L L L L L L", "5"),
        (3, 12, "/L /L /L /L /L /L L I", "1½"),
        (1, 14, "/L /L /L /L /L /L /I", "0"),
        (0, 12, "/L /L /L /L /L /L", "0"),
    ],
)
def test_lives_are_drawn_stroke_by_stroke(won: int, lost: int, expected: str, left: str) -> None:
    drawing = drawn(won, lost)
    assert shape(drawing) == expected
    assert drawing.words == (left, half_lives(won), half_lives(lost))


def test_strokes_gained_are_told_from_the_first_six_lives() -> None:
    assert [life.is_gained for life in drawn(3, 0).lives] == [False] * 6 + [True] * 2


def test_the_coffin_stands_beside_the_last_life_of_the_fitil_alone() -> None:
    match = LivesMatch(dealer=0, won=(0, 0, 0), lost=(12, 10, 0))
    assert draw_lives(match, 0).coffin is not None
    assert draw_lives(match, 1).coffin is None
    assert drawn(0, 10).coffin is None


@pytest.mark.parametrize(("count", "words"), [(0, "0"), (1, "½"), (2, "1"), (7, "3½"), (12, "6")])
def test_half_lives_in_words(count: int, words: str) -> None:
    assert half_lives(count) == words


@pytest.mark.parametrize(
    ("lives", "words"),
    [
        ((10, 1, 4), "5 lives (½ won, 2 lost)"),
        ((2, 2, 12), "1 life (1 won, 6 lost)"),
        ((1, 0, 11), "½ life (0 won, 5½ lost)"),
        ((3, 3, 12), "1½ lives (1½ won, 6 lost)"),
        ((0, 0, 12), "0 lives (0 won, 6 lost)"),
    ],
)
def test_lives_are_said_with_what_they_are(lives: tuple[int, int, int], words: str) -> None:
    assert lives_words(*lives) == words


def test_lives_are_said_in_french_where_less_than_two_is_singular() -> None:
    with override("fr"):
        assert lives_words(3, 3, 12) == "1½ vie (1½ gagnée, 6 perdues)"
        assert lives_words(1, 0, 4) == "½ vie (0 gagnée, 2 perdues)"


@pytest.mark.django_db
def test_states_are_announced_before_the_deal_and_not_after_the_match() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    for _deal in range(4):
        claim_deal(table, 0)
    sheet = sheet_of(table, story(table))
    assert [(player.name, player.announced) for player in sheet.announced] == [
        ("Ben", "Mouillé"),
        ("Chloé", "Mouillé"),
    ]
    claim_deal(table, 0)
    assert {player.announced for player in sheet_of(table, story(table)).announced} == {"Coude"}
    claim_deal(table, 0)
    over = sheet_of(table, story(table))
    assert over.announced == []
    assert over.ending == "A Caveau: Ben and Chloé lose together!"


@pytest.mark.django_db
def test_deals_are_listed_by_player_whatever_their_seats() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_deal(table, 0)
    claim_deal(table, 1)
    on_table(table)
    first, second, third = sheet_of(table, story(table)).deals
    assert first.results == [(10, "+½"), (0, "−1"), (0, "−1")]
    assert second.results == [(0, "−1"), (10, "+½"), (0, "−1")]
    assert third.results == [] and third.is_open
    assert second.dealer == (first.dealer + 1) % 3


@pytest.mark.django_db
def test_a_game_of_points_has_its_lines() -> None:
    table = make_table(*PEOPLE, game="vicaire")
    match_start(table=table)
    claim_deal(table, 2)
    sheet = sheet_of(table, story(table))
    assert not sheet.is_lives
    assert sheet.lines == ["Points", "Tricks of the jeu"]
    assert [player.figures for player in sheet.players] == [["0", "0"], ["0", "0"], ["50", "0"]]
    assert sheet.players[2].named == [("Points", "50"), ("Tricks of the jeu", "0")]
    assert sheet.deals[0].results == [(None, "0"), (None, "0"), (None, "10")]


@pytest.mark.django_db
def test_statistics_count_what_was_played() -> None:
    table = make_table(*PEOPLE)
    match_start(table=table)
    claim_match(table, 0, 1)
    match_start(table=table)
    claim_match(table, 2)
    match_start(table=table)
    figures = figures_of(match_stories(table), 3)
    assert (figures.unit, figures.matches, figures.deals) == ("lives", 2, 12)
    assert figures.cancelled == 0
    assert [player.fitil for player in figures.players] == [0, 0, 1]
    assert [player.caveau for player in figures.players] == [1, 1, 0]
    assert figures.players[0].mean == Fraction(3 - 2 * 3 - 2 * 6, 12)
    assert figures.distributions == [("10-0-0", 12)]


@pytest.mark.django_db
def test_statistics_of_le_vicaire_count_tricks_and_jeux() -> None:
    table = make_table(*PEOPLE, game="vicaire")
    match_start(table=table)
    for player in (2, 0, 2):
        claim_deal(table, player)
    figures = figures_of(match_stories(table), 3)
    assert figures.unit == "tricks"
    assert [player.jeux for player in figures.players] == [1, 0, 2]
    assert [player.mean for player in figures.players] == [Fraction(10, 3), 0, Fraction(20, 3)]


@pytest.mark.django_db
def test_statistics_of_le_triton_are_points() -> None:
    table = make_table(*PEOPLE, game="triton")
    match_start(table=table)
    assert figures_of(match_stories(table), 3).unit == "points"
