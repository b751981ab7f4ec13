"""Free texts on public pages, without the names of those who withhold theirs."""

import pytest

from tournament.leaderboard.wording import result_words, without_names

SHOWN = {"Zoé de la Tour": "Player 7", "Li": "Player 8", "Ann (2)": "Player 9"}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Zoé de la Tour misread her hand", "Player 7 misread her hand"),
        ("ZOÉ DE LA TOUR was late", "Player 7 was late"),
        ("Zoé and Tour were one person", "Player 7 and Player 7 were one person"),
        ("told by Li", "told by Player 8"),
        ("Ann (2) and Zoé’s partner", "Player 9 and Player 7’s partner"),
        ("de la part of nobody", "de la part of nobody"),
        ("Light, Touring, Zoéline", "Light, Touring, Zoéline"),
        ("a slip was misread", "a slip was misread"),
        ("", ""),
    ],
)
def test_names_become_what_pages_show(typed: str, shown: str) -> None:
    assert without_names(typed, SHOWN) == shown


def test_nothing_changes_when_all_names_are_public() -> None:
    assert without_names("Zoé misread", {}) == "Zoé misread"


@pytest.mark.parametrize(
    ("detail", "words"),
    [
        ({"tricks": [5, 3, 2]}, "5-3-2"),
        ({"fault": 0}, "misplay by seat A"),
        ({"not_played": "Ann felt unwell"}, "not played"),
    ],
)
def test_a_result_in_words_keeps_reasons_in_the_room(detail: dict[str, object], words: str) -> None:
    assert result_words(detail) == words


def test_in_the_room_the_reason_is_said() -> None:
    detail = {"not_played": "Ann felt unwell"}
    assert result_words(detail, with_reason=True) == "not played: Ann felt unwell"
