"""What is played in browsers is in the backup, down to the card."""

import io
from collections.abc import Sequence

import pytest
from django.apps import apps

from tests.live.tables import play_on
from tournament.desk import backup
from tournament.live.models import LiveDeal, Participant
from tournament.live.positions import position_of

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


def test_every_table_of_ours_is_kept_or_left_out_on_purpose() -> None:
    ours = {
        model
        for app in apps.get_app_configs()
        if app.name == "deals" or app.name.startswith("tournament.")
        for model in app.get_models()
    }
    assert ours - set(backup._models()) == set(backup.LEFT_OUT)
