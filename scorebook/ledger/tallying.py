"""Everybody's tallies, from their seats in finished games: sums, extremes, and streaks.

A game that ends after all others of its players is put on top of what is there. For anything else
their tallies are counted anew from their seats; all of them are, by the same code, in a rebuild.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import (
    Aggregate,
    Case,
    CharField,
    Count,
    Func,
    IntegerField,
    Max,
    Min,
    Q,
    QuerySet,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Substr

from scorebook.ledger import statements
from scorebook.ledger.years import year_of
from scorebook.models import Game, Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS

KEY = ("player_id", "family", "year")
IN_ORDER = ("player", "played_on", "begun_at", "game")

Key = tuple[UUID, str, int]
Values = dict[str, Any]


class InOrder(Aggregate):
    """Texts put together, in the order of their games."""

    function = "STRING_AGG"
    template = "%(function)s(%(expressions)s ORDER BY played_on, begun_at, game_id)"
    output_field = TextField()


SUMMED = (
    *("won", "lost", "rounds", "out", "wilds", "cuts", "cuts_paid"),
    *("buys", "bought_rounds", "bought_points"),
)
ADDED = {
    "games": Count("id"),
    "points": Sum("total"),
    "clean_games": Sum(Cast("clean_game", IntegerField())),
    "comebacks": Sum(Cast("from_last", IntegerField())),
    "leads_lost": Sum(Cast("from_first", IntegerField())),
} | {name: Sum(Cast(name, IntegerField())) for name in SUMMED}
LEAST = {"lowest_game": Min("result"), "lowest_hand": Min("lowest_hand")}
MOST = {
    "highest_game": Max("result"),
    "highest_hand": Max("highest_hand"),
    "best_comeback": Max("comeback"),
    "best_lead_lost": Max("lead_lost"),
    "most_wilds": Max("wilds"),
    "most_out": Max("out"),
}
LONGEST = (
    "CASE WHEN (was.{0}_now + 1) * excluded.{0}_now > was.{0} "
    "THEN (was.{0}_now + 1) * excluded.{0}_now ELSE was.{0} END"
)
STREAKS = ("win_streak_now", "win_streak", "losing_streak_now", "losing_streak")
WON, LOST, BOTH, NEITHER = "wlb-"
ANY_OTHER = {WON: str.maketrans(LOST + NEITHER, "  "), LOST: str.maketrans(WON + NEITHER, "  ")}
TOLD = Func(
    Case(
        When(won=True, lost=True, then=Value(BOTH)),
        When(won=True, then=Value(WON)),
        When(lost=True, then=Value(LOST)),
        default=Value(NEITHER),
    ),
    Substr(Cast("played_on", CharField()), 1, 4),
    "family",
    template="(%(expressions)s)",
    arg_joiner=" || ",
    output_field=TextField(),
)
"""A game in a word: how it ended, its year, its rule family."""
OF_SEATS = ADDED | LEAST | MOST
"""What each column of `Tally` is of seats; streaks are of all games, and of none in between."""
ONE_MORE = statements.growing(
    Tally,
    KEY,
    dict.fromkeys(ADDED, statements.ADDED)
    | dict.fromkeys(LEAST, statements.LEAST)
    | dict.fromkeys(MOST, statements.MOST)
    | dict.fromkeys(("win_streak_now", "losing_streak_now"), "(was.{0} + 1) * excluded.{0}")
    | dict.fromkeys(("win_streak", "losing_streak"), LONGEST),
)


def extend(seats: Sequence[Seat]) -> None:
    """Put a game that just ended on its players' tallies. It has to be the newest of each."""
    rows = [(*key, *_of_one(seat)) for seat in seats for key in _keys(*_key(seat))]
    statements.grow(ONE_MORE, rows)


def is_newest(game: Game, players: Collection[UUID]) -> bool:
    """Is no finished game of these people after this one?"""
    day, begun = game.played_on, game.created_at
    same_day = Q(begun_at__gt=begun) | Q(begun_at=begun, game__gt=game.id)
    after = Q(played_on__gte=day) & (Q(played_on__gt=day) | same_day)
    return not Seat.objects.filter(after, counts=True, player__in=players).exists()


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
    return [_row(key, values) for key, values in told.items()]


