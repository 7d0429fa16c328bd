"""What a record is, who holds it, and when one falls."""

from datetime import date
from uuid import UUID

import pytest

from scorebook.stats import records
from scorebook.stats.records import Broken, Holder, broken, first_of_each, is_record

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
