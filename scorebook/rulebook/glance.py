"""A rule set at a glance: what is asked, what counts, how many packs, which cuts are exact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorebook.rulebook.pages import house_words
from scorebook.rules.axes import Basis, RoundRules, contract_words
from scorebook.rules.describe import card_words, ends_words
from scorebook.rules.scoring import cut_numbers
from scorebook.rules.variant import Variant

PLAYERS = range(2, 9)


class RoundLine(NamedTuple):
    """`marks`: how "contract", "ends" and "dealt" stand, as in `_mark`."""

    number: int
    contract: str
    ends: str
    rules: RoundRules
    marks: dict[str, str]


class TableLine(NamedTuple):
    """For one size of table: packs, and the exact cuts for each number of cards dealt."""

    players: int
    packs: int
    cuts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """`prices`: (cards, points, mark); `dealt`: the numbers of cards that a cut could
    be for, empty without the rule.
    """

    rounds: list[RoundLine]
    prices: list[tuple[str, int, str]]
    dealt: list[int]
    tables: list[TableLine]
    tables_mark: str


def glance(variant: Variant) -> Glance:
    dealt = sorted({rules.dealt for rules in variant.rounds}) if variant.cut else []
    prices = [
        (card_words(key), variant.sign * points, _mark(variant, f"points.{key}"))
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
        tables_mark=_mark(variant, *packs, *(["cut"] if dealt else [])),
    )


def _round_line(variant: Variant, number: int) -> RoundLine:
    rules, path = variant.rounds[number - 1], f"rounds.{number}"
    ends = [f"{path}.closing_discard"]
    ends += [f"{path}.same_turn"] if rules.same_turn else []
    ends += [] if rules.buying else [f"{path}.buying"]
    told = {"contract": [f"{path}.contract"], "ends": ends, "dealt": [f"{path}.dealt"]}
    marks = {name: _mark(variant, *axes) for name, axes in told.items()}
    return RoundLine(number, contract_words(rules.contract), ends_words(rules), rules, marks)


def _mark(variant: Variant, *axes: str) -> str:
    """ "House rule since 3 May 2026", "assumed", or nothing where the source says all of it."""
    sources = [variant.source(axis) for axis in axes]
    if house := next(filter(None, map(house_words, sources)), ""):
        return house
    return "assumed" if any(source.basis is Basis.ASSUMED for source in sources) else ""
