"""What is kept of a table is what the database says, whatever happened to it."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from tests.live.tables import begun, play_on
from tournament.events.models import Round
from tournament.events.services import entry_update
from tournament.live.event_play import participant_seat_bot, round_clock_start, round_extend
from tournament.live.facts import Facts, Happened, facts_of, facts_read, facts_step, sitting_of
from tournament.live.models import LiveDeal, Reaction
from tournament.live.services import STEP_FIELDS, reaction_add, step_add
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


def test_the_rounds_end_and_a_name_put_right_are_seen_between_two_cards() -> None:
    live = begun()
    playing = Round.objects.get()
    participant = live.seats.all()[0].participant
    entry = participant.entry
    assert entry is not None

    def kept() -> Facts:
        sitting = sitting_of(participant.public_id)
        assert sitting is not None
        return facts_of(sitting)

    def ends_at() -> datetime | None:
        play = kept().live.play
        assert play is not None
        return play.round.ends_at

    kept()
    live = play_on(live, 1)
    assert ends_at() is None
    round_clock_start(playing=playing, minutes=5)
    first = ends_at()
    assert first is not None
    live = play_on(LiveDeal.objects.get(), 1)
    round_extend(playing=playing, minutes=5)
    assert ends_at() == first + timedelta(minutes=5)
    version = LiveDeal.objects.get().version
    entry_update(entry=entry, name="Zoé Right", name_public=True)
    held = kept().seats[0].participant.entry
    assert held is not None
    assert held.player.name == "Zoé Right"
    assert LiveDeal.objects.get().version > version
    play_on(LiveDeal.objects.get(), 1)
    assert ends_at() == first + timedelta(minutes=5)


def test_a_step_that_comes_while_facts_are_read_is_told_once_and_with_its_card() -> None:
    live = play_on(begun(), 2)
    sitting = sitting_of(live.seats.all()[0].participant.public_id)
    assert sitting is not None
    came: list[LiveDeal] = []

    def meanwhile(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not came and 'FROM "live_step"' in sql:
            came.append(live)
            play_on(live, 1)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(meanwhile):
        facts = facts_read(live.pk)
    assert LiveDeal.objects.get().steps == 3
    assert (facts.live.steps, len(facts.steps)) == (2, 2)


def test_a_step_that_facts_hold_already_is_not_added_to_them_again() -> None:
    live = play_on(begun(), 2)
    sitting = sitting_of(live.seats.all()[0].participant.public_id)
    assert sitting is not None
    # Another process plays a card after the version was looked up, and before the facts are read.
    again = play_on(LiveDeal.objects.get(), 1)
    facts_of(sitting)
    last = again.log.latest("ply")
    facts_step(again, STEP_FIELDS, Happened(last.seat, last.kind, last.action, last.by))
    now = sitting_of(live.seats.all()[0].participant.public_id)
    assert now is not None
    assert len(facts_of(now).steps) == 3
