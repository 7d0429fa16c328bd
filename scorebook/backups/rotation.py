"""Which backups stay: the newest of each of the last days, weeks and months that have one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from datetime import datetime

DAYS, WEEKS, MONTHS = 7, 4, 12
PERIODS: tuple[tuple[Callable[[datetime], Hashable], int], ...] = (
    (lambda at: at.date(), DAYS),
    (lambda at: at.isocalendar()[:2], WEEKS),
    (lambda at: (at.year, at.month), MONTHS),
)


def kept(times: Iterable[datetime]) -> set[datetime]:
    """Those that stay. Days without a backup do not count, so a site that rests loses nothing."""
    newest_first = sorted(times, reverse=True)
    staying: set[datetime] = set()
    for period_of, most in PERIODS:
        newest: dict[Hashable, datetime] = {}
        for at in newest_first:
            newest.setdefault(period_of(at), at)
        staying |= set(list(newest.values())[:most])
    return staying
