"""The signal goes while a page of the house is open: every tap leads on, to the phone itself."""

from __future__ import annotations

import re
import uuid

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.ledger.reading import open_proposals, sheet_of
from scorebook.models import Game
from tests.browser.evening import KEPT, tap_cards
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA = range(3)
# For 400 ms after a screen was drawn a tap on Next is the tap that led to it.
MARK_WHEN_SETTLED = """
let newest;
document.addEventListener("drawn", ({ timeStamp }) => {
  const look = (now) => {
    if (now - timeStamp <= 400) requestAnimationFrame(look);
    else if (timeStamp === newest) document.body.dataset.settled = "";
  };
  newest = timeStamp;
  delete document.body.dataset.settled;
  requestAnimationFrame(look);
});
"""


@pytest.fixture
def table() -> list:
    return [make_player(name=name) for name in ("Em", "Mike", "Rosa")]


@pytest.fixture
def game(ann, table):
    """One round in; of the second somebody went out."""
    game = make_game(players=table, by=ann.player)
    play_round(game, out=EM, hands={MIKE: "KK", ROSA: "5"})
    return game


def pull(phone, name: str, *args) -> None:
    """A page is open, and then there is no signal any more."""
    phone.page.goto(reverse(name, args=args))
    phone.page.wait_for_load_state("networkidle")
    phone.page.context.set_offline(True)


def drawn(phone):
    """The screen that the phone drew; the house's pages have no such mark."""
    return phone.page.locator("main[tabindex]")


def heading(phone):
    return phone.page.locator(".bar h1")


def test_home_leads_to_a_new_game_and_to_a_running_one(phone, game):
    pull(phone, "home")
    phone.tap(phone.link("Back to the table"))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    phone.tap(phone.link("Home"))
    expect(drawn(phone)).to_contain_text("Still going")
    phone.tap(phone.link("New game"))
    expect(heading(phone)).to_have_text("New game")


def test_a_form_of_a_new_game_is_answered_as_it_was_filled_in(phone, game):
    pull(phone, "new_game")
    for name in ("Rosa", "Ann"):
        phone.tap(phone.button(name, exact=True).first)
    phone.tap(phone.button("+ New person"))
    phone.page.keyboard.type("Nana Rosa")
    phone.page.get_by_text("Gourt", exact=True).click()
    phone.tap(phone.button("Start: 3 players, Rosa deals"))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    heads = phone.page.locator(".grid thead abbr")
    assert heads.all_inner_texts() == ["Rosa", "Ann", "Nana R"]
    assert phone.page.locator(".grid tbody tr").count() == 6
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 1 entry.")).to_be_visible()
    begun = Game.objects.newest_first().first()
    seats = begun.seats.order_by("number").select_related("player")
    assert [seat.player.name for seat in seats] == ["Rosa", "Ann", "Nana Rosa"]
    assert begun.rule_set.slug == "gourt"


def test_the_same_table_is_one_tap(phone, game):
    pull(phone, "new_game")
    phone.tap(phone.button("Yes. Mike deals first"))
    expect(drawn(phone).locator(".table-head")).to_contain_text("Round 1 of 7 · Mike deals")


def test_a_new_game_says_what_is_wrong_and_keeps_what_was_said(phone, game):
    pull(phone, "new_game")
    phone.tap(phone.button("Rosa", exact=True).first)
    phone.tap(phone.button("Start: 1 player, Rosa deals"))
    expect(phone.page.get_by_text("Liverpool needs at least 2 players.")).to_be_visible()
    expect(phone.button("Rosa, seat 1")).to_be_visible()


def test_who_went_out_leads_to_the_first_hand(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.button("Rosa", exact=True))
    expect(phone.page.locator(".entry h2")).to_have_text("Em")
    tap_cards(phone, "K")
    phone.tap(phone.button("Next: Mike →"))
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")
    expect(phone.page.locator(".bar .waiting")).to_contain_text("⇡ 2 waiting, no signal")


def test_a_cell_is_corrected_and_the_correction_is_undone(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.page.locator("#r1s1"))
    phone.tap(phone.button("Take back king, 2 here"))
    phone.tap(phone.button("Change 20 to 10"))
    expect(phone.page.locator("#r1s1")).to_be_focused()
    expect(phone.page.locator("#r1s1")).to_contain_text("10✎")
    expect(phone.page.locator(".notice")).to_contain_text("Round 1, Mike: now 10")
    phone.tap(phone.button("Undo"))
    expect(phone.page.locator("#r1s1")).to_contain_text("20")
    phone.tap(phone.button("Redo"))
    expect(phone.page.locator("#r1s1")).to_contain_text("10✎")
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 3 entries.")).to_be_visible()
    assert sheet_of(game).rounds[0].cells[MIKE].hand_points == 10


