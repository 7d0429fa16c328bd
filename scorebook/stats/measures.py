"""What the boards rank by, as data, and the numbers over plain rows: pure functions.

A plain row maps the columns of `Tally` to one person's numbers over some games; what each column
counts is said at `Seat`. A game counts as won for everyone who shared the first place and as lost
for everyone who shared the last; where all share one place, all won and nobody lost.

Places and shares stand side by side whatever the rules; points by different rules never do, so a
measure in points is about one rule family, whose `sign` says whether few or many are good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any

from scorebook.stats import rounding
from scorebook.stats.rounding import rounded

MINIMUM = 5

Columns = Callable[[str], Any]
"""From the name of a column to its value: a number of a plain row, or the database's expression."""


class By(StrEnum):
    COUNT = "count"
    RATE = "rate"


class First(Enum):
    """Whose value leads: the largest or the smallest; or, in points, the best or the worst."""

    MOST = "most"
    BEST = "best"
    WORST = "worst"


class Group(StrEnum):
    WINNING = "Winning"
    LOSING = "Losing"
    AT_THE_TABLE = "At the table"
    STREAKS = "Streaks"
    RATING = "Rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """`says` is what exactly is counted. `count` is a column, headed `head`; `per` the column that
    a rate divides it by, unless there is a `formula` for the rate. `needs` are the columns that
    have to reach MINIMUM for a rate. `share`: the rate is a part of a whole, else an average.
    `points`: of one rule family. `ranks` says which of the two there are to rank by.
    """

    slug: str
    name: str
    group: Group
    says: str
    nobody: str
    head: str
    count: str = ""
    per: str = ""
    formula: Callable[[Columns], tuple[Any, Any]] | None = None
    needs: tuple[str, ...] = ("games",)
    share: bool = False
    points: bool = False
    first: First = First.MOST
    ranks: tuple[By, ...] = (By.COUNT, By.RATE)

    def by(self, asked: str) -> By:
        """What to rank by; what is not there is not asked for."""
        return next((by for by in self.ranks if by == asked), self.ranks[0])

    def quotient(self, columns: Columns) -> tuple[Any, Any]:
        """The rate as what is divided by what. Won 2 of 5: 2, 5. 14 wilds in 10 games: 14, 10."""
        return self.formula(columns) if self.formula else (columns(self.count), columns(self.per))

    def largest_first(self, sign: int) -> bool:
        """With a `sign` of 1 few points are good, with -1 many."""
        return {First.MOST: True, First.BEST: sign < 0, First.WORST: sign > 0}[self.first]

    def heading(self, by: By) -> str:
        """Of the column: "Won" and "Rate", "Wilds" and "A game"; in points "Points"."""
        if by is By.COUNT or self.points:
            return self.head
        return "Rate" if self.share else f"A {ONE[self.per]}"

    def rate_in_words(self, row: Mapping[str, Any]) -> tuple[str, str]:
        """Of a row with `count`, `per` and `rate`, and what to say beside it: "40 %", "won 2 of 5";
        "1.40", "a game".
        """
        if self.share:
            return f"{percent(row)} %", f"{self.head.lower()} {row['count']} of {row['per']}"
        return rounded(row["rate"], 2), f"a {ONE[self.per]}" if self.per else ""

    @property
    def says_games(self) -> bool:
        """Does `rate_in_words` say of how many games?"""
        return self.share and self.per == "games"

    @property
    def minimum(self) -> str:
        """ "5 games"; "5 rounds with a buy and 5 without"."""
        return " and ".join(f"{MINIMUM} {MANY[column]}" for column in self.needs)


ONE = {"games": "game", "rounds": "round"}
MANY = {
    "games": "games",
    "rounds": "rounds",
    "won": "wins",
    "bought_rounds": "rounds with a buy",
    "plain_rounds": "without",
}


def signed(name: str, sign: int) -> str:
    """The column that a best or worst one is: with a sign of 1 the best game is the lowest one,
    with -1 the highest.
    """
    kind, _, of = name.partition("_")
    ends = {"best": ("lowest", "highest")[sign < 0], "worst": ("highest", "lowest")[sign < 0]}
    return f"{ends[kind]}_{of}" if of in ("game", "hand") else name


DERIVED: dict[str, Callable[[Columns], Any]] = {
    "plain_rounds": lambda column: column("rounds") - column("bought_rounds"),
    "plain_points": lambda column: column("points") - column("bought_points"),
}


def cost_of_buying(column: Columns) -> tuple[Any, Any]:
    """The average of rounds with a buy less that of rounds without, as one quotient, so that equal
    ones are equal. 90 points in 3 rounds with a buy and 40 in 2 without: 60 / 6, so 30 - 20 = 10.
    """
    with_buy, without = column("bought_rounds"), column("plain_rounds")
    difference = column("bought_points") * without - column("plain_points") * with_buy
    return difference, with_buy * without


def give_or_take(sigma: Any) -> Any:
    """How far a rating may be from the truth, of its standard deviation, a number or a column:
    19 times of 20 the truth lies no further away.
    """
    return 2 * sigma


def reach(mu: float, sigma: float) -> tuple[int, int]:
    """Where a rating with what it may be off by begins between 0 and 50, and how far it goes, in
    hundredths: 25 and 5, so from 15 to 35, is 30 and 40.
    """
    begins, ends = (min(max(mu + way * give_or_take(sigma), 0), 50) for way in (-1, 1))
    return round(2 * begins), round(2 * (ends - begins))


def percent(row: Mapping[str, Any]) -> int:
    """2 of 5: 40; 1 of 3: 33; a half goes up, so 1 of 8: 13."""
    return rounding.percent(row["count"], row["per"])


def places(values: Sequence[Any], first: int = 1) -> list[int]:
    """The places of values that stand in their order, where the first one has the place `first`.
    Equal values share a place: 9, 9, 4 take the places 1, 1, 3.
    """
    found: list[int] = []
    for index, value in enumerate(values):
        shared = index > 0 and value == values[index - 1]
        found.append(found[-1] if shared else first + index)
    return found
