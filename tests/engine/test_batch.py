"""Many records solved at once: in order, on several cores, stopped and gone on with."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.record import Record, dump
from engine.selfplay import play_out
from tests.engine.builders import COMON
from tests.engine.test_cli import ROOT, refused, run
from tests.linux import only_linux

# So many cards of each deal have been played: enough to be solved soon without a compiler, too.
PLIES = (18, 27, 15, 30, 20)


def endings(*plies: int) -> list[str]:
    lines = []
    for board, number in enumerate(plies, start=1):
        dealt = deal(COMON, key=b"batch", board=board)
        played = play_out(COMON, dealt, [bot("simple")] * 3, seed="1")
        lines.append(dump(Record(COMON.key, {}, dealt, played.actions[:number])))
    return lines


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file of records, the one on its third line damaged."""
    lines = endings(*PLIES)
    lines[2] = lines[2].replace("triplicate", "duplicate")
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


FAULT = 'python -m engine: line 3: "format" is \'triplicate-record/1\', not "duplicate-record/1"\n'


def solved_one_by_one(records: Path) -> str:
    lines = records.read_text().splitlines()
    return "".join(run("solve", "-", given=line.encode())[1] for line in lines)


@pytest.mark.parametrize("jobs", ["1", "2", "7"])
def test_results_keep_the_order_of_the_records(records: Path, jobs: str) -> None:
    status, output, fault = run("solve", str(records), "--jobs", jobs)
    assert (status, fault) == (2, FAULT)
    assert output == solved_one_by_one(records)
    assert output.count("\n") == 4


def test_a_file_gets_the_same_lines(records: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert run("solve", str(records), "--cards", "--out", str(out)) == (2, "", FAULT)
    assert out.read_text() == run("solve", str(records), "--cards")[1]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("kept", [0, 1, 2, 3, 4])
def test_a_file_that_broke_off_is_gone_on_with(
    records: Path, tmp_path: Path, kept: int, jobs: str
) -> None:
    out = tmp_path / "out.jsonl"
    run("solve", str(records), "--out", str(out))
    whole = out.read_bytes()
    lines = whole.splitlines(keepends=True)
    # What is held is not solved again: par may say anything, the next line is cut in two.
    begun = b"".join(lines[:kept]).replace(b'"par": [', b'"par": [ ')
    out.write_bytes(begun + b"".join(lines[kept : kept + 1])[:20])
    assert run("solve", str(records), "--out", str(out), "--jobs", jobs) == (2, "", FAULT)
    assert out.read_bytes() == begun + b"".join(lines[kept:])


def test_a_file_of_other_results_is_left_as_it_is(records: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("solve", str(records), "--out", str(out))
    first, second, *_ = out.read_text().splitlines()
    for lines, message in [
        ([second], f"{str(out)!r} holds other results, first for line 1"),
        ([first, first], f"{str(out)!r} holds other results, first for line 2"),
        (["nonsense"], f"{str(out)!r} holds other results, first for line 1"),
        (["7"], f"{str(out)!r} holds other results, first for line 1"),
    ]:
        out.write_text("\n".join(lines) + "\n")
        fault = refused("solve", str(records), "--out", str(out), "--jobs", "1")
        assert fault == f"python -m engine: {message}"
        assert out.read_text() == "\n".join(lines) + "\n"


def test_a_file_of_something_else_is_left_as_it_is(records: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear friends")
    fault = refused("solve", str(records), "--out", str(other))
    assert fault == f"python -m engine: {str(other)!r} holds something else than results"
    assert other.read_text() == "Dear friends"


def test_results_with_and_without_cards_are_not_mixed(records: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run("solve", str(records), "--out", str(out))
    assert "holds other results" in refused("solve", "--cards", str(records), "--out", str(out))


def test_more_results_than_records_are_refused(tmp_path: Path) -> None:
    record, out = endings(27)[0], tmp_path / "out.jsonl"
    out.write_text(run("solve", "-", given=record.encode())[1] * 2)
    fault = refused("solve", "-", "--out", str(out), given=record.encode())
    assert fault == f"python -m engine: {str(out)!r} holds more results than there are records"


def test_a_file_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    out = tmp_path / "nowhere" / "out.jsonl"
    fault = refused("solve", "-", "--out", str(out), given=endings(27)[0].encode())
    assert fault == "python -m engine: cannot write the output: No such file or directory"


@pytest.mark.parametrize("number", ["0", "x", "1001"])
def test_jobs_are_a_number_from_one(number: str) -> None:
    assert "--jobs" in refused("solve", "-", "--jobs", number)


def solving(records: Path, out: Path, jobs: str, *, errors: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "engine", "solve", str(records), "--jobs", jobs]
    # What runs in a shell's background ignores Ctrl-C, and hands that on; a person's does not.
    former = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            [*command, "--out", str(out)], cwd=ROOT, start_new_session=True, stderr=errors
        )
    finally:
        signal.signal(signal.SIGINT, former)


@only_linux
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("reaches_all", [True, False])
def test_ctrl_c_ends_it_without_a_traceback_and_it_goes_on(
    tmp_path: Path, jobs: str, reaches_all: bool
) -> None:
    records, out = tmp_path / "records.jsonl", tmp_path / "out.jsonl"
    records.write_text("\n".join(endings(*[20] * 40)) + "\n")
    with solving(records, out, jobs, errors=subprocess.PIPE) as process:
        assert process.stderr is not None
        while not out.exists():
            assert process.poll() is None
            time.sleep(0.01)
        # A terminal sends it to the processes that solve as well, a program to the first only.
        (os.killpg if reaches_all else os.kill)(process.pid, signal.SIGINT)
        # It ends when every process that has this pipe has ended.
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 130
    assert out.read_bytes().endswith(b"\n")
    assert run("solve", str(records), "--out", str(out)) == (0, "", "")
    assert out.read_text() == run("solve", str(records))[1]


@only_linux
def test_a_terminal_shows_how_far_it_is(records: Path, tmp_path: Path) -> None:
    mine, theirs = pty.openpty()
    with solving(records, tmp_path / "out.jsonl", "2", errors=theirs) as process:
        os.close(theirs)
        shown = b""
        try:
            while more := os.read(mine, 4096):
                shown += more
        except OSError:  # how a terminal says that nobody writes to it any more
            pass
        assert process.wait(timeout=60) == 2
    os.close(mine)
    assert b"1 of 5, " in shown
    assert b"[########################] 5 of 5, 0:00 left" in shown
    assert FAULT.strip().encode() in shown
    assert shown.endswith(b"\r\x1b[K"), "the bar is gone at the end"


def test_what_is_held_is_not_believed_without_a_look(tmp_path: Path) -> None:
    record, out = endings(20)[0], tmp_path / "out.jsonl"
    result = json.loads(run("solve", "-", given=record.encode())[1])
    for name in ("guaranteed", "fewest", "best_score", "par_rule"):
        wrong = result | {name: "?" if name == "par_rule" else [9, 9, 9]}
        out.write_text(json.dumps(wrong) + "\n")
        assert "holds other results" in refused(
            "solve", "-", "--out", str(out), given=record.encode()
        )
