"""A line that is there when a page opens and dies as a button is pressed: nothing of a game is sent
in a way that leaves the page for the browser's own one of errors, and what was typed is kept.
"""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry, Game, Player
from tests.browser.evening import tap_cards
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA = range(3)


@pytest.fixture
def table(ann) -> list[Player]:
    return [make_player(name=name) for name in ("Em", "Mike", "Rosa")]


@pytest.fixture
def game(ann, table) -> Game:
    """Round 1 is in; of round 2 Em went out."""
    game = make_game(variant="gourt", players=table, by=ann.player)
    play_round(game, out=EM, hands={MIKE: "KK", ROSA: "5"})
    hand_in(game, "out", {"seat": EM}, round=2)
    return game


def open_page(phone, name: str, *args) -> None:
    phone.page.goto(reverse(name, args=args))
    phone.page.wait_for_load_state("networkidle")


def dies(phone) -> None:
    """Whatever is sent from now on never arrives, though the house says that it is there."""
    phone.page.route(
        "**/*",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )


def comes_back(phone, what: str = "entry") -> None:
    phone.page.unroute("**/*")
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.page.locator(".waiting")).to_contain_text(f"Sent. 1 {what}.")


def drawn(phone):
    return phone.page.locator("main[tabindex]")


def newest(game: Game) -> Entry:
    return Entry.objects.filter(game=game).latest("seq")


FORMS = [
    (
        "Somebody called rummy",
        "Record the call",
        {"Who called it": "Rosa", "On whom": "Mike"},
        {"kind": "rummy", "round": 2, "seat": None, "payload": {"caller": ROSA, "offender": MIKE}},
    ),
    (
        "Somebody joins late",
        "Sit down",
        {"Who": "Zoe", "Sits to the left of": "Mike", "Starts with": "Zero points"},
        {"kind": "join", "round": 2, "seat": None},
    ),
    (
        "Somebody leaves",
        "Leave the table",
        {"Who leaves": "Rosa", "First round not played": "3"},
        {"kind": "leave", "round": 3, "seat": ROSA, "payload": {}},
    ),
    (
        "Write a note",
        "Note it",
        {"For the record": "The dog ate a queen "},
        {"kind": "note", "round": 2, "seat": None, "payload": {"text": "The dog ate a queen"}},
    ),
    (
        "Points by the table’s decision",
        "Put it on the sheet",
        {"Who": "Mike", "Points, as the sheet shows them": "-10", "Why": "Sang"},
        {"kind": "adjust", "round": 2, "seat": MIKE, "payload": {"points": -10, "reason": "Sang"}},
    ),
    (
        "Date, place, dealer, decks",
        "Correct it",
        {"Date": "2026-11-30", "Place": "The cabin", "First dealer": "Rosa", "Decks": "3"},
        {"kind": "start", "round": None, "seat": None},
    ),
]


def fill_in(phone, title: str, fields: dict[str, str]) -> None:
    phone.tap(phone.page.locator("summary").filter(has_text=title))
    for label, value in fields.items():
        field = phone.page.locator("details[open]").get_by_label(label, exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)


@pytest.mark.parametrize(
    ("title", "button", "fields", "says"), FORMS, ids=[says["kind"] for *_, says in FORMS]
)
def test_what_else_happens_at_a_table_is_kept_and_sent(phone, game, title, button, fields, says):
    make_player(name="Zoe")
    open_page(phone, "more", game.id)
    fill_in(phone, title, fields)
    dies(phone)
    phone.tap(phone.button(button))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    expect(phone.page.locator(".bar .waiting")).to_contain_text("⇡ 1 waiting")
    comes_back(phone)
    entry = newest(game)
    assert {name: getattr(entry, name) for name in says} == says


def test_a_correction_of_the_start_keeps_who_sits_there(phone, game):
    before = Entry.objects.get(game=game, kind="start")
    title, button, fields, _ = FORMS[-1]
    open_page(phone, "more", game.id)
    fill_in(phone, title, fields)
    phone.tap(phone.button(button))
    expect(phone.page.locator(".grid")).to_be_visible()
    said = {"date": "2026-11-30", "place": "The cabin", "first_dealer": ROSA, "decks": 3}
    after = newest(game)
    assert (after.payload, after.replaces) == (before.payload | said | {"occasion": ""}, before.id)


def test_somebody_new_who_sits_down_is_on_the_phones_own_sheet(phone, game):
    open_page(phone, "more", game.id)
    fill_in(phone, "Somebody joins late", {"Name, if new": "Nana", "First round played": "2"})
    dies(phone)
    phone.tap(phone.button("Sit down"))
    expect(drawn(phone).locator(".grid thead")).to_contain_text("Nana")
    comes_back(phone)
    assert game.seats.get(number=3).player.name == "Nana"
    said = newest(game).payload
    assert (said["player"]["name"], said["after_seat"], said["points"]) == ("Nana", EM, "zero")


