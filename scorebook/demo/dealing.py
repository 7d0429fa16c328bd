"""Shuffling, cutting and dealing real packs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from scorebook.demo.house import full_pack
from scorebook.rules.variant import Variant

CUT_SPREAD = 9.0  # cards by which an ordinary cutter is off the number that was aimed at


@dataclass(frozen=True, slots=True)
class Deal:
    """Hands by seat, the stock (drawn from its end), the discard pile (its end is on top), and the
    number of cards that were cut off the pack, counted before the deal."""

    hands: dict[int, list[str]]
    stock: list[str]
    pile: list[str]
    cut: int


def deal(variant: Variant, packs: int, dealt: int, seats: Sequence[int], rng: Random) -> Deal:
    """Shuffle, cut at about the number that the deal needs, and deal `dealt` cards to each seat.

    The cards come from the part that was cut off and then from the rest, as they lie.
    """
    pack = full_pack(variant, packs)
    rng.shuffle(pack)
    cut = round(rng.gauss(len(seats) * dealt + 0.5, CUT_SPREAD))
    pack = pack[cut:] + pack[:cut]
    hands = {seat: [pack.pop() for _ in range(dealt)] for seat in seats}
    pile = [pack.pop()] if variant.upcard else []
    return Deal(hands, pack, pile, cut)
