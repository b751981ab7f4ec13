"""The strong bot: it plays what paid in games it imagines, and near the end it solves them."""

from collections.abc import Sequence

import pytest

from engine import kernel, solver
from engine.bots import bot, strong
from engine.bots.careful import Careful
from engine.bots.hidden import states
from engine.bots.strong import SOLVED, Strong
from engine.dealing import deal
from engine.duties import duties
from engine.protocol import State, View
from tests.engine.builders import COMON

SAMPLES = 50

only_compiled = pytest.mark.skipif(
    kernel.best()[1] != "compiled", reason="plays as the careful bot without a compiled kernel"
)
solving = pytest.mark.skipif(
    (kernel.best()[1], solver.form()) != ("compiled", "compiled"),
    reason="solves nothing where the solver is interpreted",
)


def after(board: int, cards: int) -> State:
    state: State = COMON.start(deal(COMON, key=b"strong", board=board))
    for _ in range(cards):
        assert state.actor is not None
        state = state.apply(state.actor, bot("simple").choose(state.view(state.actor), 1))
    return state


def worlds(state: State, seat: int) -> Sequence[State]:
    """All that the seat cannot tell apart."""
    chances = iter(number / 997 % 1 for number in range(10**6))
    found = states(state.view(seat), duties("comon"), number=500, chance=lambda: next(chances))
    return list(dict.fromkeys(found))


def own_scores(state: State, seat: int) -> dict[str, tuple[int, ...]]:
    """For each card, the own score at par in each world."""
    here = worlds(state, seat)
    return {
        card: tuple(solver.par(world.apply(seat, card)).scores[seat] for world in here)
        for card in state.legal()
    }


def explored(view: View) -> str:
    """The card that most games were played with."""
    played = strong._explored(view, duties("comon"), SAMPLES, 1)
    return view.legal[played.index(max(played))]


def beats(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether the first is never worse, and better in some world."""
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))


@solving
def test_it_plays_no_card_that_another_beats() -> None:
    told = 0
    for board in range(1, 41):
        state = after(board, 21 + board % 3)
        seat = state.actor
        assert seat is not None
        scores = own_scores(state, seat)
        chosen = scores[Strong().choose(state.view(seat), board)]
        assert not any(beats(other, chosen) for other in scores.values())
        told += any(beats(chosen, other) for other in scores.values())
    assert told, "some of these positions have a card that another beats"


@solving
def test_of_equals_it_plays_what_the_games_led_to() -> None:
    equals = 0
    for board in range(1, 41):
        state = after(board, 24 + board % 3)
        seat = state.actor
        assert seat is not None
        if len(set(own_scores(state, seat).values())) == 1 and len(state.legal()) > 1:
            equals += 1
            view = state.view(seat)
            assert Strong(SAMPLES).choose(view, 1) == explored(view)
    assert equals


@only_compiled
@pytest.mark.parametrize("cards", [0, 4, 11])
def test_while_many_cards_are_out_it_plays_what_most_games_were_played_with(cards: int) -> None:
    state = after(1, cards)
    assert state.actor is not None
    view = state.view(state.actor)
    assert view.counts["cards"][state.actor] not in SOLVED
    assert Strong(SAMPLES).choose(view, 1) == explored(view)


@only_compiled
def test_where_the_solver_is_not_compiled_it_solves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver._DESK, "form", "interpreted")
    solver.forget()
    for board in range(1, 11):
        state = after(board, 20)
        assert state.actor is not None
        view = state.view(state.actor)
        assert Strong(SAMPLES).choose(view, 1) == explored(view)
    assert solver.nodes() == 0


def test_where_the_kernel_is_not_compiled_it_plays_as_the_careful_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "best", lambda: (kernel.interpreted, "interpreted"))
    for cards in (0, 10, 20):
        state = after(1, cards)
        assert state.actor is not None
        view = state.view(state.actor)
        assert Strong(30).choose(view, 1) == Careful(30).choose(view, 1)
