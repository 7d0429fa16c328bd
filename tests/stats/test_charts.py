"""Charts: what they say without their colours, names of every kind, and the same bytes each time.

Whole charts are read as the SVG that they are.
"""

import os
import subprocess
import sys
import threading
import xml.etree.ElementTree as xml
from itertools import pairwise
from pathlib import Path

import pytest

from scorebook.stats import charts, drawing
from scorebook.stats.charts import (
    Axis,
    Bar,
    BarChart,
    Line,
    LineChart,
    digest,
    spark,
)
from scorebook.stats.showing import _one_at_a_time, make_ready, svg

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"
pytestmark = pytest.mark.filterwarnings("ignore:Glyph")

HOSTILE = ["$$", "_bob", "🃏 Joe", "שרה", "李小龍", "<script>", "&amp;", "$x$ ^_{2}", "\\frac"]


def race(*names, rounds=3):
    lines = tuple(
        Line(name, tuple((x, x * 10 + number) for x in range(1, rounds + 1)))
        for number, name in enumerate(names)
    )
    return LineChart("The race", lines, Axis("Round"), Axis("Points", downwards=True))


def read(chart, *, dark=False):
    return xml.fromstring(svg(chart, dark=dark))


def texts(chart):
    """What is written in a chart, without the marks that keep a name's direction to itself."""
    written = ("".join(one.itertext()) for one in read(chart).iter(f"{SVG}text"))
    return [text.strip("\u2068\u2069") for text in written]


def test_every_line_is_named_at_its_end_and_there_is_no_legend():
    assert sorted(t for t in texts(race("Ann", "Ben")) if t.isalpha()) == [
        *("Ann", "Ben", "Points", "Round")
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_names_come_out_as_they_are(name):
    assert name in texts(race(name, "Ann"))
    assert name in texts(BarChart("", (Bar(name, 3, "3"),), "Points"))


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\n", "\x7f", "\ud83d"])
def test_signs_that_no_svg_may_have_are_left_out(sign):
    assert "Rosa" in texts(race(f"Ro{sign}sa"))
    assert "Rosa" in texts(BarChart("", (Bar(f"Ro{sign}sa", 1, "1"),), ""))


def test_a_long_name_is_cut_where_its_room_ends_and_a_wide_script_sooner():
    assert "Bartholomew-J…" in texts(race("Bartholomew-Junior"))
    assert "李小龍大哥李小…" in texts(race("李小龍大哥李小龍大哥"))


def test_a_name_from_right_to_left_turns_nothing_else_around():
    written = "".join(read(race("שרה")).itertext())
    assert "\u2068שרה\u2069" in written


def test_the_same_data_gives_the_same_bytes_and_other_data_another_digest():
    chart = race("Ann", "Ben")
    assert svg(chart, dark=False) == svg(race("Ann", "Ben"), dark=False)
    assert digest(chart) == digest(race("Ann", "Ben"))
    assert digest(chart) != digest(race("Ann", "Bea"))
    assert svg(chart, dark=False) != svg(chart, dark=True)


def test_another_way_to_draw_has_another_digest(monkeypatch):
    before = digest(race("Ann"))
    monkeypatch.setattr(charts, "DRAWN", charts.DRAWN + 1)
    assert digest(race("Ann")) != before


def test_nothing_comes_from_elsewhere_and_letters_stay_letters():
    drawn = svg(race("Ann"), dark=False).decode()
    assert "system-ui" in drawn
    assert "DejaVu" not in drawn
    assert "<image" not in drawn and 'href="http' not in drawn
    assert "dc:date" not in drawn


def test_lines_differ_by_more_than_their_colour():
    looks = [drawing._look(number, 7, drawing.LIGHT) for number in range(8)]
    assert len({(look["linestyle"], look["marker"]) for look in looks}) == 8


@pytest.mark.parametrize(("ink", "card"), [(drawing.LIGHT, "#ffffff"), (drawing.DARK, "#221d19")])
def test_every_colour_can_be_read_as_letters(ink, card):
    for colour in (ink.text, ink.faint, *ink.lines):
        assert contrast(colour, card) >= 4.5, colour


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    "points", [((1, 3),), ((1, 3), (2, 3)), ((1, 0), (2, 1)), ((1, 0), (9, 250)), ()]
)
def test_what_is_counted_is_told_in_whole_numbers(points):
    chart = LineChart("", (Line("Ann", points),), Axis("Game"), Axis("Place", downwards=True))
    assert [text for text in texts(chart) if "." in text] == []


