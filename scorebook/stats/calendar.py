"""The days on which the family played: pure functions over plain rows.

An evening is a day with at least one finished game, whatever the hour.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from scorebook.stats.charts import Spark, sparkline


@dataclass(frozen=True, slots=True)
class Day:
    """One day and how many games ended up in the book under it."""

    on: date
    games: int


@dataclass(frozen=True, slots=True)
class Year:
    """`months`: how many games there were in each, from January."""

    year: int
    games: int
    evenings: int
    months: tuple[int, ...] = (0,) * 12

    @property
    def line(self) -> Spark:
        told = ", ".join(str(games) for games in self.months)
        return sparkline(self.months, f"Games a month, from January: {told}")


@dataclass(frozen=True, slots=True)
class Month:
    """`begins` is the column of its first day, Monday 1 to Sunday 7; `days` are all of its days,
    with the number of games of each.
    """

    first: date
    begins: int
    days: tuple[Day, ...]

    @property
    def evenings(self) -> int:
        return sum(day.games > 0 for day in self.days)


def years(days: Iterable[Day]) -> tuple[Year, ...]:
    """From the first year with games to the last, with those between in which nobody played.

    Two games on one day of 2023 and one on a day of 2025 are 2 games on 1 evening, nothing in 2024,
    and 1 game on 1 evening.
    """
    by_year: dict[int, list[Day]] = {}
    for day in days:
        by_year.setdefault(day.on.year, []).append(day)
    if not by_year:
        return ()
    return tuple(
        Year(year, sum(day.games for day in found), len(found), _by_month(found))
        for year in range(min(by_year), max(by_year) + 1)
        for found in [by_year.get(year, [])]
    )


def _by_month(days: Iterable[Day]) -> tuple[int, ...]:
    games = [0] * 12
    for day in days:
        games[day.on.month - 1] += day.games
    return tuple(games)


def months(year: int, games: Mapping[date, int]) -> tuple[Month, ...]:
    """The twelve months of a year. `games`: how many there were on a day, where there were any."""
    return tuple(_month(date(year, number, 1), games) for number in range(1, 13))


def _month(first: date, games: Mapping[date, int]) -> Month:
    weekday, length = calendar.monthrange(first.year, first.month)
    days = (first.replace(day=number) for number in range(1, length + 1))
    return Month(first, weekday + 1, tuple(Day(day, games.get(day, 0)) for day in days))


def busiest(days: Iterable[Day]) -> tuple[Day, ...]:
    """The days with the most games, oldest first; none where no day has more than one."""
    found = sorted(days, key=lambda day: day.on)
    most = max((day.games for day in found), default=0)
    return tuple(day for day in found if day.games == most > 1)


def same_day(day: date, since: int) -> tuple[date, ...]:
    """This day in the years from `since` until the year before, newest first; 29 February is only
    in some.
    """
    return tuple(
        date(year, day.month, day.day)
        for year in range(day.year - 1, since - 1, -1)
        if day.day <= calendar.monthrange(year, day.month)[1]
    )