def _row(key: Key, values: Values) -> Tally:
    return Tally(**dict(zip(KEY, key, strict=True)), **values)


def _key(seat: Seat) -> Key:
    assert seat.played_on is not None, "Every seat is told the day of its game."
    return seat.player_id, seat.family, seat.played_on.year


def _of_one(seat: Seat) -> list[int | None]:
    """The columns of ONE_MORE for one game."""
    told = {name: int(getattr(seat, name)) for name in SUMMED} | {
        "games": 1,
        "points": seat.total,
        "clean_games": int(seat.clean_game),
        "comebacks": int(seat.from_last),
        "leads_lost": int(seat.from_first),
        "lowest_game": seat.result,
        "highest_game": seat.result,
        "lowest_hand": seat.lowest_hand,
        "highest_hand": seat.highest_hand,
        "best_comeback": seat.comeback,
        "best_lead_lost": seat.lead_lost,
        "most_wilds": seat.wilds,
        "most_out": seat.out,
    }
    won, lost = told["won"], told["lost"]
    return [*(told[name] for name in OF_SEATS), won, lost, won, lost]


def _keys(player: UUID, family: str, year: int) -> Iterator[Key]:
    """The four rows in which a game counts."""
    for of_family in (family, ALL_FAMILIES):
        for of_year in (year, ALL_YEARS):
            yield player, of_family, of_year


def _measured(seats: QuerySet[Seat]) -> Iterator[tuple[Key, Values]]:
    measures = {f"all_{name}": measure for name, measure in OF_SEATS.items()}
    for row in seats.values_list(*KEY).annotate(**measures):
        yield row[: len(KEY)], dict(zip(OF_SEATS, row[len(KEY) :], strict=True))


def _together(one: Values, other: Values) -> Values:
    added = {name: one[name] + other[name] for name in ADDED}
    least = {name: _known(min, one[name], other[name]) for name in LEAST}
    return added | least | {name: _known(max, one[name], other[name]) for name in MOST}


def _known(choose: Any, *values: int | None) -> int | None:
    """The least or the most of what is known."""
    return choose((value for value in values if value is not None), default=None)


def _streaks(seats: QuerySet[Seat]) -> Iterator[tuple[Key, Values]]:
    """One pass over all games in their order, put together by year and family and by year alone."""
    for player, games in _in_order(seats):
        ends: defaultdict[str, list[str]] = defaultdict(list)
        for game in games:
            ends[game[1:]].append(game[0])
            ends[game[1:5]].append(game[0])
        told: defaultdict[tuple[str, int], str] = defaultdict(str)
        for key, of_one in ends.items():  # of each family the first year first
            family, year = key[4:] or ALL_FAMILIES, int(key[:4])
            told[family, year] = "".join(of_one)
            told[family, ALL_YEARS] += told[family, year]
        for (family, year), in_a_row in told.items():
            won, lost = (_runs(in_a_row, end) for end in (WON, LOST))
            yield (player, family, year), dict(zip(STREAKS, (*won, *lost), strict=True))


def _in_order(seats: QuerySet[Seat]) -> Iterator[tuple[UUID, Iterable[str]]]:
    """Everybody's games, each as it is told in TOLD, the first one first."""
    if connection.vendor == "postgresql":  # which takes longer to hand over a row than to make it
        together = seats.values_list("player").annotate(games=InOrder(TOLD, Value(" ")))
        yield from ((player, games.split()) for player, games in together)
        return
    # As text, so that nobody's id becomes a UUID once for each of their games.
    in_order = seats.annotate(person=Cast("player", CharField()), told=TOLD).order_by(*IN_ORDER)
    rows = in_order.values_list("person", "told").iterator()
    for person, games in groupby(rows, key=itemgetter(0)):
        yield UUID(person), map(itemgetter(1), games)


def _runs(ends: str, end: str) -> tuple[int, int]:
    """How many games in a row ended so up to the last one, and at most."""
    runs = ends.translate(ANY_OTHER[end])
    return len(runs) - 1 - runs.rfind(" "), max(map(len, runs.split()), default=0)
