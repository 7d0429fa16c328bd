"""Several phones at one table: each follows the others, nobody's entry vanishes, and nothing moves
under the finger of who is typing. All of it runs for some half a minute.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger.binning import put_in_bin
from scorebook.models import Entry
from tests.browser.evening import tap_cards, totals
from tests.factories import hand_in, make_game, make_player, make_user, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA = range(3)


@pytest.fixture
def game(ann):
    """Link; one round is played: Em 0, Mike 20, Rosa 40."""
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    game = make_game(players=table, by=ann.player)
    play_round(game, out=EM, hands={MIKE: "KK", ROSA: "AA"})
    return game


@pytest.fixture
def second(game):
    """Its second round: Em is out, and two hands are missing."""
    hand_in(game, "out", {"seat": EM}, round=2)
    return game


@pytest.fixture
def phones(phone_of, ann, game):
    """Ann's, who holds the pen, and those of two who help her."""
    helpers = [make_user(name=name) for name in ("Bea", "Cid")]
    game.helpers.add(*(user.player for user in helpers))
    made = [phone_of(user) for user in (ann, *helpers)]
    yield made
    assert [phone.faults for phone in made] == [[], [], []]


def open_hand(phone, game, seat):
    phone.page.goto(reverse("hand", args=[game.id, 2, seat]))


def open_table(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    expect(phone.page.locator(".grid")).to_be_visible()


def look(*phones):
    """A phone that is looked at again asks at once, and not only after four seconds."""
    for phone in phones:
        phone.page.evaluate("dispatchEvent(new Event('visibilitychange'))")


def save(phone):
    here = phone.page.url
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page).not_to_have_url(here)


def test_a_hand_appears_on_the_other_phones_by_itself(phones, second):
    ann, bea, cid = phones
    open_table(bea, second)
    open_table(cid, second)
    open_hand(ann, second, MIKE)
    tap_cards(ann, "KKK")
    save(ann)
    for other in (bea, cid):
        expect(other.page.locator(".grid tfoot td b").nth(MIKE)).to_have_text("50")
        expect(other.page.locator("[data-at=said]")).to_contain_text("Round 2, Mike")


def test_a_changed_cell_flashes_and_the_focus_stays(phones, second):
    _, bea, _ = phones
    open_table(bea, second)
    bea.page.locator("#r1s2").focus()
    hand_in(second, "hand", {"cards": ["K"]}, round=2, seat=MIKE)
    look(bea)
    expect(bea.page.locator(".grid .changed").first).to_be_visible()
    expect(bea.page.locator("#r1s2")).to_be_focused()


def test_nothing_is_swapped_while_a_finger_rests_on_it(phones, game):
    _, bea, _ = phones
    open_table(bea, game)
    button = bea.button("Mike", exact=True)
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    bea.page.mouse.move(box["x"] + 5, box["y"] + 5)
    bea.page.mouse.down()
    hand_in(game, "note", {"text": "The dog ate a queen"}, round=2)
    with bea.page.expect_response(re.compile(f"{game.id}/$")):
        look(bea)
    expect(bea.page.get_by_text("The dog ate a queen")).to_have_count(0)
    bea.page.mouse.up()
    expect(bea.page).to_have_url(re.compile("/seats/"))
    assert Entry.objects.filter(game=game, kind="out", round=2).get().payload == {"seat": MIKE}


def test_who_enters_whose_hand_is_said_on_every_phone(phones, second):
    ann, bea, cid = phones
    open_hand(ann, second, MIKE)
    open_table(bea, second)
    open_hand(cid, second, ROSA)
    look(bea)
    expect(bea.page.locator("[data-at=entering]")).to_contain_text("Ann is entering Mike’s hand.")
    expect(cid.page.locator(f".rail button[value='{MIKE}'] span")).to_have_text("✎")
    expect(cid.page.locator("[data-at=others]")).to_be_hidden()
    open_hand(bea, second, MIKE)
    look(ann)
    expect(ann.page.locator("[data-at=others]")).to_have_text("Bea is entering Mike’s hand.")
    open_table(ann, second)
    look(bea)
    expect(bea.page.locator("[data-at=others]")).to_be_hidden()


