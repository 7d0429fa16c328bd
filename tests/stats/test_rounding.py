"""Halves go away from zero, wherever a number is shown."""

from fractions import Fraction

import pytest

from scorebook.stats.rounding import percent, rounded


@pytest.mark.parametrize(
    ("number", "digits", "shown"),
    [
        (Fraction(25, 2), 0, "13"),
        (Fraction(-25, 2), 0, "−13"),
        (Fraction(69, 4), 1, "17.3"),
        (Fraction(-69, 4), 1, "−17.3"),
        (Fraction(27, 8), 1, "3.4"),
        (Fraction(-1, 100), 1, "0.0"),
        (0.125, 2, "0.13"),
        (57 / 200, 2, "0.29"),
        (310 / 16, 2, "19.38"),
        (-5.0, 2, "−5.00"),
        (Fraction(101, 100), 2, "1.01"),
        (0, 0, "0"),
    ],
)
def test_a_number(number, digits, shown):
    assert rounded(number, digits) == shown


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(2, 5, 40), (1, 3, 33), (1, 8, 13), (3, 8, 38), (0, 7, 0)]
)
def test_a_part_of_a_whole(part, whole, shown):
    assert percent(part, whole) == shown
