from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("standings", "0003_carried")]

    operations = [
        migrations.AddField(
            model_name="standings", name="teams", field=models.JSONField(default=list)
        ),
    ]
