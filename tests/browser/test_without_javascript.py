"""A whole evening through plain forms: what the scripts make quicker works without them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from scorebook.ledger.recompute import recompute
from tests.browser.evening import row, totals
from tests.factories import make_player
from tests.photos import pictures

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = "Cards left in the hand"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def phone(phone_of, ann):
    return phone_of(ann, javascript=False)


def start(phone) -> None:
    """Rosa is known, Nana is new; Rosa deals first."""
    phone.page.goto("/games/new/")
    phone.page.get_by_label("Rosa").fill("1")
    phone.page.get_by_text("New people").click()
    newcomer = phone.page.get_by_role("group", name="New person 1")
    newcomer.get_by_label("Name", exact=True).fill("Nana")
    newcomer.get_by_label("Seat").fill("2")
    phone.tap(phone.button("Start the game"))
    expect(phone.page.locator(".contract")).to_have_text("2 sets")


def went_out(phone, name: str) -> None:
    phone.tap(phone.button(name, exact=True))


def save(phone, *, cards: str = "", total: str = "") -> None:
    if total and not phone.page.locator("#total").is_visible():
        phone.page.get_by_text("type total").click()
    if total:
        phone.page.get_by_label("’s total").fill(total)
    phone.page.get_by_label(CARDS).fill(cards)
    phone.tap(phone.page.locator("[data-at=next]"))


def deal_on(phone) -> None:
    phone.tap(phone.link("Looks right. Deal"))


def test_a_whole_evening(phone, family):
    make_player(name="Rosa")
    start(phone)
    first_rounds(phone)
    correct_round_1(phone)
    refused_and_mended(phone)
    last_rounds(phone)
    expect(phone.page.locator(".won h2")).to_have_text("Rosa")
    expect(phone.page.locator(".won")).to_contain_text("Beat Nana by 60.")
    hang_the_winner(phone)
    assert recompute(check=True) == []
    assert phone.faults == []


def first_rounds(phone) -> None:
    went_out(phone, "Rosa")
    save(phone, cards="KK4A")
    deal_on(phone)
    went_out(phone, "Nana")
    save(phone, cards="* T 10")
    deal_on(phone)
    went_out(phone, "Rosa")
    save(phone, total="10+5+30")
    deal_on(phone)
    assert totals(phone) == {"Rosa": "70", "Nana": "90"}


def correct_round_1(phone) -> None:
    phone.tap(phone.link("Round 1, Nana: 45"))
    expect(phone.page.get_by_label(CARDS)).to_have_value("K K 4 A")
    save(phone, cards="KK4")
    assert row(phone, 1)["Nana"] == "25✎ 25"


def refused_and_mended(phone) -> None:
    """What cannot be read stays in its field, under a sentence."""
    went_out(phone, "Nana")
    save(phone, cards="K1")
    expect(phone.page.get_by_role("alert")).to_contain_text("There is no 1 in K1")
    expect(phone.page.get_by_label(CARDS)).to_have_value("K1")
    save(phone, cards="KA")
    deal_on(phone)
    went_out(phone, "Rosa")
    save(phone, total="63")
    expect(phone.page.get_by_role("alert")).to_contain_text("It has to end in 0 or 5.")
    expect(phone.page.get_by_label("Nana’s total")).to_have_value("63")
    save(phone, total="65")
    deal_on(phone)
    assert totals(phone) == {"Rosa": "100", "Nana": "135"}


def last_rounds(phone) -> None:
    """Nana deals round 6, so Rosa cuts; in round 7 Rosa bought once."""
    phone.tap(phone.button("Nailed the cut"))
    went_out(phone, "Nana")
    save(phone, cards="5")
    deal_on(phone)
    assert row(phone, 6) == {"Rosa": "5 105", "Nana": "OUT+25 160"}
    went_out(phone, "Rosa")
    save(phone, cards="9")
    phone.tap(phone.button("Rosa bought once more"))
    expect(phone.page.locator(".read-out")).to_contain_text("1 buy")
    phone.tap(phone.button("Looks right. See who won"))


def hang_the_winner(phone) -> None:
    photo = {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": pictures.jpeg()}
    target = phone.page.locator("form[action$='photos/winner/']")
    target.locator("input[type=file]").set_input_files(photo)
    target.get_by_role("button", name="Put the photo up").click()
    expect(phone.page.get_by_role("img", name="Rosa, winner on")).to_be_visible()
    phone.tap(phone.link("Score sheet", exact=True))
    assert totals(phone) == {"Rosa": "105", "Nana": "165"}
    phone.page.goto("/tally/")
    expect(phone.page.get_by_role("row").filter(has_text="Rosa").locator("img")).to_be_visible()
    phone.tap(phone.link("Losers"))
    expect(phone.page.get_by_role("row").filter(has_text="Nana")).to_contain_text("1")


def test_what_is_no_total_is_refused_with_a_sentence_and_kept(phone, family):
    make_player(name="Rosa")
    start(phone)
    went_out(phone, "Rosa")
    hand = phone.page.url
    for typed in ("abc", "1e3", "NaN", "-10", "5.0", "1_000", "9" * 22, "5+"):
        phone.page.goto(hand)
        save(phone, total=typed)
        expect(phone.page.get_by_role("alert")).to_be_visible()
        expect(phone.page.get_by_label("Nana’s total")).to_have_value(typed)
    save(phone, total=" ٤٥ ")
    expect(phone.page.locator(".read-out")).to_contain_text("45")


def test_cards_and_a_total_at_once_are_asked_about(phone, family):
    make_player(name="Rosa")
    start(phone)
    went_out(phone, "Rosa")
    save(phone, cards="KK", total="20")
    expect(phone.page.get_by_role("alert")).to_contain_text("There are cards and a total.")
    expect(phone.page.get_by_label(CARDS)).to_have_value("KK")
    save(phone)
    expect(phone.link("Nana: total only, 20, total 20")).to_be_visible()
