"""A measure's board, ranked and cut into pages by the database.

Of one rule family or all, in one year or all, it reads tallies. Any other choice of games is one
query over the seats of those games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import F, FloatField, Q, QuerySet, Window
from django.db.models.functions import Cast, NullIf, Rank

from scorebook.ledger.tallying import OF_SEATS
from scorebook.models import Game, Rating, Seat, Tally
from scorebook.stats.measures import (
    DERIVED,
    MINIMUM,
    By,
    Columns,
    First,
    Measure,
    give_or_take,
    signed,
)


@dataclass(frozen=True, slots=True)
class Source:
    """Rows of people, and how a column of theirs is called in the database."""

    rows: QuerySet[Any]
    column: Columns


def of_tallies(family: str, year: int | None, sign: int) -> Source:
    return Source(Tally.objects.over(family, year).values("player"), _columns(F, sign))


def of_games(games: QuerySet[Game], sign: int) -> Source:
    seats = Seat.objects.filter(counts=True, game__in=games).order_by()
    return Source(seats.values("player"), _columns(OF_SEATS.__getitem__, sign))


def of_ratings(family: str) -> Source:
    """One rating each, of a rule family or of all; the least that it may well be ranks."""
    unsure = give_or_take(F("sigma"))
    rows = Rating.objects.filter(family=family).values("player", "mu", "sigma", unsure=unsure)
    cautious = {"rating": F("mu") - unsure, "games": F("games")}
    return Source(rows, cautious.__getitem__)


def _columns(stored: Columns, sign: int) -> Columns:
    def column(name: str) -> Any:
        return DERIVED[name](column) if name in DERIVED else stored(signed(name, sign))

    return column


@dataclass(frozen=True, slots=True)
class Ranking:
    """A measure by count or by rate, over one source. Rows have player (an id), name, played (how
    many games), count, per, rate, and `value`, which ranks them.
    """

    measure: Measure
    by: By
    source: Source
    sign: int
    retired: bool

    @property
    def order(self) -> tuple[str, ...]:
        """The best place first; within one by name."""
        first = "-value" if self.measure.largest_first(self.sign) else "value"
        return first, "name"

    @property
    def rows(self) -> QuerySet[Any]:
        """Everybody with a place."""
        rows = self._that_count
        if self.by is By.RATE:
            rows = rows.filter(self._enough)
        return rows.annotate(value=F(self.by.value)).order_by(*self.order)

    @property
    def with_places(self) -> QuerySet[Any]:
        """The same with each one's place, which takes longer: everybody is ranked for it."""
        value = F("value").desc() if self.order[0] == "-value" else F("value").asc()
        return self.rows.annotate(place=Window(Rank(), order_by=value))

    def better_than(self, value: Any) -> int:
        """How many have a place before this value's."""
        way = "gt" if self.order[0] == "-value" else "lt"
        return self.rows.order_by().filter(**{f"value__{way}": value}).count()

    @property
    def too_few(self) -> QuerySet[Any]:
        """Who has something to count, but not enough games to say how often."""
        return self._that_count.filter(~self._enough)

    @property
    def without(self) -> QuerySet[Any]:
        """Who has nothing to count, of those who could have: only for a measure with `per`."""
        return self._everybody.filter(count=0, per__gt=0)

    @property
    def _everybody(self) -> QuerySet[Any]:
        rows, column = self.source.rows, self.source.column
        if not self.retired:
            rows = rows.filter(player__retired_on=None, player__in_memory=False)
        told = {"name": F("player__name"), "played": column("games")}
        told |= {"count": column(self.measure.count)}
        if self.measure.per:
            told["per"] = column(self.measure.per)
        if By.RATE in self.measure.ranks:
            told["rate"] = self._rate
        needs = {f"need_{name}": column(name) for name in self.measure.needs}
        return rows.annotate(**told).alias(**needs)

    @property
    def _rate(self) -> Any:
        """Equal quotients are equal as floats too, for both ends of each are whole numbers."""
        column = self.source.column
        top, bottom = self.measure.quotient(lambda name: Cast(column(name), FloatField()))
        return top / NullIf(bottom, 0.0)

    @property
    def _that_count(self) -> QuerySet[Any]:
        if self.measure.first is not First.MOST:
            return self._everybody.filter(count__isnull=False)
        return self._everybody.filter(count__gt=0)

    @property
    def _enough(self) -> Q:
        return Q(**{f"need_{name}__gte": MINIMUM for name in self.measure.needs})
