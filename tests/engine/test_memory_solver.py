"""The solver with nothing but memory, on what is soon done; whole deals are for its command."""

import pytest

from engine.bots import bot
from engine.dealing import deal
from engine.games.comon import ComonState
from engine.protocol import State
from tests.engine import brute_force
from tests.engine.builders import COMON
from tests.engine.memory_solver import Memory, disagreement, score, winner


def ending(board: int, tricks: int) -> State:
    """A deal of which so many tricks are left."""
    state: State = COMON.start(deal(COMON, key=b"memory", board=board))
    for _ in range(30 - 3 * tricks):
        assert state.actor is not None
        state = state.apply(state.actor, bot("simple").choose(state.view(state.actor), 1))
    return state


def test_it_agrees_with_the_solver_on_a_short_ending() -> None:
    fault, positions = disagreement(ending(1, 5))
    assert fault is None
    assert positions > 1000


@pytest.mark.parametrize("board", [2, 3])
def test_it_agrees_with_trying_everything(board: int) -> None:
    state = ending(board, 3)
    assert isinstance(state, ComonState)
    assert tuple(Memory(state).answer()[0]) == tuple(brute_force.search(state, {}))


def test_it_knows_the_rules_by_itself() -> None:
    assert winner(("9S", "AS", "KS"), "HD") == 1
    assert winner(("9S", "AC", "7H"), "HD") == 2
    assert winner(("KH", "KD", "7S"), "HD") == 2, "two trumps of a rank annul each other"
    assert winner(("KS", "KC", "7H"), "HD") == 2
    assert winner(("KS", "KC", "AC"), "HD") == 0
    assert score((5, 3, 2)) == (1, -2, 0)
    assert score((4, 4, 2)) == (1, 1, -2)
    assert score((10, 0, 0)) == (1, -2, -2)


def test_it_begins_with_a_trick() -> None:
    state = ending(1, 5)
    assert state.actor is not None
    with pytest.raises(ValueError, match="no trick begins"):
        Memory(state.apply(state.actor, state.legal()[0]))
