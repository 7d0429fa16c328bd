"""A whole Link game of five by tapping: an exact cut, a buy, a correction, both photos."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from playwright.sync_api import expect

from scorebook.ledger.recompute import recompute
from tests.browser.evening import (
    Round,
    buy,
    looks_right,
    play,
    row,
    start_same_table,
    tap_cards,
    totals,
)
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Em", "Mike", "Rosa", "Grandpa", "Christie")

# Ace 20, two to nine 5, ten to king 10, joker 50; the cut of round 3 costs all but Rosa 25.
EVENING = (
    Round("Em", {"Mike": "AKT5", "Rosa": "A", "Grandpa": "*K5", "Christie": "**K"}),
    Round("Mike", {"Em": "*5", "Rosa": "K5", "Grandpa": "AK5", "Christie": "*A"}),
    Round(
        "Rosa",
        {"Em": "KQA3", "Mike": "*277TJQQ", "Grandpa": "KT", "Christie": "A5"},
        cut=True,
    ),
    Round("Grandpa", {"Em": "AT", "Mike": "*T", "Rosa": "TT5", "Christie": "9J"}),
    Round("Rosa", {"Em": "A", "Mike": "**", "Grandpa": "AKT7", "Christie": "3"}),
    Round("Em", {"Mike": "*AT", "Rosa": "AA", "Grandpa": "K", "Christie": "AK5"}),
    Round(
        "Christie",
        {"Em": "A5", "Mike": "AKT5", "Rosa": "7", "Grandpa": "*"},
        buys={"Christie": 1},
    ),
)
AFTER_THREE = {"Em": "125", "Mike": "175", "Rosa": "35", "Grandpa": "145", "Christie": "230"}
AT_THE_END = {"Em": "200", "Mike": "420", "Rosa": "105", "Grandpa": "250", "Christie": "285"}


@pytest.fixture
def last_week(ann):
    """A finished game, so that there is a table to be the same as; Em dealt first."""
    table = [make_player(name=name) for name in NAMES]
    game = make_game(players=table, by=ann.player)
    play_game(game)
    return game


def photo_file(colour: str) -> dict:
    picture = io.BytesIO()
    Image.new("RGB", (900, 1200), colour).save(picture, "JPEG")
    return {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}


def correct_mike_in_round_3(phone) -> None:
    phone.tap(phone.link("Round 3, Mike"))
    phone.tap(phone.page.locator(".tray [data-card=JK]"))
    tap_cards(phone, "K")
    expect(phone.page.locator("[data-at=after]")).to_contain_text("335 → 295")
    phone.tap(phone.button("Change 105 to 65"))


def test_a_whole_evening(phone, last_week):
    start_same_table(phone)
    for number, round in enumerate(EVENING, 1):
        play(phone, round)
        buy(phone, round)
        if number < len(EVENING):
            looks_right(phone)
        if number == 3:
            assert totals(phone) == AFTER_THREE
            assert row(phone, 3)["Mike"] == "105+25 175"
            assert row(phone, 3)["Rosa"] == "OUT 35"
        if number == 5:
            correct_mike_in_round_3(phone)
            assert row(phone, 3)["Mike"] == "65+25✎ 135"
    phone.tap(phone.button("Looks right. See who won"))
    expect(phone.page.locator(".won")).to_contain_text("Rosa")

    cards = sum(round.cards for round in EVENING)
    corrected, cut, bought = 4, 1, 1
    assert phone.taps <= 45 + cards + corrected + cut + bought
    check_the_end(phone)
    assert recompute(check=True) == []
    assert phone.faults == []


def check_the_end(phone) -> None:
    """Both photos go in, and are seen on the game, at home and on the boards; the sheet adds up."""
    over = phone.page.url
    main = phone.page.locator("main")
    expect(main).to_contain_text("Beat Em by 95.")
    add_photo(phone, "winner", "Rosa", "gold")
    phone.tap(phone.button("Pose for the wall"))
    add_photo(phone, "loser", "Mike", "purple")
    phone.page.goto("/")
    expect(phone.page.get_by_role("img", name="Rosa")).to_be_visible()
    expect(phone.page.get_by_role("img", name="Mike")).to_be_visible()
    phone.page.goto("/tally/")
    expect(phone.page.get_by_role("row").filter(has_text="Rosa").locator("img")).to_be_visible()
    phone.page.goto("/tally/losers/")
    expect(phone.page.get_by_role("row").filter(has_text="Mike").locator("img")).to_be_visible()
    phone.page.goto(over.removesuffix("over/"))
    assert totals(phone) == AT_THE_END


def add_photo(phone, side: str, name: str, colour: str) -> None:
    form = phone.page.locator(f"form[action$='photos/{side}/']")
    form.locator("input[type=file]").set_input_files(photo_file(colour))
    expect(phone.page.get_by_role("img", name=f"{name}, {side} on")).to_be_visible()
