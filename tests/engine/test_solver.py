"""The open-hand solver agrees with a search that tries everything, in both its forms."""

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import solver
from engine.cards import PIQUET, SUITS, Pack
from engine.compiling import NotCompiled, build, compiled
from engine.errors import UnknownGame
from engine.games.comon import ComonState, score_tricks
from engine.protocol import Deal, Trick
from engine.solver import search
from engine.solver.positions import NAME, Desk, Making, position
from tests.engine.brute_force import Answer, disagreement, endings
from tests.engine.brute_force import search as judge
from tests.engine.builders import COMON, TRITON, choices, comon_deal, deals, play, states

PACK = Pack(PIQUET)
SEATS = range(3)


@pytest.fixture(scope="session")
def making(tmp_path_factory: pytest.TempPathFactory) -> Making:
    """The compiled search; made for the tests if `make` has not made it."""
    form = compiled(NAME)
    if form is None:
        built = tmp_path_factory.mktemp("built")
        try:
            build(NAME, built=built)
        except NotCompiled as reason:
            pytest.skip(str(reason))
        form = compiled(NAME, built=built)
    assert form is not None
    found: Making = form.Search
    return found


def answer(desk: Desk, state: ComonState) -> Answer:
    here = position(state)
    return Answer(
        tuple(desk.tricks(here, seat, wanting=True) for seat in SEATS),
        tuple(desk.tricks(here, seat, wanting=False) for seat in SEATS),
        tuple(desk.score(here, seat) for seat in SEATS),
        desk.par(here),
    )


def at(deal: Deal, numbers: list[int], ply: int) -> ComonState:
    state = list(states(COMON, deal, numbers))[ply]
    assert isinstance(state, ComonState)
    return state


def test_the_solver_agrees_with_trying_everything() -> None:
    for state in islice(endings(seed=2026), 60):
        assert disagreement(state) is None


def test_both_forms_agree(making: Making) -> None:
    fast, slow = Desk(making), Desk(search.Search)
    for state in islice(endings(seed=7), 60):
        expected = judge(state, {})
        assert answer(fast, state) == expected
        assert answer(slow, state) == expected


def test_two_equal_trumps_cancel_in_the_solver_too() -> None:
    """In the last trick the aces of both trump suits fall together, and a seven wins."""
    deal = comon_deal("AS 7D", "AH 8D", "7C 9D", turned="7S 7H")
    for leader in SEATS:
        state = ending(deal, "AS AH 7C", leader=leader, tricks=(3, 3, 3))
        assert [solver.guaranteed(state, seat) for seat in SEATS] == [3, 3, 4]
        assert solver.par(state) == solver.Par((3, 3, 4), (-2, -2, 1))


def test_par_prefers_the_lower_sum_of_the_others() -> None:
    """The example of docs/par.md."""
    deal = comon_deal("AH 9D", "AD TS", "9H 9S", turned="7H 7C")
    state = ending(deal, "AH 9D AD TS 9H 9S", leader=0, tricks=(3, 3, 2))
    assert [(value.card, value.guaranteed, value.par) for value in solver.card_values(state)] == [
        ("AH", 4, solver.Par((4, 4, 2), (1, 1, -2))),
        ("9D", 4, solver.Par((4, 3, 3), (1, -2, -2))),
    ]
    assert solver.par(state).tricks == (4, 3, 3)


def ending(deal: Deal, last: str, *, leader: int, tricks: tuple[int, int, int]) -> ComonState:
    """The deal when only these cards are left, and the seats have won so many tricks."""
    state = COMON.start(deal)
    assert isinstance(state, ComonState)
    left = PACK.mask(last.split())
    return state._replace(
        left=left,
        actor=leader,
        playable=state.dealt.hands[leader] & left,
        tricks=tuple(Trick(0, (), seat) for seat in SEATS for _ in range(tricks[seat])),
    )


def won(state: ComonState, seat: int) -> int:
    return state.view(0).counts["tricks"][seat]


renaming = settings(max_examples=30)


@renaming
@given(deals, choices, st.integers(12, 29), st.permutations(SUITS))
def test_what_can_be_forced_stays_when_suits_are_renamed(
    deal: Deal, numbers: list[int], ply: int, names: list[str]
) -> None:
    def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(card[0] + names[SUITS.index(card[1])] for card in cards)

    state = at(deal, numbers, ply)
    done = [card for trick in state.tricks for card in trick.cards] + list(state.table)
    twin = COMON.start(Deal(tuple(map(renamed, deal.hands)), renamed(deal.talon)))
    twin = play(twin, *renamed(tuple(done)))
    for ask in (solver.guaranteed, solver.fewest, solver.best_score):
        assert [ask(twin, seat) for seat in SEATS] == [ask(state, seat) for seat in SEATS]


@renaming
@given(deals, choices, st.integers(12, 29))
def test_the_answers_fit_each_other(deal: Deal, numbers: list[int], ply: int) -> None:
    state = at(deal, numbers, ply)
    assert state.actor is not None
    par = solver.par(state)
    assert par.scores == score_tricks(par.tricks)
    for seat in SEATS:
        assert won(state, seat) <= solver.guaranteed(state, seat) <= 10
        assert won(state, seat) <= solver.fewest(state, seat) <= 10
        assert solver.best_score(state, seat) <= par.scores[seat]
    values = solver.card_values(state)
    assert [value.card for value in values] == list(state.legal())
    assert max(value.guaranteed for value in values) == solver.guaranteed(state, state.actor)
    assert par in [value.par for value in values]


@given(deals, choices)
def test_a_finished_deal_is_what_it_is(deal: Deal, numbers: list[int]) -> None:
    state = at(deal, numbers, 30)
    outcome = state.outcome()
    assert outcome is not None
    counts = state.view(0).counts["tricks"]
    assert solver.par(state) == solver.Par(counts, outcome.scores)
    assert solver.card_values(state) == ()
    for ask, expected in (
        (solver.guaranteed, counts),
        (solver.fewest, counts),
        (solver.best_score, outcome.scores),
    ):
        assert tuple(ask(state, seat) for seat in SEATS) == expected


@pytest.mark.parametrize("ask", [solver.guaranteed, solver.fewest, solver.best_score])
@pytest.mark.parametrize("seat", [-1, 3])
def test_a_seat_that_is_not_there_is_refused(
    ask: Callable[[ComonState, int], int], seat: int
) -> None:
    state = COMON.start(COMON.deal_from(COMON.deck()))
    assert isinstance(state, ComonState)
    with pytest.raises(ValueError, match="seats 0, 1 and 2"):
        ask(state, seat)


def test_other_games_are_refused() -> None:
    state = TRITON.start(TRITON.deal_from(TRITON.deck()))
    with pytest.raises(UnknownGame, match="only deals of Com'on!"):
        solver.par(state)
