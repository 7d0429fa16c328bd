"""Who is here, as a phone with something to send asks."""

import pytest
from django.test import Client
from django.urls import reverse

from scorebook import access
from scorebook.models import Game
from tests.factories import make_game

pytestmark = pytest.mark.django_db


def told(client) -> dict:
    answer = client.get(reverse("session"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


def test_whoever_is_signed_in_is_named_with_what_they_need_to_send(as_ben, ben):
    said = told(as_ben)
    assert (said["person"], said["name"]) == (str(ben.player.id), "Ben")


def test_the_token_is_one_that_is_taken(ben):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ben)
    token = told(client)["csrf"]
    assert client.post("/sign-out/", headers={"X-CSRFToken": token}).status_code == 302


def test_a_stranger_is_nobody(client, ann):
    assert (told(client)["person"], told(client)["name"]) == (None, None)


def guest_of(game: Game, player) -> Client:
    client = Client()
    session = client.session
    session[access.GUEST] = {
        "game": str(game.id),
        "code": "ABC234",
        "player": str(player.id),
        "device": "d1",
    }
    session.save()
    client.cookies["session"] = session.session_key
    return client


def test_a_guest_is_whom_they_said_they_are_until_the_code_changes(ann, ben):
    game = make_game(players=[ann.player, ben.player], by=ann.player)
    Game.objects.update(table_code="ABC234")
    guest = guest_of(game, ben.player)
    assert told(guest)["person"] == str(ben.player.id)
    Game.objects.update(table_code="XYZ234")
    assert told(guest)["person"] is None


def test_every_page_says_whose_it_is(as_ben, ben, ann):
    game = make_game(players=[ann.player, ben.player], by=ann.player)
    Game.objects.update(table_code="ABC234")
    for client in (as_ben, guest_of(game, ben.player)):
        page = client.get(reverse("table", args=[game.id])).content.decode()
        assert f'<html lang="en" data-person="{ben.player.id}"' in page
    assert "data-person" not in Client().get("/sign-in/").content.decode()


def test_an_answer_to_the_old_key_takes_the_new_one_from_nobody(as_ben, ben):
    old = as_ben.cookies["session"].value
    as_ben.session.cycle_key()
    late = Client(headers={"cookie": f"session={old}"}).get(reverse("session"))
    assert late.json()["person"] is None
    assert "session" not in late.cookies
    assert "Cookie" in late["Vary"]