def test_other_rules_count_on_the_phone_at_once(phone, game):
    phone.page.goto(reverse("change_rules", args=[game.id]) + "?rule_set=link")
    phone.page.wait_for_load_state("networkidle")
    dies(phone)
    phone.tap(phone.button("Score it by Link"))
    expect(drawn(phone).locator(".grid tbody tr")).to_have_count(7)
    comes_back(phone)
    game.refresh_from_db()
    assert game.rule_set.slug == "link"


def test_what_is_refused_is_said_at_its_form_and_stays_typed(phone, game):
    open_page(phone, "more", game.id)
    fill_in(phone, "Somebody called rummy", {"Who called it": "Rosa", "On whom": "Rosa"})
    phone.tap(phone.button("Record the call"))
    expect(phone.page.locator("details[open] [role=alert]")).to_be_visible()
    expect(phone.page.get_by_label("On whom")).to_have_value(str(ROSA))
    expect(phone.page.locator(".waiting button")).to_be_hidden()


@pytest.mark.parametrize(("button", "kind"), [("Ann, ", "drop"), ("Ben, ", "accept")])
def test_a_conflict_is_settled_once_the_line_is_back(phone, ben, game, button, kind):
    about = {"round": 2, "seat": MIKE}
    hand_in(game, "hand", {"cards": ["K"]}, **about)
    game.helpers.add(ben.player)
    waits = hand_in(game, "hand", {"cards": ["A"]}, author=ben.player, **about).proposal
    open_page(phone, "conflict", game.id, waits.id)
    dies(phone)
    phone.tap(phone.button(button))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    comes_back(phone)
    assert list(Entry.objects.filter(kind=kind).values_list("payload", flat=True)) == [
        {"proposal": str(waits.id)}
    ]


def test_a_new_game_begins_with_all_that_was_said_of_new_people(phone, table):
    open_page(phone, "new_game")
    for name in ("Rosa", "Mike"):
        phone.tap(phone.button(name, exact=True))
    phone.tap(phone.button("+ New person"))
    phone.page.keyboard.type("Maximiliane")
    row = phone.page.locator("[data-newcomer]:visible")
    row.get_by_text("More").click()
    row.get_by_label("Short name").fill("Maxi")
    row.get_by_label("A child").check()
    dies(phone)
    phone.tap(phone.button("Start: 3 players, Rosa deals"))
    expect(drawn(phone).locator(".grid thead")).to_contain_text("Maxi")
    assert not Game.objects.exists()
    comes_back(phone)
    maxi = Game.objects.get().seats.get(number=2).player
    assert (maxi.name, maxi.short_name, maxi.is_child) == ("Maximiliane", "Maxi", True)


def test_the_same_table_and_a_rematch_begin_as_well(phone, ann, table):
    game = make_game(players=table, by=ann.player)
    play_game(game)
    for page, args, button in (
        ("new_game", [], "Yes. Mike deals first"),
        ("game_over", [game.id], "Rematch"),
    ):
        open_page(phone, page, *args)
        dies(phone)
        phone.tap(phone.button(button))
        expect(drawn(phone).locator(".table-head")).to_contain_text("Mike deals")
        comes_back(phone)
    assert Game.objects.count() == 3


def test_a_game_that_the_house_refuses_is_said_and_can_be_mended(phone, table):
    Player.objects.create(name="Zoe", short_name="Zoe")
    open_page(phone, "new_game")
    for name in ("Rosa", "Zoe"):
        phone.tap(phone.button(name, exact=True))
    phone.page.get_by_text("Decks, date, place, occasion").click()
    phone.page.get_by_label("Occasion").fill("Ad\u202event")
    phone.tap(phone.button("Start: 2 players, Rosa deals"))
    expect(phone.page.locator("[data-said]")).to_be_visible()
    phone.page.get_by_label("Occasion").fill("Advent")
    phone.tap(phone.button("Start: 2 players, Rosa deals"))
    expect(phone.page.locator(".grid")).to_be_visible()
    assert Game.objects.get().occasion == "Advent"


def test_a_name_of_the_rail_leads_there_with_the_first_tap_without_a_signal(phone, game):
    open_page(phone, "hand", game.id, 2, MIKE)
    tap_cards(phone, "K")
    dies(phone)
    phone.tap(phone.page.locator(".rail button", has_text="Em"))
    expect(drawn(phone)).to_contain_text("The sheet says that Em went out.")
    comes_back(phone, "hand")
    assert sheet_of(game).rounds[1].cells[MIKE].cards == ("K",)


def test_a_correction_leads_back_to_where_it_was_opened(phone, game):
    open_page(phone, "hand", game.id, 1, MIKE)
    tap_cards(phone, "5")
    dies(phone)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(drawn(phone).locator("#r1s1")).to_be_focused()
    expect(phone.page.locator(".notice")).to_contain_text("Round 1, Mike: now 25")


def test_a_hand_that_was_not_changed_leads_on_without_a_signal(phone, game):
    hand_in(game, "hand", {"cards": ["K"]}, round=2, seat=MIKE)
    open_page(phone, "hand", game.id, 2, MIKE)
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(drawn(phone).locator(".entry h2")).to_have_text("Rosa")
