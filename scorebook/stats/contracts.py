"""How contracts, dealing, seats and buying turn out: pure functions over plain rows.

All rows are of one rule family. Points are signed as on the sheet; `sign` is 1 where low is good
and −1 where high is, so points times sign are a cost, and less of it is better everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scorebook.rules.axes import pattern_words
from scorebook.stats.rounding import percent, rounded

MINIMUM_HANDS = 20
MINIMUM_GAMES = 20
WORTH_SAYING = 1  # points a hand, or percent of the games


@dataclass(frozen=True, slots=True)
class Hands:
    """What some hands came to: how many, the sum of their points, and how many went out."""

    count: int = 0
    points: int = 0
    out: int = 0

    def __add__(self, other: Hands) -> Hands:
        return Hands(self.count + other.count, self.points + other.points, self.out + other.out)

    def __sub__(self, other: Hands) -> Hands:
        return Hands(self.count - other.count, self.points - other.points, self.out - other.out)

    @property
    def tell(self) -> bool:
        """Are they enough to say anything?"""
        return self.count >= MINIMUM_HANDS

    @property
    def average(self) -> Fraction:
        """Points a hand."""
        return Fraction(self.points, self.count)

    @property
    def average_figure(self) -> str:
        return rounded(self.average, 1)

    @property
    def out_percent(self) -> int:
        """How often one of them went out."""
        return percent(self.out, self.count)


@dataclass(frozen=True, slots=True)
class Contract:
    """All hands of one contract, whoever held them; `dealt` are the dealers', `bought` those of
    whoever bought in the round. Both are among `hands`.
    """

    round: int
    pattern: str
    hands: Hands
    dealt: Hands
    bought: Hands

    @classmethod
    def of(cls, round: int, pattern: str, *sums: int) -> Contract:
        """From three sums each, as of `Hands`, of all, of the dealers and of whoever bought."""
        whose = (Hands(*sums[at : at + 3]) for at in range(0, len(sums), 3))
        return cls(round, pattern, *whose)

    @property
    def words(self) -> str:
        return pattern_words(self.pattern)


def cruellest(contracts: Iterable[Contract], sign: int) -> tuple[Contract, ...]:
    """Where a hand costs most on average; nobody's where fewer than two contracts have enough
    hands, or where they all cost the same.

    Of 20 hands for 400 points, 40 for 1,200 and 5 for 900 it is the second, with 30 a hand: five
    hands are too few.
    """
    told = [one for one in contracts if one.hands.tell]
    costs = {sign * one.hands.average for one in told}
    if len(costs) < 2:
        return ()
    return tuple(one for one in told if sign * one.hands.average == max(costs))


class Verdict(StrEnum):
    """Whether something helps, as far as one can tell."""

    TOO_FEW = "too few"
    HELPS = "helps"
    HURTS = "hurts"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Hands with something beside the hands without it at the same contracts: each contract weighs
    as much as it does among those with it, so that it is no matter who bought when. `expected` are
    the points a hand of the others, weighed so; `saved` are those that it saves a hand, below 0
    where it costs some. Both are 0 where they are too few to tell.
    """

    those: Hands
    others: Hands
    expected: Fraction
    saved: Fraction
    verdict: Verdict

    @property
    def expected_figure(self) -> str:
        return rounded(self.expected, 1)

    @property
    def difference(self) -> str:
        """How many points it makes a hand, whoever is better off."""
        return rounded(abs(self.saved), 1)

    @classmethod
    def of(cls, pairs: Iterable[tuple[Hands, Hands]], sign: int) -> Comparison:
        """Of each contract those with it and the others; a contract that lacks either is left out.

        10 hands for 100 points beside 40 for 800, and 30 for 900 beside 10 for 400: those had
        1,000 points in 40 hands, 25 each. The others would have had 10 times 20 and 30 times 40,
        35 each. So 10 points a hand are saved, where low is good.
        """
        both = [(one, other) for one, other in pairs if one.count and other.count]
        those = sum((one for one, _ in both), Hands())
        others = sum((other for _, other in both), Hands())
        if not (those.tell and others.tell):
            return cls(those, others, Fraction(0), Fraction(0), Verdict.TOO_FEW)
        expected = sum((one.count * other.average for one, other in both), Fraction(0))
        expected /= those.count
        saved = sign * (expected - those.average)
        return cls(those, others, expected, saved, _verdict(saved))


def dealing(contracts: Iterable[Contract], sign: int) -> Comparison:
    """The dealers' hands beside everybody else's."""
    return Comparison.of([(one.dealt, one.hands - one.dealt) for one in contracts], sign)


def buying(contracts: Iterable[Contract], sign: int) -> Comparison:
    """The hands of who bought in the round beside those of who did not."""
    return Comparison.of([(one.bought, one.hands - one.bought) for one in contracts], sign)


@dataclass(frozen=True, slots=True)
class Question:
    """Whether something helps: how it is asked, and who is compared with whom."""

    title: str
    those: str
    others: str
    answer: Callable[[Iterable[Contract], int], Comparison]


QUESTIONS = {
    "dealing": Question("Does dealing help?", "Dealers", "Everybody else", dealing),
    "buying": Question("Does buying pay?", "Who bought in the round", "Who did not", buying),
}


@dataclass(frozen=True, slots=True)
class Chair:
    """The seat to the left of whoever dealt first, in `games` games: it won `won` of them. `fair`
    are the games that chance alone would give it: a fifth of each at a table of five.
    """

    games: int = 0
    won: int = 0
    fair: Fraction = Fraction(0)

    @property
    def verdict(self) -> Verdict:
        """30 won of 100 at tables of five help: 20 would be fair."""
        if self.games < MINIMUM_GAMES:
            return Verdict.TOO_FEW
        return _verdict(100 * (self.won - self.fair) / self.games)

    @property
    def percent(self) -> int:
        return percent(self.won, self.games)

    @property
    def fair_percent(self) -> int:
        return percent(self.fair, self.games)


def _verdict(gain: Fraction) -> Verdict:
    if abs(gain) < WORTH_SAYING:
        return Verdict.EVEN
    return Verdict.HELPS if gain > 0 else Verdict.HURTS
