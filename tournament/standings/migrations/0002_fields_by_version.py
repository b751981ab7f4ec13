"""What was computed before boards could be fouled, in the form that is read now."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    boards = apps.get_model("standings", "BoardScores")
    for each in boards.objects.iterator():
        matchpoints: list[dict[str, str]] = each.data.pop("matchpoints")
        each.data |= {"fields": {"0": matchpoints} if matchpoints else {}, "versions": {}, "given": {}}
        each.save(update_fields=["data"])
    for standings in apps.get_model("standings", "Standings").objects.iterator():
        standings.rows = [_row(row) for row in standings.rows]
        standings.save(update_fields=["rows"])


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {
        **row,
        "lives": str(row["lives"]),
        "divisor": str(row["boards"]),
        "unranked": None if row["boards"] else "no_result",
        "person": None,
        "places": {},
    }


def backwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    boards = apps.get_model("standings", "BoardScores")
    for each in boards.objects.iterator():
        fields: dict[str, list[dict[str, str]]] = each.data["fields"]
        data = {name: each.data[name] for name in ("board", "expected", "scores")}
        each.data = {**data, "matchpoints": fields.get("0", [])}
        each.save(update_fields=["data"])
    for standings in apps.get_model("standings", "Standings").objects.iterator():
        more = {"divisor", "unranked", "person", "places"}
        standings.rows = [
            {name: value for name, value in row.items() if name not in more} | {"lives": int(row["lives"])}
            for row in standings.rows
        ]
        standings.save(update_fields=["rows"])


class Migration(migrations.Migration):
    dependencies = [("standings", "0001_initial")]
    operations = [migrations.RunPython(forwards, backwards)]
