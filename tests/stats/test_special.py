"""How special a result is: the words by worked examples, and the ranks from a few games."""

from datetime import date

import pytest

from scorebook.models import Game, Player, Seat
from scorebook.stats.race import race
from scorebook.stats.special import hand_standing, how_special, standing_of
from tests.factories import copy_game, hand_in, make_game, make_player, play_game, play_round

TODAY = date(2026, 11, 29)


def days(*years):
    return [date(year, 6, 1) for year in years]


def best(outdone_by, results):
    return standing_of(outdone_by, results, TODAY, "best", "Link game")


class TestTheWords:
    @pytest.mark.parametrize(
        ("outdone_by", "results", "words"),
        [
            ([], 10, "the best Link game ever"),
            ([], 9, ""),
            (days(2020, 2025), 30, "the third-best Link game ever"),
            (days(2020, 2025), 29, ""),
            (days(*[2025] * 9), 100, "the tenth-best Link game ever"),
            (days(*[2025] * 10), 200, ""),
            (days(*[2019] * 10), 200, "the best Link game since 2019"),
            (days(*[2019] * 10), 109, ""),
            (days(*[2019] * 10, 2027), 200, "the best Link game since 2019"),
            (days(*[2019] * 10, 2025), 200, ""),
            (days(*[2019] * 200), 9000, ""),
        ],
    )
    def test_from_the_days_of_those_that_outdo_it(self, outdone_by, results, words):
        assert best(outdone_by, results) == words

    @pytest.mark.parametrize(
        ("cost", "year", "words"),
        [
            (120, 2026, "the most expensive Link hand ever"),
            (105, 2026, "the most expensive Link hand since 2019"),
            (105, 2020, ""),
            (80, 2026, ""),
            (0, 2026, ""),
        ],
    )
    def test_from_what_the_worst_of_each_year_cost(self, cost, year, words):
        worst = {2019: 120, 2020: 60, 2025: 90, 2026: 105}
        assert hand_standing(cost, year, worst, "Link hand") == words


@pytest.fixture
def table(family, ben):
    return [ben.player, *(make_player(name=name) for name in ("Em", "Mike"))]


def played(table, **more):
    game = make_game(players=table, **more)
    play_game(game, winner=0, loser=1)
    return Game.objects.with_table().get(id=game.id)


def told(game):
    return how_special(game, race(game))


def enough(game):
    """As if three hundred results like those of this game were in the book."""
    copy_game(game, 99)


class TestTheRanks:
    def test_a_young_book_has_nothing_special(self, table):
        assert told(played(table)) == []

    def test_the_best_and_the_worst_of_three_hundred(self, table):
        game = played(table)
        enough(game)
        assert told(game) == [
            "Ben with 0: the best Link game ever.",
            "Em with 140: the worst Link game ever.",
            "Em’s 20: the most expensive Link hand ever.",
        ]

    def test_who_did_better_counts_and_who_went_home_or_ended_early_does_not(self, table):
        first, game = played(table), played(table)
        Seat.objects.filter(game=first, number=0).update(result=-5)
        enough(game)
        assert "Ben with 0: the second-best Link game ever." in told(game)
        Seat.objects.filter(game=first, number=0).update(result=None)
        assert "Ben with 0: the best Link game ever." in told(game)

    def test_other_rules_and_games_that_go_on_are_not_compared(self, table):
        other, running = played(table, variant="gourt"), make_game(players=table)
        Seat.objects.filter(game=other).update(result=-5)
        play_round(running)
        game = played(table)
        enough(game)
        assert "Ben with 0: the best Link game ever." in told(game)

    def test_results_of_games_that_ended_early_are_none_to_be_the_best_of(self, table):
        game = played(table)
        enough(game)
        Seat.objects.exclude(game=game).update(result=None)
        assert told(game) == ["Em’s 20: the most expensive Link hand ever."]

    def test_a_game_that_ended_early_is_no_record(self, table):
        enough(played(table))
        game = make_game(players=table)
        play_round(game, out=0, hands={1: "KK"})
        hand_in(game, "finish", {"early": True})
        assert told(Game.objects.with_table().get(id=game.id)) == [
            "Em’s 20: the most expensive Link hand ever."
        ]

    def test_high_is_good_where_the_rules_say_so(self, table):
        game = played(table, variant="bga_full")
        enough(game)
        assert [line.partition(":")[2] for line in told(game)][:2] == [
            f" the best {game.rule_set.name} game ever.",
            f" the worst {game.rule_set.name} game ever.",
        ]

    def test_nobody_says_of_a_child_that_it_was_the_worst(self, table):
        Player.objects.filter(name="Em").update(is_child=True)
        game = played(table)
        enough(game)
        assert told(game) == ["Ben with 0: the best Link game ever."]
