"""A house of its own, served by `manage.py serve` as for real, and a family's first evening."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.phone import Phone

ROOT = Path(__file__).resolve().parent.parent.parent
FAMILY = ("Ann", "Mike", "Rosa", "Grandpa", "Christie")


@contextmanager
def serving(data: Path, hosts: str = "") -> Iterator[str]:
    """The page that sets the house up; `hosts` are more names that it answers to."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = str(probe.getsockname()[1])
    server = subprocess.Popen(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "scorebook.settings",
            "SCOREBOOK_DATA": str(data),
            "SCOREBOOK_HOSTS": hosts,
            "HOST": "127.0.0.1",
            "PORT": port,
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield next(line.strip() for line in server.stdout if "/setup/" in line)
    finally:
        server.terminate()
        server.communicate(timeout=20)


def first_evening(phone: Phone, address: str, family: Sequence[str] = FAMILY) -> str:
    """Set up, seat the family, and let the first of it, who is signed in, go out: the address of
    the second's hand.
    """
    first, second, *_ = family
    phone.page.goto(address)
    for label, text in (
        ("Name of the family", "The Links"),
        ("Your name", first),
        ("Your short name", first),
        ("Name to sign in with", first.lower()),
    ):
        phone.page.get_by_label(label).fill(text)
    for password in phone.page.locator("[type=password]").all():
        password.fill("fifteen letters at least")
    phone.page.locator("form button").click()
    phone.link("New game").click()
    phone.button(first, exact=True).click()
    for name in family[1:]:
        phone.button("+ New person").click()
        phone.page.keyboard.type(name)
    phone.button(f"Start: {len(family)} players, {first} deals").click()
    expect(phone.page.locator(".grid")).to_be_visible()
    phone.button(first, exact=True).click()
    expect(phone.page.locator(".entry h2")).to_have_text(second)
    assert phone.faults == []
    return phone.page.url
