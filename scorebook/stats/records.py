"""What nobody has beaten yet: pure functions over plain rows, all of one rule family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from scorebook.rules.scoring import figure

SHORTEST_STREAK = 2


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that there is a record of. `column` is Seat's, `tallied` Tally's. `least`:
    fewer is the record. `titles`: where low points are good, and where high ones are. `unit` says
    what is counted.
    """

    column: str
    tallied: str
    titles: tuple[str, str]
    unit: str
    least: bool = False

    def title(self, sign: int) -> str:
        return self.titles[sign < 0]


ON_THE_SHEET, IN_A_HAND = "points at the end", "points"
LOWEST_GAME = Kind("result", "lowest_game", ("Best game", "Worst game"), ON_THE_SHEET, least=True)
HIGHEST_GAME = Kind("result", "highest_game", ("Worst game", "Best game"), ON_THE_SHEET)
LOWEST_HAND = Kind(
    "lowest_hand",
    "lowest_hand",
    ("Smallest hand left", "Biggest hand left"),
    IN_A_HAND,
    least=True,
)
HIGHEST_HAND = Kind(
    "highest_hand", "highest_hand", ("Biggest hand left", "Smallest hand left"), IN_A_HAND
)
COMEBACK = Kind("comeback", "best_comeback", ("Biggest comeback",) * 2, "points behind, and won")
LEAD_LOST = Kind(
    "lead_lost",
    "best_lead_lost",
    ("Biggest lead thrown away",) * 2,
    "points ahead, and did not win",
)
WILDS = Kind(
    "wilds",
    "most_wilds",
    ("Most wilds caught in a game",) * 2,
    "left in hands at the end of rounds",
)
ROUNDS_WON = Kind("out", "most_out", ("Most rounds won in a game",) * 2, "times out")
WINS = Kind("won", "win_streak", ("Longest winning streak",) * 2, "games in a row")
LOSSES = Kind("lost", "losing_streak", ("Longest losing streak",) * 2, "games in a row")

OF_GAMES = (
    *(LOWEST_GAME, HIGHEST_GAME, LOWEST_HAND, HIGHEST_HAND),
    *(COMEBACK, LEAD_LOST, WILDS, ROUNDS_WON),
)
STREAKS = (WINS, LOSSES)
KINDS = OF_GAMES + STREAKS
TITLES = tuple(kind.title(1) for kind in KINDS)  # in their order, the best game first
IN_SHORT = tuple(kind.title(1) for kind in (LOWEST_GAME, COMEBACK, WINS))

Bests = Mapping[str, int | None]  # by Kind.tallied


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a record: since the game in which they first came to it, of the day `on`. A
    streak's game is its last, and `since` its first day.
    """

    player: UUID
    name: str
    game: UUID
    on: date
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """Everybody who came to it, the first of them first."""

    kind: Kind
    value: int
    holders: tuple[Holder, ...]

    @property
    def figure(self) -> str:
        return figure(self.value)


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that fell in a year; `before` is what stood until then."""

    kind: Kind
    value: int
    before: int


def is_record(kind: Kind, value: int | None) -> bool:
    """Any game and any hand may be one; a comeback of nothing or a streak of one is none."""
    if value is None:
        return False
    if kind in STREAKS:
        return value >= SHORTEST_STREAK
    return kind.least or kind in (HIGHEST_GAME, HIGHEST_HAND) or value > 0


def titled(found: Iterable[Record], sign: int) -> list[tuple[str, Record]]:
    """Each with its title, the best game before the worst whether low points are good or high."""
    told = [(record.kind.title(sign), record) for record in found]
    return sorted(told, key=lambda one: TITLES.index(one[0]))


def first_of_each(rows: Iterable[Holder]) -> tuple[Holder, ...]:
    """Everybody once, with what came first.

    Rosa in 2024, Mike in 2025 and Rosa in 2026 are Rosa, of 2024, and Mike, of 2025.
    """
    first: dict[UUID, Holder] = {}
    for row in sorted(rows, key=lambda one: (one.on, one.name)):
        first.setdefault(row.player, row)
    return tuple(first.values())


def years_of_streak(
    years: Iterable[tuple[int, int, int, int]], length: int
) -> tuple[int, int] | None:
    """From which year to which somebody's first streak of this length is found for certain, if
    there is one. Of each of their years in order: the year, how many games, the longest streak in
    it, and the one that its last game stands in.

    5 in a row, where 2023 ends with 2 and 2024 has no more than 3 in a row, may be from 2023 to
    2024, or first in 2026, which has 5 in a row; but not in 2025, which has 4 after a 2024 that
    ended with none. So from 2023 to 2026.
    """
    begins, ends = None, 0
    run, since = 0, 0
    for year, games, longest, now in years:
        if run + longest >= length:
            begins, ends = begins or (since if run else year), year
        if longest >= length:
            break
        if now < games or not run:
            since = year
        run = run + now if now == games else now
    return (begins, ends) if begins else None


def of_this_day(
    told: Iterable[tuple[str, Record]], today: date
) -> tuple[tuple[str, Record, Holder], ...]:
    """Those that somebody came to on this day of an earlier year, titled as before, and who did."""
    return tuple(
        (title, record, one)
        for title, record in told
        for one in record.holders
        if (one.on.month, one.on.day) == (today.month, today.day) and one.on.year < today.year
    )


def broken(before: Sequence[Bests], of_year: Bests) -> tuple[Broken, ...]:
    """Which records of the years before fell in this one. Equalled is not broken, and where nothing
    stood nothing falls.

    Highest games of 300 and 410, and 420 this year: 410 fell, to 420.
    """
    found = []
    for kind in OF_GAMES:
        stood = _best(kind, [bests[kind.tallied] for bests in before])
        now = of_year[kind.tallied]
        if stood is None or now is None or not is_record(kind, now) or not is_record(kind, stood):
            continue
        if now < stood if kind.least else now > stood:
            found.append(Broken(kind, now, stood))
    return tuple(found)


def _best(kind: Kind, values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return (min if kind.least else max)(known, default=None)
