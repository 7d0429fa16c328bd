from django.db import migrations, models

from scorebook.ledger import triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scorebook", "0011_most_in_a_game"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="deed",
            name="deed_about_known",
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_status_known",
        ),
        migrations.AddField(
            model_name="game",
            name="binned_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="deed",
            name="about",
            field=models.CharField(
                choices=[
                    ("people", "People"),
                    ("roles", "Roles"),
                    ("invitations", "Invitations"),
                    ("photos", "Photos"),
                    ("talk", "Talk"),
                    ("games", "Games"),
                    ("rules", "Rules"),
                    ("family", "Family"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="status",
            field=models.CharField(
                choices=[
                    ("playing", "Still going"),
                    ("finished", "Finished"),
                    ("binned", "In the bin"),
                ],
                default="playing",
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="deed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "about__in",
                        [
                            "people",
                            "roles",
                            "invitations",
                            "photos",
                            "talk",
                            "games",
                            "rules",
                            "family",
                        ],
                    )
                ),
                name="deed_about_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["playing", "finished", "binned"])),
                name="game_status_known",
            ),
        ),
        migrations.RunPython(triggers.install, migrations.RunPython.noop),
    ]
