"""Charts as SVG files. What is drawn is plain data; the same data gives the same bytes.

A chart is for an <img>, never for inline: an address with its digest may be kept for good. What
its colours say its labels, line styles and markers say as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH = 360  # of every chart, where its letters are 13 high: as wide as a phone's column
DRAWN = 4  # raise it with every change of what the same data looks like


@dataclass(frozen=True, slots=True)
class Line:
    """`points` are (x, y) from left to right; `band`, if any, the (lower, upper) around each."""

    name: str
    points: tuple[tuple[float, float], ...]
    band: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Axis:
    """What runs along one side. `ticks` are (where, what it says); without any, whole numbers are
    chosen. `downwards`: small numbers are on top, as first places are.
    """

    label: str
    ticks: tuple[tuple[float, str], ...] = ()
    downwards: bool = False


@dataclass(frozen=True, slots=True)
class LineChart:
    """Each line is named at its right end."""

    title: str
    lines: tuple[Line, ...]
    x: Axis
    y: Axis

    @property
    def height(self) -> int:
        return max(250, 80 + 17 * len(self.lines))


@dataclass(frozen=True, slots=True)
class Bar:
    """`text` is what stands at its end. `against`, if any, is marked by a stroke across it."""

    name: str
    value: float
    text: str
    against: float | None = None


@dataclass(frozen=True, slots=True)
class BarChart:
    """Bars below one another, the first on top. `label` says what they measure, `against` what the
    strokes are.
    """

    title: str
    bars: tuple[Bar, ...]
    label: str
    against: str = ""

    @property
    def height(self) -> int:
        return 38 + 27 * len(self.bars)


Chart = LineChart | BarChart


def digest(chart: Chart) -> str:
    """Another one for other data, and for another way to draw it."""
    return hashlib.sha256(repr((DRAWN, chart)).encode()).hexdigest()[:20]


SPARK = (100, 24)  # width and height of a sparkline


@dataclass(frozen=True, slots=True)
class Spark:
    """A line as small as a word: its points, and in words what they tell."""

    points: str
    told: str


def sparkline(values: Sequence[float], told: str, *, downwards: bool = False) -> Spark:
    return Spark(spark(values, downwards=downwards), told)


def spark(values: Sequence[float], *, downwards: bool = False) -> str:
    """The points of a line through values, as an SVG has them: evenly from left to right, the
    largest on top, or with `downwards` the smallest. One value is a dash in the middle.

    1, 3 and 2 are "2,22 50,2 98,12".
    """
    width, height = SPARK
    low, high = min(values, default=0), max(values, default=0)
    if len(values) < 2:
        values = [*values, *values]
    steps = max(len(values) - 1, 1)
    points = []
    for number, value in enumerate(values):
        up = (value - low) / (high - low) if high > low else 0.5
        x, y = 2 + number * (width - 4) / steps, 2 + (up if downwards else 1 - up) * (height - 4)
        points.append(f"{round(x, 1):g},{round(y, 1):g}")
    return " ".join(points)
