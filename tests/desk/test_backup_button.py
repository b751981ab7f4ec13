"""The backup button: for administrators, and what it saves restores."""

import io
import logging
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import make_event
from tournament.desk.backup import backup_restore
from tournament.events.models import Event

pytestmark = pytest.mark.django_db


def test_saves_a_file_that_restores(superuser: Client, caplog: pytest.LogCaptureFixture) -> None:
    event = make_event(players=3)
    with caplog.at_level(logging.INFO):
        answer = superuser.post(reverse("desk_backup"))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert re.search(r'filename="triplicate-\d{4}-\d\d-\d\d\.zip"', answer["Content-Disposition"])
    assert "no-store" in answer["Cache-Control"]
    (said,) = [each for each in caplog.records if "sent to administrator" in each.getMessage()]
    assert said.levelno == logging.INFO
    file = io.BytesIO(b"".join(answer))
    Event.objects.update(name="Changed since")
    backup_restore(file, replace=True)
    assert Event.objects.get().public_id == event.public_id
    assert Event.objects.get().name == event.name


def test_is_for_administrators_alone(director: Client, client: Client, superuser: Client) -> None:
    make_event(players=0)
    address = reverse("desk_backup")
    assert director.post(address).status_code == 403
    assert client.post(address)["Location"].startswith(reverse("login"))
    assert superuser.get(address).status_code == 405
    assert address not in director.get(reverse("desk")).content.decode()
    page = superuser.get(reverse("desk")).content.decode()
    assert address in page
    assert "It holds all names and the sealed deals" in page