def test_who_went_out_is_said_anew(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.page.locator("#r1s0"))
    expect(drawn(phone)).to_contain_text("The sheet says that Em went out.")
    phone.tap(phone.button("Mike", exact=True))
    expect(phone.page.locator(".entry h2")).to_have_text("Em")


def test_a_hand_is_skipped_and_another_is_entered_first(phone, game):
    hand_in(game, "out", {"seat": EM}, round=2)
    phone.page.add_init_script(MARK_WHEN_SETTLED)
    pull(phone, "hand", game.id, 2, MIKE)
    phone.tap(phone.button("Skip for now: Rosa →"))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    tap_cards(phone, "5")
    phone.tap(phone.page.locator(".rail button", has_text="Mike"))
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")
    expect(phone.page.locator(".rail button", has_text="Rosa")).to_contain_text("✓ 5")
    expect(phone.page.locator("body[data-settled]")).to_be_visible()
    phone.tap(phone.button("Back to the table"))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    expect(phone.page.locator(".dock")).to_contain_text("Still missing: Mike")


def test_a_total_that_cannot_be_is_refused_and_kept(phone, game):
    hand_in(game, "out", {"seat": EM}, round=2)
    pull(phone, "table", game.id)
    phone.tap(phone.link("Enter Mike’s hand"))
    phone.tap(phone.page.locator(".head summary"))
    for digit in "63":
        phone.tap(phone.page.locator(f"[data-digit='{digit}']"))
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page.get_by_role("alert")).to_contain_text("It has to end in 0 or 5.")
    expect(phone.page.locator("[data-at=value]")).to_have_text("63")


HAND = """async ([game, entries]) => {
    const { hand } = await import("/static/js/outbox.js");
    for (const entry of entries) await hand({ ...entry, game });
}"""
NO = '{"errors": [{"field": "total", "code": "total", "message": "No hand makes 63."}]}'


def queue(phone, game, *totals: int) -> None:
    """Hands of round 2, Mike's first."""
    entries = [
        {
            "id": str(uuid.uuid4()),
            "kind": "hand",
            "round": 2,
            "seat": seat,
            "payload": {"total": total, "typed": str(total)},
            "about": f"{('Mike', 'Rosa')[seat - MIKE]}, round 2",
        }
        for seat, total in enumerate(totals, start=MIKE)
    ]
    phone.page.evaluate(HAND, [str(game.id), entries])


def refuse_63(route) -> None:
    """The house says no to that hand, and to the others nothing at all."""
    bad = route.request.post_data_json["payload"].get("total") == 63
    json = {"status": 400, "content_type": "application/json", "body": NO}
    route.fulfill(**json) if bad else route.abort()


def test_what_the_house_refused_is_named_beside_the_sheet_that_leaves_it_out(phone, game):
    hand_in(game, "out", {"seat": EM}, round=2)
    pull(phone, "table", game.id)
    queue(phone, game, 63, 45)
    phone.tap(phone.page.locator("#r1s1"))
    phone.tap(phone.link("Back to the table"))
    expect(drawn(phone).locator("#r2s1")).to_contain_text("63")
    phone.page.route("**/entries/", refuse_63)
    phone.page.context.set_offline(False)
    beside = drawn(phone).get_by_role("region", name="Not counted")
    expect(beside).to_contain_text("1 entry is not on this sheet")
    expect(beside).to_contain_text(
        "Mike, round 2: 63. Not counted. The house said no: No hand makes 63."
    )
    expect(drawn(phone).locator("#r2s1")).not_to_contain_text("63")
    expect(drawn(phone).locator("#r2s2")).to_contain_text("45")
    phone.tap(beside.get_by_role("button", name="Mend it"))
    sheet = phone.page.get_by_role("dialog")
    expect(sheet).to_contain_text("Mike, round 2: 63")
    expect(sheet.get_by_role("button", name="Copy what is waiting")).to_be_visible()
    phone.tap(sheet.get_by_role("link", name="Open round 2"))
    expect(sheet).to_be_hidden()
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")


def test_a_game_whose_beginning_was_refused_stays_readable_and_says_so(phone, game):
    pull(phone, "new_game")
    phone.tap(phone.button("Yes. Mike deals first"))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    no = {"status": 400, "content_type": "application/json", "body": NO}
    phone.page.route("**/entries/", lambda route: route.fulfill(**no))
    phone.page.context.set_offline(False)
    beside = drawn(phone).get_by_role("region", name="Not counted")
    expect(beside).to_contain_text("The house said no")
    expect(drawn(phone).locator(".grid tbody tr")).to_have_count(7)


