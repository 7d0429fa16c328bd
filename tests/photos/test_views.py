"""Photos over HTTP: who may, what the answer carries, what is said of a bad one."""

import errno
import io
import os
import re
import threading
import zipfile
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from scorebook.ledger.reading import people_of, sheet_of
from scorebook.models import Game, Photo, Player, ShareLink
from scorebook.photos import card, images
from tests.conftest import browser_of
from tests.factories import hand_in, make_game, make_player, make_user, overturn, play_game
from tests.photos import pictures

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"
    return settings.PHOTOS_DIR


@pytest.fixture
def game(ben):
    """Rosa wins, Mike loses; Ben keeps score."""
    game = make_game(players=[make_player(name="Rosa"), make_player(name="Mike")], by=ben.player)
    play_game(game, winner=0, loser=1)
    return game


def send(client, game, *, data=None, name="IMG_1.jpg", side="winner", **fields):
    fields["photo"] = SimpleUploadedFile(name, pictures.jpeg() if data is None else data)
    return client.post(reverse("add_photo", args=[game.id, side]), fields)


def words(client, answer) -> str:
    """What the page that follows says."""
    page = client.get(answer.url)
    assert page.status_code == 200
    return " ".join(str(message) for message in page.context["messages"])


def test_a_photo_comes_back_as_a_plain_jpeg_that_may_do_nothing(as_ben, game):
    answer = send(as_ben, game, data=pictures.telling_jpeg())
    assert answer.status_code == 302
    assert answer.url == reverse("game_over", args=[game.id])
    photo = Photo.objects.get()
    shown = as_ben.get(reverse("photo", args=[photo.id, 320]))
    assert shown.status_code == 200
    assert Image.open(io.BytesIO(shown.content)).size == (240, 320)
    assert b"TellTale" not in shown.content
    assert shown.headers["Content-Type"] == "image/jpeg"
    assert shown.headers["X-Content-Type-Options"] == "nosniff"
    assert shown.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert shown.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert shown.headers["Cache-Control"] == "private, no-cache"


