"""Scorebook: a family's score book for Liverpool rummy."""

__version__ = "0.1.0"
