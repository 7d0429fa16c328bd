"""One at a time: a lock that the system lets go of when its process ends, however it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scorebook.backups import Refused

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
    somebody holds it. The file stays: what counts is the lock on it.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _take(file)
        except OSError as problem:
            raise Refused(otherwise) from problem
        yield
    finally:
        os.close(file)
