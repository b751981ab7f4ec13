"""The engine's command line: python -m engine games | replay | deal | score | selfplay | arena |
solve | bench | compile.

A fault is one line on standard error and exit status 2, never a traceback. `replay` and `solve`
go on after a bad record: each gets its line, the good ones are printed, and the status is 2 if any
was bad.
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import NoReturn

from engine import arena, batch, bench, compiling
from engine.bots import bot
from engine.dealing import deal
from engine.duties import known
from engine.errors import BadRecord, EngineError
from engine.processes import cores
from engine.protocol import Ask, Game, Option, players
from engine.record import Record, dump, load, texts
from engine.registry import all_keys, game
from engine.replay import replay
from engine.selfplay import play_out

FAULT = 2
INTERRUPTED = 130
STDIN = 0
KEY_BYTES = 32
MOST_BOARDS = (1 << 32) - 1
MOST_SAMPLES = 100_000
MOST_JOBS = 1_000
MOST_SHOWN = 12


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(FAULT, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        print(end="", flush=True)
    except EngineError as error:
        return _fault(str(error))
    except OSError as error:
        # What is still buffered must not be tried again, and fail again, at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fault(f"cannot write the output: {error.strerror}")
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m engine", description="Deals, rules and bots without the site.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    command = commands.add_parser("games", help="list the games, their players and options")
    command.set_defaults(run=_games)

    command = commands.add_parser("replay", help="replay records and print what happened")
    command.add_argument("file", metavar="FILE", help="one record, or one per line; - is stdin")
    command.set_defaults(run=_replay)

    command = commands.add_parser("solve", help="print what each seat can reach, all hands open")
    command.add_argument("file", metavar="FILE", help="as for replay; the last position is solved")
    command.add_argument("--cards", action="store_true", help="what each legal card leads to, too")
    command.add_argument(
        "--jobs", type=_jobs, default=cores(), metavar="N", help="processes (default: cores)"
    )
    command.add_argument(
        "--out", metavar="FILE", help="add the results to this file, after those that it has"
    )
    command.set_defaults(run=_solve)

    command = commands.add_parser("deal", help="print the record of a board before play")
    command.add_argument("--game", required=True)
    command.add_argument("--seed", required=True, type=_key, metavar="HEX", help="the set's key")
    command.add_argument("--board", required=True, type=_board, metavar="N", help="1 is the first")
    _with_options(command)
    command.set_defaults(run=_deal)

    command = commands.add_parser("score", help="print the score of a result, by seat")
    command.add_argument("--game", required=True)
    command.add_argument(
        "numbers",
        type=int,
        nargs="+",
        metavar="NUMBER",
        help="what the game asks, by seat: trick counts, or combinations and then 1 for the best",
    )
    _with_options(command)
    command.set_defaults(run=_score)

    command = commands.add_parser("selfplay", help="print records of boards played by bots")
    command.add_argument("--game", required=True)
    command.add_argument(
        "--bots", required=True, metavar="NAME[,NAME...]", help="one for all seats, or one for each"
    )
    command.add_argument("--boards", required=True, type=_board, metavar="N", help="how many")
    command.add_argument(
        "--seed",
        required=True,
        type=_text,
        metavar="S",
        help="any text; 64 hexadecimal digits are the key itself, with the boards that deal prints",
    )
    _with_options(command)
    command.set_defaults(run=_selfplay)

    command = commands.add_parser("arena", help="compare bots, each with the next, on equal hands")
    command.add_argument("--game", required=True)
    command.add_argument("--boards", required=True, type=_boards, metavar="N", help="2 or more")
    command.add_argument("--seed", required=True, type=_text, metavar="S", help="as for selfplay")
    command.add_argument(
        "--bots",
        metavar="NAME,NAME[,NAME...]",
        help="the better ones first (default: all but the strong one that know the game)",
    )
    command.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="worlds looked at by the bots that imagine",
    )
    command.add_argument(
        "--alone", action="store_true", help="one of the better bot beside the worse ones only"
    )
    _with_options(command)
    command.set_defaults(run=_arena)

    command = commands.add_parser("bench", help="measure speed against the goals")
    command.add_argument(
        "what", nargs="?", choices=("rates", "solve"), default="rates", help="(default rates)"
    )
    command.add_argument(
        "--boards", type=_boards, default=200, metavar="N", help="boards to solve (default 200)"
    )
    command.add_argument("--seed", type=_text, default="1", metavar="S", help="as for selfplay")
    command.add_argument(
        "--seconds", type=_seconds, default=2.0, metavar="N", help="CPU time a figure (default 2)"
    )
    command.set_defaults(run=_bench)

    command = commands.add_parser(
        "compile", help="make the fast parts faster, where there is a C compiler"
    )
    command.set_defaults(run=_compile)
    return parser


def _with_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--options",
        type=_options,
        default={},
        metavar="JSON",
        help="""what is agreed on in the game, as games lists it: '{"players": 4}'""",
    )


def _games(_: argparse.Namespace) -> int:
    rows = [("key", "name", "players", "duplicate", "options, the usual value first")]
    for rules in map(game, all_keys()):
        options = (
            f"{option.name}={_values(option)}" for option in rules.options if not option.carried
        )
        rows.append(
            (
                rules.key,
                rules.name,
                ", ".join(map(str, rules.seats)),
                f"no: {rules.no_event}" if rules.no_event else "yes",
                " ".join(options),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    return 0


def _values(option: Option) -> str:
    """The values as JSON writes them, words without their quotes; of many, the ends."""
    others = [value for value in option.values if value is not option.default]
    shown = [json.dumps(value).strip('"') for value in (option.default, *others)]
    return "|".join(shown if len(shown) <= MOST_SHOWN else [shown[0], "…", shown[1], shown[-1]])


def _replay(chosen: argparse.Namespace) -> int:
    status = 0
    for line, data in _records(chosen.file):
        try:
            found = replay(load(data)).as_json()
        except EngineError as error:
            status = _fault(f"line {line}: {error}")
        else:
            print(json.dumps(found))
    return status


def _solve(chosen: argparse.Namespace) -> int:
    faults: list[int] = []
    batch.solve_all(
        _records(chosen.file),
        cards=chosen.cards,
        jobs=chosen.jobs,
        out=chosen.out,
        refuse=lambda fault: faults.append(_fault(fault)),
    )
    return max(faults, default=0)


def _records(file: str) -> list[tuple[int, bytes]]:
    """The records of a file, each with its line; BadRecord if there is none."""
    records = texts(_read(file))
    if not records:
        raise BadRecord("no-record", f"no record in {file!r}")
    return records


def _deal(chosen: argparse.Namespace) -> int:
    rules = game(chosen.game)
    dealt = deal(rules, key=chosen.seed, board=chosen.board, options=chosen.options)
    print(dump(Record(rules.key, chosen.options, dealt, ())))
    return 0


def _score(chosen: argparse.Namespace) -> int:
    rules, numbers = game(chosen.game), chosen.numbers
    seats = players(rules, chosen.options)
    *asks, last = rules.asks(chosen.options)
    detail = {}
    for ask in asks:
        size = seats if ask.each else 1
        detail[ask.name] = _answer(ask, numbers[:size])
        numbers = numbers[size:]
    # The game itself refuses what is too little or too much.
    detail[last.name] = _answer(last, numbers)
    print(json.dumps(rules.score(detail, chosen.options)))
    return 0


def _answer(ask: Ask, numbers: Sequence[int]) -> object:
    return numbers[0] if not ask.each and len(numbers) == 1 else numbers


def _selfplay(chosen: argparse.Namespace) -> int:
    rules = game(chosen.game)
    names = chosen.bots.split(",")
    seats = players(rules, chosen.options)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        return _fault(f"{len(names)} bots for {seats} seats")
    bots = [bot(name) for name in names]
    key = _set_key(chosen.seed)
    for board in range(1, chosen.boards + 1):
        dealt = deal(rules, key=key, board=board, options=chosen.options)
        seed = f"{chosen.seed}/{board}"
        print(dump(play_out(rules, dealt, bots, seed=seed, options=chosen.options)))
    return 0


def _compared(rules: Game) -> list[str]:
    """The bots that know the game, the better ones first, without the strong one: it is slow."""
    if known(rules.key):
        return ["careful", "simple", "frozen", "random"]
    return ["simple", "random"]


def _arena(chosen: argparse.Namespace) -> int:
    rules = game(chosen.game)
    names = chosen.bots.split(",") if chosen.bots else _compared(rules)
    if len(names) < 2:
        return _fault("two bots or more are needed")
    bots = [(name, bot(name, samples=chosen.samples)) for name in names]
    for line in arena.report(
        rules,
        bots,
        boards=chosen.boards,
        key=_set_key(chosen.seed),
        seed=chosen.seed,
        alone=chosen.alone,
        options=chosen.options,
    ):
        print(line, flush=True)
    return 0


def _bench(chosen: argparse.Namespace) -> int:
    if chosen.what == "solve":
        lines = bench.solving(boards=chosen.boards, key=_set_key(chosen.seed))
    else:
        lines = map(str, bench.figures(chosen.seconds))
    for line in lines:
        print(line, flush=True)
    return 0


def _compile(_: argparse.Namespace) -> int:
    """One line for each part on which there was something to do: none if all is up to date.

    Without a compiler everything works as well, only slower: that is no fault.
    """
    for name in compiling.MODULES:
        try:
            if compiling.build(name):
                print(f"{name}: compiled")
        except compiling.NotCompiled as reason:
            print(f"{name}: interpreted, as {reason}")
    return 0


def _read(name: str) -> bytes:
    try:
        return FileIO(STDIN, closefd=False).readall() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise BadRecord("unreadable", f"cannot read {name!r}: {error.strerror}") from error


def _fault(message: str) -> int:
    print(f"python -m engine: {message}", file=sys.stderr)
    return FAULT


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _set_key(seed: str) -> bytes:
    key = _bytes(seed)
    return key if len(key) == KEY_BYTES else sha256(seed.encode()).digest()


def _key(text: str) -> bytes:
    key = _bytes(text)
    if not key:
        raise argparse.ArgumentTypeError(f"{text!r} is not bytes in hexadecimal")
    return key


def _options(text: str) -> dict[str, object]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is not an object in JSON")
    return options


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not text") from None
    return text


def _board(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_BOARDS:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to {MOST_BOARDS}")
    return number


def _boards(text: str) -> int:
    number = _board(text)
    if number < 2:
        raise argparse.ArgumentTypeError(f"{text} is not from 2 to {MOST_BOARDS}")
    return number


def _samples(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_SAMPLES:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to {MOST_SAMPLES}")
    return number


def _jobs(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text} is not from 1 to {MOST_JOBS}")
    return number


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 600:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 600 seconds")
    return seconds


if __name__ == "__main__":
    sys.exit(main())
