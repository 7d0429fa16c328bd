"""Which rule family a page is about where its address names none."""

import pytest

from scorebook.models import RuleSet
from scorebook.stats.queries import most_played
from scorebook.stats.scope import Scope
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db


def test_of_two_played_equally_often_all_pages_choose_the_same(family):
    data = RuleSet.objects.named("link").variant | {"name": "Aunt Dot’s", "family": "zz"}
    RuleSet.objects.create(slug="zz", name=data["name"], family="zz", variant=data)
    table = [make_player() for _ in "abc"]
    for rules in ("zz", "link"):
        play_game(make_game(variant=rules, players=table))
    assert Scope.read({}).family == most_played() == "link"
