"""Who leads, by count and by rate, worked by hand."""

import uuid
from fractions import Fraction

import pytest

from scorebook.models.photos import Side
from scorebook.stats.measures import MINIMUM_GAMES, By, Record, Row, board, records

ANN, BEN, CAT, DAN = (uuid.UUID(int=number) for number in range(1, 5))
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan"}


def row(player, games, won=0, lost=0, *, family="link", year=2026) -> Row:
    return Row(player, NAMES[player], family, year, games, won, lost)


def record(player, count, games) -> Record:
    return Record(player, NAMES[player], count, games)


def places(shown) -> dict[str, int]:
    return {line.record.name: line.place for line in shown.lines}


ROWS = [
    row(ANN, 6, 2, 1),
    row(ANN, 4, 1, 3, family="norwegian"),
    row(ANN, 5, 0, 1, year=2025),
    row(BEN, 6, 4, 0),
]


@pytest.mark.parametrize(
    ("side", "asked", "ann"),
    [
        (Side.WINNER, {}, (3, 15)),
        (Side.WINNER, {"year": 2026}, (3, 10)),
        (Side.WINNER, {"year": 2026, "family": "link"}, (2, 6)),
        (Side.LOSER, {}, (5, 15)),
        (Side.LOSER, {"family": "norwegian"}, (3, 4)),
        (Side.LOSER, {"year": 2025}, (1, 5)),
    ],
)
def test_a_record_sums_the_rows_that_are_asked_for(side, asked, ann):
    assert records(ROWS, side, **asked)[0] == record(ANN, *ann)


def test_who_did_not_play_by_these_rules_has_no_record():
    assert records(ROWS, Side.WINNER, family="norwegian") == [record(ANN, 1, 4)]


def test_equal_counts_share_a_place_and_the_next_one_is_left_out():
    shown = board([record(ANN, 1, 1), record(BEN, 4, 30), record(CAT, 4, 9)], By.COUNT)
    assert places(shown) == {"Ben": 1, "Cat": 1, "Ann": 3}
    assert list(places(shown)) == ["Ben", "Cat", "Ann"]
    assert shown.too_few == ()


def test_by_rate_fewer_wins_of_fewer_games_may_lead():
    shown = board([record(BEN, 4, 30), record(CAT, 4, 9)], By.RATE)
    assert places(shown) == {"Cat": 1, "Ben": 2}
    assert shown.lines[1].record.rate == Fraction(2, 15)


def test_equal_fractions_share_a_place():
    shown = board([record(ANN, 2, 6), record(BEN, 3, 9), record(CAT, 1, 7)], By.RATE)
    assert places(shown) == {"Ann": 1, "Ben": 1, "Cat": 3}


def test_a_rate_needs_enough_games_and_a_count_does_not():
    few, enough = record(ANN, 4, MINIMUM_GAMES - 1), record(BEN, 1, MINIMUM_GAMES)
    shown = board([few, enough], By.RATE)
    assert places(shown) == {"Ben": 1}
    assert shown.too_few == (few,)
    assert places(board([few, enough], By.COUNT)) == {"Ann": 1, "Ben": 2}


@pytest.mark.parametrize("by", By)
def test_who_never_did_it_is_named_apart(by):
    shown = board([record(ANN, 0, 12), record(BEN, 3, 12), record(CAT, 0, 1)], by)
    assert places(shown) == {"Ben": 1}
    assert shown.without == (record(ANN, 0, 12), record(CAT, 0, 1))


@pytest.mark.parametrize("by", By)
def test_nobody_leads_where_nobody_played(by):
    shown = board([record(DAN, 0, 0)], by)
    assert (shown.lines, shown.too_few, shown.without) == ((), (), ())
