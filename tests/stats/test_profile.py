"""What somebody's games tell of them, worked out by hand on a few."""

from datetime import date, timedelta

import pytest

from scorebook.models import Game, Player, RatedGame, Seat, Tally
from scorebook.stats import profile_pictures as pictures
from scorebook.stats.own_games import OwnGames
from scorebook.stats.profile import contracts, head_to_head, left_hand, profile, rules_of, totals
from tests.factories import FIRST_DATE, hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def ann(family):
    return make_player(name="Ann")


@pytest.fixture
def table(ann):
    return [ann, make_player(name="Em"), make_player(name="Mike")]


def played(table, *, winner=0, loser=1, days=0, **more):
    """Link unless told otherwise: the winner goes out, the loser holds two kings in each round, the
    third a four: 0, 140 and 35 points.
    """
    game = make_game(players=table, played_on=FIRST_DATE + timedelta(days), **more)
    play_game(game, winner=winner, loser=loser)
    return game


def titles(player) -> set[str]:
    return {f"{title.name}: {title.count}" for title in profile(OwnGames(player)).titles}


def standings(player, family=""):
    return [rival.standing for rival in head_to_head(OwnGames(player, family))]


class TestHeadToHead:
    def test_who_had_the_better_place(self, ann, table):
        """Ann is first, first and last; Em last, second and first; Mike second, last, second."""
        played(table, winner=0, loser=1)
        played(table, winner=0, loser=2)
        played(table, winner=1, loser=0)
        assert standings(ann) == ["Beats Em 2 of 3", "Beats Mike 2 of 3"]
        assert standings(table[1]) == ["Loses to Ann 2 of 3", "Beats Mike 2 of 3"]

    def test_a_shared_place_is_neither_and_a_game_that_goes_on_is_nothing(self, ann, table):
        played(table, winner=2, loser=2)  # two kings count for nobody; Ann and Em have 35 each
        make_game(players=table)
        assert standings(ann) == ["Even with Em, 1 shared", "Loses to Mike 1 of 1"]

    def test_who_went_home_is_not_compared(self, ann, table):
        game = make_game(players=table)
        play_round(game)
        hand_in(game, "leave", {}, round=2, seat=2)
        play_game(game)
        assert standings(ann) == ["Beats Em 1 of 1"]
        assert standings(table[2]) == []

    def test_by_one_kind_of_rules(self, ann, table):
        played(table, winner=0)
        played(table, winner=1, loser=0, variant="gourt")
        assert standings(ann, "link") == ["Beats Em 1 of 1", "Beats Mike 1 of 1"]
        assert standings(ann, "gourt")[0] == "Loses to Em 1 of 1"

    def test_of_a_child_it_is_said_gently_on_both_pages(self, ann, table):
        Player.objects.filter(name="Em").update(is_child=True)
        played(table)
        assert standings(ann)[0] == "Ahead of Em 1 of 1"
        em = Player.objects.get(name="Em")
        assert standings(em) == ["Behind Ann 1 of 1", "Behind Mike 1 of 1"]

    def test_those_met_most_often_come_first(self, ann, table):
        played(table)
        played([ann, make_player(name="Zoe")])
        played([ann, Player.objects.get(name="Zoe")])
        assert [rival.name for rival in head_to_head(OwnGames(ann))] == ["Zoe", "Em", "Mike"]


class TestContracts:
    def test_points_a_round_against_everybodys(self, table):
        """Em wrote 20 in both games, Mike 5, Ann 0: everybody's average is 25 / 3."""
        played(table)
        played(table)
        first, *others = contracts(OwnGames(table[1], "link"), rules_of("link"))
        assert (first.pattern, first.rounds, first.points) == ("SS", 2, 40)
        assert (first.all_rounds, first.all_points) == (6, 50)
        assert len(others) == 6

    def test_high_is_good_where_the_rules_say_so_and_a_cost_is_a_cost(self, table):
        game = played(table, variant="bga_full")
        family = game.rule_set.family
        first = contracts(OwnGames(table[1], family), rules_of(family))[0]
        assert first.points > 0

    def test_of_other_rules_there_are_none(self, ann, table):
        played(table)
        assert contracts(OwnGames(ann, "gourt"), rules_of("link")) == []


def left(player, family="link", *, worst):
    own = OwnGames(player, family)
    return left_hand(own, totals(own).get(family), rules_of(family), worst=worst)


