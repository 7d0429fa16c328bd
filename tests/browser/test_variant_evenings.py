"""A whole game of every variant but Link by tapping, started by tapping people into their seats."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from scorebook.ledger.recompute import recompute
from tests.browser.evening import Round, buy, play, row, tap_cards, totals
from tests.factories import make_player

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = ("Em", "Mike", "Rosa")


@dataclass(frozen=True)
class Evening:
    """What was played, and what it comes to by hand."""

    rules: str
    rounds: tuple[Round, ...]
    totals: dict[str, str]
    winner: str
    margin: str
    loser: str


# Ace 20, two to nine 5, ten to king 10, and the two of spades, the only wild card, 50.
NORWEGIAN = Evening(
    "norwegian",
    (
        Round("Em", {"Mike": "♠", "Rosa": "2"}),
        Round("Mike", {"Em": "A5", "Rosa": "K2"}),
        Round("Rosa", {"Em": "♠A", "Mike": "T9"}),
        Round("Em", {"Mike": "22", "Rosa": "A"}),
        Round("Mike", {"Em": "Q", "Rosa": "♠2"}),
        Round("Rosa", {"Em": "3", "Mike": "J4"}),
        Round("Em", {"Mike": "K", "Rosa": "7A"}, buys={"Em": 1}),
    ),
    {"Em": "110", "Mike": "100", "Rosa": "120"},
    winner="Mike",
    margin="Beat Em by 10.",
    loser="Rosa, 120",
)

# Ace and two 25, three to nine 5, ten to king 10. Rummy is called on Mike in round 3.
GOURT = Evening(
    "gourt",
    (
        Round("Em", {"Mike": "2", "Rosa": "A"}),
        Round("Mike", {"Em": "22", "Rosa": "K3"}),
        Round("Rosa", {"Em": "9", "Mike": "334455667788"}),
        Round("Em", {"Mike": "T", "Rosa": "J2"}),
        Round("Mike", {"Em": "Q8", "Rosa": "4"}),
        Round("Rosa", {"Em": "A2", "Mike": "7"}),
    ),
    {"Em": "120", "Mike": "100", "Rosa": "80"},
    winner="Rosa",
    margin="Beat Mike by 20.",
    loser="Em, 120",
)

# Ace −15, two to nine −5, ten to king −10, joker −20; the highest total wins.
BGA_FULL = Evening(
    "bga_full",
    (
        Round("Em", {"Mike": "*", "Rosa": "A"}),
        Round("Rosa", {"Em": "K5", "Mike": "A"}),
        Round("Em", {"Mike": "2", "Rosa": "T"}),
        Round("Mike", {"Em": "*A", "Rosa": "3"}),
        Round("Em", {"Mike": "9", "Rosa": "**"}),
        Round("Mike", {"Em": "J", "Rosa": "7"}),
        Round("Rosa", {"Em": "4", "Mike": "Q"}),
    ),
    {"Em": "−65", "Mike": "−55", "Rosa": "−75"},
    winner="Mike",
    margin="Beat Em by 10.",
    loser="Rosa, −75",
)

BGA_SHORT = Evening(
    "bga_short",
    (
        Round("Em", {"Mike": "*", "Rosa": "K"}),
        Round("Mike", {"Em": "A", "Rosa": "5"}),
        Round("Em", {"Mike": "**5", "Rosa": "T"}),
        Round("Rosa", {"Em": "QA", "Mike": "2"}),
    ),
    {"Em": "−40", "Mike": "−70", "Rosa": "−25"},
    winner="Rosa",
    margin="Beat Em by 15.",
    loser="Mike, −70",
)


@pytest.fixture(autouse=True)
def people(family):
    return [make_player(name=name) for name in NAMES]


def start(phone, rules: str) -> None:
    phone.page.goto("/games/new/")
    for name in NAMES:
        phone.tap(phone.button(name, exact=True))
    phone.tap(phone.page.locator(f"label.rule:has([value={rules}])"))
    phone.tap(phone.button("Start: 3 players, Em deals"))
    phone.page.wait_for_url("**/games/*-*/")


def play_on(phone, round: Round, *, last: bool) -> None:
    play(phone, round)
    buy(phone, round)
    expect(phone.page.locator(".warnings")).to_have_count(0)
    phone.tap(phone.button("Looks right. See who won") if last else phone.link("Looks right"))


def play_out(phone, evening: Evening) -> None:
    """The whole game from its form to its sheet, and what each page says of the result."""
    start(phone, evening.rules)
    for round in evening.rounds[:-1]:
        play_on(phone, round, last=False)
    play_on(phone, evening.rounds[-1], last=True)
    check_result(phone, evening)


def check_result(phone, evening: Evening) -> None:
    over = phone.page
    expect(over.locator(".won h2")).to_have_text(evening.winner)
    expect(over.locator(".won .hero")).to_have_text(evening.totals[evening.winner])
    expect(over.locator(".won")).to_contain_text(evening.margin)
    expect(over.locator(".lost h2")).to_have_text(evening.loser)
    phone.tap(phone.link("Score sheet", exact=True))
    assert totals(phone) == evening.totals
    assert recompute(check=True) == []
    assert phone.faults == []


def test_norwegian_where_one_two_is_fifty_and_the_others_five(phone):
    play_out(phone, NORWEGIAN)
    assert row(phone, 1) == {"Em": "OUT 0", "Mike": "50 50", "Rosa": "5 5"}


def test_gourt_and_whoever_rummy_was_called_on_holds_more(phone):
    start(phone, "gourt")
    for number, round in enumerate(GOURT.rounds, 1):
        if number == 3:
            call_rummy(phone)
        play_on(phone, round, last=number == len(GOURT.rounds))
    check_result(phone, GOURT)
    assert row(phone, 3)["Mike"] == "60 85"


def call_rummy(phone) -> None:
    expect(phone.page).to_have_url(re.compile(r"/\?round=2$"))
    phone.tap(phone.link("More"))
    phone.tap(phone.page.get_by_text("Somebody called rummy"))
    phone.page.get_by_label("Who called it").select_option("Em")
    phone.page.get_by_label("On whom").select_option("Mike")
    phone.tap(phone.button("Record the call"))
    expect(phone.button("Undo")).to_be_visible()


def test_the_full_game_of_bga_counts_down_and_the_highest_wins(phone):
    play_out(phone, BGA_FULL)
    assert row(phone, 4) == {"Em": "−35 −50", "Mike": "OUT −40", "Rosa": "−5 −30"}


def test_the_short_game_of_bga_is_four_rounds(phone):
    play_out(phone, BGA_SHORT)
    expect(phone.page.locator(".grid tbody tr")).to_have_count(4)


def test_a_key_says_what_its_card_costs_here(phone):
    start(phone, "bga_short")
    phone.tap(phone.button("Em", exact=True))
    tap_cards(phone, "*A")
    expect(phone.page.locator("[data-at=value]")).to_have_text("−35")
    expect(phone.page.locator("[data-at=line]")).to_have_text("2 cards · total 0 → −35")
