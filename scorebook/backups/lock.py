"""One at a time: a lock that the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from django.conf import settings

from scorebook.backups import Refused

TAKEN = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _take(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def held(path: Path, otherwise: str) -> Iterator[None]:
    """Hold the lock at this path until the end. Raises Refused with the words `otherwise` where
    somebody holds it, and OSError where the disk knows no locks. The file stays: what counts is the
    lock on it.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _take(file)
        except OSError as problem:
            if problem.errno not in TAKEN:
                raise
            raise Refused(otherwise) from problem
        yield
    finally:
        os.close(file)


def book(otherwise: str) -> AbstractContextManager[None]:
    """The lock of the data folder: the server holds it, and whoever puts another database there."""
    return held(settings.DATA / "lock", otherwise)
