"""House rules on a phone: made from Link, played by, and what they would have changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.models import Game, RuleSet
from tests.browser.evening import Round as Played
from tests.browser.evening import play
from tests.browser.phone import Phone
from tests.browser.test_accessibility import (
    LARGEST,
    SMALLEST,
    TOO_SMALL,
    faults_of,
    scrolls_sideways,
)
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ann) -> list:
    return [ann.player, *(make_player(name=name) for name in ("Mike", "Rosa"))]


@pytest.fixture
def game(table) -> Game:
    """A finished game by Link's rules that aces decided: Mike won it, Rosa came second."""
    game = make_game(players=table, by=table[0])
    play_round(game, hands={1: "KKK4", 2: "AA"})
    play_round(game, out=1, hands={0: "***", 2: "4"})
    hand_in(game, "finish", {"early": True})
    return game


def open_group(phone: Phone, title: str) -> None:
    phone.tap(phone.page.locator("summary", has_text=title))


def show_changes(phone: Phone) -> None:
    phone.tap(phone.button("Show what changes"))


def save_as(phone: Phone, name: str, why: str) -> None:
    phone.page.get_by_label("Name").fill(name)
    phone.page.get_by_label("Why").fill(why)
    phone.tap(phone.button("Save these rules"))


def make_two_a_round(phone: Phone) -> None:
    """Link with two buys a round, from the bottom tab to its page."""
    phone.page.goto("/")
    phone.tap(phone.link("Rules"))
    phone.tap(phone.link("Link", exact=True))
    phone.tap(phone.link("Change a rule"))
    open_group(phone, "Buying")
    phone.page.get_by_label("The limit counts").select_option("in each round")
    show_changes(phone)
    expect(phone.page.locator("#main")).to_contain_text(
        "Each player may buy twice a round (was: twice a game)."
    )
    save_as(phone, "Two a round", "Grandpa bought five times.")
    expect(phone.page.get_by_role("status")).to_contain_text("Two a round is in the book.")


def begin_by(phone: Phone, rules: str) -> None:
    phone.page.goto(reverse("new_game"))
    for name in ("Ann", "Mike", "Rosa"):
        phone.page.locator("[data-seats]").get_by_role("button", name=name).click()
    phone.page.locator("label.rule", has_text=rules).click()
    phone.page.locator("[data-start]").click()
    expect(phone.page.locator(".grid")).to_be_visible()


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("javascript", [True, False], ids=["js", "plain"])
def test_two_buys_a_round_are_made_on_a_phone(phone_of, ann, javascript):
    phone = phone_of(ann, javascript=javascript)
    make_two_a_round(phone)
    expect(phone.page.locator(".card.out")).to_contain_text("by Ann")
    house = RuleSet.objects.get(slug="two-a-round")
    assert house.rules.buy.scope == "round"
    assert phone.faults == []


@pytest.mark.usefixtures("table")
def test_a_game_is_played_by_them_and_buys_come_back_each_round(phone):
    make_two_a_round(phone)
    begin_by(phone, "Two a round")
    play(phone, Played(out="Ann", hands={"Mike": "KK", "Rosa": "4A"}))
    for left in ("1 left", "0 left"):
        phone.tap(phone.button("Mike bought once more"))
        expect(phone.page.locator("#main")).to_contain_text(left)
    phone.tap(phone.link("Looks right. Deal round 2"))
    play(phone, Played(out="Mike", hands={"Ann": "4", "Rosa": "KQ"}))
    phone.tap(phone.button("Mike bought once more"))
    expect(phone.page.locator("#main")).to_contain_text("1 left")
    assert phone.faults == []


@pytest.mark.usefixtures("table")
def test_what_cannot_be_played_opens_its_heading_and_keeps_the_rest(phone):
    phone.page.goto(reverse("house_rules", args=["link"]))
    open_group(phone, "Points")
    phone.page.get_by_label("Every A").fill("17")
    open_group(phone, "Buying")
    phone.page.get_by_label("There is buying").uncheck()
    expect(phone.page.get_by_label("How often")).to_be_hidden()
    show_changes(phone)
    alert = phone.page.locator("details[open]").get_by_role("alert")
    expect(alert).to_contain_text("cannot be finished with 12 cards, and nobody may buy")
    open_group(phone, "Points")
    expect(phone.page.get_by_label("Every A")).to_have_value("17")


