"""Official events keep what was carried over to them: as their standings have it now."""

from fractions import Fraction

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    standings = apps.get_model("standings", "Standings")
    entries = apps.get_model("events", "Entry")
    for each in standings.objects.filter(event__state="official", event__carry_from__isnull=False):
        earlier = standings.objects.filter(event=each.event.carry_from_id).first()
        players = dict(
            entries.objects.filter(event=each.event.carry_from_id).values_list("pk", "player_id")
        )
        each.carried = {
            str(players[row["entry"]]): {
                "points": row["points"],
                "top_sum": row["top_sum"],
                "lives": str(Fraction(row["lives"]) + Fraction(row["credit"])),
                "datum": row["datum"],
                "boards": row["divisor"],
            }
            for row in ([] if earlier is None else earlier.rows)
            if row["entry"] in players and row["boards"]
        }
        each.save(update_fields=["carried"])


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0004_scoring_settings"),
        ("standings", "0002_fields_by_version"),
    ]

    operations = [
        migrations.AddField(
            model_name="standings",
            name="carried",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.RunPython(forwards, migrations.RunPython.noop),
    ]
