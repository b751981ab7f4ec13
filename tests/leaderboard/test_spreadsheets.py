"""CSV that opens in spreadsheet programs as it is, and computes nothing."""

import csv
import io
from decimal import Decimal

import pytest

from tournament.leaderboard.spreadsheets import STYLES, Cell, csv_text, inert

ROW: list[Cell] = [1, "Élodie; « Œ ♠ »", Decimal("-1.50"), Decimal("58.33"), None]


def test_french_programs_get_a_mark_semicolons_and_decimal_commas() -> None:
    text = csv_text([ROW], STYLES["fr"])
    assert text == '\ufeff1;"Élodie; « Œ ♠ »";-1,50;58,33;\r\n'


def test_english_programs_get_commas_and_decimal_points() -> None:
    assert csv_text([ROW], STYLES["en"]) == "1,Élodie; « Œ ♠ »,-1.50,58.33,\r\n"


@pytest.mark.parametrize(
    "formula",
    [
        "=1+1",
        "+1+1",
        "-1+1",
        "@SUM(A1)",
        "\t=1+1",
        "\r=1+1",
        "\n=1+1",
        " =1+1",
        "＝1+1",
        "|cmd",
        '-2+3+cmd|" /C calc"!A0',
    ],
)
@pytest.mark.parametrize("style", STYLES)
def test_a_formula_is_a_text_after_reading(formula: str, style: str) -> None:
    text = csv_text([[formula]], STYLES[style]).removeprefix("\ufeff")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=STYLES[style].delimiter)
    assert next(rows) == [f"'{formula}"]


@pytest.mark.parametrize("number", ["-40", "+3", "-1,5", "-1.5", "40"])
def test_a_number_stays_a_number(number: str) -> None:
    assert inert(number) == number


@pytest.mark.parametrize("name", ["Ann", "O’Neil", "Jean-Luc", "محمد", "1st player"])
def test_names_stay_as_they_are(name: str) -> None:
    assert inert(name) == name
