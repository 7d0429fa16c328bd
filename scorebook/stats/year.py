"""A year of the family, as its book tells it: pure functions over plain rows.

Only places and counts are compared here, so games by different rules stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from uuid import UUID

from scorebook.models import Player, Tally
from scorebook.models.photos import Side
from scorebook.rules.scoring import figure


@dataclass(frozen=True, slots=True)
class Played:
    """One seat of one game of the year; `place` is None for who left early."""

    game: UUID
    on: date
    occasion: str
    rules: str
    early: bool
    player: UUID
    name: str
    total: int
    place: int | None
    won: bool
    lost: bool
    left_before: int | None

    @property
    def figure(self) -> str:
        return figure(self.total)

    @property
    def went_home(self) -> bool:
        return self.left_before is not None and self.place is None


@dataclass(frozen=True, slots=True)
class Line:
    """One game in a line. `seats`: first place first, who left early last."""

    game: UUID
    on: date
    title: str
    rules: str
    early: bool
    seats: tuple[Played, ...]

    @property
    def winners(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.won]

    @property
    def losers(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.lost]


@dataclass(frozen=True, slots=True)
class Evening:
    """All games of one day, and how many people sat in any of them."""

    on: date
    games: tuple[Line, ...]
    people: int


@dataclass(frozen=True, slots=True)
class Crown:
    """Who won, or lost, most often; all who share it."""

    count: int
    tallies: tuple[Tally, ...]

    @property
    def players(self) -> list[Player]:
        return [tally.player for tally in self.tallies]


@dataclass(frozen=True, slots=True)
class Title:
    """Who did something most often in the year, and how often."""

    name: str
    count: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the year's board. Equal counts share a place: 1, 1, 3."""

    place: int
    count: int
    tally: Tally


MOST_SHARE = 3  # evenings; of more than these none was the best

TITLES: tuple[tuple[str, Callable[[Tally], int]], ...] = (
    ("Most rounds won", lambda tally: tally.out),
    ("Most games without a wild caught", lambda tally: tally.clean_games),
    ("Most wilds caught", lambda tally: tally.wilds),
    ("Most exact cuts", lambda tally: tally.cuts),
    ("Most buys", lambda tally: tally.buys),
    ("Most wins from last place", lambda tally: tally.comebacks),
    ("Most leads thrown away", lambda tally: tally.leads_lost),
    ("Most games played", lambda tally: tally.games),
)


def count(tally: Tally, side: Side) -> int:
    return tally.won if side is Side.WINNER else tally.lost


def crown(tallies: Iterable[Tally], side: Side) -> Crown | None:
    """The winners or the losers of the year; nobody where nobody won, or lost.

    Rosa won 9, Karl 9 and Em 4: Rosa and Karl, with 9, by name.
    """
    board = ranked(tallies, side)
    first = tuple(row.tally for row in board if row.place == 1)
    return Crown(board[0].count, first) if first else None


def ranked(tallies: Iterable[Tally], side: Side) -> tuple[Row, ...]:
    """By how often they won, or lost, then by name; without those who never did."""
    some = [(count(tally, side), tally) for tally in tallies if count(tally, side)]
    some.sort(key=lambda pair: (-pair[0], pair[1].player.name))
    return tuple(
        Row(1 + sum(other > number for other, _ in some), number, tally) for number, tally in some
    )


def titles(tallies: Sequence[Tally]) -> tuple[Title, ...]:
    """What somebody did most often; left out where nobody did it at all."""
    found = []
    for name, of in TITLES:
        most = max((of(tally) for tally in tallies), default=0)
        first = [tally.player for tally in tallies if of(tally) == most]
        if most:
            found.append(Title(name, most, tuple(sorted(first, key=lambda one: one.name))))
    return tuple(found)


def lines(played: Iterable[Played]) -> tuple[Line, ...]:
    """A line a game, from its seats, which stand together."""
    return tuple(_line(list(seats)) for _, seats in groupby(played, key=lambda seat: seat.game))


def _line(seats: Sequence[Played]) -> Line:
    one = seats[0]
    in_order = sorted(seats, key=lambda seat: (seat.place is None, seat.place or 0))
    title = one.occasion or f"{one.on:%A} game"
    return Line(one.game, one.on, title, one.rules, one.early, tuple(in_order))


def evenings(games: Iterable[Line]) -> tuple[Evening, ...]:
    """The games by their days, as they follow one another."""
    return tuple(
        Evening(on, found, len({seat.player for line in found for seat in line.seats}))
        for on, group in groupby(games, key=lambda line: line.on)
        for found in [tuple(group)]
    )


def best_evenings(found: Sequence[Evening]) -> tuple[Evening, ...]:
    """Those with the most games; of those with equally many those with the most people. None where
    too many share that.
    """
    best = max(((len(one.games), one.people) for one in found), default=None)
    first = tuple(one for one in found if (len(one.games), one.people) == best)
    return first if len(first) <= MOST_SHARE else ()
