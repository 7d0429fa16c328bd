"""What every answer carries where the site runs on https, looked at page by page."""

import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as plain
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from scorebook.accounts.invitations import make
from scorebook.models import Player, User
from scorebook.models.people import Role
from tests import observatory
from tests.factories import make_game, play_round

ROOT = Path(__file__).resolve().parent.parent
SITE = "https://testserver"
LOWEST = 120
NOWHERE = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
GOODS = {
    **{"entry_id": NOWHERE, "photo_id": NOWHERE, "proposal_id": NOWHERE, "invitation_id": NOWHERE},
    **{"slug": "link", "family": "link", "variant": "link", "code": "ABCDEF", "token": "token"},
    **{"measure": "winners"},
    **{"side": "winner", "size": 640, "round": 1, "number": 1, "seat": 0, "year": 2026},
}

OF_NOBODY = {"service_worker", "offline", "manifest"}  # the same for all, and kept by phones

pytestmark = pytest.mark.django_db


@pytest.fixture
def https(settings, monkeypatch):
    """The settings that the site gives itself with a public https address; no other differ."""
    told = runpy.run_path(str(ROOT / "scorebook/settings.py"))
    monkeypatch.setenv("SITE_URL", SITE)
    secure = runpy.run_path(str(ROOT / "scorebook/settings.py"))
    for name, value in secure.items():
        if name.isupper() and value != told[name] and not callable(value):
            setattr(settings, name, value)
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
    return settings


def patterns(resolver: URLResolver) -> list[URLPattern]:
    found = []
    for entry in resolver.url_patterns:
        found += [entry] if isinstance(entry, URLPattern) else patterns(entry)
    return found


def every_page(**known) -> dict[str, str]:
    """An address of every name that the site answers to, with ids of what is there."""
    found = {}
    for entry in patterns(get_resolver()):
        wants = entry.pattern.converters
        values = {
            name: known.get(name, GOODS.get(name, converter_sample(converter)))
            for name, converter in wants.items()
        }
        found[entry.name] = reverse(entry.name, kwargs=values)
    return found


def converter_sample(converter) -> object:
    kind = type(converter).__name__
    return {"IntConverter": 1, "UUIDConverter": NOWHERE}.get(kind, "a")


@pytest.fixture
def pages(https, ann, ben) -> dict[str, str]:
    game = make_game(players=[ann.player, ben.player, *[new() for _ in "xyz"]], by=ann.player)
    play_round(game)
    _, token = make(by=ann.player, is_admin=True, player=new(), role=Role.MEMBER)
    waiting = User.objects.create(username="by-link", first_name="Rosa", role=Role.WAITING)
    found = every_page(game_id=game.id, player_id=ben.player.id, user_id=waiting.id)
    return found | {"invite": reverse("invite", args=[token]), "nowhere": "/nowhere/"}


def new() -> Player:
    return Player.objects.create(name="Somebody", short_name="Some")


@pytest.fixture
def signed_in(https, ann) -> Client:
    client = Client()
    told = {"username": "ann", "password": "Ann keeps fifteen"}
    answer = client.post(reverse("sign_in"), told, secure=True)
    assert observatory.parts(answer)["cookies"] == 5
    return client


def seen(client: Client, pages: dict[str, str]) -> dict[str, HttpResponse]:
    return {name: client.get(path, secure=True) for name, path in pages.items()}


def test_every_page_scores_as_the_observatory_scores(signed_in, pages):
    answers = seen(signed_in, pages)
    poor = {name: observatory.parts(a) for name, a in answers.items() if points(a) < LOWEST}
    assert poor == {}
    opened = [name for name, answer in answers.items() if answer.status_code == 200]
    assert len(opened) > len(answers) / 3  # and not all of them pages of what is missing


def test_every_page_scores_so_for_a_stranger(https, pages):
    poor = {n: observatory.parts(a) for n, a in seen(Client(), pages).items() if points(a) < LOWEST}
    assert poor == {}


def points(answer: HttpResponse) -> int:
    return observatory.score(answer)


def test_nobody_else_may_keep_a_page_of_somebody_signed_in(signed_in, pages):
    for name, answer in seen(signed_in, pages).items():
        kept = answer.headers["Cache-Control"]
        assert "private" in kept and "public" not in kept, name
        picture = answer.headers["Content-Type"] == "image/jpeg"
        assert "no-store" in kept or picture or name in OF_NOBODY, name


def test_every_answer_is_shut_to_other_sites(signed_in, pages):
    for name, answer in seen(signed_in, pages).items():
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", name
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", name
        assert "Access-Control-Allow-Origin" not in answer.headers, name


