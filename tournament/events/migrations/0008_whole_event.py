from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0007_movements")]

    operations = [
        # Events made before keep the seats that they were planned with.
        migrations.AddField(
            model_name="event",
            name="whole_event",
            field=models.BooleanField(
                default=False, verbose_name="seats are even over the whole event"
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="whole_event",
            field=models.BooleanField(
                default=True, verbose_name="seats are even over the whole event"
            ),
        ),
    ]
