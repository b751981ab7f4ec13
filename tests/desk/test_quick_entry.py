"""What a director may type for a result, and how it is read."""

import itertools
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.registry import game
from tournament.desk.quick_entry import read_entry
from tournament.errors import Refused


def read(text: str) -> dict[str, Any]:
    return read_entry(text, seats=3, total=10)


@pytest.mark.parametrize(
    ("text", "tricks"),
    [
        ("532", [5, 3, 2]),
        ("5 3 2", [5, 3, 2]),
        ("  5  3\t2 ", [5, 3, 2]),
        ("5-3-2", [5, 3, 2]),
        ("5/3/2", [5, 3, 2]),
        ("5,3,2", [5, 3, 2]),
        ("5, 3, 2", [5, 3, 2]),
        ("5.3.2", [5, 3, 2]),
        ("5–3–2", [5, 3, 2]),
        ("5+3+2", [5, 3, 2]),
        ("5 3", [5, 3, 2]),
        ("53", [5, 3, 2]),
        ("55", [5, 5, 0]),
        ("05", [0, 5, 5]),
        ("00", [0, 0, 10]),
        ("0 0", [0, 0, 10]),
        ("1 0", [1, 0, 9]),
        ("109", [1, 0, 9]),
        ("10 0", [10, 0, 0]),
        ("10 0 0", [10, 0, 0]),
        ("0 10", [0, 10, 0]),
        ("100", [10, 0, 0]),
        ("1000", [10, 0, 0]),
        ("010", [0, 10, 0]),
        ("0100", [0, 10, 0]),
        ("0010", [0, 0, 10]),
        ("019", [0, 1, 9]),
        ("910", [9, 1, 0]),
        ("05 03 02", [5, 3, 2]),
    ],
)
def test_trick_counts(text: str, tricks: list[int]) -> None:
    assert read(text) == {"tricks": tricks}


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("fa", {"fault": 0}),
        ("fB", {"fault": 1}),
        ("F C", {"fault": 2}),
        (" f  b ", {"fault": 1}),
        ("n no time", {"not_played": "no time"}),
        ("N  fire   alarm", {"not_played": "fire alarm"}),
        ("n \u202efire", {"not_played": "fire"}),
        ("n f b", {"not_played": "f b"}),
        ("n 5 3 2", {"not_played": "5 3 2"}),
    ],
)
def test_misplays_and_boards_not_played(text: str, detail: dict[str, Any]) -> None:
    assert read(text) == detail


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("533", "533 is not possible: the trick counts add up to 10"),
        ("5 3 3", "5 + 3 + 3 is not possible"),
        ("9 2", "9 + 2 is not possible"),
        ("92", "92 is not possible"),
        ("11 0", "11 + 0 is not possible"),
        ("110", "110 is not possible"),
        ("5", "5 is not possible"),
        ("0", "0 is not possible"),
        ("11", None),
        ("10", "10 can be read in several ways (1-0-9, 10-0-0)"),
        ("5 3 2 0", "Type 3 trick counts, or all but the last."),
        ("5321", "5321 is not possible"),
        ("1" * 12, "is not possible"),
        ("1" * 5000, "is no result"),
        ("f", "Type the seat that misplayed after the f: one of A, B, C."),
        ("fd", "one of A, B, C"),
        ("f1", "one of A, B, C"),
        ("fab", "one of A, B, C"),
        ("fault b", "one of A, B, C"),
        ("fß", "one of A, B, C"),
        ("n", "Say why the board was not played"),
        ("no time", "“no time” is no result"),
        ("", "is no result"),
        ("-", "is no result"),
        ("abc", "“abc” is no result"),
        ("5 x 2", "is no result"),
        ("٥٣٢", "is no result"),
        ("5½", "is no result"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(text: str, says: str | None) -> None:
    if says is None:
        assert read(text) == {"tricks": [1, 1, 8]}
        return
    with pytest.raises(Refused) as refusal:
        read(text)
    assert says in str(refusal.value)


def test_every_distribution_is_read_from_two_or_three_counts() -> None:
    for most in game("comon").attainable():
        for counts in set(itertools.permutations(most)):
            expected = {"tricks": list(counts)}
            for separator in (" ", "-", ", ", "/"):
                assert read(separator.join(map(str, counts))) == expected
            assert read(f"{counts[0]} {counts[1]}") == expected
            assert read("".join(map(str, counts))) == expected


@given(st.text(max_size=20) | st.from_regex(r"[fFnN]? ?[0-9 ,/-]{0,12}", fullmatch=True))
@example("n\x1f")
def test_whatever_is_read_can_be(text: str) -> None:
    try:
        detail = read(text)
    except Refused:
        return
    if "not_played" in detail:
        assert detail["not_played"].strip()
    else:
        assert len(game("comon").score(detail)) == 3
