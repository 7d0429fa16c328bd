"""A second phone at the table: in by the code, a hand, and nothing else."""

import re

import pytest
from playwright.sync_api import expect

from scorebook.ledger.reading import sheet_of
from scorebook.models import Game
from tests.browser.evening import KEPT, tap_cards
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(ann) -> Game:
    others = [make_player(name=name) for name in ("Mike", "Rosa", "Em")]
    return make_game(players=[ann.player, *others], by=ann.player)


def links_stay_in(guest, game) -> None:
    """No link of the page leads anywhere but to this game."""
    for link in guest.page.get_by_role("link").all():
        address = link.get_attribute("href")
        assert address.startswith((f"/games/{game.id}/", "#", "?")), address


@pytest.fixture
def guest(phone_of, game):
    """Rosa's phone at the table, by the code; somebody went out."""
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    hand_in(game, "out", {"seat": 0}, round=1)
    guest = phone_of(None)
    guest.page.goto("/j/ABCDEF/")
    guest.tap(guest.button("Rosa", exact=True))
    expect(guest.page.locator(".grid")).to_be_visible()
    return guest


def test_a_guest_whose_signal_goes_while_a_hand_is_entered_goes_on_with_the_phones_own(guest, game):
    guest.tap(guest.link("Enter your hand"))
    guest.page.wait_for_load_state("networkidle")
    tap_cards(guest, "KK4")
    guest.page.context.set_offline(True)
    guest.tap(guest.button("Save your hand"))
    drawn = guest.page.locator("main[tabindex]")
    expect(drawn).to_contain_text("You are Rosa here.")
    expect(drawn.locator("#r1s2")).to_contain_text("25")
    expect(guest.page.locator(".waiting button")).to_have_text("⇡ 1 waiting, no signal")
    guest.tap(guest.link("Enter Mike’s hand"))
    tap_cards(guest, "A")
    guest.tap(guest.button("Next: Em →"))
    expect(guest.page.locator(".entry h2")).to_have_text("Em")
    expect(guest.page.locator(".bar a")).to_have_count(1)
    guest.tap(guest.link("Back to the table"))
    expect(guest.page.locator(".bar a")).to_have_count(0)
    guest.page.context.set_offline(False)
    expect(guest.page.get_by_text("Sent. 2 hands.")).to_be_visible()
    assert [cell.hand_points for cell in sheet_of(game).rounds[0].cells] == [0, 20, 25, 0]


def test_a_guests_phone_keeps_this_table_alone_and_nothing_once_it_is_left(guest, game):
    make_game(players=2)
    guest.page.wait_for_load_state("networkidle")
    assert [row["game"] for row in guest.page.evaluate(KEPT, "records")] == [str(game.id)]
    [kept] = guest.page.evaluate(KEPT, "kit")
    assert "people" not in kept["kit"]
    guest.tap(guest.button("Leave the table"))
    expect(guest.page.get_by_text("You left the table.")).to_be_visible()
    guest.page.wait_for_load_state("networkidle")
    assert guest.page.evaluate(KEPT, "records") == guest.page.evaluate(KEPT, "kit") == []


def test_a_guest_with_a_hand_unsent_is_asked_before_leaving(guest, game):
    guest.tap(guest.link("Enter your hand"))
    guest.page.route("**/entries/", lambda route: route.abort())
    tap_cards(guest, "K")
    guest.tap(guest.button("Save your hand"))
    expect(guest.page.locator(".waiting button")).to_have_text("⇡ 1 waiting, no signal")
    guest.page.goto(f"/games/{game.id}/")
    guest.tap(guest.button("Leave the table"))
    asked = guest.page.get_by_role("dialog")
    expect(asked).to_contain_text("1 hand not sent yet")
    expect(asked).to_contain_text("go when you are back at this table.")
    guest.tap(asked.get_by_role("button", name="Leave all the same"))
    expect(guest.page.get_by_text("You left the table.")).to_be_visible()
    guest.page.goto("/j/ABCDEF/")
    guest.page.unroute("**/entries/")
    with guest.page.expect_response("**/entries/"):
        guest.tap(guest.button("Rosa", exact=True))
    assert sheet_of(game).rounds[0].cells[2].hand_points == 10


