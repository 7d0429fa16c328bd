"""Both photos from a phone: chosen, made smaller, sent, shown; and without a script."""

import io

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.models import Game, Photo, Player
from scorebook.models.photos import Side
from scorebook.photos import services, storage, uploads
from tests.browser.conftest import session_of
from tests.factories import make_game, make_player, play_game
from tests.photos import pictures

DRAWN = "image => image.decode().then(() => image.naturalWidth)"

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
    assert shown.evaluate(DRAWN) > 0
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


def test_a_photo_goes_on_from_whatever_page_is_opened_next(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    sending = HeldBack(phone, "**/store/")
    with phone.page.expect_request("**/store/"):
        target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.goto(reverse("home"))
    assert not Photo.objects.exists()
    with phone.page.expect_request("**/store/"):
        sending.held = None
        phone.page.goto(reverse("people"))
    phone.page.get_by_text("The photo is up.").wait_for()
    assert Photo.objects.up().get().alt.startswith("Rosa, winner")
    assert phone.page.url.endswith(reverse("people"))
    assert kept_on(phone, 0)
    assert phone.faults == []


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


WHOLE = """
() => {
  const photo = document.querySelector(".photo img");
  const { x, y, width, height } = photo.getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(photo).objectFit];
}
"""


@pytest.mark.parametrize("size", [(900, 1200), (1600, 900)], ids=["upright", "wide"])
def test_the_television_shows_the_whole_photo_at_the_end(phone_of, vic, ann, size):
    game = make_game(players=[ann.player, make_player(name="Mike")], by=ann.player)
    play_game(game, winner=0, loser=1)
    file = io.BytesIO(pictures.jpeg(*size))
    services.add_photo(game=game, side=Side.WINNER, file=file, by=ann.player)
    sofa = phone_of(vic, width=1280, height=720)
    sofa.page.goto(reverse("tv_now"))
    expect(sofa.page.get_by_alt_text("Ann, winner")).to_be_visible()
    assert sofa.page.evaluate(WHOLE) == [0, 0, 1280, 720, "contain"]


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


class HeldBack:
    """What the phone sends to one place waits until it is let go on."""

    def __init__(self, phone, pattern: str) -> None:
        self.held: list | None = []
        phone.page.route(pattern, self.take)

    def take(self, route) -> None:
        if self.held is None:
            route.continue_()
        else:
            self.held.append(route)

    def let_go(self) -> None:
        routes, self.held = self.held, None
        for route in routes:
            route.continue_()


def test_a_second_photo_chosen_while_the_first_is_sent_waits_its_turn(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    sending = HeldBack(phone, "**/store/")
    with phone.page.expect_request("**/store/"):
        target(phone, "winner").set_input_files(chosen(pictures.jpeg(80, 60)))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg(90, 60)))
    assert kept_on(phone, 2)
    assert len(sending.held) == 1  # one at a time
    sending.let_go()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    first, second = Photo.objects.order_by("added_at")
    assert (first.width, second.width) == (80, 90)
    assert first.taken_down_at and not second.taken_down_at
    assert kept_on(phone, 0)


KEPT = """
async (number) => {
  for (let frame = 0; frame < 600; frame += 1) {
    const opening = indexedDB.open("scorebook-waiting-photos", 1);
    await new Promise((done) => { opening.onsuccess = done; });
    const asked = opening.result.transaction("photos").objectStore("photos").count();
    await new Promise((done) => { asked.onsuccess = done; });
    opening.result.close();
    if (asked.result === number) return true;
    await new Promise(requestAnimationFrame);
  }
  return false;
}
"""


def kept_on(phone, number: int) -> bool:
    """Whether so many photos lie on the phone, within ten seconds."""
    return phone.page.evaluate(KEPT, number)


def test_one_that_is_being_made_smaller_is_not_left_behind(phone, game):
    """The first is up while the second is not on the list yet."""
    phone.page.add_init_script(
        """const real = createImageBitmap;
        window.createImageBitmap = async (...of) => { await window.gate; return real(...of); };"""
    )
    phone.page.goto(reverse("game_over", args=[game.id]))
    sending = HeldBack(phone, "**/store/")
    with phone.page.expect_request("**/store/"):
        target(phone, "winner").set_input_files(chosen(pictures.jpeg(80, 60)))
    phone.page.evaluate("() => { window.gate = new Promise((done) => { window.letGo = done; }); }")
    target(phone, "winner").set_input_files(chosen(pictures.jpeg(90, 60)))
    sending.let_go()
    phone.page.get_by_text("The photo is up.").wait_for()
    phone.page.evaluate("() => window.letGo()")
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert Photo.objects.filter(posted_at__isnull=False).count() == 2


MEGABYTE = 2**20


