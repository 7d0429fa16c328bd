"""The boards and the history on a small phone, by keyboard and for a screen reader."""

import io

import pytest
from django.urls import reverse

from scorebook.models import Player, Rating, Tally
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo
from tests.factories import make_game, make_player, play_game
from tests.photos import pictures

pytestmark = pytest.mark.django_db(transaction=True)

LONG = "Bartholomew-Jonathan Featherstonehaugh-Cholmondeley"


@pytest.fixture(autouse=True)
def games(settings, tmp_path, family):
    settings.PHOTOS_DIR = tmp_path / "photos"
    people = [make_player(name=name) for name in ("Rosa", LONG, "Karl")]
    for variant in ("link", "bga_short"):
        game = make_game(players=people, variant=variant, by=people[0])
        play_game(game, winner=0, loser=1)
        for side in Side:
            photo = io.BytesIO(pictures.jpeg(400, 300))
            add_photo(game=game, side=side, file=photo, by=people[0])


@pytest.mark.parametrize("address", ["/tally/", "/tally/losers/?by=rate", "/games/"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_scrolls_sideways_and_everything_can_be_tapped(phone_of, ann, address, width):
    phone = phone_of(ann, width=width)
    phone.page.goto(address)
    assert phone.page.evaluate("document.documentElement.scrollWidth") == width
    heights = phone.page.locator("main a:visible, main button:visible, main select").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert heights
    assert min(heights) >= 44
    assert phone.faults == []


def test_a_photo_fills_its_box_whatever_its_shape(phone):
    phone.page.goto(reverse("history"))
    box = phone.page.locator(".photo").first.bounding_box()
    image = phone.page.locator(".photo img").first.bounding_box()
    assert image == pytest.approx(box)


def test_boards_are_walked_and_sorted_by_keyboard(phone):
    phone.page.goto(reverse("boards"))
    phone.link("Losers").focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**/tally/losers/")
    phone.page.get_by_role("columnheader", name="Player").get_by_role("link").focus()
    phone.page.keyboard.press("Enter")
    phone.page.wait_for_url("**sort=name")
    header = phone.page.get_by_role("columnheader", name="Player")
    assert header.get_attribute("aria-sort") == "ascending"
    assert phone.page.get_by_role("rowheader", name=LONG).count() == 1


def test_filters_are_a_plain_form(phone_of, ann):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("board", args=["losers"]))
    phone.page.get_by_label("Rules").select_option("link")
    phone.button("Show").click()
    phone.page.get_by_text("lost 1 of 1").wait_for()
    assert "/losers/" in phone.page.url
    assert "family=link" in phone.page.url


@pytest.mark.parametrize("board", ["winners", "points-a-game", "ratings"])
def test_forty_people_with_long_names_fit_on_a_small_phone(phone_of, ann, board):
    for index in range(40):
        player = make_player(name=f"{LONG[:48]} {index:02}")
        row = {"games": 50, "won": 40 - index, "lost": 1, "rounds": 350, "out": 9, "points": 900}
        for family in ("", "link"):
            Tally.objects.create(player=player, family=family, year=0, **row)
            Rating.objects.create(player=player, family=family, mu=25, sigma=2, games=50)
    phone = phone_of(ann, width=320)
    phone.page.goto(reverse("board", args=[board]))
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320
    names = phone.page.locator("tbody .person")
    assert names.count() == 25
    widths = names.evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(widths) > 120
    phone.link("After").click()
    phone.page.wait_for_url("**page=2*")
    assert phone.faults == []


@pytest.mark.parametrize("board", ["points-a-game", "wilds-caught", "rounds-won"])
def test_a_rate_says_of_how_many_games_on_a_phone_too(phone_of, ann, board):
    Tally.objects.filter(year=0).update(games=50, rounds=350, out=9, wilds=7)
    phone = phone_of(ann, width=390)
    phone.page.goto(f"{reverse('board', args=[board])}?by=rate")
    assert "50 games" in phone.page.get_by_role("row", name="Rosa").inner_text()


def test_games_are_chosen_by_keyboard_without_javascript_and_taken_off_again(phone_of, ann):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("board", args=["losers"]))
    phone.link("More filters").focus()
    phone.page.keyboard.press("Enter")
    phone.page.get_by_label("Karl").focus()
    phone.page.keyboard.press("Space")
    phone.button("Show").focus()
    phone.page.keyboard.press("Enter")
    phone.page.get_by_text("This rests on 2 games.").wait_for()
    phone.page.get_by_role("link", name="with Karl").click()
    phone.page.wait_for_url("**/tally/losers/?")
    assert phone.page.get_by_text("This rests on").count() == 0


def test_pages_are_turned_by_keyboard_without_javascript(phone_of, ann):
    for index in range(30):
        player = make_player(name=f"Cousin {index:02}")
        row = {"games": 50, "won": 40 - index, "lost": 1, "rounds": 350, "out": 9}
        Tally.objects.create(player=player, family="", year=0, **row)
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("board", args=["winners"]))
    for name, address, row in (
        ("After", "**page=2", "Cousin 29"),
        ("Before", "**page=1", "Cousin 00"),
    ):
        phone.link(name).focus()
        phone.page.keyboard.press("Enter")
        phone.page.wait_for_url(address)
        phone.page.get_by_role("rowheader", name=row).wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/tally/ratings/", "/family/numbers/", "/people/{rosa}/"])
def test_on_a_television_letters_can_be_read_from_across_the_room(phone_of, ann, address, theme):
    phone = phone_of(ann, width=1920, height=1080, color_scheme=theme)
    phone.page.goto(address.format(rosa=Player.objects.get(name="Rosa").id))
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 1920
    line = phone.page.locator("main p").first
    size = line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 20
    assert phone.faults == []


def test_a_small_line_says_in_words_what_it_draws(phone):
    phone.page.goto(reverse("family_numbers"))
    phone.page.get_by_role("img", name="Games a month, from January:").first.wait_for()
