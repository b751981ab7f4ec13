"""What is played in browsers is in the backup, down to the card."""

import io
from collections.abc import Sequence

import pytest
from django.apps import apps

from tests.live.tables import play_on
from tournament.desk import backup
from tournament.live import facts, positions
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of
from tournament.live.services import step_add
from tournament.rules.playlog import Kind

pytestmark = pytest.mark.django_db


def played_otherwise(live: LiveDeal) -> LiveDeal:
    """Play four cards of the restored deal, other ones than before, as another process would."""
    restored = LiveDeal.objects.get(public_id=live.public_id)
    for _card in range(4):
        state = position_of(restored).state
        assert state.actor is not None
        card = state.view(state.actor).legal[0]
        restored = step_add(
            live=restored, seat=state.actor, ply=restored.steps, kind=Kind.PLAY, action=card
        )
    return restored


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
    # As many cards as before, and here then one more.
    restored = played_otherwise(live)
    truth = position_of(restored).taken
    assert truth != known[live.public_id].position.taken
    positions._kept.update(known)
    assert position_of(play_on(restored, 1)).taken[:-1] == truth


@pytest.mark.parametrize("looks", [False, True])
def test_a_position_of_another_log_of_as_many_rows_takes_no_step_and_makes_no_page(
    live: LiveDeal, sitting: Sequence[Participant], looks: bool
) -> None:
    play_on(live, 6)
    file = io.BytesIO()
    backup.backup_write(file)
    backup.backup_restore(file, replace=True)
    position_of(play_on(LiveDeal.objects.get(pk=live.pk), 4))
    seated = facts.sitting_of(sitting[0].public_id)
    assert seated is not None
    facts.facts_of(seated)
    known, kept = positions._kept.copy(), facts._kept.copy()
    backup.backup_restore(file, replace=True)
    restored = played_otherwise(live)
    truth = position_of(restored).taken
    card = position_of(restored).state.legal()[0]
    actor = position_of(restored).state.actor
    assert actor is not None
    positions._kept.update(known)
    facts._kept.update(kept)
    assert position_of(restored).taken != truth
    if looks:
        seated = facts.sitting_of(sitting[0].public_id)
        assert seated is not None
        assert facts.facts_of(seated).live.steps == 10
    else:
        step_add(live=restored, seat=actor, ply=10, kind=Kind.PLAY, action=card)
        restored.refresh_from_db()
    assert position_of(restored).taken[:10] == truth


def test_every_table_of_ours_is_kept_or_left_out_on_purpose() -> None:
    ours = {
        model
        for app in apps.get_app_configs()
        if app.name == "deals" or app.name.startswith("tournament.")
        for model in app.get_models()
    }
    assert ours - set(backup._models()) == set(backup.LEFT_OUT)
