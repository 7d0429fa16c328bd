"""Every page for everybody: axe, small screens, large text, fingers, keyboards, less motion."""

from __future__ import annotations

import io
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.accounts.services import issue_setup_token
from scorebook.ledger.append import record
from scorebook.ledger.reading import sheet_of
from scorebook.models import Game, Photo
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo
from scorebook.talk import services as talk
from tests.browser.evening import tap_cards
from tests.browser.phone import Phone
from tests.factories import hand_in, make_game, make_player, make_post, play_game, play_round
from tests.photos import pictures

pytestmark = pytest.mark.django_db(transaction=True)

LARGEST, SMALLEST = {"width": 390, "height": 844}, {"width": 320, "height": 568}
FINGER = 44  # pixels

# Small targets that can be seen; what lies in a label counts by its label.
TOO_SMALL = f"""
[...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.matches(".skip"))
  .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < {FINGER} - 0.1)
  .map(([html, box]) => `${{box.width}} × ${{box.height}}: ${{html}}`)
"""
MOVING = """
[...document.querySelectorAll("*")]
  .filter((one) => getComputedStyle(one).transitionDuration !== "0s" ||
                   getComputedStyle(one).animationName !== "none")
  .map((one) => one.outerHTML.slice(0, 90))
"""


@dataclass(frozen=True)
class World:
    """A family in the middle of things. `dispute` is a conflict about `running` that is open."""

    running: Game
    dispute: str
    won: Game
    tied: Game
    child: Game
    dunce: Game


