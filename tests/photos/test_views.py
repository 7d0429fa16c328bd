"""Photos over HTTP: who may, what the answer carries, what is said of a bad one."""

import errno
import io
import os
import re
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image

from scorebook.models import Photo, Player
from tests.factories import hand_in, make_game, make_player, overturn, play_game
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
    assert shown.headers["Cache-Control"] == "private, max-age=31536000, immutable"


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


def test_a_viewer_sees_and_hides_a_photo_but_adds_none(as_ben, as_vic, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    assert as_vic.get(reverse("photo", args=[photo.id, 640])).status_code == 200
    assert send(as_vic, game).status_code == 403
    answer = as_vic.post(reverse("take_down_photo", args=[photo.id]))
    assert words(as_vic, answer) == "The photo is down."
    assert Photo.objects.get().taken_down_at is not None


def test_a_photo_that_was_taken_down_is_not_there(as_ben, game):
    send(as_ben, game)
    photo = Photo.objects.get()
    for _ in range(2):  # a second tap does no harm
        answer = as_ben.post(reverse("take_down_photo", args=[photo.id]))
        assert answer.url == reverse("game_over", args=[game.id])
    assert as_ben.get(reverse("photo", args=[photo.id, 320])).status_code == 404


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
    assert not Photo.objects.exists()
    page = as_ben.get(reverse("game_over", args=[game.id])).content.decode()
    (now,) = re.findall(r'name="people" value="([-0-9a-f]{36})"', page)
    send(as_ben, game, people=[now])
    assert str(Photo.objects.get().people.get().id) == now != winner


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
        ids = [re.findall(r'name="id" value="([-0-9a-f]{36})">\s*<label', page) for page in pages]
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

    def test_asks_before_a_child_who_lost_is_photographed(self, as_ben, game):
        Player.objects.filter(name="Mike").update(is_child=True)
        send(as_ben, game, side="loser")
        assert not Photo.objects.exists()
        send(as_ben, game, side="loser", even_so="1")
        assert Photo.objects.get().side == "loser"
