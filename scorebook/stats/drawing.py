"""How charts are drawn. Only `showing.svg` imports this, because it imports matplotlib."""

from __future__ import annotations

import io
import logging
import os
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category, east_asian_width

from django.conf import settings

os.environ.setdefault("MPLCONFIGDIR", str(settings.DATA / "matplotlib"))  # its list of fonts

import matplotlib
from matplotlib.axes import Axes
from matplotlib.axis import Axis as MatplotlibAxis
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import IdentityTransform

from scorebook.stats import charts
from scorebook.stats.bidi import isolated
from scorebook.stats.charts import Axis, BarChart, Chart, Line, LineChart

matplotlib.rcParams.update(
    {
        "svg.fonttype": "none",  # letters stay letters, for the browser's own fonts
        "svg.hashsalt": "scorebook",
        "text.parse_math": False,  # somebody is called $$
        "font.size": 13,
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans"],
        "axes.formatter.useoffset": False,
    }
)
# Letters that its own font lacks are the browser's to find.
warnings.filterwarnings("ignore", message="Glyph .* missing from font")
logging.getLogger("matplotlib").setLevel(logging.ERROR)

FONTS = b"system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
UNDATED = dict.fromkeys(("Date", "Creator", "Format", "Type"))
LETTER = 7.5  # how wide a letter of size 13 is, roughly and rather too much
LINE = 15  # from one label to the next
ROOM = 14 * LETTER
MOST_MARKED = 60
STYLES = ("-", "--", "-.", ":")
MARKERS = "os^DvPX*"


@dataclass(frozen=True, slots=True)
class Ink:
    """The colours of one theme, each readable on its cards as letters too."""

    text: str
    faint: str
    grid: str
    card: str
    lines: tuple[str, ...]


LIGHT = Ink(
    *("#1e1a17", "#5a5148", "#d9cfc0", "#ffffff"),
    lines=("#0b6350", "#c0465e", "#1c62c4", "#7a4a00", "#6b2450", "#1e1a17", "#5a5148", "#8f1d14"),
)
DARK = Ink(
    *("#f3ebdd", "#bdb1a0", "#3a332c", "#221d19"),
    lines=("#5ccba9", "#f2647e", "#4aa8f5", "#f5c95c", "#f0a6cf", "#f3ebdd", "#bdb1a0", "#ffb4a8"),
)


def svg(chart: Chart, *, dark: bool) -> bytes:
    """Not for two threads at once."""
    figure = Figure(figsize=(charts.WIDTH / 72, chart.height / 72), dpi=72)
    FigureCanvasSVG(figure)
    ink = DARK if dark else LIGHT
    if isinstance(chart, LineChart):
        _lines(figure, chart, ink)
    else:
        _bars(figure, chart, ink)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="svg", metadata=UNDATED, transparent=True)
    return drawn.getvalue().replace(b"'DejaVu Sans', sans-serif", FONTS)


