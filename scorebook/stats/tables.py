"""The boards as tables whose columns sort."""

from __future__ import annotations

from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage
from django_tables2.paginators import LazyPaginator
from django_tables2.utils import OrderByTuple

from scorebook.rules.scoring import figure
from scorebook.stats.measures import By, percent, places, reach
from scorebook.stats.ranking import Ranking

ROWS_ON_A_PAGE = 25
BEST_FIRST = "place"


class FigureColumn(tables.Column):
    def render(self, value: int) -> str:
        return figure(value)


class BoardTable(tables.Table):
    """Rows are those of a Ranking, and those on the page have their place and, where winners and
    losers are ranked, a portrait (queries.Portrait), for those are boards with `faces`.
    """

    place = tables.Column("Place")
    name = tables.TemplateColumn(template_name="stats/_player.html", verbose_name="Player")
    count = FigureColumn(initial_sort_descending=True)
    rate = tables.TemplateColumn(template_name="stats/_rate.html", initial_sort_descending=True)
    played = tables.Column("Games", initial_sort_descending=True)

    class Meta:
        template_name = "stats/_table.html"

    def __init__(self, ranking: Ranking, *, sort: str = "", page: int = 1, faces: bool) -> None:
        self.ranking, self.measure = ranking, ranking.measure
        self.faces = faces
        rows = ranking.rows if sort in ("", BEST_FIRST) else ranking.with_places
        super().__init__(rows, exclude=[by.value for by in By if by not in self.measure.ranks])
        self.columns["place"].column.order_by = OrderByTuple(ranking.order)
        for by in self.measure.ranks:
            self.columns[by.value].column.verbose_name = self.measure.heading(by)
        self.order_by = sort or BEST_FIRST
        self._turn_to(max(page, 1))
        self._find_places()
        if By.RATE in self.measure.ranks:
            for row in self.shown:
                row["said"] = self.measure.rate_in_words(row)
                row["percent"] = percent(row) if self.measure.share else None

    def _turn_to(self, page: int) -> None:
        """A page that is not there is the first one."""
        try:
            self.paginate(LazyPaginator, ROWS_ON_A_PAGE, page)
        except EmptyPage:
            self.paginate(LazyPaginator, ROWS_ON_A_PAGE, 1)

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The rows on this page."""
        return [row.record for row in self.page.object_list]

    def _find_places(self) -> None:
        """Where the best stand first, from how many are better than the first one here."""
        rows = self.shown
        if not rows or "place" in rows[0]:
            return
        begins = self.page.number == 1
        first = 1 if begins else 1 + self.ranking.better_than(rows[0]["value"])
        for row, place in zip(rows, places([row["value"] for row in rows], first), strict=True):
            row["place"] = place


class RatingTable(BoardTable):
    """Rows have `mu`, `sigma` and `unsure` too."""

    class Meta(BoardTable.Meta):
        pass

    count = tables.TemplateColumn(template_name="stats/_rating.html", initial_sort_descending=True)

    def __init__(self, ranking: Ranking, *, sort: str = "", page: int = 1, faces: bool) -> None:
        super().__init__(ranking, sort=sort, page=page, faces=faces)
        for row in self.shown:
            row["reach"] = reach(row["mu"], row["sigma"])
