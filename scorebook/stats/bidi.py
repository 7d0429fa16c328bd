"""Names within sentences, whichever way they are written."""

from __future__ import annotations

from unicodedata import bidirectional

FIRST_STRONG, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def isolated(name: str) -> str:
    """A name that is written from right to left turns nothing around but itself."""
    turns = any(bidirectional(letter) in ("R", "AL") for letter in name)
    return f"{FIRST_STRONG}{name}{POP}" if turns else name