class TestLeftHands:
    def test_the_worst_and_the_best_with_their_cards(self, table):
        """Mike holds a four six times and once a king, an ace and a joker: 80."""
        game = make_game(players=table)
        play_round(game, 1, hands={2: "KA*"})
        play_game(game)
        worst, best = (left(table[2], worst=w) for w in (True, False))
        assert (worst.points, worst.round) == ("80", 1)
        assert worst.cards == (("A", False), ("K", False), ("JK", True))
        assert (best.points, best.cards) == ("5", (("4", False),))

    def test_of_all_games_and_of_equal_hands_the_first(self, table):
        """Mike holds two kings for 20 in the second of three games, and in the third again."""
        games = [played(table, days=days, loser=2 if days else 1) for days in range(3)]
        worst = left(table[2], worst=True)
        assert (worst.seat.game, worst.points) == (games[1], "20")

    def test_whether_it_came_again(self, table):
        """Mike holds a king and a joker in the first round of two games, and a four in six."""
        for again in (False, True):
            game = make_game(players=table)
            play_round(game, 1, hands={2: "K*"})
            play_game(game)
            worst, best = (left(table[2], worst=one) for one in (True, False))
            assert (worst.points, worst.again) == ("60", again)
            assert (best.points, best.again) == ("5", True)

    def test_a_total_has_no_cards(self, table):
        game = make_game(players=table)
        play_round(game, 1, hands={2: 95})
        play_game(game)
        worst = left(table[2], worst=True)
        assert (worst.points, worst.cards) == ("95", ())

    def test_who_always_went_out_was_never_left_with_any(self, ann, table):
        played(table)
        assert left(ann, worst=True) is None

    def test_the_lowest_is_the_worst_where_high_is_good(self, table):
        """A king and an ace are 25 below zero there, a four 5."""
        game = make_game(variant="bga_full", players=table)
        play_round(game, 1, hands={2: "KA"})
        play_game(game)
        worst, best = (left(table[2], game.rule_set.family, worst=one) for one in (True, False))
        assert (worst.points, best.points) == ("−25", "−5")


class TestProfile:
    def test_of_nobody_yet_there_is_nothing(self, ann):
        told = profile(OwnGames(ann))
        assert (told.record, told.families, told.rivals, told.badges) == (None, {}, [], [])
        assert (told.worst, told.bogeys, told.nemeses, told.titles) == (None, [], [], [])

    def test_points_are_told_of_the_rules_most_played_unless_others_are_asked_for(self, ann, table):
        played(table)
        played(table)
        played(table, variant="gourt")
        assert profile(OwnGames(ann)).counted == "link"
        assert profile(OwnGames(ann, "gourt")).counted == "gourt"
        assert profile(OwnGames(ann, "gourt")).record.games == 1
        assert profile(OwnGames(ann, "norwegian")).record is None

    def test_a_row_for_each_year(self, ann, table):
        played(table)
        played(table, days=365)
        years = profile(OwnGames(ann)).years
        assert [(one.year, one.games) for one, _ in years] == [(2027, 1), (2026, 1)]

    def test_a_line_of_the_places_in_a_year_with_two_games(self, ann, table):
        for days in (0, 1, 365):
            played(table, days=days, winner=1 if days else 0)
        (_, alone), (_, line) = profile(OwnGames(ann)).years
        assert alone is None
        assert line.told == "Places, game by game: 1, 2"
        assert line.points == "2,2 98,22"  # from the first place down to the second

    def test_a_title_is_what_nobody_has_more_of_and_three_at_least(self, ann, table):
        for days in range(3):
            played(table, days=days)
        assert {"Most wins: 3", "Longest winning streak: 3"} <= titles(ann)
        assert titles(table[1]) == {"Most games: 3", "Most clean games: 3"}
        Tally.objects.filter(player=table[1]).update(won=4, games=2)
        assert "Most wins: 3" not in titles(ann)

    def test_two_of_anything_are_no_title(self, ann, table):
        played(table)
        played(table)
        assert titles(ann) == {"Out most often: 14"}

    def test_titles_lead_to_the_game_that_brought_so_many(self, ann, table):
        """Ann wins three in a row over two years, not the next, and then once more."""
        games = [played(table, days=days) for days in (31, 32, 33)]
        games.append(played(table, days=34, winner=1, loser=0))
        games.append(played(table, days=35))
        earned = {title.name: title.game.game for title in profile(OwnGames(ann)).titles}
        assert earned["Longest winning streak"] == games[2].id
        assert earned["Most wins"] == games[4].id
        assert earned["Most games"] == games[4].id

    def test_a_year_has_its_own_titles(self, ann, table):
        """Of three wins in a row in 2027, where the tally of all years has four with 2026."""
        games = [played(table, days=days) for days in (32, 33, 34, 35)]
        told = {title.name: title for title in profile(OwnGames(ann, year=2027)).titles}
        assert (told["Longest winning streak"].count, told["Most wins"].count) == (3, 3)
        assert told["Longest winning streak"].game.game == games[3].id

    def test_badges_lead_to_the_game_that_earned_them(self, ann, table):
        game = played(table)
        earned = {badge.name: badge.game.game for badge in profile(OwnGames(ann)).badges}
        assert earned["First win"] == game.id
        assert "Always out" in earned