def test_two_scores_are_both_shown_and_settled_on_the_phone(phone, ben, game):
    hand_in(game, "out", {"seat": EM}, round=2)
    game.helpers.add(ben.player)
    about = {"round": 2, "seat": MIKE}
    hand_in(game, "hand", {"cards": ["K", "Q"]}, **about)
    hand_in(game, "hand", {"cards": ["K", "Q", "Q"]}, author=ben.player, **about)
    pull(phone, "table", game.id)
    phone.tap(phone.page.locator("#r1s1"))
    phone.tap(phone.link("Back to the table"))
    notice = drawn(phone).get_by_text("Two scores for Mike in round 2. Nothing is lost.")
    expect(notice).to_be_visible()
    phone.tap(phone.link("Which is right?"))
    expect(drawn(phone)).to_contain_text("The difference: one queen.")
    expect(phone.button(re.compile("Ann, .*on the sheet"))).to_contain_text("20")
    phone.tap(phone.button(re.compile("Ben, .*waiting")))
    expect(drawn(phone).locator("#r2s1")).to_contain_text("30")
    expect(notice).to_have_count(0)
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 1 entry.")).to_be_visible()
    assert sheet_of(game).rounds[1].cells[MIKE].hand_points == 30
    assert not open_proposals(game)


# Writes the records on the phone as the release before this one kept them.
AS_BEFORE = """
() => new Promise((done) => {
  const opening = indexedDB.open("scorebook");
  opening.onsuccess = () => {
    const step = opening.result.transaction("records", "readwrite");
    const rows = step.objectStore("records");
    rows.getAll().onsuccess = ({ target }) => target.result.forEach((row) => {
      for (const { author } of row.record.proposals) {
        author.id = author.player;
        delete author.player;
      }
      rows.put(row);
    });
    step.oncomplete = () => { opening.result.close(); done(); };
  };
})
"""


@pytest.mark.parametrize("before", [False, True], ids=["now", "kept by the last release"])
def test_whoever_proposed_something_may_take_it_back(phone_of, ben, game, before):
    phone = phone_of(ben)
    game.helpers.add(ben.player)
    hand_in(game, "out", {"seat": EM}, round=2)
    about = {"round": 2, "seat": MIKE}
    hand_in(game, "hand", {"cards": ["K", "Q"]}, **about)
    mine = hand_in(game, "hand", {"cards": ["K"]}, author=ben.player, **about).proposal
    pull(phone, "table", game.id)
    if before:
        phone.page.evaluate(AS_BEFORE)
    phone.tap(phone.page.get_by_role("link", name="Which is right?"))
    expect(phone.button(re.compile("Ben, .*waiting"))).to_be_disabled()
    phone.tap(phone.button(re.compile("Ann, .*on the sheet")))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 1 entry.")).to_be_visible()
    mine.refresh_from_db()
    assert mine.status == "dropped"


def test_two_scores_are_recounted_together_without_a_signal(phone, ben, game):
    hand_in(game, "out", {"seat": EM}, round=2)
    game.helpers.add(ben.player)
    about = {"round": 2, "seat": MIKE}
    hand_in(game, "hand", {"cards": ["K"]}, **about)
    late = hand_in(game, "hand", {"cards": ["A"]}, author=ben.player, **about).proposal
    pull(phone, "conflict", game.id, late.id)
    phone.tap(phone.link("Recount together"))
    tap_cards(phone, "5")
    phone.tap(phone.button("Next: Rosa →"))
    expect(phone.page.locator(".entry h2")).to_have_text("Rosa")
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 2 entries.")).to_be_visible()
    assert sheet_of(game).rounds[1].cells[MIKE].hand_points == 15
    assert not open_proposals(game)


def test_the_review_counts_buys_and_the_cut(phone, game):
    pull(phone, "review", game.id, 1)
    phone.tap(phone.button("Mike bought once more"))
    expect(drawn(phone).locator("#s1 small").last).to_have_text("1 buy · 1 left")
    phone.tap(phone.button("Nailed the cut"))
    expect(drawn(phone).locator("#s1")).to_contain_text("cut +25")
    phone.tap(phone.link("Looks right. Deal round 2"))
    expect(phone.page.locator(".notice")).to_contain_text("Round 1 saved")


def test_a_rematch_begins_and_other_pages_wait(phone, ann, table):
    game = make_game(players=table, by=ann.player)
    play_game(game)
    pull(phone, "game_over", game.id)
    phone.tap(phone.link("The wall"))
    expect(phone.page.get_by_text("No signal: that page is at the house.")).to_be_visible()
    phone.tap(phone.button("Pose for the wall"))
    expect(phone.page.get_by_role("alert")).to_contain_text("No signal: this was not sent.")
    phone.tap(phone.button("Rematch"))
    expect(drawn(phone).locator(".table-head")).to_contain_text("Round 1 of 7 · Mike deals")


