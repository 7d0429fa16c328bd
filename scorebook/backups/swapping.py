"""Putting one database in the place of another, so that a process killed at any moment leaves
either the old one or the new one, whole.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from scorebook.backups import Refused, database, postgresql
from scorebook.backups.database import OnServer, Place
from scorebook.backups.files import sync_folder


@contextmanager
def room(place: Path, of: str) -> Iterator[Path]:
    """A folder to work in on the same disk; gone at the end, and when killed, the next time."""
    prefix = f".unfinished-{of}-"
    for left in place.glob(f"{prefix}*"):
        shutil.rmtree(left)
    with tempfile.TemporaryDirectory(
        prefix=prefix, dir=place, ignore_cleanup_errors=True
    ) as folder:
        yield Path(folder)


def near(live: Place) -> Path:
    """A folder on the disk that a new database comes to, or is packed on for its server."""
    return live.parent if isinstance(live, Path) else settings.DATA


def swap(new: Place, live: Place, photos: Path | None = None) -> None:
    """The old database is made whole first, so that nothing beside it counts any more. Then the
    photos: a file that no row knows harms nobody, and a photo never changes. Then the new
    database takes the old one's name, in one step.
    """
    if isinstance(live, Path):
        close(live)
    if photos:
        add_photos(photos)
    if isinstance(live, Path) and isinstance(new, Path):
        take_over(new, live)
    elif isinstance(live, OnServer) and isinstance(new, OnServer):
        postgresql.take_over(new, live)


def take_over(new: Path, live: Path) -> None:
    for left in database.beside(live):
        left.unlink()
    os.replace(new, live)
    sync_folder(live.parent)


def close(live: Path) -> None:
    """Raises Refused where somebody has it open. A damaged one stays as it is."""
    if not live.exists():
        return
    try:
        database.make_whole(live)
    except sqlite3.OperationalError as problem:
        raise Refused(f"The database {live} is in use: {problem}. Close what uses it.") from problem
    except sqlite3.DatabaseError:
        return


def add_photos(unpacked: Path) -> None:
    settings.PHOTOS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    for folder in sorted(unpacked.iterdir()):
        target = settings.PHOTOS_DIR / folder.name
        target.mkdir(mode=0o700, exist_ok=True)
        for path in folder.iterdir():
            os.replace(path, target / path.name)
        sync_folder(target)
    sync_folder(settings.PHOTOS_DIR)
