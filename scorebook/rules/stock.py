"""A hand, and the cards that could still come to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scorebook.rules.hands import JOKER_NUMBER, Numbers
from scorebook.rules.tables import Tables


@dataclass(frozen=True)
class Stock:
    """The cards of a hand, and by face all that there are, the hand's included."""

    tables: Tables
    held: Counter[int]
    there: list[int]

    @classmethod
    def of(cls, tables: Tables, cards: Numbers, packs: int) -> Stock:
        held = Counter(cards)
        there = [max(packs, held[number]) for number in range(len(tables.prices.worths))]
        if len(there) > JOKER_NUMBER:
            jokers = packs * tables.variant.jokers_per_pack
            there[JOKER_NUMBER] = max(jokers, held[JOKER_NUMBER])
        return cls(tables, held, there)

    @cached_property
    def naturals(self) -> list[int]:
        return [n for n in self.held.elements() if not self.tables.prices.is_wild[n]]

    @cached_property
    def wilds(self) -> int:
        return self.held.total() - len(self.naturals)

    @cached_property
    def cards(self) -> int:
        return self.held.total()

    @cached_property
    def wilds_coming(self) -> int:
        is_wild = self.tables.prices.is_wild
        return sum(copies for face, copies in self.coming.items() if is_wild[face])

    @cached_property
    def coming(self) -> Counter[int]:
        """What there is beside the hand."""
        return Counter(dict(enumerate(self.there))) - self.held

    def naturals_there(self, faces: Iterable[int]) -> int:
        is_wild = self.tables.prices.is_wild
        return sum([self.there[face] for face in faces if not is_wild[face]])
