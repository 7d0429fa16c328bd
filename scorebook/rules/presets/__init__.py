"""The rule sets that the site ships, one module each, every value with where it comes from."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from scorebook.rules.variant import Variant

SLUGS = ("link", "gourt", "norwegian", "bga_full", "bga_short")


ORIGINS = {
    "link": "The Link family's blog.",
    "gourt": "The Gourt page on Liverpool rummy.",
    "norwegian": "A Norwegian page on Liverpool; quotes are translated.",
    "bga_full": "Board Game Arena's help page; quotes are translated from the Polish.",
    "bga_short": "Board Game Arena's help page on the short game; quotes are translated.",
}
"""What the quotes of each preset are taken from."""

FAMILIES = {
    "link": "Link",
    "gourt": "Gourt",
    "norwegian": "Norwegian",
    "bga": "Board Game Arena",
}
"""What is common to a preset, its short game and every house rule made from them."""


@lru_cache(maxsize=len(SLUGS))
def get(slug: str) -> Variant:
    """The preset of this slug. Raises LookupError for any other."""
    if slug not in SLUGS:
        raise LookupError(f"There is no preset {slug}; there are {', '.join(SLUGS)}.")
    preset: Variant = import_module(f"{__name__}.{slug}").VARIANT
    return preset
