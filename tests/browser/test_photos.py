"""Both photos from a phone: chosen, made smaller, sent, shown; and without a script."""

import io

import pytest
from django.urls import reverse

from scorebook.models import Photo, Player
from scorebook.models.photos import Side
from scorebook.photos import services, storage
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


def test_a_child_who_lost_is_seen_only_after_an_admins_yes(phone, game):
    Player.objects.filter(name="Tess").update(is_child=True)
    phone.page.goto(reverse("game_over", args=[game.id]))
    assert not target(phone, "loser").is_visible()
    phone.page.get_by_text("Photograph a child who lost").click()
    target(phone, "loser").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("An admin has to say yes before the photo is seen").wait_for()
    assert not Photo.objects.up().exists()


def test_a_photo_outlives_a_lost_connection_and_a_reload(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    phone.page.route("**/store/", lambda route: route.abort("internetdisconnected"))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("Photo kept on this phone. Try again.").wait_for()
    assert not Photo.objects.exists()
    phone.page.unroute("**/store/")
    phone.page.reload()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert Photo.objects.up().count() == 1


def test_a_photo_with_its_place_in_it_goes_from_the_camera_to_the_wall(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    taken = pictures.encoded(pictures.halves(2000, 3000), "JPEG", exif=pictures.telling_exif(1))
    target(phone, "winner").set_input_files(chosen(taken))
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    phone.page.goto(reverse("wall"))
    phone.page.get_by_alt_text("Rosa, winner").click()
    phone.page.get_by_role("button", name="Put it in the bin").wait_for()
    (size,) = {storage.path_of(Photo.objects.get().id, 2560).read_bytes().count(b"TellTale")}
    assert size == 0
    assert phone.faults == []


def test_whoever_is_in_a_photo_hides_it_and_shows_it_again(phone, ann):
    game = make_game(players=[ann.player, make_player(name="Mike")], by=ann.player)
    play_game(game, winner=0, loser=1)
    add = {"side": Side.WINNER, "file": io.BytesIO(pictures.jpeg()), "by": ann.player}
    photo = services.add_photo(game=game, **add)
    phone.page.goto(reverse("photo_page", args=[photo.id]))
    phone.button("Hide: I am in this").click()
    phone.page.get_by_text("Only you can have it shown again.").wait_for()
    assert not Photo.objects.up().exists()
    phone.page.get_by_alt_text("Ann, winner").click()
    phone.button("Show it again").click()
    phone.button("Hide: I am in this").wait_for()
    assert Photo.objects.up().exists()


def test_without_a_script_a_button_sends_it_and_another_takes_it_down(phone_of, ann, game):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.button("Put the photo up").first.click()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    phone.page.get_by_role("link", name="Hide it, or say more").click()
    phone.button("Put it in the bin").click()
    phone.page.get_by_text("The photo is in the bin").wait_for()
    assert Photo.objects.get().taken_down_at is not None
