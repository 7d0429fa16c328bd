"""One line for all who write to the one file.

SQLite lets a connection that waits look again every tenth of a second. When eight phones save at
once, the unlucky one may find another before it each time, until it gives up. So the threads of the
site wait for one another here, and SQLite's own waiting is for other programs.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import OperationalError, connection

LINE = threading.Lock()


@contextmanager
def turn() -> Iterator[None]:
    """Hold the line for one transaction. Raises OperationalError where it does not move.

    Whoever is in a transaction already has the file, and must not wait for those who wait for it.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    if not LINE.acquire(timeout=connection.settings_dict["OPTIONS"]["timeout"]):
        raise OperationalError("The line of writers does not move.")
    try:
        yield
    finally:
        LINE.release()
