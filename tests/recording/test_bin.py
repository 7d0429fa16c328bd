"""A game begun by mistake: into the bin, gone from every page, and back."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.ledger.binning import put_back, put_in_bin
from scorebook.models import Game, Photo
from scorebook.recording.sharing import share
from tests.conftest import browser_of
from tests.factories import make_game, make_player, make_post, make_user, play_game


@pytest.fixture
def game(family, ben) -> Game:
    rosa = make_player(name="Rosa")
    game = make_game(players=[ben.player, rosa], by=ben.player, occasion="Only a try")
    play_game(game)
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    return game


def at(name: str, game: Game) -> str:
    return reverse(name, args=[game.id])


def test_whoever_kept_score_is_asked_once_and_puts_it_back(as_ben, game):
    assert at("bin_game", game) in as_ben.get(at("more", game)).text
    assert "Only a try" in as_ben.get(at("bin_game", game)).text
    assert Game.objects.finished().count() == 1
    binned = as_ben.post(at("bin_game", game), follow=True)
    assert at("restore_game", game) in binned.text
    assert Game.objects.finished().count() == 0
    back = as_ben.post(at("restore_game", game), follow=True)
    assert "counts as before" in back.text
    assert Game.objects.finished().count() == 1


def test_it_stands_on_no_page(as_ben, ben, game):
    names = ("home", "history", "history_sheet", "boards", "family_numbers", "family_records")

    def read(page: str) -> str:
        return b"".join(as_ben.get(page)).decode()

    pages = [*map(reverse, names), reverse("person", args=[ben.player_id]), reverse("new_photo")]
    shown = [page for page in pages if "Only a try" in read(page)]
    assert {reverse("history"), reverse("history_sheet"), pages[6]} <= {*shown}
    put_in_bin(game.id, by=ben.player)
    for page in pages:
        assert "Only a try" not in read(page), page


@pytest.mark.parametrize("name", ["table", "game_over", "sheet", "record", "tv", "log", "check"])
def test_its_own_pages_are_not_there(as_ben, ben, game, name):
    assert as_ben.get(at(name, game), follow=True).status_code == 200
    put_in_bin(game.id, by=ben.player)
    assert as_ben.get(at(name, game), follow=True).status_code == 404


def test_neither_code_nor_link_leads_there(ben, game):
    token = share(game, by=ben.player, with_photos=False)
    guest = Client()
    guest.post(reverse("join_by_code", args=["ABCDEF"]), {"player": game.seats.first().player_id})
    assert guest.get(at("table", game)).status_code == 200
    put_in_bin(game.id, by=ben.player)
    assert guest.get(at("table", game)).status_code == 302
    assert Client().get(reverse("join_by_code", args=["ABCDEF"])).status_code == 404
    assert Client().get(reverse("shared_game", args=[token])).status_code == 404


def test_its_photos_are_away_and_a_post_about_it_leads_nowhere(as_ben, as_ann, ben, game):
    photo = Photo.objects.create(game=game, width=64, height=64, added_by=ben.player)
    Photo.objects.filter(id=photo.id).update(posted_at=game.created_at)
    post = make_post("story", by=ben.player, game=game)
    page = reverse("post_page", args=[post.id])
    assert photo in Photo.objects.up()
    assert at("table", game) in as_ann.get(page).text
    put_in_bin(game.id, by=ben.player)
    assert photo not in Photo.objects.up()
    assert at("table", game) not in as_ann.get(page).text


def test_a_phone_that_knows_nothing_of_it_keeps_what_it_has(as_ben, ben, game):
    put_in_bin(game.id, by=ben.player)
    entry = {"id": str(uuid4()), "kind": "note", "payload": {"text": "Hello"}, "v": 1}
    answer = as_ben.post(at("entries", game), entry, content_type="application/json")
    assert answer.status_code == 400
    assert "in the bin" in answer.json()["errors"][0]["message"]


def test_a_second_tap_finds_it_done(as_ben, game):
    as_ben.post(at("bin_game", game))
    assert as_ben.post(at("bin_game", game))["Location"] == reverse("binned_games")
    as_ben.post(at("restore_game", game))
    assert as_ben.post(at("restore_game", game))["Location"] == at("table", game)


def test_whoever_sat_there_puts_it_back_whoever_has_the_pen(as_ben, as_ann, ann, game):
    Game.objects.filter(id=game.id).update(scorekeeper=ann.player)
    as_ann.post(at("bin_game", game))
    assert at("restore_game", game) in as_ben.get(reverse("binned_games")).text
    as_ben.post(at("restore_game", game))
    assert Game.objects.finished().count() == 1


def test_a_photo_that_was_on_its_way_comes_back_with_its_game(as_ben, ben, game):
    photo = Photo.objects.create(width=64, height=64, added_by=ben.player)
    put_in_bin(game.id, by=ben.player)
    sent = as_ben.post(reverse("post_photo", args=[photo.id]), {"game": game.id, "side": "winner"})
    assert sent.status_code == 200
    assert photo not in Photo.objects.up()
    put_back(game.id, by=ben.player)
    assert photo in Photo.objects.up()


def test_nothing_is_written_about_it_and_what_was_keeps_it(as_ben, ben, game):
    post = make_post("story", by=ben.player, game=game)
    put_in_bin(game.id, by=ben.player)
    new = as_ben.get(reverse("write_post", args=["story"]), {"game": game.id})
    assert "Only a try" not in new.text
    said = {"title": "T", "body": "B", "game": game.id}
    assert as_ben.post(reverse("write_post", args=["story"]), said).status_code == 400
    assert as_ben.post(reverse("edit_post", args=[post.id]), said).status_code == 302
    post.refresh_from_db()
    assert (post.title, post.game) == ("T", game)


def test_others_are_not_offered_it(as_ann, game):
    other = browser_of(make_user(name="Cleo"))
    assert at("bin_game", game) not in other.get(at("more", game)).text
    assert at("bin_game", game) in as_ann.get(at("more", game)).text
    put_in_bin(game.id, by=game.scorekeeper)
    assert "The bin is empty" in other.get(reverse("binned_games")).text
    assert at("restore_game", game) in as_ann.get(reverse("binned_games")).text
