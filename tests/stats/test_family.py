"""The family in numbers, from real games."""

import copy
import uuid
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.core.cache import cache, caches
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorebook.ledger.tallying import tallies
from scorebook.models import Game, Seat, Tally
from scorebook.stats import family_queries, queries, record_queries, records
from scorebook.stats.calendar import Day
from scorebook.stats.contracts import Chair
from scorebook.stats.numbers import days_of
from scorebook.stats.scope import Scope
from tests.factories import hand_in, make_game, make_player, play_game, play_round
from tests.stats.looking import text_of
from tests.stats.rows import know_how_many

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("family")]

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
        other = Scope.read({"family": "norwegian", "period": "2026"})
        assert (other.family, other.year) == ("norwegian", 2026)

    def test_an_older_address_had_the_period_as_its_year(self, cast):
        played(cast)
        played(cast, date(2024, 1, 1))
        assert Scope.read({"year": "2024"}).year == 2024
        assert Scope.read({"year": "2024", "period": "2026"}).year == 2026

    def test_of_what_does_not_exist_is_of_everything(self, cast):
        played(cast)
        scope = Scope.read({"family": "bridge", "year": "1066"})
        assert (scope.family, scope.year) == ("link", None)
        assert Scope.read({"year": "²"}).year is None

    def test_high_is_good_where_the_newest_rules_say_so(self, cast):
        played(cast, variant="bga_short")
        assert Scope.read({}).sign == -1

    def test_without_games_there_is_none(self, family):
        assert Scope.read({}).family == ""


class TestEvenings:
    def test_games_of_all_rules_are_counted_by_day_and_by_rule_family(self, cast):
        played(cast)
        played(cast, variant="norwegian")
        played(cast, date(2024, 1, 1))
        make_game(players=cast, played_on=DAY)
        assert days_of(queries.games_filter({})) == [Day(date(2024, 1, 1), 1), Day(DAY, 2)]
        assert days_of(queries.games_filter({"family": "norwegian"})) == [Day(DAY, 1)]
        assert days_of(queries.games_filter({"period": "2024"})) == [Day(date(2024, 1, 1), 1)]

    def test_years_go_from_the_first_game_that_ended_to_the_last(self, cast):
        assert list(family_queries.years()) == []
        make_game(players=cast, played_on=date(2021, 1, 1))
        for year in (2022, 2024):
            played(cast, date(year, 1, 1))
        assert list(family_queries.years()) == [2022, 2023, 2024]

    def test_years_lead_to_their_calendar_and_their_book(self, as_vic, cast):
        played(cast)
        played(cast)
        played(cast, date(2024, 1, 1))
        answer = read(as_vic)
        page = answer.content.decode()
        assert "3 games on 2 evenings, by all rules." in page
        assert [(one.year, one.games) for one in answer.context["years"]] == [
            (2026, 2),
            (2025, 0),
            (2024, 1),
        ]
        assert reverse("family_year", args=[2025]) in page
        assert reverse("book", args=[2024]) in page
        assert reverse("book", args=[2025]) not in page
        assert reverse("family_evening", args=[2026, 6, 14]) in page

    def test_the_calendar_links_each_evening_and_names_it_in_words(self, as_vic, cast):
        played(cast)
        played(cast)
        page = read(as_vic, "family_year", 2026).content.decode()
        assert reverse("family_evening", args=[2026, 6, 14]) in page
        assert 'aria-label="Sunday, 14 June: 2 games"' in page
        assert page.count("/family/numbers/2026/") == 1

    def test_the_calendar_of_a_year_nobody_knows_is_not_there(self, as_vic, cast):
        played(cast)
        for year in (2025, 2027):
            assert as_vic.get(reverse("family_year", args=[year])).status_code == 404

    def test_an_evening_shows_its_games_that_ended(self, as_vic, cast):
        game, going = played(cast), make_game(players=cast, played_on=DAY)
        page = read(as_vic, "family_evening", 2026, 6, 14).content.decode()
        assert str(game.id) in page
        assert str(going.id) not in page

    @pytest.mark.parametrize(
        "day",
        [(2026, 6, 15), (2026, 2, 30), (0, 1, 1), (2026, 13, 1), (10**12, 1, 1), (2026, 10**30, 1)],
    )
    def test_a_day_without_games_or_of_no_calendar_is_not_there(self, as_vic, cast, day):
        played(cast)
        assert as_vic.get(reverse("family_evening", args=day)).status_code == 404

    def test_this_day_in_earlier_years_is_remembered(self, as_vic, family, cast):
        today = family.today
        before = today.replace(year=today.year - 2)
        old = played(cast, before)
        played(cast, today)
        played(cast, before - timedelta(days=1), winner=1, loser=2)
        answer = read(as_vic)
        assert [one.game for one in answer.context["on_this_day"]] == [old.id]
        page = text_of(answer)
        assert f"{before.year}: Rosa won, Mike lost" in page
        assert f"{before.year}: a record that stands" in page

    def test_without_games_it_says_so(self, as_vic):
        for name in ("family_numbers", "family_contracts", "family_records"):
            assert "No finished game yet, so no numbers." in read(as_vic, name).content.decode()


