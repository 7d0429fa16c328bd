"""The way in on real phones: by a link, by six digits, and out again."""

import time

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.accounts.invitations import make
from scorebook.models import Game, Invitation, User
from scorebook.models.people import Role
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db(transaction=True)
BOT = {"user-agent": "WhatsApp/2.24 A"}
BOUND = 15  # seconds


@pytest.fixture
def rose(ann):
    """Rose has played, and never held the phone."""
    rose = make_player(name="Rose Link")
    play_game(make_game(players=[rose, make_player(name="Mike")], by=ann.player), winner=0, loser=1)
    return rose


def link_of(ann, player) -> str:
    token = make(by=ann.player, is_admin=True, player=player, role=Role.MEMBER)[1]
    return reverse("invite", args=[token])


def overflows(page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth > innerWidth")


@pytest.mark.parametrize("javascript", [True, False], ids=["script", "no script"])
def test_a_grandparent_comes_from_the_chat_to_the_boards(
    phone_of, ann, rose, javascript, record_property
):
    """The tap on the link, one button, no typing; then the tally at the foot."""
    address = link_of(ann, rose)
    phone = phone_of(None, javascript=javascript, width=320)
    began = time.monotonic()
    phone.taps += 1  # on the link, in the chat
    phone.page.goto(address)
    expect(phone.page.locator("main input:not([type=hidden]), main textarea")).to_have_count(0)
    expect(phone.page.locator("main button, main a")).to_have_count(1)
    assert not overflows(phone.page)
    phone.tap(phone.button("Come in"))
    phone.page.wait_for_url("**/")
    assert phone.taps == 2
    phone.tap(phone.link("Tally", exact=True))
    expect(phone.page.get_by_text("Rose Link").first).to_be_visible()
    seconds = time.monotonic() - began
    record_property("seconds from the link to the boards", round(seconds, 2))
    assert seconds < BOUND
    phone.page.goto("/")
    phone.tap(phone.button("Sign out Rose Link"))  # which would be for good
    expect(phone.page.get_by_text("you need a new invitation")).to_be_visible()
    phone.tap(phone.link("Stay signed in"))
    expect(phone.button("Sign out Rose Link")).to_be_visible()
    assert phone.faults == []


def test_a_chats_preview_looks_twenty_times_and_rose_still_comes_in(phone_of, ann, rose):
    address = link_of(ann, rose)
    for _ in range(20):
        assert Client(headers=BOT).get(address).status_code == 200
    assert Invitation.objects.get().uses == 0
    phone = phone_of(None)
    phone.page.goto(address)
    phone.tap(phone.button("Come in"))
    phone.page.wait_for_url("**/")
    late = phone_of(None)
    assert late.page.goto(address).status == 404
    expect(late.page.get_by_role("heading", name="This link lets nobody in")).to_be_visible()


def test_a_link_made_on_one_phone_is_copied_whole_and_opens_on_another(phone_of, ann, rose):
    mine, hers = phone_of(ann), phone_of(None)
    mine.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    mine.page.goto(reverse("invite_person", args=[rose.id]))
    mine.tap(mine.button("Make the link"))
    expect(mine.page.locator(".qr svg")).to_be_visible()
    mine.tap(mine.button("Copy the text"))
    mine.button("Copied").wait_for()
    text = mine.page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Rose, your place at the scorebook of The Links: http")
    hers.page.goto(text.split()[-1])
    hers.tap(hers.button("Come in"))
    hers.page.wait_for_url("**/")
    assert mine.faults == hers.faults == []


def test_six_digits_sign_in_a_second_profile(phone_of, ben):
    mine, tablet = phone_of(ben), phone_of(None, width=820, height=1180)
    mine.page.goto(reverse("devices"))
    mine.tap(mine.link("Sign in another device"))
    mine.tap(mine.button("Show six digits"))
    digits = mine.page.locator("#digits").inner_text()
    tablet.page.goto("/")
    tablet.tap(tablet.link("I have six digits"))
    tablet.page.get_by_label("Six digits").fill(digits)
    tablet.tap(tablet.button("Sign in"))
    tablet.page.get_by_text("This device is signed in.").wait_for()
    tablet.page.goto(reverse("devices"))
    expect(tablet.page.get_by_text("This one.")).to_have_count(1)
    assert ben.devices.count() == 1
    assert mine.faults == tablet.faults == []


def test_whoever_knocks_is_let_in_by_a_yes(phone_of, ann, rose):
    mine, hers = phone_of(None), phone_of(None)
    mine.page.goto(reverse("sign_in"))
    mine.page.get_by_label("Name").fill("ann")
    mine.page.get_by_label("Password").fill("Ann keeps fifteen")
    mine.tap(mine.button("Sign in", exact=True))
    mine.page.wait_for_url("**/")
    hers.page.goto(link_of(ann, None))
    hers.page.get_by_label("Your name").fill("Gran")
    hers.tap(hers.button("Knock"))
    hers.page.get_by_role("heading", name="One moment").wait_for()
    mine.page.goto(reverse("invitations"))
    mine.tap(mine.link("Who is that?"))
    mine.page.get_by_label("That’s").select_option(label="Rose Link")
    mine.tap(mine.button("Yes, let in"))
    mine.page.get_by_text("Rose Link is in.").wait_for()
    hers.tap(hers.link("Look again"))
    hers.page.wait_for_url("**/")
    assert mine.faults == hers.faults == []


def test_a_removed_members_open_page_is_refused_at_the_next_request(phone_of, ann, ben):
    make_player(name="Rosa")
    phone = phone_of(ben)
    phone.page.goto(reverse("new_game"))
    for name in ("Ben", "Rosa"):
        phone.tap(phone.button(name))
    expect(phone.button("Start: 2 players, Ben deals")).to_be_enabled()
    User.objects.filter(id=ben.id).delete()
    phone.tap(phone.button("Start: 2 players, Ben deals"))
    phone.page.get_by_role("heading", name="Sign in").wait_for()
    phone.page.goto(reverse("boards"))
    phone.page.get_by_role("heading", name="Sign in").wait_for()
    assert not Game.objects.exists()
