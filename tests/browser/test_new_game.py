"""A new game by tapping: seats in order, a new person, the first dealer; and without a script."""

import pytest
from django.urls import reverse

from scorebook.models import Game, Player
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db(transaction=True)


def seated(game):
    return [seat.player.name for seat in game.seats.all()]


@pytest.fixture
def people(family):
    return [make_player(name=name) for name in ("Mike", "Rosa", "Tess")]


def test_people_are_tapped_in_seat_order_and_tapped_away(phone, people):
    phone.page.goto(reverse("new_game"))
    for name in ("Rosa", "Mike", "Tess", "Ann"):
        phone.tap(phone.button(name, exact=True))
    phone.tap(phone.button("Mike, seat 2"))
    assert phone.button("Tess, seat 2").get_attribute("data-order") == "2"
    phone.tap(phone.button("Tess", exact=True))
    phone.tap(phone.button("Start: 3 players, Tess deals"))
    phone.page.wait_for_url("**/games/*-*/")
    game = Game.objects.get()
    assert seated(game) == ["Rosa", "Tess", "Ann"]
    assert game.first_dealer == 1
    assert phone.faults == []


def test_a_new_person_takes_the_next_seat_by_name_alone(phone, people):
    phone.page.goto(reverse("new_game"))
    phone.tap(phone.button("Rosa", exact=True))
    phone.tap(phone.button("+ New person"))
    phone.page.keyboard.type("Nana")
    phone.tap(phone.button("Mike", exact=True))
    phone.tap(phone.button("Start: 3 players, Rosa deals"))
    phone.page.wait_for_url("**/games/*-*/")
    assert seated(Game.objects.get()) == ["Rosa", "Nana", "Mike"]


def test_a_new_person_can_be_taken_back(phone, people):
    phone.page.goto(reverse("new_game"))
    phone.tap(phone.button("+ New person"))
    phone.page.keyboard.type("Nana")
    for name in ("Rosa", "Mike"):
        phone.tap(phone.button(name, exact=True))
    phone.tap(phone.button("Remove"))
    phone.tap(phone.button("Start: 2 players, Rosa deals"))
    phone.page.wait_for_url("**/games/*-*/")
    assert seated(Game.objects.get()) == ["Rosa", "Mike"]


def test_four_new_people_take_four_rows_of_one_line(phone, people):
    phone.page.goto(reverse("new_game"))
    for name in ("Nana", "Opa", "Zoe", "Maximiliane"):
        phone.tap(phone.button("+ New person"))
        phone.page.keyboard.type(name)
    rows = phone.page.locator("[data-newcomer]:visible")
    assert rows.count() == 4
    assert all(row.bounding_box()["height"] <= 48 for row in rows.all())
    rows.nth(1).get_by_text("More").click()
    rows.nth(1).get_by_label("Short name").fill("Opi")
    rows.nth(1).get_by_label("A child").check()
    phone.tap(phone.button("Start: 4 players, Nana deals"))
    phone.page.wait_for_url("**/games/*-*/")
    opa = Player.objects.get(name="Opa")
    assert (opa.short_name, opa.is_child) == ("Opi", True)
    assert seated(Game.objects.get()) == ["Nana", "Opa", "Zoe", "Maximiliane"]


INSIDE = """button => {
    const text = document.createRange(), box = button.getBoundingClientRect();
    text.selectNodeContents(button);
    const name = text.getBoundingClientRect();
    return [name.left - box.left, box.right - name.right, name.top - box.top];
}"""


@pytest.mark.parametrize("width", [320, 390])
def test_names_stay_in_their_buttons_and_clear_of_the_number(phone_of, ann, width):
    for name in ("Alexandra", "Bartholomew"):
        make_player(name=name)
    phone = phone_of(ann, width=width)
    phone.page.goto(reverse("new_game"))
    for name in ("Alexandra", "Bartholomew"):
        phone.tap(phone.button(name, exact=True))
        left, right, top = phone.button(f"{name}, seat").evaluate(INSIDE)
        assert min(left, right) >= 0
        assert top >= 24  # the number stands above


def test_what_was_tapped_stays_after_a_refusal(phone, people):
    phone.page.goto(reverse("new_game"))
    phone.tap(phone.button("Rosa", exact=True))
    phone.tap(phone.button("Start: 1 player"))
    phone.page.get_by_text("Liverpool needs at least 2 players.").wait_for()
    assert phone.button("Rosa, seat 1").get_attribute("aria-pressed") == "true"


def test_the_same_table_takes_two_taps_from_home(phone, ann):
    game = make_game(players=3, by=ann.player)
    phone.page.goto(reverse("home"))
    phone.tap(phone.link("New game"))
    phone.tap(phone.button("Yes. Grandma deals first"))
    phone.page.wait_for_url("**/games/*-*/")
    again = Game.objects.exclude(id=game.id).get()
    assert seated(again) == ["Grandpa", "Grandma", "Mike"]
    assert phone.taps == 2


def test_without_a_script_the_seats_are_numbered(phone_of, ann, people):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("new_game"))
    phone.page.get_by_label("Rosa").fill("1")
    phone.page.get_by_label("Mike").fill("2")
    phone.page.get_by_label("Seat of the first dealer").fill("2")
    phone.tap(phone.button("Start the game"))
    game = Game.objects.get()
    assert seated(game) == ["Rosa", "Mike"]
    assert game.first_dealer == 1


def test_without_a_script_new_people_are_numbered_too(phone_of, ann, people):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("new_game"))
    phone.page.get_by_label("Rosa").fill("2")
    phone.page.get_by_text("New people").click()
    row = phone.page.get_by_role("group", name="New person 1")
    row.get_by_label("Seat").fill("1")
    row.get_by_label("Name", exact=True).fill("Nana Karl")
    row.get_by_text("More").click()
    row.get_by_label("Short name").fill("Nana")
    phone.tap(phone.button("Start the game"))
    assert seated(Game.objects.get()) == ["Nana Karl", "Rosa"]
    assert Player.objects.get(name="Nana Karl").short_name == "Nana"
