"""The people of the family on a phone: changed, found to be one, and two again."""

import pytest
from django.urls import reverse

from scorebook.models import Player
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomew-Jonathan Featherstonehaugh-Cholmondeley"


@pytest.fixture
def roses(ann):
    """Rose won a game against Mike, and so did Rosa."""
    mike, *roses = (make_player(name=name) for name in ("Mike", "Rose", "Rosa"))
    for rose in roses:
        play_game(make_game(players=[rose, mike], by=rose))
    return roses


def test_somebody_is_changed_from_the_list(phone, roses):
    phone.page.goto(reverse("home"))
    phone.link("People").click()
    phone.link("Rosa").click()
    phone.link("Change").click()
    phone.page.get_by_label("Nickname").fill("The Knife")
    phone.page.get_by_label("How they belong").fill("not a Link")
    phone.page.get_by_label("Birthday").fill("1950-03-04")
    phone.button("Save").click()
    phone.page.get_by_text("“The Knife”").wait_for()
    assert phone.page.get_by_text("Birthday 4 March").is_visible()
    assert phone.page.get_by_text("not a Link").is_visible()
    assert phone.faults == []


def test_two_roses_become_one_and_two_again(phone, roses):
    won = phone.page.locator("dt:text-is('Won') + dd")
    phone.page.goto(reverse("person", args=[roses[0].id]))
    phone.link("Is the same person as …").click()
    phone.page.get_by_label("Is the same person as").select_option("Rosa")
    phone.button("They are one").click()
    phone.page.get_by_text("Rosa is Rose from now on.").wait_for()
    assert won.inner_text() == "2"
    phone.page.goto(reverse("boards"))
    assert phone.page.get_by_role("rowheader").all_inner_texts() == ["R\nRose"]
    phone.page.goto(reverse("person", args=[roses[1].id]))
    phone.button("Rosa is somebody else after all").click()
    phone.page.get_by_text("Rosa is a person of their own again.").wait_for()
    assert won.inner_text() == "1"
    assert phone.faults == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways_and_everything_can_be_tapped(phone_of, ann, roses, width):
    Player.objects.filter(id=roses[0].id).update(name=LONG, nickname=LONG[:60], belongs=LONG[:60])
    phone = phone_of(ann, width=width)
    person = [roses[0].id]
    pages = [("people", []), ("person", person), ("edit_person", person), ("merge_people", person)]
    for name, args in [*pages, ("add_person", []), ("family", []), ("deeds", []), ("people", [])]:
        phone.page.goto(reverse(name, args=args))
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width, name
        low = phone.page.locator("main :is(a, button, select, label.check):visible").evaluate_all(
            "all => all.filter(one => one.getBoundingClientRect().height < 44)"
            ".map(one => one.outerHTML)"
        )
        assert low == [], name
    assert phone.faults == []
