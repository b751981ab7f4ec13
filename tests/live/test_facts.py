"""What is kept of a table is what the database says, whatever happened to it."""

import pytest

from tests.live.tables import begun, play_on
from tournament.live.event_play import participant_seat_bot
from tournament.live.facts import Facts, facts_of, facts_read, sitting_of
from tournament.live.models import LiveDeal, Reaction
from tournament.live.services import reaction_add, step_add
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db(transaction=True)


def told(facts: Facts) -> tuple[object, ...]:
    live = {field.attname: getattr(facts.live, field.attname) for field in LiveDeal._meta.fields}
    seats = [(seat.participant.bot, seat.participant.away, seat.ready_at) for seat in facts.seats]
    return live, seats, list(facts.steps), sorted(facts.said)


def test_what_is_kept_follows_every_step_and_change() -> None:
    live = begun()
    sitting_down = [seat.participant for seat in live.seats.all()]

    def kept() -> Facts:
        sitting = sitting_of(sitting_down[0].public_id)
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
    participant_seat_bot(participant=sitting_down[1], bot="simple")
    agrees()
    reaction_add(live=live, seat=2, phrase="ouch")
    agrees()
    assert Reaction.objects.count() == 1
    for _card in range(29):
        live = play_on(LiveDeal.objects.get(), 1)
        agrees()
    assert kept().live.finished_at is not None
