import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('deals', '0001_initial'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='printlog',
            name='print_log_says_what',
        ),
        migrations.AddField(
            model_name='printlog',
            name='boards',
            field=models.JSONField(blank=True, default=list, editable=False, verbose_name='boards'),
        ),
        migrations.AddField(
            model_name='printlog',
            name='kind',
            field=models.CharField(blank=True, choices=[('hand_slips', 'hand slips'), ('reserve_slips', 'hand slips of the reserve')], default='', editable=False, max_length=16, verbose_name='what'),
        ),
        migrations.AddField(
            model_name='printlog',
            name='tables',
            field=models.JSONField(blank=True, default=list, editable=False, verbose_name='tables'),
        ),
        migrations.AlterField(
            model_name='printlog',
            name='deal_set',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='prints', to='deals.dealset'),
        ),
        migrations.AlterField(
            model_name='printlog',
            name='what',
            field=models.CharField(blank=True, default='', editable=False, max_length=200, verbose_name='what'),
        ),
        migrations.AddConstraint(
            model_name='printlog',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('hand_slips', 'reserve_slips')), models.Q(('what', ''), _negated=True), _connector='OR'), name='print_log_says_what'),
        ),
    ]
