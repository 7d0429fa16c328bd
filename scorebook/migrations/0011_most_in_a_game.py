from django.db import migrations, models

from scorebook.ledger import triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scorebook", "0007_statistics"),
    ]

    operations = [
        migrations.AddField(
            model_name="tally",
            name="most_out",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tally",
            name="most_wilds",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunPython(triggers.install, migrations.RunPython.noop),
    ]
