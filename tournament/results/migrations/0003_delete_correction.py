from django.db import migrations


class Migration(migrations.Migration):
    # They are rulings now, and have been copied.
    dependencies = [
        ("results", "0002_award"),
        ("rulings", "0002_corrections"),
    ]
    operations = [migrations.DeleteModel(name="Correction")]
