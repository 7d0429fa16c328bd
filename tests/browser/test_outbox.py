"""The phone's outbox: whatever the network, the server and other people do, a hand that was entered
is kept, said to be waiting, and arrives once.
"""

from __future__ import annotations

import os
import signal
import uuid
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, Route, expect

from scorebook.models import Entry, Game, Proposal
from scorebook.models.games import ProposalStatus
from scorebook.rules import versions
from tests.browser.conftest import session_of
from tests.browser.evening import tap_cards
from tests.browser.phone import Phone
from tests.factories import hand_in, make_game, make_player, play_round

pytestmark = pytest.mark.django_db(transaction=True)

EM, MIKE, ROSA, GRANDPA = range(4)
ENTRIES = "**/entries/"
NO_SIGNAL = "No signal. Saved on this phone, will send later."
HAND = """async ([game, entries]) => {
    const { hand } = await import("/static/js/outbox.js");
    for (const entry of entries) await hand({ ...entry, game });
}"""


@pytest.fixture
def phone(phone):
    """One that has not fetched its own screens, as a guest's never does: pages stay as they are."""
    phone.page.context.route(
        "**/soon.js", lambda route: route.fulfill(content_type="text/javascript", body="")
    )
    return phone


@pytest.fixture
def game(ann) -> Game:
    """Link, in round 2: Em is out, three hands are missing."""
    table = [make_player(name=name) for name in ("Em", "Mike", "Rosa", "Grandpa")]
    game = make_game(players=table, by=ann.player)
    play_round(game, out=EM, hands={MIKE: "KK", ROSA: "AA", GRANDPA: "5"})
    hand_in(game, "out", {"seat": EM}, round=2)
    return game


def open_hand(phone: Phone, game: Game, seat: int) -> None:
    phone.page.goto(reverse("hand", args=[game.id, 2, seat]))


def enter(phone: Phone, game: Game, seat: int = MIKE, cards: str = "KA") -> None:
    open_hand(phone, game, seat)
    tap_cards(phone, cards)
    phone.tap(phone.page.locator("[data-at=next]"))


def queue(page: Page, game: Game, *hands: tuple[int, str]) -> None:
    """Hand several over at once, as the phone's own screens do."""
    entries = [
        {
            "id": str(uuid.uuid4()),
            "kind": "hand",
            "round": 2,
            "seat": seat,
            "payload": {"cards": list(cards)},
            "about": f"Seat {seat}, round 2",
        }
        for seat, cards in hands
    ]
    page.evaluate(HAND, [str(game.id), entries])


def arrived(game: Game) -> list[tuple[int, list[str]]]:
    """The hands of round 2, in order."""
    hands = Entry.objects.filter(game=game, kind="hand", round=2)
    return [(entry.seat, entry.payload["cards"]) for entry in hands]


def answers(seat: int):
    """Is a response the server's yes to this seat's hand?"""
    return lambda said: said.status == 201 and said.request.post_data_json["seat"] == seat


def end_a_minute_later(game: Game) -> None:
    hand_in(game, "finish", {"early": True})
    Game.objects.update(finished_at=timezone.now() + timedelta(minutes=1))


def count_of(phone: Phone):
    return phone.page.locator(".waiting button")


def goes_on_to(phone: Phone, name: str) -> None:
    expect(phone.page.locator(".entry h2")).to_have_text(name)
    phone.page.wait_for_load_state()


def waits(phone: Phone, text: str) -> None:
    expect(count_of(phone)).to_have_text(text)


# What the network does ----------------------------------------------------------------------------


def test_a_form_goes_by_the_outbox_and_on_to_the_servers_next_page(phone, game):
    sent = []
    phone.page.on("request", lambda request: sent.append((request.method, request.url)))
    enter(phone, game)
    goes_on_to(phone, "Rosa")
    posts = [url for method, url in sent if method == "POST"]
    assert {url.rsplit("/", 2)[1] for url in posts} == {"entries"}
    assert arrived(game) == [(MIKE, ["K", "A"])]
    expect(count_of(phone)).to_be_hidden()
    assert phone.faults == []


def test_two_taps_in_a_blink_are_one_entry(phone, game):
    hand_in(game, "hand", {"cards": ["K"]}, round=2, seat=MIKE)
    phone.page.goto(reverse("went_out", args=[game.id, 2]))
    phone.button("Rosa", exact=True).dblclick()
    goes_on_to(phone, "Grandpa")
    assert Entry.objects.filter(game=game, kind="out", round=2).count() == 2


