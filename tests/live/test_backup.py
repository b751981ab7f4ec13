"""What is played in browsers is in the backup, down to the card."""

import io
from collections.abc import Sequence

import pytest
from django.apps import apps

from tests.live.tables import play_on
from tournament.desk import backup
from tournament.live import positions
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db


def test_a_deal_goes_on_where_it_stood(live: LiveDeal, sitting: Sequence[Participant]) -> None:
    stood = position_of(play_on(live, 7))
    file = io.BytesIO()
    backup.backup_write(file)
    play_on(LiveDeal.objects.get(pk=live.pk), 5)
    backup.backup_restore(file, replace=True)
    restored = LiveDeal.objects.get(public_id=live.public_id)
    assert position_of(restored).taken == stood.taken
    assert Participant.objects.get(pk=sitting[0].pk).secret == sitting[0].secret
    assert play_on(restored, 23).finished_at is not None


def test_a_process_that_knew_what_is_gone_follows_the_log_that_is_there(
    live: LiveDeal, sitting: Sequence[Participant]
) -> None:
    play_on(live, 6)
    file = io.BytesIO()
    backup.backup_write(file)
    backup.backup_restore(file, replace=True)
    play_on(LiveDeal.objects.get(pk=live.pk), 4)
    known = positions._kept.copy()
    backup.backup_restore(file, replace=True)
    # In another process, other cards are played than before; as many, and here then one more.
    restored = LiveDeal.objects.get(public_id=live.public_id)
    for _card in range(4):
        state = position_of(restored).state
        assert state.actor is not None
        card = state.view(state.actor).legal[0]
        restored = step_add(
            live=restored, seat=state.actor, ply=restored.steps, kind=Kind.PLAY, action=card
        )
    truth = position_of(restored).taken
    assert truth != known[live.public_id].position.taken
    positions._kept.update(known)
    assert position_of(play_on(restored, 1)).taken[:-1] == truth


def test_every_table_of_ours_is_kept_or_left_out_on_purpose() -> None:
    ours = {
        model
        for app in apps.get_app_configs()
        if app.name == "deals" or app.name.startswith("tournament.")
        for model in app.get_models()
    }
    assert ours - set(backup._models()) == set(backup.LEFT_OUT)
