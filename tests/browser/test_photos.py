"""Both photos from a phone: chosen, made smaller, sent, shown; and without a script."""

import pytest
from django.urls import reverse

from scorebook.models import Photo, Player
from tests.factories import make_game, make_player, play_game
from tests.photos import pictures

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def game(ann):
    """Rosa wins, Tess loses."""
    game = make_game(players=[make_player(name="Rosa"), make_player(name="Tess")], by=ann.player)
    play_game(game, winner=0, loser=1)
    return game


def chosen(data: bytes, name="IMG_4711.jpg", kind="image/jpeg") -> dict:
    return {"name": name, "mimeType": kind, "buffer": data}


def target(phone, side):
    return phone.page.locator(f".photo-target.{side} input[type=file]")


def test_a_large_photo_is_sent_as_soon_as_it_is_chosen_and_smaller(phone, game):
    large = pictures.encoded(pictures.halves(4000, 3000), "JPEG", exif=pictures.telling_exif())
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(large))
    shown = phone.page.get_by_alt_text("Rosa, winner on 29 November 2026")
    shown.wait_for()
    photo = Photo.objects.get()
    assert (photo.width, photo.height) == (1536, 2048)
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert phone.faults == []


def test_a_photo_chosen_before_the_script_came_is_sent_all_the_same(phone, game):
    held = []
    phone.page.route("**/photo.js", lambda route: held.append(route))
    phone.page.goto(reverse("game_over", args=[game.id]), wait_until="commit")
    target(phone, "winner").set_input_files(
        chosen(pictures.encoded(pictures.halves(60, 80), "JPEG"))
    )
    held[0].continue_()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert Photo.objects.count() == 1


def test_what_the_browser_cannot_open_goes_as_it_is(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.heic(), "IMG_1.heic", "image/heic"))
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert (Photo.objects.get().width, Photo.objects.get().height) == (600, 800)


def test_a_bad_photo_is_answered_with_a_sentence_and_the_place_stays(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(b"<svg></svg>"))
    phone.page.get_by_text("That photo won't open here. Try another").wait_for()
    assert target(phone, "winner").count() == 1
    assert not Photo.objects.exists()


def test_a_child_who_lost_is_photographed_only_after_the_tick(phone, game):
    Player.objects.filter(name="Tess").update(is_child=True)
    phone.page.goto(reverse("game_over", args=[game.id]))
    assert not target(phone, "loser").is_visible()
    phone.page.get_by_text("Photograph a child who lost").click()
    target(phone, "loser").set_input_files(chosen(pictures.jpeg()))
    tick = phone.page.get_by_label("I asked. The photo may go up.")
    assert tick.evaluate("tick => !tick.checkValidity()")
    assert not Photo.objects.exists()
    tick.check()
    phone.page.locator("details").get_by_role("button", name="Put the photo up").click()
    phone.page.get_by_alt_text("Tess, loser").wait_for()


def test_without_a_script_a_button_sends_it_and_another_takes_it_down(phone_of, ann, game):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.button("Put the photo up").first.click()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    phone.page.get_by_text("Take the photo down").click()
    phone.button("Take it down").click()
    phone.page.get_by_text("The photo is down.").wait_for()
    assert Photo.objects.get().taken_down_at is not None
