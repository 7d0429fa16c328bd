"""The people of the demo: who they are, how they play, how they look."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from scorebook.demo.play import Temperament

NAMESPACE = uuid5(NAMESPACE_URL, "scorebook:demo")
MOST_PEOPLE = 10


@dataclass(frozen=True, slots=True)
class Look:
    """How a drawn face differs from the others. Colours are "#rrggbb"."""

    skin: str
    hair: str
    shirt: str
    hairdo: str
    glasses: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    id: UUID
    name: str
    short_name: str
    is_child: bool
    temper: Temperament
    look: Look


# name, short name, child, skill, eager, skin, hair, shirt, hairdo, glasses
CAST = (
    ("Christie", "Christy", False, 0.95, 0.55, "#f1c9a5", "#7a3b1d", "#0b6350", "bob", False),
    ("Grandpa", "Grandpa", False, 0.93, 0.35, "#f3d3b8", "#d9d4cc", "#5a5148", "bald", True),
    ("Mike", "Mike", False, 0.84, 0.80, "#e3b088", "#2d2018", "#1c62c4", "short", False),
    ("Rosa", "Rosa", False, 0.92, 0.60, "#c98f63", "#1e1a17", "#c0465e", "bun", False),
    ("Leo", "Leo", True, 0.80, 0.75, "#f1c9a5", "#c98a3a", "#d98a00", "short", False),
    ("Aunt Dot", "Dot", False, 0.89, 0.45, "#f6dcc6", "#b9b2a6", "#6b2450", "bun", True),
    ("Nora", "Nora", True, 0.82, 0.65, "#b97f56", "#2a1a10", "#4aa8f5", "plaits", False),
    ("Ben", "Ben", False, 0.86, 0.50, "#8f5d3b", "#17110d", "#1b4010", "short", True),
    ("Agnes", "Agnes", False, 0.91, 0.40, "#f3d3b8", "#8c2f1b", "#3a1930", "bob", True),
    ("Tomas", "Tomas", False, 0.87, 0.70, "#d9a679", "#4a3423", "#7a4a00", "bald", False),
)


def everybody() -> list[Person]:
    return [_person(*row) for row in CAST]


def cast(count: int, host: tuple[UUID, str, str] | None, taken: Collection[str]) -> list[Person]:
    """The first `count` people; `host` (id, name, short name) takes the first one's chair and temper.

    Names in `taken` belong to somebody else on this site. Raises ValueError when too few are left.
    """
    free = [person for person in everybody() if person.name not in taken]
    if count > len(free):
        raise ValueError(f"Only {len(free)} of the demo's people have a name that is free here.")
    people = free[:count]
    if host:
        first = people[0]
        people[0] = Person(*host, False, first.temper, first.look)
    return people


def _person(
    name: str, short: str, child: bool, skill: float, eager: float, *look: str | bool
) -> Person:
    temper = Temperament(skill, eager)
    return Person(uuid5(NAMESPACE, name), name, short, child, temper, Look(*look))
