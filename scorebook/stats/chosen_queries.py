"""What is told of games that no tally covers: each a query over those games."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from scorebook.ledger.contracts import SUMS
from scorebook.models import Game, Hand
from scorebook.rules.sheet import PLAYED
from scorebook.stats.contracts import Contract
from scorebook.stats.record_queries import IN_ORDER, WHERE, best
from scorebook.stats.records import OF_GAMES, Holder, Kind, Record, first_of_each, is_record
from scorebook.stats.scope import Scope


def hands(games: QuerySet[Game]) -> QuerySet[Hand]:
    """Everybody's in these games, as far as statistics count them."""
    return Hand.objects.filter(game__in=games.values("id"), counted=True, state__in=PLAYED)


def contracts(games: QuerySet[Game]) -> list[Contract]:
    """Everybody's hands in these games, by round; as `family_queries.contracts` tells of a year."""
    rows = hands(games).order_by("round", "pattern").values_list("round", "pattern")
    sums: Any = rows.annotate(**{f"all_{name}": sums for name, sums in SUMS.items()})
    return [Contract.of(*row) for row in sums]


def records(scope: Scope) -> list[Record]:
    """The records of these games. Streaks are none of them: they run through all games."""
    bests = scope.seats.aggregate(**{kind.tallied: best(kind, kind.column) for kind in OF_GAMES})
    return [
        Record(kind, value, _holders(scope, kind, value))
        for kind in OF_GAMES
        if is_record(kind, value := bests[kind.tallied])
    ]


def _holders(scope: Scope, kind: Kind, value: int) -> tuple[Holder, ...]:
    """Everybody who came to it, with their first such game."""
    nth = Window(RowNumber(), partition_by="player_id", order_by=[F(name) for name in IN_ORDER])
    seats = scope.seats.filter(**{kind.column: value}).annotate(nth=nth).filter(nth=1)
    return first_of_each(Holder(*row) for row in seats.order_by().values_list(*WHERE))
