"""A phone in a real browser, signed in as the one who keeps score."""

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserType, Page, sync_playwright

from tests.browser.phone import Phone
from tests.browser.scripts import page_with_scripts

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    return {"executable_path": chromium, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="package")
def browser_type() -> Iterator[BrowserType]:
    """Ends with these tests: it keeps an event loop in this thread, and as long as there is one
    Django has other connections here than in a forked child.
    """
    with sync_playwright() as playwright:
        yield playwright.chromium


@pytest.fixture(scope="package")
def browser(browser_type, browser_type_launch_args) -> Iterator[Browser]:
    browser = browser_type.launch(**browser_type_launch_args)
    yield browser
    browser.close()


def session_of(user) -> dict[str, str]:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value}


@pytest.fixture
def phone_of(browser, live_server):
    """Makes phones: `phone_of(user, javascript=False, width=320)`; `phone_of(None)` is nobody's.

    All are closed at the end.
    """
    contexts = []

    def make(user, *, javascript: bool = True, width: int = 390, height: int = 844, **options):
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            java_script_enabled=javascript,
            has_touch=width < 600,
            **{"service_workers": "block"} | options,
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        if user:
            context.add_cookies([session_of(user) | {"url": live_server.url}])
        return Phone(context.new_page())

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def phone(phone_of, ann) -> Phone:
    return phone_of(ann)


@pytest.fixture(scope="package")
def scripts(browser) -> Iterator[Page]:
    """A page with nothing but the phone's own scripts."""
    page = page_with_scripts(browser)
    yield page
    page.close()
