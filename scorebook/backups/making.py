"""Making a backup: copied, packed, opened again and verified, and only then given its name."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scorebook.backups import (
    Damaged,
    archive,
    checks,
    contents,
    copies,
    database,
    folder,
    lock,
    schema,
)
from scorebook.backups.archive import SECRET_KEY
from scorebook.backups.database import Place
from scorebook.backups.files import in_words, sync_folder
from scorebook.backups.folder import Backup, Why
from scorebook.backups.manifest import Manifest
from scorebook.ledger.recompute import Difference, recompute

UNFINISHED = ".new-"
IN_USE = "A backup is being made just now. Wait until it is there."


@dataclass(frozen=True, slots=True)
class Made:
    """A verified backup. What is wrong with the site that it was made of, and was before:
    `remarks` in sentences, `differences` of projections from the entries.
    """

    backup: Backup
    contents: contents.Contents
    remarks: list[str] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def back_up(*, why: Why = Why.ROUTINE, to: Path | None = None, with_secrets: bool = False) -> Made:
    """Make a backup while the site runs, and let go of those that nobody needs any more.

    `to`: another folder. Raises Refused; then the backups that there were are all there still.
    """
    place = to or settings.BACKUPS_DIR
    with in_words("The backup cannot be made"), workshop(place) as (room, new):
        with copies.copy_of(database.live(), room) as copied:
            copies.end_sessions(copied)
            facts = write(new, copied, room, with_secrets=with_secrets)
        made = verify(new, facts, room)
        backup = folder.unused(place, why)
        os.rename(new, backup.path)
        sync_folder(place)
        folder.sweep(place)
    return Made(backup, facts.contents, *made)


@contextmanager
def workshop(place: Path) -> Iterator[tuple[Path, Path]]:
    """Room to work in beside the backups, and the unfinished file there; gone at the end."""
    folder.ready(place)
    with lock.held(place / ".lock", IN_USE):
        for left in place.glob(f"{UNFINISHED}*"):
            shutil.rmtree(left)
        with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=place) as room:
            yield Path(room), Path(room) / "new.zip"


def write(path: Path, copied: Place, room: Path, *, with_secrets: bool) -> Manifest:
    """The archive of this copy of the database, and of the photos there are. The database was
    first: a photo is stored before its row is, so no row is without its photo.
    """
    with database.looking_at(copied):
        migrations, within = schema.applied(), contents.read()
    packed = copies.packed(copied, room)
    files = [(packed.name, packed)]
    files += [(f"photos/{name}", photo) for name, photo in checks.photos_here().items()]
    if with_secrets:
        files.append((SECRET_KEY, settings.DATA / "secret_key"))
    with archive.written(path) as zip:
        told = Manifest(
            made_at=timezone.now(),
            version=settings.VERSION,
            migrations=migrations,
            contents=within,
            files=archive.add(zip, files),
        )
        zip.writestr(archive.MANIFEST, told.to_json())
    return told


def verify(path: Path, facts: Manifest, room: Path) -> tuple[list[str], list[Difference]]:
    """Open it again and hold it against what went in. Raises Damaged; returns what is wrong with
    the site itself.
    """
    with archive.opened(path) as found:
        for name in found.manifest.files:
            archive.unpack(found, name, room / name if name == found.database else None)
        photos = {path: found.manifest.files[name].sha256 for path, name in found.photos().items()}
    with copies.as_database(room / found.database) as there, database.looking_at(there):
        faults = checks.database_faults(there) + checks.guard_faults()
        if different := facts.contents.difference(contents.read()):
            faults.append(f"In the backup {different}.")
        if faults:
            raise Damaged(" ".join(faults))
        if schema.pending():
            return [], []
        remarks = checks.photo_faults(photos) + checks.half_photos(checks.photos_here())
        return remarks + checks.changed_photos(photos), recompute(check=True)
