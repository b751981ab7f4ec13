"""Corrections of results, kept by earlier versions, are rulings like all others."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    rulings = apps.get_model("rulings", "Ruling").objects
    corrections = apps.get_model("results", "Correction").objects
    for each in corrections.select_related("play__round__session").order_by("pk"):
        play = str(each.play_id)
        ruling = rulings.create(
            event_id=each.play.round.session.event_id,
            kind="results",
            before={play: each.before},
            after={play: each.after},
            reason=each.reason,
            user_id=each.user_id,
            at=each.at,
            ranks_before=each.ranks_before,
            ranks_after=each.ranks_after,
        )
        ruling.plays.add(each.play_id)


class Migration(migrations.Migration):
    dependencies = [
        ("rulings", "0001_initial"),
        ("results", "0002_award"),
    ]
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]
