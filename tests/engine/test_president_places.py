"""Le Président: the final places, what they are worth, and what can be agreed on."""

from itertools import permutations

import pytest

from engine.errors import BadRecord, UnattainableResult
from engine.protocol import State
from tests.engine.builders import play
from tests.engine.president_builders import PRESIDENT, ending, facts, plain


def places(state: State) -> list[int]:
    outcome = state.outcome()
    assert outcome is not None
    found = outcome.detail["places"]
    assert isinstance(found, list)
    return found


# To end with a two.


def test_the_first_who_ends_with_a_two_is_last_and_the_next_one_last_but_one() -> None:
    hands = ("2S", "2H", "7S", "8S 9S", "TS JS")
    late = {"finish_on_two": True, "best_card_closes": True}
    state = play(plain(*hands, **late), "2S", "2H", "7S", "8S")
    assert facts(state, "out", "late") == [[2], [0, 1]]
    state = play(state, "TS", "pass", "JS")
    assert places(state) == [5, 4, 1, 3, 2]
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.scores == (0, 0, 3, 1, 2)
    off = play(plain(*hands, best_card_closes=True), "2S", "2H", "7S", "8S", "TS", "pass", "JS")
    assert places(off) == [1, 2, 3, 5, 4]


@pytest.mark.parametrize("twos", ["2S", "2S+2H", "2S+2H+2D", "2S+2H+2D+2C"])
@pytest.mark.parametrize("revolution", [False, True])
def test_any_number_of_twos_counts_and_so_it_does_in_a_revolution(
    twos: str, revolution: bool
) -> None:
    state = plain(twos.replace("+", " "), "7S 8S", "9S TS", finish_on_two=True, revolution=True)
    after = play(state._replace(revolution=revolution), twos)
    assert facts(after, "out", "late") == [[], [0]]
    assert facts(after, "revolution") == [revolution ^ (twos.count("+") == 3)]


def test_to_end_with_a_three_in_a_revolution_costs_nothing() -> None:
    state = plain("3S", "7S 8S", "9S TS", finish_on_two=True, revolution=True)
    assert facts(play(state._replace(revolution=True), "3S"), "out", "late") == [[0], []]


def test_a_two_played_from_more_cards_costs_nothing() -> None:
    state = play(plain("2S 3S", "7S 8S", "9S TS", finish_on_two=True), "2S", "pass", "pass", "3S")
    assert facts(state, "out", "late") == [[0], []]


def test_the_only_one_who_did_not_end_with_a_two_is_president_with_cards_in_hand() -> None:
    state = play(plain("2S", "2H", "3S 4S", finish_on_two=True, best_card_closes=True), "2S", "2H")
    assert places(state) == [3, 2, 1]


def test_who_is_left_with_a_two_takes_the_place_that_is_left() -> None:
    state = play(plain("5S", "7S", "2S", finish_on_two=True), "5S", "7S")
    assert places(state) == [1, 2, 3]
    assert facts(state, "late") == [[]]


# Points, and results entered by hand.


@pytest.mark.parametrize(
    ("players", "points", "roles"),
    [
        (3, [3, 1, 0], "president neutral last"),
        (4, [3, 2, 0, 0], "president vice vice-last last"),
        (5, [3, 2, 1, 0, 0], "president vice neutral vice-last last"),
        (6, [3, 2, 1, 1, 0, 0], "president vice neutral neutral vice-last last"),
    ],
)
def test_the_roles_and_their_points(players: int, points: list[int], roles: str) -> None:
    options = {"players": players}
    for places in permutations(range(1, players + 1)):
        expected = tuple(points[place - 1] for place in places)
        assert PRESIDENT.score({"places": list(places)}, options) == expected
    state: State = ending(*("3S", "4S", "5S", "6S", "7S", "8S 9S")[6 - players :])
    while state.actor is not None:
        state = state.apply(state.actor, state.legal()[0])
    assert facts(state, "roles") == [roles.split()]


@pytest.mark.parametrize(
    ("detail", "rule"),
    [
        ({}, "result-detail"),
        ({"tricks": [1, 2, 3]}, "result-detail"),
        ({"places": [1, 2, 3], "fault": 1}, "result-detail"),
        ({"places": [1, 2]}, "places"),
        ({"places": [1, 2, 2]}, "places"),
        ({"places": [0, 1, 2]}, "places"),
        ({"places": [1, 2, 3, 4]}, "places"),
        ({"places": [1.0, 2, 3]}, "places"),
        ({"places": [True, 2, 3]}, "places"),
        ({"places": "123"}, "places"),
    ],
)
def test_a_result_that_no_deal_can_give_is_refused(detail: dict[str, object], rule: str) -> None:
    with pytest.raises(UnattainableResult) as caught:
        PRESIDENT.score(detail)
    assert caught.value.rule == rule


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_form_asks_for_the_places_by_seat(players: int) -> None:
    (asked,) = PRESIDENT.asks({"players": players})
    assert (asked.name, asked.values) == ("places", tuple(range(1, players + 1)))
    assert PRESIDENT.attainable({"players": players}) == (tuple(range(players, 0, -1)),)
    assert asked.total == sum(asked.values)


# Options.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"colour": "blue"}, "president has no option 'colour'"),
        ({"players": 2}, "players is one of 3, 4, 5, 6, not 2"),
        ({"rapid": 1}, "rapid is one of True, False, not 1"),
        ({"previous": "0123"}, "previous names 3 seats by place, or none"),
        ({"players": 4, "previous": "012"}, "previous names 4 seats by place, or none"),
        ({"previous": "011"}, "previous is one of , 012, 021, .* …, not '011'"),
    ],
)
def test_other_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        PRESIDENT.deck(options)
    with pytest.raises(BadRecord, match=message):
        PRESIDENT.start(PRESIDENT.deal_from(PRESIDENT.deck()), options)
