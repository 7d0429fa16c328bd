"""Shorthand for a preset's sources."""

from scorebook.rules.axes import Basis, Source


def stated(quote: str) -> Source:
    """The source says so in these words."""
    return Source(Basis.STATED, quote)


def derived(quote: str) -> Source:
    """It follows from these words of the source."""
    return Source(Basis.DERIVED, quote)


def assumed(why: str = "") -> Source:
    """The source is silent or can be read in two ways; why this value was taken."""
    return Source(Basis.ASSUMED, why)
