"""The command line, run as a user runs it: a fault is one line on standard error and status 2."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine import solver
from engine.dealing import deal
from engine.games.comon import score_tricks
from engine.record import Record, dump, load
from engine.registry import all_keys, game
from engine.replay import reached
from tests.engine.builders import COMON, comon_deal
from tests.linux import only_linux

ROOT = Path(__file__).resolve().parents[2]
KEY = "5f" * 32
BOARD = ("--seed", KEY, "--board", "1")
DEAL = comon_deal("AH 8C", "JH 7C", "7S 8S", turned="9S 9D", void={2: "H"})


def run(*arguments: str, given: bytes = b"", hash_seed: str = "0") -> tuple[int, str, str]:
    """Exit status, standard output and standard error of one command."""
    done = subprocess.run(
        [sys.executable, "-m", "engine", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        timeout=120,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def refused(*arguments: str, given: bytes = b"") -> str:
    """The one line of a command that must fail, and print nothing else."""
    status, output, fault = run(*arguments, given=given)
    assert status == 2
    assert output == ""
    assert fault.endswith("\n")
    assert fault.count("\n") == 1
    assert "Traceback" not in fault
    return fault.rstrip("\n")


def record(*actions: str) -> bytes:
    return dump(Record("comon", {}, DEAL, actions)).encode()


# replay


def test_replay_prints_one_line_of_json_for_a_record() -> None:
    status, output, fault = run("replay", "-", given=record("AH", "JH", "7S", "8S"))
    assert (status, fault) == (0, "")
    assert output.count("\n") == 1
    printed = json.loads(output)
    assert list(printed) == ["plies", "tricks", "trick_counts", "scores", "finished"]
    assert [(ply["seat"], ply["action"]) for ply in printed["plies"]] == [
        (0, "AH"),
        (1, "JH"),
        (2, "7S"),
        (2, "8S"),
    ]
    assert all(ply["legal"] == sorted(ply["legal"]) for ply in printed["plies"])
    assert printed["plies"][0]["legal"] == sorted(DEAL.hands[0])
    assert printed["tricks"] == [{"leader": 0, "cards": ["AH", "JH", "7S"], "winner": 2}]
    assert printed["trick_counts"] == [0, 0, 1]
    assert printed["scores"] is None
    assert printed["finished"] is False


def test_replay_reads_a_file_and_several_records(tmp_path: Path) -> None:
    file = tmp_path / "évening.jsonl"
    file.write_bytes(b"\n".join([record(), b"", record("AH")]) + b"\n")
    status, output, fault = run("replay", str(file))
    assert (status, fault) == (0, "")
    assert [len(json.loads(line)["plies"]) for line in output.splitlines()] == [0, 1]


def test_replay_reads_a_record_written_over_several_lines() -> None:
    spread = json.dumps(json.loads(record("AH")), indent=2).encode()
    status, output, _ = run("replay", "-", given=spread)
    assert status == 0
    assert len(json.loads(output)["plies"]) == 1


def test_a_finished_deal_has_scores() -> None:
    _, records, _ = run(
        "selfplay", "--game", "comon", "--bots", "simple", "--boards", "1", "--seed", "1"
    )
    _, output, _ = run("replay", "-", given=records.encode())
    printed = json.loads(output)
    assert printed["finished"] is True
    assert sum(printed["trick_counts"]) == 10
    assert printed["scores"] == list(score_tricks(printed["trick_counts"]))
    assert len(printed["plies"]) == 30
    assert len(printed["tricks"]) == 10


def test_an_illegal_action_is_named_by_line_ply_card_and_rule() -> None:
    assert refused("replay", "-", given=b"\n" + record("8C", "JH")) == (
        "python -m engine: line 2: ply 2: JH breaks the rule follow-suit:"
        " you hold clubs: follow suit"
    )


def test_an_action_after_the_end_is_refused() -> None:
    _, records, _ = run(
        "selfplay", "--game", "comon", "--bots", "simple", "--boards", "1", "--seed", "1"
    )
    longer = json.loads(records)
    longer["actions"].append("AS")
    fault = refused("replay", "-", given=json.dumps(longer).encode())
    assert fault.endswith("line 1: ply 31: AS breaks the rule finished: the deal is over")


def test_a_bad_record_leaves_the_good_ones_around_it() -> None:
    lines = [record("AH"), record("8C", "JH"), b"nonsense", record()]
    status, output, fault = run("replay", "-", given=b"\n".join(lines))
    assert status == 2
    assert [len(json.loads(line)["plies"]) for line in output.splitlines()] == [1, 0]
    assert [line.split(": ")[1] for line in fault.splitlines()] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b"", "no record in '-'"),
        (b" \n\n", "no record in '-'"),
        (b"nonsense", "line 1: not JSON"),
        (b"{\n", "line 1: not JSON"),
        (b"[1, 2]", "line 1: the record is an object, not a list"),
        (b"\xff\xfe", "line 1: not UTF-8 at byte 1"),
        (b"[" * 100_000, "line 1: not a record: nested too deeply"),
        (record().replace(b'"comon"', b'"chess"'), "line 1: no game is called 'chess'"),
        (record().replace(b'"comon"', b"3"), 'line 1: "game" is a text, not 3'),
        (record().replace(b'"options": {}', b'"options": {"a": 1}'), "comon has no option 'a'"),
        (record().replace(b'"AH"', b'"AS"'), "line 1: AS is dealt twice"),
        (record().replace(b'"AH", ', b""), "line 1: the hand of seat 0 has 9 cards, not 10"),
        (record().replace(b'"AH"', b'"6H"'), "line 1: '6H' is not in this deck"),
        (record("ZZ"), "ply 1: ZZ breaks the rule no-such-card: 'ZZ' is not a card of this game"),
        (record("7C"), "ply 1: 7C breaks the rule not-in-hand: you do not hold 7C"),
    ],
)
def test_a_malformed_record_is_refused(given: bytes, message: str) -> None:
    assert message in refused("replay", "-", given=given)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert refused("replay", str(tmp_path / "none")).endswith("No such file or directory")
    assert refused("replay", str(tmp_path)).endswith("Is a directory")


# games, deal, score


def test_games_lists_every_game_with_what_can_be_agreed_on() -> None:
    status, output, fault = run("games")
    assert (status, fault) == (0, "")
    head, *lines = output.splitlines()
    assert head.split()[:4] == ["key", "name", "players", "duplicate"]
    assert [line.split()[0] for line in lines] == list(all_keys())
    for line, rules in zip(lines, map(game, all_keys()), strict=True):
        key, name, players, duplicate, *agreed = re.split(" {2,}", line)
        assert (key, name) == (rules.key, rules.name)
        assert players == ", ".join(map(str, rules.seats))
        assert duplicate == (f"no: {rules.no_event}" if rules.no_event else "yes")
        options = dict(each.split("=") for each in " ".join(agreed).split())
        asked = [option for option in rules.options if not option.carried]
        assert list(options) == [option.name for option in asked]
        for option in asked:
            usual, *others = options[option.name].split("|")
            assert usual == str(option.default).replace("True", "true").replace("False", "false")
            assert len(others) == len(option.values) - 1 or others[0] == "…"


def test_deal_prints_the_record_of_a_sealed_board() -> None:
    status, output, fault = run("deal", "--game", "comon", "--seed", KEY, "--board", "7")
    assert (status, fault) == (0, "")
    dealt = deal(COMON, key=bytes.fromhex(KEY), board=7)
    assert load(output) == Record("comon", {}, dealt, ())
    assert run("replay", "-", given=output.encode())[0] == 0


def test_score_prints_half_lives_by_seat() -> None:
    assert run("score", "--game", "comon", "5", "3", "2") == (0, "[1, -2, 0]\n", "")
    assert run("score", "--game", "comon", "0", "5", "5") == (0, "[-2, 1, 1]\n", "")


def test_score_takes_all_that_a_game_asks_one_after_another() -> None:
    assert run("score", "--game", "vicaire", "5", "3", "2") == (0, "[5, 3, 2]\n", "")
    triton = ("score", "--game", "triton", "50", "20", "0")
    assert run(*triton, "1", "0", "0") == (0, "[80, 20, 0]\n", "")
    assert "a 1 is needed for each seat that has the best combination" in refused(*triton)
    assert "a 1 is needed" in refused(*triton, "1", "0", "0", "0")


@pytest.mark.parametrize("key", ["vicaire", "triton"])
def test_every_command_knows_the_other_games(key: str) -> None:
    status, output, _ = run("deal", "--game", key, "--seed", KEY, "--board", "7")
    assert status == 0
    assert run("replay", "-", given=output.encode())[0] == 0
    status, records, _ = run(
        "selfplay", "--game", key, "--bots", "random,simple,simple", "--boards", "3", "--seed", "1"
    )
    assert status == 0
    status, output, fault = run("replay", "-", given=records.encode())
    assert (status, fault) == (0, "")
    assert all(json.loads(line)["finished"] for line in output.splitlines())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("score", "--game", "comon", "5", "3", "3"), "5 + 3 + 3 is not possible"),
        (("score", "--game", "comon", "5", "5"), "three trick counts are needed"),
        (("score", "--game", "comon", "5", "3", "2", "0"), "three trick counts are needed"),
        (("score", "--game", "comon", "-1", "6", "5"), "-1 + 6 + 5 is not possible"),
        (("score", "--game", "comon", "five", "3", "2"), "invalid int value: 'five'"),
        (("score", "--game", "comon"), "required: NUMBER"),
        (("score", "--game", "chess", "5", "3", "2"), "no game is called 'chess'"),
        (("deal", "--game", "comon", "--seed", "xy", "--board", "1"), "'xy' is not bytes in hexa"),
        (("deal", "--game", "comon", "--seed", "", "--board", "1"), "'' is not bytes in hexa"),
        (("deal", "--game", "comon", "--seed", KEY, "--board", "0"), "0 is not from 1 to"),
        (("deal", "--game", "comon", "--seed", KEY, "--board", "1.5"), "invalid"),
        (("deal", "--game", "comon", "--seed", KEY, "--board", str(1 << 32)), "is not from 1 to"),
        (("deal", "--game", "comon", "--seed", KEY), "required: --board"),
        (("deal", "--game", "comon", "--options", '{"players": 4}', *BOARD), "no option 'players'"),
        (("deal", "--game", "comon", "--options", "[]", *BOARD), "'[]' is not an object in JSON"),
        (("deal", "--game", "comon", "--options", "x", *BOARD), "'x' is not an object in JSON"),
        (("deal", "--game", "comon", "--options", '{"a":' * 20_000, *BOARD), "is not an object"),
        (("bench", "--seconds", "0"), "0 is not from 0 to 600 seconds"),
        (("guess",), "invalid choice: 'guess'"),
        ((), "required: COMMAND"),
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)


# selfplay


def selfplay(bots: str, boards: int, seed: str, *, hash_seed: str = "0") -> list[Record]:
    status, output, fault = run(
        "selfplay",
        "--game",
        "comon",
        "--bots",
        bots,
        "--boards",
        str(boards),
        "--seed",
        seed,
        hash_seed=hash_seed,
    )
    assert (status, fault) == (0, "")
    return [load(line) for line in output.splitlines()]


def test_selfplay_prints_finished_records_that_replay() -> None:
    records = selfplay("random,random,simple", 20, "evening")
    assert len({each.deal for each in records}) == 20
    given = "\n".join(map(dump, records)).encode()
    status, output, _ = run("replay", "-", given=given)
    assert status == 0
    assert all(json.loads(line)["finished"] for line in output.splitlines())


def test_one_bot_serves_all_seats() -> None:
    assert selfplay("random", 3, "a") == selfplay("random,random,random", 3, "a")


def test_selfplay_repeats_in_another_process_and_changes_with_the_seed() -> None:
    first = selfplay("random,simple,simple", 3, "a", hash_seed="1")
    assert first == selfplay("random,simple,simple", 3, "a", hash_seed="2")
    assert first != selfplay("random,simple,simple", 3, "b")


def test_a_seed_of_64_hexadecimal_digits_plays_the_boards_that_deal_prints() -> None:
    first, second = selfplay("random", 2, KEY)
    assert first.deal == deal(COMON, key=bytes.fromhex(KEY), board=1)
    assert second.deal == deal(COMON, key=bytes.fromhex(KEY), board=2)


@pytest.mark.parametrize(
    ("bots", "boards", "message"),
    [
        ("deep", "1", "no bot is called 'deep'"),
        ("random,random", "1", "2 bots for 3 seats"),
        ("", "1", "no bot is called ''"),
        ("random", "0", "0 is not from 1 to"),
    ],
)
def test_selfplay_refuses_bots_and_boards_that_cannot_be(
    bots: str, boards: str, message: str
) -> None:
    fault = refused(
        "selfplay", "--game", "comon", "--bots", bots, "--boards", boards, "--seed", "1"
    )
    assert message in fault


# bench, and output that nobody takes


def test_bench_prints_each_figure_with_its_goal_and_ratio() -> None:
    status, output, fault = run("bench", "--seconds", "0.05")
    assert (status, fault) == (0, "")
    playouts, batch, deals = output.splitlines()
    assert "(goal 12,000, ratio " in playouts
    assert "(goal 300,000, ratio " in batch
    assert "(goal 60,000, ratio " in deals


def test_help_is_no_fault() -> None:
    status, output, _ = run("--help")
    assert status == 0
    for command in ("games", "replay", "deal", "score", "selfplay", "arena", "bench", "compile"):
        assert command in output


def test_a_closed_pipe_is_one_line_and_no_traceback() -> None:
    command = [sys.executable, "-m", "engine", "selfplay", "--game", "comon", "--bots", "random"]
    with subprocess.Popen(
        [*command, "--boards", "500", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        fault = process.stderr.read().decode()
        assert process.wait(timeout=120) == 2
    assert fault == "python -m engine: cannot write the output: Broken pipe\n"


@only_linux
def test_a_full_disk_is_one_line_and_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "score", "--game", "comon", "5", "3", "2"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=120,
        )
    assert done.returncode == 2
    assert done.stderr == b"python -m engine: cannot write the output: No space left on device\n"


# solve


def nearly_played(plies: int) -> bytes:
    """The record of a deal of which so many cards have been played."""
    _, records, _ = run(
        "selfplay", "--game", "comon", "--bots", "simple", "--boards", "1", "--seed", "1"
    )
    fields = json.loads(records)
    fields["actions"] = fields["actions"][:plies]
    return json.dumps(fields).encode()


def test_solve_prints_one_line_of_json_for_the_position_of_a_record() -> None:
    given = nearly_played(20)
    status, output, fault = run("solve", "-", given=given)
    assert (status, fault) == (0, "")
    assert output.count("\n") == 1
    printed = json.loads(output)
    assert list(printed) == ["guaranteed", "fewest", "best_score", "par", "par_rule"]
    assert printed["par_rule"] == solver.PAR_RULE
    state = reached(load(given))
    assert printed["guaranteed"] == [solver.guaranteed(state, seat) for seat in range(3)]
    assert printed["fewest"] == [solver.fewest(state, seat) for seat in range(3)]
    assert printed["best_score"] == [solver.best_score(state, seat) for seat in range(3)]
    assert printed["par"] == list(solver.par(state).scores)


def test_solve_can_add_the_value_of_each_card() -> None:
    given = nearly_played(16)
    _, output, _ = run("solve", "--cards", "-", given=given)
    state = reached(load(given))
    assert json.loads(output)["cards"] == [
        {"card": value.card, "guaranteed": value.guaranteed, "par": list(value.par.scores)}
        for value in solver.card_values(state)
    ]


def test_solve_refuses_what_replay_refuses_and_goes_on() -> None:
    lines = [nearly_played(30), record("8C", "JH"), b"nonsense"]
    status, output, fault = run("solve", "-", given=b"\n".join(lines))
    assert status == 2
    assert output.count("\n") == 1
    _, _, same = run("replay", "-", given=b"\n".join(lines))
    assert fault == same


def test_only_comon_is_solved() -> None:
    _, other, _ = run("deal", "--game", "triton", "--seed", KEY, "--board", "1")
    fault = refused("solve", "-", given=other.encode())
    assert fault == "python -m engine: line 1: only deals of Com'on! can be solved"


def test_bench_solve_reports_on_the_boards_of_a_seed() -> None:
    if solver.form() != "compiled":
        pytest.skip("whole deals take minutes without a compiler")
    status, output, fault = run("bench", "solve", "--boards", "2", "--seed", "1")
    assert (status, fault) == (0, "")
    first, *figures = output.splitlines()
    assert first.startswith("comon with open hands, 2 boards")
    assert [line.split(":")[0] for line in figures] == [
        "three guaranteed and three fewest",
        "three best scores",
        "par",
        "all of these, and every card that could be played in a whole play",
    ]
