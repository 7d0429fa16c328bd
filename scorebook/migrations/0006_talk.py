import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from scorebook.ledger import triggers


class Migration(migrations.Migration):
    dependencies = [
        ("scorebook", "0005_photo_subjects"),
    ]

    operations = [
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("body", models.TextField()),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("taken_down_at", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["made_at", "id"],
            },
        ),
        migrations.CreateModel(
            name="Post",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("dispute", "Dispute"),
                            ("rant", "Rant"),
                            ("story", "Story"),
                            ("recipe", "Recipe"),
                            ("lingo", "Lingo"),
                        ],
                        max_length=10,
                    ),
                ),
                ("title", models.CharField(max_length=120)),
                ("body", models.TextField(blank=True)),
                (
                    "made_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("edited_at", models.DateTimeField(null=True)),
                ("taken_down_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="DisputeSide",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Meaning",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=200)),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="Vote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "ordering": ["at", "id"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="deed",
            name="deed_about_known",
        ),
        migrations.AddField(
            model_name="sharelink",
            name="with_comments",
            field=models.BooleanField(default=False),
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
                    ("rules", "Rules"),
                    ("family", "Family"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="sharelink",
            name="game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="share_links",
                to="scorebook.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="deed",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "about__in",
                        ["people", "roles", "invitations", "photos", "talk", "rules", "family"],
                    )
                ),
                name="deed_about_known",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="comments",
                to="scorebook.player",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="taken_down_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scorebook.player",
            ),
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "post",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="dispute",
                        serialize=False,
                        to="scorebook.post",
                    ),
                ),
                ("rule", models.TextField(blank=True)),
                ("cards", models.TextField(blank=True)),
                ("closes_on", models.DateField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("ruling", models.TextField(blank=True)),
            ],
        ),
        migrations.AddField(
            model_name="post",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="posts",
                to="scorebook.player",
            ),
        ),
        migrations.AddField(
            model_name="post",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="posts",
                to="scorebook.game",
            ),
        ),
        migrations.AddField(
            model_name="post",
            name="noted",
            field=models.ManyToManyField(related_name="+", to="scorebook.player"),
        ),
        migrations.AddField(
            model_name="post",
            name="taken_down_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scorebook.player",
            ),
        ),
        migrations.AddField(
            model_name="comment",
            name="post",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="comments",
                to="scorebook.post",
            ),
        ),
        migrations.AddField(
            model_name="sharelink",
            name="post",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="share_links",
                to="scorebook.post",
            ),
        ),
        migrations.AddConstraint(
            model_name="sharelink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game", None), ("post__isnull", False)),
                    models.Q(("game__isnull", False), ("post", None)),
                    _connector="OR",
                ),
                name="share_link_of_one",
            ),
        ),
        migrations.AddField(
            model_name="meaning",
            name="post",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="meanings",
                to="scorebook.post",
            ),
        ),
        migrations.AddField(
            model_name="vote",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="votes",
                to="scorebook.player",
            ),
        ),
        migrations.AddField(
            model_name="vote",
            name="side",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="votes",
                to="scorebook.disputeside",
            ),
        ),
        migrations.AddField(
            model_name="vote",
            name="dispute",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="votes",
                to="scorebook.dispute",
            ),
        ),
        migrations.AddField(
            model_name="disputeside",
            name="dispute",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sides",
                to="scorebook.dispute",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="closed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="scorebook.player",
            ),
        ),
        migrations.AddField(
            model_name="dispute",
            name="rule_set",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="disputes",
                to="scorebook.ruleset",
            ),
        ),
        migrations.AddIndex(
            model_name="post",
            index=models.Index(fields=["-made_at"], name="post_newest_first"),
        ),
        migrations.AddConstraint(
            model_name="post",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["dispute", "rant", "story", "recipe", "lingo"])),
                name="post_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="vote",
            constraint=models.UniqueConstraint(fields=("dispute", "player"), name="vote_once"),
        ),
        migrations.RunPython(triggers.install, triggers.remove),
    ]
