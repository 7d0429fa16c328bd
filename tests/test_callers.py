"""Who really calls, and how often they may: forged headers, rotating addresses, hostile targets."""

import json
import re
import uuid

import pytest
from django.contrib.auth import SESSION_KEY
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from scorebook import limits, machine
from scorebook.accounts import throttle
from scorebook.middleware import behind_proxies
from tests.factories import make_game

ELSEWHERE = [
    *("//evil.example", "/\\evil.example", "////evil.example", "https://evil.example"),
    *("javascript:alert(1)", "https:evil.example", "http:///evil.example", "\t//evil.example"),
]


@pytest.fixture
def proxied(settings):
    settings.TRUSTED_PROXIES = machine.proxies(["127.0.0.1", "10.0.0.0/8", "::1"])
    return settings


def seen(peer: str, told: str = "", scheme: str = "") -> tuple[str, bool]:
    """Whom the site takes for the caller, and whether by https."""
    headers = {"x-forwarded-for": told, "x-forwarded-proto": scheme}
    request = RequestFactory().get("/", REMOTE_ADDR=peer, headers=headers)
    behind_proxies(lambda _: HttpResponse())(request)
    return limits.address_of(request), request.is_secure()


@pytest.mark.parametrize(
    ("peer", "told", "caller"),
    [
        ("203.0.113.9", "", "203.0.113.9"),
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("127.0.0.1", "6.6.6.6,198.51.100.1, 10.1.2.3", "198.51.100.1"),
        ("127.0.0.1", "198.51.100.1, nonsense", "127.0.0.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "10.0.0.1, 10.0.0.2", "10.0.0.1"),
        ("::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::77", "", "2001:db8:1:2::/64"),
    ],
)
def test_a_header_counts_from_the_right_and_only_from_a_trusted_proxy(proxied, peer, told, caller):
    assert seen(peer, told)[0] == caller


@pytest.mark.parametrize(
    ("site_url", "peer", "scheme", "secure"),
    [
        ("", "203.0.113.9", "https", False),
        ("", "127.0.0.1", "https", True),
        ("", "127.0.0.1", "", False),
        ("https://scores.example.org", "127.0.0.1", "", True),
        ("https://scores.example.org", "127.0.0.1", "http", False),
        ("https://scores.example.org", "203.0.113.9", "https", False),
    ],
)
def test_only_a_trusted_proxy_says_that_it_was_called_by_https(
    proxied, site_url, peer, scheme, secure
):
    proxied.SITE_URL = site_url
    assert seen(peer, "", scheme)[1] is secure


def test_a_proxy_that_is_none_stops_the_start():
    with pytest.raises(SystemExit, match=r"TRUSTED_PROXIES.*'localhost'"):
        machine.proxies(["localhost"])


def test_a_thousand_sign_ins_by_as_many_forged_addresses_end_after_twenty(db, ann):
    right = {"username": "ann", "password": "Ann keeps fifteen"}
    for number in range(1000):
        forged = {"x-forwarded-for": f"198.51.{number // 250}.{number % 250}"}
        wrong = {"username": f"name {number}", "password": "guess"}
        answer = Client(headers=forged).post(reverse("sign_in"), wrong)
        assert (answer.status_code == 429) == (number >= throttle.PER_ADDRESS)
    assert Client().post(reverse("sign_in"), right).status_code == 429
    other_house = Client(REMOTE_ADDR="203.0.113.9")
    assert other_house.post(reverse("sign_in"), right).status_code == 302


def test_one_account_is_tried_ten_times_an_hour_from_wherever(db, ann):
    answers = []
    for number in range(12):
        client = Client(REMOTE_ADDR=f"198.51.100.{number}")
        wrong = {"username": "ann", "password": "guess"}
        answers.append(client.post(reverse("sign_in"), wrong).status_code)
    assert answers == [200] * throttle.PER_NAME + [429] * 2


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_way_in_leads_elsewhere(ann, target):
    client = Client()
    told = {"username": "ann", "password": "Ann keeps fifteen", "next": target}
    assert client.post(reverse("sign_in"), told).url == "/"
    assert client.post(reverse("prove"), told).url == reverse("people")


def test_a_session_fixed_before_the_sign_in_opens_nothing_after_it(ann):
    victim, thief = Client(), Client()
    session = victim.session
    session["planted"] = True
    session.save()
    victim.cookies["session"] = thief.cookies["session"] = session.session_key
    told = {"username": "ann", "password": "Ann keeps fifteen"}
    victim.post(reverse("sign_in"), told)
    assert victim.session[SESSION_KEY] == str(ann.pk)
    assert thief.get("/").status_code == 302


def test_every_sign_in_has_a_session_that_nobody_guesses(ann):
    keys = set()
    for _ in range(5):
        client = Client()
        client.post(reverse("sign_in"), {"username": "ann", "password": "Ann keeps fifteen"})
        keys.add(client.session.session_key)
    assert len(keys) == 5
    assert all(re.fullmatch("[a-z0-9]{32}", key) for key in keys)  # log2(36) * 32 = 165 bits


def test_a_session_that_ended_stays_dead(ann):
    client = Client()
    client.post(reverse("sign_in"), {"username": "ann", "password": "Ann keeps fifteen"})
    key = client.cookies["session"].value
    client.post(reverse("sign_out"))
    client.cookies["session"] = key
    assert client.get("/").status_code == 302
    client.force_login(ann)
    ann.is_active = False
    ann.save()
    assert client.get("/").status_code == 302


@pytest.mark.parametrize("name", ["sign_out", "sign_out_everywhere"])
def test_signing_out_leaves_nothing_in_the_browser(ann, name):
    client = Client()
    client.post(reverse("sign_in"), {"username": "ann", "password": "Ann keeps fifteen"})
    answer = client.post(reverse(name))
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert client.cookies["session"].value == ""


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(ann):
    here, there = Client(), Client()
    for client in (here, there):
        client.post(reverse("sign_in"), {"username": "ann", "password": "Ann keeps fifteen"})
    told = {"username": "ann", "old": "Ann keeps fifteen"}
    told |= {"password": "Ann keeps sixteen", "password_again": "Ann keeps sixteen"}
    before = here.session.session_key
    assert here.post(reverse("set_password"), told).status_code == 302
    assert here.get("/").status_code == 200
    assert here.session.session_key != before
    assert there.get("/").status_code == 302


def test_after_so_many_entries_in_a_minute_a_phone_is_told_to_wait(ann, as_ann, monkeypatch):
    monkeypatch.setattr(limits, "SCORES", 2)
    game = make_game(players=5, by=ann.player)

    def send():
        told = {"id": str(uuid.uuid4()), "kind": "out", "round": 1, "payload": {"seat": 0}}
        there = reverse("entries", args=[game.id])
        return as_ann.post(there, json.dumps(told), content_type="application/json")

    assert [send().status_code < 429 for _ in range(2)] == [True, True]
    refused = send()
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert refused.json()["errors"][0]["code"] == "busy"
    assert game.entries.filter(kind="out").count() == 1


def test_a_limit_whose_hour_ends_while_it_counts_starts_anew(monkeypatch):
    assert not limits.too_many("doors", "a", most=1)

    def gone(key: str) -> int:
        raise ValueError

    with monkeypatch.context() as just_then:
        just_then.setattr(limits.cache, "incr", gone)
        assert not limits.too_many("doors", "a", most=1)
    assert limits.too_many("doors", "a", most=1)
