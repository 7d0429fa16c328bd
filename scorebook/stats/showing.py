"""Charts on pages: an address that has the digest of what it shows, and the answer to it.

A page shows a `Picture` with `stats/_chart.html`. The address belongs to a view that makes the same
chart again and hands that to `answer`, behind the same door as the page.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response

from scorebook.stats.charts import WIDTH, Bar, BarChart, Chart, digest
from scorebook.stats.spreadsheet import Cell, in_words

YEAR = 365 * 24 * 60 * 60
HEADERS = {
    # What matplotlib draws has style elements in it; as an <img> it can do nothing anyway.
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "Vary": "Accept-Encoding",
}

_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart at `address`, which may have a query, with the table of its numbers beside it.

    `told` says in a sentence what there is to see.
    """

    chart: Chart
    address: str
    told: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    width = WIDTH

    @property
    def said(self) -> list[list[str]]:
        """The rows as the page has them; in a spreadsheet they are as they are."""
        return [[in_words(cell) for cell in row] for row in self.rows]

    @property
    def sheet(self) -> str:
        """Where they are one."""
        return self.address.replace(".svg", ".csv", 1)

    @property
    def light(self) -> str:
        joint = "&" if "?" in self.address else "?"
        return f"{self.address}{joint}{urlencode({'v': digest(self.chart)})}"

    @property
    def dark(self) -> str:
        return f"{self.light}&theme=dark"


def answer(request: HttpRequest, make: Callable[[], Chart]) -> HttpResponse:
    """The chart that is asked for by its digest, without making it where it was drawn before; for
    any other digest the chart as it is now, which nobody should keep.
    """
    asked, dark = request.GET.get("v", ""), request.GET.get("theme") == "dark"
    key = f"chart:{request.path}:{asked}:{dark}"
    drawn = caches["statistics"].get(key) if asked.isalnum() else None
    if drawn is None:
        chart = make()
        drawn = gzip.compress(svg(chart, dark=dark), mtime=0)
        if asked != digest(chart):
            return _sent(request, drawn, HEADERS | {"Cache-Control": "private, no-cache"})
        caches["statistics"].set(key, drawn, None)
    kept = {"Cache-Control": f"private, max-age={YEAR}, immutable", "ETag": f'"{asked}-{dark:d}"'}
    if get_conditional_response(request, etag=kept["ETag"]):
        return HttpResponseNotModified(headers=HEADERS | kept)
    return _sent(request, drawn, HEADERS | kept)


def svg(chart: Chart, *, dark: bool) -> bytes:
    """As wide as WIDTH, as high as its `height`. One at a time: matplotlib, which is imported here
    for the first, is not made for several threads.
    """
    with _one_at_a_time:
        from scorebook.stats import drawing

        return drawing.svg(chart, dark=dark)


def make_ready() -> None:
    """Import what draws and draw once, so that nobody waits for that; a matter of seconds."""
    svg(BarChart("", (Bar("", 1, ""),), ""), dark=False)


def _sent(request: HttpRequest, drawn: bytes, headers: dict[str, str]) -> HttpResponse:
    """Packed, as it is kept; unpacked for whoever does not say that they can unpack it."""
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(drawn), content_type="image/svg+xml", headers=headers)
    packed = headers | {"Content-Encoding": "gzip"}
    return HttpResponse(drawn, content_type="image/svg+xml", headers=packed)
