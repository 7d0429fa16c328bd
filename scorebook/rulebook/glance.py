"""A rule set at a glance: what is asked, what counts, how many packs, which cuts are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorebook.rules.axes import Basis, RoundRules, contract_words
from scorebook.rules.describe import card_words, ends_words
from scorebook.rules.scoring import cut_numbers
from scorebook.rules.variant import Variant

PLAYERS = range(2, 9)


class RoundLine(NamedTuple):
    """`assumed`: which of "contract", "ends" and "dealt" are not in the source."""

    number: int
    contract: str
    ends: str
    rules: RoundRules
    assumed: frozenset[str]


class TableLine(NamedTuple):
    """For one size of table: packs, and the exact cuts for each number of cards dealt."""

    players: int
    packs: int
    cuts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """`prices`: (cards, points, whether assumed); `dealt`: the numbers of cards that a cut could
    be for, empty without the rule.
    """

    rounds: list[RoundLine]
    prices: list[tuple[str, int, bool]]
    dealt: list[int]
    tables: list[TableLine]
    packs_assumed: bool
    cut_assumed: bool


def glance(variant: Variant) -> Glance:
    dealt = sorted({rules.dealt for rules in variant.rounds}) if variant.cut else []
    prices = [
        (card_words(key), variant.sign * points, _assumed(variant, f"points.{key}"))
        for key, points in variant.points.items()
    ]
    tables = [
        TableLine(
            players,
            variant.packs_for(players),
            tuple(" or ".join(map(str, cut_numbers(variant, players, cards))) for cards in dealt),
        )
        for players in PLAYERS
    ]
    packs = ["packs", *(f"packs.{n}.from_players" for n in range(1, len(variant.packs) + 1))]
    return Glance(
        rounds=[_round_line(variant, number) for number in range(1, len(variant.rounds) + 1)],
        prices=prices,
        dealt=dealt,
        tables=tables,
        packs_assumed=_assumed(variant, *packs),
        cut_assumed=bool(dealt) and _assumed(variant, "cut"),
    )


def _round_line(variant: Variant, number: int) -> RoundLine:
    rules, path = variant.rounds[number - 1], f"rounds.{number}"
    ends = [f"{path}.closing_discard"]
    ends += [f"{path}.same_turn"] if rules.same_turn else []
    ends += [] if rules.buying else [f"{path}.buying"]
    told = {"contract": [f"{path}.contract"], "ends": ends, "dealt": [f"{path}.dealt"]}
    assumed = frozenset(name for name, axes in told.items() if _assumed(variant, *axes))
    return RoundLine(number, contract_words(rules.contract), ends_words(rules), rules, assumed)


def _assumed(variant: Variant, *axes: str) -> bool:
    return any(variant.source(axis).basis is Basis.ASSUMED for axis in axes)
