"""Clocks for what is compared in turns, and an ear for SQL."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

Ask = Callable[[], None]


def cpu(ask: Ask) -> float:
    """Milliseconds of this process."""
    before = time.process_time()
    ask()
    return (time.process_time() - before) * 1000


def spent(ask: Ask) -> float:
    """Milliseconds with the database's: SQLite works in this process, and of PostgreSQL the process
    that answers us is asked how long it had a processor. What others do beside it does not count.
    """
    before = _of_the_server()
    own = cpu(ask)
    return own + _of_the_server() - before


def _of_the_server() -> float:
    if connection.vendor == "sqlite":
        return 0
    connection.ensure_connection()
    process = Path("/proc", str(connection.connection.info.backend_pid))
    return int((process / "schedstat").read_text().split()[0]) / 1_000_000


def in_turns(
    asks: Mapping[str, Ask], turns: int, clock: Callable[[Ask], float] = cpu
) -> dict[str, float]:
    """The median of each, asked in turns."""
    told: dict[str, list[float]] = {name: [] for name in asks}
    for _ in range(turns):
        for name, ask in asks.items():
            told[name].append(clock(ask))
    return {name: statistics.median(times) for name, times in told.items()}


@contextmanager
def statements() -> Iterator[list[tuple[str, Any, bool, float]]]:
    """All SQL that is run: text, values, whether for many rows, and its milliseconds."""
    seen: list[tuple[str, Any, bool, float]] = []

    def note(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        answers: list[Any] = []
        ms = spent(lambda: answers.append(execute(sql, params, many, context)))
        seen.append((sql, params, many, ms))
        return answers[0]

    with connection.execute_wrapper(note):
        yield seen
