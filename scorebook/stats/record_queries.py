"""Who holds which record, from the tallies and from the seats of those who hold it."""

from __future__ import annotations

from django.db.models import Count, IntegerField, Max, Min, QuerySet, RowRange, Sum, Window
from django.db.models.functions import Cast, RowNumber

from scorebook.models import Seat
from scorebook.stats.records import (
    KINDS,
    STREAKS,
    Bests,
    Holder,
    Kind,
    Record,
    first_of_each,
    is_record,
)
from scorebook.stats.scope import Scope

IN_ORDER = ["played_on", "begun_at", "game_id"]
WHERE = ("player_id", "player__name", "game_id", "played_on")


def standing_records(scope: Scope) -> list[Record]:
    """The records of these games, as far as there are any."""
    bests = _bests(scope)
    return [
        Record(kind, value, _holders(scope, kind, value))
        for kind in KINDS
        if (value := bests[kind.key]) is not None and is_record(kind, value)
    ]


def _bests(scope: Scope) -> Bests:
    """What tallies carry is read off them; the rest are the most that any seat has."""
    carried = {kind.key: best(kind, kind.tallied) for kind in KINDS if kind.tallied}
    others = {kind.key: best(kind, kind.column) for kind in KINDS if not kind.tallied}
    return scope.tallies.aggregate(**carried) | scope.seats.aggregate(**others)


def best(kind: Kind, column: str) -> Min | Max:
    return Min(column) if kind.least else Max(column)


def _holders(scope: Scope, kind: Kind, value: int) -> tuple[Holder, ...]:
    seats = scope.seats
    if kind.tallied:
        theirs = scope.tallies.filter(**{kind.tallied: value})
        seats = seats.filter(player__in=theirs.values("player"))
    return _streaks(seats, kind, value) if kind in STREAKS else _games(seats, kind, value)


def _games(seats: QuerySet[Seat], kind: Kind, value: int) -> tuple[Holder, ...]:
    """Everybody's first game with this value, and how many they have."""
    if kind.column == "total":
        seats = seats.filter(place__isnull=False)
    rows = seats.filter(**{kind.column: value}).annotate(
        times=Window(Count("id"), partition_by="player_id"),
        nth=Window(RowNumber(), partition_by="player_id", order_by=IN_ORDER),
    )
    return first_of_each(
        Holder(*row) for row in rows.filter(nth=1).order_by().values_list(*WHERE, "times")
    )


def _streaks(seats: QuerySet[Seat], kind: Kind, length: int) -> tuple[Holder, ...]:
    """Where somebody's last so many games were all won, or lost."""

    def over_them(what: Sum | Min) -> Window:
        frame = RowRange(start=1 - length, end=0)
        return Window(what, partition_by="player_id", order_by=IN_ORDER, frame=frame)

    those = Sum(Cast(kind.column, IntegerField()))
    found = seats.annotate(run=over_them(those), since=over_them(Min("played_on")))
    rows = found.filter(run=length).order_by().values_list(*WHERE, "since")
    return first_of_each(
        Holder(player, name, game, on, since=since) for player, name, game, on, since in rows
    )
