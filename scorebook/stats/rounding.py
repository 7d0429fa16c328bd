"""Numbers as they are shown: halves away from zero, as everybody learned at school."""

from fractions import Fraction
from math import floor

LARGEST_PART = 10**6  # of what a float from the database was divided by


def rounded(number: Fraction | float, digits: int = 0) -> str:
    """With so many figures after the point, and a real minus sign: 25/2 is "13", -69/4 with one
    figure "−17.3".
    """
    scale = 10**digits
    exactly = Fraction(number).limit_denominator(LARGEST_PART)
    whole, part = divmod(floor(abs(exactly) * scale + Fraction(1, 2)), scale)
    text = f"{whole}.{part:0{digits}}" if digits else f"{whole}"
    return f"−{text}" if number < 0 and (whole or part) else text


def percent(part: Fraction | int, whole: int) -> int:
    """2 of 5: 40; 1 of 3: 33; 1 of 8: 13."""
    return int(rounded(Fraction(100 * part, whole)))
