"""The first start: closed, one address, one admin."""

import os
import re
import threading
import time

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from scorebook.accounts import services
from scorebook.management.commands import serve
from scorebook.models import Deed, Family, Player, User
from scorebook.models.zones import zones
from tests.factories import make_player

FORM = {
    "family_name": "The Links",
    "time_zone": "Europe/Berlin",
    "name": "Ann Link",
    "short_name": "Ann",
    "username": "ann",
    "password": "five clubs short of a run",
    "password_again": "five clubs short of a run",
}


@pytest.fixture
def address(db):
    yield reverse("setup", args=[services.issue_setup_token()])
    (settings.DATA / "setup.json").unlink(missing_ok=True)


@pytest.mark.parametrize("path", ["/", "/sign-in/", "/nowhere/", "/setup/" + "A" * 43 + "/"])
def test_all_else_is_closed(client, address, path):
    for answer in (client.get(path), client.post(path, FORM)):
        assert answer.status_code == 503
        assert "not set up yet" in answer.content.decode()
    assert not User.objects.exists()


def test_looking_at_the_page_uses_nothing_up(client, address):
    for _ in range(3):
        answer = client.get(address)
    assert answer.status_code == 200
    assert "Set it up" in answer.content.decode()
    assert client.post(address, FORM).status_code == 302


def test_the_first_admin_is_made_and_signed_in(client, address):
    answer = client.post(address, FORM)
    assert (answer.status_code, answer.url) == (302, "/")
    user = User.objects.get()
    assert (user.role, user.player.name, user.player.short_name) == ("admin", "Ann Link", "Ann")
    assert user.check_password(FORM["password"])
    assert not user.is_superuser
    told = Deed.objects.get()
    assert (told.by, told.about) == (user.player, "roles") and "its first admin" in told.text
    family = Family.objects.get()
    assert (family.name, family.time_zone) == ("The Links", "Europe/Berlin")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert client.get(address).status_code == 404
    assert client.post(address, FORM | {"username": "mallory"}).status_code == 404
    assert User.objects.count() == 1
    assert services.issue_setup_token() is None


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("family_name", "", "This field is required"),
        ("family_name", "Links\u202e", "does not show"),
        ("name", "An\x07n", "does not show"),
        ("short_name", "AnneLink", "at most 7 characters"),
        ("time_zone", "Europe/Linkville", "not one of the available choices"),
        ("username", "ann link", "Enter a valid username"),
        ("password", "fourteen chars", "at least 15 characters"),
        ("password_again", "five clubs short of a set", "not the same"),
    ],
)
def test_a_fault_is_named_and_the_rest_kept(client, address, field, value, sentence):
    answer = client.post(address, FORM | {field: value})
    assert sentence in answer.content.decode()
    kept = "username" if field != "username" else "name"
    assert f'value="{FORM[kept]}"' in answer.content.decode()
    assert FORM["password"] not in answer.content.decode()
    assert not User.objects.exists()
    assert not Family.objects.exists()


def test_the_short_name_may_be_left_to_the_site(client, address):
    make_player(name="Ann")  # somebody of the demo, played before the first start
    client.post(address, FORM | {"short_name": ""})
    assert User.objects.get().player.short_name == "Ann L"


def test_zones_are_offered_by_city_and_the_rest_of_the_machines_list_is_not():
    offered = dict(zones("Etc/GMT+5"))
    assert ("Europe/Oslo", "Oslo") in offered["Europe"]
    assert ("America/Argentina/Buenos_Aires", "Buenos Aires, Argentina") in offered["America"]
    assert offered["Europe"] == sorted(offered["Europe"])
    assert offered["Other"] == [("Etc/GMT+5", "Etc/GMT+5"), ("UTC", "UTC")]
    assert not offered.keys() & {"Etc", "SystemV", "US", "posix"}


@pytest.mark.parametrize(
    ("kept", "configured", "offered_first"),
    [
        ("/usr/share/zoneinfo/Europe/Oslo", "UTC", "Europe/Oslo"),
        ("/usr/share/zoneinfo/Europe/Oslo", "Asia/Tokyo", "Asia/Tokyo"),
        ("/usr/share/zoneinfo/Factory", "UTC", "UTC"),
        ("/usr/share/zoneinfo/Etc/UTC", "UTC", "UTC"),
        ("/etc/somewhere", "Etc/GMT+5", "Etc/GMT+5"),
    ],
)
def test_the_zone_of_the_machine_is_chosen_first(
    client, address, settings, monkeypatch, kept, configured, offered_first
):
    settings.TIME_ZONE = configured
    monkeypatch.setattr(os, "readlink", lambda path: kept)
    page = client.get(address).content.decode()
    assert re.findall(r'<option value="([^"]+)" selected>', page) == [offered_first]


def test_a_password_like_the_name_is_refused(client, address):
    name = {"username": "annelinkofthelinks"}
    alike = dict.fromkeys(("password", "password_again"), "annelinkofthelinks1")
    assert "too similar" in client.post(address, FORM | name | alike).content.decode()


def test_the_address_ends_after_a_day(client, address, monkeypatch):
    now = time.time()
    monkeypatch.setattr(services.time, "time", lambda: now + services.SETUP_SECONDS - 60)
    assert client.get(address).status_code == 200
    monkeypatch.setattr(services.time, "time", lambda: now + services.SETUP_SECONDS + 60)
    assert client.get(address).status_code == 503


def test_a_new_start_replaces_the_address(client, address):
    newer = reverse("setup", args=[services.issue_setup_token()])
    assert client.get(address).status_code == 503
    assert client.get(newer).status_code == 200


@pytest.mark.parametrize(
    ("phones", "told"),
    [
        (None, "within 24 hours, at:\n  http://localhost:80/setup/x/\n"),
        ("http://10.0.0.7:80", "at one of:\n  http://localhost:80/setup/x/\n  http://10.0.0.7"),
    ],
)
def test_the_console_says_at_how_many_addresses(monkeypatch, phones, told):
    monkeypatch.setattr(serve, "phone_address", lambda host, port: phones)
    assert told in serve.greeting("0.0.0.0", 80, "x")


def test_the_token_itself_is_not_kept(address):
    token = address.split("/")[2]
    assert len(token) == 43
    assert token not in (settings.DATA / "setup.json").read_text()


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_one_admin():
    """Both have passed the check of the page before either has written."""
    ready = threading.Barrier(2)
    ends = []

    def found(username):
        data = {name: value for name, value in FORM.items() if name != "password_again"}
        ready.wait(timeout=30)
        try:
            ends.append(services.found_family(**data | {"username": username}).username)
        except services.AlreadySetUp:
            ends.append(None)
        finally:
            connection.close()

    both = [threading.Thread(target=found, args=[name]) for name in ("ann", "mallory")]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(timeout=30)
    assert len(ends) == 2
    assert ends.count(None) == 1
    assert (User.objects.count(), Player.objects.count(), Family.objects.count()) == (1, 1, 1)