def test_a_hand_that_is_being_typed_stays_when_others_save_and_says_so(phones, second):
    ann, bea, _ = phones
    open_hand(ann, second, MIKE)
    tap_cards(ann, "Q")
    open_hand(bea, second, MIKE)
    tap_cards(bea, "KK")
    save(bea)
    look(ann)
    expect(ann.page.locator("[data-at=others]")).to_contain_text("Meanwhile 20 was saved here.")
    expect(ann.page.locator("[data-at=value]")).to_have_text("10")
    tap_cards(ann, "Q")
    expect(ann.page.locator("[data-at=value]")).to_have_text("20")


def test_the_same_hand_with_the_same_cards_is_one_entry(phones, second):
    ann, bea, _ = phones
    for phone in (ann, bea):
        open_hand(phone, second, MIKE)
        tap_cards(phone, "KQ")
    save(ann)
    expect(ann.page.locator(".entry h2")).to_have_text("Rosa")
    save(bea)
    expect(bea.page.locator(".entry h2")).to_have_text("Rosa")
    assert Entry.objects.filter(game=second, kind="hand", round=2, seat=MIKE).count() == 1
    assert not second.proposals.exists()


def test_the_same_hand_with_other_cards_keeps_both_and_says_what_differs(phones, second):
    ann, bea, cid = phones
    open_table(cid, second)
    open_hand(ann, second, MIKE)
    tap_cards(ann, "KQ")
    open_hand(bea, second, MIKE)
    tap_cards(bea, "KQQ")
    save(ann)
    expect(ann.page.locator(".entry h2")).to_have_text("Rosa")
    save(bea)
    expect(bea.page.get_by_role("heading", name="Two scores for Mike")).to_be_visible()
    expect(bea.page.get_by_text("The difference: one queen.")).to_be_visible()
    look(cid)
    expect(cid.page.get_by_text("Which is right?")).to_be_visible()
    open_table(ann, second)
    ann.tap(ann.link("Which is right?"))
    ann.tap(ann.button(re.compile("waiting 30")))
    expect(ann.page).to_have_url(re.compile(f"{second.id}/$"))
    look(cid)
    expect(cid.page.locator(".grid tfoot td b").nth(MIKE)).to_have_text("50")
    expect(cid.page.get_by_text("Which is right?")).to_have_count(0)


def test_players_enter_their_own_hands_and_one_loses_the_signal(phone_of, ann, phones):
    keeper, *_ = phones
    mike, rosa = (make_user(name=name) for name in ("Mick", "Rosie"))
    game = make_game(players=[ann.player, mike.player, rosa.player], by=ann.player)
    players = [phone_of(user) for user in (mike, rosa)]
    for phone in (keeper, *players):
        open_table(phone, game)
    keeper.tap(keeper.button("Ann", exact=True))
    expect(keeper.page.locator(".entry h2")).to_have_text("Mick")
    look(*players)
    for phone in players:
        phone.tap(phone.link("Enter your hand"))
        phone.page.wait_for_load_state("networkidle")
        tap_cards(phone, "KK")
    lost, kept = players
    lost.page.context.set_offline(True)
    tap_cards(lost, "A")
    lost.tap(lost.button("Save your hand"))
    expect(lost.page.locator("main[tabindex] .grid tfoot")).to_contain_text("40")
    expect(lost.link("Enter your hand")).to_have_count(0)
    save(kept)
    expect(kept.page.locator(".grid tfoot")).to_contain_text("20")
    lost.page.context.set_offline(False)
    expect(lost.page.get_by_text("Sent. 1 hand.")).to_be_visible()
    look(keeper)
    expect(keeper.page.locator("[data-at=others]")).to_contain_text("Meanwhile 40 was saved here.")
    expect(keeper.page.locator(f".rail button[value='{ROSA}']")).to_contain_text("✓ 20")
    lost.faults = [fault for fault in lost.faults if "ERR_INTERNET_DISCONNECTED" not in fault]
    assert lost.faults == kept.faults == []


def test_three_phones_enter_one_round_together(phones, game):
    ann, bea, _ = phones
    for phone in phones:
        open_table(phone, game)
    ann.tap(ann.button("Em", exact=True))
    expect(ann.page.locator(".entry h2")).to_have_text("Mike")
    for phone, seat, cards in ((bea, ROSA, "AA"), (ann, MIKE, "5")):
        if phone is bea:
            look(bea)
            expect(bea.link("Enter Mike’s hand")).to_be_visible()
            open_hand(bea, game, seat)
        tap_cards(phone, cards)
        save(phone)
    for phone in phones:
        open_table(phone, game)
        assert totals(phone) == {"Em": "0", "Mike": "25", "Rosa": "80"}
    assert Entry.objects.filter(game=game, kind="hand", round=2).count() == 2


