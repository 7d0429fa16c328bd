"""The year's winners, titles, lines and evenings, from rows written here by hand."""

import dataclasses
from datetime import date, timedelta
from itertools import chain
from uuid import UUID

from scorebook.models import Player, Tally
from scorebook.models.photos import Side
from scorebook.stats.year import (
    Played,
    best_evenings,
    crown,
    evenings,
    lines,
    ranked,
    titles,
)

DAY = date(2026, 6, 14)
ROSA, KARL, EM = (
    Player(id=UUID(int=number), name=name) for number, name in enumerate(("Rosa", "Karl", "Em"), 1)
)


def tally(player, games=10, **more):
    return Tally(
        player=player, games=games, **({"won": 0, "lost": 0, "rounds": 70, "out": 0} | more)
    )


def game(number, *players, on=DAY, occasion=""):
    """Seats in the order of their places; the last one lost."""
    return [
        Played(
            game=UUID(int=100 + number),
            on=on,
            occasion=occasion,
            rules="Link",
            early=False,
            player=player.id,
            name=player.name,
            total=10 * place,
            place=place,
            won=place == 1,
            lost=place == len(players),
            left_before=None,
        )
        for place, player in enumerate(players, 1)
    ]


class TestTheCrown:
    def test_goes_to_whoever_won_most_and_is_shared(self):
        tallies = [tally(EM, won=4), tally(ROSA, won=9), tally(KARL, won=9)]
        told = crown(tallies, Side.WINNER)
        assert (told.count, told.players) == (9, [KARL, ROSA])

    def test_of_losers_counts_losses(self):
        told = crown([tally(EM, won=4, lost=1), tally(ROSA, won=9)], Side.LOSER)
        assert (told.count, told.players) == (1, [EM])

    def test_is_nobodys_where_nobody_lost(self):
        assert crown([tally(EM, won=1)], Side.LOSER) is None
        assert crown([], Side.WINNER) is None

    def test_places_below_it_are_shared_likewise(self):
        board = ranked([tally(EM, won=1), tally(ROSA, won=3), tally(KARL, won=3)], Side.WINNER)
        assert [(row.place, row.count, row.tally.player.name) for row in board] == [
            (1, 3, "Karl"),
            (1, 3, "Rosa"),
            (3, 1, "Em"),
        ]
        assert len(ranked([tally(EM), tally(ROSA, won=3)], Side.WINNER)) == 1


class TestTitles:
    def test_go_to_whoever_did_it_most(self):
        told = titles([tally(EM, out=7, wilds=2), tally(ROSA, out=9, games=3)])
        assert [(one.name, one.count, one.players) for one in told] == [
            ("Most rounds won", 9, (ROSA,)),
            ("Most wilds caught", 2, (EM,)),
            ("Most games played", 10, (EM,)),
        ]

    def test_are_shared(self):
        told = titles([tally(ROSA, cuts=1), tally(EM, cuts=1)])
        assert ("Most exact cuts", 1, (EM, ROSA)) in [(o.name, o.count, o.players) for o in told]

    def test_of_nobody_are_none(self):
        assert titles([]) == ()


class TestLines:
    def test_a_game_is_one_line_with_the_first_place_first(self):
        rows = game(1, ROSA, KARL, EM)
        left = dataclasses.replace(rows[1], place=None)
        [line] = lines([rows[2], left, rows[0]])
        assert [seat.name for seat in line.seats] == ["Rosa", "Em", "Karl"]
        assert (line.winners, line.losers) == (["Rosa"], ["Em"])

    def test_it_is_called_by_its_occasion_or_its_day(self):
        told = lines(game(1, ROSA, EM) + game(2, ROSA, EM, occasion="Nana’s birthday"))
        assert [line.title for line in told] == ["Sunday game", "Nana’s birthday"]


class TestTheBestEvening:
    def test_has_the_most_games(self):
        late = DAY + timedelta(days=1)
        rows = game(1, ROSA, EM, KARL) + game(2, ROSA, EM, on=late) + game(3, EM, ROSA, on=late)
        (best,) = best_evenings(evenings(lines(rows)))
        assert (best.on, len(best.games), best.people) == (late, 2, 2)

    def test_or_the_most_people_and_equals_share_it(self):
        late, later = DAY + timedelta(days=1), DAY + timedelta(days=2)
        two = game(1, ROSA, EM) + game(2, ROSA, EM, KARL, on=late)
        assert [one.on for one in best_evenings(evenings(lines(two)))] == [late]
        three = two + game(3, EM, ROSA, KARL, on=later)
        assert [one.on for one in best_evenings(evenings(lines(three)))] == [late, later]

    def test_is_none_where_too_many_share_it(self):
        days = [game(n, ROSA, EM, on=DAY + timedelta(days=n)) for n in range(4)]
        three = evenings(lines(chain(*days[:3])))
        assert best_evenings(three) == three
        assert best_evenings(evenings(lines(chain(*days)))) == ()

    def test_is_none_in_a_year_without_one(self):
        assert best_evenings(evenings(lines([]))) == ()
