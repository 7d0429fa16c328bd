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
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["status", "-played_on", "-created_at"], name="game_by_status"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["sentence", "-played_on"], name="game_by_sentence"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(
                    ("retired_on__isnull", False), ("in_memory", True), _connector="OR"
                ),
                fields=["id"],
                name="player_gone",
            ),
        ),
        migrations.RunPython(triggers.install, migrations.RunPython.noop),
    ]
