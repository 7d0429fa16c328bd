"""The database as a file: copied while others write, looked at beside the live one, made whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections

from scorebook.backups import Refused

PATIENCE = 10  # seconds
BESIDE = ("-wal", "-shm", "-journal")
OTHER_KIND = (
    "The database is no SQLite file, and these commands are for one. PostgreSQL brings its own: "
    "pg_dump -Fc for a backup, pg_restore to get it back; copy the photos folder with it."
)


def live() -> Path:
    """Where the site's database lies. Raises Refused where it is no file."""
    if connection.vendor != "sqlite":
        raise Refused(OTHER_KIND)
    return Path(connection.settings_dict["NAME"])


def copy(source: Path, target: Path) -> None:
    """A copy as of one moment, entries in the -wal with it, while others go on writing.

    The source is opened for reading alone: such a connection never moves the -wal into the file,
    which a second process that is killed must not be in the middle of. Raises sqlite3.Error.
    """
    reading = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", PATIENCE, uri=True)
    target.touch(mode=0o600)
    with closing(reading), closing(sqlite3.connect(target)) as writing:
        reading.backup(writing)
        writing.execute("PRAGMA journal_mode = DELETE")


def end_sessions(path: Path) -> None:
    """Forget who is signed in, and by which key, down to the bytes: a backup is no way in."""
    with closing(sqlite3.connect(path, isolation_level=None)) as writing:
        writing.execute("DELETE FROM django_session")
        if writing.execute(
            "SELECT 1 FROM sqlite_master WHERE name = 'scorebook_device'"
        ).fetchone():  # not before the fourth migration
            writing.execute("DELETE FROM scorebook_device")
            writing.execute("DELETE FROM scorebook_pairingcode")
        writing.execute("VACUUM")


def make_whole(path: Path) -> None:
    """One file with everything in it: no -wal is left that could be taken for another file's.

    Raises sqlite3.Error where the file is damaged, or somebody has it open.
    """
    with closing(sqlite3.connect(path, PATIENCE, isolation_level=None)) as writing:
        writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (mode,) = writing.execute("PRAGMA journal_mode = DELETE").fetchone()
    if mode != "delete":
        raise sqlite3.OperationalError("database is locked")


def beside(path: Path) -> list[Path]:
    """What SQLite keeps beside a database, as far as it is there."""
    return [found for end in BESIDE if (found := path.with_name(path.name + end)).exists()]


@contextmanager
def looking_at(path: Path) -> Iterator[None]:
    """Until the end, this thread's database is the file at `path`; others keep theirs."""
    usual = connections[DEFAULT_DB_ALIAS]
    own = type(usual)({**usual.settings_dict, "NAME": str(path)}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = own
    try:
        yield
    finally:
        own.close()
        connections[DEFAULT_DB_ALIAS] = usual
