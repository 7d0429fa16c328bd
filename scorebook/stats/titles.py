"""Titles: what nobody has more of than somebody by the same rules, and the game that made it so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import IntegerField, Max, Q, RowRange, Sum, Value, Window
from django.db.models.functions import Cast

from scorebook.models import Seat, Tally
from scorebook.stats.badges import Earning, Seats
from scorebook.stats.own_games import OwnGames
from scorebook.stats.records import years_of_streak
from scorebook.stats.scope import whole

FEWEST = 3
STREAK = "win_streak"
# By the column of Tally: how it is called, and which games add to it.
TITLES = {
    "games": ("Most games", Q()),
    "won": ("Most wins", Q(won=True)),
    STREAK: ("Longest winning streak", Q()),
    "out": ("Out most often", Q(out__gt=0)),
    "cuts": ("Most exact cuts", Q(cuts__gt=0)),
    "clean_games": ("Most clean games", Q(clean_game=True)),
    "comebacks": ("Most comebacks from the last place", Q(from_last=True)),
}


@dataclass(frozen=True, slots=True)
class Title:
    """`game` brought the last of so many, a streak's the first time."""

    name: str
    count: int
    game: Earning


def titles(own: OwnGames, record: Tally | None, years: Sequence[Tally]) -> list[Title]:
    """Two queries; none of games that are not tallied. `record` is somebody's of these games,
    `years` are those of each year, the newest first.
    """
    if record is None or own.chosen is not None:
        return []
    most = own.tallies.aggregate(**{name: Max(name) for name in TITLES})
    counts = {name: getattr(record, name) for name in TITLES}
    held = [name for name in TITLES if counts[name] >= max(FEWEST, most[name] or 0)]
    brought = {
        name: _streaks(own.seats, years, counts[name])
        if name == STREAK
        else own.seats.filter(TITLES[name][1]).reverse()
        for name in held
    }
    games = _first_of_each(brought)
    return [Title(TITLES[name][0], counts[name], games[name]) for name in held if name in games]


def _first_of_each(seats: Mapping[str, Seats]) -> dict[str, Earning]:
    told = [
        Seat.objects.filter(id__in=those.values("id")[:1])
        .order_by()
        .annotate(title=Value(name))
        .values_list("title", "game", "played_on")
        for name, those in seats.items()
    ]
    rows: Iterable[Any] = told[0].union(*told[1:], all=True) if told else ()
    return {name: Earning(game, day) for name, game, day in rows}


def _streaks(seats: Seats, years: Sequence[Tally], length: int) -> Seats:
    """The last games of so many won in a row, in the years that may have the first such streak."""
    told = [(one.year, one.games, one.win_streak, one.win_streak_now) for one in reversed(years)]
    if found := years_of_streak(told, length):
        seats = seats.filter(played_on__range=(whole(found[0])[0], whole(found[1])[1]))
    frame = RowRange(start=1 - length, end=0)
    won = Sum(Cast("won", IntegerField()))
    run = Window(won, order_by=["played_on", "begun_at"], frame=frame)
    return seats.annotate(run=run).filter(run=length)
