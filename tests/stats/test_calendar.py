"""Evenings by year, month and day."""

from datetime import date

from scorebook.stats.calendar import Day, busiest, months, same_day, years

XMAS, EVE, LATER = date(2023, 12, 25), date(2023, 12, 24), date(2025, 2, 1)


def test_a_year_between_in_which_nobody_played_is_there():
    days = [Day(LATER, 1), Day(XMAS, 2), Day(EVE, 1)]
    assert [(one.year, one.games, one.evenings) for one in years(days)] == [
        (2023, 3, 2),
        (2024, 0, 0),
        (2025, 1, 1),
    ]
    assert years([]) == ()


def test_the_line_of_a_year_has_a_point_for_each_month():
    (year,) = years([Day(date(2023, 2, 1), 2), Day(date(2023, 2, 8), 1), Day(XMAS, 1)])
    assert year.months == (0, 3, *[0] * 9, 1)
    assert year.line.told == "Games a month, from January: 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1"
    assert len(year.line.points.split()) == 12


def test_months_begin_under_their_weekday():
    january, february, *_ = months(2024, {date(2024, 2, 29): 2})
    assert (january.begins, len(january.days), january.evenings) == (1, 31, 0)
    assert (february.begins, len(february.days), february.evenings) == (4, 29, 1)
    assert february.days[28] == Day(date(2024, 2, 29), 2)
    assert len(months(2024, {})) == 12


def test_the_busiest_days_share_it():
    assert busiest([Day(LATER, 3), Day(XMAS, 3), Day(EVE, 2)]) == (Day(XMAS, 3), Day(LATER, 3))


def test_one_game_a_day_is_no_record():
    assert busiest([Day(XMAS, 1), Day(LATER, 1)]) == ()
    assert busiest([]) == ()


def test_this_day_in_earlier_years():
    assert same_day(date(2026, 6, 14), 2024) == (date(2025, 6, 14), date(2024, 6, 14))
    assert same_day(date(2026, 6, 14), 2026) == ()


def test_the_29th_of_february_is_only_in_leap_years():
    assert same_day(date(2028, 2, 29), 2019) == (date(2024, 2, 29), date(2020, 2, 29))
