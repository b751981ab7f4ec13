from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("friendly", "0002_hand_seen"),
    ]

    operations = [
        migrations.AlterField(
            model_name="opening",
            name="address",
            field=models.GenericIPAddressField(null=True),
        ),
    ]
