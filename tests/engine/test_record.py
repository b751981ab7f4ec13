"""Reading and writing records: a fault is named, whatever it is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.protocol import Deal
from engine.record import Record, dump, load, texts
from tests.engine.builders import deals

GOOD: dict[str, Any] = {
    "format": "triplicate-record/1",
    "game": "comon",
    "options": {},
    "deal": {"hands": [["AS"], ["KS"]], "talon": ["7S"]},
    "actions": ["AS", "KS"],
}


def fault(data: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        load(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200
    return caught.value


def test_the_documented_form_is_read_and_written() -> None:
    record = Record("comon", {}, Deal((("AS",), ("KS",)), ("7S",)), ("AS", "KS"))
    assert load(json.dumps(GOOD)) == record
    assert json.loads(dump(record)) == GOOD
    assert "\n" not in dump(record)


@given(deals, st.lists(st.text("AKQJT987SHDC:+=/", min_size=1, max_size=9)))
def test_what_is_written_is_read_again(deal: Deal, actions: list[str]) -> None:
    record = Record("comon", {"players": 4, "forced": True}, deal, tuple(actions))
    assert load(dump(record)) == record


def test_a_mark_before_utf8_is_passed_over() -> None:
    assert load(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()) == load(json.dumps(GOOD))


@pytest.mark.parametrize("field", GOOD)
def test_every_field_is_needed(field: str) -> None:
    record = {name: value for name, value in GOOD.items() if name != field}
    assert str(fault(json.dumps(record))) == f'the record has no "{field}"'


@pytest.mark.parametrize("field", ["hands", "talon"])
def test_every_field_of_the_deal_is_needed(field: str) -> None:
    deal = {name: value for name, value in GOOD["deal"].items() if name != field}
    assert str(fault(json.dumps(GOOD | {"deal": deal}))) == f'"deal" has no "{field}"'


def test_a_field_that_nobody_reads_is_refused() -> None:
    error = fault(json.dumps(GOOD | {"acitons": []}))
    assert str(error) == 'the record has an unknown field "acitons"'


def test_a_field_given_twice_is_refused() -> None:
    error = fault(json.dumps(GOOD)[:-1] + ', "actions": []}')
    assert str(error) == 'the field "actions" is given twice'


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "triplicate-record/2"}, "\"format\" is 'triplicate-record/1', not"),
        ({"game": 7}, '"game" is a text, not 7'),
        ({"game": ["comon"]}, '"game" is a text, not a list'),
        ({"options": []}, '"options" is an object, not a list'),
        ({"options": None}, '"options" is an object, not null'),
        ({"deal": "AS"}, '"deal" is an object, not "AS"'),
        ({"deal": {"hands": "AS", "talon": []}}, '"hands" is a list of lists of cards'),
        ({"deal": {"hands": ["AS"], "talon": []}}, 'a hand is a list of cards, not "AS"'),
        ({"deal": {"hands": [[1]], "talon": []}}, "each a short word, not 1"),
        ({"deal": {"hands": [], "talon": {"0": "AS"}}}, '"talon" is a list of cards, not an obj'),
        ({"actions": None}, '"actions" is a list of actions, not null'),
        ({"actions": ["AS", None]}, "each a short word, not null"),
        ({"actions": ["AS\nKS"]}, 'each a short word, not "AS\\nKS"'),
        ({"actions": [""]}, 'each a short word, not ""'),
        ({"actions": ["A" * 5000]}, "each a short word, not"),
        ({"actions": ["\ud800"]}, 'each a short word, not "\\ud800"'),
        ({"actions": [[["AS"]]]}, "each a short word, not a list"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(change: dict[str, Any], message: str) -> None:
    assert message in str(fault(json.dumps(GOOD | change)))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "not JSON"),
        ("hello", "not JSON: Expecting value (column 1)"),
        (json.dumps(GOOD)[:-1], "not JSON"),
        (json.dumps(GOOD) * 2, "not JSON: Extra data"),
        ("{\n\n?}", "(line 3, column 1)"),
        ("[]", "the record is an object, not a list"),
        ("null", "the record is an object, not null"),
        ('{"format": NaN}', 'has no "game"'),
        ("9" * 5000, "not JSON: a number is too long"),
        ("[" * 100_000, "nested too deeply"),
        ("[" * 900 + "]" * 900, "the record is an object, not a list"),
        (json.dumps(GOOD).encode("utf-16"), "not UTF-8 at byte 1"),
        (json.dumps(GOOD).encode().replace(b"AS", b"\xe9S"), "not UTF-8 at byte"),
    ],
)
def test_what_is_no_record_is_refused(data: str | bytes, message: str) -> None:
    assert message in str(fault(data))


def test_records_stand_one_per_line_and_blank_lines_are_passed_over() -> None:
    assert texts(b"\n{}\r\n \t\n{}\n") == [(2, b"{}\r"), (4, b"{}")]
    assert texts(b"") == texts(b"\n \n") == texts(b"\xef\xbb\xbf\n") == []


@pytest.mark.parametrize("indent", [0, 2])
def test_one_record_may_take_several_lines(indent: int) -> None:
    data = b"\n" + json.dumps(GOOD, indent=indent).encode()
    assert texts(data) == [(2, data)]
    assert load(data) == load(json.dumps(GOOD))
