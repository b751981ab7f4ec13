"""The arena compares whoever holds the same cards beside the same others."""

from itertools import product

import pytest

from engine.arena import compare, report
from engine.bots import bot
from engine.dealing import deal
from engine.selfplay import play_to_end
from tests.engine.builders import COMON
from tests.engine.test_cli import refused, run

KEY = b"arena"


def test_a_difference_is_the_mean_over_seats_and_castings() -> None:
    simple, chance = bot("simple"), bot("random")
    found = compare(COMON, simple, chance, boards=3, key=KEY, seed="s")

    def score(board: int, seat: int, casting: tuple[bool, ...]) -> int:
        players = [simple if each else chance for each in casting]
        dealt = deal(COMON, key=KEY, board=board)
        return play_to_end(COMON, dealt, players, seed=f"s/{board}")[1].scores[seat]

    boards, alone = [], []
    for board in (1, 2, 3):
        pairs = {}
        for seat, others in product(range(3), product((True, False), repeat=2)):
            before, after = others[:seat], others[seat:]
            pairs[seat, others] = (
                score(board, seat, (*before, True, *after)),
                score(board, seat, (*before, False, *after)),
            )
        boards.append(sum(a - b for a, b in pairs.values()) / 12)
        alone.append(sum(a - b for (_, others), (a, b) in pairs.items() if not any(others)) / 3)
    mean = sum(boards) / 3
    variance = sum((each - mean) ** 2 for each in boards) / 2
    assert found.difference.mean == pytest.approx(mean)
    assert found.difference.margin == pytest.approx(1.96 * (variance / 3) ** 0.5)
    assert found.beside[0].mean == pytest.approx(sum(alone) / 3)
    assert found.first - found.second == pytest.approx(mean)
    one, mixed, two = (each.mean for each in found.beside)
    assert (one + 2 * mixed + two) / 4 == pytest.approx(mean)


def test_alone_only_the_deals_beside_the_second_bot_are_played() -> None:
    simple, chance = bot("simple"), bot("random")
    whole = compare(COMON, simple, chance, boards=3, key=KEY, seed="s")
    alone = compare(COMON, simple, chance, boards=3, key=KEY, seed="s", alone=True)
    (beside,) = alone.beside
    assert beside == whole.beside[0]
    assert alone.difference.mean == pytest.approx(beside.mean)
    assert alone.difference.margin == pytest.approx(beside.margin)


def test_a_bot_against_itself_is_level() -> None:
    frozen = bot("frozen")
    found = compare(COMON, frozen, bot("frozen"), boards=2, key=KEY, seed="s")
    assert found.difference.mean == found.difference.margin == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [("strong", "frozen"), ("careful", "frozen"), ("simple", "frozen"), ("frozen", "random")],
)
def test_the_better_bot_gains(better: str, worse: str) -> None:
    """So few boards tell great differences only: docs/bots.md has the report of many."""
    players = bot(better, samples=20), bot(worse)
    found = compare(COMON, *players, boards=60, key=KEY, seed="s").difference
    assert found.mean > found.margin


def test_a_report_shows_lives_and_each_company() -> None:
    bots = [(name, bot(name)) for name in ("frozen", "random")]
    found = compare(COMON, bots[0][1], bots[1][1], boards=4, key=KEY, seed="s")
    lines = list(report(COMON, bots, boards=4, key=KEY, seed="s"))
    assert len(lines) == 4
    assert lines[0].startswith(f"frozen against random: {found.difference.mean / 2:+.3f} [")
    assert " lives a deal over 4 boards; " in lines[0]
    assert lines[1].startswith("  beside 0 frozen, 2 random: ")
    assert lines[3].startswith("  beside 2 frozen, 0 random: ")


def test_one_board_has_no_interval() -> None:
    with pytest.raises(ValueError, match="at least 2 boards"):
        compare(COMON, bot("random"), bot("simple"), boards=1, key=KEY, seed="s")


def test_the_command_compares_each_with_the_next_and_repeats() -> None:
    arguments = ("arena", "--game", "comon", "--boards", "2", "--seed", "1", "--samples", "2")
    status, output, fault = run(*arguments, hash_seed="1")
    assert (status, fault) == (0, "")
    heads = [line for line in output.splitlines() if not line.startswith(" ")]
    assert [line.split(":")[0] for line in heads] == [
        "careful against simple",
        "simple against frozen",
        "frozen against random",
    ]
    assert run(*arguments, hash_seed="2") == (0, output, "")


def test_the_command_compares_alone() -> None:
    arguments = ("arena", "--game", "comon", "--boards", "2", "--seed", "1", "--bots")
    _, whole, _ = run(*arguments, "simple,random")
    status, output, fault = run(*arguments, "simple,random", "--alone")
    assert (status, fault) == (0, "")
    assert output.splitlines()[1:] == whole.splitlines()[1:2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "simple"), "two bots or more"),
        (("--bots", "simple,deep"), "no bot is called 'deep'"),
        (("--boards", "1"), "1 is not from 2 to"),
        (("--samples", "0"), "0 is not from 1 to"),
    ],
)
def test_the_command_refuses_what_cannot_be(arguments: tuple[str, ...], message: str) -> None:
    usual = ("--game", "comon", "--boards", "2", "--seed", "1")
    assert message in refused("arena", *usual, *arguments)
