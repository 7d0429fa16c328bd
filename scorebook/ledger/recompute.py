"""Rebuild every projection from the entries alone, or say where one differs from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Model, Q

from scorebook.ledger.projections import GAME_COLUMNS, rebuild, tallies
from scorebook.ledger.table import Table
from scorebook.models import Game, Hand, Seat, Tally

KEYS: Mapping[type[Model], tuple[str, ...]] = {
    Game: ("id",),
    Seat: ("game_id", "number"),
    Hand: ("game_id", "round", "seat"),
    Tally: ("player_id", "family", "year"),
}

Rows = dict[tuple, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Difference:
    """One value that is not what the entries say. `field` is "row" where a whole row is missing or
    too many; then `stored` and `derived` are the row or None.
    """

    projection: str
    key: tuple
    field: str
    stored: Any
    derived: Any

    def __str__(self) -> str:
        key = " ".join(map(str, self.key))
        return (
            f"{self.projection} {key}: {self.field} is {self.stored!r}, "
            f"the entries say {self.derived!r}"
        )


@transaction.atomic
def recompute(*, check: bool = False) -> list[Difference]:
    """Rebuild all projections in order of date and return what differed before; with `check`, put
    everything back as it was.
    """
    found: list[Difference] = []
    for game in Game.objects.select_for_update().order_by("played_on", "created_at", "id"):
        found += _rebuild_game(game)
    found += _rebuild_tallies()
    transaction.set_rollback(check)
    return found


def _rebuild_game(game: Game) -> list[Difference]:
    before = _snapshots(game)
    rebuild(Table.of(game, list(game.entries.all())))
    return _compare(before, _snapshots(game))


def _snapshots(game: Game) -> dict[type[Model], Rows]:
    return {
        Game: _rows(Game, GAME_COLUMNS, id=game.id),
        Seat: _rows(Seat, game=game),
        Hand: _rows(Hand, game=game),
    }


def _rebuild_tallies() -> list[Difference]:
    before = _rows(Tally)
    Tally.objects.all().delete()
    Tally.objects.bulk_create(tallies(Q()))
    return _compare({Tally: before}, {Tally: _rows(Tally)})


def _rows(model: type[Model], columns: Iterable[str] = (), **which: Any) -> Rows:
    """The rows of a projection by their natural key, without the number that the database gave."""
    key = KEYS[model]
    names = [field.attname for field in model._meta.concrete_fields]
    values = list(columns) or [name for name in names if name not in (*key, "id")]
    rows = model._default_manager.filter(**which).order_by(*key).values(*key, *values)
    return {tuple(row.pop(name) for name in key): row for row in rows}


def _compare(
    before: Mapping[type[Model], Rows], after: Mapping[type[Model], Rows]
) -> list[Difference]:
    found: list[Difference] = []
    for model, derived in after.items():
        stored = before[model]
        for key in sorted(stored.keys() | derived.keys(), key=str):
            found += _compare_row(model.__name__, key, stored.get(key), derived.get(key))
    return found


def _compare_row(
    name: str, key: tuple, stored: dict[str, Any] | None, derived: dict[str, Any] | None
) -> list[Difference]:
    if stored is None or derived is None:
        return [Difference(name, key, "row", stored, derived)]
    return [
        Difference(name, key, field, stored[field], value)
        for field, value in derived.items()
        if stored[field] != value
    ]
