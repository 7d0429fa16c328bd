"""Passkeys: made, used to come in, used as proof, removed; and every way to cheat with one."""

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse

from scorebook import access
from scorebook.accounts import keys
from scorebook.models import Device, Passkey
from tests.accounts.soft_key import PRESENT, SoftKey

pytestmark = pytest.mark.django_db


def at(host: str = "localhost", user=None) -> Client:
    client = Client(SERVER_NAME=host)
    if user:
        client.force_login(user)
    return client


def proved(user, host: str = "localhost") -> Client:
    client = at(host, user)
    client.post(reverse("prove"), {"password": f"{user.player.name} keeps fifteen"})
    return client


def send(client: Client, name: str, told=None, query: str = ""):
    return client.post(reverse(name) + query, told or {}, content_type="application/json")


def make(client: Client, key: SoftKey):
    return send(client, "add_passkey", key.create(send(client, "passkey_options").json()))


def come_in(client: Client, key: SoftKey, query: str = ""):
    options = send(client, "passkey_sign_in_options").json()
    return send(client, "passkey_sign_in", key.get(options), query)


@pytest.fixture
def key(ben) -> SoftKey:
    """Ben's, who came by a link and has no password."""
    ben.set_unusable_password()
    ben.save()
    key = SoftKey()
    assert make(at(user=ben), key).status_code == 200
    return key


def test_a_key_signs_in_and_the_device_is_on_the_list(ben, key):
    stranger = at()
    answer = come_in(stranger, key, "?next=/log/")
    assert (answer.status_code, answer.json()) == (200, {"go": "/log/"})
    assert stranger.session[SESSION_KEY] == str(ben.pk)
    assert Device.objects.get(user=ben).session_key == stranger.session.session_key
    assert Passkey.objects.get().used_at is not None


def test_the_page_lists_the_key_and_removes_it(ben, key):
    client = at()
    come_in(client, key)
    assert "A browser" in client.get(reverse("passkeys")).content.decode()
    client.post(reverse("remove_passkey", args=[Passkey.objects.get().id]))
    assert not Passkey.objects.exists()
    assert come_in(at(), key).status_code == 400


def test_nobody_removes_anothers_key(key, as_ann):
    there = reverse("remove_passkey", args=[Passkey.objects.get().id])
    assert as_ann.post(there).status_code == 404
    assert Passkey.objects.exists()


@pytest.mark.parametrize(
    ("host", "secure", "site_url", "offered"),
    [
        ("localhost", False, "", True),
        ("192.168.1.5", False, "", False),
        ("scores.example.org", True, "", True),
        ("scores.example.org", False, "", False),
        ("scores.example.org", True, "https://scores.example.org", True),
        ("localhost", False, "https://scores.example.org", False),
    ],
)
def test_keys_are_offered_where_a_browser_lets_a_page_ask(
    ann, settings, host, secure, site_url, offered
):
    settings.ALLOWED_HOSTS, settings.SITE_URL = [host], site_url
    client = proved(ann, host)
    shown = "data-passkey" in client.get(reverse("passkeys"), secure=secure).content.decode()
    assert shown is offered
    asked = client.post(reverse("passkey_options"), secure=secure)
    assert asked.status_code == (200 if offered else 404)
    signing_in = at(host)
    page = signing_in.get(reverse("sign_in"), secure=secure).content.decode()
    assert ("data-passkey" in page) is offered
    asked = signing_in.post(reverse("passkey_sign_in_options"), secure=secure)
    assert asked.status_code == (200 if offered else 404)


def test_another_page_cannot_use_the_key(key):
    key.origin = "http://localhost.elsewhere.example"
    assert come_in(at(), key).status_code == 400


def test_a_key_that_saw_nobody_is_refused(key):
    key.flags = PRESENT
    assert come_in(at(), key).status_code == 400


def test_an_answer_works_once_and_only_in_the_session_that_was_asked(key):
    client, other = at(), at()
    answer = key.get(send(client, "passkey_sign_in_options").json())
    send(other, "passkey_sign_in_options")
    assert send(other, "passkey_sign_in", answer).status_code == 400
    assert send(client, "passkey_sign_in", answer).status_code == 200
    assert send(client, "passkey_sign_in", answer).status_code == 400


def test_an_answer_after_five_minutes_is_too_late(key, monkeypatch):
    client = at()
    answer = key.get(send(client, "passkey_sign_in_options").json())
    now = keys.time.time()
    monkeypatch.setattr(keys.time, "time", lambda: now + 301)
    assert send(client, "passkey_sign_in", answer).json() == {
        "problem": "That took too long. Try once more."
    }


def test_a_key_that_did_not_count_on_is_a_copy(ben):
    key = SoftKey(count=7)
    make(proved(ben), key)
    assert come_in(at(), key).status_code == 400
    key.count = 8
    assert come_in(at(), key).status_code == 200
    assert come_in(at(), key).status_code == 400


def test_a_signature_by_another_key_is_refused(key):
    forged = SoftKey()
    forged.id = key.id
    assert come_in(at(), forged).status_code == 400


@pytest.mark.parametrize("told", ["[]", "{}", "nonsense", '{"id": 1, "rawId": 2}', "null"])
def test_nonsense_is_refused_in_words(ben, told):
    for client, ask, answer in (
        (at(), "passkey_sign_in_options", "passkey_sign_in"),
        (proved(ben), "passkey_options", "add_passkey"),
    ):
        send(client, ask)
        refused = client.post(reverse(answer), told, content_type="application/json")
        assert refused.status_code == 400
        assert refused.json()["problem"]


def test_the_same_key_is_kept_once(ben, ann, key):
    assert make(proved(ann), key).status_code == 400
    assert Passkey.objects.get().user == ben


def test_the_key_of_somebody_who_is_out_opens_nothing(ann, ben, key):
    ben.delete()
    assert come_in(at(), key).status_code == 400


def test_an_admin_proves_it_by_a_key(ann):
    key = SoftKey()
    make(proved(ann), key)
    again = at(user=ann)
    before = again.session.session_key
    assert "Use a passkey" in again.get(reverse("prove")).content.decode()
    answer = come_in(again, key, "?next=//elsewhere.example")
    assert answer.json() == {"go": reverse("people")}
    assert access.PROVED in again.session
    assert again.session.session_key != before


def test_anothers_key_proves_nothing(ann, key):
    client = at(user=ann)
    assert come_in(client, key).json() == {"problem": "That passkey is somebody else’s."}
    assert access.PROVED not in client.session
    assert client.session[SESSION_KEY] == str(ann.pk)


def test_whoever_has_a_key_gives_it_before_there_is_another_or_a_password(ben, key):
    client = at(user=ben)
    assert not client.session.get(access.PROVED)
    for name in ("passkeys", "set_password"):
        assert client.get(reverse(name)).url.startswith(reverse("prove"))
    assert send(client, "passkey_options").status_code == 403
    client.post(reverse("remove_passkey", args=[Passkey.objects.get().id]))
    assert Passkey.objects.exists()


def test_after_twenty_tries_an_hour_an_address_waits(key):
    answers = [come_in(at(), SoftKey()).status_code for _ in range(21)]
    assert answers == [400] * 20 + [429]
