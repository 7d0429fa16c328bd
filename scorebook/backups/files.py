"""Files that are on the disk when they are said to be, and there whole or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.db import DatabaseError

from scorebook.backups import Refused

CHUNK = 2**20
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def write_at_once(path: Path, content: bytes) -> None:
    """Put a small file in the place of the one before, whole."""
    beside = path.with_name(f".{path.name}.new")
    with create(beside) as file:
        file.write(content)
    os.replace(beside, path)
    sync_folder(path.parent)


@contextmanager
def create(path: Path) -> Iterator[IO[bytes]]:
    """A file for this account alone, on the disk at the end."""
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Names are on the disk, too, as far as its kind of disk can tell."""
    if os.name == "nt":  # cannot open a folder, and journals names by itself
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as problem:
        if problem.errno != errno.EINVAL:  # so says a folder of another machine
            raise
    finally:
        os.close(opened)


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(CHUNK):
        yield piece


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lacks_room(problem: BaseException) -> bool:
    """Is it the disk that is full, as the system or SQLite says it?"""
    reason = problem.__cause__ or problem
    full = getattr(reason, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    return full or getattr(reason, "errno", None) in NO_ROOM


@contextmanager
def in_words(doing: str) -> Iterator[None]:
    """Turn what the disk or the database refuses into Refused: "It cannot be written: …"."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        if lacks_room(problem):
            reason = "there is no room left on the disk. Make some, then try again"
        file = str(problem.filename or "")
        where = "" if file in doing else f" ({file})"
        raise Refused(f"{doing}: {reason}{where}.") from problem
    except (sqlite3.Error, DatabaseError) as problem:
        raise Refused(f"{doing}: {problem}.") from problem
