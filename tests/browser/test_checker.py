"""Asking the rules at the table: by taps with a live verdict, and as a plain form."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, expect

from scorebook.ledger.reading import sheet_of
from tests.factories import make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(ann):
    """Link, two rounds in: the third asks for two runs."""
    table = [ann.player, *(make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa"))]
    game = make_game(players=table, by=ann.player)
    play_round(game)
    play_round(game)
    return game


@pytest.fixture
def phone(phone):
    yield phone
    assert phone.faults == []


def tap(phone, keys: str) -> None:
    """Taps keys one after the other: h 7 8 * T ... A small letter is a suit, × copies."""
    for key in keys.split():
        if key in "shdc":
            target = phone.page.locator(f"[data-suit={key.upper()}]")
        else:
            target = phone.page.locator(f"[data-card='{'JK' if key == '*' else key}']")
        phone.tap(target)


def slot(phone, name: str) -> Locator:
    return phone.page.get_by_role("region", name=name, exact=True)


def overall(phone) -> Locator:
    return phone.page.locator("[data-live=overall]")


def test_two_runs_take_ten_taps_and_the_verdict_is_live(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    phone.link("Is it legal?").click()
    tap(phone, "h 3 4 * 6")
    expect(slot(phone, "Run 1")).to_contain_text("✓ Legal.")
    expect(overall(phone)).to_contain_text("You can’t go down yet.")
    tap(phone, "c 7 8 9 T")
    assert phone.taps == 10
    expect(overall(phone)).to_contain_text("✓ You can go down.")
    expect(slot(phone, "Run 1")).to_contain_text("joker as 5♥")
    expect(slot(phone, "Run 2").locator(".mini-card")).to_have_count(4)


def test_cards_at_fault_are_outlined_and_taking_back_asks_again(phone, game):
    phone.page.goto(reverse("check", args=[game.id]))
    tap(phone, "h 3 4 5 6 c 7 * * T")
    second = slot(phone, "Run 2")
    expect(second).to_contain_text("✗ Not legal. Wild cards lie back to back.")
    expect(second).to_contain_text("At fault: joker, joker.")
    expect(second.locator(".bad")).to_have_count(2)
    outline = second.locator(".bad").first.evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"
    expect(overall(phone)).to_contain_text("You can’t go down yet.")
    for _ in range(3):
        phone.button("Take back the last card").click()
    expect(second.locator(".mini-card")).to_have_count(1)
    tap(phone, "8 9 *")
    expect(second).to_contain_text("✓ Legal.")
    expect(phone.page.locator("[data-live=short]")).to_contain_text("✓ You can go down.")


def test_a_set_takes_a_rank_and_how_many(phone, game):
    phone.page.goto(reverse("check", args=[game.id]) + "?round=1")
    tap(phone, "8")
    phone.tap(phone.button("Three of them"))
    tap(phone, "K K *")
    assert phone.taps == 5
    expect(overall(phone)).to_contain_text("✓ You can go down.")
    assert [field.input_value() for field in fields(phone)] == ["8 8 8", "K K JK"]


def fields(phone) -> list[Locator]:
    return phone.page.locator("[name=cards]").all()


def test_a_suit_tapped_late_counts_for_the_cards_before_it(phone, game):
    phone.page.goto(reverse("check", args=[game.id]))
    tap(phone, "3 4 5 6")
    expect(slot(phone, "Run 1")).to_contain_text("A meld has to say the suit of the 3.")
    tap(phone, "h")
    expect(slot(phone, "Run 1")).to_contain_text("✓ Legal.")
    assert fields(phone)[0].input_value() == "3H 4H 5H 6H"


def test_a_card_is_played_off_by_taps(phone, game):
    phone.page.goto(reverse("check_question", args=[game.id, "play-off"]))
    phone.page.get_by_label("It is a").select_option("run")
    tap(phone, "h 3 4 5 6 h 7")
    expect(overall(phone)).to_contain_text("✓ You may play it off.")
    phone.page.get_by_label("I am down").uncheck()
    expect(overall(phone)).to_contain_text("✗ You may not play it off.")


def test_a_two_of_spades_is_wild_by_its_key_and_by_its_suit(phone, ann):
    table = [ann.player, *(make_player(name=name) for name in ("Em", "Mike"))]
    norwegian = make_game(variant="norwegian", players=table, by=ann.player)
    phone.page.goto(reverse("check", args=[norwegian.id]) + "?round=3")
    tap(phone, "h 7 8 2S T s 2 3 4 5")
    expect(slot(phone, "Run 1")).to_contain_text("2♠ as 9♥")
    expect(slot(phone, "Run 2")).to_contain_text("✓ Legal. A run: 2♠ 3♠ 4♠ 5♠")
    assert [field.input_value() for field in fields(phone)] == ["7H 8H 2S TH", "2S 3S 4S 5S"]


def test_what_cannot_be_reached_is_told(phone_of, ann, game):
    phone = phone_of(ann)
    phone.page.goto(reverse("check", args=[game.id]))
    phone.page.context.set_offline(True)
    tap(phone, "h 3")
    expect(phone.page.get_by_role("alert")).to_have_text(
        "Could not reach the house. The verdict is of before."
    )
    expect(slot(phone, "Run 1").locator(".mini-card")).to_have_count(1)
    phone.page.context.set_offline(False)
    tap(phone, "4")
    expect(phone.page.get_by_role("alert")).to_be_hidden()


def test_a_lay_down_is_recorded_from_the_checker(phone, game):
    phone.page.goto(reverse("check", args=[game.id]))
    tap(phone, "h 3 4 5 6 c 7 8 9 T")
    phone.page.get_by_label("Record this lay-down for").select_option("Rosa")
    phone.button("Record it").click()
    laid = slot(phone, "Laid down in round 3")
    expect(laid).to_contain_text("Rosa: run 3♥ 4♥ 5♥ 6♥")
    assert len(sheet_of(game).rounds[2].cells[3].melds) == 2


def test_the_same_question_without_javascript(phone_of, ann, game):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("check", args=[game.id]))
    expect(phone.page.locator(".pad")).to_be_hidden()
    phone.page.get_by_label("Run 1, typed").fill("3h 4h * 6h")
    phone.page.get_by_label("Run 2, typed").fill("7C * * 10C")
    phone.button("Check").click()
    expect(slot(phone, "Run 1")).to_contain_text("✓ Legal.")
    expect(slot(phone, "Run 2")).to_contain_text("At fault: joker, joker.")
    expect(phone.page.get_by_label("Run 2, typed")).to_have_value("7C * * 10C")
    phone.page.get_by_label("Run 2, typed").fill("7C 8C * 10C")
    phone.button("Check").click()
    expect(overall(phone)).to_contain_text("✓ You can go down.")
    phone.page.get_by_text("more melds").click()
    phone.button("One more set").click()
    expect(slot(phone, "Set 1")).to_be_visible()
    expect(phone.page.get_by_label("Run 1, typed")).to_have_value("3h 4h * 6h")
    assert phone.faults == []


def test_a_hand_is_tapped_and_its_best_lay_down_taken_to_the_checker(phone, game):
    phone.page.goto(reverse("check_question", args=[game.id, "best"]))
    tap(phone, "h 3 4 * 6 c 7 8 9 T d K s K 5")
    expect(overall(phone)).to_contain_text("✓ You can go down. 90 points laid, 25 left.")
    phone.button("Take these to the checker").click()
    expect(phone.page.locator("[name=cards]")).to_have_count(2)
    assert sorted(field.input_value() for field in fields(phone)) == ["3H 4H JK 6H", "7C 8C 9C TC"]
