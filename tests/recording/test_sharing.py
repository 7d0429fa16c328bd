"""A game for people outside the family: read-only, first names, by a link that ends."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook import limits
from scorebook.models import Game, Player, ShareLink
from tests.factories import hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def game(ben) -> Game:
    game = make_game(players=[make_player(name="Rosa Secret"), ben.player], by=ben.player)
    play_game(game)
    return game


def link(client, game, **data) -> str:
    return client.post(reverse("share_game", args=[game.id]), data).context["address"]


def test_a_stranger_reads_the_sheet_by_first_names(as_ben, game):
    page = Client().get(link(as_ben, game))
    text = page.content.decode()
    assert "Rosa" in text and "Secret" not in text
    assert "Rosa won" in text
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["Cache-Control"] == "private, no-store"
    assert "<form" not in text and "<nav" not in text


def test_who_looks_again_is_told_whether_anything_is_new(as_ben, game):
    address = link(as_ben, game, photos="on")
    seen = Client().get(address)

    def again():
        return Client().get(address, headers={"If-None-Match": seen["ETag"]})

    assert (again().status_code, again().content) == (304, b"")
    for header in ("Cache-Control", "ETag", "X-Robots-Tag"):
        assert again()[header] == seen[header]
    hand_in(game, "adjust", {"points": 5, "reason": "Counted again"}, round=1, seat=0)
    assert again().status_code == 200
    ShareLink.objects.update(revoked_at=timezone.now())
    assert again().status_code == 404


def test_a_game_that_ended_early_says_so(as_ben, ben):
    game = make_game(players=[make_player(name="Rosa Secret"), ben.player], by=ben.player)
    assert "nded early" not in Client().get(link(as_ben, game)).content.decode()
    play_round(game, hands={1: "KK"})
    hand_in(game, "finish", {"early": True})
    page = Client().get(link(as_ben, game)).content.decode()
    assert "Ended early, after 1 of 7 rounds." in page


def test_two_of_one_first_name_are_told_apart(as_ben, ben):
    game = make_game(players=[make_player(name="Ben Secret"), ben.player], by=ben.player)
    play_game(game)
    text = Client().get(link(as_ben, game)).content.decode()
    assert '<th scope="col">Ben S</th><th scope="col">Ben</th>' in text
    assert "Ben S won" in text and "Secret" not in text


def test_a_link_is_of_whoever_its_maker_turned_out_to_be(as_ann, as_ben, ann, ben, game):
    link(as_ben, game)
    Player.objects.filter(id=ben.player.id).update(merged_into=ann.player)
    page = as_ann.get(reverse("share_game", args=[game.id])).content.decode()
    assert "Ann’s link" in page and "Ben’s link" not in page


def test_it_stands_for_thirty_days(as_ben, game):
    address = link(as_ben, game)
    left = ShareLink.objects.get().expires_at - timezone.now()
    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)
    ShareLink.objects.update(expires_at=timezone.now())
    assert Client().get(address).status_code == 404


def test_stopped_and_guessed_links_look_like_nothing(as_ben, game):
    address = link(as_ben, game)
    stop = reverse("stop_sharing", args=[game.id, ShareLink.objects.get().id])
    as_ben.post(stop)
    stopped, guessed = Client().get(address), Client().get(reverse("shared_game", args=["guess"]))
    assert stopped.status_code == guessed.status_code == 404
    assert stopped.content == guessed.content
    assert as_ben.post(stop).status_code == 404


def test_a_viewer_shares_nothing_and_anothers_link_is_not_stopped_from_another_game(
    as_ben, as_vic, game, ben
):
    link(as_ben, game)
    assert as_vic.post(reverse("share_game", args=[game.id])).status_code == 403
    other = make_game(players=2, by=ben.player)
    stop = reverse("stop_sharing", args=[other.id, ShareLink.objects.get().id])
    assert as_ben.post(stop).status_code == 404


def test_whoever_guesses_is_refused_and_a_right_link_still_opens(as_ben, game, client):
    address = link(as_ben, game)
    guesses = [reverse("shared_game", args=["a"]), reverse("shared_photo", args=["b", game.id])]
    for time in range(limits.WRONG_LINKS):
        assert client.get(guesses[time % 2]).status_code == 404
    assert [client.get(guess).status_code for guess in guesses] == [429, 429]
    assert client.get(address).status_code == 200
