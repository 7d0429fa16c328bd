"""The best lay-down as a constraint model for OR-tools' CP-SAT, written from the rules alone.

It shares no code and no data with scorebook: the five rule sets are written down here again, and
cards are plain codes like "KH" and "JK".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ortools.sat.python import cp_model

RANKS = "A23456789TJQK"
SUITS = "SHDC"
FULL_CONTRACTS = ("SS", "SR", "RR", "SSS", "SSR", "SRR", "RRR")


@dataclass(frozen=True)
class Sheet:
    """One rule set. `closing` by round: "+" a discard ends it, "-" none may, "?" either; with "!"
    who lays down goes out on the same turn.
    """

    wild: tuple[str, ...]
    ace: int
    wild_points: int
    contracts: tuple[str, ...]
    closing: tuple[str, ...]
    touching_wilds: bool = True
    naturals_in_set: int = 0
    three_of_four: bool = False
    round_the_ace: bool = False


TWOS = tuple("2" + suit for suit in SUITS)
SHEETS = {
    "link": Sheet(("JK",), 20, 50, FULL_CONTRACTS, ("?",) * 6 + ("+",), touching_wilds=False),
    "gourt": Sheet(
        TWOS,
        25,
        25,
        FULL_CONTRACTS[:6],
        ("+",) * 4 + ("+!", "-!"),
        naturals_in_set=2,
        three_of_four=True,
    ),
    "norwegian": Sheet(("2S",), 20, 50, FULL_CONTRACTS, ("+",) * 6 + ("+!",), round_the_ace=True),
    "bga_full": Sheet(("JK",), 15, 20, FULL_CONTRACTS, ("+",) * 7),
    "bga_short": Sheet(("JK",), 15, 20, ("SS", "RR", "SSR", "RRR"), ("+",) * 4),
}


def points(sheet: Sheet, card: str) -> int:
    if card in sheet.wild:
        return sheet.wild_points
    if card[0] == "A":
        return sheet.ace
    return 10 if card[0] in "TJQK" else 5


def fewest_left(variant: str, round: int, hand: list[str]) -> tuple[int, int] | None:
    """Points and cards left by the best lay-down, or None if there is none."""
    model = _Model(SHEETS[variant], round, hand)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model.model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise RuntimeError(f"{solver.status_name(status)}: {variant} {round} {hand}")
    laid = round_objective(solver.objective_value)
    return model.total - laid // 100, len(hand) - laid % 100


def round_objective(value: float) -> int:
    """CP-SAT gives its objective as a float that may lie a little off the whole number."""
    return int(value + 0.5)


class _Model:
    """Maximises points * 100 + cards of what is laid down."""

    def __init__(self, sheet: Sheet, round: int, hand: list[str]) -> None:
        self.model = cp_model.CpModel()
        self.sheet = sheet
        self.total = sum(points(sheet, card) for card in hand)
        self.held = Counter(card for card in hand if card not in sheet.wild)
        self.wilds = len(hand) - self.held.total()
        self.uses: dict[str, list[Any]] = {card: [] for card in self.held}
        self.wild_uses: list[Any] = []
        for number, letter in enumerate(sheet.contracts[round - 1]):
            (self._set if letter == "S" else self._run)(f"{letter}{number}")
        for card, copies in self.held.items():
            self.model.add(sum(self.uses[card]) <= copies)
        self.model.add(sum(self.wild_uses) <= self.wilds)
        self._closing(sheet.closing[round - 1], len(hand))

    def _closing(self, closing: str, held: int) -> None:
        cards = sum(sum(uses) for uses in self.uses.values()) + sum(self.wild_uses)
        left = held - cards
        if closing == "+":
            self.model.add(left >= 1)
        elif closing == "+!":
            self.model.add(left == 1)
        elif closing == "-!":
            self.model.add(left == 0)
        worth = sum(points(self.sheet, card) * sum(uses) for card, uses in self.uses.items())
        wild = self.sheet.wild_points * sum(self.wild_uses)
        self.model.maximize(100 * (worth + wild) + cards)

    def _set(self, name: str) -> None:
        """Naturals of one rank and any wilds, three cards at least."""
        ranks = {rank: self.model.new_bool_var(f"{name} of {rank}") for rank in RANKS}
        self.model.add_exactly_one(ranks.values())
        naturals = []
        for card, copies in self.held.items():
            number = self.model.new_int_var(0, copies, f"{name} {card}")
            self.model.add(number <= copies * ranks[card[0]])
            self.uses[card].append(number)
            naturals.append(number)
        wild = self.model.new_int_var(0, self.wilds, f"{name} wilds")
        self.wild_uses.append(wild)
        self.model.add(sum(naturals) + wild >= 3)
        if self.sheet.naturals_in_set:
            self.model.add(sum(naturals) >= self.sheet.naturals_in_set)

    def _run(self, name: str) -> None:
        """Four to fourteen neighbouring places, each with its card of the run's suit or a wild."""
        model = self.model
        places = range(26 if self.sheet.round_the_ace else 14)
        suits = {suit: model.new_bool_var(f"{name} in {suit}") for suit in SUITS}
        model.add_exactly_one(suits.values())
        wild = [model.new_bool_var(f"{name} wild {place}") for place in places]
        natural: list[Any] = []
        for place in places:
            here = []
            for suit in SUITS:
                card = RANKS[place % 13] + suit
                if card in self.held:
                    lies = model.new_bool_var(f"{name} {card} {place}")
                    model.add_implication(lies, suits[suit])
                    self.uses[card].append(lies)
                    here.append(lies)
            natural.append(sum(here))
        taken = [model.new_bool_var(f"{name} taken {place}") for place in places]
        for place in places:
            model.add(natural[place] + wild[place] == taken[place])
        self.wild_uses += wild
        self._unbroken(name, taken)
        self._wild_limits(name, natural, wild)

    def _unbroken(self, name: str, taken: list[Any]) -> None:
        model = self.model
        starts = [model.new_bool_var(f"{name} starts {place}") for place in range(13)]
        model.add_exactly_one(starts)
        for place, here in enumerate(taken):
            before = taken[place - 1] if place else 0
            begins = starts[place] if place < 13 else 0
            model.add(here <= before + begins)
            if place < 13:
                model.add_implication(starts[place], here)
                if place:
                    model.add_implication(starts[place], before.negated())
        model.add_linear_constraint(sum(taken), 4, 14)
        if self.sheet.round_the_ace:
            below, above = model.new_bool_var(f"{name} below"), model.new_bool_var(f"{name} above")
            model.add_bool_or(taken[12].negated(), taken[14].negated(), below, above)
            for away in (1, 2, 3):
                model.add_implication(below, taken[13 - away])
                model.add_implication(above, taken[13 + away])

    def _wild_limits(self, name: str, natural: list[Any], wild: list[Any]) -> None:
        if not self.sheet.touching_wilds:
            for one, other in pairwise(wild):
                self.model.add_at_most_one(one, other)
        if self.sheet.three_of_four:
            somewhere = []
            for place in range(len(natural) - 3):
                full = self.model.new_bool_var(f"{name} three from {place}")
                self.model.add(sum(natural[place : place + 4]) >= 3).only_enforce_if(full)
                somewhere.append(full)
            self.model.add_bool_or(somewhere)
