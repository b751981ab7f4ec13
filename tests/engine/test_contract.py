"""What every registered game owes to those who play it."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest

from engine.bots import Bot, bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction
from engine.protocol import Game, Outcome, State, View
from engine.record import Record, dump, load
from engine.registry import game, keys
from engine.replay import replay
from engine.selfplay import play_out

BOARDS = range(1, 21)
every_game = pytest.mark.parametrize("rules", [game(key) for key in keys()], ids=keys())


def in_play(rules: Game, player: Bot) -> Iterator[tuple[int, list[State]]]:
    """Boards played by a bot, each with all its states."""
    for board in BOARDS:
        states = [rules.start(deal(rules, key=b"contract", board=board))]
        while (seat := states[-1].actor) is not None:
            action = player.choose(states[-1].view(seat), board)
            states.append(states[-1].apply(seat, action))
        yield board, states


def words(value: object) -> Iterator[str]:
    """Every text in a view."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from words(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from words(part)


def shown(view: View) -> set[str]:
    return set(words(asdict(view)))


@every_game
def test_it_says_what_it_is(rules: Game) -> None:
    assert game(rules.key) is rules
    assert rules.name
    assert rules.seats
    assert all(2 <= seats <= 6 for seats in rules.seats)


@every_game
def test_a_deal_is_the_whole_deck(rules: Game) -> None:
    deck = rules.deck()
    assert len(set(deck)) == len(deck)
    dealt = rules.deal_from(deck)
    assert len(dealt.hands) in rules.seats
    assert sorted([card for hand in dealt.hands for card in hand] + list(dealt.talon)) == sorted(
        deck
    )


@every_game
def test_a_foreign_option_is_refused(rules: Game) -> None:
    with pytest.raises(BadRecord, match="no option 'colour'"):
        rules.start(rules.deal_from(rules.deck()), {"colour": "blue"})


@every_game
@pytest.mark.parametrize("name", ["random", "simple"])
def test_somebody_can_act_until_there_is_an_outcome(rules: Game, name: str) -> None:
    for _, states in in_play(rules, bot(name)):
        for state in states[:-1]:
            assert state.outcome() is None
            legal = state.legal()
            assert legal
            assert len(set(legal)) == len(legal)
        assert states[-1].legal() == ()
        outcome = states[-1].outcome()
        assert isinstance(outcome, Outcome)
        assert len(outcome.scores) in rules.seats
        assert all(type(score) is int for score in outcome.scores)
        assert rules.score(outcome.detail) == outcome.scores


@every_game
def test_only_the_actor_sees_what_is_legal(rules: Game) -> None:
    for _, states in in_play(rules, bot("random")):
        for state in states:
            for seat in range(rules.seats[0]):
                view = state.view(seat)
                assert view.game == rules.key
                assert view.seat == seat
                assert view.actor == state.actor
                assert view.legal == (state.legal() if seat == state.actor else ())


@every_game
def test_no_view_shows_a_card_of_another_hand(rules: Game) -> None:
    for _, states in in_play(rules, bot("random")):
        for state in states:
            views = [state.view(seat) for seat in range(rules.seats[0])]
            for view in views:
                for other in views:
                    if other is not view:
                        assert shown(view).isdisjoint(other.hand)


@every_game
def test_every_legal_action_is_accepted_and_no_other(rules: Game) -> None:
    for _, states in in_play(rules, bot("random")):
        for state in states:
            for seat in range(rules.seats[0]):
                allowed = set(state.view(seat).legal)
                for action in (*rules.deck(), "pass", ""):
                    if action in allowed:
                        assert state.apply(seat, action) != state
                    else:
                        with pytest.raises(IllegalAction) as caught:
                            state.apply(seat, action)
                        assert caught.value.rule
                        assert str(caught.value)


@every_game
def test_a_replay_gives_what_was_played(rules: Game) -> None:
    players = [bot("random")] * rules.seats[0]
    for board in BOARDS:
        dealt = deal(rules, key=b"contract", board=board)
        record = play_out(rules, dealt, players, seed=str(board))
        assert load(dump(record)) == record
        replayed = replay(record)
        assert replayed.finished
        assert [ply.action for ply in replayed.plies] == list(record.actions)
        assert all(ply.action in ply.legal for ply in replayed.plies)
        half = Record(record.game, {}, dealt, record.actions[: len(record.actions) // 2])
        assert replay(half).scores is None
        assert not replay(half).finished
        assert replay(half).plies == replayed.plies[: len(half.actions)]
