"""Badges, each worked out on a few games. A game is told by what happened in it."""

from datetime import date, timedelta
from uuid import UUID

import pytest

from scorebook.stats import badges
from scorebook.stats.badges import BADGES, Played, earned

LOST = {"lost": True}
WON = {"won": True}


def games(*told):
    """Games on days that follow one another, numbered from 1."""
    first = date(2026, 1, 1)
    return [
        Played(UUID(int=number), first + timedelta(number), **{"family": "link", **one})
        for number, one in enumerate(told, 1)
    ]


def number(game):
    return game and game.game.int


@pytest.mark.parametrize(
    ("badge", "told", "earning"),
    [
        (badges.first_win, [LOST, WON, WON], 2),
        (badges.first_win, [LOST, {}], None),
        (badges.three_in_a_row, [WON, LOST, WON, WON, WON, WON], 5),
        (badges.three_in_a_row, [WON, WON, {}, WON], None),
        (badges.won_from_last, [WON, {"from_last": True, **WON}], 2),
        (badges.won_from_last, [WON, LOST], None),
        (badges.far_behind, [{"comeback": 95, **WON}, {"comeback": 105, **WON}], 2),
        (badges.far_behind, [{"comeback": 99, **WON}], None),
        (badges.far_ahead, [{"margin": 95, **WON}, {"margin": 100, **WON}], 2),
        (badges.far_ahead, [{"margin": 99, **WON}], None),
        (badges.clean, [LOST, {"clean_game": True, **LOST}], 2),
        (badges.clean, [WON], None),
        (badges.exact_cut, [WON, {"cuts": 2}, {"cuts": 1}], 2),
        (badges.exact_cut, [WON], None),
        (badges.out_most, [{"rounds": 7, "out": 3}, {"rounds": 7, "out": 4}], 2),
        (badges.out_most, [{"rounds": 10, "out": 5}, {"rounds": 0, "out": 0}], None),
        (badges.out_always, [{"rounds": 2, "out": 2}, {"rounds": 3, "out": 3}], 2),
        (badges.out_always, [{"rounds": 7, "out": 6}], None),
        (badges.bought_nothing, [WON, {"buys": 2, **LOST}, {"buys": 1, **WON}, WON], 4),
        (badges.bought_nothing, [WON, WON], None),
        (badges.both_kinds, [WON, {"family": "gourt"}, {"family": "gourt", **WON}], 3),
        (badges.both_kinds, [WON, WON, {"family": "gourt", **LOST}], None),
        (badges.hundred_games, [{}] * 101, 100),
        (badges.hundred_games, [WON] * 99, None),
    ],
)
def test_the_game_that_earned_it(badge, told, earning):
    assert number(badge(games(*told))) == earning


def test_every_badge_is_worked_out_above_and_can_be_earned():
    """Won and lost by turns, by two kinds of rules, until there is nothing left to earn."""
    best = {
        **{"won": True, "from_last": True, "comeback": 200, "margin": 200, "clean_game": True},
        **{"cuts": 1, "rounds": 7, "out": 7},
    }
    everything = games({"buys": 1}, best, best, {**best, "family": "gourt"}, *[{}] * 96)
    assert [badge.name for badge in earned(everything)] == [name for name, _, _ in BADGES]


def test_nobody_has_earned_anything_before_the_first_game():
    assert earned([]) == []