def test_strangers_see_no_photo_and_send_none(as_ben, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    stranger = Client()
    addresses = [reverse("photo", args=[photo.id, size]) for size in (320, 640, 2560)]
    for answer in [stranger.get(address) for address in addresses] + [
        send(stranger, game),
        stranger.post(reverse("take_down_photo", args=[photo.id])),
    ]:
        assert answer.status_code == 302
        assert answer.url.startswith(reverse("sign_in"))
    assert Photo.objects.get().taken_down_at is None


def test_a_viewer_who_is_in_a_photo_hides_it_and_nobody_else_shows_it(as_ann, as_ben, as_vic, vic):
    game = make_game(players=[vic.player, make_player(name="Mike")])
    play_game(game, winner=0, loser=1)
    assert send(as_vic, game).status_code == 403
    send(as_ben, game)
    photo = Photo.objects.get()
    address = {name: reverse(f"{name}_photo", args=[photo.id]) for name in ("hide", "show")}
    assert as_ann.post(address["hide"]).status_code == 403
    assert "Only you can have it shown again." in words(as_vic, as_vic.post(address["hide"]))
    file = reverse("photo", args=[photo.id, 640])
    assert [one.get(file).status_code for one in (as_ann, as_ben, as_vic)] == [404, 404, 200]
    assert as_ann.post(address["show"]).status_code == 404
    assert as_vic.post(address["show"]).url == reverse("photo_page", args=[photo.id])
    assert as_ann.get(file).status_code == 200


def test_only_whoever_added_a_photo_and_an_admin_put_it_in_the_bin(as_ann, as_ben, as_vic, game):
    send(as_ann, game)
    photo = Photo.objects.get()
    down, back = (reverse(f"{name}_photo", args=[photo.id]) for name in ("take_down", "restore"))
    assert [one.post(down).status_code for one in (as_ben, as_vic)] == [403, 403]
    for _ in range(2):  # a second tap does no harm
        assert as_ann.post(down).url == reverse("game_over", args=[game.id])
    file = reverse("photo", args=[photo.id, 320])
    assert [one.get(file).status_code for one in (as_ben, as_ann)] == [404, 200]
    assert reverse("photo_page", args=[photo.id]) in as_ann.get(reverse("photo_bin")).text
    as_ann.post(back)
    assert as_ben.get(file).status_code == 200


def test_addresses_that_lead_nowhere(as_ben, game, folder):
    send(as_ben, game)
    photo = Photo.objects.get()
    assert as_ben.get(reverse("photo", args=[photo.id, 321])).status_code == 404
    assert as_ben.get(reverse("photo", args=[uuid4(), 320])).status_code == 404
    assert send(as_ben, game, side="onlooker").status_code == 404
    assert as_ben.post(reverse("take_down_photo", args=[uuid4()])).status_code == 404
    game.id = uuid4()
    assert send(as_ben, game).status_code == 404
    (folder / str(photo.id) / "320.jpg").unlink()
    assert as_ben.get(reverse("photo", args=[photo.id, 320])).status_code == 404


def test_each_address_has_its_method(as_ben, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    assert as_ben.post(reverse("photo", args=[photo.id, 320])).status_code == 405
    assert as_ben.get(reverse("add_photo", args=[game.id, "winner"])).status_code == 405
    assert as_ben.get(reverse("take_down_photo", args=[photo.id])).status_code == 405
    assert Photo.objects.get().taken_down_at is None


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "There is no room left for photos. Whoever runs the scorebook has to make "),
        (errno.EIO, "The photo cannot be kept: Input/output error. Whoever runs the scorebook has"),
    ],
)
def test_a_disk_that_takes_no_photo_is_named(as_ben, game, folder, monkeypatch, number, said):
    def fail(file: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    assert said in words(as_ben, send(as_ben, game))
    assert not Photo.objects.exists()
    assert list(folder.iterdir()) == []
    monkeypatch.undo()
    send(as_ben, game)
    assert Photo.objects.count() == 1


def test_photos_that_cannot_be_kept_at_all_are_said_so(as_ben, game, settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "a file"
    settings.PHOTOS_DIR.touch()
    assert "The photo cannot be kept: File exists." in words(as_ben, send(as_ben, game))


def test_a_form_of_another_site_is_refused(ben, game):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ben)
    assert send(client, game).status_code == 403
    assert not Photo.objects.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"<svg></svg>", "That photo won't open here. Try another, or a screenshot of it."),
        (pictures.telling_jpeg()[:-500], "That photo won't open here."),
        (b"", "That photo is empty."),
        (pictures.bomb_png(13_000), "larger than 60 megapixels"),
        (pictures.jpeg() + bytes(25 * 1024 * 1024), "larger than 25 MB"),
    ],
    ids=["svg", "cut short", "nothing", "bomb", "too many bytes"],
)
def test_a_bad_photo_gets_a_sentence_on_the_game(as_ben, game, data, said):
    answer = send(as_ben, game, data=data)
    assert said in words(as_ben, answer)
    assert not Photo.objects.exists()


def test_no_photo_at_all_gets_a_sentence(as_ben, game):
    answer = as_ben.post(reverse("add_photo", args=[game.id, "winner"]), {"id": uuid4()})
    assert words(as_ben, answer) == "Choose a photo first."


@pytest.mark.parametrize(
    "name",
    ["../../e.png", "a<img src=x onerror=alert(1)>.png", "x" * 300 + ".jpg", "\u202egpj.exe"],
)
def test_the_name_a_photo_comes_with_goes_nowhere(as_ben, game, folder, name):
    answer = send(as_ben, game, name=name)
    photo = Photo.objects.get()
    stored = {str(path.relative_to(folder.parent)) for path in folder.parent.rglob("*.*")}
    assert stored == {f"photos/{photo.id}/{size}.jpg" for size in (320, 640, 2560)}
    page = as_ben.get(answer.url).content.decode()
    assert name not in page
    assert "onerror" not in page