@pytest.fixture
def world(settings, tmp_path, ann, ben):
    settings.PHOTOS_DIR = tmp_path / "photos"
    table = [ann.player, *(make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa"))]
    won = make_game(players=table, by=ann.player)
    play_game(won)
    for side in Side:
        add_photo(game=won, side=side, file=io.BytesIO(pictures.jpeg()), by=ann.player)
    running, dispute = in_the_middle(table, ben.player)
    return World(running, dispute, won, *endings(table[:2], ann.player))


def in_the_middle(table, other) -> tuple[Game, str]:
    """Round 3 with its cut, a hand to look at and one in dispute; a correction in round 1."""
    game = make_game(players=table, by=table[0])
    for _ in range(2):
        play_round(game, hands={1: "KKA", 2: "***"})
    standing = sheet_of(game).rounds[0].cells[1].entry
    hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=1, replaces=standing)
    hand_in(game, "cut", {"exact": True, "seat": 1}, round=3)
    hand_in(game, "out", {"seat": 0}, round=3)
    hand_in(game, "hand", {"cards": ["JK"] * 5}, round=3, seat=1)
    hand_in(game, "hand", {"cards": ["K", "A"]}, round=3, seat=2)
    hand = {"cards": ["Q", "A"]}
    outcome = record(game.id, "hand", hand, author=other, round=3, seat=2)
    return game, str(outcome.proposal.id)


def endings(two, author) -> list[Game]:
    """A tie, a child that lost, a loser with a dunce card; of short games, ended early."""
    tess = make_player(name="Tess", is_child=True)
    games = []
    for table, held in ((two, 0), ([two[0], tess], 20), (two, 20)):
        games.append(make_game(variant="bga_short", players=table, by=author))
        play_round(games[-1], hands={1: held})
        hand_in(games[-1], "finish", {"early": True})
    Game.objects.filter(id=games[2].id).update(sentence=Sentence.DUNCE)
    return games


def at(name: str, *fixed: object) -> Callable[[Phone, World], None]:
    """Goes to a page by its URL's name."""
    return lambda phone, world: phone.page.goto(reverse(name, args=fixed))


def of(game: str, name: str, *fixed: object, query: str = "") -> Callable[[Phone, World], None]:
    """Goes to a page of one of the world's games."""

    def go(phone: Phone, world: World) -> None:
        phone.page.goto(reverse(name, args=[getattr(world, game).id, *fixed]) + query)

    return go


def dispute(phone: Phone, world: World) -> None:
    phone.page.goto(reverse("conflict", args=[world.running.id, world.dispute]))


def refused_hand(phone: Phone, world: World) -> None:
    of("running", "hand", 3, 3)(phone, world)
    phone.page.get_by_text("type total").click()
    phone.page.get_by_label("’s total").fill("63")
    phone.page.locator("[data-at=next]").click()
    expect(phone.page.get_by_role("alert")).to_be_visible()


def refused_table(phone: Phone, world: World) -> None:
    at("new_game")(phone, world)
    phone.button("+ New person").click()
    phone.page.locator("[data-start]").click()
    expect(phone.page.get_by_role("status")).to_contain_text("A new person needs a name.")


def refused_event(phone: Phone, world: World) -> None:
    of("running", "more")(phone, world)
    phone.page.get_by_text("Somebody joins late").click()
    phone.button("Sit down").click()
    expect(phone.page.get_by_role("alert")).to_be_visible()


def hung(name: str) -> Callable[[Phone, World], None]:
    """Goes to a page of the winner's photo."""
    return lambda phone, world: phone.page.goto(
        reverse(name, args=[Photo.objects.get(side=Side.WINNER).id])
    )


def refused_photo(phone: Phone, world: World) -> None:
    at("new_photo")(phone, world)
    phone.button("Post").click()
    phone.page.get_by_text("Choose a photo first.").wait_for()


def answered_check(phone: Phone, world: World) -> None:
    of("running", "check")(phone, world)
    for suit, ranks in (("H", "3456"), ("C", "7")):
        phone.page.locator(f"[data-suit={suit}]").click()
        for rank in ranks:
            phone.page.locator(f"[data-card='{rank}']").click()
    for card in ("JK", "JK", "T"):
        phone.page.locator(f"[data-card={card}]").click()
    expect(phone.page.locator(".bad")).to_have_count(2)


def about(name: str) -> Callable[[Phone, World], None]:
    """Goes to a page about whoever kept the score of the game that was won."""
    return lambda phone, world: phone.page.goto(reverse(name, args=[world.won.scorekeeper_id]))


def invited(phone: Phone, world: World) -> None:
    """The link of an invitation, just made."""
    add = make_player(name="Zoe")
    phone.page.goto(reverse("invite_person", args=[add.id]))
    phone.button("Make the link").click()
    expect(phone.page.get_by_label("To paste into a chat")).to_be_visible()


def landed(phone: Phone, world: World) -> None:
    invited(phone, world)
    phone.page.goto(phone.page.locator("textarea").input_value().split()[-1])
    expect(phone.button("Come in")).to_be_visible()


def coded(phone: Phone, world: World) -> None:
    of("running", "table_code")(phone, world)
    phone.button("Make a code").click()
    expect(phone.page.locator(".qr svg")).to_be_visible()


def shared(phone: Phone, world: World) -> None:
    of("won", "share_game")(phone, world)
    phone.button("Make a link").click()
    phone.page.goto(phone.page.locator("textarea").input_value())
    expect(phone.page.get_by_role("table")).to_be_visible()


def said(kind: str, name: str = "post_page", **more) -> Callable[[Phone, World], None]:
    """Goes to a page of a post with a comment."""

    def go(phone: Phone, world: World) -> None:
        by = world.won.scorekeeper
        post = make_post(kind, by=by, title=f"A {kind}", game=world.won, **more)
        talk.comment(post, id=uuid.uuid4(), by=by, body="- *Well*\n- [there](/)")
        if kind == "dispute":
            side = post.dispute.sides.first()
            talk.vote(post.dispute, side=side, by=by, today=world.won.played_on)
        phone.page.goto(reverse(name, args=[post.id]))

    return go


def settled(phone: Phone, world: World) -> None:
    said("dispute", "close_dispute", **EVIDENCE)(phone, world)
    phone.page.get_by_label("The ruling").fill("> No.")
    phone.button("Close it").click()
    expect(phone.link("Make it a house rule")).to_be_visible()


def refused_dispute(phone: Phone, world: World) -> None:
    at("write_post", "dispute")(phone, world)
    phone.button("Post it").click()
    expect(phone.page.get_by_role("alert").first).to_be_visible()


def shared_post(phone: Phone, world: World) -> None:
    said("dispute", "share_post", **EVIDENCE)(phone, world)
    phone.page.get_by_label("With the comments").check()
    phone.button("Make a link").click()
    phone.page.goto(phone.page.locator("textarea").input_value())
    expect(phone.page.get_by_role("heading", name="Comments")).to_be_visible()


def binned(phone: Phone, world: World) -> None:
    said("rant", body="No.")(phone, world)
    with phone.page.expect_navigation():
        phone.button("Put it in the bin").click()
    at("talk_bin")(phone, world)


EVIDENCE = {"cards": "Run: 7H 8H * TH\nKKK", "rule": "“A run is four cards.”"}


def six_digits(phone: Phone, world: World) -> None:
    at("pairing_code")(phone, world)
    phone.button("Show six digits").click()
    expect(phone.page.locator("#digits")).to_be_visible()


PAGES = {
    "home": at("home"),
    "winners": at("boards"),
    "losers": lambda phone, world: phone.page.goto(reverse("board", args=["losers"])),
    "a board by rate": lambda phone, world: phone.page.goto("/tally/rounds-won/?by=rate&seats=9"),
    "filters": at("choose_history"),
    "seasons": at("seasons"),
    "ratings": lambda phone, world: phone.page.goto(reverse("board", args=["ratings"])),
    "history": at("history"),
    "the family in numbers": at("family_numbers"),
    "its games to choose": at("choose_numbers", "evenings"),
    "its contracts": at("family_contracts"),
    "its records": at("family_records"),
    "its year": at("family_year", 2026),
    "an evening": at("family_evening", 2026, 11, 29),
    "the book": at("book", 2026),
    "television": at("tv_now"),
    "people": at("people"),
    "a person": about("person"),
    "games of theirs to choose": about("choose_person"),
    "a person, changed": about("edit_person"),
    "a person, merged": about("merge_people"),
    "somebody new": at("add_person"),
    "invitations": at("invitations"),
    "an invitation": invited,
    "an invitation, landed": landed,
    "devices": at("devices"),
    "six digits": six_digits,
    "six digits, typed": at("pair"),
    "password": at("set_password"),
    "proof": at("prove"),
    "the family": at("family"),
    "who did what": at("deeds"),
    "backups": at("backups"),
    "a table's code": coded,
    "a table's code, typed": at("enter_code"),
    "the wall": at("wall"),
    "the wall, everything": lambda phone, world: phone.page.goto(
        reverse("wall") + "?side=everything"
    ),
    "a photo": hung("photo_page"),
    "a photo, changed": hung("edit_photo"),
    "a photo, new": at("new_photo"),
    "a photo, new, refused": refused_photo,
    "hidden and binned": at("photo_bin"),
    "sharing": of("won", "share_game"),
    "shared": shared,
    "new game": at("new_game"),
    "new game, refused": refused_table,
    "table": of("running", "table"),
    "table, round saved": of("running", "table", query="?round=2"),
    "table, finished": of("won", "table"),
    "hand": of("running", "hand", 3, 3),
    "hand, entered": of("running", "hand", 3, 1),
    "hand, corrected": of("running", "hand", 1, 1),
    "hand, refused": refused_hand,
    "who went out": of("running", "went_out", 3),
    "review": of("running", "review", 2),
    "conflict": dispute,
    "more": of("running", "more"),
    "more, refused": refused_event,
    "more, finished": of("won", "more"),
    "log": of("running", "log"),
    "into the bin": of("running", "bin_game"),
    "games in the bin": at("binned_games"),
    "is it legal": of("running", "check"),
    "is it legal, answered": answered_check,
    "is it legal, a card": of("running", "check_question", "play-off"),
    "is it legal, buying": of("running", "check_question", "buy"),
    "is it legal, a hand": of("running", "check_question", "best"),
    "is it legal, rounds": of("running", "check_rounds"),
    "other rules": of("running", "change_rules", query="?rule_set=gourt"),
    "game over": of("won", "game_over"),
    "game over, tie": of("tied", "game_over"),
    "game over, a child lost": of("child", "game_over"),
    "game over, dunce card": of("dunce", "game_over"),
    "a dispute": said("dispute", **EVIDENCE),
    "a dispute, settled": settled,
    "a dispute, written": at("write_post", "dispute"),
    "a dispute, refused": refused_dispute,
    "a dispute, said better": said("dispute", "edit_post"),
    "a rant": said("rant", body="> *Never*\n\n1. again"),
    "a word": said("lingo", meanings=["one thing", "another"]),
    "a post, shared": said("story", "share_post", body="Well"),
    "a post, shown": shared_post,
    "talk": at("talk"),
    "talk, kinds": at("what_to_write"),
    "talk, binned": binned,
    "lingo": at("lingo"),
    "home, with talk": at("home"),
    "not found": lambda phone, world: phone.page.goto("/nowhere/"),
}
ENTRY = (
    "the family in numbers",
    "its contracts",
    "its records",
    "its year",
    "the book",
    "table",
    "hand",
    "hand, entered",
    "review",
    "new game",
    "conflict",
    "who went out",
    "is it legal",
    "is it legal, answered",
    "is it legal, a card",
    "is it legal, buying",
    "is it legal, a hand",
    "a dispute",
    "a dispute, written",
    "talk, kinds",
    "talk, binned",
)


def violations(phone: Phone) -> list[str]:
    """What axe finds serious: every rule in the light, the contrasts again in the dark."""
    axe = Axe()
    phone.page.emulate_media(color_scheme="light")
    found = axe.run(phone.page).response["violations"]
    phone.page.emulate_media(color_scheme="dark")
    contrast = {"runOnly": ["color-contrast"], "resultTypes": ["violations"]}
    found += axe.run(phone.page, options=contrast).response["violations"]
    return [
        f"{one['id']}: {[node['html'][:150] for node in one['nodes']]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def scrolls_sideways(phone: Phone) -> bool:
    return phone.page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )


def ids_given_twice(phone: Phone) -> list[str]:
    """What axe lets pass: a part of the page that another one's heading names."""
    ids = phone.page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)")
    return [f"two have the id {id!r}" for id, count in Counter(ids).items() if count > 1]


