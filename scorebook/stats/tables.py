"""The boards as tables whose columns sort."""

from __future__ import annotations

import django_tables2 as tables

from scorebook.models.photos import Side


class BoardTable(tables.Table):
    """Rows are dicts: place, player (an id), name, portrait (queries.Portrait), count, games, rate,
    percent.
    """

    place = tables.Column("Place")
    name = tables.TemplateColumn(template_name="stats/_player.html", verbose_name="Player")
    count = tables.Column(initial_sort_descending=True)
    rate = tables.TemplateColumn(template_name="stats/_rate.html", initial_sort_descending=True)
    games = tables.Column("Games", initial_sort_descending=True)

    class Meta:
        template_name = "stats/_table.html"
        order_by = "place"

    def __init__(self, data: list[dict[str, object]], *, side: Side) -> None:
        super().__init__(data)
        self.verb = "Won" if side is Side.WINNER else "Lost"
        self.columns["count"].column.verbose_name = self.verb
