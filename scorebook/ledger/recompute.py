"""Rebuild every projection from the entries alone, or say where one differs from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from scorebook.ledger.contracts import contract_tallies, contracts
from scorebook.ledger.projections import derive, store, stored_of
from scorebook.ledger.ratings import Strengths, catch_up, ratings, told_from_the_first
from scorebook.ledger.table import Table
from scorebook.ledger.tallying import tallies
from scorebook.ledger.written import written_in
from scorebook.models import (
    ContractTally,
    DataVersion,
    Game,
    Hand,
    RatedGame,
    Rating,
    Seat,
    Tally,
)

KEYS: Mapping[type[Model], tuple[str, ...]] = {
    Seat: ("game_id", "number"),
    Hand: ("game_id", "round", "seat"),
    Tally: ("player_id", "family", "year"),
    ContractTally: ("player_id", "family", "year", "round", "pattern"),
    RatedGame: ("game_id", "player_id"),
    Rating: ("player_id", "family"),
}
WORDS = {
    "Game": "Game {}",
    "Seat": "Seat {1} of game {0}",
    "Hand": "The hand of seat {2} in round {1} of game {0}",
    "Tally": "The tally of {0} (rules: {1}, year: {2})",
    "ContractTally": "The tally of {0} (rules: {1}, year: {2}, round {3}, {4})",
    "RatedGame": "The rating of {1} after game {0}",
    "Rating": "The rating of {0} (rules: {1})",
}
TOGETHER = 500  # games whose ratings are compared in one go

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
        what = WORDS[self.projection].format(*self._key_in_words())
        if self.derived is None and self.field == "row":
            return f"{what} is one too many: the entries know nothing of it."
        if self.field == "row":
            return f"{what} is missing, and the entries have it."
        field = self.field.removesuffix("_id").replace("_", " ")
        stored, derived = _said(self.stored), _said(self.derived)
        return f"{what} has {stored} as {field}, and the entries say {derived}."

    def _key_in_words(self) -> list[Any]:
        """Seats count from 0; elsewhere what is 0 or empty stands for all years and all rules."""
        seated = self.projection in (Seat.__name__, Hand.__name__)
        return [part if part or seated else "all" for part in self.key]


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    return "nothing" if value in (None, "") else str(value)


@transaction.atomic
def recompute(
    *, check: bool = False, progress: Callable[[int, int], None] | None = None
) -> list[Difference]:
    """Rebuild all projections in order of date and return what differed before; with `check`, put
    everything back as it was. `progress` hears how many games of how many were looked at.
    """
    found: list[Difference] = []
    games = Game.objects.select_for_update(no_key=True).order_by("played_on", "created_at", "id")
    for number, game in enumerate(games, start=1):
        found += _rebuild_game(game)
        if progress:
            progress(number, len(games))
    found += _put_right(Tally.objects.all(), tallies(Q()))
    found += _put_right(ContractTally.objects.all(), contract_tallies(contracts(Q())))
    found += _rebuild_ratings()
    if found:  # not every projection tells by itself that pages are old
        DataVersion.objects.update(number=F("number") + 1)
    transaction.set_rollback(check)
    return found


def _rebuild_ratings() -> list[Difference]:
    """From the day on from which they wait to be told anew, none is called wrong."""
    since = DataVersion.objects.values_list("unrated_since", flat=True).first()
    before = Q(played_on__lt=since) if since else Q()
    found: list[Difference] = []
    strengths: Strengths = {}
    games = told_from_the_first(before, strengths)
    while some := dict(islice(games, TOGETHER)):
        stored = RatedGame.objects.filter(game__in=some)
        found += _put_right(stored, [row for rows in some.values() for row in rows])
    placed = Seat.objects.filter(counts=True, place__isnull=False)
    placed = placed.filter(game=OuterRef("game"), player=OuterRef("player"))
    unplayed = RatedGame.objects.filter(~Exists(placed))
    if since is None:
        found += _put_right(unplayed, [])
        return found + _put_right(Rating.objects.all(), ratings(strengths))
    ended = Game.objects.finished().filter(played_on__lt=since)
    found += _put_right(unplayed.filter(game__in=ended), [])
    while catch_up():
        pass
    return found


def _rebuild_game(game: Game) -> list[Difference]:
    """Compare a game's projections with its entries, and write them anew where they differ."""
    derived = derive(Table.of(game, written_in(game)))
    columns = {(game.id,): dict(derived.columns)}
    found = _compare(Game, {(game.id,): _values(game, derived.columns)}, columns)
    stored = stored_of(game)
    found += _compare(Seat, _rows(Seat, stored.seats), _rows(Seat, derived.seats))
    found += _compare(Hand, _rows(Hand, stored.hands), _rows(Hand, derived.hands))
    if found:
        store(game, derived, stored)
    return found


def _put_right(stored: QuerySet, derived: Sequence[Model]) -> list[Difference]:
    """Compare rows of a projection over many games with what they should be, and write that."""
    model = stored.model
    found = _compare(model, _rows(model, stored), _rows(model, derived))
    if found:
        stored.delete()
        model._default_manager.bulk_create(derived)
    return found


def _rows(model: type[Model], rows: Iterable[Any]) -> Rows:
    """Rows of a projection by their natural key, without the number that the database gives."""
    found: Rows = {}
    key = KEYS[model]
    names = (field.attname for field in model._meta.concrete_fields)
    values = [name for name in names if name not in (*key, "id")]
    for row in rows:
        found[tuple(_values(row, key).values())] = _values(row, values)
    return found


def _values(row: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _compare(model: type[Model], stored: Rows, derived: Rows) -> list[Difference]:
    return [
        difference
        for key in sorted(stored.keys() | derived.keys(), key=str)
        for difference in _compare_row(model.__name__, key, stored.get(key), derived.get(key))
    ]


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
