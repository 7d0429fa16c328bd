"""Is the site whole, or a backup? Nothing is changed by looking."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from scorebook.backups import archive, checks, contents, copies, database, forward
from scorebook.backups.manifest import Manifest
from scorebook.backups.restoring import prepared, refuse_another_kind


def look_at_site() -> tuple[contents.Contents, list[str]]:
    """What the site holds, and what is wrong with it. Raises Refused where it cannot be read."""
    with TemporaryDirectory() as room, copies.copy_of(database.live(), Path(room)) as copied:
        with database.looking_at(copied):
            forward.refuse_newer()
            faults, within = checks.guard_faults(), contents.read()
        faults += map(str, forward.bring_forward(copied, within))
        photos = checks.photos_here()
        with database.looking_at(copied):
            faults += checks.photo_faults(photos)
    faults += checks.half_photos(photos) + checks.changed_photos(checks.hashes_of(photos))
    return within, faults


def look_at_backup(path: Path) -> tuple[Manifest, list[str]]:
    """Unpacked, migrated and checked as for a restore, in a folder that goes away. Raises
    Refused."""
    with archive.opened(path) as found, TemporaryDirectory() as room:
        refuse_another_kind(found, database.live())
        with prepared(found, Path(room)) as (new, differences), database.looking_at(new):
            faults = [*map(str, differences), *checks.photo_faults(found.photos())]
    return found.manifest, faults