def faults_of(phone: Phone) -> list[str]:
    phone.page.set_viewport_size(LARGEST)
    faults = violations(phone) + ids_given_twice(phone)
    phone.page.set_viewport_size(SMALLEST)
    return faults + ["scrolls sideways"] * scrolls_sideways(phone)


def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(phone, world):
    faults = {}
    for name, go in PAGES.items():
        go(phone, world)
        faults[name] = faults_of(phone)
    assert {name: found for name, found in faults.items() if found} == {}


def test_the_pages_before_anybody_has_played_or_is_signed_in(phone):
    phone.page.goto("/")
    expect(phone.page.get_by_text("No games yet.")).to_be_visible()
    assert faults_of(phone) == []
    phone.page.goto(reverse("boards"))
    assert faults_of(phone) == []
    phone.page.context.clear_cookies()
    phone.page.goto("/")
    assert faults_of(phone) == []
    phone.page.get_by_label("Name").fill("ann")
    phone.page.get_by_label("Password").fill("wrong")
    phone.button("Sign in").click()
    expect(phone.page.get_by_role("alert")).to_be_visible()
    assert faults_of(phone) == []


def test_the_pages_of_the_first_start(phone_of, transactional_db):
    phone = phone_of(None)
    phone.page.goto("/")
    expect(phone.page.get_by_role("heading", name="Not set up yet")).to_be_visible()
    assert faults_of(phone) == []
    phone.page.goto(reverse("setup", args=[issue_setup_token()]))
    expect(phone.page.get_by_label("Name of the family")).to_be_visible()
    assert faults_of(phone) == []
    phone.page.locator("form").evaluate("form => form.noValidate = true")
    phone.page.get_by_label("Name of the family").fill("The Links")
    phone.page.locator("form button").click()
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    assert faults_of(phone) == []


