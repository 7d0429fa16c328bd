"""What the family's pages tell, kept as long as the data are the same: from tallies where those
cover the games that are chosen, else from one query over the games.
"""

from __future__ import annotations

from datetime import date
from functools import partial

from scorebook.stats import chosen_queries, family_queries, record_queries
from scorebook.stats.calendar import Day
from scorebook.stats.contracts import Chair, Contract
from scorebook.stats.family_queries import Remembered
from scorebook.stats.filters import GamesFilter
from scorebook.stats.records import Record, titled
from scorebook.stats.scope import Scope
from scorebook.stats.versioned import kept

REMEMBERED = 20  # games of this day in earlier years


def days_of(filters: GamesFilter) -> list[Day]:
    """The days with finished games among those that are chosen, the oldest first."""
    found = partial(family_queries.days, filters.qs)
    # Kept as plain rows: to unpack as many objects takes three times as long as this.
    days = kept(f"days {filters.rule_family} {filters.address_with({})}", found)
    return [Day(*day) for day in days]


def contracts_of(scope: Scope) -> list[Contract]:
    if scope.is_tallied:
        found = partial(family_queries.contracts, scope.family, scope.year)
    else:
        found = partial(chosen_queries.contracts, scope.games)
    return kept(f"contracts {scope.key}", found)


def chair_of(scope: Scope) -> Chair:
    return kept(f"chair {scope.key}", partial(family_queries.chair, scope))


def records_of(scope: Scope) -> list[tuple[str, Record]]:
    """Each with its title, the best game first."""
    told = record_queries.standing_records if scope.is_tallied else chosen_queries.records
    found = kept(f"records {scope.key}", partial(told, scope))
    return titled(found, scope.sign)


def remembered(today: date) -> list[Remembered]:
    """The games of this day in earlier years, the newest first."""
    found = partial(family_queries.on_this_day, today, REMEMBERED)
    return kept(f"on this day {today}", found)
