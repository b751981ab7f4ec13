"""What all pages draw alike: the tags and filters of `{% load triplicate %}`."""

import re
from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.html import strip_tags

from engine.registry import game
from tournament.leaderboard.templatetags import triplicate
from tournament.rules import display

GAME = game("comon")
HAND = ["7S", "KH", "TS", "AD", "AS", "QH", "9H", "JD", "TD", "8D"]


def drawn(source: str, **context: object) -> str:
    return Template("{% load triplicate %}" + source).render(Context(context))


def words(html: str) -> str:
    return " ".join(strip_tags(html).replace("\ufe0e", "").split())


class TestHand:
    def test_cards_are_sorted_into_suits_from_the_highest_down(self) -> None:
        assert words(drawn("{% hand cards %}", cards=HAND)) == (
            "♠Spades A 10 7 ♥Hearts K Q 9 ♦Diamonds A J 10 8 ♣Clubs –none"
        )

    def test_french_cards_bear_french_indices(self) -> None:
        with translation.override("fr"):
            indices = [triplicate.rank_index(rank) for rank in "AKQJT9"]
        assert " ".join(indices) == "As R D V 10 9"

    def test_the_suits_of_the_turned_cards_are_marked_in_words_too(self) -> None:
        shown = words(drawn("{% hand cards talon %}", cards=HAND, talon=["8H", "9D"]))
        assert re.findall(r"(\w+) \(trumps\)", shown) == ["Hearts", "Diamonds"]

    def test_symbols_never_turn_into_emoji(self) -> None:
        assert drawn("{% hand cards %}{% card 'AH' %}", cards=HAND).count("\ufe0e") == 5

    def test_a_card_says_its_suit(self) -> None:
        assert words(drawn("{% card 'TD' %}")) == "10♦ Diamonds"

    def test_a_card_of_no_suit_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            triplicate.suits_of(["AX"])


@pytest.mark.parametrize(
    ("half_lives", "shown", "colour"),
    [
        (1, "+½", "up"),
        (-2, "−1", "down"),
        (0, "0", "level"),
        (3, "+1½", "up"),
        (-1, "−½", "down"),
        (-7, "−3½", "down"),
        (4, "+2", "up"),
        (Fraction(6, 2), "+1½", "up"),
        (Fraction(-2, 3), "−0.33", "down"),
        (Fraction(1, 3), "+0.17", "up"),
        (Fraction(1, 300), "0.00", "up"),
        (None, "–", "level"),
    ],
)
def test_half_lives_are_shown_as_signed_lives(
    half_lives: Fraction | int | None, shown: str, colour: str
) -> None:
    assert triplicate.lives(half_lives) == shown
    assert triplicate.lives_class(half_lives) == colour


class TestFigures:
    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (Fraction(17, 3), "5.67"),
            (Fraction(3), "3"),
            (Fraction(1, 3), "0.33"),
            (Fraction(3, 2), "1.5"),
            (100, "100"),
            (Decimal("12.50"), "12.5"),
            (0, "0"),
            (None, "–"),
        ],
    )
    def test_matchpoints_have_the_decimals_they_need_up_to_two(
        self, value: Fraction | Decimal | int | None, shown: str
    ) -> None:
        assert triplicate.points(value) == shown

    def test_matchpoints_of_a_column_have_equal_decimals(self) -> None:
        assert [triplicate.points(v, 2) for v in (5, Fraction(17, 3))] == ["5.00", "5.67"]

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            (Fraction(275, 3), "91.67%"),
            (50, "50.00%"),
            (Fraction(1001, 200), "5.01%"),  # 5.005: halves go away from zero
            (None, "–"),
        ],
    )
    def test_percentages(self, value: Fraction | int | None, shown: str) -> None:
        assert triplicate.percent(value) == shown

    def test_halves_are_rounded_away_from_zero_on_both_sides(self) -> None:
        assert display.rounded(Fraction(-5, 1000), 2) == Decimal("-0.01")
        assert display.rounded(Fraction(5, 1000), 2) == Decimal("0.01")

    def test_french_has_a_decimal_comma(self) -> None:
        with translation.override("fr"):
            assert triplicate.points(Fraction(17, 3)) == "5,67"
            assert triplicate.lives(Fraction(-2, 3)) == "−0,33"
            assert triplicate.percent(Fraction(275, 3)).startswith("91,67")


class TestStates:
    @pytest.mark.parametrize("state", triplicate.STATES)
    def test_every_state_is_a_word_and_has_its_own_class(self, state: str) -> None:
        pill = drawn("{% status state %}", state=state)
        assert words(pill) == triplicate.status_word(state)
        assert f"pill-{state}" in pill

    def test_an_unknown_state_is_an_error(self) -> None:
        with pytest.raises(KeyError):
            drawn("{% status 'odd' %}")


class TestDistributions:
    def picture(self, results: list[tuple[int, int, int]]) -> ElementTree.Element:
        pairs = [(tricks, GAME.score({"tricks": list(tricks)})) for tricks in results]
        html = drawn("{% distributions results game.attainable %}", results=pairs, game=GAME)
        svg = html[html.index("<svg") : html.index("</svg>") + len("</svg>")]
        return ElementTree.fromstring(svg)

    def test_all_fourteen_are_listed_with_how_often_they_occurred(self) -> None:
        rows = self.picture([(5, 3, 2), (2, 3, 5), (10, 0, 0)]).findall("g")
        texts = ["".join(text.text or "" for text in row.findall("text")[:2]) for row in rows]
        assert len(texts) == 14
        assert [text for text in texts if "×" in text] == ["10-0-0×1", "5-3-2×2"]

    def test_a_seat_shows_what_the_distribution_brought_it(self) -> None:
        rows = self.picture([(5, 3, 2), (2, 3, 5)]).findall("g")
        bars = [
            (bar.get("class"), float(str(bar.get("x"))), float(str(bar.get("width"))))
            for bar in rows[-3].findall("rect")
        ]
        kinds = [kind for kind, _x, _width in bars]
        # A won half a life once and nothing once; B lost a life twice; C like A.
        assert kinds == ["bar-up", "bar-level", "bar-down", "bar-up", "bar-level"]
        assert bars[2][2] == pytest.approx(2 * bars[0][2], abs=0.02)
        assert bars[1][1] == pytest.approx(bars[0][1] + bars[0][2], abs=0.02)

    def test_the_longest_bar_stays_in_its_column(self) -> None:
        picture = self.picture([(4, 3, 3)] * 40)
        edges = [
            float(str(bar.get("x"))) + float(str(bar.get("width"))) for bar in picture.iter("rect")
        ]
        starts = [float(str(t.get("x"))) for t in picture.findall("text")][1:]
        assert all(edge < start for edge, start in zip(edges, [*starts, 340.0], strict=True))

    def test_the_picture_is_told_in_words(self) -> None:
        label = self.picture([(5, 3, 2), (2, 3, 5), (10, 0, 0)]).get("aria-label")
        assert label is not None
        assert label.endswith("10-0-0: 1 time, 5-3-2: 2 times")

    def test_lengths_have_a_decimal_point_in_french(self) -> None:
        with translation.override("fr"):
            bars = list(self.picture([(5, 3, 2)] * 7 + [(10, 0, 0)]).iter("rect"))
        assert bars
        assert all("," not in value for bar in bars for value in bar.attrib.values())

    def test_nothing_is_drawn_without_results(self) -> None:
        assert "<svg" not in drawn(
            "{% distributions results game.attainable %}", results=[], game=GAME
        )
