"""A chart as it is served: kept for good at the address that says its digest, drawn once."""

import gzip

import pytest
from django.http import Http404
from django.template.loader import render_to_string
from django.test import RequestFactory

from scorebook.stats import showing
from scorebook.stats.charts import Bar, BarChart
from scorebook.stats.showing import Picture, answer

CHART = BarChart("Evenings", (Bar("2025", 3, "3"), Bar("2026", 5, "5")), "Games")
OTHER = BarChart("Evenings", (Bar("2025", 4, "4"),), "Games")
PICTURE = Picture(CHART, "/evenings.svg?family=link", "Five in 2026.", ("Year", "Games"), ())


def get(address, make=lambda: CHART, **headers):
    headers.setdefault("HTTP_ACCEPT_ENCODING", "gzip")
    return answer(RequestFactory().get(address, **headers), make)


@pytest.fixture
def times_drawn(monkeypatch):
    drawn = []
    draw = showing.svg
    monkeypatch.setattr(
        showing, "svg", lambda *args, **more: drawn.append(1) or draw(*args, **more)
    )
    return drawn


def test_the_address_says_what_is_shown_and_in_which_theme():
    light, dark = get(PICTURE.light), get(PICTURE.dark)
    assert gzip.decompress(light.content) == showing.svg(CHART, dark=False)
    assert gzip.decompress(dark.content) == showing.svg(CHART, dark=True)
    assert "family=link&v=" in PICTURE.light


def test_it_is_drawn_once_and_made_once(times_drawn):
    made = []
    for _ in range(3):
        get(PICTURE.light, lambda: made.append(1) or CHART)
    assert (len(made), len(times_drawn)) == (1, 1)


def test_whoever_has_it_keeps_it_and_is_told_so():
    first = get(PICTURE.light)
    assert first["Cache-Control"] == "private, max-age=31536000, immutable"
    again = get(PICTURE.light, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert get(PICTURE.dark, HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200


@pytest.mark.parametrize("asked", ["", "?v=", "?v=abc", "?v=%0a", "?v=../..", "?theme=dark"])
def test_any_other_address_shows_the_chart_as_it_is_now_and_is_not_kept(asked):
    response = get(f"/evenings.svg{asked}", lambda: OTHER)
    dark = "dark" in asked
    assert gzip.decompress(response.content) == showing.svg(OTHER, dark=dark)
    assert response["Cache-Control"] == "private, no-cache"
    assert "ETag" not in response


def test_one_chart_is_never_shown_at_another_ones_address():
    get(PICTURE.light)
    elsewhere = PICTURE.light.replace("/evenings", "/other")
    response = get(elsewhere, lambda: OTHER)
    assert gzip.decompress(response.content) == showing.svg(OTHER, dark=False)


def test_what_may_not_be_seen_is_not_there():
    def nothing():
        raise Http404

    with pytest.raises(Http404):
        get("/evenings.svg?v=0", nothing)


def test_who_cannot_unpack_gets_it_unpacked():
    response = get(PICTURE.light, HTTP_ACCEPT_ENCODING="")
    assert response.content == showing.svg(CHART, dark=False)
    assert "Content-Encoding" not in response
    assert response["Vary"] == "Accept-Encoding"


def test_it_may_do_nothing_but_look_like_something():
    policy = get(PICTURE.light)["Content-Security-Policy"]
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; sandbox"


def test_a_page_says_the_numbers_beside_it():
    picture = Picture(CHART, "/e.svg", "Five in 2026.", ("Year", "Games"), (("2026", "5"),))
    shown = render_to_string("stats/_chart.html", {"picture": picture})
    assert 'alt="Evenings. Five in 2026."' in shown
    assert '<th scope="row">2026</th><td class="num">5</td>' in shown
    assert "style=" not in shown
    assert f'srcset="{picture.dark.replace("&", "&amp;")}"' in shown
