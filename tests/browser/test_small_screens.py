"""Long names, many players and many cards on small screens: nothing is cut off or out of sight."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.evening import tap_cards
from tests.factories import (
    hand_in,
    hand_payload,
    make_game,
    make_player,
    play_game,
    play_round,
)

pytestmark = pytest.mark.django_db(transaction=True)

LONG = ("Grandpa", "Christi", "Grandma", "Matilda", "Alexand", "Johanna", "Bertram", "Wilhelm")
WIDTHS = pytest.mark.parametrize("width, height", [(390, 844), (320, 568)], ids=["390", "320"])

# The words that stick out of their box; text is measured by what it paints.
CUT_OFF = """
(boxes) => [...document.querySelectorAll(boxes)].filter((one) => {
  const text = document.createRange();
  text.selectNodeContents(one);
  const [words, box] = [text, one].map((it) => it.getBoundingClientRect());
  return one.innerText && (words.left < box.left || words.right > box.right);
}).map((one) => one.innerText)
"""
CLIPPED = """
(boxes) => [...document.querySelectorAll(boxes)].filter((one) =>
  one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1
).map((one) => one.innerText)
"""
TOO_CLOSE = """
(targets) => {
  const all = [...document.querySelectorAll(targets)].map((one) => one.getBoundingClientRect());
  return all.flatMap((one, at) => all.slice(at + 1).filter((other) => 8 > 0.1 + Math.max(
    one.left - other.right, other.left - one.right, one.top - other.bottom, other.top - one.bottom,
  ))).length;
}
"""
IN_SIGHT = """
(one) => {
  const box = one.getBoundingClientRect(), port = one.closest(".sheet, .rail");
  const pinned = port.querySelector("th")?.getBoundingClientRect().right ?? 0;
  return box.left >= pinned - 1 && box.right <= port.getBoundingClientRect().right + 1;
}
"""


def game_of(author, *names, variant="link"):
    return make_game(variant=variant, players=[make_player(name=name) for name in names], by=author)


def cut_off(phone, boxes: str) -> list[str]:
    return phone.page.evaluate(CUT_OFF, boxes)


@WIDTHS
@pytest.mark.parametrize("players", [2, 3, 5, 6, 8])
def test_names_of_seven_letters_fit_their_buttons_and_columns(
    phone_of, ann, players, width, height
):
    phone = phone_of(ann, width=width, height=height)
    game = game_of(ann.player, *LONG[:players])
    phone.page.goto(reverse("table", args=[game.id]))
    expect(phone.page.locator(".choices .button")).to_have_count(players)
    assert cut_off(phone, ".choices .button") == []
    assert phone.page.evaluate(TOO_CLOSE, ".dock .button") == 0
    assert cut_off(phone, ".grid thead th") == []
    phone.page.goto(reverse("hand", args=[game.id, 1, players - 1]))
    expect(phone.page.locator(".rail button")).to_have_count(players)
    assert cut_off(phone, ".rail button") == []


@pytest.mark.parametrize("width, height", [(390, 844), (320, 568), (740, 360)])
def test_the_page_of_the_television_can_be_read_on_a_phone(phone_of, ann, width, height):
    phone = phone_of(ann, width=width, height=height)
    game = game_of(ann.player, *LONG[:6])
    for ended in (False, True):
        if ended:
            play_game(game)
        phone.page.goto(reverse("tv", args=[game.id]))
        expect(phone.page.locator(".tv-standings li")).to_have_count(6)
        assert cut_off(phone, ".tv h1, .who") == []
        assert phone.page.evaluate(CLIPPED, ".who, .tv-standings li") == []


@WIDTHS
def test_six_columns_of_long_names_fit_a_phone_and_more_scroll(phone_of, ann, width, height):
    phone = phone_of(ann, width=width, height=height)
    fits = "(sheet) => sheet.scrollWidth <= sheet.clientWidth"
    for players, expected in ((5, True), (6, width == 390), (8, False)):
        game = game_of(ann.player, *LONG[: players - 2], "Em", "Mike")
        phone.page.goto(reverse("table", args=[game.id]))
        assert phone.page.locator(".sheet").evaluate(fits) is expected, players


@WIDTHS
def test_every_figure_of_the_sheet_stays_in_its_own_cell(phone_of, ann, width, height):
    phone = phone_of(ann, width=width, height=height)
    full = game_of(ann.player, *LONG, variant="bga_full")
    cut = game_of(ann.player, *LONG)
    for game in (full, cut):
        for number in range(1, 5):
            hands = dict.fromkeys(range(1, 8), "*KKKKKKKKKK")
            play_round(game, number, hands=hands, cut_by=7 if game is cut else None)
        phone.page.goto(reverse("table", args=[game.id]))
        expect(phone.page.locator(".grid")).to_be_visible()
        assert cut_off(phone, ".grid :is(tbody, tfoot) :is(th, td)") == []


@WIDTHS
def test_who_is_missing_is_brought_into_sight(phone_of, ann, width, height):
    phone = phone_of(ann, width=width, height=height)
    game = game_of(ann.player, *LONG)
    hand_in(game, "out", {"seat": 0}, round=1)
    for seat in range(1, 7):
        hand_in(game, "hand", hand_payload("K"), round=1, seat=seat)
    phone.page.goto(reverse("table", args=[game.id]))
    missing = phone.page.get_by_role("link", name="Round 1, Wilhelm: not entered")
    expect(missing).to_be_visible()
    assert missing.evaluate(IN_SIGHT)
    phone.tap(phone.link("Enter Wilhelm’s hand"))
    current = phone.page.locator(".rail [aria-current]")
    expect(current).to_contain_text("Wilhelm")
    phone.page.wait_for_function(IN_SIGHT, arg=current.element_handle())


def test_a_hand_of_every_rank_never_makes_the_smallest_screen_scroll(phone_of, ann):
    phone = phone_of(ann, width=320, height=568)
    game = game_of(ann.player, "Grandpa", "Christi", "Em")
    play_round(game, hands={1: "KK"})
    phone.page.goto(reverse("hand", args=[game.id, 1, 1]))
    tap_cards(phone, "A*23456789TJQK****")
    expect(phone.page.locator("[data-at=warning]")).to_be_visible()
    assert phone.page.evaluate("document.documentElement.scrollHeight") == 568
    tray = phone.page.locator(".tray")
    assert tray.evaluate("(tray) => tray.scrollHeight > tray.clientHeight")
    assert tray.evaluate("(tray) => tray.clientHeight") >= 44
