"""A page on a phone that counts the taps made on it and remembers what went wrong on it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

REFUSED = ("responded with a status of 400", "responded with a status of 409")


class Phone:
    """Taps are counted; errors of scripts and of the content security policy are kept in `faults`.

    What the server answers with a sentence, or with two values, is an error to the console alone.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._listen)

    def _listen(self, message) -> None:
        if message.type == "error" and not any(one in message.text for one in REFUSED):
            self.faults.append(message.text)

    def tap(self, target: Locator) -> None:
        self.taps += 1
        target.click()

    def button(self, name, **options) -> Locator:
        return self.page.get_by_role("button", name=name, **options)

    def link(self, name, **options) -> Locator:
        return self.page.get_by_role("link", name=name, **options)
