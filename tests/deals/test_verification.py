"""`python -m deals verify`, and what it finds."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deals.__main__ import main
from deals.description import Announced, DescriptionError, describe
from deals.formats import boards_write
from deals.verification import failures, read_file
from engine.protocol import NO_OPTIONS
from engine.registry import game
from tests.deals.test_formats import dealt

ROOT = Path(__file__).parents[2]
KEY = bytes(range(32))
BOARDS = 8

File = dict[str, Any]


def published(public_value: str = "", **changes: Any) -> File:
    """A file as the site writes it, as JSON values."""
    announced = Announced(source="Loto", date="2026-12-05") if public_value else None
    description = describe(
        game("comon"),
        NO_OPTIONS,
        **{
            "set_id": "0123456789abcdef",
            "boards": BOARDS,
            "purpose": "main",
            "pass_four_aces": False,
            "announced": announced,
            **changes,
        },
    )
    boards = []
    for board in range(1, BOARDS + 1):
        dealt = description.deal(key=KEY, public_value=public_value, board=board)
        boards.append(
            {"board": board, "hands": list(map(list, dealt.hands)), "talon": list(dealt.talon)}
        )
    return {
        "format": "triplicate-deals/1",
        "commitment": description.commitment(KEY),
        "description": description.public(),
        "key": KEY.hex(),
        "public_value": public_value,
        "boards": boards,
    }


def found(file: File, commitment: str = "") -> list[str]:
    return failures(read_file(json.dumps(file)), published=commitment)


def test_an_untouched_file_is_verified() -> None:
    for file in (published(), published("7 12 23"), published(pass_four_aces=True)):
        assert found(file) == []
        assert found(file, file["commitment"]) == []


def test_one_altered_card_is_found() -> None:
    file = published()
    hand = file["boards"][6]["hands"][1]
    taken = hand[3]
    hand[3] = file["boards"][6]["hands"][2][0]

    (line,) = found(file)
    assert line.startswith("board 7: hand B is ")
    assert taken in line


def test_two_exchanged_cards_are_a_line_for_each_hand() -> None:
    file = published()
    first, second, _ = file["boards"][0]["hands"]
    first[0], second[0] = second[0], first[0]

    assert [line[:15] for line in found(file)] == ["board 1: hand A", "board 1: hand B"]


def test_the_order_counts_in_the_talon_alone() -> None:
    file = published()
    for hand in file["boards"][0]["hands"]:
        hand.reverse()
    assert found(file) == []

    file["boards"][1]["talon"].reverse()
    (line,) = found(file)
    assert line.startswith("board 2: talon is ")


def _other_key(file: File) -> None:
    file["key"] = bytes(32).hex()


def _other_name(file: File) -> None:
    file["description"]["set"] = "f" * 16


def _other_announcement(file: File) -> None:
    file["description"]["announced"]["source"] = "Keno"


@pytest.mark.parametrize("alter", [_other_key, _other_name, _other_announcement])
def test_another_key_or_description_does_not_give_the_commitment(
    alter: Callable[[File], None],
) -> None:
    file = published("7")
    alter(file)

    assert "the key and the description do not give the commitment" in found(file)


def test_another_public_value_gives_other_cards() -> None:
    file = published("7")
    file["public_value"] = "8"

    assert len({line.split(":")[0] for line in found(file)}) == BOARDS


def test_a_public_value_is_there_if_and_only_if_it_was_announced() -> None:
    missing = published("7")
    missing["public_value"] = ""
    surplus = published()
    surplus["public_value"] = "7"

    assert found(missing) == ["the announced public value is missing"]
    assert "there is a public value that was not announced" in found(surplus)


def test_a_commitment_noted_before_play_must_be_that_of_the_file() -> None:
    assert found(published(), "0" * 64) == ["the commitment is not the one published before play"]


def test_missing_and_surplus_boards_are_found() -> None:
    file = published()
    file["boards"][2]["board"] = BOARDS + 1

    assert found(file) == ["board 3: missing", "board 9: not in this set"]


def test_a_missing_hand_is_found() -> None:
    file = published()
    file["boards"][0]["hands"].pop()

    assert found(file) == ["board 1: 2 hands, sealed are 3"]


def test_a_deck_that_is_not_the_games_is_found() -> None:
    usual = published()
    deck = usual["description"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    assert "the deck or the hands are not those of comon" in found(usual)

    unknown = published()
    unknown["description"]["game"] = "whist"
    assert any("whist" in line for line in found(unknown))


def test_a_deck_that_can_only_be_passed_over_is_found() -> None:
    file = published(pass_four_aces=True)
    file["description"] |= {"deck": ["AS", "AH", "AD", "AC"], "hands": [4], "talon": 0}

    assert "board 1: no deal without four aces in one hand in 256 attempts" in found(file)


def test_a_sealed_file_is_not_verified() -> None:
    file = published()
    sealed = {name: file[name] for name in ("format", "commitment", "description")}

    assert found(sealed) == ["the key is not revealed yet: there is nothing to verify"]


def malformed() -> list[object]:
    def without(name: str) -> File:
        return {field: value for field, value in published().items() if field != name}

    def with_board(**changes: Any) -> File:
        file = published()
        file["boards"][3] |= changes
        return file

    return [
        None,
        [],
        {},
        {"format": "triplicate-deals/2"},
        *(without(name) for name in published()),
        {**published(), "note": "x"},
        {**published(), "commitment": "AB" * 32},
        {**published(), "commitment": 7},
        {**published(), "key": "00"},
        {**published(), "key": None},
        {**published(), "public_value": None},
        {**published(), "public_value": "\ud800"},
        {**published(), "description": []},
        {**published(), "description": {**published()["description"], "boards": 10**9}},
        {**published(), "boards": {}},
        {**published(), "boards": [7]},
        with_board(board="4"),
        with_board(board=True),
        with_board(board=0),
        with_board(board=3),
        with_board(hands=7),
        with_board(hands=["AS"]),
        with_board(hands=[["AS", 7]]),
        with_board(hands=[["\x1b[2J"]]),
        with_board(talon=None),
        with_board(talon=["7S\n9D"]),
        with_board(note=""),
    ]


@pytest.mark.parametrize("file", malformed(), ids=lambda file: "")
def test_what_is_no_deal_file_is_refused_in_one_line(file: object) -> None:
    with pytest.raises(DescriptionError) as refused:
        read_file(json.dumps(file))

    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format":1,"format":2}', b"9" * 5_000],
    ids=["empty", "cut", "not-utf8", "deep", "twice", "long"],
)
def test_a_malformed_file_gives_one_line_and_status_2(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deals.json"
    path.write_bytes(content)

    status = main(["verify", str(path)])

    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert len(printed.err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        boards_write(dealt(), "json"),
        boards_write(dealt(), "pbn"),
        boards_write(dealt(), "csv"),
        boards_write(dealt(), "csv").replace(b"comon", b""),
        boards_write(dealt(), "pbn").replace(b"N:", b"?:") + b"\xe9",
    ],
    ids=["json", "pbn", "csv", "no game", "damaged"],
)
def test_deals_without_their_seal_are_known_and_told_where_the_seal_is(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deals"
    path.write_bytes(content)

    assert main(["verify", str(path)]) == 2
    printed = capsys.readouterr().err
    assert len(printed.splitlines()) == 1
    assert "without their seal" in printed
    assert "“The deals with their key (JSON)”" in printed


@pytest.mark.parametrize(
    "content", [b"name;score\nZ;3\n", b'{"format":"triplicate-deals/1"}', b"{}"]
)
def test_other_files_are_not_taken_for_deals(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deals"
    path.write_bytes(content)

    assert main(["verify", str(path)]) == 2
    assert "without their seal" not in capsys.readouterr().err


def test_a_file_that_is_not_there_gives_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        assert main(["verify", str(path)]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a user starts it, on a Python without Django."""
    program = (
        "import runpy, sys; sys.modules['django'] = None;"
        " runpy.run_module('deals', run_name='__main__', alter_sys=True)"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_needs_no_django_and_reads_files_and_standard_input(tmp_path: Path) -> None:
    file = published("7 « é »")
    path = tmp_path / "deals.json"
    path.write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8-sig")

    for result in (
        run("verify", str(path)),
        run("verify", "-", text=json.dumps(file)),
        run("verify", str(path), "--commitment", f" {file['commitment'].upper()}\n"),
    ):
        assert (result.returncode, result.stdout) == (
            0,
            f"8 boards verified, commitment {file['commitment']}\n",
        )
        assert result.stderr == ""


def test_the_command_prints_a_line_per_failure() -> None:
    file = published()
    file["boards"][6]["hands"][1][3] = file["boards"][6]["talon"][0]

    result = run("verify", "-", "--commitment", "0" * 64, text=json.dumps(file))

    assert result.returncode == 1
    assert len(result.stdout.splitlines()) == 2
    assert "board 7: hand B" in result.stdout


def test_the_command_refuses_a_commitment_that_is_none() -> None:
    result = run("verify", "-", "--commitment", "5f0c…", text=json.dumps(published()))

    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
