"""The family in numbers, from real games."""

from datetime import date

import pytest
from django.urls import reverse

from scorebook.stats.scope import Scope
from tests.factories import make_game, make_player, play_game

pytestmark = pytest.mark.django_db

DAY = date(2026, 6, 14)


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


def played(cast, on=DAY, *, winner=0, loser=1, **start):
    game = make_game(players=cast, played_on=on, **start)
    play_game(game, winner=winner, loser=loser)
    return game


def read(client, name="family_numbers", *args, **asked):
    answer = client.get(reverse(name, args=args), asked)
    assert answer.status_code == 200
    return answer


class TestScope:
    def test_is_the_most_played_rule_family_unless_another_is_asked_for(self, cast):
        played(cast, variant="norwegian")
        played(cast)
        played(cast, date(2024, 1, 1))
        scope = Scope.read({})
        assert (scope.family, scope.year, scope.sign) == ("link", None, 1)
        assert list(scope.families) == ["link", "norwegian"]
        assert scope.years == (2026, 2024)
        other = Scope.read({"family": "norwegian", "year": "2026"})
        assert (other.family, other.year) == ("norwegian", 2026)

    def test_of_what_does_not_exist_is_of_everything(self, cast):
        played(cast)
        scope = Scope.read({"family": "bridge", "year": "1066"})
        assert (scope.family, scope.year) == ("link", None)
        assert Scope.read({"year": "²"}).year is None

    def test_high_is_good_where_the_newest_rules_say_so(self, cast):
        played(cast, variant="bga_short")
        assert Scope.read({}).sign == -1

    def test_without_games_there_is_none(self, db):
        assert Scope.read({}).family == ""