class TestContracts:
    def test_count_everybodys_hands_by_round(self, as_vic, cast):
        played(cast)
        rows = family_queries.contracts("link", None)
        assert [(one.round, one.hands.count, one.hands.out) for one in rows] == [
            (number, 3, 1) for number in range(1, 8)
        ]
        # Rosa goes out, Mike holds two kings, Karl a four.
        assert rows[0].hands.points == 20 + 5
        page = read(as_vic, "family_contracts").content.decode()
        assert "1 game by Link rules" in page
        assert "Too few to tell" in page
        assert "It takes 20" in page

    def test_twenty_hands_are_enough(self, as_vic, cast):
        for _ in range(7):
            played(cast)
        page = read(as_vic, "family_contracts").content.decode()
        assert page.count("21 hands") == 7
        assert "8.3" in page

    def test_are_of_one_year_where_it_is_asked_for(self, cast):
        played(cast)
        played(cast, date(2024, 1, 1))
        assert family_queries.contracts("link", 2024)[0].hands.count == 3
        assert family_queries.contracts("link", None)[0].hands.count == 6

    def test_dealers_are_told_from_the_rest(self, cast):
        # Karl deals first, then Rosa, then Mike, and so on: Karl has dealt rounds 1, 4 and 7.
        played(cast, first_dealer=2)
        rows = family_queries.contracts("link", None)
        assert [one.dealt.points for one in rows] == [5, 0, 20, 5, 0, 20, 5]


class TestTheSeatLeftOfTheDealer:
    def test_is_the_one_that_plays_first(self, cast):
        played(cast, first_dealer=2, winner=0)
        played(cast, first_dealer=0, winner=0)
        assert family_queries.chair(Scope.read({})) == Chair(2, 1, Fraction(2, 3))

    def test_does_not_count_who_went_home(self, cast):
        game = make_game(players=cast, first_dealer=2)
        hand_in(game, "leave", {}, round=1, seat=0)
        play_game(game, winner=1, loser=2)
        assert family_queries.chair(Scope.read({})) == Chair()

    def test_does_not_count_who_came_later(self, cast):
        game = make_game(players=cast, first_dealer=2)
        play_round(game)
        late = {"player": str(make_player(name="Em").id), "after_seat": 2, "points": "average"}
        hand_in(game, "join", late, round=2)
        play_game(game, winner=3)
        assert family_queries.chair(Scope.read({})) == Chair()


@pytest.mark.parametrize("name", ["family_contracts", "family_records"])
def test_of_no_game_nothing_is_told(as_vic, cast, name):
    played(cast)
    page = text_of(read(as_vic, name, place="the moon"))
    assert "No such game by Link rules." in page
    assert "Too few" not in page
    assert "(CSV)" not in page


