"""Charts as a browser shows them: on a page, by day and by night, with every kind of name."""

from itertools import pairwise

import pytest
from django.urls import reverse

from tests.factories import copy_game, make_game, make_player, play_game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:Glyph"),
]

LONG = "Bartholomew-Jonathan Featherstonehaugh-Cholmondeley"
NAMES = ("$$", "_bob", "שרה", "李小龍", "👩‍🌾 Fern", LONG)


@pytest.fixture
def table(family):
    return [make_player(name=name) for name in NAMES]


@pytest.fixture(autouse=True)
def game(table):
    game = make_game(players=table)
    play_game(game, winner=0, loser=1)
    copy_game(game, 9)
    return game


def pages(game, table):
    return [reverse("game_over", args=[game.id]), reverse("person", args=[table[1].id])]


def charts(phone):
    """The charts of a page once all have come: where each came from, and how wide it really is."""
    images = phone.page.locator(".chart img")
    images.evaluate_all("all => all.forEach(one => one.loading = 'eager')")
    images.evaluate_all("all => Promise.all(all.map(one => one.decode()))")
    return images.evaluate_all("all => all.map(one => [one.currentSrc, one.naturalWidth])")


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_every_chart_is_there_and_nothing_scrolls_sideways(phone_of, ann, game, table, width):
    phone = phone_of(ann, width=width)
    for address, count in zip(pages(game, table), (1, 2), strict=True):
        phone.page.goto(address)
        shown = charts(phone)
        assert len(shown) == count
        assert all(natural > 0 for _, natural in shown)
        phone.page.locator(".chart summary").first.click()
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    assert phone.faults == []


def test_by_night_another_one_comes(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    [(light, _)] = charts(phone)
    phone.page.emulate_media(color_scheme="dark")
    phone.page.reload()
    [(dark, _)] = charts(phone)
    assert dark == f"{light}&theme=dark"


def test_names_keep_to_their_places_in_the_drawing(phone, game):
    """Each within the chart, and none over another, whatever font it came in."""
    phone.page.goto(reverse("game_over", args=[game.id]))
    [(address, _)] = charts(phone)
    phone.page.goto(address)
    boxes = phone.page.locator("text").evaluate_all(
        """all => all.filter(one => !/^([-−\\d]+|Round|Points)$/.test(one.textContent.trim()))
                     .map(one => one.getBoundingClientRect())
                     .map(box => [box.left, box.right, box.top, box.bottom])"""
    )
    width, height = phone.page.evaluate(
        "[document.rootElement.getBoundingClientRect().width,"
        " document.rootElement.getBoundingClientRect().height]"
    )
    assert len(boxes) == len(NAMES)
    for left, right, top, bottom in boxes:
        assert left > 0 and right <= width + 1
        assert top >= 0 and bottom <= height
    middles = sorted((top + bottom) / 2 for _, _, top, bottom in boxes)
    assert all(b - a >= 14 for a, b in pairwise(middles))
