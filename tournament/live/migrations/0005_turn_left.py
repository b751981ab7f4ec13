from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("live", "0004_personal_links_given"),
    ]

    operations = [
        migrations.AddField(
            model_name="livedeal",
            name="turn_left",
            field=models.DurationField(blank=True, null=True),
        ),
    ]
