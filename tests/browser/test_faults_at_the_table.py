"""What goes wrong at a table on an evening: nothing is lost, nothing counts twice, all is said."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger.recompute import recompute
from scorebook.models import Entry, Game
from tests.browser.evening import columns, row, tap_cards, totals
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA = range(3)


@pytest.fixture
def game(ann):
    """Link, two rounds in: Em 0, Mike 40, Rosa 80."""
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    game = make_game(players=table, by=ann.player)
    for _ in range(2):
        play_round(game, out=EM, hands={MIKE: "KK", ROSA: "AA"})
    return game


@pytest.fixture
def third(game):
    """Its third round: Em is out, and two hands are missing."""
    hand_in(game, "out", {"seat": EM}, round=3)
    return game


@pytest.fixture
def phone(phone):
    """Whatever was done on it, every figure still follows from the entries, and nothing broke."""
    yield phone
    assert phone.faults == []
    assert recompute(check=True) == []


def hands_of(game: Game) -> int:
    return Entry.objects.filter(game=game, kind="hand", round=3).count()


def open_hand(phone, game: Game, seat: int) -> None:
    phone.page.goto(reverse("hand", args=[game.id, 3, seat]))


def next_key(phone):
    return phone.page.locator("[data-at=next]")


def more(phone, game: Game, form: str) -> None:
    phone.page.goto(reverse("table", args=[game.id]))
    phone.tap(phone.link("More"))
    phone.tap(phone.page.locator("summary").filter(has_text=form))


def test_two_quick_taps_on_next_save_one_hand(phone, third):
    open_hand(phone, third, MIKE)
    tap_cards(phone, "K")
    next_key(phone).dblclick()
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    assert hands_of(third) == 1


def test_back_after_saving_shows_the_saved_hand_and_saves_no_other(phone, third):
    open_hand(phone, third, MIKE)
    tap_cards(phone, "KA")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    phone.page.go_back()
    expect(phone.page.locator("[data-at=value]")).to_have_text("30")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    phone.page.reload()
    expect(phone.page.locator("[data-at=value]")).to_have_text("–")
    assert hands_of(third) == 1


def two_phones(phone, phone_of, ben, game, *, anns: str, bens: str):
    """Ann and Ben, who helps, both have Mike's empty hand before them; Ann saves first."""
    game.helpers.add(ben.player)
    other = phone_of(ben)
    for one in (phone, other):
        open_hand(one, game, MIKE)
    for one, cards in ((phone, anns), (other, bens)):
        tap_cards(one, cards)
        here = one.page.url
        one.tap(next_key(one))
        expect(one.page).not_to_have_url(here)
    return other


def test_the_same_hand_from_two_phones_is_one_hand(phone, phone_of, ben, third):
    other = two_phones(phone, phone_of, ben, third, anns="KA", bens="AK")
    expect(other.page.get_by_text("Ann already saved this.")).to_be_visible()
    assert hands_of(third) == 1


@pytest.mark.parametrize(("settled", "shown"), [("Ann", "40 → 70"), ("Ben", "40 → 80")])
def test_different_hands_from_two_phones_are_settled_by_a_tap(
    phone, phone_of, ben, third, settled, shown
):
    other = two_phones(phone, phone_of, ben, third, anns="KA", bens="AQT")
    main = other.page.locator("main")
    expect(main).to_contain_text("Two scores for Mike in round 3. Nothing is lost.")
    expect(other.button("Ann, ")).to_contain_text("30")
    expect(other.button("Ben, ")).to_contain_text("40")
    expect(main).to_contain_text("The difference: one king against one queen and one 10.")
    phone.page.goto(reverse("table", args=[third.id]))
    expect(phone.link("Which is right?")).to_be_visible()
    one = other if settled == "Ann" else phone  # to give way is Ben's, to prevail is not
    phone.page.goto(other.page.url)
    one.tap(one.button(f"{settled}, "))
    expect(one.page.locator(".grid")).to_be_visible()
    expect(one.link("Which is right?")).to_have_count(0)
    open_hand(other, third, MIKE)
    expect(other.page.locator("[data-at=line]")).to_contain_text(shown)


def test_recounting_together_settles_it_too(phone, phone_of, ben, third):
    other = two_phones(phone, phone_of, ben, third, anns="KA", bens="K")
    phone.page.goto(other.page.url)
    phone.tap(phone.link("Recount together"))
    expect(phone.page.locator("[data-at=value]")).to_have_text("30")
    tap_cards(phone, "5")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    other.page.goto(reverse("table", args=[third.id]))
    expect(other.page.locator(".grid")).to_be_visible()
    expect(other.link("Which is right?")).to_have_count(0)
    assert row(other, 3)["Mike"] == "35✎ 75"


