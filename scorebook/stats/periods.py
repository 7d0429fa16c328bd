"""Stretches of days to choose from: years, seasons of the family, and since last Christmas."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorebook.models import Season

CHRISTMAS = "christmas"


@dataclass(frozen=True, slots=True)
class Period:
    """From one day to another, both within it; without an end, until today. `value` stands in
    addresses.
    """

    value: str
    label: str
    begins_on: date
    ends_on: date | None = None

    @property
    def year(self) -> int | None:
        """The whole calendar year that this is, if it is one."""
        return int(self.value) if self.value.isdigit() else None


def last_christmas(today: date) -> date:
    """The newest 25 December before today: on Christmas itself, that of the year before."""
    this_year = today.replace(month=12, day=25)
    return this_year if today > this_year else this_year.replace(year=today.year - 1)


def periods(today: date, years: Iterable[int], seasons: Iterable[Season]) -> list[Period]:
    """Since Christmas, then the seasons, then the years, each in the order given."""
    return [
        Period(CHRISTMAS, "Since last Christmas", last_christmas(today)),
        *(Period(f"season-{s.id}", s.name, s.begins_on, s.ends_on) for s in seasons),
        *(Period(str(year), str(year), date(year, 1, 1), date(year, 12, 31)) for year in years),
    ]
