"""Seven days, four weeks, twelve months: the newest of each."""

from datetime import UTC, datetime, timedelta

import pytest

from scorebook.backups.rotation import kept

NIGHT = timedelta(days=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def nights(last: str, count: int) -> list[datetime]:
    return [at(last) - NIGHT * i for i in range(count)]


def simulated(first: str, count: int) -> list[datetime]:
    """What stays when every night's backup lets go of those that nobody needs any more."""
    there: set[datetime] = set()
    for i in range(count):
        there = kept(there | {at(first) + NIGHT * i})
    return sorted(there, reverse=True)


@pytest.mark.parametrize(
    ("there", "staying"),
    [
        ([], []),
        (["2026-11-30T03:00"], ["2026-11-30T03:00"]),
        # Of one day, the last.
        (["2026-11-30T03:00", "2026-11-30T20:00"], ["2026-11-30T20:00"]),
        # Whoever opens the book once in a quarter loses nothing.
        (
            ["2025-12-28T20:00", "2026-04-05T20:00", "2026-07-01T20:00", "2026-11-30T20:00"],
            ["2025-12-28T20:00", "2026-04-05T20:00", "2026-07-01T20:00", "2026-11-30T20:00"],
        ),
    ],
)
def test_worked_examples(there, staying):
    assert kept(map(at, there)) == set(map(at, staying))


def test_after_three_weeks_of_nights():
    """Monday, 30 November: seven days back to Tuesday, and the Sundays of the weeks before."""
    assert kept(nights("2026-11-30T03:00", 21)) == {
        *nights("2026-11-30T03:00", 7),
        at("2026-11-29T03:00"),
        at("2026-11-22T03:00"),
        at("2026-11-15T03:00"),
    }


def test_after_two_years_of_nights():
    staying = simulated("2025-01-01T03:00", 730)  # to 31 December 2026, a Thursday
    days = nights("2026-12-31T03:00", 7)
    weeks = [at("2026-12-27T03:00"), at("2026-12-20T03:00"), at("2026-12-13T03:00")]
    months = [at(f"2026-{month:02}-01T03:00") - NIGHT for month in range(2, 13)]
    assert staying == sorted({*days, *weeks, *months}, reverse=True)
    assert len(staying) == 7 + 2 + 11  # one week's last is among the days, as is the last month's


def test_the_last_one_always_stays():
    for count in range(1, 60):
        there = nights("2026-11-30T03:00", count)
        assert max(there) in kept(there)