@pytest.mark.parametrize("size", [LARGEST, SMALLEST], ids=["390", "320"])
def test_everything_on_the_entry_screens_is_as_large_as_a_finger(phone, world, size):
    phone.page.set_viewport_size(size)
    small = {}
    for name in ENTRY:
        PAGES[name](phone, world)
        small[name] = phone.page.evaluate(TOO_SMALL)
    phone.page.set_viewport_size(size)
    PAGES["hand"](phone, world)
    tap_cards(phone, "KK4A")
    small["tray"] = phone.page.evaluate(TOO_SMALL)
    assert {name: found for name, found in small.items() if found} == {}


def test_text_of_twice_the_size_reflows(phone, world):
    phone.page.set_viewport_size(SMALLEST)
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    wide = []
    for name in (
        *ENTRY,
        "hand, corrected",
        "game over",
        "other rules",
        "home",
        "log",
        "talk",
        "lingo",
    ):
        PAGES[name](phone, world)
        size = phone.page.evaluate("getComputedStyle(document.documentElement).fontSize")
        assert size == "32px"
        wide += [name] * scrolls_sideways(phone)
    assert wide == []


def test_nothing_moves_for_those_who_want_less_motion(phone, world):
    phone.page.emulate_media(reduced_motion="reduce")
    for name in ("table", "hand", "review", "game over", "home"):
        PAGES[name](phone, world)
        assert phone.page.evaluate(MOVING) == []


def test_a_hand_is_entered_by_keyboard_alone(phone, world):
    PAGES["hand"](phone, world)
    value = phone.page.locator("[data-at=value]")
    phone.page.keyboard.type("KK4A*0")
    expect(value).to_have_text("105")
    phone.page.keyboard.press("Backspace")
    phone.page.keyboard.press("Backspace")
    expect(value).to_have_text("45")
    expect(phone.page.locator("[data-at=live]")).to_contain_text("total 45")
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator(".entry h2")).to_have_text("Grandpa")
    expect(phone.page.locator("[data-at=region]")).to_be_focused()
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator(".grid")).to_be_visible()
    assert phone.faults == []