def test_two_forms_tapped_one_after_the_other_go_on_from_the_last(phone, game):
    for seat in (MIKE, ROSA, GRANDPA):
        hand_in(game, "hand", {"cards": ["K"]}, round=2, seat=seat)
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.evaluate(
        """() => {
            document.querySelector("form[data-entry=cut] button").click();
            document.querySelector("form[data-entry=out] button[value='2']").click();
        }"""
    )
    goes_on_to(phone, "Grandpa")
    kinds = Entry.objects.filter(game=game, round=3).values_list("kind", flat=True)
    assert list(kinds) == ["cut", "out"]


def reply_dropped(route: Route) -> None:
    route.fetch()
    route.abort()


def portal(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to Wi-Fi</h1>")


def portal_in_json(route: Route) -> None:
    route.fulfill(status=200, content_type="application/json", body='{"ok": true}')


def gateway(route: Route) -> None:
    route.fulfill(status=502, content_type="text/html", body="<h1>Bad gateway</h1>")


def no_such_page_of_a_proxy(route: Route) -> None:
    route.fulfill(status=404, content_type="text/html", body="<h1>Not here</h1>")


def cut_off(route: Route) -> None:
    route.fulfill(status=201, content_type="application/json", body='{"id": "12')


def led_away(route: Route) -> None:
    route.fulfill(status=302, headers={"Location": "http://127.0.0.1:9/sign-in"})


def never(route: Route) -> None:
    """The socket stays open, and nothing comes."""


@pytest.mark.parametrize(
    "fault",
    [
        reply_dropped,
        portal,
        portal_in_json,
        gateway,
        no_such_page_of_a_proxy,
        cut_off,
        led_away,
        lambda route: route.abort("timedout"),
    ],
    ids=lambda fault: fault.__name__.strip("<>"),
)
def test_what_is_no_answer_is_tried_again_until_it_is_one(phone, game, fault):
    phone.page.route(ENTRIES, fault)
    enter(phone, game)
    expect(phone.page.locator("[data-said]")).to_be_visible()
    expect(count_of(phone)).to_contain_text("⇡ 1 waiting")
    assert phone.page.locator("[data-at=value]").inner_text() == "30"
    phone.page.unroute(ENTRIES)
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_no_signal_is_said_where_the_hand_is(phone, game):
    open_hand(phone, game, MIKE)
    tap_cards(phone, "KA")
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    waits(phone, "⇡ 1 waiting, no signal")
    phone.page.context.set_offline(False)
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_a_socket_that_never_answers_is_given_up_and_tried_again(phone, game):
    phone.page.clock.install()
    phone.page.route(ENTRIES, never)
    enter(phone, game)
    phone.page.clock.fast_forward(3_000)
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    phone.page.unroute(ENTRIES)
    phone.page.clock.fast_forward(16_000)
    phone.page.clock.fast_forward(2_000)
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_a_server_that_asks_for_patience_gets_it(phone, game):
    asked = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        errors = '{"errors": [{"field": "", "code": "busy", "message": "Later."}]}'
        route.fulfill(
            status=503,
            headers={"Retry-After": "120", "Content-Type": "application/json"},
            body=errors,
        )

    phone.page.clock.install()
    phone.page.route(ENTRIES, busy)
    enter(phone, game)
    expect(phone.page.get_by_text("The house is busy.")).to_be_visible()
    phone.page.unroute(ENTRIES)
    phone.page.route(ENTRIES, lambda route: (asked.append("again"), route.continue_()))
    phone.page.clock.fast_forward(60_000)
    phone.page.evaluate("dispatchEvent(new Event('online'))")
    phone.page.evaluate("fetch('/session/')")
    assert len(asked) == 1
    phone.page.clock.fast_forward(61_000)
    goes_on_to(phone, "Rosa")
    assert asked[1:] == ["again"]


def test_an_evening_without_signal_arrives_in_order_and_once(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.context.set_offline(True)
    queue(phone.page, game, (ROSA, "K"), (MIKE, "A5"), (GRANDPA, "4"))
    waits(phone, "⇡ 3 waiting, no signal")
    phone.page.context.set_offline(False)
    expect(count_of(phone)).to_have_text("Sent. 3 hands.")
    assert arrived(game) == [(ROSA, ["K"]), (MIKE, ["A", "5"]), (GRANDPA, ["4"])]


@pytest.mark.parametrize("locks", [True, False], ids=["locks", "plain http"])
def test_two_open_pages_send_each_hand_once(phone, game, locks):
    if not locks:
        phone.page.context.add_init_script(
            "Object.defineProperty(navigator, 'locks', { value: undefined });"
        )
    other = phone.page.context.new_page()
    for page in (phone.page, other):
        page.goto(reverse("table", args=[game.id]))
    phone.page.context.set_offline(True)
    queue(phone.page, game, (MIKE, "K"))
    queue(other, game, (ROSA, "A"), (GRANDPA, "4"))
    expect(phone.page.locator(".waiting button")).to_contain_text("3 waiting")
    sent = []
    # A try that the missing signal cuts short was not sent.
    phone.page.context.on("requestfinished", lambda request: sent.append(request.post_data))
    phone.page.context.set_offline(False)
    expect(phone.page.locator(".waiting")).to_be_hidden(timeout=10_000)
    assert len(arrived(game)) == 3
    hands = [data for data in sent if data and "payload" in data]
    assert len(hands) == 3 or not locks


def test_what_was_kept_beside_the_database_is_sent_by_a_page_that_has_it(phone, game):
    without = phone.page.context.new_page()
    without.add_init_script(REFUSED)
    without.goto(reverse("table", args=[game.id]))
    phone.page.context.set_offline(True)
    queue(without, game, (MIKE, "K"))
    expect(without.locator(".waiting button")).to_contain_text("1 waiting")
    without.close()
    assert arrived(game) == []
    phone.page.context.set_offline(False)
    phone.page.goto(reverse("table", args=[game.id]))
    expect(phone.page.locator(".grid tfoot td b").nth(MIKE)).not_to_have_text("–")
    expect(phone.page.locator("[data-at=said]")).to_contain_text("Mike")
    assert len(arrived(game)) == 1


# What the phone does ------------------------------------------------------------------------------


def processes_with(folder: Path) -> list[int]:
    """The browser of a profile, without what it has started itself."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            said = (entry / "cmdline").read_bytes() if entry.name.isdigit() else b""
        except OSError:
            continue  # it has just ended
        if f"--user-data-dir={folder}".encode() in said and b"--type=" not in said:
            found.append(int(entry.name))
    return found


@pytest.fixture
def profile(browser_type, browser_type_launch_args, live_server, tmp_path, ann):
    """Opens a browser on one and the same profile."""
    opened: list[BrowserContext] = []

    def open_profile() -> Phone:
        context = browser_type.launch_persistent_context(
            tmp_path, base_url=live_server.url, **browser_type_launch_args
        )
        opened.append(context)
        context.add_cookies([session_of(ann) | {"url": live_server.url}])
        return Phone(context.pages[0])

    yield open_profile
    opened[-1].close()


def test_three_hands_survive_a_killed_browser(profile, tmp_path, game):
    before = profile()
    before.page.goto(reverse("table", args=[game.id]))
    before.page.context.set_offline(True)
    queue(before.page, game, (MIKE, "K"), (ROSA, "A"), (GRANDPA, "4"))
    waits(before, "⇡ 3 waiting, no signal")
    (browser,) = processes_with(tmp_path)
    with before.page.context.expect_event("close"):
        os.kill(browser, signal.SIGKILL)
    assert arrived(game) == []

    after = profile()
    after.page.context.route(ENTRIES, lambda route: route.abort())
    after.page.goto("/")
    waits(after, "⇡ 3 waiting, no signal")
    after.page.context.unroute(ENTRIES)
    expect(count_of(after)).to_have_text("Sent. 3 hands.")
    assert arrived(game) == [(MIKE, ["K"]), (ROSA, ["A"]), (GRANDPA, ["4"])]


REFUSED = "Object.defineProperty(window, 'indexedDB', { get() { throw new Error('no'); } });"
NOTHING_KEPT = REFUSED + "Object.defineProperty(window, 'localStorage', { value: null });"


def test_without_a_database_it_is_kept_across_a_reload_all_the_same(phone, game):
    phone.page.add_init_script(REFUSED)
    phone.page.route(ENTRIES, lambda route: route.abort())
    enter(phone, game)
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    phone.page.goto("/")
    waits(phone, "⇡ 1 waiting, no signal")
    phone.page.unroute(ENTRIES)
    expect(count_of(phone)).to_have_text("Sent. 1 hand.")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_a_phone_that_keeps_nothing_says_so_and_leaves_the_form_open(phone, game):
    phone.page.add_init_script(NOTHING_KEPT)
    phone.page.route(ENTRIES, lambda route: route.abort())
    enter(phone, game)
    expect(phone.page.get_by_text("this phone cannot keep offline copies")).to_be_visible()
    assert phone.page.locator("[data-at=value]").inner_text() == "30"
    phone.page.unroute(ENTRIES)
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_a_phone_that_keeps_nothing_sends_at_once(phone, game):
    phone.page.add_init_script(NOTHING_KEPT)
    enter(phone, game)
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_what_is_changed_while_it_waits_arrives_as_a_correction(phone, game):
    open_hand(phone, game, MIKE)
    tap_cards(phone, "K")
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    tap_cards(phone, "A")
    phone.tap(phone.page.locator("[data-at=next]"))
    waits(phone, "⇡ 2 waiting, no signal")
    phone.page.context.set_offline(False)
    goes_on_to(phone, "Rosa")
    expect(count_of(phone)).to_be_hidden()
    assert arrived(game) == [(MIKE, ["K"]), (MIKE, ["K", "A"])]
    assert not Proposal.objects.exists()


ASKED = """
Object.assign(navigator.storage, {
    persisted: async () => false,
    persist: async () => { localStorage.asked = Number(localStorage.asked ?? 0) + 1; },
});
"""
INSTALLED = "matchMedia = (query) => ({ matches: query.includes('standalone') });"


@pytest.fixture
def whole_phone(phone_of, ann) -> Phone:
    """One with all its scripts, whose browser counts how often it is asked to keep things."""
    phone = phone_of(ann)
    phone.page.add_init_script(ASKED)
    return phone


def asked(phone: Phone, times: int) -> bool:
    return phone.page.evaluate("Number(localStorage.asked ?? 0)") == times


def test_the_browser_is_asked_once_to_keep_what_waits_and_not_before(whole_phone, game):
    phone = whole_phone
    enter(phone, game)
    goes_on_to(phone, "Rosa")
    phone.page.wait_for_load_state("networkidle")
    assert asked(phone, 0)
    for cards, said in (("K", "⇡ 1 waiting, no signal"), ("A", "⇡ 2 waiting, no signal")):
        phone.page.context.set_offline(True)
        tap_cards(phone, cards)
        phone.tap(phone.page.locator("[data-at=next]"))
        waits(phone, said)
        phone.page.wait_for_load_state("networkidle")
    assert asked(phone, 1)


def test_the_scorebook_on_the_home_screen_asks_at_once(whole_phone, game):
    whole_phone.page.add_init_script(INSTALLED)
    for _ in range(2):
        whole_phone.page.goto(reverse("table", args=[game.id]))
        whole_phone.page.wait_for_load_state("networkidle")
        assert asked(whole_phone, 1)


def test_a_page_from_the_browsers_memory_has_another_id(phone, game):
    open_hand(phone, game, MIKE)
    phone.page.route("**/session/", lambda route: route.abort())
    field = phone.page.locator("form.play [name=id]")
    before = field.input_value()
    event = "new PageTransitionEvent('pageshow', { persisted: true })"
    phone.page.evaluate(f"() => {{ dispatchEvent({event}); }}")
    expect(field).not_to_have_value(before)


def test_a_clock_that_is_years_wrong_does_no_harm(phone, phone_of, ann, game):
    """A hand from before the end is late, though this phone thinks that it is years after."""
    phone.page.clock.install(time="2031-05-01T12:00:00")
    enter(phone, game)
    goes_on_to(phone, "Rosa")
    phone.page.context.set_offline(True)
    queue(phone.page, game, (ROSA, "K"))
    waits(phone, "⇡ 1 waiting, no signal")
    end_a_minute_later(game)
    phone.page.context.set_offline(False)
    waits(phone, "1 needs you")
    assert Proposal.objects.get().payload == {"cards": ["K"]}


# Who is there -------------------------------------------------------------------------------------


def sign_in_as_ann(phone: Phone) -> None:
    phone.page.get_by_label("Name").fill("ann")
    phone.page.get_by_label("Password").fill("Ann keeps fifteen")
    phone.tap(phone.button("Sign in", exact=True))


def test_what_waits_for_a_sign_in_goes_after_it(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    Session.objects.all().delete()
    queue(phone.page, game, (MIKE, "K"), (ROSA, "A"), (GRANDPA, "4"))
    waits(phone, "Sign in to send 3 hands")
    phone.tap(count_of(phone))
    phone.tap(phone.link("Sign in"))
    waits(phone, "Sign in to send 3 hands")
    with phone.page.expect_response(answers(GRANDPA)):
        sign_in_as_ann(phone)
    expect(phone.page.locator(".grid")).to_be_visible()
    assert len(arrived(game)) == 3
    assert {entry.author.name for entry in Entry.objects.filter(round=2, kind="hand")} == {"Ann"}


def test_what_somebody_entered_waits_for_them_and_goes_under_nobody_elses_name(
    phone, live_server, ann, ben, game
):
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.context.set_offline(True)
    queue(phone.page, game, (MIKE, "K"))
    waits(phone, "⇡ 1 waiting, no signal")
    address = {"url": live_server.url}
    phone.page.context.add_cookies([session_of(ben) | address])
    phone.page.context.set_offline(False)
    waits(phone, "⇡ 1 held")
    phone.page.goto("/")
    waits(phone, "⇡ 1 held")
    phone.tap(count_of(phone))
    expect(phone.page.get_by_text("Somebody else is signed in here.")).to_be_visible()
    assert arrived(game) == []
    phone.page.context.add_cookies([session_of(ann) | address])
    with phone.page.expect_response(answers(MIKE)):
        phone.page.goto("/")
    assert arrived(game) == [(MIKE, ["K"])]


def test_another_token_is_fetched_once_and_the_hand_goes(phone, game):
    open_hand(phone, game, MIKE)
    tap_cards(phone, "KA")
    phone.page.context.clear_cookies(name="csrf")
    phone.tap(phone.page.locator("[data-at=next]"))
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]


def test_whoever_signs_out_with_hands_unsent_is_asked_first(phone, game):
    phone.page.route(ENTRIES, lambda route: route.abort())
    enter(phone, game)
    waits(phone, "⇡ 1 waiting, no signal")
    phone.page.goto("/")
    waits(phone, "⇡ 1 waiting, no signal")
    phone.tap(phone.button("Sign out Ann"))
    expect(phone.page.get_by_role("heading", name="1 hand not sent yet")).to_be_visible()
    phone.tap(phone.button("Stay"))
    expect(phone.page.get_by_role("dialog")).to_be_hidden()
    phone.tap(phone.button("Sign out Ann"))
    phone.tap(phone.button("Sign out all the same"))
    waits(phone, "Sign in to send 1 hand")
    phone.page.unroute(ENTRIES)
    with phone.page.expect_response(answers(MIKE)):
        sign_in_as_ann(phone)
    assert arrived(game) == [(MIKE, ["K", "A"])]


# What the server refuses --------------------------------------------------------------------------


def test_a_late_hand_leads_to_the_two_scores(phone, game):
    """The game ended while the hand was on the phone."""
    phone.page.goto(reverse("table", args=[game.id]))
    phone.page.context.set_offline(True)
    queue(phone.page, game, (MIKE, "K"))
    waits(phone, "⇡ 1 waiting, no signal")
    end_a_minute_later(game)
    phone.page.context.set_offline(False)
    waits(phone, "1 needs you")
    phone.tap(count_of(phone))
    phone.tap(phone.page.get_by_role("dialog").get_by_role("link", name="Which is right?"))
    expect(phone.page.locator("main")).to_contain_text("Nothing is lost.")
    expect(count_of(phone)).to_be_hidden()


def test_two_corrections_of_one_hand_are_settled_not_lost(phone, game):
    first = Entry.objects.get(game=game, kind="hand", round=1, seat=MIKE)
    phone.page.goto(reverse("hand", args=[game.id, 1, MIKE]))
    tap_cards(phone, "A")
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    hand_in(game, "hand", {"cards": ["5"]}, round=1, seat=MIKE, replaces=first.id)
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_role("heading", name="Which is right?")).to_be_visible()
    assert Proposal.objects.get().payload == {"cards": ["K", "K", "A"]}
    expect(count_of(phone)).to_be_hidden()


def two_scores(ben, game: Game) -> Proposal:
    """Ann's hand of Mike stands; Ben's waits beside it."""
    about = {"round": 2, "seat": MIKE}
    hand_in(game, "hand", {"cards": ["K"]}, **about)
    return hand_in(game, "hand", {"cards": ["A"]}, author=ben.player, **about).proposal


def recount(phone: Phone, game: Game, proposal: Proposal) -> None:
    phone.page.goto(f"{reverse('hand', args=[game.id, 2, MIKE])}?settles={proposal.id}")


def test_a_recount_that_is_refused_leaves_the_two_scores_open(phone, ben, game):
    waits_beside = two_scores(ben, game)
    recount(phone, game, waits_beside)
    tap_cards(phone, "5")
    phone.page.context.set_offline(True)
    phone.tap(phone.page.locator("[data-at=next]"))
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    no = '{"errors": [{"field": "cards", "code": "card", "message": "Not this one."}]}'
    said = []

    def refuse_hands(route: Route) -> None:
        said.append(route.request.post_data_json["kind"])
        refused = {"status": 400, "content_type": "application/json", "body": no}
        route.fulfill(**refused) if said[-1] == "hand" else route.continue_()

    phone.page.route(ENTRIES, refuse_hands)
    phone.page.context.set_offline(False)
    expect(phone.page.get_by_text("Not this one.")).to_be_visible()
    phone.page.unroute(ENTRIES)
    assert Proposal.objects.get().status == ProposalStatus.OPEN
    tap_cards(phone, "4")
    phone.tap(phone.page.locator("[data-at=next]"))
    goes_on_to(phone, "Rosa")
    assert Proposal.objects.get().status == ProposalStatus.DROPPED
    assert said == ["hand"]


def test_a_recount_that_finds_what_stands_settles_it_too(phone, ben, game):
    recount(phone, game, two_scores(ben, game))
    phone.tap(phone.page.locator("[data-at=next]"))
    goes_on_to(phone, "Rosa")
    assert Proposal.objects.get().status == ProposalStatus.DROPPED


def test_a_refused_hand_is_kept_with_what_was_said_and_a_way_on(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    queue(phone.page, game, (9, "K"), (MIKE, "K"))
    waits(phone, "1 needs you")
    assert arrived(game) == [(MIKE, ["K"])]
    phone.tap(count_of(phone))
    sheet = phone.page.get_by_role("dialog")
    expect(sheet).to_contain_text("The house said no: Nobody sits there in this game.")
    expect(sheet.get_by_role("link", name="Open round 2")).to_be_visible()
    phone.tap(sheet.get_by_role("button", name="Copy what is waiting"))
    expect(sheet.get_by_label("What is waiting")).to_have_value("Seat 9, round 2: K")
    phone.page.reload()
    waits(phone, "1 needs you")
    phone.tap(count_of(phone))
    phone.tap(sheet.get_by_role("button", name="Throw away"))
    waits(phone, "1 needs you")
    phone.tap(sheet.get_by_role("button", name="Really throw it away"))
    expect(count_of(phone)).to_be_hidden()
    expect(sheet).to_be_hidden()


def test_an_id_of_another_entry_is_sent_anew_on_request(phone, game):
    phone.page.goto(reverse("table", args=[game.id]))
    taken = str(Entry.objects.filter(game=game).latest("seq").id)
    entry = {"id": taken, "kind": "hand", "round": 2, "seat": MIKE, "payload": {"cards": ["K"]}}
    phone.page.evaluate(HAND, [str(game.id), [entry | {"about": "Mike, round 2"}]])
    waits(phone, "1 needs you")
    phone.tap(count_of(phone))
    phone.tap(phone.button("Send as new"))
    expect(count_of(phone)).to_be_hidden()
    assert arrived(game) == [(MIKE, ["K"])]


def test_hands_of_a_game_whose_start_was_refused_wait_with_it(phone, game):
    phone.page.goto("/")
    unknown = str(uuid.uuid4())
    start = {"id": str(uuid.uuid4()), "kind": "start", "payload": {}, "about": "A new game"}
    hand = {"kind": "hand", "round": 1, "seat": 0, "payload": {"cards": ["K"]}, "about": "A hand"}
    phone.page.evaluate(HAND, [unknown, [start, hand | {"id": str(uuid.uuid4())}]])
    waits(phone, "1 needs you · ⇡ 1 waiting")


def test_a_page_of_the_last_version_still_hands_its_entries_in(phone, game, monkeypatch):
    open_hand(phone, game, MIKE)
    tap_cards(phone, "KA")
    monkeypatch.setattr(versions, "STEPS", (lambda kind, payload: payload,))
    phone.tap(phone.page.locator("[data-at=next]"))
    goes_on_to(phone, "Rosa")
    assert arrived(game) == [(MIKE, ["K", "A"])]
    assert Entry.objects.latest("seq").v == 2
