"""Numbers over many games: pure functions over plain rows.

A game counts as won for everyone who shared the first place and as lost for everyone who shared the
last; where all share one place, all won and nobody lost. Only places are counted, so games by
different rules stand side by side; points by different rules never do.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from uuid import UUID

from scorebook.models.photos import Side

MINIMUM_GAMES = 5


class By(StrEnum):
    COUNT = "count"
    RATE = "rate"


@dataclass(frozen=True, slots=True)
class Row:
    """One player's finished games by one rule family in one year."""

    player: UUID
    name: str
    family: str
    year: int
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Record:
    """What one player has on one side: `count` of `games`."""

    player: UUID
    name: str
    count: int
    games: int

    @property
    def rate(self) -> Fraction:
        return Fraction(self.count, self.games)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a board. Equal values share a place: 1, 1, 3."""

    place: int
    record: Record


@dataclass(frozen=True, slots=True)
class Board:
    """`too_few` have fewer than MINIMUM_GAMES games, which only a rate asks for; `without` have a
    count of zero. Each by place, then by name."""

    lines: tuple[Line, ...]
    too_few: tuple[Record, ...]
    without: tuple[Record, ...]


def records(
    rows: Iterable[Row], side: Side, *, family: str = "", year: int | None = None
) -> list[Record]:
    """One record per player, summed over the rule families and years that are asked for.

    Ann won 2 of 6 by Link rules and 1 of 4 by Norwegian ones: 3 of 10; by Link alone: 2 of 6.
    """
    summed: dict[UUID, Record] = {}
    for row in rows:
        if (family and row.family != family) or (year and row.year != year):
            continue
        count = row.won if side is Side.WINNER else row.lost
        before = summed.get(row.player, Record(row.player, row.name, 0, 0))
        summed[row.player] = Record(
            row.player, row.name, before.count + count, before.games + row.games
        )
    return sorted(summed.values(), key=lambda record: record.name)


def board(records: Iterable[Record], by: By) -> Board:
    """Rank by how often, or by how often among the games played.

    By count, 4 of 30, 4 of 9 and 1 of 1 take the places 1, 1, 3. By rate, 4 of 9 comes before
    4 of 30, equal fractions share a place (2 of 6 and 3 of 9), and 1 of 1 is too few games to say.
    """
    played = [record for record in records if record.games]
    counted = [record for record in played if record.count]
    too_few = [record for record in counted if by is By.RATE and record.games < MINIMUM_GAMES]
    ranked = [record for record in counted if record not in too_few]
    values = [_value(record, by) for record in ranked]
    lines = [
        Line(1 + sum(other > value for other in values), record)
        for record, value in zip(ranked, values, strict=True)
    ]
    return Board(
        lines=tuple(sorted(lines, key=lambda line: (line.place, line.record.name))),
        too_few=tuple(too_few),
        without=tuple(record for record in played if not record.count),
    )


def _value(record: Record, by: By) -> Fraction:
    return record.rate if by is By.RATE else Fraction(record.count)
