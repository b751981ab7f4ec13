"""The plan, and who changes what it is made for, at the same instant, in real threads."""

import pytest

from tests.builders import make_event, play_round, start_round
from tests.races import at_once
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.tables.planning import movement_plan
from tournament.tables.rounds import rounds_set
from tournament.tables.selectors import movement_is_stale
from tournament.tables.services import round_start

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("time", range(6))
def test_rounds_that_fall_away_while_they_are_planned(time: int) -> None:
    event = make_event(players=11, rounds=4, boards_per_round=1)
    start_round(event)
    fewer, _more, planned = at_once(
        lambda: rounds_set(event=event, many=2),
        lambda: rounds_set(event=event, many=5),
        lambda: movement_plan(event=event),
    )
    # What came in between is planned again; at most it is said that it changes too often.
    assert not isinstance(fewer, Refused)
    event = Event.objects.get(pk=event.pk)
    if not isinstance(planned, Refused):
        movement_plan(event=event)
    assert not movement_is_stale(event)


@pytest.mark.parametrize("time", range(6))
def test_a_round_that_falls_away_while_it_begins(time: int) -> None:
    event = make_event(players=9, rounds=2, boards_per_round=1)
    play_round(event)
    begun, fewer = at_once(
        lambda: round_start(event=event), lambda: rounds_set(event=event, many=1)
    )
    # Whichever came first stands, and the other is told so.
    (refusal,) = [each for each in (begun, fewer) if isinstance(each, Refused)]
    assert Event.objects.get(pk=event.pk).rounds == (1 if refusal is begun else 2)