def test_whoever_lost_the_pen_is_told_and_takes_it_back(phones, game):
    ann, bea, _ = phones
    open_table(ann, game)
    open_table(bea, game)
    bea.tap(bea.link("More"))
    bea.tap(bea.button("Take the pen from Ann"))
    expect(bea.page.locator(".bar")).to_contain_text("Bea keeps score")
    look(ann)
    expect(ann.page.get_by_text("Bea took the pen.")).to_be_visible()
    ann.tap(ann.button("Take it back"))
    expect(ann.page.locator(".bar")).to_contain_text("Ann keeps score")
    look(bea)
    expect(bea.page.get_by_text("Ann took the pen.")).to_be_visible()


def test_a_house_that_does_not_answer_is_told_and_forgotten_when_it_does(phones, game):
    _, bea, _ = phones
    open_table(bea, game)
    expect(bea.page.locator("[data-at=heart]")).to_be_hidden()
    bea.page.route("**/live/**", lambda route: route.abort())
    look(bea)
    expect(bea.page.locator("[data-at=heart]")).to_be_visible()
    bea.page.unroute("**/live/**")
    look(bea)
    expect(bea.page.locator("[data-at=heart]")).to_be_hidden()
    bea.faults = [fault for fault in bea.faults if "ERR_FAILED" not in fault]


AWAKE = """
const tell = (locks, awake) => Object.assign(document.documentElement.dataset, { locks, awake });
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  const lock = { released: false, release() { this.released = true; tell(locks.length, "no"); } };
  tell(locks.push(lock), "yes");
  return lock;
} } });
"""


def test_the_screen_stays_awake_on_the_table_until_the_game_is_over(phone_of, ann, game):
    phone = phone_of(ann)
    phone.page.add_init_script(AWAKE)
    open_table(phone, game)
    whole = phone.page.locator("html")
    phone.page.locator("h2.contract").click()
    expect(whole).to_have_attribute("data-locks", "1")
    phone.page.evaluate("locks[0].released = true")  # as the browser does when the page is hidden
    look(phone)
    expect(whole).to_have_attribute("data-locks", "2")
    hand_in(game, "finish", {"early": True})
    look(phone)
    expect(whole).to_have_attribute("data-awake", "no")
    phone.page.locator("h2.contract").click()
    expect(whole).to_have_attribute("data-locks", "2")
    phone.page.goto(reverse("hand", args=[game.id, 1, MIKE]))  # to correct it
    expect(whole).to_have_attribute("data-awake", "no")
    assert phone.faults == []


def test_the_television_follows_the_game(phone_of, vic, game):
    sofa = phone_of(vic, width=1280, height=720)
    sofa.page.goto(reverse("tv_now"))
    expect(sofa.page.get_by_role("heading", name="1 set + 1 run")).to_be_visible()
    play_round(game, out=MIKE, hands={EM: "5", ROSA: "5"})
    look(sofa)
    expect(sofa.page.get_by_text("Round 3 of 7")).to_be_visible()
    sizes = sofa.page.evaluate(
        "[...document.querySelectorAll('main :is(h1, p, span, b)')]"
        ".map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 24
    assert sofa.page.evaluate("document.documentElement.scrollHeight") == 720
    hand_in(game, "finish", {"early": True})
    look(sofa)
    expect(sofa.page.get_by_role("heading", name="Em won with 5")).to_be_visible()
    assert sofa.faults == []


def test_a_table_that_goes_into_the_bin_is_left_by_all_who_look_at_it(phone_of, ann, game):
    at_table, at_tv = phone_of(ann), phone_of(ann)
    open_table(at_table, game)
    at_tv.page.goto(reverse("tv", args=[game.id]))
    put_in_bin(game.id, by=ann.player)
    look(at_table, at_tv)
    for phone in (at_table, at_tv):
        expect(phone.page.get_by_text("There is no such page here")).to_be_visible()
