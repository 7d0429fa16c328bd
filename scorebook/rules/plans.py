"""The order in which a search fills the melds of a contract, and what it knows of them by then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from scorebook.rules.axes import MeldSlot, MeldType


class Plan:
    """The slots of a contract, sets before runs and the longest of either first.

    `told` are the depths of the slots in the contract's own order. The other lists go by depth:
    `alike` are how many slots like this one are left, it included; `like_before` says whether the
    slot before is one; `asked` is the fewest cards that the slots after it take.
    """

    def __init__(self, contract: tuple[MeldSlot, ...]) -> None:
        order = sorted(
            range(len(contract)),
            key=lambda at: (contract[at].type is MeldType.RUN, -contract[at].length),
        )
        slots = [contract[at] for at in order]
        lengths = [slot.length for slot in slots]
        self.slots = tuple(slots)
        self.told = [order.index(at) for at in range(len(contract))]
        self.alike = [slots[depth:].count(slot) for depth, slot in enumerate(slots)]
        self.like_before = [
            depth > 0 and slot == slots[depth - 1] for depth, slot in enumerate(slots)
        ]
        self.asked = [sum(lengths[depth + 1 :]) for depth in range(len(slots))]
        self.cards = sum(lengths)
        self.sets = sum(slot.type is MeldType.SET for slot in slots)
        self.runs = len(slots) - self.sets


def with_extra_melds(
    contract: tuple[MeldSlot, ...], shortest: dict[MeldType, int], cards: int
) -> Iterator[Plan]:
    """The contract with one extra meld, two, and so on, as far as the cards can do."""
    extras = [MeldSlot(type, length) for type, length in shortest.items()]
    spare = cards - sum(slot.length for slot in contract)
    for number in range(1, spare // min(shortest.values()) + 1):
        for extra in combinations_with_replacement(extras, number):
            if sum(slot.length for slot in extra) <= spare:
                yield Plan((*contract, *extra))
