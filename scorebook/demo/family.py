"""The people of the demo: who they are, how they play, how they look."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import NAMESPACE_URL, UUID, uuid5

from scorebook.demo.play import Temperament

NAMESPACE = uuid5(NAMESPACE_URL, "scorebook:demo")


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


def _person(
    name: str, short: str, skill: float, eager: float, look: Look, *, child: bool = False
) -> Person:
    return Person(uuid5(NAMESPACE, name), name, short, child, Temperament(skill, eager), look)


EVERYBODY = (
    _person("Christie", "Chris", 0.95, 0.55, Look("#f1c9a5", "#7a3b1d", "#0b6350", "bob")),
    _person(
        "Grandpa",
        "Grandpa",
        0.94,
        0.50,
        Look("#f3d3b8", "#d9d4cc", "#5a5148", "bald", glasses=True),
    ),
    _person("Mike", "Mike", 0.78, 0.80, Look("#e3b088", "#2d2018", "#1c62c4", "short")),
    _person("Rosa", "Rosa", 0.92, 0.60, Look("#c98f63", "#1e1a17", "#c0465e", "bun")),
    _person("Leo", "Leo", 0.68, 0.75, Look("#f1c9a5", "#c98a3a", "#d98a00", "short"), child=True),
    _person(
        "Aunt Dot", "Dot", 0.89, 0.45, Look("#f6dcc6", "#b9b2a6", "#6b2450", "bun", glasses=True)
    ),
    _person(
        "Nora", "Nora", 0.72, 0.65, Look("#b97f56", "#2a1a10", "#4aa8f5", "plaits"), child=True
    ),
    _person("Ben", "Ben", 0.86, 0.50, Look("#8f5d3b", "#17110d", "#1b4010", "short", glasses=True)),
    _person(
        "Agnes", "Agnes", 0.91, 0.40, Look("#f3d3b8", "#8c2f1b", "#3a1930", "bob", glasses=True)
    ),
    _person("Tomas", "Tomas", 0.80, 0.70, Look("#d9a679", "#4a3423", "#7a4a00", "bald")),
)


def cast(count: int, host: tuple[UUID, str, str] | None, taken: Collection[str]) -> list[Person]:
    """The first `count` people; `host` (id, name, short name) takes the first one's chair.

    Names in `taken` belong to somebody else on this site. Raises ValueError when too few are left.
    """
    free = [person for person in EVERYBODY if person.name not in taken]
    if count > len(free):
        raise ValueError(f"Only {len(free)} of the demo's people have a name that is free here.")
    people = free[:count]
    if host:
        first = people[0]
        people[0] = Person(*host, False, first.temper, first.look)
    return people