class TestPictures:
    def test_places_over_the_newest_games(self, ann, table):
        played(table, winner=0)
        played(table, winner=1, loser=0, days=1)
        picture = pictures.places(OwnGames(ann), pictures.newest(OwnGames(ann)))
        assert picture.chart.lines[0].points == ((1, 1), (2, 3))
        assert picture.said[0] == ["30 Nov 2026", "3", "3"]

    def test_one_game_is_no_line(self, ann, table):
        played(table)
        newest = pictures.newest(OwnGames(ann))
        assert pictures.places(OwnGames(ann), newest) is None
        assert pictures.rating(OwnGames(ann), newest) is None

    def test_a_game_somebody_left_has_no_place(self, ann, table):
        for days in range(3):
            game = played(table, days=days)
        Seat.objects.filter(game=game, player=ann).update(place=None)
        picture = pictures.places(OwnGames(ann), pictures.newest(OwnGames(ann)))
        assert [row[0] for row in picture.said] == ["30 Nov 2026", "29 Nov 2026"]

    def test_only_the_newest_are_drawn_and_the_title_says_so(self, ann, table, monkeypatch):
        monkeypatch.setattr(pictures, "NEWEST", 2)
        for days in range(3):
            played(table, days=days)
        picture = pictures.places(OwnGames(ann), pictures.newest(OwnGames(ann)))
        assert len(picture.said) == 2
        assert picture.said[0][0] == "1 Dec 2026"
        assert picture.chart.title == "Places, game by game, the newest 2"

    def test_the_title_says_so_where_somebody_left_one_of_them(self, ann, table, monkeypatch):
        monkeypatch.setattr(pictures, "NEWEST", 3)
        for days in range(4):
            game = played(table, days=days)
        Seat.objects.filter(game=game, player=ann).update(place=None)
        RatedGame.objects.filter(game=game, player=ann).delete()
        own = OwnGames(ann)
        newest = pictures.newest(own)
        for picture in (pictures.places(own, newest), pictures.rating(own, newest)):
            assert len(picture.rows) == 2
            assert picture.chart.title.endswith(", the newest 3")

    def test_the_rating_with_what_it_may_be_off_by(self, ann, table):
        rated(played(table), ann, 26.0, 8.0)
        rated(played(table, days=1), ann, 27.04, 7.5)
        picture = pictures.rating(OwnGames(ann, "link"), pictures.newest(OwnGames(ann, "link")))
        line = picture.chart.lines[0]
        assert line.points == ((1, 26.0), (2, 27.04))
        assert line.band == ((10.0, 42.0), (12.04, 42.04))
        assert picture.said[0] == ["30 Nov 2026", "27.0", "15.0"]
        overall = pictures.rating(OwnGames(ann), pictures.newest(OwnGames(ann)))
        assert overall.chart.lines[0].points == ((1, 36.0), (2, 37.04))

    def test_contracts_as_bars_against_everybody(self, table):
        played(table)
        found = pictures.contracts_of(OwnGames(table[1], "link"))
        bar = pictures.by_contract(OwnGames(table[1], "link"), found).chart.bars[0]
        assert (bar.name, bar.value, bar.text) == ("2 sets", 20.0, "20.0")
        assert bar.against == pytest.approx(25 / 3)
        assert pictures.by_contract(OwnGames(table[1], "link"), []) is None

    @pytest.mark.parametrize(
        ("days", "ticks"),
        [
            ([(2026, 5), (2026, 6)], ((1, "May"), (2, "Jun"))),
            ([(2025, 5), (2026, 6), (2026, 7)], ((1, "2025"), (2, "2026"))),
            ([(2025, 12), *[(2026, 1)] * 9], ((2, "2026"),)),
            ([], ()),
        ],
    )
    def test_what_stands_below(self, days, ticks):
        assert pictures.day_ticks([date(*day, 3) for day in days]) == ticks


def rated(game: Game, player: Player, mu: float, sigma: float) -> None:
    RatedGame.objects.filter(game=game).delete()
    overall = {"overall_mu": mu + 10, "overall_sigma": sigma, "overall_games": 1}
    RatedGame.objects.create(game=game, player=player, mu=mu, sigma=sigma, games=1, **overall)
