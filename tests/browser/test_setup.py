"""The first page of all: the zone of the phone it is opened on is chosen already."""

import pytest
from django.conf import settings
from django.urls import reverse

from scorebook.accounts.services import issue_setup_token
from scorebook.models import Family

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address(db):
    yield reverse("setup", args=[issue_setup_token()])
    (settings.DATA / "setup.json").unlink(missing_ok=True)


def filled(page, password="five clubs short of a run"):
    page.get_by_label("Name of the family").fill("The Links")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Name to sign in with").fill("ann")
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_label("Password again").fill(password)
    page.get_by_role("button", name="Set it up").click()


def test_the_phones_own_zone_is_chosen_and_what_is_chosen_instead_stays(phone_of, address):
    phone = phone_of(None, timezone_id="Asia/Tokyo")
    phone.page.goto(address)
    zone = phone.page.get_by_label("Time zone")
    assert zone.input_value() == "Asia/Tokyo"
    zone.select_option("Europe/Oslo")
    filled(phone.page, password="short")
    phone.page.get_by_text("This password is too short").wait_for()
    assert zone.input_value() == "Europe/Oslo"
    filled(phone.page)
    phone.page.wait_for_url("**/")
    assert Family.objects.get().time_zone == "Europe/Oslo"
    assert phone.faults == []
