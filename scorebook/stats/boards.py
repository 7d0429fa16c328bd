"""One board's page: what its address asks for, the table, and what is said around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.http import QueryDict
from django.urls import reverse

from scorebook.models import DataVersion
from scorebook.models.photos import Side
from scorebook.stats import lately, queries
from scorebook.stats.catalogue import LOSERS, MEASURES, RATINGS, WINNERS
from scorebook.stats.filters import GamesFilter
from scorebook.stats.measures import MANY, By, Group, Measure
from scorebook.stats.ranking import Ranking, Source, of_games, of_ratings, of_tallies
from scorebook.stats.spreadsheet import Cell
from scorebook.stats.tables import BoardTable, RatingTable

SIDES = {WINNERS.slug: Side.WINNER, LOSERS.slug: Side.LOSER}
NAMED = 20


@dataclass(frozen=True, slots=True)
class Board:
    """A measure over the games that an address chooses."""

    measure: Measure
    filters: GamesFilter
    ranking: Ranking

    @classmethod
    def read(cls, measure: Measure, asked: QueryDict) -> Board:
        by, retired = measure.by(asked.get("by", "")), asked.get("retired") == "1"
        default = queries.most_played() if measure.points else ""
        keep = _unusual(measure, by=by, retired=retired)
        filters = queries.games_filter(asked, default_family=default, keep=keep)
        sign = _sign(measure, filters)
        source = _source(measure, filters, sign)
        return cls(measure, filters, Ranking(measure, by, source, sign, retired))

    def table(self, asked: QueryDict) -> BoardTable:
        page = asked.get("page", "")
        number = int(page) if page.isdecimal() and len(page) < 9 else 1
        side = SIDES.get(self.measure.slug)
        sort = asked.get("sort", "")
        kind = RatingTable if self.measure is RATINGS else BoardTable
        table = kind(self.ranking, sort=sort, page=number, faces=bool(side))
        if self.measure is RATINGS:
            lines = lately.ratings(self.filters.rule_family, [row["player"] for row in table.shown])
            for row in table.shown:
                row["line"] = lines.get(row["player"])
        if side:
            portraits = queries.portraits(side, [row["player"] for row in table.shown])
            for row in table.shown:
                row["portrait"] = portraits[row["player"]]
        return table

    def sheet(self) -> tuple[list[str], Iterator[list[Cell]]]:
        """The heads and the rows of a spreadsheet, of everybody with a place."""
        measure = self.measure
        told = {"place": "Place", "name": "Player"}
        if measure.per or By.COUNT in measure.ranks:
            told["count"] = measure.heading(By.COUNT)
        if measure.per:
            told["per"] = f"Of {MANY[measure.per]}"
        if By.RATE in measure.ranks:
            told["rate"] = "Average" if not measure.share else "Rate"
        if measure is RATINGS:
            told |= {"count": "Rating less what it gives or takes"}
            told |= {"mu": "Rating", "unsure": "Give or take"}
        told["played"] = "Games"
        rows = self.ranking.with_places.iterator()
        return list(told.values()), ([row[column] for column in told] for row in rows)

    def context(self, asked: QueryDict) -> dict[str, Any]:
        ranking = self.ranking
        return {
            "board": self,
            "measure": self.measure,
            "filters": self.filters,
            "more": reverse("choose_board", args=[self.measure.slug]),
            "csv": reverse("board_sheet", args=[self.measure.slug]),
            "table": self.table(asked),
            "sides": [(MEASURES[slug], self._address(measure=MEASURES[slug])) for slug in SIDES],
            "bys": [(by, self._address(by=by)) for by in self.measure.ranks],
            "with_retired": self._address(retired=not ranking.retired),
            "gone": queries.some_are_gone(),
            "too_few": _some(ranking.too_few) if ranking.by is By.RATE else [],
            "without": _some(ranking.without) if self.measure.share else [],
            **self._basis(),
        }

    def _basis(self) -> dict[str, Any]:
        """How many finished games it rests on, or what is left out, where that is not plain."""
        beyond = self.filters.beyond_tallies
        if self.measure is RATINGS:
            since = DataVersion.objects.values_list("unrated_since", flat=True).first()
            others = [name for name in self.filters.chosen if name != "family"]
            left_out = [self.filters.label(name) for name in others]
            return {"left_out": left_out, "unrated_since": since}
        if self.measure.group is Group.STREAKS:
            return {"left_out": [self.filters.label(name) for name in beyond]}
        return {"rests_on": self.filters.qs.finished().count()} if beyond else {}

    def _address(
        self, measure: Measure | None = None, by: By | None = None, retired: bool | None = None
    ) -> str:
        """Of the same games; what is not told stays as it is."""
        measure = measure or self.measure
        retired = self.ranking.retired if retired is None else retired
        keep = _unusual(measure, by=by or self.ranking.by, retired=retired)
        path = reverse("board", args=[measure.slug])
        query = self.filters.address_with(keep)
        return f"{path}?{query}" if query else path


def _unusual(measure: Measure, *, by: By, retired: bool) -> dict[str, str]:
    """What stands in an address besides the choice of games."""
    told = {"by": by.value} if by is not measure.ranks[0] else {}
    return told | ({"retired": "1"} if retired else {})


def _sign(measure: Measure, filters: GamesFilter) -> int:
    """Of the points that are ranked; many of any other thing are good."""
    if measure is RATINGS:
        return -1
    return queries.sign_of(filters.rule_family) if measure.points else 1


def _source(measure: Measure, filters: GamesFilter, sign: int) -> Source:
    """Streaks are of all games of a rule family and a year, ratings of all games of one: of some
    in between they say nothing.
    """
    if measure is RATINGS:
        return of_ratings(filters.rule_family)
    if filters.beyond_tallies and measure.group is not Group.STREAKS:
        return of_games(filters.qs, sign)
    return of_tallies(filters.rule_family, filters.year, sign)


def _some(people: QuerySet[Any]) -> list[dict[str, Any]]:
    """By name; where there are many, any few of them and one more."""
    # Sorted by the database they would all be looked at for the sake of a few.
    return sorted(people.order_by()[: NAMED + 1], key=lambda row: row["name"])


def groups() -> Iterable[tuple[Group, list[Measure]]]:
    """All boards by what they are about, but for the two on the front page."""
    others = [measure for slug, measure in MEASURES.items() if slug not in SIDES]
    order = list(Group)
    others.sort(key=lambda measure: order.index(measure.group))
    return [(group, list(found)) for group, found in groupby(others, lambda m: m.group)]
