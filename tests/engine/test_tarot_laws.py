r"""Laws of Le tarot and of Le tarot lorrain, in every deal and however it is played.

Their recorded deals in golden/, which test_playthroughs.py replays, were made in that directory,
with the project's directory on PYTHONPATH, by

    for game in tarot tarot-lorrain; do
        for bots in simple,simple,simple random,simple,simple random,simple,simple,simple \
                random,simple,simple,simple,simple simple,simple,simple,simple,random; do
            seats=$(echo $bots | tr , '\n' | wc -l)
            python -m engine selfplay --game $game --bots $bots --boards 2 --seed playthroughs \
                --options "{\"players\": $seats}" >> $game.records.jsonl
        done
        python -m engine replay $game.records.jsonl > $game.replays.jsonl
    done
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.bots import bot
from engine.dealing import deal
from engine.errors import IllegalAction
from engine.games.tarot import TarotState
from engine.games.tarot_play import PACK, TRUMPS
from engine.games.tarot_scale import HALVES
from engine.protocol import Deal, State
from engine.registry import game
from tests.engine.laws import keeps_the_laws, moments
from tests.engine.tarot_builders import everywhere, start

RULES = ("tarot", "tarot-lorrain")
# A garde contre lost by all points, two triple poignées, a petit at the end and a chelem: for the
# taker four times, and far beyond what can come together.
MOST = 4 * (6 * (25 + 56 + 10) + 80 + 400)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("seats", "random", "simple"), [(3, 2000, 200), (4, 100, 30), (5, 100, 30)]
)
def test_every_deal_keeps_the_laws(rules: str, seats: int, random: int, simple: int) -> None:
    keeps_the_laws(
        game(rules),
        everywhere,
        options={"players": seats},
        least=-MOST,
        most=MOST,
        random=random,
        simple=simple,
        closely=10 if seats == 3 else 5,
    )


@st.composite
def courses(draw: st.DrawFn, rules: str) -> tuple[Deal, list[tuple[State, str]]]:
    """A deal of three to five players, and every state of it with what is done then."""
    seats = draw(st.sampled_from((3, 4, 5)))
    number = draw(st.integers(1, 10_000))
    dealt = deal(game(rules), key=b"courses", board=number, options={"players": seats})
    history = moments(
        game(rules), dealt, bot("random"), seed=str(number), options={"players": seats}
    )
    return dealt, list(history)


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
def test_scores_sum_to_zero_and_the_cards_to_ninety_one(rules: str, data: st.DataObject) -> None:
    _, history = data.draw(courses(rules))
    last = history[-1][0]
    outcome = last.outcome()
    assert outcome is not None
    assert sum(outcome.scores) == 0
    assert sum(HALVES.values()) == 2 * 91
    detail = outcome.detail
    if detail["bid"] == 0:
        assert set(outcome.scores) == {0}
        return
    taker = detail["taker"]
    assert isinstance(taker, int)
    # The taker's score is larger than the others', and has the sign of the deal's price.
    assert abs(outcome.scores[taker]) == max(map(abs, outcome.scores))


def hidden(dealt: Deal, state: State, seat: int) -> list[list[str]]:
    """The cards that a seat has never seen, by where they lie."""
    view = state.view(seat)
    seats = len(dealt.hands)
    known = {*view.turned, *(card for cards in view.shown for card in cards)}
    # In Le tarot lorrain the hands that went through this seat lie at the seats before it.
    seen = len(view.tricks) if view.game == "tarot-lorrain" else 0
    after = range(1, max(1, seats - seen))
    places = [list(state.view((seat + each) % seats).hand) for each in after]
    assert isinstance(state, TarotState)
    if not view.turned:
        places.append(list(dealt.talon))
    elif seat != state.contract.taker:
        places.append(list(PACK.codes(state.contract.aside & ~TRUMPS)))
    return [[card for card in cards if card not in known] for cards in places]


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
def test_a_view_does_not_depend_on_cards_that_its_seat_has_not_seen(
    rules: str, data: st.DataObject
) -> None:
    dealt, history = data.draw(courses(rules))
    ply = data.draw(st.integers(0, len(history) - 2))
    seat = data.draw(st.integers(0, len(dealt.hands) - 1))
    state = history[ply][0]
    places = [cards for cards in hidden(dealt, state, seat) if cards]
    assume(len(places) > 1)
    one, other = data.draw(st.sampled_from([(a, b) for a in places for b in places if a is not b]))
    first, second = data.draw(st.sampled_from(one)), data.draw(st.sampled_from(other))
    exchanged = {first: second, second: first}
    swapped = Deal(
        tuple(tuple(exchanged.get(card, card) for card in hand) for hand in dealt.hands),
        tuple(exchanged.get(card, card) for card in dealt.talon),
    )
    try:
        after = start(swapped, rules=rules)
        for _, action in history[:ply]:
            assert after.actor is not None
            word, colon, card = action.partition(":")
            secret = word in ("discard", "hide")
            done = word + colon + exchanged.get(card, card) if secret else action
            after = after.apply(after.actor, done)
    except IllegalAction:
        assume(False)
    assert after.view(seat) == state.view(seat)


@pytest.mark.parametrize("rules", RULES)
@given(data=st.data())
def test_the_partner_is_known_to_nobody_else_before_it_is_shown(
    rules: str, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, 10_000))
    dealt = deal(game(rules), key=b"partner", board=number, options={"players": 5})
    for state, _ in moments(
        game(rules), dealt, bot("random"), seed=str(number), options={"players": 5}
    ):
        view = state.view(0)
        card = view.facts.get("called", [])
        assert isinstance(card, list)
        called = "".join(card)
        if not called or view.tricks or view.facts["phase"] == "over":
            continue
        public = called in view.turned or called in [play.action for play in view.table]
        for each in map(state.view, range(5)):
            sides = each.facts["sides"]
            assert isinstance(sides, list)
            knows = public or called in each.hand
            assert ("unknown" in sides) == (not knows)
