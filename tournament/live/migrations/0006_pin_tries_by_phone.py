from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("live", "0005_turn_left"),
    ]

    operations = [
        migrations.AddField(
            model_name="pintry",
            name="phone",
            field=models.CharField(blank=True, max_length=32),
        ),
    ]
