"""An evening without a signal: begun, played, corrected and ended on the phone, then sent. It all
runs for some half a minute.
"""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from tests.browser.conftest import CHROMIUM_FLAGS
from tests.browser.evening import (
    KEPT,
    Round,
    buy,
    columns,
    looks_right,
    play,
    row,
    same_table,
    totals,
)
from tests.browser.house import first_evening, serving
from tests.browser.phone import Phone
from tests.browser.test_link_evening import (
    AFTER_THREE,
    AT_THE_END,
    EVENING,
    NAMES,
    correct_mike_in_round_3,
)

VIEWPORT = {"width": 390, "height": 844}
CABIN = "cabin.test"
DRAINED = 10_000  # ms from the signal's return until nothing waits any more

# Resolves with how long it took, by the page's own clock.
DRAIN = f"""
async () => {{
  const kept = {KEPT};
  const start = performance.now();
  while ((await kept("entries")).length) {{
    if (performance.now() - start > {DRAINED}) throw new Error("Something still waits.");
    await new Promise((next) => requestAnimationFrame(next));
  }}
  return performance.now() - start;
}}
"""
CONTROLLED = """
() => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("No worker took over.")), 30_000);
  navigator.serviceWorker.oncontrollerchange = () => done(true);
  if (navigator.serviceWorker.controller) done(true);
})
"""
CACHED = """
async () => {
  const names = await caches.keys();
  const caches_ = await Promise.all(names.map((name) => caches.open(name)));
  const requests = await Promise.all(caches_.map((cache) => cache.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory, browser: Browser) -> Iterator[tuple[str, dict]]:
    """The address of a house in which a family has begun a game, and the cookies of who did."""
    with serving(tmp_path_factory.mktemp("house"), hosts=CABIN) as setup:
        context = browser.new_context(viewport=VIEWPORT, service_workers="block")
        first_evening(Phone(context.new_page()), setup, NAMES)
        cookies = context.cookies()
        context.close()
        parts = urlsplit(setup)
        yield f"{parts.scheme}://{parts.netloc}", cookies


def chromium(kind: BrowserType, args: dict, profile: Path, *flags: str, **more) -> BrowserContext:
    options = args | {"args": [*CHROMIUM_FLAGS, *flags]}
    context = kind.launch_persistent_context(profile, viewport=VIEWPORT, **options, **more)
    context.set_default_timeout(10_000)
    return context


@pytest.fixture
def open_phone(browser_type, browser_type_launch_args, tmp_path, house):
    """Opens a browser on the same profile each time, at an address of the house."""
    address, cookies = house
    opened: list[BrowserContext] = []

    def open_at(host: str = "") -> Phone:
        port = urlsplit(address).port
        base = f"http://{host}:{port}" if host else address
        flags = [f"--host-resolver-rules=MAP {host} 127.0.0.1"] if host else []
        profile = tmp_path / "profile"
        context = chromium(browser_type, browser_type_launch_args, profile, *flags, base_url=base)
        opened.append(context)
        if len(opened) == 1:
            keys = ("name", "value", "expires")
            context.add_cookies([{k: c[k] for k in keys} | {"url": base} for c in cookies])
        return Phone(context.pages[0])

    yield open_at
    for context in opened:
        with suppress(Exception):
            context.close()


def ready(phone: Phone, path: str = "/") -> None:
    """A page of the house, and all that the phone needs to go on from there."""
    phone.page.goto(path)
    phone.page.wait_for_load_state("networkidle")


def signal_goes(phone: Phone) -> None:
    phone.page.context.set_offline(True)


def drain(phone: Phone) -> float:
    phone.page.context.set_offline(False)
    took = phone.page.evaluate(DRAIN)
    print(f"\nSent {took:.0f} ms after the signal came back")
    return took


def game_of(page: Page) -> str:
    return urlsplit(page.url).path.split("/")[2]


def kill(profile: Path) -> None:
    """The battery is empty: no page is told, nothing is written at the end."""
    pid = int(os.readlink(profile / "SingletonLock").rpartition("-")[2])
    os.kill(pid, signal.SIGKILL)


def begin_by_seats(phone: Phone) -> None:
    """Whatever table sat last: these five, and Mike deals."""
    phone.tap(phone.link("New game"))
    seats = phone.page.locator("[data-seats]")
    for name in NAMES:
        phone.tap(seats.get_by_role("button", name=name, exact=True))
    phone.tap(phone.page.locator("[data-dealer]").get_by_role("button", name="Mike"))
    phone.tap(phone.button("Start: 5 players, Mike deals"))
    expect(phone.page.locator(".grid")).to_be_visible()


def play_on(phone: Phone, rounds: tuple[Round, ...], first: int = 1) -> None:
    for number, round in enumerate(rounds, first):
        play(phone, round)
        buy(phone, round)
        if number < len(EVENING):
            looks_right(phone)
        if number == 3:
            assert totals(phone) == AFTER_THREE
            assert row(phone, 3)["Mike"] == "105+25 175"
        if number == 5:
            correct_mike_in_round_3(phone)
            assert row(phone, 3)["Mike"] == "65+25✎ 135"


def end(phone: Phone) -> dict[str, dict[str, str]]:
    """See who won; the sheet as the phone shows it."""
    phone.tap(phone.button("Looks right. See who won"))
    expect(phone.page.locator(".hero")).to_have_text("105")
    assert "Beat Em by 95." in phone.page.locator("main").inner_text()
    phone.page.get_by_role("link", name="The score sheet").click()
    assert totals(phone) == AT_THE_END
    return whole_sheet(phone)


def whole_sheet(phone: Phone) -> dict[str, dict[str, str]]:
    rows = {str(number): row(phone, number) for number in range(1, len(EVENING) + 1)}
    standings = phone.page.locator(".grid tfoot td small").all_inner_texts()
    return rows | {
        "total": totals(phone),
        "standing": dict(zip(columns(phone), standings, strict=True)),
    }


def check_the_house(phone: Phone, game: str, shown: dict) -> None:
    """The house has what the phone showed, every entry once and in order."""
    asked = f"fetch('/games/{game}/record/').then((answer) => answer.json())"
    record = phone.page.evaluate(asked)
    entries = record["entries"]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    said = [json.dumps([e["kind"], e["round"], e["seat"], e["payload"]]) for e in entries]
    hands, outs = sum(len(round.hands) for round in EVENING), len(EVENING)
    started, corrected, cut, bought, finished = 1, 1, 1, 1, 1
    assert len(entries) == started + hands + outs + corrected + cut + bought + finished
    assert len(set(said)) == len(said)
    assert record["proposals"] == []
    phone.page.goto(f"/games/{game}/")
    assert phone.page.locator("main[tabindex]").count() == 0, "the house's own page"
    assert whole_sheet(phone) == shown


def most_taps() -> int:
    cards = sum(round.cards for round in EVENING)
    corrected, cut, bought = 4, 1, 1
    return 45 + cards + corrected + cut + bought


def test_an_evening_outlives_the_browser(open_phone, tmp_path):
    phone = open_phone()
    installed(phone)
    phone.page.context.close()  # as after any evening: its cookies are on the disk

    phone = open_phone()
    ready(phone)
    signal_goes(phone)
    same_table(phone)
    game = game_of(phone.page)
    play_on(phone, EVENING[:4])
    shown = whole_sheet(phone)
    taps = phone.taps
    kill(tmp_path / "profile")

    phone = open_phone()
    phone.taps = taps
    signal_goes(phone)
    phone.page.goto(f"/games/{game}/")
    expect(phone.page.locator(".grid")).to_be_visible()
    assert whole_sheet(phone) == shown
    play_on(phone, EVENING[4:], first=5)
    shown = end(phone)
    assert phone.taps <= most_taps()
    assert drain(phone) < DRAINED
    check_the_house(phone, game, shown)


def test_an_evening_on_plain_http_while_the_page_stays_open(open_phone):
    phone = open_phone(CABIN)
    ready(phone)
    assert (
        phone.page.evaluate(
            "[isSecureContext, 'serviceWorker' in navigator, 'randomUUID' in crypto]"
        )
        == [False] * 3
    )
    signal_goes(phone)
    begin_by_seats(phone)
    game = game_of(phone.page)
    play_on(phone, EVENING)
    shown = end(phone)
    seats, dealer = 5, 1
    assert phone.taps <= most_taps() + seats + dealer
    assert drain(phone) < DRAINED
    expect(phone.page.get_by_text(re.compile("Sent"))).to_be_visible()
    check_the_house(phone, game, shown)


def installed(phone: Phone) -> None:
    """A page of the house, with the worker between it and the network."""
    ready(phone)
    phone.page.evaluate(CONTROLLED)


def test_a_page_that_cannot_be_had_leads_to_the_game_and_back(open_phone):
    """The phone believes in its network, as beside a router without a line."""
    phone = open_phone()
    installed(phone)
    phone.page.add_init_script("Object.defineProperty(navigator, 'onLine', { value: true })")
    ready(phone, "/people/")
    signal_goes(phone)
    phone.link("Tally").click()
    main = phone.page.locator("main")
    expect(main).to_contain_text("The page you wanted is at the house")
    phone.button("Try again").click()
    expect(phone.page.get_by_text("Still no signal.")).to_be_visible()
    phone.link("Back to the table").first.click()
    expect(phone.page.locator(".grid")).to_be_visible()
    phone.page.go_back()
    expect(main).to_contain_text("The page you wanted is at the house")
    phone.page.context.set_offline(False)
    phone.button("Try again").click()
    expect(phone.page.get_by_role("heading", name="Tally")).to_be_visible()


def sign_in_anew(phone: Phone) -> None:
    """As somebody whose signing out ends nobody else's session."""
    phone.page.context.clear_cookies()
    phone.page.goto("/sign-in/")
    phone.page.locator("[name=username]").fill(NAMES[0].lower())
    phone.page.locator("[name=password]").fill("fifteen letters at least")
    phone.button("Sign in", exact=True).click()
    expect(phone.link("New game")).to_be_visible()


