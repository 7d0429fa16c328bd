"""What the book of a year says, put together from plain rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from scorebook.models import Tally
from scorebook.models.photos import Side
from scorebook.rules.scoring import figure
from scorebook.stats import book_queries, contracts, family_queries
from scorebook.stats import year as of_year
from scorebook.stats.book_queries import Fallen, Years
from scorebook.stats.contracts import Contract
from scorebook.stats.queries import family_names
from scorebook.stats.records import TITLES, Holder
from scorebook.stats.scope import signs
from scorebook.stats.year import Crown, Evening, Line, Row, Title

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Feat:
    """A record that fell, in words: "Worst game", by which rules, to what, and what it was."""

    title: str
    rules: str
    value: str
    before: str
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """One year. `cruellest` are its cruellest contracts, by the `rules` most played in it."""

    year: int
    games: tuple[Line, ...]
    evenings: tuple[Evening, ...]
    tallies: tuple[Tally, ...]
    feats: tuple[Feat, ...]
    rules: str
    cruellest: tuple[Contract, ...]

    @property
    def best_evenings(self) -> tuple[Evening, ...]:
        return of_year.best_evenings(self.evenings)

    @property
    def people(self) -> int:
        return len(self.tallies)

    @property
    def titles(self) -> tuple[Title, ...]:
        return of_year.titles(self.tallies)

    def crown(self, side: Side) -> Crown | None:
        return of_year.crown(self.tallies, side)

    def board(self, side: Side) -> tuple[Row, ...]:
        return of_year.ranked(self.tallies, side)


def tell(year: int) -> Book:
    """A constant number of queries, whatever was played."""
    games = of_year.lines(book_queries.played(year))
    years = book_queries.bests(year)
    names, sign = family_names(years.now), signs(years.now)
    most_played = next(iter(years.now), "")
    rows = family_queries.contracts(most_played, year)
    return Book(
        year=year,
        games=games,
        evenings=of_year.evenings(games),
        tallies=tuple(book_queries.tallies(year)),
        feats=_feats(year, years, names, sign),
        rules=names.get(most_played, ""),
        cruellest=contracts.cruellest(rows, sign.get(most_played, 1)),
    )


def _feats(
    year: int, years: Years, names: dict[str, str], sign: dict[str, int]
) -> tuple[Feat, ...]:
    """By the most played rules first, and the best game before the worst."""
    families = list(years.now)

    def title(one: Fallen) -> str:
        return one.broken.kind.title(sign[one.family])

    def said(one: Fallen) -> Feat:
        value, before = figure(one.broken.value), figure(one.broken.before)
        return Feat(title(one), names[one.family], value, before, one.holders)

    fallen = book_queries.fallen(year, years)
    fallen.sort(key=lambda one: (families.index(one.family), TITLES.index(title(one))))
    return tuple(map(said, fallen))


def spread(items: Sequence[T], most: int) -> list[T]:
    """At most so many of them, from the first to the last at equal steps.

    Of seven, three are the first, the fourth and the seventh.
    """
    if len(items) <= most:
        return list(items)
    return [items[round(at * (len(items) - 1) / (most - 1))] for at in range(most)]
