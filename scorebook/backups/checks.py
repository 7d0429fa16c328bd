"""Is everything there, and whole? Each check answers with sentences, or none."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from django.conf import settings

from scorebook.backups import Refused, archive, folder, schema
from scorebook.backups.database import Place
from scorebook.backups.files import sha256
from scorebook.ledger import triggers
from scorebook.models import Photo

SHOWN = 3
SIZES = (320, 640, 2560)
BEGINNING, END = b"\xff\xd8", b"\xff\xd9"  # of every JPEG


def database_faults(place: Place) -> list[str]:
    """Of a database that nobody writes in: damaged pages, rows that lead nowhere. A server finds
    those itself, while it loads a copy.
    """
    return _file_faults(place) if isinstance(place, Path) else []


def _file_faults(path: Path) -> list[str]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as reading:
        try:
            told = [row[0] for row in reading.execute("PRAGMA integrity_check")]
            if told != ["ok"]:
                return [f"The database is damaged: {_some(told)}."]
            lost = reading.execute("PRAGMA foreign_key_check").fetchall()
        except sqlite3.DatabaseError as problem:
            return [f"The database is damaged: {problem}."]
    if lost:
        rows = [f"row {row} of {table} leads to no {parent}" for table, row, parent, _ in lost]
        return [f"Rows of the database lead nowhere: {_some(rows)}."]
    return []


def guard_faults() -> list[str]:
    """Of the database at hand: does it refuse to change an entry, and notice what changes? One that
    is not migrated yet guards its entries alone.
    """
    missing = triggers.missing()
    if schema.pending():
        missing = [name for name in missing if name.startswith("entry_")]
    guards = [name for name in missing if "_no_" in name]
    if guards:
        return [f"Entries could be changed, for want of {', '.join(guards)}."]
    return [f"Changes go unnoticed, for want of {', '.join(missing)}."] if missing else []


def photo_faults(there: Iterable[str]) -> list[str]:
    """Photos of the migrated database at hand that lack a file; `there`: paths below the folder."""
    there = set(there)
    ids = Photo.objects.exclude(id__in=Photo.objects.gone()).values_list("id", flat=True)
    wanted = [f"{id}/{size}.jpg" for id in ids for size in SIZES]
    lost = sorted(path for path in wanted if path not in there)
    return [f"Photos are missing: {_some(lost)}."] if lost else []


def photos_here() -> dict[str, Path]:
    """Every file of a photo, by its path below the photos folder."""
    found = {
        f"{path.parent.name}/{path.name}": path
        for path in sorted(settings.PHOTOS_DIR.glob("*/*.jpg"))
    }
    return {name: path for name, path in found.items() if archive.PHOTO.fullmatch(f"photos/{name}")}


def half_photos(here: Mapping[str, Path]) -> list[str]:
    """Files that do not begin and end as a photo does."""
    half = sorted(name for name, path in here.items() if not _is_whole(path))
    return [f"Photos are damaged: {_some(half)}."] if half else []


def changed_photos(hashes: Mapping[str, str]) -> list[str]:
    """A photo never changes, so one that differs from a backup's was changed by the disk. `hashes`:
    SHA-256 by path.
    """
    first: dict[str, tuple[str, str]] = {}
    for backup in reversed(folder.backups()):
        try:
            with archive.opened(backup.path) as found:
                for path, name in found.photos().items():
                    first.setdefault(path, (found.manifest.files[name].sha256, backup.name))
        except Refused:
            continue
    changed = [
        f"{path} is not what it was in {first[path][1]}"
        for path, digest in sorted(hashes.items())
        if path in first and first[path][0] != digest
    ]
    return [f"Photos are damaged: {_some(changed)}."] if changed else []


def hashes_of(here: Mapping[str, Path]) -> dict[str, str]:
    return {name: sha256(path) for name, path in here.items()}


def _is_whole(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            beginning = file.read(len(BEGINNING))
            file.seek(-min(len(END), path.stat().st_size), os.SEEK_END)
            return beginning == BEGINNING and file.read() == END
    except FileNotFoundError:  # deleted just now
        return True


def _some(things: list[str]) -> str:
    more = len(things) - SHOWN
    return "; ".join(things[:SHOWN]) + (f"; and {more} more" if more > 0 else "")
