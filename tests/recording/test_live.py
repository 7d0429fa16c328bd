"""What other phones hear of a table: its version, who enters whose hand, the pen, the news."""

import json
import time

import pytest
from django.urls import reverse

from scorebook.models import Game
from scorebook.recording import presence
from tests.conftest import browser_of
from tests.factories import hand_in, make_game, make_player, make_user


@pytest.fixture
def game(family, ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=people, by=ben.player)


def at(name, game, *rest):
    return reverse(name, args=[game.id, *rest])


def heard(client, game, since="", tag=""):
    headers = {"If-None-Match": tag} if tag else {}
    return client.get(at("live", game) + f"?since={since}", headers=headers)


def told(client, game, since=""):
    answer = heard(client, game, since)
    assert answer.status_code == 200
    return json.loads(answer.content)


def enters(client, game, round, seat, query=""):
    return client.post(at("enter_hand", game, round, seat) + query)


def test_an_unchanged_table_is_not_told_again(as_vic, game):
    first = heard(as_vic, game)
    assert heard(as_vic, game, tag=first["ETag"]).status_code == 304
    hand_in(game, "out", {"seat": 1}, round=1)
    assert heard(as_vic, game, tag=first["ETag"]).status_code == 200


def test_an_unchanged_table_costs_one_query_beyond_session_and_user(
    as_vic, game, django_assert_num_queries
):
    tag = heard(as_vic, game)["ETag"]
    with django_assert_num_queries(3):
        assert heard(as_vic, game, tag=tag).status_code == 304


def test_the_news_are_what_came_since_with_who_said_it(as_vic, game):
    newest = told(as_vic, game)["newest"]
    assert told(as_vic, game)["news"] == []
    hand_in(game, "out", {"seat": 1}, round=1)
    hand_in(game, "hand", {"cards": ["K", "K"]}, round=1, seat=2)
    first, second = told(as_vic, game, newest)["news"]
    assert first == "Ben: Round 1: Mike went out"
    assert second.startswith("Ben: Round 1, Rosa: ")
    assert told(as_vic, game, newest + 1)["news"] == [second]


def test_after_a_long_absence_only_the_latest_news_are_told(as_vic, game):
    for round in range(1, 8):
        hand_in(game, "out", {"seat": 1}, round=round)
    assert len(told(as_vic, game, 0)["news"]) == 5


def test_others_see_who_enters_whose_hand_and_the_one_who_does_is_not_told(as_ben, as_vic, game):
    assert enters(as_ben, game, 1, 2).status_code == 204
    (one,) = told(as_vic, game)["entering"]
    assert one == {"who": "Ben", "round": 1, "seat": 2, "text": "Ben is entering Rosa’s hand."}
    assert told(as_ben, game)["entering"] == []


def test_a_hand_that_is_saved_is_no_longer_being_entered(as_ben, as_vic, game):
    enters(as_ben, game, 1, 2)
    hand_in(game, "hand", {"cards": ["K", "K"]}, round=1, seat=2)
    assert told(as_vic, game)["entering"] == []
    enters(as_ben, game, 2, 2)
    assert [one["round"] for one in told(as_vic, game)["entering"]] == [2]
    Game.objects.filter(id=game.id).update(status="finished")
    assert told(as_vic, game)["entering"] == []


def test_who_enters_a_hand_of_their_own_is_said_to(as_ben, as_vic, ben):
    own = make_game(players=[make_player(name="Em"), ben.player], by=ben.player)
    enters(as_ben, own, 1, 1)
    (one,) = told(as_vic, own)["entering"]
    assert one["text"] == "Ben is entering their own hand."


def test_somebody_who_begins_to_enter_changes_the_tag(as_ben, as_vic, game):
    tag = heard(as_vic, game)["ETag"]
    enters(as_ben, game, 1, 2)
    assert heard(as_vic, game, tag=tag).status_code == 200


def test_who_goes_to_another_hand_or_leaves_the_page_is_not_at_the_first(as_ben, as_vic, game):
    enters(as_ben, game, 1, 2)
    enters(as_ben, game, 1, 0)
    assert [one["seat"] for one in told(as_vic, game)["entering"]] == [0]
    enters(as_ben, game, 1, 0, "?left")
    assert told(as_vic, game)["entering"] == []


def test_a_phone_that_says_nothing_more_is_forgotten(as_ben, as_vic, game, monkeypatch):
    enters(as_ben, game, 1, 2)
    now = time.monotonic()
    monkeypatch.setattr(presence.time, "monotonic", lambda: now + presence.STAYS + 1)
    assert told(as_vic, game)["entering"] == []


def test_two_phones_at_one_hand_both_hear_of_the_other(as_ben, game):
    anna = make_user(name="Anna")
    game.helpers.add(anna.player)
    as_anna = browser_of(anna)
    enters(as_ben, game, 1, 2)
    enters(as_anna, game, 1, 2)
    assert [one["who"] for one in told(as_anna, game)["entering"]] == ["Ben"]
    assert [one["who"] for one in told(as_ben, game)["entering"]] == ["Anna"]


@pytest.mark.parametrize(("round", "seat"), [(8, 0), (1, 9)])
def test_there_is_nobody_at_a_hand_that_does_not_exist(as_ben, game, round, seat):
    assert enters(as_ben, game, round, seat).status_code == 404


def test_nobody_is_at_a_hand_in_another_game(as_ben, as_vic, game, ben):
    other = make_game(players=2, by=ben.player)
    enters(as_ben, other, 1, 0)
    assert told(as_vic, game)["entering"] == []


def test_who_took_the_pen_is_told_and_changes_the_tag(as_ben, as_vic, game):
    anna = make_user(name="Anna")
    tag = heard(as_vic, game)["ETag"]
    assert told(as_vic, game)["pen"]["name"] == "Ben"
    browser_of(anna).post(at("take_pen", game))
    assert heard(as_vic, game, tag=tag).status_code == 200
    assert told(as_vic, game)["pen"] == {"id": str(anna.player_id), "name": "Anna"}


def test_the_end_is_told(as_vic, game):
    assert told(as_vic, game)["finished"] is False
    Game.objects.filter(id=game.id).update(status="finished")
    assert told(as_vic, game)["finished"] is True
