"""The book of a year on paper, and what else a family prints."""

import re
from datetime import date

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_it_is_printed_without_what_only_a_screen_needs(phone, ann, paper):
    players = [ann.player, make_player(name="Rosa"), make_player(name="W" * 60)]
    play_game(make_game(players=players, played_on=date(2025, 6, 14)))
    phone.page.goto(reverse("book", args=[2025]))
    share = phone.link("Share the picture")
    expect(share).to_be_visible()
    phone.page.emulate_media(media="print", color_scheme="dark")
    for one in (share, phone.page.locator(".nav"), phone.page.locator(".bar")):
        expect(one).to_be_hidden()
    expect(phone.page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
    printed = phone.page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2  # the cover, and all the rest


def test_other_pages_of_statistics_are_dark_ink_on_white_paper_too(phone, ann):
    play_game(make_game(players=[ann.player, make_player(name="Rosa")]))
    phone.page.emulate_media(media="print", color_scheme="dark")
    for place in (reverse("boards"), reverse("person", args=[ann.player_id])):
        phone.page.goto(place)
        expect(phone.page.locator(".nav")).to_be_hidden()
        expect(phone.page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")
        expect(phone.page.locator("h1")).to_have_css("color", "rgb(0, 0, 0)")
