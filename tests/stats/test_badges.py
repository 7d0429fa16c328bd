"""Badges, each worked out on a few games. A game is told by what happened in it."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest

from scorebook.models import Game, RuleSet, Seat
from scorebook.models.games import GameStatus
from scorebook.stats import badges
from scorebook.stats.badges import BADGES, earned
from scorebook.stats.own_games import OwnGames
from tests.factories import make_player

pytestmark = pytest.mark.django_db

LOST = {"lost": True}
WON = {"won": True}
EVERYTHING = {
    **{"won": True, "from_last": True, "comeback": 200, "clean_game": True},
    **{"cuts": 1, "rounds": 7, "out": 7},
}
DAY, BEGUN = date(2026, 1, 1), datetime(2026, 1, 1, 18, tzinfo=UTC)


@pytest.fixture
def ann():
    return make_player(name="Ann")


def seats(ann, told):
    """Ann's, two of an evening, the oldest first; the book heard of the later evenings earlier.
    Somebody beside her did all there is to do, and shared her place or came behind by a `margin`.
    """
    rules, other = RuleSet.objects.named("link"), make_player(name="Em")
    rows = []
    for number, one in enumerate(told):
        evening, later = divmod(number, 2)
        on, begun = DAY + timedelta(evening), BEGUN + timedelta(hours=later, days=-evening)
        game = Game(id=uuid.UUID(int=number + 1), rule_set=rules, played_on=on, scorekeeper=ann)
        game.status, game.first_dealer, game.decks = GameStatus.FINISHED, 0, 2
        own = {"family": "link", **one}
        margin = own.pop("margin", 0)
        same = {"game": game, "played_on": on, "begun_at": begun, "counts": True}
        rows.append(Seat(number=0, position=0, player=ann, place=1, **same, **own))
        beside = {"place": 2, "total": -margin} if margin else {"place": 1}
        rows.append(Seat(number=1, position=1, player=other, **same, **beside, **EVERYTHING))
    Game.objects.bulk_create([row.game for row in rows[::2]])
    Seat.objects.bulk_create(reversed(rows))
    return OwnGames(ann).seats


def number(seat):
    return seat and seat.game_id.int


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
        (badges.bought_nothing, [{"buys": 2, **LOST}, WON], 2),
        (badges.bought_nothing, [WON, WON], None),
        (badges.both_kinds, [WON, {"family": "gourt"}, {"family": "gourt", **WON}], 3),
        (badges.both_kinds, [WON, WON, {"family": "gourt", **LOST}], None),
        (badges.hundred_games, [{}] * 101, 100),
        (badges.hundred_games, [WON] * 99, None),
    ],
)
def test_the_game_that_earned_it(ann, badge, told, earning):
    assert number(badge(seats(ann, told)).first()) == earning


def test_the_margin_of_a_shared_win_is_to_the_next_place(ann):
    sat, game = seats(ann, [WON]), Game.objects.get()
    for place, total in ((4, 300), (3, 100)):
        there = dict.fromkeys(("number", "position"), place)
        Seat.objects.create(game=game, player=make_player(), place=place, total=total, **there)
    assert number(badges.far_ahead(sat).first()) == 1
    Seat.objects.filter(place=3).update(total=95)
    assert not badges.far_ahead(sat).exists()


def test_every_badge_is_worked_out_above_and_can_be_earned(ann):
    """Bought, won and won by two kinds of rules, until there is nothing left to earn."""
    won = {**WON, **EVERYTHING, "margin": 200}
    sat = seats(ann, [{"buys": 1}, won, won, {**won, "family": "gourt"}, *[{}] * 96])
    assert [badge.name for badge in earned(sat)] == [name for name, _, _ in BADGES]
    assert earned(sat)[0].game == (uuid.UUID(int=2), DAY)


def test_nobody_has_earned_anything_before_the_first_game(ann):
    assert earned(OwnGames(ann).seats) == []
