"""Every playout of the kernel is one that the rules allow, in both forms, and ends as they say."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import kernel
from engine.cards import PIQUET, Pack
from engine.compiling import NotCompiled, build, compiled
from engine.errors import UnknownGame
from engine.kernel import Kernel, Position, interpreted, plays, tables
from engine.protocol import Deal, Game, State
from engine.registry import game, keys
from tests.engine.builders import COMON, choices, deals, states

PACK = Pack(PIQUET)
PLACES = {card: place for place, card in enumerate(PIQUET)}
NAME = "engine.kernel.playouts"
KNOWN = [game(key) for key in keys() if plays(key)]
every_game = pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.key)


@pytest.fixture(scope="session")
def compiled_form(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    """The compiled kernel; made for the tests if `make` has not made it."""
    form = compiled(NAME)
    if form is None:
        built = tmp_path_factory.mktemp("built")
        try:
            build(NAME, built=built)
        except NotCompiled as reason:
            pytest.skip(str(reason))
        form = compiled(NAME, built=built)
    assert form is not None
    return form


@pytest.fixture(params=["compiled", "interpreted"])
def form(request: pytest.FixtureRequest) -> Kernel:
    if request.param == "interpreted":
        return interpreted
    found: Kernel = request.getfixturevalue("compiled_form")
    return found


def position(state: State) -> Position:
    views = [state.view(seat) for seat in range(3)]
    table = views[0].table
    assert state.actor is not None
    one, two, three = (PACK.mask(view.hand) for view in views)
    won = views[0].counts["tricks"]
    return Position(
        trumps=views[0].trumps,
        hands=(one, two, three),
        leader=table[0].seat if table else state.actor,
        table=tuple(PLACES[play.action] for play in table),
        tricks=(won[0], won[1], won[2]),
    )


def played(state: State, log: list[int]) -> State:
    for place in log:
        assert state.actor is not None
        state = state.apply(state.actor, PIQUET[place])
    return state


def counts(state: State) -> tuple[int, ...]:
    assert state.outcome() is not None
    return state.view(0).counts["tricks"]


@every_game
def test_a_random_deal_is_played_by_the_rules(rules: Game, form: Kernel) -> None:
    known = tables(rules.key)
    for seed in range(150):
        ended, log = kernel.deals(known, seed=seed, games=1, kernel=form)
        cards = [PIQUET[place] for place in log]
        assert sorted(cards[:32]) == sorted(PIQUET)
        state = played(rules.start(rules.deal_from(cards[:32])), list(log[32:]))
        outcome = state.outcome()
        assert outcome is not None
        assert ended == {counts(state): 1}
        assert kernel.total(known, ended) == outcome.scores


@every_game
def test_a_batch_is_its_single_games(rules: Game, form: Kernel) -> None:
    known = tables(rules.key)
    batch, last = kernel.deals(known, seed=40, games=60, kernel=form)
    single = Counter[tuple[int, int, int]]()
    for seed in range(40, 100):
        ended, log = kernel.deals(known, seed=seed, games=1, kernel=form)
        single.update(ended)
    assert single == batch
    assert log == last


@given(deal=deals, numbers=choices, ply=st.integers(0, 29), seed=st.integers(0, 1 << 70))
def test_play_goes_on_from_any_position(
    deal: Deal, numbers: list[int], ply: int, seed: int
) -> None:
    state = list(states(COMON, deal, numbers))[ply]
    comon = tables("comon")
    ended, log = kernel.playouts(comon, position(state), seed=seed, games=1, kernel=interpreted)
    assert ended == {counts(played(state, list(log))): 1}
    best, best_log = kernel.playouts(comon, position(state), seed=seed, games=1)
    assert (best, best_log) == (ended, log)


@pytest.mark.parametrize("seed", [0, 1, 12345, (1 << 64) - 3])
def test_both_forms_give_the_same(seed: int, compiled_form: Kernel) -> None:
    comon = tables("comon")
    assert kernel.deals(comon, seed=seed, games=400, kernel=interpreted) == kernel.deals(
        comon, seed=seed, games=400, kernel=compiled_form
    )
    for ply, state in enumerate(states(COMON, COMON.deal_from(COMON.deck()), range(30))):
        if state.actor is not None:
            here = position(state)
            asked = {"seed": seed + ply, "games": 20}
            assert kernel.playouts(comon, here, **asked, kernel=interpreted) == kernel.playouts(
                comon, here, **asked, kernel=compiled_form
            )


@given(deal=deals, numbers=choices, ply=st.integers(0, 29), seed=st.integers(0, 1 << 40))
def test_weighing_is_a_playout_after_each_card(
    deal: Deal, numbers: list[int], ply: int, seed: int
) -> None:
    state = list(states(COMON, deal, numbers))[ply]
    here, seat, comon = position(state), state.actor, tables("comon")
    assert seat is not None
    expected = []
    for number, card in enumerate(state.legal()):
        after = state.apply(seat, card)
        outcome = after.outcome()
        if outcome:
            expected.append(outcome.scores[seat])
        else:
            ended, _ = kernel.playouts(comon, position(after), seed=seed + number, games=1)
            expected.append(kernel.total(comon, ended)[seat])
    for form in (interpreted, None):
        weighed = kernel.weigh(
            comon,
            trumps=here.trumps,
            worlds=here.hands,
            seat=seat,
            choice=[PLACES[card] for card in state.legal()],
            table=here.table,
            tricks=here.tricks,
            seed=seed,
            kernel=form,
        )
        assert weighed == expected


def test_worlds_add_up() -> None:
    state = COMON.start(COMON.deal_from(COMON.deck()))
    here = position(state)
    one, two, three = here.hands

    def weigh(worlds: list[int], seed: int) -> list[int]:
        return kernel.weigh(
            tables("comon"),
            trumps=here.trumps,
            worlds=worlds,
            seat=0,
            choice=[0, 9],
            table=[],
            tricks=(0, 0, 0),
            seed=seed,
        )

    first, second = weigh([one, two, three], 5), weigh([one, three, two], 7)
    assert weigh([one, two, three, one, three, two], 5) == [
        here + there for here, there in zip(first, second, strict=True)
    ]


@given(deal=deals, numbers=choices, ply=st.integers(0, 29), seed=st.integers(0, 1 << 40))
def test_exploring_tries_all_that_may_be_played_and_both_forms_do_it_alike(
    deal: Deal, numbers: list[int], ply: int, seed: int
) -> None:
    state = list(states(COMON, deal, numbers))[ply]
    here, seat = position(state), state.actor
    assert seat is not None
    one, two, three = here.hands
    # Two worlds: as dealt, and, where the rest fits, with the hands of the two others exchanged.
    others = [one, two, three]
    before, after = (seat + 1) % 3, (seat + 2) % 3
    if one.bit_count() == two.bit_count() == three.bit_count():
        others[before], others[after] = others[after], others[before]
    found = [
        kernel.explore(
            tables("comon"),
            trumps=here.trumps,
            worlds=[*here.hands, *others],
            seat=seat,
            table=here.table,
            tricks=here.tricks,
            seed=seed,
            games=60,
            kernel=form,
        )
        for form in (interpreted, None)
    ]
    assert found[0] == found[1]
    assert set(found[0]) == {PLACES[card] for card in state.legal()}
    assert sum(found[0].values()) == 60


@pytest.mark.parametrize(
    ("tricks", "others", "choice"),
    [
        ((4, 0, 4), "AK", "AS"),  # 5-0-5 rather than 5-1-4
        ((5, 1, 2), "KA", "7S"),  # 5-3-2 rather than 5-2-3
    ],
)
def test_exploring_finds_what_pays(
    form: Kernel, tricks: tuple[int, int, int], others: str, choice: str
) -> None:
    found = kernel.explore(
        tables("comon"),
        trumps="HD",
        worlds=[PACK.mask(hand) for hand in ([others[0] + "H"], [others[1] + "H"], ["AS", "7S"])],
        seat=2,
        table=[PLACES["8S"], PLACES["9S"]],
        tricks=tricks,
        seed=1,
        games=200,
        kernel=form,
    )
    assert found[PLACES[choice]] > 150


def test_in_exploring_each_seat_plays_for_itself(form: Kernel) -> None:
    found = kernel.explore(
        tables("comon"),
        trumps="HD",
        worlds=[PACK.mask(hand) for hand in (["KS", "7C"], ["AS", "8S"], ["QS", "9C"])],
        seat=0,
        table=[],
        tricks=(4, 3, 1),
        seed=1,
        games=2000,
        kernel=form,
    )
    # After KS seat 1 takes both tricks, 4-5-1, though it could let seat 0 win, 5-3-2. After 7C seat
    # 2 takes one and seat 1 the last: 4-4-2.
    assert found[PLACES["7C"]] > 1800


def test_a_playout_likes_all_cards_alike(compiled_form: Kernel) -> None:
    here = position(COMON.start(COMON.deal_from(COMON.deck())))
    led = Counter(
        kernel.playouts(tables("comon"), here, seed=seed, games=1, kernel=compiled_form)[1][0]
        for seed in range(5000)
    )
    assert set(led) == set(range(10))
    assert all(400 <= times <= 600 for times in led.values())


def test_all_deals_are_alike(compiled_form: Kernel) -> None:
    first, over = Counter[int](), Counter[int]()
    for seed in range(6400):
        _, log = kernel.deals(tables("comon"), seed=seed, games=1, kernel=compiled_form)
        first[log[0]] += 1
        over[log[31]] += 1
    for times in (first, over):
        assert len(times) == 32
        assert all(140 <= each <= 260 for each in times.values())


def test_what_would_take_from_an_empty_hand_is_refused() -> None:
    for hands, table in [
        ((3, 12, 0), ()),
        ((1, 12, 48), ()),
        ((3, 12, 48), (9,)),
        ((0, 0, 0), ()),
        ((0, 0, 0), (9, 8)),
        ((1, 2, 12), (9, 8, 7)),
    ]:
        with pytest.raises(ValueError, match="no position"):
            kernel.playouts(
                tables("comon"), Position("S", hands, 0, table, (0, 0, 0)), seed=1, games=1
            )


def test_it_says_which_games_it_plays() -> None:
    assert plays("comon")
    assert not plays("chess")
    with pytest.raises(UnknownGame, match="does not play 'chess'"):
        tables("chess")


def test_the_form_that_runs_is_the_compiled_one_where_there_is_one() -> None:
    made = compiled(NAME) is not None
    assert kernel.best()[1] == ("compiled" if made else "interpreted")
    assert Path(interpreted.__file__ or "").suffix == ".py"
