"""The keypad: what a tap or a key on the keyboard does to the one form under it."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA = range(3)


@pytest.fixture
def game(ann):
    """Two rounds in, Em 0, Mike 80, Rosa 90; of the third two hands are missing."""
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    game = make_game(players=table, by=ann.player)
    play_round(game, out=EM, hands={MIKE: "KKKK", ROSA: "AA5"})
    play_round(game, out=EM, hands={MIKE: "AA", ROSA: "KKKK5"})
    hand_in(game, "out", {"seat": EM}, round=3)
    return game


@pytest.fixture
def phone(phone):
    yield phone
    assert phone.faults == []


def open_hand(phone, game, number=3, seat=MIKE):
    phone.page.goto(reverse("hand", args=[game.id, number, seat]))


def at(phone, part):
    return phone.page.locator(f"[data-at={part}]")


def key(phone, card):
    return phone.page.locator(f"[data-key='{card}']")


def cards(phone):
    return phone.page.locator("#cards").input_value()


def test_keys_count_and_the_tray_takes_back(phone, game):
    open_hand(phone, game)
    expect(at(phone, "value")).to_have_text("–")
    for card in ("K", "K", "4", "JK"):
        phone.tap(key(phone, card))
    expect(at(phone, "value")).to_have_text("75")
    expect(at(phone, "line")).to_have_text("4 cards · total 80 → 155")
    expect(key(phone, "K")).to_have_attribute("data-n", "2")
    expect(key(phone, "K")).to_have_attribute("aria-label", "Add king, 10 points, 2 so far")
    expect(phone.page.locator(".tray .newest")).to_have_text("★")
    phone.tap(phone.button("Take back king, 2 here"))
    assert cards(phone) == "K 4 JK"
    phone.tap(at(phone, "erase"))
    assert cards(phone) == "K 4"
    expect(at(phone, "live")).to_have_text("joker taken back, total 15")


def test_next_names_who_is_next_and_an_empty_hand_is_only_skipped(phone, game):
    open_hand(phone, game)
    expect(at(phone, "next")).to_have_text("Skip for now: Rosa →")
    phone.tap(key(phone, "9"))
    expect(at(phone, "next")).to_have_text("Next: Rosa →")
    phone.tap(at(phone, "next"))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    assert sheet_of(game).rounds[2].cells[MIKE].cards == ("9",)
    phone.tap(key(phone, "9"))
    expect(at(phone, "next")).to_have_text("Check the round →")


def test_a_hand_is_typed_while_the_entry_has_the_focus(phone, game):
    open_hand(phone, game)
    phone.page.keyboard.type("kK10*4")
    phone.page.keyboard.press("Backspace")
    assert cards(phone) == "K K T JK"
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    phone.page.locator(".rail button").first.focus()
    phone.page.keyboard.type("KK")
    assert cards(phone) == ""
    at(phone, "region").focus()
    phone.page.keyboard.press("Escape")
    expect(phone.page).to_have_url(phone.page.url.split("/rounds")[0] + "/")


def test_a_two_becomes_the_two_of_spades_where_that_matters(phone, ann):
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    open_hand(phone, make_game(variant="norwegian", players=table, by=ann.player), number=1)
    phone.page.keyboard.type("22s*")
    assert cards(phone) == "2 2S 2S"
    expect(at(phone, "value")).to_have_text("105")


def test_a_total_is_tapped_without_the_keyboard_of_the_phone(phone, game):
    open_hand(phone, game)
    phone.tap(phone.page.locator("summary"))
    for digit in "10+3":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    expect(at(phone, "warning")).to_have_text("13? It has to be a multiple of 5.")
    phone.tap(phone.page.locator("[data-digit='0']"))
    expect(at(phone, "warning")).to_be_hidden()
    expect(at(phone, "value")).to_have_text("40")
    phone.tap(at(phone, "next"))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    cell = sheet_of(game).rounds[2].cells[MIKE]
    assert (cell.state, cell.typed, cell.hand_points) == ("total", "10+30", 40)


def test_what_the_server_said_of_a_total_goes_with_the_total(phone, game):
    open_hand(phone, game)
    phone.tap(phone.page.locator("summary"))
    for digit in "63":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.tap(at(phone, "next"))
    refusal = phone.page.get_by_role("alert")
    expect(refusal).to_contain_text("It has to end in 0 or 5.")
    phone.tap(at(phone, "erase"))
    expect(refusal).to_be_hidden()
    phone.tap(phone.page.locator("[data-digit='5']"))
    expect(at(phone, "value")).to_have_text("65")
    expect(refusal).to_be_hidden()


def test_a_keyboard_is_told_of_where_there_is_one_and_no_field(phone_of, ann, game):
    desk = phone_of(ann, width=1280, height=800)
    open_hand(desk, game)
    expect(desk.page.get_by_text("On the keyboard: KK4A")).to_be_visible()
    expect(desk.page.get_by_text("Cards left in the hand", exact=True)).to_be_hidden()
    expect(desk.page.locator("#cards")).to_be_hidden()


def test_a_correction_takes_four_taps_and_says_what_it_does(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    phone.tap(phone.page.locator("#r1s1"))
    expect(at(phone, "next")).to_have_text("Keep 40")
    phone.tap(phone.button("Take back king, 4 here"))
    phone.tap(key(phone, "JK"))
    expect(at(phone, "after")).to_have_text(
        "Running total 80 → 120. Mike moves down to 3rd. Expect complaints."
    )
    expect(at(phone, "next")).to_have_text("Change 40 to 80")
    phone.tap(at(phone, "next"))
    assert phone.taps == 4
    expect(phone.page.locator("#r1s1")).to_be_focused()
    expect(phone.page.locator("form.notice")).to_contain_text("Round 1, Mike: now 80")


def test_points_of_bga_show_their_minus_while_they_are_tapped(phone, ann):
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    open_hand(phone, make_game(variant="bga_full", players=table, by=ann.player), number=1)
    phone.tap(key(phone, "JK"))
    expect(at(phone, "value")).to_have_text("−20")
    expect(at(phone, "line")).to_have_text("1 card · total 0 → −20")


def test_what_is_typed_outlives_the_page_until_it_is_saved(phone, game):
    open_hand(phone, game)
    for card in ("K", "K", "4"):
        phone.tap(key(phone, card))
    phone.page.reload()
    expect(at(phone, "value")).to_have_text("25")
    open_hand(phone, game, seat=ROSA)
    expect(at(phone, "value")).to_have_text("–")
    open_hand(phone, game)
    phone.tap(at(phone, "next"))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    saved = Entry.objects.get(game=game, kind="hand", round=3)
    hand_in(game, "void", {"entry": str(saved.id)})
    open_hand(phone, game)
    expect(at(phone, "value")).to_have_text("–")


def test_a_typed_total_outlives_it_too_but_not_what_somebody_saved_meanwhile(phone, game):
    open_hand(phone, game)
    phone.tap(phone.page.locator(".head summary"))
    for digit in "45":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.page.reload()
    expect(at(phone, "value")).to_have_text("45")
    expect(phone.page.locator("#total")).to_be_visible()
    hand_in(game, "hand", {"cards": ["A"]}, round=3, seat=MIKE)
    phone.page.reload()
    expect(at(phone, "value")).to_have_text("20")
