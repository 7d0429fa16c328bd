"""A lay-down: the melds as they lie, what each wild stands for, and what stays in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorebook.rules.axes import ClosingDiscard, MeldSlot, MeldType, RoundRules
from scorebook.rules.cards import Card
from scorebook.rules.contracts import Meld
from scorebook.rules.verdict import count, face, faces


class LaidMeld(NamedTuple):
    """One meld for `slot` of the contract; a run's cards lie from low to high.

    `stands_for` maps positions of `cards` to what the wild there stands for (no suit in a set;
    nothing in a meld of wilds alone, whose rank has to be said).
    """

    slot: MeldSlot
    cards: tuple[Card, ...]
    stands_for: Mapping[int, Card]

    @property
    def type(self) -> MeldType:
        return self.slot.type

    @property
    def sentence(self) -> str:
        """ "Run: 7♥ 8♥ joker (9♥) 10♥"."""
        lying = (
            f"{face(card)} ({face(self.stands_for[at])})" if at in self.stands_for else face(card)
            for at, card in enumerate(self.cards)
        )
        return f"{self.type.capitalize()}: {' '.join(lying)}"


class LayDown(NamedTuple):
    """The melds in the contract's order, extra melds after them, and `left`, the cards not laid.

    The card that the turn discards is one of `left`. Points are positive whatever the variant's
    sign. `goes_out`: with nothing played off, this turn can end the round.
    """

    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    laid_points: int
    left_points: int
    goes_out: bool

    @property
    def how(self) -> str:
        """How the turn goes on, in a sentence."""
        if not self.goes_out:
            return f"{count(len(self.left), 'card')} left before the discard: {faces(self.left)}."
        return f"Out, with {face(self.left[0])} discarded." if self.left else "Out."

    def as_melds(self) -> list[Meld]:
        """What `check_lay_down` takes."""
        return [(meld.type, meld.cards) for meld in self.melds]


def may_keep(rules: RoundRules, kept: int) -> bool:
    """Whether a turn that lays down and keeps so many cards, one to discard among them, can end."""
    closing = rules.closing_discard
    if kept == 0:
        return closing is not ClosingDiscard.REQUIRED
    if kept == 1:
        return closing is not ClosingDiscard.FORBIDDEN
    return not rules.same_turn
