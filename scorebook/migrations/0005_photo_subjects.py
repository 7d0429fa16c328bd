from django.db import migrations, models


def tell_whom_each_is_of(apps, schema_editor):
    """Until now a winner's or loser's photo showed nobody else. Who was merged before gets both
    back when that is undone.
    """
    Photo, Merge = (apps.get_model("scorebook", name) for name in ("Photo", "Merge"))
    Tag, Subject = Photo.people.through, Photo.subjects.through
    tags = Tag.objects.exclude(photo__side="").values_list("photo", "player")
    Subject.objects.bulk_create(
        [Subject(photo_id=photo, player_id=player) for photo, player in tags], batch_size=500
    )
    with_side = {str(id) for id in Photo.objects.exclude(side="").values_list("id", flat=True)}
    for merge in Merge.objects.all():
        merge.moved["subjects"] = [id for id in merge.moved["photos"] if id in with_side]
        both = [id for id in merge.moved["photos_of_both"] if id in with_side]
        merge.moved["subjects_of_both"] = both
        merge.save(update_fields=["moved"])


class Migration(migrations.Migration):
    dependencies = [
        ("scorebook", "0004_people_doors_photos_deeds"),
    ]

    operations = [
        migrations.AddField(
            model_name="photo",
            name="subjects",
            field=models.ManyToManyField(related_name="photos_of", to="scorebook.player"),
        ),
        migrations.RunPython(tell_whom_each_is_of, migrations.RunPython.noop),
    ]
