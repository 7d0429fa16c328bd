"""The site on a home screen: what is installed is of nobody, and what is kept is whole."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from scorebook.pages import installed

pytestmark = pytest.mark.django_db
STATIC = Path(settings.STATICFILES_DIRS[0])


@pytest.fixture(autouse=True)
def _fresh():
    installed.kept_files.cache_clear()
    yield
    installed.kept_files.cache_clear()


def files(answer) -> list[str]:
    return json.loads(re.search(r"const FILES = (.*);", answer.content.decode())[1])


def version(answer) -> str:
    return re.search(r'const VERSION = "(.*)";', answer.content.decode())[1]


@pytest.mark.parametrize("name", ["service_worker", "offline", "manifest"])
def test_it_is_the_same_for_everybody(as_ann, name):
    stranger = Client().get(reverse(name))
    assert stranger.status_code == 200
    assert as_ann.get(reverse(name)).content == stranger.content
    assert b"Links" not in stranger.content
    assert b"Ann" not in stranger.content


def test_the_worker_keeps_the_empty_page_and_every_script_and_stylesheet(client, ann):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    kept = files(answer)
    assert kept[0] == "/offline/"
    ours = {f"/static/{path.relative_to(STATIC)}" for path in STATIC.rglob("*.*")}
    assert set(kept[1:]) == {path for path in ours if path.endswith((".js", ".css", ".svg"))}


def test_another_file_is_another_worker(client, ann, settings, tmp_path):
    before = version(client.get("/sw.js"))
    (tmp_path / "new.js").touch()
    settings.STATICFILES_DIRS = [tmp_path]
    installed.kept_files.cache_clear()
    assert version(client.get("/sw.js")) != before


def test_the_empty_page_brings_the_looks_of_every_screen(client, ann):
    page = client.get("/offline/").content.decode()
    looks = dict(re.findall(r'href="/static/css/(\w+).css"[^>]* data-page="(\w+)"', page))
    assert looks == {name: name for name in ("pages", "table", "play")}
    assert 'data-icons="/static/icons.svg"' in page


def test_the_manifest_names_icons_of_the_sizes_that_it_says(client, ann):
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert "{}x{}".format(*Image.open(path).size) == icon["sizes"]
    assert {icon.get("purpose") for icon in told["icons"]} == {None, "maskable"}


def test_every_page_says_where_the_manifest_is(as_ann):
    assert b'<link rel="manifest" href="/manifest.webmanifest">' in as_ann.get("/").content