def test_a_form_sent_twice_is_one_photo(as_ben, game):
    id = uuid4()
    first, second = send(as_ben, game, id=id), send(as_ben, game, id=id)
    assert first.url == second.url
    assert Photo.objects.get().id == id


def test_a_page_from_before_a_correction_sends_no_photo_of_somebody_else(as_ben, game):
    page = as_ben.get(reverse("game_over", args=[game.id])).content.decode()
    (winner,) = re.findall(r'name="people" value="([-0-9a-f]{36})"', page)
    overturn(game)
    answer = send(as_ben, game, people=[winner])
    assert "The result has changed meanwhile." in words(as_ben, answer)
    assert not Photo.objects.posted().exists()
    page = as_ben.get(reverse("game_over", args=[game.id])).content.decode()
    (now,) = re.findall(r'name="people" value="([-0-9a-f]{36})"', page)
    send(as_ben, game, people=[now])
    assert str(Photo.objects.posted().get().people.get().id) == now != winner


def test_nobody_hangs_among_the_losers_who_did_not_lose(as_ben, game):
    send(as_ben, game, side="loser")
    photo = Photo.objects.get()
    page, wall = reverse("photo_page", args=[photo.id]), reverse("wall")
    assert str(photo.id) in as_ben.get(f"{wall}?side=loser").text
    assert "Loser: " in page_text(as_ben, page)
    overturn(game)
    assert str(photo.id) not in as_ben.get(f"{wall}?side=loser").text
    assert str(photo.id) in as_ben.get(f"{wall}?side=everything").text
    assert "Loser at first: " in page_text(as_ben, page)
    assert "Mike, loser at first, on 29 November 2026" in page_text(as_ben, page)


class TestTheGamesLastPage:
    def test_asks_for_the_winners_where_several_share_the_place(self, as_ben, game):
        assert (
            "Photograph the winner</span>"
            in as_ben.get(reverse("game_over", args=[game.id])).content.decode()
        )
        behind = game.seats.get(lost=True).total
        hand_in(game, "adjust", {"points": behind, "reason": "Counted"}, round=1, seat=0)
        page = as_ben.get(reverse("game_over", args=[game.id])).content.decode()
        assert "Photograph the winners</span>" in page

    def test_offers_a_place_for_each_photo_with_its_own_id(self, as_ben, game):
        pages = [as_ben.get(reverse("game_over", args=[game.id])).content.decode() for _ in "12"]
        assert f'action="{reverse("add_photo", args=[game.id, "winner"])}"' in pages[0]
        ids = [re.findall(r'data-store="/photos/([-0-9a-f]{36})/store/"', page) for page in pages]
        assert ids[0] and ids[1] and ids[0] != ids[1]

    def test_shows_the_photo_in_every_size(self, as_ben, game):
        send(as_ben, game, data=pictures.jpeg(800, 600))
        photo = Photo.objects.get()
        page = as_ben.get(reverse("game_over", args=[game.id])).content.decode()
        sources = [
            f"{reverse('photo', args=[photo.id, size])} {width}w"
            for size, width in ((320, 320), (640, 640), (2560, 800))
        ]
        assert ", ".join(sources) in page
        assert photo.alt in page

    def test_a_child_who_lost_is_seen_once_an_admin_says_yes(self, as_ann, as_ben, game):
        Player.objects.filter(name="Mike").update(is_child=True)
        assert "An admin has to say yes" in words(as_ben, send(as_ben, game, side="loser"))
        photo, wall = Photo.objects.get(), reverse("wall") + "?side=loser"
        assert str(photo.id) not in as_ann.get(wall).text
        clear = reverse("clear_photo", args=[photo.id])
        assert as_ben.post(clear).status_code == 403
        as_ann.post(clear)
        assert str(photo.id) in as_ben.get(wall).text


