"""Who holds which record, from the tallies and from the seats of those who hold it."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from uuid import UUID

from django.db.models import IntegerField, Max, Min, OuterRef, Q, RowRange, Subquery, Sum, Window
from django.db.models.functions import Cast

from scorebook.models import Player, Seat, Tally
from scorebook.models.tallies import ALL_YEARS
from scorebook.stats.records import (
    KINDS,
    STREAKS,
    Holder,
    Kind,
    Record,
    first_of_each,
    is_record,
    years_of_streak,
)
from scorebook.stats.scope import Scope, whole

IN_ORDER = ["played_on", "begun_at", "game_id"]
WHERE = ("player_id", "player__name", "game_id", "played_on")


def standing_records(scope: Scope) -> list[Record]:
    """The records of these games, as far as there are any."""
    bests = scope.tallies.aggregate(**{kind.tallied: best(kind, kind.tallied) for kind in KINDS})
    found = []
    for kind in KINDS:
        value = bests[kind.tallied]
        if value is not None and is_record(kind, value):
            theirs = scope.tallies.filter(**{kind.tallied: value})
            players = list(theirs.values_list("player", flat=True))
            found.append(Record(kind, value, _holders(scope, kind, value, players)))
    return found


def best(kind: Kind, column: str) -> Min | Max:
    return Min(column) if kind.least else Max(column)


def _holders(scope: Scope, kind: Kind, value: int, players: list[UUID]) -> tuple[Holder, ...]:
    if kind in STREAKS:
        return _streaks(scope, kind, value, players)
    return _games(scope, kind, value, players)


def _games(scope: Scope, kind: Kind, value: int, players: list[UUID]) -> tuple[Holder, ...]:
    """Everybody's first game with this value: each along their own games, until it is found."""
    seats = scope.seats.filter(player=OuterRef("id"), **{kind.column: value})
    first = Subquery(seats.order_by(*IN_ORDER).values("id")[:1])
    ids = Player.objects.filter(id__in=players).values_list(first, flat=True)
    rows = Seat.objects.filter(id__in=list(ids)).order_by().values_list(*WHERE)
    return first_of_each(Holder(*row) for row in rows)


def _streaks(scope: Scope, kind: Kind, length: int, players: list[UUID]) -> tuple[Holder, ...]:
    """Where somebody's last so many games were all won, or lost."""

    def over_them(what: Sum | Min) -> Window:
        frame = RowRange(start=1 - length, end=0)
        return Window(what, partition_by="player_id", order_by=IN_ORDER, frame=frame)

    those = Sum(Cast(kind.column, IntegerField()))
    seats = scope.seats.filter(_years_of_streaks(scope, kind, length, players))
    found = seats.annotate(run=over_them(those), since=over_them(Min("played_on")))
    rows = found.filter(run=length).order_by().values_list(*WHERE, "since")
    return first_of_each(
        Holder(player, name, game, on, since) for player, name, game, on, since in rows
    )


def _years_of_streaks(scope: Scope, kind: Kind, length: int, players: list[UUID]) -> Q:
    """Their seats in the years that the tallies of years leave; there may be twenty others."""
    if scope.year:
        return Q(player__in=players)
    tallies = Tally.objects.filter(player__in=players, family=scope.family, year__gt=ALL_YEARS)
    columns = ("player_id", "year", "games", kind.tallied, f"{kind.tallied}_now")
    theirs = groupby(tallies.order_by("player_id", "year").values_list(*columns), itemgetter(0))
    found: dict[tuple[int, int], list[UUID]] = {}
    for player, rows in theirs:
        if years := years_of_streak((row[1:] for row in rows), length):
            found.setdefault(years, []).append(player)
    where = Q()
    for (first, last), some in found.items():
        where |= Q(player__in=some, played_on__range=(whole(first)[0], whole(last)[1]))
    return where or Q(player__in=players)
