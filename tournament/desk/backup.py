"""The whole installation in one file, and back.

The file is a zip with `manifest.json` and one `<app>.<model>.jsonl` per model, written by Django's
serializers, so that a backup made on SQLite restores on PostgreSQL and the other way round.
Sessions and logs of sign-ins stay behind: they mean nothing on another machine.
"""

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO, Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DataError, IntegrityError, ProgrammingError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F, Max
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.errors import Refused
from tournament.events.models import Event
from tournament.friendly.models import Opening
from tournament.live.models import LiveDeal, PinTry, Reaction
from tournament.push.models import PushTopic
from tournament.tables.models import CodeTry

FORMAT = "triplicate-backup/1"
OWN_APPS = (
    *("players", "deals", "events", "tables", "results", "standings", "rulings"),
    *("live", "analysis", "friendly", "practice", "phone", "calls", "desk"),
)
# Of no use anywhere else: tries of codes, what was said in passing, and what was pushed when.
LEFT_OUT: tuple[type[models.Model], ...] = (
    CodeTry,
    Opening,
    PinTry,
    PushTopic,
    Reaction,
)
# What a row raises whose values no backup of ours holds: the deserializer, a column, its database.
DAMAGED = (
    *(DeserializationError, OverflowError, TypeError, ValueError),
    *(DataError, IntegrityError, ProgrammingError),
)
# A backup of a federation's year is far below this; a zip bomb is not.
SIZE_MOST = 2 * 1024**3


def _models() -> list[type[models.Model]]:
    """Return what is kept, in an order in which every row comes after those it refers to."""
    kept: list[type[models.Model]] = [get_user_model()]
    for label in OWN_APPS:
        kept += apps.get_app_config(label).get_models()
    kept = [model for model in kept if model not in LEFT_OUT]
    return serializers.sort_dependencies([(None, kept)], allow_cycles=True)


def _migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied if app in OWN_APPS)


def backup_write(target: IO[bytes]) -> None:
    """Write a backup of everything to `target`, as it is at one moment."""
    files: dict[str, bytes] = {}
    is_first = not connection.in_atomic_block
    with transaction.atomic():
        # SQLite's transactions see one moment anyway; PostgreSQL's do if told so at their start.
        if is_first and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        for model in _models():
            rows = model._default_manager.order_by("pk").iterator(chunk_size=2000)
            text = io.StringIO()
            serializers.serialize("jsonl", rows, stream=text)
            files[f"{model._meta.label_lower}.jsonl"] = text.getvalue().encode()
    manifest = {
        "format": FORMAT,
        "made_at": timezone.now().isoformat(),
        "migrations": _migrations(),
        "sha256": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", json.dumps(manifest, indent=2))
        for name, data in files.items():
            archive.writestr(name, data)


def backup_restore(source: IO[bytes], *, replace: bool = False) -> None:
    """Load a backup in place of whatever the installation holds; all of it or nothing.

    Raises Refused for a file that is no backup, is damaged or was made by a newer version, and,
    unless `replace`, when the installation has events. Everybody is signed out.
    """
    files = _backup_read(source)
    try:
        with transaction.atomic():
            _refuse_unasked(replace)
            # Pages are kept by these numbers (see leaderboard/versions.py, live/facts.py): none may
            # come again.
            used = Event.objects.aggregate(most=Max("publication"))["most"] or 0
            shown = LiveDeal.objects.aggregate(most=Max("version"))["most"] or 0
            _replaced(files)
            Event.objects.update(publication=Greatest(F("publication"), used) + 1)
            LiveDeal.objects.update(version=shown + 1)
            connection.check_constraints()
    except DAMAGED as error:
        raise Refused(_("The backup is damaged: nothing was restored.")) from error


def _refuse_unasked(replace: bool) -> None:
    if Event.objects.exists() and not replace:
        raise Refused(
            _("This installation has tournaments. With --replace, the backup replaces them.")
        )


def _replaced(files: dict[str, bytes]) -> None:
    kept = _models()
    emptied: list[type[models.Model]] = [LogEntry, Session, *reversed(kept)]
    for model in emptied:
        # Not delete(): what is only ever added to refuses that, and no signal should follow.
        _emptied(model)
    for model in kept:
        for row in _rows(files.get(f"{model._meta.label_lower}.jsonl", b"")):
            row.save()
    _sequences_reset(kept)


def _emptied(model: type[models.Model]) -> None:
    links = [field.m2m_db_table() for field in model._meta.many_to_many]
    with connection.cursor() as cursor:
        for table in [*links, model._meta.db_table]:
            name = connection.ops.quote_name(table)
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 — our own tables' names


def _rows(data: bytes) -> Iterator[Any]:
    # Fields that a newer version dropped are passed over; those it added take their defaults.
    return iter(
        serializers.deserialize("jsonl", io.StringIO(data.decode()), ignorenonexistent=True)
    )


def _backup_read(source: IO[bytes]) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(source) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > SIZE_MOST:
                raise Refused(_("The file is too large for a backup."))
            files = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(files.pop("manifest.json"))
        sums, made_with, version = manifest["sha256"], manifest["migrations"], manifest["format"]
        is_known = version == FORMAT and set(made_with) <= set(_migrations())
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, EOFError) as error:
        raise Refused(_("This file is not a backup of Triplicate.")) from error
    if not is_known:
        raise Refused(_("The backup was made by a newer version: install that version first."))
    wanted = {f"{model._meta.label_lower}.jsonl" for model in _models()}
    # Of a model that came later, an earlier version's backup has no file.
    missing = set() if set(made_with) < set(_migrations()) else wanted - files.keys()
    intact = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()} == sums
    if not intact or missing:
        raise Refused(_("The backup is damaged: nothing was restored."))
    return files


def _sequences_reset(kept: list[type[models.Model]]) -> None:
    """Let new rows be numbered after the restored ones, where the database counts by itself."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), kept):
            cursor.execute(statement)