def test_after_signing_out_nobody_finds_a_page_of_anybody(open_phone):
    phone = open_phone()
    sign_in_anew(phone)
    installed(phone)
    phone.page.get_by_role("link", name="Back to the table").first.click()
    expect(phone.page.locator(".grid")).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    table = phone.page.url
    assert phone.page.evaluate(KEPT, "records") != []
    assert set(map(kind_of, phone.page.evaluate(CACHED))) == {"/static/", "/offline/"}

    phone.page.goto("/")
    phone.page.wait_for_load_state("networkidle")
    phone.button(re.compile("Sign out")).click()
    expect(phone.page.get_by_role("heading", name="Sign in")).to_be_visible()
    assert phone.page.evaluate(KEPT, "records") == phone.page.evaluate(KEPT, "kit") == []
    signal_goes(phone)
    for address in (table, "/", f"{table}log/"):
        phone.page.goto(address)
        expect(phone.page.locator("main")).to_contain_text("This phone keeps nothing yet.")
        assert not [name for name in NAMES if name in phone.page.content()]


def kind_of(path: str) -> str:
    return "/static/" if path.startswith("/static/") else path


def test_another_release_removes_what_the_last_one_kept(open_phone):
    phone = open_phone()
    phone.page.goto("/sign-in/")
    keep = "caches.open('scorebook 0').then((old) => old.add('/offline/'))"
    phone.page.evaluate(keep)
    installed(phone)
    names = phone.page.evaluate("caches.keys()")
    assert len(names) == 1
    assert names != ["scorebook 0"]
    assert len(phone.page.evaluate(CACHED)) > 40
