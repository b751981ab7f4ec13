"""The options of a game on the command line, and what every game can do there."""

import json

import pytest

from engine.dealing import deal
from engine.record import load
from engine.registry import all_keys, game
from tests.engine.test_cli import BOARD, KEY, refused, run

FIVE = ("--options", '{"players": 5}')


def test_deal_deals_by_the_options() -> None:
    status, output, fault = run("deal", "--game", "super-bataille", *BOARD, *FIVE)
    assert (status, fault) == (0, "")
    record = load(output)
    assert dict(record.options) == {"players": 5}
    rules = game("super-bataille")
    assert record.deal == deal(rules, key=bytes.fromhex(KEY), board=1, options={"players": 5})
    assert run("replay", "-", given=output.encode())[0] == 0


def test_selfplay_seats_a_bot_for_each_player_of_the_options() -> None:
    usual = ("selfplay", "--game", "super-bataille", "--boards", "2", "--seed", "1", *FIVE)
    status, records, _ = run(*usual, "--bots", "random,simple,simple,simple,random")
    assert status == 0
    status, output, fault = run("replay", "-", given=records.encode())
    assert (status, fault) == (0, "")
    assert [len(json.loads(line)["scores"]) for line in output.splitlines()] == [5, 5]
    assert "3 bots for 5 seats" in refused(*usual, "--bots", "random,random,random")


def test_score_takes_a_number_of_each_player_of_the_options() -> None:
    usual = ("score", "--game", "super-bataille")
    assert run(*usual, "0", "1", "0") == (0, "[0, 1, 0]\n", "")
    assert run(*usual, *FIVE, "0", "1", "0", "0", "0") == (0, "[0, 1, 0, 0, 0]\n", "")
    assert "5 numbers are needed" in refused(*usual, *FIVE, "0", "1", "0")


def test_score_takes_one_number_where_the_whole_table_is_asked() -> None:
    # Seat 1 took, and its side has 25 of the 40 points.
    rules = game("couillon")
    assert [ask.each for ask in rules.asks()] == [False, False, False]
    expected = list(rules.score({"taker": 1, "first": 15, "second": 25}))
    assert run("score", "--game", "couillon", "1", "15", "25") == (0, f"{expected}\n", "")
    refused("score", "--game", "couillon", "1", "15")
    refused("score", "--game", "couillon", "1", "15", "25", "0")


def test_arena_compares_at_tables_of_the_options() -> None:
    usual = ("arena", "--game", "couillon", "--boards", "2", "--seed", "1")
    status, output, fault = run(*usual, "--options", '{"players": 2}')
    assert (status, fault) == (0, "")
    first, *beside = output.splitlines()
    assert first.startswith("simple against random: "), "the bots that know the game"
    assert len(beside) == 2


@pytest.mark.parametrize("key", all_keys())
def test_every_game_is_played_and_replayed(key: str) -> None:
    status, records, fault = run(
        "selfplay", "--game", key, "--bots", "simple", "--boards", "1", "--seed", "1"
    )
    assert (status, fault) == (0, "")
    status, output, fault = run("replay", "-", given=records.encode())
    assert (status, fault) == (0, "")
    assert json.loads(output)["finished"] is True
