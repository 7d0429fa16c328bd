"""Passwords: long, of any letters, as typed, and changed only by who knows the old one."""

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
OLD = "Ben keeps fifteen"


def change(client: Client, new: str, old: str = OLD):
    told = {"username": "ben", "old": old, "password": new, "password_again": new}
    return client.post(reverse("set_password"), told)


def opens(password: str) -> bool:
    told = {"username": "ben", "password": password}
    return Client().post(reverse("sign_in"), told).status_code == 302


@pytest.mark.parametrize("old", ["", "a guess", OLD.lower()])
def test_a_new_one_wants_the_old_one(as_ben, old):
    assert change(as_ben, "a horse stapled to a battery", old).status_code == 200
    assert opens(OLD)


@pytest.mark.parametrize("common", ["123456789987654321", "1q2w3e4r5t6y7u8i9o0p"])
def test_common_ones_are_refused(as_ben, common):
    assert "too common" in change(as_ben, common).content.decode()
    assert opens(OLD)


@pytest.mark.parametrize(
    "password",
    [
        "zwölf große bären",
        "   spaces around   ",
        "onlysmallletters",
        "♠♥♦♣♠♥♦♣♠♥♦♣♠♥♦",
        "a long one " * 20,
    ],
)
def test_any_letters_will_do_exactly_as_typed(as_ben, password):
    assert change(as_ben, password).status_code == 302
    assert opens(password)
    likely = {password.strip(), password[:64], password.lower(), password.upper()} - {password}
    assert not any(opens(other) for other in likely)


def test_fields_hide_them_and_let_managers_fill_them(as_ben, client):
    page = as_ben.get(reverse("set_password")).content.decode()
    assert page.count('type="password"') == 3
    assert page.count('autocomplete="new-password"') == 2
    assert page.count('autocomplete="current-password"') == 1
    page = client.get(reverse("sign_in")).content.decode()
    assert page.count('type="password"') == page.count('autocomplete="current-password"') == 1
