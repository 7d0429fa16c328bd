from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scorebook", "0012_games_in_the_bin"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="tally",
            index=models.Index(
                condition=models.Q(("year", 0), models.Q(("family", ""), _negated=True)),
                fields=["family", "games"],
                name="tally_of_all_years",
            ),
        ),
    ]
