"""Where seats hold for a round: seats even after every round, or over the whole event."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.builders import make_event, start_round
from tournament.events.models import Event
from tournament.rules.movements import RoundPlan, quality
from tournament.rules.movements.holding import known
from tournament.tables.planning import movement_plan
from tournament.tables.plans import plans_of_size
from tournament.tables.selectors import movement_is_stale, movement_rounds

pytestmark = pytest.mark.django_db

PLAYERS, ROUNDS = 15, 7


def planned(**data: Any) -> Event:
    event = make_event(players=PLAYERS, rounds=ROUNDS, boards_per_round=1, **data)
    movement_plan(event=event)
    event.refresh_from_db()
    return event


def apart(rounds: Sequence[RoundPlan]) -> int:
    figures = quality(rounds)
    return figures.comparisons_max - figures.comparisons_min


def test_over_the_whole_event_comparisons_are_as_even_as_is_known_to_be_possible() -> None:
    rounds = movement_rounds(planned(whole_event=True))
    best = known(PLAYERS, ROUNDS)
    assert best is not None
    assert apart(rounds) <= best.window.width
    assert quality(rounds).seat_spread_max <= 1


def test_for_an_evening_that_may_end_early_seats_are_even_after_every_round() -> None:
    rounds = movement_rounds(planned(whole_event=False))
    for number in range(1, ROUNDS + 1):
        assert quality(rounds[:number]).seat_spread_max <= 1


def test_a_movement_offered_is_what_will_be_planned() -> None:
    event = planned(whole_event=True)
    offered = plans_of_size(event, rounds=ROUNDS, boards_per_round=1)
    assert quality(offered) == quality(movement_rounds(event))


def test_another_choice_makes_the_plan_stale() -> None:
    event = planned(whole_event=False)
    assert not movement_is_stale(event)
    event.whole_event = True
    assert movement_is_stale(event)


def test_of_turned_boards_it_changes_nothing() -> None:
    event = planned(whole_event=False, turned=True)
    event.whole_event = True
    assert not movement_is_stale(event)


def test_planned_anew_after_a_round_seats_are_even_at_the_end() -> None:
    event = planned(whole_event=True)
    start_round(event)
    movement_plan(event=event)
    rounds = movement_rounds(event)
    assert len(rounds) == ROUNDS
    assert quality(rounds).seat_spread_max <= 1
    assert max(quality(rounds).meetings) == 1