def test_back_leads_through_the_phones_screens(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.page.locator("#r1s1"))
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")
    phone.page.go_back()
    expect(drawn(phone).locator(".grid")).to_be_visible()


def test_the_house_takes_over_once_all_is_sent(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.button("Rosa", exact=True))
    expect(phone.page.locator(".entry h2")).to_have_text("Em")
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Sent. 1 entry.")).to_be_visible()
    phone.tap(phone.link("Back to the table"))
    expect(phone.page.locator(".grid")).to_be_visible()
    expect(drawn(phone)).to_have_count(0)
    assert sheet_of(game).rounds[1].out == ROSA


# Resolves after as many pictures: time enough for what is drawn at once.
FRAMES = """
async (many) => {
  while (many--) await new Promise(requestAnimationFrame);
}
"""


def test_the_phones_own_table_follows_the_house_again_but_not_under_a_finger(phone, game):
    pull(phone, "table", game.id)
    phone.tap(phone.page.locator("#r1s1"))
    phone.tap(phone.link("Back to the table"))
    contract = drawn(phone).locator("h2.contract")
    contract.hover()
    phone.page.mouse.down()
    hand_in(game, "hand", {"cards": ["K"]}, round=2, seat=MIKE)
    with phone.page.expect_response("**/record/"):
        phone.page.context.set_offline(False)
    phone.page.evaluate(FRAMES, 30)
    expect(drawn(phone).locator("#r2s1")).not_to_contain_text("10")
    phone.page.mouse.up()
    expect(drawn(phone).locator("#r2s1")).to_contain_text("10")
    hand_in(game, "hand", {"cards": ["K", "Q"]}, round=2, seat=MIKE)
    phone.page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    expect(drawn(phone)).to_contain_text("Two scores for Mike in round 2.")


STAYS = "No signal: this was not sent. It stays as it is here"


@pytest.mark.parametrize("button", ["Take the pen from Ann", "Join the table"])
def test_what_is_no_score_waits_for_a_signal_in_words(phone_of, ben, game, button):
    phone = phone_of(ben)
    pull(phone, "more", game.id)
    phone.tap(phone.button(button))
    expect(phone.page.get_by_role("alert")).to_contain_text(STAYS)
    phone.page.context.set_offline(False)
    phone.tap(phone.button(button))
    expect(
        phone.page.get_by_text(re.compile("^Ben (took the pen|is at the table)"))
    ).to_be_visible()


def test_other_rules_wait_for_a_signal_too(phone, game):
    pull(phone, "more", game.id)
    phone.tap(phone.page.locator("summary").filter(has_text="Score by other rules"))
    phone.tap(phone.button("Show what changes"))
    expect(phone.page.get_by_text("No signal: that page is at the house.")).to_be_visible()


def test_a_story_that_cannot_be_sent_stays_as_it_was_typed(phone, game):
    pull(phone, "write_post", "story")
    phone.page.locator("[name=title]").fill("The kettle")
    phone.page.locator("[name=body]").fill("It whistled.")
    post = phone.page.locator("main form button").last
    phone.tap(post)
    expect(phone.page.get_by_role("alert")).to_contain_text(STAYS)
    expect(phone.page.locator("[name=body]")).to_have_value("It whistled.")
    phone.page.context.set_offline(False)
    phone.tap(post)
    expect(phone.page.get_by_role("heading", name="The kettle")).to_be_visible()


def test_a_dead_network_is_not_waited_for_twice(phone, game):
    """The phone believes in its network, and nothing answers."""
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.wait_for_load_state("networkidle")
    phone.page.route("**/session/", lambda route: None)
    phone.tap(phone.page.locator("#r1s1"))
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")
    at_once = phone.page.evaluate("performance.now()")
    phone.tap(phone.link("Back to the table"))
    expect(drawn(phone).locator(".grid")).to_be_visible()
    assert phone.page.evaluate("performance.now()") - at_once < 2000


def test_what_is_kept_goes_with_whoever_signed_out_elsewhere(phone, game):
    """Without a button pressed here: the session ended, or somebody else's began."""
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.wait_for_load_state("networkidle")
    assert len(phone.page.evaluate(KEPT, "records")) == 1
    phone.page.context.clear_cookies()
    phone.page.goto("/")
    phone.page.wait_for_load_state("networkidle")
    assert phone.page.evaluate(KEPT, "records") == phone.page.evaluate(KEPT, "kit") == []