def test_what_is_too_large_is_told_by_the_phone_and_not_sent(phone, game, tmp_path):
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(25 * MEGABYTE + 1)
    sent = []
    phone.page.on("request", lambda request: sent.append(request.url.rsplit("/", 2)[1]))
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(large)
    phone.page.get_by_text("That photo is larger than 25 MB. Try a smaller copy").wait_for()
    assert kept_on(phone, 0)
    assert "store" not in sent


def test_a_photo_goes_by_itself_half_a_minute_after_a_vain_try(phone, game):
    phone.page.clock.install()
    phone.page.route("**/store/", lambda route: route.abort("internetdisconnected"))
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("Photo kept on this phone. Try again.").wait_for()
    phone.page.unroute("**/store/")
    phone.page.clock.fast_forward(29_000)
    assert not Photo.objects.exists()
    phone.page.clock.fast_forward(2_000)
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert Photo.objects.up().count() == 1


def test_after_enough_photos_an_hour_the_next_one_waits_for_the_next_hour(
    phone, game, ann, monkeypatch
):
    monkeypatch.setattr(uploads, "MOST", 0)
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.page.clock.install()
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("That is enough photos for this hour. This one stays").wait_for()
    phone.page.clock.fast_forward(60_000)
    assert len([url for url in asked if url.endswith("/store/")]) == 1
    monkeypatch.undo()
    phone.page.clock.fast_forward(3_600_000)
    phone.page.get_by_alt_text("Rosa, winner").wait_for()


def test_one_for_which_there_is_no_room_waits_on_the_phone(phone, game, settings):
    settings.PHOTOS_PER_PERSON = 0
    phone.page.goto(reverse("game_over", args=[game.id]))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("Your photos fill the 0 MB that a person has here.").wait_for()
    assert kept_on(phone, 1)
    settings.PHOTOS_PER_PERSON = 1
    phone.button("Try again").click()
    phone.page.get_by_alt_text("Rosa, winner").wait_for()


def test_two_photos_of_both_sides_outlive_a_reload_without_a_connection(phone, game):
    Game.objects.update(sentence="pose")
    page = reverse("game_over", args=[game.id])
    phone.page.goto(page)
    phone.page.route("**/store/", lambda route: route.abort("internetdisconnected"))
    for side in Side:
        target(phone, side).set_input_files(chosen(pictures.jpeg()))
    assert kept_on(phone, 2)
    phone.page.reload()
    phone.page.get_by_text("Photo kept on this phone. Try again.").wait_for()
    assert not Photo.objects.exists()
    phone.page.unroute("**/store/")
    phone.button("Try again").click()
    for words in ("Rosa, winner", "Tess, loser"):
        phone.page.get_by_alt_text(words).wait_for()
    assert Photo.objects.up().count() == 2


def test_what_somebody_else_chose_on_this_phone_waits_for_them(phone, game, ben, live_server):
    phone.page.goto(reverse("game_over", args=[game.id]))
    phone.page.route("**/store/", lambda route: route.abort("internetdisconnected"))
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_text("Photo kept on this phone. Try again.").wait_for()
    assert kept_on(phone, 1)
    phone.page.unroute("**/store/")
    anns = phone.page.context.cookies()
    phone.page.context.add_cookies([session_of(ben) | {"url": live_server.url}])
    phone.page.goto(reverse("new_photo"))
    phone.button("Post").click()
    phone.page.get_by_text("Choose a photo first.").wait_for()  # nothing of Ben's waits here
    assert kept_on(phone, 1)
    assert not Photo.objects.exists()
    phone.page.context.add_cookies(anns)
    phone.page.goto(reverse("wall"))
    phone.page.get_by_text("The photo is up.").wait_for()
    assert Photo.objects.get().added_by.name == "Ann"


def test_any_photo_is_picked_looked_at_told_and_posted(phone, ann):
    phone.page.goto(reverse("wall") + "?side=everything")
    phone.link("Add a photo").click()
    phone.page.locator(".photo-target input").set_input_files(chosen(pictures.jpeg()))
    phone.page.locator("[data-preview]").wait_for()
    phone.page.get_by_label("Ann").check()
    phone.page.get_by_label("Caption").fill("Cards on the porch")
    phone.button("Post").click()
    phone.page.get_by_text("Cards on the porch").wait_for()
    photo = Photo.objects.posted().get()
    assert (photo.side, photo.people.get()) == ("", ann.player)
    phone.page.goto(reverse("wall") + "?side=everything")
    phone.page.get_by_text("Cards on the porch").wait_for()
    assert phone.faults == []


def test_one_that_was_picked_outlives_a_reload_and_is_posted_by_a_tap(phone, ann):
    phone.page.goto(reverse("new_photo"))
    phone.page.locator(".photo-target input").set_input_files(chosen(pictures.jpeg()))
    assert kept_on(phone, 1)
    phone.page.reload()
    phone.page.locator("[data-preview]").wait_for()
    assert not Photo.objects.posted().exists()
    phone.button("Post").click()
    phone.page.get_by_text("Added by Ann").wait_for()
    assert Photo.objects.posted().count() == 1
    assert kept_on(phone, 0)


