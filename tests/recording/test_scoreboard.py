"""A game as its pages read it."""

import pytest

from scorebook.models import Game, RuleSet
from scorebook.recording.scoreboard import Scoreboard
from tests.factories import hand_in, make_game, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(family):
    game = make_game(players=4)
    play_round(game, out=2, hands={0: "KK", 1: "*", 3: "KK"})
    return game


def read(game):
    return Scoreboard.read(Game.objects.with_table().get(id=game.id))


def test_seats_have_names_and_short_names(game):
    board = read(game)
    assert [board.name(seat) for seat in range(4)] == ["Grandpa", "Grandma", "Mike", "Rosa"]
    assert board.short(0) == "Grandpa"


def test_standings_share_a_place_and_tell_the_distance(game):
    lines = [(s.place, s.player.name, s.total, s.behind) for s in read(game).standings()]
    assert lines == [
        (1, "Mike", 0, 0),
        (2, "Grandpa", 20, 20),
        (2, "Rosa", 20, 20),
        (4, "Grandma", 50, 50),
    ]


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ({"scope": "game", "limit": 4}, [1, 1, 1]),
        ({"scope": "round", "limit": 2}, [0, 1, 2]),
        ({"scope": "bank", "limit": None, "grants": [2, 1, 1, 0, 0, 0, 0]}, [0, 0, 1]),
        ({"scope": "game", "limit": None}, [None, None, None]),
    ],
)
def test_buys_are_left_by_the_round_that_is_looked_at(game, rules, left):
    house = RuleSet.objects.named("link").variant
    house["buy"] |= rules
    RuleSet.objects.create(slug="house", name="House", family="link", variant=house)
    hand_in(game, "rules", {"rule_set": "house"})
    hand_in(game, "buys", {"n": 2}, round=1, seat=0)
    play_round(game, out=2)
    hand_in(game, "buys", {"n": 1}, round=2, seat=0)
    board = read(game)
    assert board.sheet.current_round == 3
    assert [board.buys_left(number, 0) for number in (1, 2, 3)] == left


def test_a_round_or_a_cell_that_is_not_there_is_none(game):
    board = read(game)
    assert board.round(8) is None
    assert board.cell(8, 0) is None
    assert board.cell(1, 4) is None
    assert board.cell(1, 1).points == 50


def test_warnings_name_the_people(game):
    hand_in(game, "hand", {"cards": ["JK"] * 5}, round=2, seat=3)
    hand_in(game, "buys", {"n": 3}, round=2, seat=3)
    assert any("Rosa has bought" in text for text in read(game).warning_texts(2))
    assert read(game).warning_texts(1) == []


def test_that_nobody_went_out_is_no_thing_to_look_at(game):
    hand_in(game, "out", {"seat": None}, round=2)
    assert [warning.code for warning in read(game).sheet.warnings] == ["nobody_out"]
    assert read(game).warning_texts() == []


def test_reading_costs_the_same_for_every_length_of_game(game, django_assert_num_queries):
    for number in (2, 3, 4):
        play_round(game, number)
    with django_assert_num_queries(4):
        read(game)
