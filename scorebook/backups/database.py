"""Where a database lies, how one is looked at beside the site's own; and what is done to one that
is a file: copied while others write, made whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connection, connections

PATIENCE = 10  # seconds
BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class OnServer:
    """One of the databases on the PostgreSQL server that the site's own is on."""

    name: str

    def __str__(self) -> str:
        return self.name


Place = Path | OnServer


def live() -> Place:
    """The site's own."""
    name = connection.settings_dict["NAME"]
    return OnServer(name) if connection.vendor == "postgresql" else Path(name)


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
def looking_at(place: Place) -> Iterator[None]:
    """Until the end, this thread's database is the one at `place`; others keep theirs."""
    usual = connections[DEFAULT_DB_ALIAS]
    own = type(usual)({**usual.settings_dict, "NAME": str(place)}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = own
    try:
        yield
    finally:
        own.close()
        connections[DEFAULT_DB_ALIAS] = usual