class TestRecords:
    def records(self, **asked):
        found = record_queries.standing_records(Scope.read(asked))
        return {
            record.kind.title(1): (
                record.value,
                [(one.name, one.on.year) for one in record.holders],
            )
            for record in found
        }

    def test_the_first_to_come_to_a_value_holds_it_with_whoever_equalled_it(self, cast):
        played(cast, date(2024, 1, 1), winner=2, loser=1)
        played(cast, date(2025, 1, 1), winner=0, loser=1)
        played(cast, date(2026, 1, 1), winner=0, loser=1)
        told = self.records()
        assert told["Best game"] == (0, [("Karl", 2024), ("Rosa", 2025)])
        assert told["Worst game"] == (140, [("Mike", 2024)])
        assert told["Longest winning streak"] == (2, [("Rosa", 2026)])
        assert told["Longest losing streak"] == (3, [("Mike", 2026)])
        assert told["Most rounds won in a game"] == (7, [("Karl", 2024), ("Rosa", 2025)])
        assert told["Biggest hand left"] == (20, [("Mike", 2024)])
        assert "Biggest comeback" not in told

    def test_a_streak_says_when_it_began(self, cast):
        played(cast, date(2022, 1, 1))
        played(cast, date(2023, 1, 1), winner=1, loser=0)
        played(cast, date(2024, 1, 1))
        played(cast, date(2025, 1, 1))
        [record] = [
            one
            for one in record_queries.standing_records(Scope.read({}))
            if one.kind is records.WINS
        ]
        assert [(one.since, one.on) for one in record.holders] == [
            (date(2024, 1, 1), date(2025, 1, 1))
        ]

    def test_one_of_later_years_does_not_hide_the_first_over_new_year(self, cast):
        """Rosa wins the last of 2022 and the first of 2023, and both of 2025."""
        played(cast, date(2022, 1, 1), winner=1, loser=0)
        played(cast, date(2022, 12, 31))
        played(cast, date(2023, 1, 1))
        played(cast, date(2023, 6, 1), winner=1, loser=0)
        for day in (1, 2):
            played(cast, date(2025, 1, day))
        told = self.records()
        assert told["Longest winning streak"] == (2, [("Rosa", 2023)])

    def test_a_year_has_its_own(self, cast):
        played(cast, date(2024, 1, 1), winner=2, loser=1)
        played(cast, date(2025, 1, 1), winner=0, loser=1)
        assert self.records(year="2025")["Best game"] == (0, [("Rosa", 2025)])
        assert "Longest losing streak" not in self.records(year="2025")

    def test_a_game_that_goes_on_breaks_none(self, cast):
        played(cast, date(2024, 1, 1))
        going = make_game(players=cast, played_on=DAY)
        play_round(going, out=0, hands={1: "***"})
        assert "Most wilds caught in a game" not in self.records()

    def test_who_went_home_early_has_no_worst_game(self, cast):
        game = make_game(players=cast, played_on=date(2024, 1, 1))
        play_round(game, out=0, hands={2: 140})
        hand_in(game, "leave", {}, round=2, seat=2)
        play_game(game, winner=1, loser=0)
        played(cast, winner=0, loser=2)
        assert self.records()["Worst game"] == (140, [("Karl", 2026)])

    def test_a_game_that_ended_early_is_no_best_or_worst_one(self, cast):
        """Otherwise whoever went out in its one round would have the best game for ever."""
        short = make_game(players=cast, played_on=date(2024, 1, 1))
        play_round(short, out=0, hands={1: "**", 2: 900})
        hand_in(short, "finish", {"early": True})
        assert not {"Best game", "Worst game"} & self.records().keys()
        played(cast, winner=1, loser=2)
        assert self.records()["Best game"] == (0, [("Mike", 2026)])
        assert self.records()["Worst game"] == (140, [("Karl", 2026)])

    def test_link_to_the_first_game_and_say_of_how_many(self, as_vic, cast):
        first, _ = played(cast, date(2024, 1, 1)), played(cast)
        page = read(as_vic, "family_records").content.decode()
        assert reverse("game_over", args=[first.id]) in page
        assert "2 games by Link rules" in page

    def test_of_the_busiest_day_are_by_the_same_rules(self, as_vic, cast):
        played(cast)
        played(cast, variant="norwegian")
        assert "Most games in a day" not in read(as_vic, "family_records").content.decode()
        played(cast)
        assert "Most games in a day" in read(as_vic, "family_records").content.decode()