class TestStoringAndPosting:
    def store(self, client, id, data=None):
        body = pictures.jpeg() if data is None else data
        return client.post(reverse("store_photo", args=[id]), body, content_type="image/jpeg")

    def post(self, client, id, **fields):
        return client.post(reverse("post_photo", args=[id]), fields)

    def test_twice_is_once(self, as_ben, game):
        id = uuid4()
        assert [self.store(as_ben, id).status_code for _ in "12"] == [201, 201]
        assert not Photo.objects.up().exists()
        for _ in range(2):
            answer = self.post(as_ben, id, game=game.id, side="winner")
            assert answer.json()["page"] == reverse("game_over", args=[game.id])
        assert Photo.objects.up().get().alt.startswith("Rosa, winner")

    def test_other_bytes_under_the_same_id_are_refused(self, as_ben):
        id = uuid4()
        self.store(as_ben, id)
        answer = self.store(as_ben, id, pictures.jpeg(90, 60))
        assert (answer.status_code, "Another photo" in answer.json()["error"]) == (422, True)

    def test_what_somebody_else_stored_is_not_there_to_post(self, as_ann, as_ben, game):
        id = uuid4()
        self.store(as_ben, id)
        assert as_ann.get(reverse("photo", args=[id, 320])).status_code == 404
        assert as_ben.get(reverse("photo", args=[id, 320])).status_code == 200
        assert self.post(as_ann, id, game=game.id, side="winner").status_code == 422
        assert not Photo.objects.posted().exists()

    def test_more_than_25_megabytes_are_refused_while_they_come(self, as_ben):
        answer = self.store(as_ben, uuid4(), pictures.jpeg() + bytes(25 * 1024 * 1024))
        assert (answer.status_code, "larger than 25 MB" in answer.json()["error"]) == (422, True)

    def test_a_photo_without_a_side_hangs_with_everything(self, as_ben, ben):
        id = uuid4()
        self.store(as_ben, id)
        self.post(as_ben, id, people=ben.player_id, caption="Cards on the porch")
        assert "Cards on the porch" in as_ben.get(reverse("wall") + "?side=everything").text
        assert "Cards on the porch" not in as_ben.get(reverse("wall")).text

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"side": "winner"}, "Say which game"),
            ({"side": "king"}, "king is not one of"),
            ({"side": "winner", "game": uuid4()}, "not one of"),
            ({"others": uuid4()}, "not one of"),
            ({"people": "x"}, "not a valid UUID"),
            ({"caption": "x" * 201}, "at most 200 characters"),
            ({"caption": "a\0b"}, "does not show"),
        ],
    )
    def test_what_cannot_be_is_told_and_posts_nothing(self, as_ben, sent, said):
        id = uuid4()
        self.store(as_ben, id)
        answer = self.post(as_ben, id, **sent)
        assert (answer.status_code, said in answer.json()["error"]) == (422, True)
        assert not Photo.objects.posted().exists()

    def test_too_many_at_once_are_told_to_come_again(self, as_ben, monkeypatch):
        monkeypatch.setattr(images, "_room", threading.BoundedSemaphore(1))
        with images._room:
            answer = self.store(as_ben, uuid4())
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert "Send this one again in a minute." in answer.json()["error"]

    def test_whose_photos_fill_what_a_person_has_is_told_so(self, as_ann, as_ben, settings, game):
        id = uuid4()
        self.store(as_ben, id)
        settings.PHOTOS_PER_PERSON = 0
        full = self.store(as_ben, uuid4())
        assert (full.status_code, full["Retry-After"]) == (507, "3600")
        assert "Your photos fill the 0 MB that a person has here." in full.json()["error"]
        assert self.store(as_ben, id).status_code == 201  # it is here
        assert "Put some of them in the bin" in words(as_ben, send(as_ben, game))
        settings.PHOTOS_PER_PERSON = 1
        assert self.store(as_ben, uuid4()).status_code == 201

    def test_what_the_disk_does_not_take_stays_on_the_phone(self, as_ben, monkeypatch):
        def fail(file: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", fail)
        answer = self.store(as_ben, uuid4())
        assert (answer.status_code, answer["Retry-After"]) == (507, "3600")
        assert "There is no room left for photos." in answer.json()["error"]

    def test_sixty_an_hour_are_enough(self, as_ben):
        answers = [self.store(as_ben, uuid4(), b"no photo").status_code for _ in range(61)]
        assert (set(answers[:60]), answers[60]) == ({422}, 429)
        later = self.store(as_ben, uuid4())
        assert (later.status_code, later["Retry-After"]) == (429, "3600")
        assert "enough photos for this hour" in later.json()["error"]
        assert not Photo.objects.exists()


def test_each_reads_what_their_photos_take_and_an_admin_what_everybodys_do(
    as_ann, as_ben, as_vic, game, folder
):
    send(as_ben, game)
    photo = Photo.objects.get()
    (folder / str(photo.id) / "2560.jpg").write_bytes(bytes(1_000_001))
    mine = "Your photos take {} of 2000 MB, with those in the bin."
    assert mine.format(2) in page_text(as_ben, reverse("photo_bin"))
    assert "Room for photos" not in page_text(as_ben, reverse("photo_bin"))
    assert "Your photos" not in page_text(as_vic, reverse("photo_bin"))
    page = page_text(as_ann, reverse("photo_bin"))
    assert mine.format(0) in page
    assert '<tr><th scope="row">Ben</th><td>1</td><td>2</td></tr>' in page
    assert f'href="{reverse("photo_bin")}#room"' in page_text(as_ann, reverse("people"))


def test_a_wall_takes_the_same_few_queries_however_full(as_ben, game, django_assert_num_queries):
    send(as_ben, game)
    with CaptureQueriesContext(connection) as one:
        as_ben.get(reverse("wall") + "?side=everything")
    few = len(one)
    send(as_ben, game, side="loser")
    with django_assert_num_queries(few):
        assert as_ben.get(reverse("wall") + "?side=everything").status_code == 200


def asked_again(client, address, seen) -> HttpResponse:
    """What a browser gets that has the photo and asks whether it may still show it."""
    return client.get(address, headers={"If-None-Match": seen.headers["ETag"]})


def test_a_photo_that_a_browser_has_is_not_sent_again(as_ben, game, monkeypatch):
    send(as_ben, game)
    photo = Photo.objects.get()
    small, large = (reverse("photo", args=[photo.id, size]) for size in (320, 640))
    seen = as_ben.get(small)
    monkeypatch.setattr(Path, "read_bytes", None)  # nor is it read
    again = asked_again(as_ben, small, seen)
    assert (again.status_code, again.content) == (304, b"")
    for name in ("Cache-Control", "ETag", "Content-Security-Policy"):
        assert again.headers[name] == seen.headers[name]
    monkeypatch.undo()
    assert asked_again(as_ben, large, seen).status_code == 200


def test_a_photo_that_was_seen_is_gone_from_every_browser_once_it_is_hidden(as_ann, as_ben, ben):
    game = make_game(players=[ben.player, make_player(name="Mike")])
    play_game(game, winner=0, loser=1)
    send(as_ben, game)
    photo = Photo.objects.get()
    file = reverse("photo", args=[photo.id, 320])
    seen = as_ann.get(file)
    assert asked_again(as_ann, file, seen).status_code == 304
    for away, back in (("hide", "show"), ("take_down", "restore")):
        as_ben.post(reverse(f"{away}_photo", args=[photo.id]))
        if away == "hide":
            assert asked_again(as_ann, file, seen).status_code == 404
        else:
            assert asked_again(browser_of(make_user(name="Leo")), file, seen).status_code == 404
        as_ben.post(reverse(f"{back}_photo", args=[photo.id]))
        assert asked_again(as_ann, file, seen).status_code == 304
    assert asked_again(Client(), file, seen).status_code == 302


def test_asking_again_costs_a_session_a_login_and_one_query(
    as_ben, game, django_assert_num_queries
):
    send(as_ben, game, others=[player.id for player in Player.objects.all()])
    file = reverse("photo", args=[Photo.objects.get().id, 320])
    seen = as_ben.get(file)
    with django_assert_num_queries(3):
        assert asked_again(as_ben, file, seen).status_code == 304


def test_my_photos_come_in_one_zip(as_ben, as_vic, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    answer = as_ben.get(reverse("my_photos"))
    archive = zipfile.ZipFile(io.BytesIO(answer.getvalue()))
    assert archive.testzip() is None
    (name,) = archive.namelist()
    assert name.endswith(f"{photo.id}.jpg")
    assert archive.read(name) == as_ben.get(reverse("photo", args=[photo.id, 2560])).content
    assert zipfile.ZipFile(io.BytesIO(as_vic.get(reverse("my_photos")).getvalue())).namelist() == []


def test_the_words_of_a_photo_are_changed_by_whoever_added_it(as_ben, as_vic, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    edit = reverse("edit_photo", args=[photo.id])
    assert as_vic.get(edit).status_code == 403
    assert photo.alt in as_ben.get(edit).text
    as_ben.post(edit, {"alt": "Rosa, laughing", "caption": "Again."})
    photo.refresh_from_db()
    assert (photo.alt, photo.caption) == ("Rosa, laughing", "Again.")
    assert [person.name for person in photo.people.all()] == ["Rosa"]


def test_who_else_is_in_it_is_ticked_by_whoever_added_it_and_hides_it(as_ann, as_ben, as_vic, vic):
    rosa, mike = make_player(name="Rosa"), make_player(name="Mike")
    game = make_game(players=[rosa, mike])
    play_game(game, winner=0, loser=1)
    send(as_ben, game)
    photo = Photo.objects.get()
    edit = reverse("edit_photo", args=[photo.id])
    page = as_ben.get(edit).content.decode()
    boxes = re.findall(r'type="checkbox" name="others" value="([-0-9a-f]{36})"', page)
    assert str(rosa.id) not in boxes and {str(mike.id), str(vic.player_id)} <= set(boxes)
    assert "checked" not in page and "Also in the photo" in page
    hide = reverse("hide_photo", args=[photo.id])
    assert as_vic.post(hide).status_code == 403
    as_ben.post(edit, {"alt": photo.alt, "caption": "", "others": [vic.player_id]})
    assert page_text(as_ben, edit).count("checked") == 1
    shown = page_text(as_ann, reverse("photo_page", args=[photo.id]))
    winner, _, others = shown.partition("Winner:")[2].partition("Also in it:")
    assert ">Rosa</a>" in winner and ">Vic</a>" in others
    assert as_vic.post(hide).status_code == 302
    assert as_ann.get(reverse("photo", args=[photo.id, 320])).status_code == 404


@pytest.mark.parametrize("other", ["7d444840-9dc0-11d1-b245-5ffdce74fad2", "x", "winner"])
def test_nobody_is_ticked_who_is_not_there_or_is_whom_it_is_of(as_ben, game, other):
    send(as_ben, game)
    photo = Photo.objects.get()
    rosa = photo.subjects.get()
    others = [rosa.id if other == "winner" else other]
    edit = reverse("edit_photo", args=[photo.id])
    said = {"alt": "Rosa, laughing", "caption": "Kept?", "others": others}
    answer = as_ben.post(edit, said)
    assert answer.status_code == 200
    assert "Rosa, laughing" in answer.content.decode() and 'role="alert"' in answer.content.decode()
    photo.refresh_from_db()
    assert (photo.caption, list(photo.people.all())) == ("", [rosa])


def test_others_at_the_table_are_ticked_with_the_photo(as_ben, game):
    page = page_text(as_ben, reverse("game_over", args=[game.id]))
    mike = game.seats.get(lost=True).player_id
    assert f'type="checkbox" name="others" value="{mike}"' in page
    send(as_ben, game, others=[mike])
    assert {one.name for one in Photo.objects.get().people.all()} == {"Rosa", "Mike"}
    wall = " ".join(page_text(as_ben, reverse("wall")).split())
    assert "<strong>Rosa</strong> <span>with Mike</span>" in wall


def page_text(client, address) -> str:
    return client.get(address).content.decode().partition("<main")[2]


class TestAPhotoOfNobodyInParticular:
    """Picked, looked at, people ticked, a caption, posted: in one form."""

    def send(self, client, *, data=None, file=True, game=None, **fields):
        address = reverse("new_photo") + (f"?game={game.id}" if game else "")
        if file:
            fields["photo"] = SimpleUploadedFile("IMG.jpg", data or pictures.jpeg())
        return client.post(address, {"id": uuid4(), **fields})

    def test_hangs_with_everything_and_leads_to_its_page(self, as_ben, ben):
        answer = self.send(as_ben, others=[ben.player_id], caption="Cards on the porch")
        photo = Photo.objects.get()
        assert answer.url == reverse("photo_page", args=[photo.id])
        assert (photo.side, photo.game, photo.caption) == ("", None, "Cards on the porch")
        assert [one.name for one in photo.people.all()] == ["Ben"]
        assert str(photo.id) in page_text(as_ben, reverse("wall") + "?side=everything")
        assert str(photo.id) not in page_text(as_ben, reverse("wall"))

    def test_is_offered_on_the_wall_and_on_the_page_of_a_game(self, as_ben, as_vic, game):
        everything, over = (
            reverse("wall") + "?side=everything",
            reverse("game_over", args=[game.id]),
        )
        new = reverse("new_photo")
        assert f'href="{new}"' in page_text(as_ben, everything)
        assert f'href="{new}?game={game.id}"' in page_text(as_ben, over)
        assert new not in page_text(as_vic, everything) + page_text(as_vic, over)

    def test_of_a_game_is_seen_on_its_page(self, as_ben, game):
        self.send(as_ben, game=game)
        photo = Photo.objects.get()
        assert (photo.game, photo.alt) == (game, "A photo on 29 November 2026")
        assert reverse("photo_page", args=[photo.id]) in page_text(
            as_ben, reverse("game_over", args=[game.id])
        )

    @pytest.mark.parametrize("asked", ["7d444840-9dc0-11d1-b245-5ffdce74fad2", "x"])
    def test_of_a_game_that_is_not_there_is_not_found(self, as_ben, asked):
        assert as_ben.get(reverse("new_photo"), {"game": asked}).status_code == 404

    def test_a_faulty_form_keeps_the_photo_and_what_was_typed(self, as_ben, ben, vic):
        answer = self.send(as_ben, caption="Rosa\u202e", others=[ben.player_id])
        page = answer.content.decode()
        assert 'role="alert"' in page and "Rosa\u202e" in page
        assert re.search(rf'value="{ben.player_id}"[^>]* checked', page)
        photo = Photo.objects.get()
        assert photo.posted_at is None
        assert reverse("photo", args=[photo.id, 640]) in page
        (stored,) = re.findall(r'name="stored" value="([-0-9a-f]{36})"', page)
        answers = [self.send(as_ben, file=False, stored=stored, caption="Rosa") for _ in "12"]
        assert {answer.url for answer in answers} == {reverse("photo_page", args=[photo.id])}
        assert Photo.objects.posted().get().caption == "Rosa"

    def test_another_photo_is_taken_instead_of_the_one_that_came_before(self, as_ben):
        self.send(as_ben, caption="\u202e")
        first = Photo.objects.get()
        self.send(as_ben, stored=first.id, data=pictures.jpeg(90, 60))
        assert Photo.objects.posted().get() != first

    @pytest.mark.parametrize(
        ("data", "said"),
        [(b"<svg></svg>", "won't open here"), (pictures.bomb_png(13_000), "60 megapixels")],
    )
    def test_a_bad_one_gets_a_sentence_and_the_words_stay(self, as_ben, data, said):
        page = unescape(self.send(as_ben, data=data, caption="On the porch").content.decode())
        assert said in page and "On the porch" in page
        assert not Photo.objects.exists()

    def test_none_at_all_gets_a_sentence(self, as_ben):
        page = self.send(as_ben, file=False, caption="On the porch").content.decode()
        assert "Choose a photo first." in page and "On the porch" in page

    @pytest.mark.parametrize("field", ["id", "stored"])
    def test_what_is_no_id_gets_a_sentence(self, as_ben, field):
        page = self.send(as_ben, **{field: "../../etc"}).content.decode()
        assert "Choose the photo again." in page
        assert not Photo.objects.posted().exists()

    def test_nobody_posts_what_another_one_stored(self, as_ann, as_ben):
        self.send(as_ben, caption="\u202e")
        stored = Photo.objects.get().id
        page = self.send(as_ann, file=False, stored=stored).content.decode()
        assert "Choose a photo first." in page and str(stored) not in page
        assert not Photo.objects.posted().exists()


def test_a_shared_game_shows_its_winner_and_loser_and_no_other_photo(as_ben, ben, game):
    token = ShareLink.objects.make(game=game, by=ben.player, with_photos=True)
    send(as_ben, game)
    file = SimpleUploadedFile("IMG.jpg", pictures.jpeg(90, 60))
    as_ben.post(f"{reverse('new_photo')}?game={game.id}", {"id": uuid4(), "photo": file})
    winner, other = Photo.objects.get(side="winner"), Photo.objects.get(side="")
    seen = {one: reverse("shared_photo", args=[token, one.id]) for one in (winner, other)}
    assert [Client().get(seen[one]).status_code for one in (winner, other)] == [200, 404]
    assert Client().get(seen[winner])["Cache-Control"] == "private, no-store"
    as_ben.post(reverse("take_down_photo", args=[winner.id]))
    assert Client().get(seen[winner]).status_code == 404


class TestTheCard:
    def test_is_a_picture_for_chats(self, as_ben, game):
        answer = as_ben.get(reverse("share_card", args=[game.id]))
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(io.BytesIO(answer.content)).size == (1080, 1350)

    def test_names_the_loser_but_no_child_and_nobody_in_a_gentle_family(self, game, family):
        game = Game.objects.with_table().get(id=game.id)
        sheet = sheet_of(game)
        people = people_of(game, sheet)
        assert card.loser_line(sheet, people, family) == "Mike lost, with 140"
        family.tone = "gentle"
        assert card.loser_line(sheet, people, family) == ""
        family.tone, people[1].is_child = "ribbing", True
        assert card.loser_line(sheet, people, family) == ""

    def test_names_are_first_names_in_letters_that_can_be_drawn(self):
        cast = [Player(name=name) for name in ("Rosa Link", "שרה לוי", "👍🏽", "Łucja 😀")]
        assert card.names_outside(dict(enumerate(cast))) == {
            0: "Rosa",
            1: "שרה",
            2: "Player 3",
            3: "Łucja",
        }

    def test_names_beside_the_race_stand_apart_and_within_it(self):
        heights = {0: 0.0, 1: 500.0, 2: 500.0, 3: 498.0}
        assert card.apart(heights, 0, 510) == {0: 0.0, 3: 402.0, 1: 438.0, 2: 474.0}
        assert card.apart({0: 10.0, 1: 10.0, 2: 10.0}, 0, 30) == {0: 0.0, 1: 10.0, 2: 20.0}

    def test_draws_the_race_from_nothing_to_the_last_round(self, game):
        lines = card.race(sheet_of(game))
        assert [number for number, _ in lines[1]] == [0, 1, 2, 3, 4, 5, 6, 7]
        assert (lines[1][0], lines[1][-1]) == ((0, 0), (7, game.seats.get(lost=True).total))

    def test_is_not_there_before_the_end(self, as_ben):
        answer = as_ben.get(reverse("share_card", args=[make_game(players=3).id]))
        assert answer.status_code == 404
