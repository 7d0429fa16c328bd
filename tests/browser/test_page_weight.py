"""What the page of a hand weighs on the line, measured at the site as it is served for real."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.evening import tap_cards
from tests.browser.house import first_evening, serving
from tests.browser.phone import Phone

FIRST_VISIT, REPEAT_VISIT = 20_000, 2_200  # bytes
# Fetched once, with the first page of all; blocks nothing of it.
OUTBOX = {"waiting", "forms", "payloads", "outbox", "store", "ids", "copy"}
QUEUE, EVENING = 18_000, 90_000  # bytes: the outbox; and once the page stands, all for no signal
NEWS = 200  # bytes, of what others do: asked every four seconds
VIEWPORT = {"width": 390, "height": 844}

SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) shifts.push([one.value, one.sources[0]?.node?.outerHTML]);
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
    with serving(tmp_path_factory.mktemp("house")) as setup:
        yield setup


@pytest.fixture(scope="module")
def hands(address, browser: Browser) -> Iterator[tuple[list[str], dict]]:
    """Addresses of two hands, and the cookies of whoever keeps score there."""
    context = browser.new_context(viewport=VIEWPORT)
    try:
        first = first_evening(Phone(context.new_page()), address)
        yield [first, first.removesuffix("1/") + "2/"], context.storage_state()
    finally:
        context.close()


@pytest.fixture
def context(browser: Browser, hands) -> Iterator[BrowserContext]:
    """A phone that is signed in and has nothing in its cache. What passes a service worker is not
    weighed right by the browser.
    """
    state = {"storage_state": hands[1], "service_workers": "block"}
    context = browser.new_context(viewport=VIEWPORT, **state)
    yield context
    context.close()


def test_a_first_visit_is_light(context, hands):
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Page.enable")
    asked: dict[str, str] = {}
    weights: Counter[str] = Counter()
    early: set[str] = set()
    devtools.on(
        "Network.requestWillBeSent",
        lambda event: asked.update({event["requestId"]: event["request"]["url"]}),
    )
    devtools.on("Page.loadEventFired", lambda event: early.update(asked))
    devtools.on(
        "Network.loadingFinished",
        lambda event: weights.update(
            {urlsplit(asked[event["requestId"]]).path: event["encodedDataLength"]}
        ),
    )
    page.goto(hands[0][0], wait_until="networkidle")
    page.evaluate(FAVICON)
    blocking = page.evaluate(BLOCKING)

    parts = parted(weights, {urlsplit(asked[request]).path for request in early})
    for name, part in parts.items():
        print(
            f"\nA first visit to a hand, {name}: {part.total()} bytes, {len(part)} answers {part}"
        )
    assert names_of(parts["the page"]) >= {"base", "play", "keypad", "icons", "favicon"}
    assert names_of(parts["the outbox"]) == OUTBOX
    assert parts["the page"].total() <= FIRST_VISIT
    assert parts["the outbox"].total() <= QUEUE
    assert parts["for no signal"].total() <= EVENING
    assert len(blocking) <= 2


def names_of(part: Counter[str]) -> set[str]:
    return {Path(path).name.split(".")[0] for path in part}


def parted(weights: Counter[str], early: set[str]) -> dict[str, Counter[str]]:
    """What the page is, what hands its entries over, and what is fetched once it stands."""
    parts: dict[str, Counter[str]] = {
        name: Counter() for name in ("the page", "the outbox", "for no signal")
    }
    for path, weight in weights.items():
        name = Path(path).name.split(".")[0]
        asked_later = name in ("beside", "evening", "live") or path not in early
        page = not asked_later or name == "favicon"
        part = "the outbox" if name in OUTBOX else "the page" if page else "for no signal"
        parts[part][path] = weight
    return parts


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