def pages(cast, game) -> list[tuple]:
    """Every page of statistics, every table as a spreadsheet, and every chart. Of a game's page see
    tests/pages: it says more once there are enough games to compare.
    """
    rosa, by_choice = cast[0].id, {"present": cast[0].id, "since": "2020-01-01"}
    family = ("family_numbers", "family_contracts", "family_records")
    return [
        *((name, (), asked) for name in family for asked in ({}, {"period": 2026}, by_choice)),
        *((name, (2026,), {}) for name in ("family_year", "book", "book_picture", "titles_sheet")),
        ("family_evening", (2025, 6, 14), {}),
        *(("choose_numbers", (part,), {}) for part in ("evenings", "contracts", "records")),
        *(("numbers_sheet", (part,), {}) for part in SHEETS),
        *(("board", (slug,), {}) for slug in ("winners", "ratings", "points-a-round")),
        *(("board", ("winners",), {**by_choice, "by": by}) for by in ("count", "rate")),
        *(("board_sheet", ("winners",), asked) for asked in ({}, by_choice)),
        *(("history", (), asked) for asked in ({}, by_choice)),
        *((name, (), {}) for name in ("choose_history", "seasons")),
        *(("person", (rosa,), asked) for asked in ({}, {"family": "link"})),
        *((f"{name}_chart", (rosa,), {"family": "link"}) for name in ("places", "contracts")),
        *(("person_sheet", (rosa, part), {"family": "link"}) for part in PARTS),
        ("race_chart", (game.id,), {}),
        *(("game_sheet", (game.id, part), {}) for part in ("points", "race")),
    ]


SHEETS = ("years", "contracts", "records", "dealing", "buying")
PARTS = ("places", "contracts", "rivals", "years")


def test_the_number_of_queries_does_not_grow_with_the_games(as_vic, cast):
    game = played(cast, date(2025, 6, 14))
    copied(game, 9)
    read(as_vic)  # the first visit of a day renews the session
    few = [queries_of(as_vic, *page) for page in pages(cast, game)]
    copied(game, 990)
    know_how_many()
    assert Game.objects.finished().count() == 1000
    many = [queries_of(as_vic, *page) for page in pages(cast, game)]
    grown = [
        page for page, one, other in zip(pages(cast, game), few, many, strict=True) if one != other
    ]
    assert grown == []
    assert max(few) <= 45


def queries_of(client, name, args, asked) -> int:
    cache.clear()
    caches["statistics"].clear()
    with CaptureQueriesContext(connection) as done:
        read(client, name, *args, **asked).getvalue()
    return len(done)


def copied(game: Game, times: int) -> None:
    """So many more games like this one, on days of 2026, with everybody's tallies."""
    seats, games = list(game.seats.all()), []
    for number in range(times):
        one = copy.copy(game)
        one.id, one.played_on = uuid.uuid4(), date(2026, 1, 1) + timedelta(days=number % 360)
        games.append(one)
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(seat_in(one, seat) for one in games for seat in seats)
    Tally.objects.all().delete()
    Tally.objects.bulk_create(tallies(Q()))


def seat_in(game: Game, seat: Seat) -> Seat:
    one = copy.copy(seat)
    one.id, one.game, one.played_on = None, game, game.played_on
    return one