def test_the_next_one_is_picked_while_the_first_is_on_its_way(phone, ann):
    phone.page.goto(reverse("new_photo"))
    sending = HeldBack(phone, "**/post/")
    for width in (80, 90):
        phone.page.locator(".photo-target input").set_input_files(chosen(pictures.jpeg(width, 60)))
        phone.page.get_by_label("Caption").fill(f"{width} wide")
        phone.page.locator("[data-preview]").wait_for()
        phone.button("Post").click()
    assert kept_on(phone, 2)
    sending.let_go()
    phone.page.get_by_text("90 wide").wait_for()
    told = Photo.objects.posted().values_list("width", "caption")
    assert set(told) == {(80, "80 wide"), (90, "90 wide")}


def test_words_that_cannot_be_are_told_and_the_photo_need_not_be_picked_again(phone, ann):
    phone.page.goto(reverse("new_photo"))
    phone.page.locator(".photo-target input").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_label("Ann").check()
    phone.page.get_by_label("Caption").fill("The porch\u202e")
    phone.button("Post").click()
    phone.page.get_by_text("a character in it that does not show").wait_for()
    assert phone.page.get_by_label("Ann").is_checked()
    phone.page.get_by_label("Caption").fill("The porch")
    phone.button("Post").click()
    phone.page.get_by_text("Added by Ann").wait_for()
    photo = Photo.objects.posted().get()
    assert (photo.caption, photo.people.get()) == ("The porch", ann.player)


def test_nothing_picked_is_said(phone, ann):
    phone.page.goto(reverse("new_photo"))
    phone.button("Post").click()
    phone.page.get_by_text("Choose a photo first.").wait_for()


def test_any_photo_is_posted_without_a_script(phone_of, ann):
    phone = phone_of(ann, javascript=False)
    phone.page.goto(reverse("new_photo"))
    phone.page.locator(".photo-target input").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_label("Ann").check()
    phone.page.get_by_label("Caption").fill("The porch\u202e")
    phone.button("Post").click()
    assert phone.page.locator("[data-preview]").evaluate(DRAWN) > 0
    phone.page.get_by_label("Caption").fill("The porch")
    phone.button("Post").click()
    phone.page.get_by_text("Added by Ann").wait_for()
    assert Photo.objects.posted().get().caption == "The porch"


def test_who_else_is_in_it_is_ticked_before_it_is_chosen(phone, game):
    phone.page.goto(reverse("game_over", args=[game.id]))
    phone.page.get_by_text("Somebody else in it?").first.click()
    phone.page.get_by_label("Tess").check()
    target(phone, "winner").set_input_files(chosen(pictures.jpeg()))
    phone.page.get_by_alt_text("Rosa, winner").wait_for()
    assert {one.name for one in Photo.objects.get().people.all()} == {"Rosa", "Tess"}


def test_a_photo_that_was_seen_and_then_hidden_does_not_come_out_of_the_browser(
    phone, phone_of, ann, ben
):
    game = make_game(players=[ben.player, make_player(name="Mike")], by=ann.player)
    play_game(game, winner=0, loser=1)
    add = {"side": Side.WINNER, "file": io.BytesIO(pictures.jpeg()), "by": ben.player}
    photo = services.add_photo(game=game, **add)
    file = reverse("photo", args=[photo.id, 320])
    answers = []
    phone.page.on("response", lambda answer: answers.append(answer) if file in answer.url else None)
    phone.page.goto(reverse("wall"))
    ask = f"() => fetch('{file}').then((answer) => answer.status)"
    assert phone.page.evaluate(ask) == 200  # out of the browser, after it asked
    services.hide(photo, by=ben.player)
    assert phone.page.evaluate(ask) == 404
    assert phone.page.evaluate(ask.replace("')", "', {cache: 'force-cache'})")) == 404


SHEET = """
navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
navigator.share = async ({ files }) => {
  window.shared = [files[0].name, (await files[0].arrayBuffer()).byteLength];
  if (window.broken) throw new Error(window.broken);
};
"""


def test_the_card_goes_into_the_share_sheet_of_the_phone(phone, game):
    phone.page.add_init_script(SHEET)
    phone.page.goto(reverse("game_over", args=[game.id]))
    phone.link("Share the card").click()
    name, length = phone.page.wait_for_function("() => window.shared").json_value()
    assert name == "scorebook.png"
    assert length > 10_000


@pytest.mark.parametrize("sheet", ["delete Navigator.prototype.canShare;", f"{SHEET} broken = 1;"])
def test_the_card_is_downloaded_where_no_sheet_takes_it(phone, game, sheet):
    phone.page.add_init_script(sheet)
    phone.page.goto(reverse("game_over", args=[game.id]))
    with phone.page.expect_download() as downloading:
        phone.link("Share the card").click()
    assert downloading.value.suggested_filename.startswith("scorebook-2026")
