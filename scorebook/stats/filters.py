"""Which games a page is about: rule family and year, as its address says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Filters:
    """What is chosen ("" and None: all) among what there is. `families` maps slugs to names."""

    family: str
    year: int | None
    families: Mapping[str, str]
    years: tuple[int, ...]

    @classmethod
    def read(
        cls, asked: Mapping[str, str], families: Mapping[str, str], years: Iterable[int]
    ) -> Filters:
        """An address that asks for what does not exist asks for nothing."""
        newest_first = tuple(sorted(set(years), reverse=True))
        family = asked.get("family", "")
        year = next((year for year in newest_first if str(year) == asked.get("year")), None)
        return cls(family if family in families else "", year, families, newest_first)

    @property
    def address(self) -> dict[str, str]:
        """The chosen ones as they stand in an address."""
        chosen = {"family": self.family, "year": str(self.year or "")}
        return {name: value for name, value in chosen.items() if value}

    @property
    def are_useful(self) -> bool:
        return len(self.families) > 1 or len(self.years) > 1
