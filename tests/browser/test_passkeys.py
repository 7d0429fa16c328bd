"""A passkey on a phone that has none of ours: made, removed from the session, and back in by it."""

import re

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db(transaction=True)

FINGER = {
    **{"protocol": "ctap2", "transport": "internal", "hasResidentKey": True},
    **{"hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True},
}


@pytest.fixture
def phone_with_finger(phone_of, ben):
    """Ben's phone; Chromium plays its finger reader."""
    ben.set_unusable_password()
    ben.save()
    phone = phone_of(ben)
    reader = phone.page.context.new_cdp_session(phone.page)
    reader.send("WebAuthn.enable")
    reader.send("WebAuthn.addVirtualAuthenticator", {"options": FINGER})
    return phone


def test_out_and_in_again_by_the_finger(phone_with_finger, ben):
    phone = phone_with_finger
    page = phone.page
    page.goto(reverse("devices"))
    phone.link("Passkeys").click()
    phone.button("Make one here").click()
    page.get_by_text("The passkey is kept").wait_for()
    page.goto("about:blank")  # so that nothing is on its way when the cookies go
    page.context.clear_cookies()
    page.goto(reverse("history"))
    phone.taps = 0
    phone.tap(phone.button("Use a passkey"))
    page.wait_for_url(re.compile(rf"\d{reverse('history')}$"))
    assert phone.taps == 1
    assert ben.devices.count() == 1
    assert phone.faults == []


def test_a_new_key_waits_for_no_answer_under_the_old_one(phone_with_finger):
    page, told = phone_with_finger.page, []
    page.route("**/evening/kit/", lambda route: None)  # never answered
    page.on("requestfailed", lambda request: told.append(request.url))
    page.on("response", lambda answer: told.append(answer.url))
    with page.expect_request("**/evening/kit/"):
        page.goto(reverse("passkeys"))
    phone_with_finger.button("Make one here").click()
    page.get_by_text("The passkey is kept").wait_for()
    given_up, kept = (
        next(place for place, url in enumerate(told) if url.endswith(reverse(name)))
        for name in ("kit", "add_passkey")
    )
    assert given_up < kept


def test_a_key_of_this_phone_is_not_made_twice_and_the_page_says_so(phone_with_finger):
    phone = phone_with_finger
    phone.page.goto(reverse("passkeys"))
    phone.button("Make one here").click()
    phone.page.get_by_text("The passkey is kept").wait_for()
    phone.button("Make one here").click()
    assert phone.page.get_by_role("alert").text_content()


def test_where_a_browser_has_none_nothing_is_offered(phone_of, ann):
    phone = phone_of(None, javascript=False)
    phone.page.goto(reverse("sign_in"))
    assert phone.button("Sign in").is_visible()
    assert not phone.button("Use a passkey").is_visible()
