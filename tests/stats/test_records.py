"""What a record is, who holds it, and when one falls."""

from datetime import date
from itertools import accumulate, groupby
from operator import itemgetter
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorebook.stats import records
from scorebook.stats.records import (
    Broken,
    Holder,
    broken,
    first_of_each,
    is_record,
    years_of_streak,
)

ROSA, MIKE = UUID(int=1), UUID(int=2)
GAMES = [UUID(int=10 + number) for number in range(3)]
NOTHING = dict.fromkeys((kind.tallied for kind in records.OF_GAMES), None)


def holder(player, name, game, year, **more):
    return Holder(player, name, GAMES[game], date(year, 6, 14), **more)


def test_titles_say_what_is_good_by_these_rules():
    assert records.LOWEST_GAME.title(1) == records.HIGHEST_GAME.title(-1) == "Best game"
    assert records.LOWEST_HAND.title(-1) == records.HIGHEST_HAND.title(1) == "Biggest hand left"
    assert records.COMEBACK.title(1) == records.COMEBACK.title(-1) == "Biggest comeback"


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (records.LOWEST_GAME, 0, True),
        (records.LOWEST_HAND, 0, True),
        (records.HIGHEST_GAME, -20, True),
        (records.HIGHEST_HAND, None, False),
        (records.COMEBACK, 0, False),
        (records.COMEBACK, 5, True),
        (records.WILDS, 0, False),
        (records.WINS, 1, False),
        (records.LOSSES, 2, True),
    ],
)
def test_what_counts_as_one(kind, value, said):
    assert is_record(kind, value) is said


def test_everybody_is_named_once_with_the_first_game():
    rows = [
        holder(ROSA, "Rosa", 2, 2026),
        holder(MIKE, "Mike", 1, 2025),
        holder(ROSA, "Rosa", 0, 2024),
    ]
    assert first_of_each(rows) == (
        holder(ROSA, "Rosa", 0, 2024),
        holder(MIKE, "Mike", 1, 2025),
    )


def test_of_this_day_are_those_of_its_earlier_years():
    here, there = holder(ROSA, "Rosa", 0, 2024), holder(MIKE, "Mike", 1, 2026)
    told = [("Most wilds", records.Record(records.WILDS, 4, (here, there)))]
    assert records.of_this_day(told, date(2026, 6, 14)) == ((*told[0], here),)
    assert records.of_this_day(told, date(2026, 6, 15)) == ()
    assert records.of_this_day(told, date(2026, 7, 14)) == ()


class TestYearsOfStreak:
    def test_of_the_example(self):
        years = [(2022, 9, 4, 0), (2023, 9, 3, 2), (2024, 9, 3, 0), (2025, 9, 4, 0)]
        assert years_of_streak(years, 5) == (2023, 2024)
        assert years_of_streak([*years, (2026, 9, 5, 0), (2027, 9, 5, 5)], 5) == (2023, 2026)
        assert years_of_streak(years, 4) == (2022, 2022)
        assert years_of_streak(years, 6) is None

    @given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=1), st.integers(1, 4))
    def test_the_first_one_lies_in_them(self, games, length):
        """Games in their order: after how many years the next one is, and whether it was won."""
        years = list(accumulate(later for later, _ in games))
        wins = [won for _, won in games]
        told = [of_year(list(them)) for them in by_year(zip(years, wins, strict=True))]
        ends = [at for at in range(length, len(wins) + 1) if all(wins[at - length : at])]
        found = years_of_streak([(year + 1, *rest) for year, *rest in told], length)
        if ends:
            first, last = found
            assert first <= years[ends[0] - length] + 1 <= years[ends[0] - 1] + 1 <= last


def by_year(games):
    return (them for _, them in groupby(games, key=itemgetter(0)))


def of_year(games):
    wins = [won for _, won in games]
    now = next((at for at, won in enumerate(reversed(wins)) if not won), len(wins))
    return games[0][0], len(wins), longest(wins), now


def longest(wins):
    return max((len(list(run)) for won, run in groupby(wins) if won), default=0)


class TestBroken:
    def test_the_best_of_all_years_before_stood(self):
        before = [NOTHING | {"highest_game": 300}, NOTHING | {"highest_game": 410}]
        assert broken(before, NOTHING | {"highest_game": 420}) == (
            Broken(records.HIGHEST_GAME, 420, 410),
        )
        assert broken(before, NOTHING | {"highest_game": 350}) == ()

    def test_lower_is_a_record_of_the_lowest(self):
        before = [NOTHING | {"lowest_game": 35}]
        assert broken(before, NOTHING | {"lowest_game": 30}) == (
            Broken(records.LOWEST_GAME, 30, 35),
        )
        assert broken(before, NOTHING | {"lowest_game": 40}) == ()

    def test_equalled_is_not_broken(self):
        assert broken([NOTHING | {"lowest_game": 35}], NOTHING | {"lowest_game": 35}) == ()

    def test_where_nothing_stood_nothing_falls(self):
        assert broken([], NOTHING | {"best_comeback": 80}) == ()
        assert broken([NOTHING | {"best_comeback": 0}], NOTHING | {"best_comeback": 80}) == ()
        assert broken([NOTHING], NOTHING | {"best_comeback": 80}) == ()
