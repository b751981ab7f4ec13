from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('deals', '0002_prints_in_no_language'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='printlog',
            name='print_log_says_what',
        ),
        migrations.AlterField(
            model_name='printlog',
            name='kind',
            field=models.CharField(blank=True, choices=[('hand_slips', 'hand slips'), ('reserve_slips', 'hand slips of the reserve'), ('curtain_cards', 'curtain cards'), ('reserve_curtains', 'curtain cards of the reserve')], default='', editable=False, max_length=16, verbose_name='what'),
        ),
        migrations.AddConstraint(
            model_name='printlog',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ('hand_slips', 'reserve_slips', 'curtain_cards', 'reserve_curtains')), models.Q(('what', ''), _negated=True), _connector='OR'), name='print_log_says_what'),
        ),
    ]
