"""What every registered game owes to those who play it."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.bots import Bot, bot
from engine.dealing import deal
from engine.errors import BadRecord, IllegalAction, UnattainableResult
from engine.protocol import Deal, Game, Outcome, State, View
from engine.record import Record, dump, load
from engine.registry import game, keys
from engine.replay import replay
from engine.selfplay import play_out
from tests.engine.builders import choices, other_world, states

BOARDS = range(1, 21)
every_game = pytest.mark.parametrize("rules", [game(key) for key in keys()], ids=keys())


# A game and any deal of it.
any_deal = st.sampled_from([game(key) for key in keys()]).flatmap(
    lambda rules: st.tuples(st.just(rules), st.permutations(rules.deck()).map(rules.deal_from))
)


def in_play(rules: Game, player: Bot) -> Iterator[tuple[int, list[State]]]:
    """Boards played by a bot, each with all its states."""
    for board in BOARDS:
        history = [rules.start(deal(rules, key=b"contract", board=board))]
        while (seat := history[-1].actor) is not None:
            action = player.choose(history[-1].view(seat), board)
            history.append(history[-1].apply(seat, action))
        yield board, history


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
    for _, history in in_play(rules, bot(name)):
        for state in history[:-1]:
            assert state.outcome() is None
            legal = state.legal()
            assert legal
            assert len(set(legal)) == len(legal)
        assert history[-1].legal() == ()
        outcome = history[-1].outcome()
        assert isinstance(outcome, Outcome)
        assert len(outcome.scores) in rules.seats
        assert all(type(score) is int for score in outcome.scores)
        assert rules.score(outcome.detail) == outcome.scores


@every_game
def test_an_outcome_answers_what_a_form_asks(rules: Game) -> None:
    assert rules.asks()
    for _, history in in_play(rules, bot("random")):
        outcome = history[-1].outcome()
        assert outcome is not None
        assert set(outcome.detail) == {ask.name for ask in rules.asks()}
        for ask in rules.asks():
            answer = outcome.detail[ask.name]
            assert isinstance(answer, list)
            assert len(answer) == len(outcome.scores)
            assert set(answer) <= set(ask.values)
            assert ask.total is None or sum(answer) == ask.total
        first = outcome.detail[rules.asks()[0].name]
        assert isinstance(first, list)
        assert tuple(sorted(first, reverse=True)) in rules.attainable()


@every_game
def test_what_is_attainable_is_listed_once_and_in_order(rules: Game) -> None:
    listed = rules.attainable()
    asked = rules.asks()[0]
    assert list(listed) == sorted(set(listed), reverse=True)
    for numbers in listed:
        assert list(numbers) == sorted(numbers, reverse=True)
        assert set(numbers) <= set(asked.values)
        assert asked.total is None or sum(numbers) == asked.total


@every_game
def test_a_detail_that_answers_something_else_is_refused(rules: Game) -> None:
    asked = rules.asks()[0]
    for detail in (
        {},
        {"colour": [1, 2, 3]},
        {asked.name: None},
        {asked.name: "012"},
        {asked.name: list(asked.values[:1])},
        {asked.name: [max(asked.values) + 1, *rules.attainable()[-1][1:]]},
    ):
        with pytest.raises(UnattainableResult):
            rules.score(detail)


@every_game
def test_only_the_actor_sees_what_is_legal(rules: Game) -> None:
    for _, history in in_play(rules, bot("random")):
        for state in history:
            for seat in range(rules.seats[0]):
                view = state.view(seat)
                assert view.game == rules.key
                assert view.seat == seat
                assert view.actor == state.actor
                assert view.legal == (state.legal() if seat == state.actor else ())


@every_game
def test_no_view_shows_a_card_of_another_hand(rules: Game) -> None:
    for _, history in in_play(rules, bot("random")):
        for state in history:
            views = [state.view(seat) for seat in range(rules.seats[0])]
            for view in views:
                for other in views:
                    if other is not view:
                        assert shown(view).isdisjoint(other.hand)


@every_game
def test_every_legal_action_is_accepted_and_no_other(rules: Game) -> None:
    for _, history in in_play(rules, bot("random")):
        for state in history:
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


@given(dealt=any_deal, numbers=choices)
def test_every_card_is_always_in_one_place(dealt: tuple[Game, Deal], numbers: list[int]) -> None:
    rules, deal = dealt
    for state in states(rules, deal, numbers):
        views = [state.view(seat) for seat in range(len(deal.hands))]
        public = views[0]
        places = [card for view in views for card in view.hand]
        places += [play.action for play in public.table]
        places += [card for trick in public.tricks for card in trick.cards]
        places += deal.talon
        assert sorted(places) == sorted(rules.deck())
        assert public.counts["cards"] == tuple(len(view.hand) for view in views)
        assert sum(public.counts["tricks"]) == len(public.tricks)
        if public.captured:
            won = [card for cards in public.captured for card in cards]
            assert sorted(won) == sorted(card for trick in public.tricks for card in trick.cards)


@given(dealt=any_deal, numbers=choices)
def test_what_is_public_is_the_same_for_every_seat(
    dealt: tuple[Game, Deal], numbers: list[int]
) -> None:
    rules, deal = dealt
    for state in states(rules, deal, numbers):
        first, *others = (
            {**asdict(state.view(seat)), "seat": None, "hand": None, "legal": None}
            for seat in range(len(deal.hands))
        )
        assert all(other == first for other in others)


@given(any_deal, choices, st.integers(0, 29), st.data())
def test_what_is_not_legal_is_refused_and_changes_nothing(
    dealt: tuple[Game, Deal], numbers: list[int], ply: int, data: st.DataObject
) -> None:
    rules, deal = dealt
    state = list(states(rules, deal, numbers))[ply]
    same = list(states(rules, deal, numbers))[ply]
    seat = data.draw(st.sampled_from(range(len(deal.hands))))
    action = data.draw(st.sampled_from(rules.deck()))
    assume(seat != state.actor or action not in state.legal())
    with pytest.raises(IllegalAction):
        state.apply(seat, action)
    assert state == same
    assert hash(state) == hash(same)


@given(any_deal, choices, st.integers(0, 29), st.data())
def test_a_view_is_the_same_whatever_is_hidden(
    dealt: tuple[Game, Deal], numbers: list[int], ply: int, data: st.DataObject
) -> None:
    rules, deal = dealt
    seat = data.draw(st.sampled_from(range(len(deal.hands))))
    worlds = other_world(deal, numbers, ply, seat, rules=rules)
    assume(worlds is not None)
    assert worlds is not None
    here, there = worlds
    assert here == there
    for name in ("random", "simple"):
        if here.legal:
            assert bot(name).choose(here, 1) == bot(name).choose(there, 1)
