"""Everybody's tallies, from their seats in finished games: sums, extremes, and streaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Cast

from scorebook.ledger.years import year_of
from scorebook.models import Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS

KEY = ("player_id", "family", "year")
IN_ORDER = ("player", "played_on", "begun_at", "game")

Key = tuple[UUID, str, int]
Values = dict[str, Any]

ADDED = {
    "games": Count("id"),
    "won": Count("id", filter=Q(won=True)),
    "lost": Count("id", filter=Q(lost=True)),
    "points": Sum("total"),
    "clean_games": Count("id", filter=Q(clean_game=True)),
    "comebacks": Count("id", filter=Q(from_last=True)),
    "leads_lost": Count("id", filter=Q(from_first=True)),
} | {
    name: Sum(name)
    for name in (
        *("rounds", "out", "wilds", "cuts", "cuts_paid"),
        *("buys", "bought_rounds", "bought_points"),
    )
}
TO_THE_END = Q(place__isnull=False)
LEAST = {"lowest_game": Min("total", filter=TO_THE_END), "lowest_hand": Min("lowest_hand")}
MOST = {
    "highest_game": Max("total", filter=TO_THE_END),
    "highest_hand": Max("highest_hand"),
    "best_comeback": Max("comeback"),
    "best_lead_lost": Max("lead_lost"),
}
STREAKS = ("win_streak_now", "win_streak", "losing_streak_now", "losing_streak")
MEASURES = ADDED | LEAST | MOST


def count_anew(players: Collection[UUID]) -> None:
    """Put what their seats say in place of these people's tallies."""
    if players:
        Tally.objects.filter(player__in=players).delete()
        Tally.objects.bulk_create(tallies(Q(player__in=players)))


def tallies(whose: Q) -> list[Tally]:
    """Tallies, not saved, over those seats that are of finished games. `whose` chooses people, all
    of whose seats are needed.
    """
    seats = Seat.objects.filter(whose, counts=True).annotate(year=year_of("played_on")).order_by()
    told: dict[Key, Values] = {}
    for key, values in _measured(seats):
        for whole in _keys(*key):
            told[whole] = _together(told[whole], values) if whole in told else dict(values)
    for key, streaks in _streaks(seats):
        told[key] |= streaks
    return [Tally(**dict(zip(KEY, key, strict=True)), **values) for key, values in told.items()]


def _keys(player: UUID, family: str, year: int) -> Iterator[Key]:
    """The four rows in which a game counts."""
    for of_family in (family, ALL_FAMILIES):
        for of_year in (year, ALL_YEARS):
            yield player, of_family, of_year


def _measured(seats: QuerySet[Seat]) -> Iterator[tuple[Key, Values]]:
    measures = {f"all_{name}": measure for name, measure in MEASURES.items()}
    for row in seats.values_list(*KEY).annotate(**measures):
        yield row[: len(KEY)], dict(zip(MEASURES, row[len(KEY) :], strict=True))


def _together(one: Values, other: Values) -> Values:
    added = {name: one[name] + other[name] for name in ADDED}
    least = {name: _known(min, one[name], other[name]) for name in LEAST}
    return added | least | {name: _known(max, one[name], other[name]) for name in MOST}


def _known(choose: Any, *values: int | None) -> int | None:
    """The least or the most of what is known."""
    return choose((value for value in values if value is not None), default=None)


def _streaks(seats: QuerySet[Seat]) -> Iterator[tuple[Key, Values]]:
    """One pass over all games in their order."""
    # As text, so that nobody's id becomes a UUID once for each of their games.
    in_order = seats.annotate(person=Cast("player", CharField())).order_by(*IN_ORDER)
    rows = in_order.values_list("person", "family", "year", "won", "lost")
    for person, games in groupby(rows.iterator(), key=itemgetter(0)):
        runs: defaultdict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for _, family, year, won, lost in games:
            for of_family in (family, ALL_FAMILIES):
                for of_year in (year, ALL_YEARS):
                    _go_on(runs[of_family, of_year], won, lost)
        for key, run in runs.items():
            yield (UUID(person), *key), dict(zip(STREAKS, run, strict=True))


def _go_on(run: list[int], won: bool, lost: bool) -> None:
    run[0] = run[0] + 1 if won else 0
    run[1] = max(run[0], run[1])
    run[2] = run[2] + 1 if lost else 0
    run[3] = max(run[2], run[3])
