"""Which games a page in points is about: one rule family, in one year or ever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, Sum

from scorebook.models import Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS, TallyQuerySet
from scorebook.stats.queries import family_names, newest_rules
from scorebook.stats.versioned import kept


@dataclass(frozen=True, slots=True)
class Scope:
    """What is chosen among what there is; points by different rules never stand side by side.

    `family` is the most played one unless the address names another, "" where nobody has played;
    `year` None: all. `families` maps slugs to names, the most played first. `sign` is of the
    newest rules of the family: 1 where low points are good, −1 where high ones are.
    """

    family: str
    year: int | None
    families: Mapping[str, str]
    years: tuple[int, ...]
    sign: int = 1

    @classmethod
    def read(cls, asked: Mapping[str, str]) -> Scope:
        """An address that asks for what does not exist asks for nothing."""
        families, years, sign = kept("families and years", _played)
        family = asked.get("family", "")
        family = family if family in families else next(iter(families), "")
        year = next((year for year in years if str(year) == asked.get("year")), None)
        return cls(family, year, families, years, sign.get(family, 1))

    @property
    def name(self) -> str:
        """Of the rule family."""
        return self.families.get(self.family, "")

    @property
    def tallies(self) -> TallyQuerySet:
        return Tally.objects.over(self.family, self.year)

    @property
    def seats(self) -> QuerySet[Seat]:
        """Those of finished games."""
        # Not `counts=True`: a database would then walk the index of totals instead of somebody's
        # own games.
        found = Seat.objects.exclude(counts=False).filter(family=self.family)
        return found.filter(played_on__range=whole(self.year)) if self.year else found

    @property
    def address(self) -> dict[str, str]:
        return {"family": self.family} | ({"year": str(self.year)} if self.year else {})


def _played() -> tuple[dict[str, str], tuple[int, ...], dict[str, int]]:
    """The families by name, the most played first; the years, the newest first; the signs."""
    tallies = Tally.objects.exclude(family=ALL_FAMILIES).order_by()
    rows = list(tallies.values_list("family", "year").annotate(Sum("games")))
    played = {family: games for family, year, games in rows if year == ALL_YEARS}
    names = family_names(played)
    most_first = sorted(names, key=lambda one: (-played[one], one))
    years = sorted({year for _, year, _ in rows if year != ALL_YEARS}, reverse=True)
    return {family: names[family] for family in most_first}, tuple(years), signs(played)


def whole(year: int) -> tuple[date, date]:
    """Its first day and its last."""
    return date(year, 1, 1), date(year, 12, 31)


def signs(families: Iterable[str]) -> dict[str, int]:
    """By rule family the sign of its newest rules."""
    return {family: rules.sign for family, rules in newest_rules(families).items()}
