"""The drill: the real server and the real commands, from the first release's book to a new machine,
with a kill in between. It runs for some ten seconds on two cores.
"""

import http.cookiejar
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest
from django.urls import reverse

from scorebook.backups import archive, folder
from tests.backups.looking import photos, played, state
from tests.backups.test_making import ROOT, manage


class Site:
    """The server in a process of its own, open once it is made, and a browser at it."""

    def __init__(self, book: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        own = {"SCOREBOOK_DATA": str(book), "HOST": "127.0.0.1", "PORT": str(port)}
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            env=own | {"PATH": os.environ["PATH"]},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=ROOT,
        )
        self.said = ""
        while "closes it" not in self.said and (line := self.process.stdout.readline()):
            self.said += line
        self.address = f"http://127.0.0.1:{port}"
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.browser = urllib.request.build_opener(jar)

    def get(self, path: str) -> str:
        with self.browser.open(self.address + path, timeout=30) as answer:
            return answer.read().decode()

    def post(self, path: str, data: dict[str, str], page: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page))[1]
        form = urllib.parse.urlencode(data | {"csrfmiddlewaretoken": token}).encode()
        wanted = urllib.request.Request(self.address + path, form, {"Referer": self.address + page})
        with self.browser.open(wanted, timeout=30) as answer:
            return answer.read().decode()

    def sign_in(self) -> str:
        login = {"username": "ann", "password": "Ann keeps fifteen"}
        return self.post("/sign-in/", login, "/sign-in/")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def open_site():
    """Opens the site on a book; killed at the end at the latest."""
    sites: list[Site] = []

    def make(book: Path) -> Site:
        sites.append(Site(book))
        return sites[-1]

    yield make
    for site in sites:
        site.kill()


def totals(site: Site, games: list[str]) -> dict[str, list]:
    return {game: json.loads(site.get(reverse("sheet", args=[game])))["totals"] for game in games}


def writing(site: Site, game: str, until: threading.Event) -> list[str]:
    """Notes handed in one after the other; the ids of those that were acknowledged."""
    page, saved = reverse("more", args=[game]), []
    while not until.is_set():
        key = str(uuid.uuid4())
        site.post(reverse("note", args=[game]), {"id": key, "text": f"Remark {len(saved)}"}, page)
        saved.append(key)
    return saved


def test_from_the_first_release_to_a_new_machine(old_book, tmp_path, open_site: Callable):
    before, pictures = played(old_book), photos(old_book)
    games = list(before.games)
    site = open_site(old_book)
    assert "before-upgrade.zip" in site.said
    assert "The Links" in site.sign_in()
    sheets = totals(site, games)

    # While the site runs and is written in: a backup, and no restore, and no second server.
    until, saved = threading.Event(), []
    writer = threading.Thread(target=lambda: saved.extend(writing(site, games[0], until)))
    writer.start()
    made = manage(old_book, "backup")
    until.set()
    writer.join()
    assert made.stdout.startswith("Saved and verified: "), made.stderr
    backup = Path(made.stdout.splitlines()[0].removeprefix("Saved and verified: "))
    refused = manage(old_book, "restore", str(backup))
    assert refused.returncode == 1
    assert "Close it first (Ctrl+C where it was started)" in refused.stderr
    assert "Nothing was changed." in refused.stderr
    second = open_site(old_book)
    assert "Scorebook runs with this data folder already." in second.said
    assert second.process.wait() == 1

    # The power fails, the disk with it; a new machine, the one file and the one command.
    site.kill()
    assert len(saved) == played(old_book).counts["entries"] - before.counts["entries"] > 0
    new = tmp_path / "new machine"
    done = manage(new, "restore", str(backup))
    assert "Everybody signs in again." in done.stdout, done.stderr
    assert manage(new, "verify").stdout.startswith("All is well: 8 games with ")
    assert photos(new) == pictures
    with archive.opened(backup) as found:
        assert played(new) == found.manifest.contents
    site = open_site(new)
    assert "The Links" in site.sign_in()
    assert totals(site, games) == sheets
    site.kill()

    # Back in the first folder, whose server was killed: its lock does not count any more.
    assert manage(old_book, "restore", str(backup)).returncode == 0
    assert played(old_book) == played(new)


def test_the_commands_say_what_is_wrong_in_one_sentence(book, tmp_path):
    (tmp_path / "letter.zip").write_text("Dear Grandma")
    before = state(book)
    for command in ("restore", "verify"):
        done = manage(book, command, str(tmp_path / "letter.zip"))
        sentence = f"{tmp_path / 'letter.zip'} is a file of another kind, and no backup of a"
        assert done.returncode == 1
        assert done.stderr.startswith(f"CommandError: {sentence} scorebook.")
        assert len(done.stderr.splitlines()) <= 2
    assert state(book) == before


def test_verify_says_what_is_wrong_with_the_site_and_with_a_backup(book):
    backup = Path(manage(book, "backup").stdout.split(": ")[1].splitlines()[0])
    assert manage(book, "verify", str(backup)).stdout.startswith("All is well: 8 games")
    shutil.rmtree(next(book.glob("photos/*")))
    done = manage(book, "verify")
    assert done.returncode == 1
    assert "Photos are missing: " in done.stderr
    content = bytearray(backup.read_bytes())
    content[len(content) // 4] ^= 1
    backup.write_bytes(content)
    assert "is damaged: " in manage(book, "verify", str(backup)).stderr


def test_the_server_saves_by_itself_when_a_day_has_passed(book, open_site):
    """Nobody asks for it: the first backup is made when the site opens."""
    site = open_site(book)
    late = time.monotonic() + 180
    while folder.last() is None and time.monotonic() < late:
        site.get("/healthz")
    assert folder.named(folder.last().path).why == folder.Why.ROUTINE
    with archive.opened(folder.last().path) as found:
        assert found.manifest.contents.counts["games"] == 8
