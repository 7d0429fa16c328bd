"""Home and the plain pages on a small phone: names stay whole, nothing sticks, thumbs hit."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.urls import reverse

from scorebook.accounts.services import issue_setup_token
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db(transaction=True)

TARGET = 44  # px
LINES = """element => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getClientRects().length;
}"""


def gap_below_heading(page) -> float:
    heading, below = page.locator("main > h1"), page.locator("main > h1 + *")
    box = heading.bounding_box()
    return below.bounding_box()["y"] - box["y"] - box["height"]


def test_a_name_in_who_leads_stays_whole_at_320(phone_of, ann):
    players = [make_player(name=name) for name in ("Grandpa", "Christina")]
    for _ in range(12):
        play_game(make_game(players=players, by=ann.player))
    page = phone_of(ann, width=320).page
    page.goto(reverse("home"))
    names = page.locator(".leading span")
    assert [name.text_content() for name in names.all()] == ["Grandpa", "Christina"]
    assert [name.evaluate(LINES) for name in names.all()] == [1, 1]


def test_a_page_that_is_not_there_leads_back_by_a_thumb(phone_of, ann):
    page = phone_of(ann, width=320).page
    page.goto("/nowhere/")
    assert page.get_by_role("link", name="To the scores").bounding_box()["height"] >= TARGET
    assert gap_below_heading(page) >= 12


def test_before_and_at_the_door_the_heading_keeps_its_distance(phone_of, ann):
    page = phone_of(None).page
    page.goto(reverse("sign_in"))
    assert gap_below_heading(page) >= 12


def test_a_book_not_yet_open_keeps_it_too(phone_of, db):
    page = phone_of(None).page
    try:
        for address in ("/", reverse("setup", args=[issue_setup_token()])):
            page.goto(address)
            assert gap_below_heading(page) >= 12
    finally:
        (settings.DATA / "setup.json").unlink(missing_ok=True)


# A phone shows no column of games, and no heading of one.
@pytest.mark.parametrize(("width", "shown"), [(320, 4), (1280, 5)])
def test_the_headings_that_sort_are_wide_enough(phone_of, ann, width, shown):
    play_game(make_game(players=2, by=ann.player))
    page = phone_of(ann, width=width).page
    page.goto(reverse("boards"))
    headings = page.locator(".board thead th a").filter(visible=True)
    boxes = [link.bounding_box() for link in headings.all()]
    assert len(boxes) == shown
    assert all(min(box["width"], box["height"]) >= TARGET for box in boxes)