def test_what_a_cheap_ace_would_have_done(phone, game):
    phone.page.goto(reverse("house_rules", args=["link"]))
    open_group(phone, "Points")
    phone.page.get_by_label("Every A").fill("1")
    show_changes(phone)
    save_as(phone, "Cheap aces", "Rosa insists.")
    phone.tap(phone.link("What if"))
    expect(phone.page.locator("#main")).to_contain_text("Rosa would have won one more.")
    phone.tap(phone.link("Show the totals"))
    expect(phone.page.locator(".verdict")).to_contain_text("Rosa")
    phone.page.get_by_label("Score it by").select_option("Link")
    phone.tap(phone.button("Show", exact=True))
    expect(phone.page.get_by_role("row", name="Rosa")).to_contain_text("45")
    game.refresh_from_db()
    assert game.rule_set.slug == "link"
    assert phone.faults == []


def test_rules_go_out_as_a_file_and_come_in_again(phone, table, tmp_path):
    phone.page.goto(reverse("rule_set", args=["gourt"]))
    with phone.page.expect_download() as download:
        phone.tap(phone.link("Export"))
    file = Path(tmp_path / download.value.suggested_filename)
    download.value.save_as(file)
    assert file.name == "gourt.json"
    file.write_text(file.read_text().replace('"price": 1', '"price": 2'))
    phone.page.goto(reverse("import_rules"))
    phone.page.get_by_label("A file").set_input_files(file)
    phone.tap(phone.button("Show the rules"))
    expect(phone.page.locator("#main")).to_contain_text("(was: 1 more card from the stock")
    file.write_text(file.read_text().replace('"price": 2', '"price": "dear"'))
    phone.page.goto(reverse("import_rules"))
    phone.page.get_by_label("A file").set_input_files(file)
    phone.tap(phone.button("Show the rules"))
    expect(phone.page.get_by_role("alert")).to_contain_text("buy.price has to be a whole number")


ADDRESSES = {
    "list": "/rules/",
    "search": "/rules/?q=ace",
    "one": "/rules/two-a-round/",
    "nothing found": "/rules/link/?q=castling",
    "compare": "/rules/compare/?a=link&b=bga_short",
    "crib": "/rules/link/crib/",
    "import": "/rules/import/",
    "form": "/rules/link/change/",
    "what if": "/rules/gourt/what-if/?of=link",
}


def open_everything(phone: Phone) -> None:
    phone.page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")


def test_the_pages_of_the_rules_are_for_everybody(phone, game):
    make_two_a_round(phone)
    addresses = {**ADDRESSES, "one game": reverse("what_if_game", args=[game.id]) + "?rules=gourt"}
    faults = {}
    for name, address in addresses.items():
        phone.page.set_viewport_size(LARGEST)
        phone.page.goto(address)
        open_everything(phone)
        faults[name] = faults_of(phone) + phone.page.evaluate(TOO_SMALL)
    assert {name: found for name, found in faults.items() if found} == {}
    assert phone.faults == []


@pytest.mark.usefixtures("table")
def test_the_preview_and_a_refused_form_are_for_everybody(phone):
    phone.page.goto(reverse("house_rules", args=["link"]))
    open_group(phone, "Buying")
    phone.page.get_by_label("There is buying").uncheck()
    show_changes(phone)
    expect(phone.page.locator("details[open]").get_by_role("alert")).to_be_visible()
    assert faults_of(phone) + phone.page.evaluate(TOO_SMALL) == []
    open_group(phone, "Buying")
    phone.page.get_by_label("There is buying").check()
    phone.page.get_by_label("How often").fill("3")
    show_changes(phone)
    expect(phone.page.get_by_label("Name")).to_be_visible()
    open_everything(phone)
    assert faults_of(phone) + phone.page.evaluate(TOO_SMALL) == []


@pytest.mark.usefixtures("game")
def test_text_of_twice_the_size_reflows(phone):
    phone.page.set_viewport_size(SMALLEST)
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    wide = []
    for name in ("list", "compare", "form", "import", "what if"):
        phone.page.goto(ADDRESSES[name])
        open_everything(phone)
        wide += [name] * scrolls_sideways(phone)
    assert wide == []


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("slug", ["link", "gourt", "norwegian", "bga_full", "bga_short"])
def test_a_crib_sheet_is_one_page_of_paper(phone, slug):
    phone.page.goto(reverse("crib_sheet", args=[slug]))
    paper = phone.page.pdf(prefer_css_page_size=True)
    assert paper.count(b"/Type /Page\n") == 1
