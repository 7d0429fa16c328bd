"""Which games a page in points is about: those that the address chooses, of one rule family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from scorebook.models import Game, Seat, Tally
from scorebook.models.games import GameQuerySet
from scorebook.models.tallies import TallyQuerySet
from scorebook.stats import queries
from scorebook.stats.filters import GamesFilter
from scorebook.stats.queries import newest_rules


@dataclass(frozen=True, slots=True)
class Scope:
    """What is chosen among what there is; points by different rules never stand side by side.

    `family` is the most played one unless the address names another, "" where nobody has played.
    `sign` is of the newest rules of the family: 1 where low points are good, else −1.
    """

    filters: GamesFilter
    family: str
    sign: int = 1

    @classmethod
    def read(cls, asked: Mapping[str, Any]) -> Scope:
        """An address that asks for what does not exist asks for nothing."""
        filters = queries.games_filter(asked, default_family=queries.most_played())
        return cls(filters, filters.rule_family, queries.sign_of(filters.rule_family))

    @classmethod
    def of(cls, filters: GamesFilter) -> Scope:
        """The games that a page about all rules chooses, by one of them."""
        family = filters.rule_family or queries.most_played()
        return cls(filters, family, queries.sign_of(family))

    @property
    def name(self) -> str:
        """Of the rule family."""
        return self.filters.families.get(self.family, "")

    @property
    def year(self) -> int | None:
        """None: not one whole year."""
        return self.filters.year

    @property
    def is_tallied(self) -> bool:
        """Is all that is chosen a rule family and a year, of which there are tallies?"""
        return not self.filters.beyond_tallies

    @property
    def tallies(self) -> TallyQuerySet:
        return Tally.objects.over(self.family, self.year)

    @property
    def games(self) -> GameQuerySet:
        """The finished ones."""
        games = Game.objects.finished().filter(rule_set__family=self.family)
        return games if not self.filters.chosen else games.filter(id__in=self.filters.qs)

    @property
    def seats(self) -> QuerySet[Seat]:
        """Those of finished games."""
        # Not `counts=True`: a database would then walk the index of totals instead of somebody's
        # own games.
        found = Seat.objects.exclude(counts=False).filter(family=self.family)
        if not self.is_tallied:
            return found.filter(game__in=self.games.values("id"))
        return found.filter(played_on__range=whole(self.year)) if self.year else found

    @property
    def key(self) -> str:
        """Another one for other games."""
        return f"{self.family} {self.filters.address_with({})}"


def whole(year: int) -> tuple[date, date]:
    """Its first day and its last."""
    return date(year, 1, 1), date(year, 12, 31)


def signs(families: Iterable[str]) -> dict[str, int]:
    """By rule family the sign of its newest rules."""
    return {family: rules.sign for family, rules in newest_rules(families).items()}