def test_who_only_looks_reads_on_without_a_signal(phone_of, vic, game):
    play_round(game, out=0, hands={1: "KK", 2: "5", 3: "A"})
    phone = phone_of(vic)
    phone.page.goto("/")
    phone.page.wait_for_load_state("networkidle")
    phone.page.context.set_offline(True)
    phone.tap(phone.link("Back to the table"))
    drawn = phone.page.locator("main[tabindex]")
    expect(drawn.locator(".grid tfoot")).to_contain_text("20")
    expect(drawn.locator("a, button, .notice")).to_have_count(0)
    expect(phone.page.locator(".dock")).to_have_count(0)
    phone.tap(phone.link("Home"))
    expect(phone.link("Back to the table")).to_be_visible()
    expect(phone.link("New game")).to_have_count(0)


def test_a_guests_hand_survives_the_page_and_goes_from_the_next(guest, game):
    guest.tap(guest.link("Enter your hand"))
    tap_cards(guest, "KK4")
    guest.page.route("**/entries/", lambda route: route.abort())
    guest.tap(guest.page.locator("[data-at=next]"))
    expect(guest.page.locator(".waiting button")).to_have_text("⇡ 1 waiting, no signal")
    guest.page.unroute("**/entries/")
    with guest.page.expect_response("**/entries/"):
        guest.page.goto(f"/games/{game.id}/")
    assert sheet_of(game).rounds[0].cells[2].hand_points == 25


@pytest.mark.parametrize("javascript", [True, False], ids=["", "no script"])
def test_a_guest_comes_by_the_code_adds_a_hand_and_sees_nothing_else(
    phone, phone_of, game, javascript
):
    phone.page.goto(f"/games/{game.id}/")
    phone.tap(phone.link("More"))
    phone.tap(phone.link("The table’s code"))
    phone.tap(phone.button("Make a code"))
    expect(phone.page.locator(".qr svg")).to_be_visible()
    code = phone.page.locator("main .total").inner_text()
    hand_in(game, "out", {"seat": 0}, round=1)

    guest = phone_of(None, javascript=javascript)
    guest.page.goto("/j/")
    guest.page.get_by_label("Six letters, from a phone at the table").fill(code.lower())
    guest.tap(guest.button("To the table"))
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Which one are you?")
    guest.tap(guest.button("Rosa", exact=True))
    expect(guest.page.get_by_text("You are Rosa here.")).to_be_visible()
    guest.tap(guest.link("Enter your hand"))
    if javascript:
        tap_cards(guest, "KK4")
    else:
        guest.page.get_by_label("Cards left in the hand").fill("KK4")
    guest.tap(guest.page.locator("[name=to][value=next]"))
    expect(guest.page.get_by_role("heading", name="Still missing: Mike, Em")).to_be_visible()
    assert sheet_of(game).rounds[0].cells[2].hand_points == 25

    links_stay_in(guest, game)
    guest.tap(guest.link("Is it legal?"))
    if javascript:
        for _ in range(3):
            guest.tap(guest.button("8", exact=True))
    else:
        guest.page.get_by_label("Set 1, typed").fill("8 8 8")
        guest.tap(guest.button("Check", exact=True))
    verdict = guest.page.get_by_role("region", name="Set 1", exact=True)
    expect(verdict).to_contain_text("✓ Legal.")
    links_stay_in(guest, game)
    guest.tap(guest.link("May I buy?"))
    expect(guest.page).to_have_url(re.compile("/check/buy/"))
    if not javascript:
        guest.tap(guest.button("Ask"))
    expect(guest.page.locator("[data-live=overall]")).to_contain_text("Link says:")
    links_stay_in(guest, game)
    guest.page.goto("/")
    expect(guest.page).to_have_url(f"{guest.page.url.split('/sign-in/')[0]}/sign-in/?next=/")
    assert guest.faults == [] and phone.faults == []