def test_joker_number_five_is_warned_about_and_saved(phone, third):
    open_hand(phone, third, MIKE)
    tap_cards(phone, "***")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    tap_cards(phone, "*")
    expect(phone.page.locator("[data-at=warning]")).to_be_hidden()
    tap_cards(phone, "*")
    expect(phone.page.locator("[data-at=warning]")).to_have_text(
        "That is joker number 5. Two decks only have 4. Somebody count again."
    )
    phone.tap(next_key(phone))
    expect(phone.page.locator(".warnings")).to_contain_text("5 jokers in round 3")
    assert hands_of(third) == 2


def test_more_cards_than_anybody_can_hold_are_warned_about_and_saved(phone, third):
    open_hand(phone, third, MIKE)
    tap_cards(phone, "3344556677889999TTT")
    expect(phone.page.locator("[data-at=warning]")).to_contain_text("Nobody can hold more than 18")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    assert hands_of(third) == 1


def test_who_went_out_after_all_had_cards(phone, third):
    open_hand(phone, third, MIKE)
    tap_cards(phone, "K")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    tap_cards(phone, "5")
    phone.tap(next_key(phone))
    phone.tap(phone.link("Em: went out"))
    phone.tap(phone.button("Mike", exact=True))
    expect(phone.page.locator(".entry h2")).to_have_text("Em")
    tap_cards(phone, "A")
    phone.tap(next_key(phone))
    expect(phone.page.locator(".warnings")).to_contain_text("Mike went out in round 3")
    phone.tap(phone.link("Looks right. Deal round 4"))
    assert row(phone, 3) == {"Em": "20 20", "Mike": "OUT 40", "Rosa": "5 85"}


def test_a_hand_for_somebody_who_left_is_refused_and_kept(phone, phone_of, ben, third):
    """Mike leaves while somebody has his hand before them."""
    third.helpers.add(ben.player)
    other = phone_of(ben)
    open_hand(other, third, MIKE)
    tap_cards(other, "KA")
    more(phone, third, "Somebody leaves")
    phone.page.get_by_label("Who leaves").select_option("Mike")
    phone.tap(phone.button("Leave the table"))
    expect(phone.button("Undo")).to_be_visible()
    other.tap(next_key(other))
    expect(other.page.get_by_role("alert")).to_contain_text("Mike")
    expect(other.page.locator("[data-at=value]")).to_have_text("30")
    assert hands_of(third) == 0
    open_hand(other, third, MIKE)
    expect(other.page.get_by_text("Mike was not at the table in round 3.")).to_be_visible()
    assert other.faults == []


def test_a_late_joiner_sits_down_stands_up_and_sits_down_again(phone, game):
    more(phone, game, "Somebody joins late")
    phone.page.get_by_label("Name, if new").fill("Zoe")
    phone.page.get_by_label("Sits to the left of").select_option("Em")
    phone.page.get_by_label("Starts with").select_option("The table's average")
    phone.tap(phone.button("Sit down"))
    assert columns(phone) == ["Em", "Zoe", "Mike", "Rosa"]
    assert totals(phone) == {"Em": "0", "Zoe": "40", "Mike": "40", "Rosa": "80"}
    phone.tap(phone.button("Undo"))
    expect(phone.page.get_by_text("Taken back")).to_be_visible()
    assert columns(phone) == ["Em", "Mike", "Rosa"]
    phone.tap(phone.button("Redo"))
    expect(phone.page.get_by_text("Put back: Round 3: Zoe sat down")).to_be_visible()
    expect(phone.button("Undo")).to_be_visible()
    expect(phone.button("Zoe", exact=True)).to_be_visible()
    assert totals(phone)["Zoe"] == "40"


