"""Copies of a database, beside the one that counts: made, packed as one file, and loaded again.
One that is a file is copied as such; one on a server is dumped, and loaded under another name.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

from scorebook.backups import Damaged, Refused, checks, database, postgresql
from scorebook.backups.archive import DATABASE, DUMP
from scorebook.backups.database import OnServer, Place, looking_at

WAYS_IN = ("scorebook_pairingcode", "scorebook_device", "django_session")


@contextmanager
def copy_of(source: Place, room: Path) -> Iterator[Place]:
    """A sound copy, until the end. Raises Damaged where it is not sound."""
    if isinstance(source, OnServer):
        postgresql.dump(source, room / "copy.dump")
        with postgresql.loaded(room / "copy.dump") as copied:
            yield copied
    else:
        yield _copied_file(source, room / DATABASE)


def _copied_file(source: Path, target: Path) -> Path:
    try:
        database.copy(source, target)
    except sqlite3.Error as problem:
        raise _uncopied(source, problem) from problem
    if faults := checks.database_faults(target):
        raise Damaged(" ".join(faults))
    return target


def _uncopied(source: Path, problem: sqlite3.Error) -> Refused:
    """SQLite says by the kind of its error whether the file is at fault, or the place."""
    kind = Refused if isinstance(problem, sqlite3.OperationalError) else Damaged
    return kind(f"The database {source} cannot be copied: {problem}.")


def end_sessions(copied: Place) -> None:
    """Forget who is signed in, and by which key, down to the bytes: a backup is no way in."""
    with looking_at(copied), connection.cursor() as cursor:
        there = connection.introspection.table_names(cursor)
        for table in WAYS_IN:
            if table in there:  # two of them not before the fourth migration
                cursor.execute(f"DELETE FROM {table}")
        if isinstance(copied, Path):  # a dump has no freed pages
            cursor.execute("VACUUM")


def packed(copied: Place, room: Path) -> Path:
    """As one file, under the name that it has in a backup."""
    if isinstance(copied, OnServer):
        postgresql.dump(copied, room / DUMP)
        return room / DUMP
    database.make_whole(copied)
    return copied


@contextmanager
def as_database(file: Path) -> Iterator[Place]:
    """What was packed, as a database again, until the end. Raises Refused."""
    if file.name == DUMP:
        with postgresql.loaded(file) as copied:
            yield copied
    else:
        yield file


def save_as_it_is(damaged: Place, folder: Path) -> None:
    """Whatever can be had of one that is not sound, for somebody who knows how to read it."""
    if isinstance(damaged, OnServer):
        postgresql.dump(damaged, folder / DUMP)
        return
    for path in (damaged, *database.beside(damaged)):
        shutil.copy2(path, folder / path.name)
