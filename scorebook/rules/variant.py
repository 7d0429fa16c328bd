"""A variant: one rule set as data, with where each of its values comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    Basis,
    BuyPer,
    BuyRules,
    BuyScope,
    BuyWho,
    CallingRummyRules,
    ClosingDiscard,
    CutCount,
    CutRules,
    CutTo,
    Direction,
    LayDownRules,
    MeldSlot,
    MeldType,
    Packs,
    PlayOffRules,
    RoundRules,
    RunRules,
    SetRules,
    Source,
    SwapOwner,
    SwapRules,
    TouchingRuns,
    WildLimits,
    WildLimitsApply,
    Wrap,
    contract,
    contract_words,
)
from scorebook.rules.cards import CODES, JOKER_RANK, RANKS, SUITS, Card
from scorebook.rules.codec import VariantError, decode, encode
from scorebook.rules.possible import check_possible, price_list

__all__ = [
    "Ace",
    "AfterBuy",
    "Basis",
    "BuyPer",
    "BuyRules",
    "BuyScope",
    "BuyWho",
    "CallingRummyRules",
    "ClosingDiscard",
    "CutCount",
    "CutRules",
    "CutTo",
    "Direction",
    "LayDownRules",
    "MeldSlot",
    "MeldType",
    "Packs",
    "PlayOffRules",
    "RoundRules",
    "RunRules",
    "SetRules",
    "Source",
    "SwapOwner",
    "SwapRules",
    "TouchingRuns",
    "Variant",
    "VariantError",
    "WildLimits",
    "WildLimitsApply",
    "Wrap",
    "contract",
    "contract_words",
]


@dataclass(frozen=True, slots=True)
class Variant:
    """One rule set. `points` maps "A", "2-9", "T-K", "JK", "2S" to positive points; `sign` is
    +1 (lowest total wins) or -1 (totals are negative and the highest wins). `wild` holds "JK",
    "2" (every two) or "2S". `sources` maps an axis ("runs.wilds.adjacent", "rounds.7") to where
    its value comes from; the nearest named ancestor answers for an axis without one, and an
    axis without any is assumed.
    """

    name: str
    family: str
    rounds: tuple[RoundRules, ...]
    packs: tuple[Packs, ...]
    jokers_per_pack: int
    wild: tuple[str, ...]
    points: Mapping[str, int]
    sign: int = 1
    upcard: bool = True
    direction: Direction = Direction.CLOCKWISE
    points_for_going_out: int = 0
    sets: SetRules = field(default_factory=SetRules)
    runs: RunRules = field(default_factory=RunRules)
    lay_down: LayDownRules = field(default_factory=LayDownRules)
    play_off: PlayOffRules = field(default_factory=PlayOffRules)
    swap: SwapRules | None = None
    buy: BuyRules | None = None
    calling_rummy: CallingRummyRules | None = None
    cut: CutRules | None = None
    customs: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    card_points: Mapping[str, int] = field(init=False, repr=False, compare=False)
    """Every card's positive points by its code: "KH", "4" (suit not known), "JK"."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "card_points", price_list(self.points))

    @classmethod
    def from_dict(cls, data: object) -> Variant:
        """Read the JSON form, strictly. Raises VariantError naming the key at fault."""
        variant = decode(cls, data)
        check_possible(variant)
        return variant

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: `Variant.from_dict(variant.to_dict()) == variant`."""
        plain: dict[str, Any] = encode(self)
        return plain

    def source(self, axis: str) -> Source:
        """Where the value of a dotted axis comes from; ASSUMED if neither it nor an ancestor is
        named.
        """
        while axis:
            if axis in self.sources:
                return self.sources[axis]
            axis = axis.rpartition(".")[0]
        return Source(Basis.ASSUMED)

    def packs_for(self, players: int) -> int:
        """Packs for a table; a table larger or smaller than any named takes the nearest row."""
        fitting = [row for row in self.packs if row.from_players <= players] or self.packs[:1]
        return fitting[-1].packs

    def pack(self) -> tuple[Card, ...]:
        """The cards of one pack, jokers last."""
        plain = [Card(rank, suit) for suit in SUITS for rank in RANKS]
        return (*plain, *[Card(JOKER_RANK)] * self.jokers_per_pack)

    def is_wild(self, card: Card) -> bool:
        return card.rank in self.wild or str(card) in self.wild

    def knows(self, code: str) -> bool:
        """Whether a card of this code ("KH", "4", "JK") is in the packs."""
        return code in CODES and (code != JOKER_RANK or self.jokers_per_pack > 0)

    def copies(self, kind: str, packs: int) -> int:
        """How many cards of a kind are in `packs` packs: "JK", "KH", or "2" for those twos whose
        suit does not make them wild.
        """
        if kind == JOKER_RANK:
            return packs * self.jokers_per_pack
        if kind in RANKS:
            return packs * sum(kind + suit not in self.wild for suit in SUITS)
        return packs

    def round_rules(self, number: int) -> RoundRules | None:
        """The rules of round `number` (from 1), or None if the variant has no such round."""
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None
