"""The television: what is played, who stands where, the way in, and the photo at the end."""

import re

import pytest
from django.urls import reverse

from scorebook.models import Game
from tests.factories import hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def game(family, ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=people, by=ben.player)


def shown(client, name, *args, **headers):
    answer = client.get(reverse(name, args=args), headers=headers)
    return answer, " ".join(answer.content.decode().split())


def test_it_shows_what_is_played_and_who_stands_where(as_vic, game):
    play_round(game, out=0, hands={1: "KK", 2: "*"})
    _, page = shown(as_vic, "tv", game.id)
    assert "Round 2 of 7" in page
    assert "<h1>1 set + 1 run</h1>" in page
    lines = [part.split("</li>")[0] for part in page.split('class="place">')[1:]]
    assert [("Em" in lines[0], "OUT" in lines[0]), "Mike" in lines[1], "Rosa" in lines[2]] == [
        (True, True),
        True,
        True,
    ]
    assert '<b class="num">50</b>' in lines[2]


LINE = re.compile(
    r'class="place">(.*?)<.*?class="who">(.*?)<.*?class="latest">(.*?)<.*?num">(.*?)<'
)


def test_while_a_round_comes_in_the_standing_before_it_stands_beside_its_hands(as_vic, game):
    play_round(game, out=0, hands={1: "KK", 2: "*"})
    hand_in(game, "hand", {"cards": ["JK", "JK"]}, round=2, seat=1)
    _, page = shown(as_vic, "tv", game.id)
    before = [("1", "Em", "…", "0"), ("2", "Mike", "+100", "20"), ("3", "Rosa", "…", "50")]
    assert LINE.findall(page) == before
    assert "places and totals are without it" in page
    play_round(game, out=2, hands={0: "K"}, number=2)
    _, page = shown(as_vic, "tv", game.id)
    after = [("1", "Em", "10", "10"), ("2", "Rosa", "OUT", "50"), ("3", "Mike", "100", "120")]
    assert LINE.findall(page) == after
    assert "without it" not in page


def test_of_the_first_round_there_is_no_place_before_it_is_in(as_vic, game):
    hand_in(game, "out", {"seat": 2}, round=1)
    _, page = shown(as_vic, "tv", game.id)
    assert LINE.findall(page) == [
        ("–", "Em", "…", "0"),
        ("–", "Mike", "…", "0"),
        ("–", "Rosa", "OUT", "0"),
    ]


def test_it_has_nothing_to_press(as_ben, game):
    _, page = shown(as_ben, "tv", game.id)
    assert "<form" not in page
    assert "<button" not in page
    assert page.count("<a ") == 1  # the way past the head, for a screen reader


def test_unchanged_it_answers_304_and_after_a_hand_it_does_not(as_vic, game):
    answer, _ = shown(as_vic, "tv", game.id)
    again, _ = shown(as_vic, "tv", game.id, **{"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    play_round(game, out=0, hands={1: "KK", 2: "*"})
    later, _ = shown(as_vic, "tv", game.id, **{"If-None-Match": answer["ETag"]})
    assert later.status_code == 200


def test_the_code_stands_on_it_while_the_game_goes_on(as_vic, game):
    assert "<aside>" not in shown(as_vic, "tv", game.id)[1]
    Game.objects.filter(id=game.id).update(table_code="K7Q4MX")
    page = shown(as_vic, "tv", game.id)[1]
    assert "K7Q4MX" in page
    assert "<svg" in page


def test_a_television_left_on_goes_from_game_to_game(as_vic, game, ben):
    assert "<h1>2 sets</h1>" in shown(as_vic, "tv_now")[1]
    play_game(game)
    assert "it is over" in shown(as_vic, "tv_now")[1]
    make_game(variant="gourt", players=3, by=ben.player)
    assert "it is over" not in shown(as_vic, "tv_now")[1]


def test_without_any_game_it_says_so(as_vic):
    assert "No games yet." in shown(as_vic, "tv_now")[1]
