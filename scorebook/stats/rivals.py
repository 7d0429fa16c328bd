"""How two people stand against each other, and what somebody's hardest contract is: pure functions.

Two are compared by their places in the games that both stayed in to the end; who shares a place is
neither ahead nor behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from scorebook.rules.axes import pattern_words
from scorebook.stats.bidi import isolated
from scorebook.stats.rounding import percent

T = TypeVar("T")

FEWEST_GAMES = 5
FEWEST_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Rival:
    """Another player: how many games together, and in how many somebody was `ahead` or `behind`.
    `gentle`: one of the two is a child.
    """

    player: UUID
    name: str
    games: int
    ahead: int
    behind: int
    gentle: bool = False

    @property
    def standing(self) -> str:
        """ "Beats Mike 9 of 12", "Loses to Mike 8 of 12", "Even with Mike, 6 of 12"; of a child
        "Ahead of Mike 9 of 12". Games with a shared place follow: "Beats Mike 5 of 12, 3 shared".
        """
        name = isolated(self.name)
        shared = f", {self.shared} shared" if self.shared else ""
        if self.ahead == self.behind:
            times = f", {self.ahead} of {self.games}" if self.ahead else ""
            return f"Even with {name}{times}{shared}"
        if self.ahead > self.behind:
            verb, most = "Ahead of" if self.gentle else "Beats", self.ahead
        else:
            verb, most = "Behind" if self.gentle else "Loses to", self.behind
        return f"{verb} {name} {most} of {self.games}{shared}"

    @property
    def shared(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def percent_ahead(self) -> int:
        return percent(self.ahead, self.games)


def nemeses(rivals: Sequence[Rival]) -> list[Rival]:
    """Whoever is ahead most often for each game together, of those with FEWEST_GAMES and more often
    ahead than behind; of equals whoever sat there more often; all who share that.

    Ahead in 7 of 10, in 14 of 20 and in 4 of 4: the second, for four games are too few.
    """
    known = [one for one in rivals if one.games >= FEWEST_GAMES and one.behind > one.ahead]
    return _most(known, lambda one: (Fraction(one.behind, one.games), one.games))


def victims(rivals: Sequence[Rival]) -> list[Rival]:
    """Whoever is behind most often for each game together, as `nemeses` the other way round."""
    known = [one for one in rivals if one.games >= FEWEST_GAMES and one.ahead > one.behind]
    return _most(known, lambda one: (Fraction(one.ahead, one.games), one.games))


@dataclass(frozen=True, slots=True)
class OwnContract:
    """One contract of one rule family: in how many complete rounds of it somebody wrote how many
    points, and so everybody, them too. Points are costs: fewer are better, whatever their sign.
    """

    round: int
    pattern: str
    rounds: int
    points: int
    all_rounds: int
    all_points: int

    @property
    def average(self) -> Fraction:
        return Fraction(self.points, self.rounds)

    @property
    def all_average(self) -> Fraction:
        return Fraction(self.all_points, self.all_rounds)

    @property
    def worse_by(self) -> Fraction:
        """How many points a round more than everybody's average; negative: fewer."""
        return self.average - self.all_average

    @property
    def words(self) -> str:
        return pattern_words(self.pattern)


def bogeys(contracts: Sequence[OwnContract]) -> list[OwnContract]:
    """The contract that costs most above everybody's average, of those played FEWEST_ROUNDS times;
    all that share that.

    40 a round where all have 30, and 60 where all have 55: the first.
    """
    known = [one for one in contracts if one.rounds >= FEWEST_ROUNDS and one.worse_by > 0]
    return _most(known, lambda one: one.worse_by)


def _most(known: Sequence[T], of: Callable[[T], Any]) -> list[T]:
    most = max(map(of, known), default=None)
    return [one for one in known if of(one) == most]
