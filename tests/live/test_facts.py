"""What is kept of a table is what the database says, whatever happened to it."""

import pytest
from django.utils import timezone

from tests.builders import make_event, start_round
from tests.live.test_services import play_on
from tournament.events.models import Event
from tournament.live.event_play import participant_of, participant_seat_bot, play_open
from tournament.live.facts import Facts, facts_of, facts_read, sitting_of
from tournament.live.models import LiveDeal, Participant, Reaction
from tournament.live.services import reaction_add, step_add
from tournament.rules.playlog import Kind
from tournament.tables.models import Play

pytestmark = pytest.mark.django_db(transaction=True)


def told(facts: Facts) -> tuple[object, ...]:
    live = {field.attname: getattr(facts.live, field.attname) for field in LiveDeal._meta.fields}
    seats = [(seat.participant.bot, seat.participant.away, seat.ready_at) for seat in facts.seats]
    return live, seats, list(facts.steps), sorted(facts.said)


def test_what_is_kept_follows_every_step_and_change() -> None:
    start_round(make_event(players=3, rounds=1, boards_per_round=1, play_mode=Event.PlayMode.LIVE))
    play = Play.objects.get()
    people = [participant_of(seat.entry) for seat in play.seats.order_by("number")]
    Participant.objects.update(seen_at=timezone.now())
    for participant in people:
        live = play_open(play=play, participant=participant)

    def kept() -> Facts:
        sitting = sitting_of(people[0].public_id)
        assert sitting is not None
        return facts_of(sitting)

    def agrees() -> None:
        assert told(kept()) == told(facts_read(live.pk))

    agrees()
    live = play_on(LiveDeal.objects.get(), 1)
    before = kept()
    agrees()
    live = step_add(live=live, seat=0, ply=live.steps, kind=Kind.UNDO)
    agrees()
    assert before.live.steps == 1, "what a reader holds is not touched"
    participant_seat_bot(participant=people[1], bot="simple")
    agrees()
    reaction_add(live=live, seat=2, phrase="ouch")
    agrees()
    assert Reaction.objects.count() == 1
    for _card in range(29):
        live = play_on(LiveDeal.objects.get(), 1)
        agrees()
    assert kept().live.finished_at is not None