def test_ticks_say_what_they_are_told_to_say():
    chart = LineChart(
        "", (Line("Ann", ((1, 1), (2, 2))),), Axis("", ((1, "2025"), (2, "2026"))), Axis("Place")
    )
    assert {"2025", "2026"} <= set(texts(chart))


def test_a_small_place_is_on_top():
    first, last = heights("1", "5")
    assert first < last


def heights(*numbers):
    chart = LineChart("", (Line("Ann", ((1, 5), (2, 1))),), Axis(""), Axis("", downwards=True))
    at = {"".join(one.itertext()): float(one.get("y")) for one in read(chart).iter(f"{SVG}text")}
    return [at[number] for number in numbers]


def test_labels_make_room_for_one_another_and_stay_within_the_chart():
    """Three that end at 10, 12 and 40, with 6 from one to the next."""
    assert drawing.apart([10, 12, 40], 0, 50, 6) == [8, 14, 40]
    assert drawing.apart([40, 10, 12], 0, 50, 6) == [40, 8, 14]
    assert drawing.apart([1, 1, 1], 0, 50, 6) == [0, 6, 12]
    assert drawing.apart([50, 50], 0, 50, 6) == [44, 50]
    assert drawing.apart([], 0, 50, 6) == []


def test_twelve_that_end_together_can_all_be_read():
    chart = race(*(f"P{number}" for number in range(12)), rounds=2)
    places = sorted(
        float(one.get("y"))
        for one in read(chart).iter(f"{SVG}text")
        if "".join(one.itertext()).startswith("P") and "".join(one.itertext())[1:].isdecimal()
    )
    assert len(places) == 12
    assert min(b - a for a, b in pairwise(places)) >= 13
    assert places[0] > 0
    assert places[-1] < chart.height


def test_a_band_lies_within_the_chart():
    line = Line("Rating", ((1, 25), (2, 26)), ((20, 30), (22, 45)))
    chart = LineChart("", (line,), Axis("Game"), Axis("Rating"))
    assert {"20", "45"} <= set(texts(chart)) or {"20", "40"} <= set(texts(chart))


def test_bars_say_their_values_and_what_the_strokes_are():
    chart = BarChart("", (Bar("SSR", 12, "12", 20), Bar("RRR", -3, "−3")), "Points", "the family")
    assert {"SSR", "RRR", "12", "−3"} <= set(texts(chart))
    assert any("the family" in text for text in texts(chart))


def test_eight_threads_get_the_same_chart():
    chart, drawn = race(*HOSTILE), []
    threads = [
        threading.Thread(target=lambda: drawn.append(svg(chart, dark=False))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(drawn) == 8
    assert set(drawn) == {svg(chart, dark=False)}


def test_they_are_drawn_one_at_a_time(monkeypatch):
    locked = []
    monkeypatch.setattr(drawing, "svg", lambda *_, **__: locked.append(_one_at_a_time.locked()))
    svg(race("Ann"), dark=False)
    assert locked == [True]
    assert not _one_at_a_time.locked()


def test_the_site_runs_without_matplotlib_until_a_chart_is_drawn():
    code = (
        "import django, sys; django.setup(); from django.urls import get_resolver;"
        "get_resolver().url_patterns; import scorebook.stats.showing as s;"
        "print('matplotlib' in sys.modules); s.make_ready(); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == ["False", "True"], done.stderr


def test_its_list_of_fonts_is_kept_in_the_data_folder(settings):
    import matplotlib

    make_ready()
    assert matplotlib.get_cachedir() == str(settings.DATA / "matplotlib")


def test_a_sparkline_runs_evenly_with_the_largest_on_top():
    assert spark([1, 3, 2]) == "2,22 50,2 98,12"
    assert spark([1, 3, 2], downwards=True) == "2,2 50,22 98,12"


def test_a_sparkline_of_one_or_of_equals_is_a_dash_in_the_middle():
    assert spark([7]) == "2,12 98,12"
    assert spark([4, 4]) == "2,12 98,12"
    assert spark([]) == ""
