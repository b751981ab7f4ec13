"""A result carried over follows the earlier event until the later one is official."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import correct, make_director, make_event, play_round
from tests.desk.conftest import signed_in
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.leaderboard.services import event_publish
from tournament.standings.models import Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of
from tournament.standings.services import standings_compute
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db


@pytest.fixture
def earlier(db: None) -> Event:
    """Seat C of table 1 has won, seat A of table 2; it is official."""
    event = make_event(players=6, rounds=1, boards_per_round=1, method="lives", name="Heat")
    play_round(event)
    correct(first_play(event), {"tricks": [2, 3, 5]})
    event_publish(event=event)
    return event


@pytest.fixture
def final(earlier: Event) -> Event:
    """The same players have all the same in it; what they bring decides."""
    event = make_event(players=6, rounds=1, boards_per_round=1, method="lives", name="Final & Co")
    Event.objects.filter(pk=event.pk).update(carry_from=earlier, carry_unit="lives", carry_weight=9)
    play_round(event, (4, 3, 3))
    standings_compute(event_id=event.pk)
    return Event.objects.get(pk=event.pk)


def first_play(event: Event) -> Play:
    return Play.objects.get(table__event=event, table__number=1)


def ranks(event: Event) -> dict[int, int | None]:
    """The stored ranks, which are those that are computed now."""
    stored = rows_of(standings_of(event))
    computed = standings_computed(Event.objects.get(pk=event.pk))
    assert [row.rank for row in stored] == [row.rank for row in computed.rows]
    return {row.entry: row.rank for row in stored}


def correct_earlier(earlier: Event) -> None:
    correct(first_play(earlier), {"tricks": [5, 3, 2]})
    standings_compute(event_id=earlier.pk)
    for event in Event.objects.filter(carry_from=earlier):
        standings_compute(event_id=event.pk)


def test_before_it_is_official_it_follows(earlier: Event, final: Event) -> None:
    before = ranks(final)
    correct_earlier(earlier)
    assert ranks(final) != before


def test_once_it_is_official_it_stands(earlier: Event, final: Event) -> None:
    event_publish(event=final)
    before, changed = ranks(final), Standings.objects.get(event=final).changed
    correct_earlier(earlier)
    assert ranks(final) == before
    assert Standings.objects.get(event=final).changed == changed
    # Nor does it follow by the way, when something else is corrected.
    ruling = correct(first_play(final), {"tricks": [2, 3, 5]})
    standings_compute(event_id=final.pk)
    undone = {int(number): rank for number, rank in ruling.ranks_before.items()}
    numbers = dict(final.entries.values_list("pk", "number"))
    assert undone.items() <= {numbers[entry]: rank for entry, rank in before.items()}.items()
    assert ruling.ranks_after == {
        str(numbers[entry]): rank
        for entry, rank in ranks(final).items()
        if str(numbers[entry]) in ruling.ranks_after
    }


def test_it_waits_until_the_earlier_one_has_seen_its_last_change(
    earlier: Event, final: Event
) -> None:
    correct(first_play(earlier), {"tricks": [5, 3, 2]})
    with pytest.raises(Refused, match="publish again in a moment"):
        event_publish(event=final)
    standings_compute(event_id=earlier.pk)
    event_publish(event=final)
    assert ranks(final) == ranks(Event.objects.get(pk=final.pk))


def test_what_an_older_version_made_official_has_what_the_earlier_one_says(
    earlier: Event, final: Event
) -> None:
    event_publish(event=final)
    before = ranks(final)
    Standings.objects.update(carried=None)
    assert ranks(final) == before


@pytest.mark.parametrize("is_official", [False, True])
def test_whoever_corrects_the_earlier_one_is_told(
    earlier: Event, final: Event, is_official: bool
) -> None:
    if is_official:
        event_publish(event=final)
    client: Client = signed_in(make_director())
    play = first_play(earlier)
    page = reverse("desk_put_right", args=[earlier.public_id, play.pk, "clear"])
    said = client.post(page, {"reason": "Never played"}).content.decode()
    kept = "“Final &amp; Co”, which carries this result over, is official too"
    assert (kept in said) == is_official
