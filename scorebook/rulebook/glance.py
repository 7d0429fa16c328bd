"""A rule set at a glance: what is asked, what counts, how many packs, which cuts are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorebook.rules.axes import RoundRules, contract_words
from scorebook.rules.describe import card_words, ends_words
from scorebook.rules.scoring import cut_numbers
from scorebook.rules.variant import Variant

PLAYERS = range(2, 9)


class RoundLine(NamedTuple):
    number: int
    contract: str
    ends: str
    rules: RoundRules


class TableLine(NamedTuple):
    """For one size of table: packs, and the exact cuts for each number of cards dealt."""

    players: int
    packs: int
    cuts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """`dealt`: the numbers of cards that a cut could be for, empty without the rule."""

    rounds: list[RoundLine]
    prices: list[tuple[str, int]]
    dealt: list[int]
    tables: list[TableLine]


def glance(variant: Variant) -> Glance:
    dealt = sorted({rules.dealt for rules in variant.rounds}) if variant.cut else []
    rounds = [
        RoundLine(number, contract_words(rules.contract), ends_words(rules), rules)
        for number, rules in enumerate(variant.rounds, start=1)
    ]
    prices = [(card_words(key), variant.sign * points) for key, points in variant.points.items()]
    tables = [
        TableLine(
            players,
            variant.packs_for(players),
            tuple(" or ".join(map(str, cut_numbers(variant, players, cards))) for cards in dealt),
        )
        for players in PLAYERS
    ]
    return Glance(rounds, prices, dealt, tables)
