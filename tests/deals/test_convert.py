"""`python -m deals convert`, and a PBN reader of others that opens what it writes."""

import io
import json
import os
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from deals.__main__ import main
from deals.formats import Form, boards_read, boards_write, pbn, records
from deals.program import program_zip
from engine import solver
from engine.__main__ import main as engine
from engine.record import load, texts
from tests.deals.test_formats import COMON, dealt

# Prints the hands that endplay reads of a file, by place from north on.
FOREIGN = """
import json, sys
from endplay import config
from endplay.parsers import pbn
from endplay.types import Player
config.use_unicode = False
with open(sys.argv[1], encoding="latin-1") as file:
    boards = pbn.load(file)
print(json.dumps([
    [board.board_num, board.dealer.abbr]
    + [[str(card.rank.abbr + card.suit.abbr) for card in board.deal[place]] for place in Player]
    for board in boards
]))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "deals.json"
    path.write_bytes(boards_write(dealt(), "json"))
    return path


def test_a_file_is_checked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(file)]) == 0
    assert capsys.readouterr().out == "3 boards of comon, JSON: nothing is wrong\n"


@pytest.mark.parametrize("form", ["pbn", "csv", "json"])
def test_a_file_is_written_in_another_form_and_back(file: Path, form: str) -> None:
    there, back = file.with_suffix(f".of.{form}"), file.with_name("back.json")

    assert main(["convert", str(file), str(there)]) == 0
    assert main(["convert", str(there), str(back)]) == 0
    assert back.read_bytes() == file.read_bytes()


def test_the_turned_cards_are_a_fourth_hand_where_asked_for(file: Path) -> None:
    there = file.with_suffix(".pbn")

    assert main(["convert", str(file), str(there), "--talon-as-hand"]) == 0
    assert there.read_bytes() == pbn.write(dealt(), with_talon=True)
    assert boards_read(there.read_bytes())[1] == dealt()


def test_a_damaged_file_is_refused_and_nothing_written(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(file.read_bytes().replace(b'"board":2', b'"board":1'))

    assert main(["convert", str(file), str(file.with_suffix(".pbn"))]) == 2
    assert capsys.readouterr().err == "Line 10: board 1 was on line 9 already.\n"
    assert not file.with_suffix(".pbn").exists()
    assert main(["convert", str(file.with_name("none"))]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["pbn", "csv", "json"])
def test_the_engine_solves_the_deals_of_a_file(
    file: Path, form: Form, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the order of their numbers, from the first card on."""
    file.write_bytes(boards_write(dealt(12), form))
    lines = file.with_suffix(".jsonl")

    assert main(["convert", str(file), str(lines), "--form", "records"]) == 0
    found = [load(data) for _, data in texts(lines.read_bytes())]
    assert [(each.game, each.deal, each.actions) for each in found] == [
        ("comon", board.deal, ()) for board in dealt(12).boards
    ]
    lines.write_bytes(lines.read_bytes().splitlines(keepends=True)[0])
    assert engine(["solve", str(lines), "--jobs", "1"]) == 0
    state = COMON.start(dealt(1).boards[0].deal)
    assert json.loads(capfd.readouterr().out)["guaranteed"] == [
        solver.guaranteed(state, seat) for seat in range(3)
    ]


def test_the_options_of_a_game_are_in_its_records() -> None:
    assert load(records.write(replace(dealt(1), options={"a": 1}))).options == {"a": 1}


def test_the_form_must_be_known(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(file), str(file.with_suffix(".txt"))]) == 2
    assert "--form" in capsys.readouterr().err


def test_it_runs_where_nothing_of_the_site_is(file: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(program_zip())).extractall(tmp_path)
    done = subprocess.run(
        # -S: nothing of this machine's Python but its standard library.
        [sys.executable, "-S", "-m", "deals", "convert", str(file), "--form", "pbn"],
        cwd=tmp_path / "triplicate-deals",
        env={},
        capture_output=True,
        check=True,
    )
    assert done.stdout == pbn.write(dealt())


@pytest.mark.tools
@pytest.mark.parametrize("with_talon", [False, True])
def test_a_reader_that_is_not_ours_opens_it(tmp_path: Path, with_talon: bool) -> None:
    path = tmp_path / "deals.pbn"
    path.write_bytes(pbn.write(dealt(), with_talon=with_talon))
    done = subprocess.run(
        [sys.executable, "-c", FOREIGN, str(path)],
        env={**os.environ, "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    read = json.loads(done.stdout)

    assert len(read) == 3
    for (number, dealer, *places), board in zip(read, dealt().boards, strict=True):
        assert (number, dealer) == (board.number, "S")
        fourth = board.deal.talon if with_talon else ()
        assert [set(cards) for cards in places] == [
            *map(set, board.deal.hands),
            set(fourth),
        ]
