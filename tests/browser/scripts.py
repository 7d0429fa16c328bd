"""The phone's own scripts in an empty page: no site, no database, no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

from scorebook.recording.phone_rules import phone_rules
from scorebook.rules.sheet import Entry
from scorebook.rules.variant import Variant

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
PHONE = "http://phone.test/"
REPLAY = """
async (sent) => {
  const { replay } = await import("/js/sheet.js");
  const { rules, cases } = JSON.parse(sent);
  return JSON.stringify(cases.map(([variant, entries]) => replay(rules[variant], entries)));
}
"""

Case = tuple[Variant, Sequence[Entry]]


def page_with_scripts(browser: Browser, fault: tuple[str, str] = ("", "")) -> Page:
    """A page that can import "/js/sheet.js" and its like. `fault`: code, and what it becomes."""

    def serve(route: Route) -> None:
        path = STATIC / route.request.url.removeprefix(PHONE)
        if path.is_file():
            script = path.read_text().replace(*fault) if fault[0] else path.read_text()
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(body="", content_type="text/html")

    page = browser.new_page()
    page.route(f"{PHONE}**", serve)
    page.goto(PHONE)
    return page


def entry_json(entry: Entry) -> dict[str, Any]:
    return {
        name: getattr(entry, name) for name in ("id", "seq", "kind", "round", "seat", "payload")
    }


def on_the_phone(page: Page, cases: Sequence[Case]) -> list[Any]:
    """The sheets that the phone makes of them, in one go."""
    rules = {id(variant): phone_rules(variant) for variant in {id(v): v for v, _ in cases}.values()}
    told = [(id(variant), [entry_json(entry) for entry in entries]) for variant, entries in cases]
    sent = json.dumps({"rules": rules, "cases": told})
    sheets: list[Any] = json.loads(page.evaluate(REPLAY, sent))
    return sheets
