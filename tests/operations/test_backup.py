"""A backup restores on another machine, whole or not at all."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from deals.models import PrintLog
from deals.selectors import verification_file
from tests.builders import correct, log_print, make_director, make_event, play_round
from tests.served import manage, run_on
from tournament.desk.backup import backup_restore, backup_write
from tournament.errors import Refused
from tournament.events.models import Event
from tournament.events.selectors import only_session
from tournament.events.services import entry_update
from tournament.leaderboard.services import event_publish
from tournament.operations.serving import lock
from tournament.players.models import Member
from tournament.results.models import Result
from tournament.rulings.models import Ruling
from tournament.standings.models import Standings
from tournament.standings.selectors import rows_of, standings_computed, standings_of

pytestmark = pytest.mark.django_db


def saved() -> io.BytesIO:
    file = io.BytesIO()
    backup_write(file)
    file.seek(0)
    return file


def an_installation() -> Event:
    event = make_event(players=10, rounds=1, boards_per_round=2)
    playing = play_round(event)
    play = playing.plays.all()[0]
    correct(play, {"tricks": [4, 4, 2]}, "Slip")
    Member.objects.create(club=event.club, user=make_director(), role="director")
    log_print(only_session(event).deal_set, boards=[1, 2])
    event_publish(event=event)
    return event


def test_everything_comes_back_as_it_was() -> None:
    event = an_installation()
    rows = Standings.objects.get(event=event).rows
    deals = verification_file(only_session(event).deal_set)
    file = saved()
    make_event(players=3, name="Not in the backup")
    backup_restore(file, replace=True)
    restored = Event.objects.get()
    assert restored.public_id == event.public_id
    assert Standings.objects.get(event=restored).rows == rows
    assert list(rows_of(standings_of(restored))) == list(standings_computed(restored).rows)
    assert verification_file(only_session(restored).deal_set) == deals
    assert Ruling.objects.get().reason == "Slip"
    assert Member.objects.get().user == make_director()
    assert PrintLog.objects.get().boards == [1, 2]
    assert get_user_model().objects.get().check_password("secret-password")
    assert list(restored.directors.all()) == [get_user_model().objects.get()]


def test_new_rows_after_a_restore_get_new_numbers() -> None:
    an_installation()
    backup_restore(saved(), replace=True)
    results = Result.objects.count()
    play_round(make_event(players=3, rounds=1, boards_per_round=1))
    assert Result.objects.count() == results + 1


def test_an_installation_in_use_is_not_replaced_unasked() -> None:
    event = an_installation()
    with pytest.raises(Refused):
        backup_restore(saved())
    assert Event.objects.get() == event


def altered(change: Callable[[dict[str, bytes]], None]) -> io.BytesIO:
    with zipfile.ZipFile(saved()) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    file.seek(0)
    return file


def lose_a_file(files: dict[str, bytes]) -> None:
    del files["results.result.jsonl"]


def alter_a_result(files: dict[str, bytes]) -> None:
    files["results.result.jsonl"] = files["results.result.jsonl"].replace(b"4", b"2")


def come_from_the_future(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.json"])
    manifest["migrations"].append("events.9999_later")
    files["manifest.json"] = json.dumps(manifest).encode()


def lose_the_manifest(files: dict[str, bytes]) -> None:
    del files["manifest.json"]


def sign(files: dict[str, bytes], **also: object) -> None:
    sums = {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files.items()
        if name != "manifest.json"
    }
    manifest = json.loads(files["manifest.json"]) | {"sha256": sums} | also
    files["manifest.json"] = json.dumps(manifest).encode()


def come_from_before_there_were_members(files: dict[str, bytes]) -> None:
    del files["players.member.jsonl"]
    made_with = json.loads(files["manifest.json"])["migrations"]
    sign(files, migrations=[name for name in made_with if name != "players.0002_member"])


def lose_the_members(files: dict[str, bytes]) -> None:
    del files["players.member.jsonl"]
    sign(files)


def lose_the_club(files: dict[str, bytes]) -> None:
    files["players.club.jsonl"] = b""
    sign(files)


def be_no_text(files: dict[str, bytes]) -> None:
    files["players.player.jsonl"] = b"\xff\n"
    sign(files)


def name_no_migrations(files: dict[str, bytes]) -> None:
    sign(files, migrations=None)


@pytest.mark.parametrize(
    "change",
    [
        *(lose_a_file, alter_a_result, come_from_the_future, lose_the_manifest),
        *(lose_the_club, lose_the_members, be_no_text, name_no_migrations),
    ],
)
def test_a_damaged_backup_changes_nothing(change: Callable[[dict[str, bytes]], None]) -> None:
    event = an_installation()
    with pytest.raises(Refused):
        backup_restore(altered(change), replace=True)
    assert Event.objects.get() == event
    assert Result.objects.count() == 6


def test_a_backup_of_an_earlier_version_restores() -> None:
    event = an_installation()
    backup_restore(altered(come_from_before_there_were_members), replace=True)
    assert Event.objects.get() == event
    assert not Member.objects.exists()


@pytest.mark.parametrize("content", [b"", b"not a zip", b"PK\x03\x04 but broken"])
def test_another_file_is_not_a_backup(content: bytes) -> None:
    with pytest.raises(Refused):
        backup_restore(io.BytesIO(content))


def test_a_file_that_a_disk_spoiled_changes_nothing() -> None:
    make_event(players=3, name="Here")
    whole = saved().getvalue()
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        start = archive.getinfo("auth.user.jsonl").header_offset
    name = start + whole[start:].index(b"auth.user.jsonl") + len("auth.user.jsonl")
    for spoiled in range(256):
        file = io.BytesIO(whole[:name] + bytes([spoiled]) * 8 + whole[name + 8 :])
        with pytest.raises(Refused):
            backup_restore(file, replace=True)
    assert Event.objects.get().name == "Here"


def test_a_page_kept_before_a_restore_is_not_shown_after_it(client: Client) -> None:
    event = make_event(players=3)
    one, other, _third = event.entries.select_related("player")
    entry_update(entry=one, name="Anna Berger", name_public=True)
    entry_update(entry=other, name="Zoé Vidal", name_public=True)
    file = saved()
    page = reverse("event", args=[event.public_id])
    entry_update(entry=one, name="Anna Berger", name_public=False)
    assert "Zoé Vidal" in client.get(page).content.decode()
    backup_restore(file, replace=True)
    withdrawn = Event.objects.get().entries.get(number=other.number)
    entry_update(entry=withdrawn, name="Zoé Vidal", name_public=False)
    assert "Zoé Vidal" not in client.get(page).content.decode()


def test_restoring_again_and_again_uses_up_few_numbers() -> None:
    make_event(players=3)
    made = Event.objects.get().publication
    for _time in range(10):
        backup_restore(saved(), replace=True)
    assert Event.objects.get().publication == made + 10


def test_the_commands_save_and_load(tmp_path: Path) -> None:
    event = an_installation()
    file = tmp_path / "club.zip"
    call_command("backup", str(file))
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(CommandError):
        call_command("backup", str(file))
    with pytest.raises(CommandError):
        call_command("restore", str(file))
    call_command("restore", str(file), "--replace")
    assert Event.objects.get().public_id == event.public_id
    with pytest.raises(CommandError):
        call_command("restore", str(tmp_path / "missing.zip"))


def test_nothing_is_restored_under_a_running_site(tmp_path: Path, settings: Any) -> None:
    settings.DATA_DIR = tmp_path
    event = an_installation()
    file = tmp_path / "club.zip"
    call_command("backup", str(file))
    Event.objects.update(name="Later")
    with lock.hold(tmp_path), pytest.raises(CommandError, match=r"running .* Stop it first"):
        call_command("restore", str(file), "--replace")
    assert Event.objects.get().name == "Later"
    call_command("restore", str(file), "--replace")
    assert Event.objects.get().name == event.name
    with lock.hold(tmp_path):  # `serve` may start again
        pass


def test_the_command_sets_up_an_installation_that_is_not_there_yet(tmp_path: Path) -> None:
    event = an_installation()
    file = tmp_path / "club.zip"
    call_command("backup", str(file))
    done = manage(tmp_path / "new", "restore", str(file))
    assert done.returncode == 0, done.stderr
    told = run_on(
        tmp_path / "new",
        "from tournament.events.models import Event; print(Event.objects.get().public_id)",
    )
    assert told.strip() == event.public_id
