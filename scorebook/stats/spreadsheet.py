"""Tables for spreadsheets: CSV in UTF-8 with a mark that says so, numbers as numbers."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date

from django.http import StreamingHttpResponse
from django.utils.formats import date_format

from scorebook.rules.scoring import figure
from scorebook.stats.rounding import rounded

Cell = str | int | float | date | None
MARK = "\ufeff"
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class _Line:
    """What csv writes to: it hands each line back."""

    def write(self, line: str) -> str:
        return line


def spreadsheet(
    name: str, head: Iterable[str], rows: Iterable[Iterable[Cell]]
) -> StreamingHttpResponse:
    """A download of this name, sent as it is made."""

    def lines() -> Iterator[str]:
        writer = csv.writer(_Line())
        yield MARK + writer.writerow(head)
        for row in rows:
            yield writer.writerow([harmless(cell) for cell in row])

    return StreamingHttpResponse(
        lines(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )


def in_words(cell: Cell) -> str:
    """As a page has it: a day as "4 Jun 2026", what there is not as "–"."""
    if cell is None:
        return "–"
    if isinstance(cell, date):
        return date_format(cell, "j M Y")
    return rounded(cell, 1) if isinstance(cell, float) else figure(cell)


def harmless(cell: Cell) -> Cell:
    """Text that a spreadsheet would take for a formula gets an apostrophe before it, which says
    that it is text.
    """
    formula = isinstance(cell, str) and cell.lstrip(" ").startswith(BEGINS_A_FORMULA)
    return f"'{cell}" if formula else cell