def test_every_text_says_how_it_is_written(signed_in, pages):
    for name, answer in seen(signed_in, pages).items():
        kind = answer.headers.get("Content-Type", "")
        texts = kind.startswith("text/") and answer.getvalue()
        assert not texts or kind.endswith("charset=utf-8"), name


def test_all_cookies_belong_to_this_host_alone(https, ann):
    client = Client()
    client.get(reverse("sign_in"), secure=True)
    told = {"username": "ann", "password": "Ann keeps fifteen"}
    client.post(reverse("sign_in"), told, secure=True)
    new = {"password": "Ann keeps sixteen", "password_again": "Ann keeps sixteen"}
    told |= {"old": told["password"], **new}
    left_a_notice = client.post(reverse("set_password"), told, secure=True)
    assert left_a_notice.status_code == 302
    assert set(client.cookies) == {"__Host-csrf", "__Host-session"}
    for cookie in client.cookies.values():
        assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
        assert cookie["samesite"] == "Lax"
    assert client.cookies["__Host-session"]["httponly"]


def test_plain_http_is_led_to_the_same_page_by_https(https, ann):
    at_home = {"REMOTE_ADDR": "192.168.1.7"}
    by_proxy = {"HTTP_X_FORWARDED_FOR": "203.0.113.9", "HTTP_X_FORWARDED_PROTO": "http"}
    for plain_http in (at_home, by_proxy):
        answer = Client(**plain_http).get("/sign-in/?next=/log/")
        assert answer.status_code == 301
        assert answer.url == f"{SITE}/sign-in/?next=/log/"
    assert Client(**at_home).get("/healthz").status_code == 200


def test_on_plain_http_nothing_is_asked_that_it_cannot(client, ann):
    answer = client.get(reverse("sign_in"))
    assert answer.status_code == 200
    assert "Strict-Transport-Security" not in answer.headers
    assert not any(cookie["secure"] for cookie in answer.cookies.values())
    assert "upgrade-insecure-requests" not in answer.headers["Content-Security-Policy"]


def test_django_finds_nothing_to_warn_of(tmp_path):
    environment = {**os.environ, "SITE_URL": "https://scores.example.org"}
    environment |= {"SCOREBOOK_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "scorebook.settings"}
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # for the browser tests alone
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "WARNINGS" not in done.stderr


def test_no_page_has_anything_inline():
    """The policy refuses it; this finds it before a browser does."""
    for page in (ROOT / "templates").rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<[^>]*\s(style|on[a-z]+)=[\"']", text), page
        assert not re.search(r"<style|<script(?![^>]*\ssrc=)|javascript:", text), page


def test_static_files_are_for_pages_of_this_site():
    headers: dict[str, str] = {}
    plain.WHITENOISE_ADD_HEADERS_FUNCTION(headers, "css/base.css", "/static/css/base.css")
    assert headers == {"Cross-Origin-Resource-Policy": "same-origin"}
    assert plain.WHITENOISE_ALLOW_ALL_ORIGINS is False


GOOD = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def answer_with(changed: dict[str, str], body: str = "") -> HttpResponse:
    headers = {name: value for name, value in {**GOOD, **changed}.items() if value}
    answer = HttpResponse(body, headers=headers)
    answer.set_cookie("session", "x", secure=True, httponly=True, samesite="Lax")
    return answer


@pytest.mark.parametrize(
    ("changed", "body", "score"),
    [
        ({}, "", 135),
        ({"Content-Security-Policy": ""}, "", 55),
        ({"Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'"}, "", 130),
        ({"Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'"}, "", 60),
        ({"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}, "", 80),
        ({"Strict-Transport-Security": ""}, "", 80),
        ({"Strict-Transport-Security": "max-age=60"}, "", 125),
        ({"Referrer-Policy": "unsafe-url"}, "", 125),
        ({"Referrer-Policy": ""}, "", 130),
        ({"Cross-Origin-Resource-Policy": ""}, "", 125),
        ({"X-Content-Type-Options": ""}, "", 130),
        ({}, '<script src="https://elsewhere.example/a.js"></script>', 130),
        ({}, '<script src="//elsewhere.example/a.js"></script>', 50),
    ],
)
def test_the_score_falls_as_the_observatory_lets_it_fall(changed, body, score):
    assert observatory.score(answer_with(changed, body)) == score


@pytest.mark.parametrize(
    ("flags", "points"),
    [
        ({"secure": True, "httponly": True, "samesite": "Lax"}, 5),
        ({"secure": True, "httponly": True}, 0),
        ({"secure": True, "samesite": "Lax"}, -30),
        ({"httponly": True, "samesite": "Lax"}, -10),
    ],
)
def test_a_cookie_scores_as_the_observatory_scores_it(flags, points):
    answer = HttpResponse(headers=GOOD)
    answer.set_cookie("session", "x", **flags)
    assert observatory.parts(answer)["cookies"] == points