def test_nobody_went_out_and_everybody_counts(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    phone.tap(phone.button("Nobody", exact=True))
    expect(phone.page.get_by_text("Nobody went out. Everyone counts.")).to_be_visible()
    for cards in ("K", "5", "A"):
        tap_cards(phone, cards)
        here = phone.page.url
        phone.tap(next_key(phone))
        expect(phone.page).not_to_have_url(here)
    expect(phone.page.locator(".headline")).to_contain_text("Deck ran dry. Everyone counts.")
    phone.tap(phone.link("Looks right. Deal round 4"))
    assert sum(map(int, totals(phone).values())) == 120 + 10 + 5 + 20


def test_an_evening_ends_early_goes_on_and_is_played_again(phone, game):
    more(phone, game, "End it here")
    phone.tap(phone.button("End the game early"))
    expect(phone.page.locator(".won h2")).to_have_text("Em")
    expect(phone.page.locator(".bar")).to_contain_text("Ended early, after 2 of 7 rounds")
    phone.tap(phone.button("Reopen the game"))
    expect(phone.page.get_by_text("Round 3 of 7")).to_be_visible()
    more(phone, game, "End it here")
    phone.tap(phone.button("End the game early"))
    phone.tap(phone.button("Rematch"))
    expect(phone.page.get_by_text("Round 1 of 7 · Mike deals")).to_be_visible()
    assert columns(phone) == ["Em", "Mike", "Rosa"]
    assert Game.objects.count() == 2


def test_other_rules_are_shown_before_they_count(phone, game):
    """An ace is 20 at Link and 25 at Gourt."""
    more(phone, game, "Score by other rules")
    phone.page.get_by_label("Score by").select_option("gourt")
    phone.tap(phone.button("Show what changes"))
    expect(phone.page.get_by_role("row", name="Rosa 80 100")).to_be_visible()
    phone.tap(phone.link("Leave it as it is"))
    assert totals(phone)["Rosa"] == "80"
    phone.page.go_back()
    phone.tap(phone.button("Score it by Gourt"))
    expect(phone.page.locator(".grid tbody tr")).to_have_count(6)
    assert totals(phone) == {"Em": "0", "Mike": "40", "Rosa": "100"}


def test_a_round_that_the_rules_lack_is_not_found(phone, game):
    answer = phone.page.goto(reverse("hand", args=[game.id, 8, MIKE]))
    assert answer.status == 404
    expect(phone.page.locator("h1")).to_be_visible()
    phone.faults.clear()


def test_the_review_does_not_open_while_a_hand_is_missing(phone, third):
    phone.page.goto(reverse("review", args=[third.id, 3]))
    expect(phone.page.get_by_text("Mike and Rosa still owe you a hand.")).to_be_visible()
    expect(phone.page.locator("[data-at=value]")).to_have_text("–")


def test_buys_over_the_limit_are_warned_about_and_saved(phone, third):
    """Two in the whole game is all that Link allows."""
    for seat in (MIKE, ROSA):
        hand_in(third, "hand", {"cards": ["5"]}, round=3, seat=seat)
    phone.page.goto(reverse("review", args=[third.id, 3]))
    mike = phone.page.locator(".read-out li").filter(has_text="Mike")
    for so_far in range(3):
        phone.tap(phone.button(f"Mike bought once more, {so_far} so far"))
    expect(mike).to_contain_text("3 buys")
    expect(phone.page.locator(".warnings")).to_contain_text("Mike has bought 1 more than allowed")


def correct_mikes_first_hand(phone, game: Game) -> None:
    """From two kings to three jokers: from 40 to 170 in all, past Rosa's 80."""
    phone.page.goto(reverse("table", args=[game.id]))
    phone.tap(phone.link("Round 1, Mike: 20"))
    tap_cards(phone, "***")
    for _ in range(2):
        phone.tap(phone.page.locator(".tray [data-card=K]"))
    expect(phone.page.locator("[data-at=after]")).to_contain_text("40 → 170")
    phone.tap(phone.button("Change 20 to 150"))


def test_a_correction_after_the_end_overturns_it(phone, game):
    hand_in(game, "finish", {"early": True})
    correct_mikes_first_hand(phone, game)
    expect(phone.page.get_by_text("Overturned on appeal")).to_be_visible()
    phone.tap(phone.link("Who won, who lost"))
    expect(phone.page.locator(".lost h2")).to_have_text("Mike, 170")


def test_a_finished_game_is_not_changed_by_somebody_elses_correction(phone, phone_of, ben, game):
    hand_in(game, "finish", {"early": True})
    game.helpers.add(ben.player)
    other = phone_of(ben)
    correct_mikes_first_hand(other, game)
    expect(other.page.locator("main")).to_contain_text(
        "Two scores for Mike in round 1. Nothing is lost."
    )
    phone.page.goto(reverse("table", args=[game.id]))
    assert totals(phone)["Mike"] == "40"
    phone.tap(phone.link("Which is right?"))
    phone.tap(phone.button("Ben, "))
    expect(phone.page.get_by_text("Overturned on appeal")).to_be_visible()
    assert totals(phone)["Mike"] == "170"