def _lines(figure: Figure, chart: LineChart, ink: Ink) -> None:
    named = [_fitting(line.name) for line in chart.lines]
    right = 16 + max((_width(name) for name in named), default=0)
    axes = _axes(figure, chart.height, (38, 46, right, 30), ink)
    for number, line in enumerate(chart.lines):
        x, y = zip(*line.points, strict=True) if line.points else ((), ())
        if line.band:
            lower, upper = zip(*line.band, strict=True)
            axes.fill_between(x, lower, upper, color=ink.grid, linewidth=0)
        axes.plot(x, y, **_look(number, len(line.points), ink))
    points = [point for line in chart.lines for point in (*line.points, *_edges(line))]
    axes.set_xlim(_along(axes.xaxis, chart.x, [x for x, _ in points], 9))
    axes.set_ylim(_along(axes.yaxis, chart.y, [y for _, y in points], chart.height // 45))
    axes.grid(axis="y", color=ink.grid, linewidth=1)
    axes.set_xlabel(chart.x.label, color=ink.faint)
    figure.text(0.01, 1 - 8 / chart.height, chart.y.label, color=ink.faint, va="top")
    _names(figure, axes, chart, named, ink)


def _look(number: int, points: int, ink: Ink) -> dict[str, Any]:
    """How the line of this number is told from the others; many points need no markers."""
    return {
        "color": ink.lines[number % len(ink.lines)],
        "linestyle": STYLES[number % len(STYLES)],
        "marker": MARKERS[number % len(MARKERS)] if points <= MOST_MARKED else "",
        "linewidth": 2,
        "markersize": 5 if points < 20 else 3,
        "clip_on": False,
    }


def _names(figure: Figure, axes: Axes, chart: LineChart, named: Sequence[str], ink: Ink) -> None:
    """Right of the chart, each at the height of its line's end or as near as the others let it,
    with a hair from one to the other.
    """
    ended = [number for number, line in enumerate(chart.lines) if line.points]
    ends = [axes.transData.transform(chart.lines[number].points[-1]) for number in ended]
    box = axes.get_window_extent()
    heights = apart([float(y) for _, y in ends], box.y0, box.y1, LINE)
    for number, (x, y), height in zip(ended, ends, heights, strict=True):
        colour = ink.lines[number % len(ink.lines)]
        hair = Line2D((x + 4, box.x1 + 10), (y, height), color=colour, linewidth=0.75)
        hair.set_transform(IdentityTransform())
        figure.add_artist(hair)
        figure.text(
            *(box.x1 + 12, height, isolated(named[number])),
            transform=IdentityTransform(),
            color=colour,
            va="center_baseline",
        )


def apart(wanted: Sequence[float], lowest: float, highest: float, gap: float) -> list[float]:
    """Heights in the order of `wanted`, none nearer to another than `gap`, each about where it is
    wanted; within the bounds if they have room for all.

    10, 12 and 40 with a gap of 6 become 8, 14 and 40.
    """
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    ups = _spread([wanted[number] for number in order], gap)
    downs = [-one for one in _spread([-wanted[number] for number in reversed(order)], gap)]
    found: list[float] = []
    last = len(order) - 1
    for place, (up, down) in enumerate(zip(ups, reversed(downs), strict=True)):
        in_between = max((up + down) / 2, lowest + place * gap)
        found.append(min(in_between, highest - (last - place) * gap))
    return [found[order.index(number)] for number in range(len(wanted))]


def _spread(rising: Sequence[float], gap: float) -> list[float]:
    """Each pushed up as far as the one below it asks."""
    found: list[float] = []
    for one in rising:
        found.append(max([one, *(below + gap for below in found[-1:])]))
    return found


def _bars(figure: Figure, chart: BarChart, ink: Ink) -> None:
    named = [_fitting(bar.name) for bar in chart.bars]
    left = 12 + max((_width(name) for name in named), default=0)
    right = 12 + max((_width(bar.text) for bar in chart.bars), default=0)
    axes = _axes(figure, chart.height, (left, 6, right, 26), ink)
    rows = range(len(chart.bars))
    axes.barh(rows, [bar.value for bar in chart.bars], height=0.6, color=ink.lines[0])
    for row, bar in enumerate(chart.bars):
        if bar.against is not None:
            marked = axes.vlines(bar.against, row - 0.45, row + 0.45, color=ink.text, linewidth=2.5)
            marked.set_path_effects([withStroke(linewidth=5, foreground=ink.card)])
        ending = max(bar.value, bar.against or 0, 0)
        axes.annotate(
            bar.text,
            (ending, row),
            (6, 0),
            textcoords="offset points",
            color=ink.text,
            va="center_baseline",
        )
    axes.set_ylim(len(chart.bars) - 0.5, -0.5)
    axes.set_yticks(rows, [isolated(name) for name in named], color=ink.text)
    axes.axvline(0, color=ink.faint, linewidth=1)
    axes.xaxis.set_visible(False)
    above = f"{chart.label}  ┃ {chart.against}" if chart.against else chart.label
    figure.text(0.01, 1 - 6 / chart.height, above, color=ink.faint, va="top")


def _axes(figure: Figure, height: int, edges: tuple[float, float, float, float], ink: Ink) -> Axes:
    """The field between the edges: left, bottom, right, top."""
    left, bottom, right, top = edges
    wide, high = charts.WIDTH - left - right, height - bottom - top
    axes = figure.add_axes(
        (left / charts.WIDTH, bottom / height, wide / charts.WIDTH, high / height)
    )
    axes.tick_params(length=0, pad=8, labelcolor=ink.faint)
    for side in axes.spines.values():
        side.set_visible(False)
    return axes


def _along(axis: MatplotlibAxis, told: Axis, values: list[float], most: int) -> tuple[float, float]:
    """Mark what is said along an axis; where it begins and where it ends."""
    if told.ticks:
        where, texts = zip(*told.ticks, strict=True)
        axis.set_ticks(where, texts)
    else:
        axis.set_major_locator(MaxNLocator(most, integer=True, steps=[1, 2, 5, 10], min_n_ticks=1))
    first, last = min(values, default=0), max(values, default=0)
    if last - first < 1:  # so that whole numbers lie on it
        first, last = first - 0.9, last + 0.9
    return (last, first) if told.downwards else (first, last)


def _edges(line: Line) -> list[tuple[float, float]]:
    """The points that the line's band reaches to."""
    pairs = zip(line.points, line.band, strict=True) if line.band else ()
    return [(x, edge) for (x, _), band in pairs for edge in band]


def _width(text: str) -> float:
    """How much room a text needs, whatever font it is shown in."""
    return sum(LETTER * (1.75 if east_asian_width(sign) in "WF" else 1) for sign in text)


def _fitting(name: str) -> str:
    """The name, or as much of it as has room beside a chart, without signs that no SVG may have."""
    name = "".join(sign for sign in name if category(sign) not in ("Cc", "Cs"))
    if _width(name) <= ROOM:
        return name
    kept = next(n for n in range(len(name), 0, -1) if _width(name[:n]) <= ROOM - LETTER)
    return f"{name[:kept]}…"
