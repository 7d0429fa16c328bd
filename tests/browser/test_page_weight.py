"""What the page of a hand weighs on the line, measured at the site as it is served for real."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.evening import tap_cards
from tests.browser.phone import Phone

ROOT = Path(__file__).resolve().parent.parent.parent
FIRST_VISIT, REPEAT_VISIT = 20_000, 2_000  # bytes
NEWS = 200  # bytes, of what others do: asked every four seconds
VIEWPORT = {"width": 390, "height": 844}

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) shifts.push(one.value);
}).observe({ type: "layout-shift", buffered: true });
"""
BLOCKING = """
performance.getEntriesByType("resource")
  .filter((one) => one.renderBlockingStatus === "blocking").map((one) => one.name)
"""
# Headers are counted as 300 bytes each by definition; what came from the cache as none.
BODIES = """
["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  .map((one) => [one.name, Math.max(0, one.transferSize - 300)])
"""
FAVICON = "fetch(document.querySelector('link[rel=icon]').href).then((icon) => icon.blob())"


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    """The page that sets up a house of its own, served by `manage.py serve`."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    serving = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "scorebook.settings",
            "SCOREBOOK_DATA": str(tmp_path_factory.mktemp("house")),
            "HOST": "127.0.0.1",
            "PORT": port,
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield next(line.strip() for line in serving.stdout if "/setup/" in line)
    finally:
        serving.terminate()
        serving.communicate(timeout=20)


@pytest.fixture(scope="module")
def hands(address, browser: Browser) -> Iterator[tuple[list[str], dict]]:
    """Addresses of two hands, and the cookies of whoever keeps score there."""
    context = browser.new_context(viewport=VIEWPORT)
    try:
        first = first_evening(Phone(context.new_page()), address)
        yield [first, first.removesuffix("1/") + "2/"], context.storage_state()
    finally:
        context.close()


def first_evening(phone: Phone, address: str) -> str:
    """Set up, seat five, and let the first go out: the address of the second's hand."""
    phone.page.goto(address)
    for label, text in (
        ("Name of the family", "The Links"),
        ("Your name", "Ann"),
        ("Your short name", "Ann"),
        ("Name to sign in with", "ann"),
    ):
        phone.page.get_by_label(label).fill(text)
    for password in phone.page.locator("[type=password]").all():
        password.fill("fifteen letters at least")
    phone.page.locator("form button").click()
    phone.link("New game").click()
    phone.button("Ann", exact=True).click()
    for name in ("Mike", "Rosa", "Grandpa", "Christie"):
        phone.button("+ New person").click()
        phone.page.keyboard.type(name)
    phone.button("Start: 5 players, Ann deals").click()
    phone.button("Ann", exact=True).click()
    expect(phone.page.locator(".entry h2")).to_have_text("Mike")
    assert phone.faults == []
    return phone.page.url


@pytest.fixture
def context(browser: Browser, hands) -> Iterator[BrowserContext]:
    """A phone that is signed in and has nothing in its cache."""
    context = browser.new_context(viewport=VIEWPORT, storage_state=hands[1])
    yield context
    context.close()


def test_a_first_visit_is_light(context, hands):
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    asked: dict[str, str] = {}
    weights: Counter[str] = Counter()
    devtools.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )
    devtools.on(
        "Network.loadingFinished",
        lambda event: weights.update(
            {urlsplit(asked[event["requestId"]]).path: event["encodedDataLength"]}
        ),
    )
    page.goto(hands[0][0], wait_until="networkidle")
    page.evaluate(FAVICON)
    blocking = page.evaluate(BLOCKING)

    total = weights.total()
    print(f"\nA first visit to a hand: {total} bytes in {len(weights)} answers {weights}")
    assert {Path(path).name.split(".")[0] for path in weights} >= {
        "base", "play", "keypad", "icons", "favicon",
    }  # fmt: skip
    assert total <= FIRST_VISIT
    assert len(blocking) <= 2


def test_a_repeat_visit_fetches_the_hand_alone(context, hands):
    page = context.new_page()
    page.goto(hands[0][0], wait_until="networkidle")
    page.goto(hands[0][1], wait_until="networkidle")
    bodies = dict(page.evaluate(BODIES))
    asked = sum(size for path, size in bodies.items() if path.endswith("/live/"))
    print(f"\nA repeat visit: {sum(bodies.values())} bytes of bodies {bodies}")
    assert bodies[hands[0][1]] > 0
    assert 0 < asked <= NEWS
    assert sum(bodies.values()) - asked <= REPEAT_VISIT


def keys_of(page: Page) -> list:
    return [key.bounding_box() for key in page.locator("[data-key]").all()]


@pytest.mark.parametrize("size", [VIEWPORT, {"width": 320, "height": 568}], ids=["390", "320"])
def test_nothing_shifts_while_it_loads_or_while_cards_are_tapped(context, hands, size):
    page = context.new_page()
    page.set_viewport_size(size)
    page.add_init_script(SHIFTS)
    page.goto(hands[0][0], wait_until="networkidle")
    before = keys_of(page)
    tap_cards(Phone(page), "KK4A*")
    assert keys_of(page) == before
    assert page.evaluate("window.shifts") == []
