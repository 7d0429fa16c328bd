"""How long a tap on the keypad takes until the screen shows it, on a phone four times slower.

    python -m bench.tap_to_paint [TAPS]

Starts a server and Chromium of its own. Each tap is timed from the event's own time stamp until the
frame that it caused was handed over. Prints the median, the 98th percentile and the slowest, in ms.
"""

# ruff: noqa: E402 (Django has to be set up before its models are imported)

from __future__ import annotations

import os
import random
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.test import Client
from django.test.testcases import LiveServerThread
from django.urls import reverse
from playwright.sync_api import Locator, Page, sync_playwright

from scorebook.models import Family
from tests.browser.conftest import CHROMIUM_FLAGS
from tests.factories import hand_in, make_game, make_user

SLOWER = 4
MOST_CARDS = 14
BETWEEN_TAPS = 150  # ms; nobody calls cards faster
TIMING = """
window.taps = [];
addEventListener("click", (event) => requestAnimationFrame(() => {
  const after = new MessageChannel();
  after.port1.onmessage = () => window.taps.push(performance.now() - event.timeStamp);
  after.port2.postMessage(0);
}), true);
"""


def main(taps: int) -> None:
    call_command("migrate", verbosity=0)
    Family.objects.create(id=1, name="Bench")
    user = make_user(name="Ben")
    game = make_game(by=user.player)
    hand_in(game, "out", {"seat": 0}, round=1)
    client = Client()
    client.force_login(user)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    with server() as address, phone(address, cookies) as page:
        page.goto(address + reverse("hand", args=[game.id, 1, 1]))
        times = timed(page, taps)
    cuts = statistics.quantiles(times, n=100)
    print(f"{len(times)} taps, CPU {SLOWER}x slower, ms until painted:")
    print(f"p50 {cuts[49]:.0f}   p98 {cuts[97]:.0f}   slowest {max(times):.0f}   goal p98 <= 100")


@contextmanager
def server() -> Iterator[str]:
    thread = LiveServerThread("127.0.0.1", StaticFilesHandler)
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    try:
        yield f"http://127.0.0.1:{thread.port}"
    finally:
        thread.terminate()


@contextmanager
def phone(address: str, cookies: dict[str, str]) -> Iterator[Page]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(CHROMIUM_FLAGS)
        )
        context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        context.add_cookies(
            [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
        )
        page = context.new_page()
        page.add_init_script(TIMING)
        devtools = context.new_cdp_session(page)
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page
        chromium.close()


def timed(page: Page, taps: int) -> list[float]:
    """Taps random keys; takes the last card back where a hand gets longer than anybody holds.

    At places on the glass: looking for a key in the page would be timed along with it.
    """
    keys = [middle(key) for key in page.locator("[data-key]").all()]
    erase = middle(page.locator("[data-at=erase]"))
    chosen = random.Random(1)
    held = 0
    for _ in range(taps):
        full = held == MOST_CARDS
        page.touchscreen.tap(*(erase if full else chosen.choice(keys)))
        held += -1 if full else 1
        page.wait_for_timeout(BETWEEN_TAPS)
    return page.evaluate("window.taps")


def middle(key: Locator) -> tuple[float, float]:
    box = key.bounding_box()
    assert box is not None, "A key that is not shown."
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
