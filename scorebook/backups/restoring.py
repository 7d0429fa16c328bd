"""Getting a backup back: looked through, unpacked beside, migrated and verified there, and only
then put in the place of what is here. Of that a copy is kept.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from scorebook.backups import (
    Damaged,
    Refused,
    archive,
    checks,
    contents,
    copies,
    database,
    folder,
    forward,
    lock,
    schema,
    swapping,
)
from scorebook.backups.archive import DATABASE, DUMP, SECRET_KEY, Opened
from scorebook.backups.database import Place
from scorebook.backups.files import in_words, sync_folder, write_at_once
from scorebook.backups.folder import STAMP, Why
from scorebook.backups.making import back_up
from scorebook.backups.manifest import Manifest
from scorebook.ledger.recompute import Difference
from scorebook.models import Deed, Photo
from scorebook.models.deeds import About

RUNNING = (
    "Scorebook runs with this data folder. Close it first (Ctrl+C where it was started), then try "
    "again."
)


@dataclass(frozen=True, slots=True)
class Restored:
    """`kept`: where what was here before lies now; None where nothing was. `undone`: what could not
    be done once the book was back, in sentences.
    """

    manifest: Manifest
    kept: Path | None
    differences: list[Difference]
    undone: list[str]


def restore(path: Path, *, another_family: bool = False) -> Restored:
    """Raises Refused; then the book is as it was. Where the disk fails in the very last step, when
    the names are written, it is the old one or the new one, whole.
    """
    live = database.live()
    connection.close()
    with (
        lock.book(RUNNING),
        archive.opened(path) as found,
        in_words("The backup cannot be restored"),
        swapping.room(swapping.near(live), "restored") as beside,
        swapping.room(settings.PHOTOS_DIR.parent, "photos") as photos,
    ):
        if not another_family:
            refuse_another_family(found.manifest, live)
        refuse_another_kind(found, live)
        with prepared(found, beside, photos) as (new, differences):
            note(found.manifest, new)
            kept = set_aside(live)
            swapping.swap(new, live, photos)
        undone = [*put_key_back(beside / SECRET_KEY)]
        if kept is None or kept.is_file():
            undone += remove_unknown_photos(live)
    return Restored(found.manifest, kept, differences, undone)


@contextmanager
def prepared(
    found: Opened, room: Path, photos: Path | None = None
) -> Iterator[tuple[Place, list[Difference]]]:
    """Unpack what is in the backup and bring it forward; photos into a folder of theirs, or
    nowhere. The database, until the end, and what was put right in it. Raises Refused where not all
    of it is whole.
    """
    unpack(found, room, photos)
    with copies.as_database(room / found.database) as new:
        try:
            if faults := checks.database_faults(new):
                raise Refused(" ".join(faults))
            differences = forward.bring_forward(new, found.manifest.contents)
        except Refused as problem:
            raise Refused(f"{found.path}: {problem}") from problem
        yield new, differences


def unpack(found: Opened, room: Path, photos: Path | None) -> None:
    archive.check_room(found, room, with_photos=photos is not None)
    for name in {found.database, SECRET_KEY} & found.manifest.files.keys():
        archive.unpack(found, name, room / name)
    for path, name in found.photos().items():
        target = photos / path if photos else None
        if target:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        archive.unpack(found, name, target)


def note(told: Manifest, new: Place) -> None:
    """Write into the restored book that it is one."""
    with database.looking_at(new):
        made_at = f"{told.made_at:%d %B %Y, %H:%M} UTC"
        Deed.objects.note(About.FAMILY, f"restored the backup of {made_at}", by=None)
    if isinstance(new, Path):
        database.make_whole(new)


def refuse_another_kind(found: Opened, live: Place) -> None:
    """Raises Refused where the backup is of the one kind of database and the site's is another."""
    if isinstance(live, Path) and found.database == DUMP:
        raise Refused(f"{found.path} is of PostgreSQL. DATABASE_URL has to name one to put it in.")
    if not isinstance(live, Path) and found.database == DATABASE:
        raise Refused(f"{found.path} is of SQLite. It is got back without DATABASE_URL.")


def refuse_another_family(told: Manifest, live: Place) -> None:
    """Raises Refused where somebody else's book is here. One that cannot be read does not count."""
    if not is_there(live):
        return
    here = None
    with database.looking_at(live), suppress(DatabaseError):
        here = contents.family()
    there = told.contents.family
    if here and there and here["since"] != there["since"]:
        raise Refused(
            f"The backup is of {there['name']}, and here is {here['name']}. With --another-family "
            "it takes its place all the same."
        )


def set_aside(live: Place) -> Path | None:
    """A backup of what is here; of a database that is damaged, its bytes as they are."""
    if not is_there(live) or is_empty(live):
        return None
    try:
        return back_up(why=Why.RESTORE).backup.path
    except Damaged:
        kept = folder.ready(settings.BACKUPS_DIR) / f"damaged-{timezone.now().strftime(STAMP)}"
        kept.mkdir(mode=0o700)
        copies.save_as_it_is(live, kept)
        sync_folder(kept)
        return kept


def is_there(live: Place) -> bool:
    """A server's database has to be there before anything is put in it."""
    return live.exists() if isinstance(live, Path) else True


def is_empty(live: Place) -> bool:
    """Has nobody ever opened a book in it?"""
    applied = ["unknown"]
    with database.looking_at(live), suppress(DatabaseError):
        applied = schema.applied()
    return not applied


def put_key_back(key: Path) -> Iterator[str]:
    """The secret key of then, where it was taken along; else why not. Nothing hangs on it."""
    try:
        if key.exists():
            with in_words("The secret key is the one that was here, for its own cannot be written"):
                write_at_once(settings.DATA / "secret_key", key.read_bytes())
    except Refused as problem:
        yield str(problem)


def remove_unknown_photos(live: Place) -> Iterator[str]:
    """Photos of rows that are in the copy that was kept, and no longer here; else why not."""
    try:
        with in_words("Photos that are not of this book stay"), database.looking_at(live):
            known = {str(id) for id in Photo.objects.values_list("id", flat=True)}
            for photo in checks.photos_here().values():
                if photo.parent.name not in known:
                    shutil.rmtree(photo.parent, ignore_errors=True)
    except Refused as problem:
        yield str(problem)
