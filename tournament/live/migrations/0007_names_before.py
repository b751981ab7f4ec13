from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0006_pin_tries_by_phone"),
    ]

    operations = [
        migrations.AddField(
            model_name="participant",
            name="names_before",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
    ]
