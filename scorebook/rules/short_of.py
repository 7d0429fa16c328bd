"""What a hand that cannot be laid down is short of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorebook.rules.axes import MeldType
from scorebook.rules.cards import SUIT_NAMES, Card
from scorebook.rules.hands import FACES
from scorebook.rules.lay_down import LaidMeld
from scorebook.rules.purchase import NEVER
from scorebook.rules.shortfall import fewest_short
from scorebook.rules.solver import best_lay_down, tables_of
from scorebook.rules.stock import Stock
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import faces

RANK_NAMES = {"A": "aces", "T": "10s", "J": "jacks", "Q": "queens", "K": "kings"}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Cards of which any one helps, and to what: "a run of hearts" ("" where that is open)."""

    to: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """`short`: the fewest cards with which the hand could be laid down; None if no number would do.

    `alternatives` together hold every card that brings the hand one card nearer: `any_card`, if
    these are all that there still are.
    """

    short: int | None
    alternatives: tuple[Alternative, ...] = ()
    any_card: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that brings the hand one card nearer."""
        helpful = {card for alternative in self.alternatives for card in alternative.cards}
        return tuple(card for card in FACES if card in helpful)

    @property
    def sentence(self) -> str:
        """ "One card short of a run of hearts: any of 5♥ 9♥ joker."."""
        if self.short is None:
            return "No more cards would do, however many."
        short = "One card short" if self.short == 1 else f"{self.short} cards short"
        if self.any_card:
            return f"{short}: any card brings it nearer."
        if self.short > 1:
            return f"{short}: {_any_of(self.cards)} brings it nearer."
        wanted = "; or ".join(
            f"{alternative.to}: {_any_of(alternative.cards)}" for alternative in self.alternatives
        )
        return f"{short} of {wanted}."


def _any_of(cards: tuple[Card, ...]) -> str:
    return f"any of {faces(cards)}" if len(cards) > 1 else faces(cards)


def short_of(variant: Variant, round: int, hand: Iterable[Card], packs: int) -> Missing | None:
    """What the hand lacks for the contract of `round` (from 1); None if it can be laid down.

    Only cards count that the `packs` in play still hold. Raises ValueError and CardError as
    `best_lay_down` does.
    """
    held = tuple(hand)
    return None if best_lay_down(variant, round, held) else lacks(variant, round, held, packs)


def lacks(variant: Variant, round: int, held: tuple[Card, ...], packs: int) -> Missing:
    """What a hand lacks that is known to have no lay-down."""
    tables = tables_of(variant)
    cards = tables.prices.numbered(held)
    short = fewest_short(tables, round, cards, packs, enough=1)
    if short == NEVER:
        return Missing(None)
    more = Stock.of(tables, cards, packs).coming
    helpful = [
        FACES[number]
        for number in sorted(more)
        if fewest_short(tables, round, tuple(sorted((*cards, number))), packs, short, short - 1)
        < short
    ]
    any_card = len(helpful) == len(more)
    if short > 1:
        return Missing(short, (Alternative("", tuple(helpful)),), any_card)
    by_meld: dict[str, list[Card]] = {}
    for card in helpful:
        by_meld.setdefault(_use(variant, round, held, card), []).append(card)
    alternatives = tuple(Alternative(to, tuple(cards)) for to, cards in by_meld.items())
    return Missing(1, alternatives, any_card)


def _use(variant: Variant, round: int, held: tuple[Card, ...], card: Card) -> str:
    """To what the best lay-down puts a card with which there is one."""
    found = best_lay_down(variant, round, (*held, card))
    meld = next((meld for meld in found.melds if card in meld.cards), None) if found else None
    return _named(variant, meld) if meld else "a card to discard"


def _named(variant: Variant, meld: LaidMeld) -> str:
    """ "a run of hearts", "a set of kings"."""
    proper = [card for card in meld.cards if not variant.is_wild(card)]
    if not proper:
        return f"a {meld.type}"
    if meld.type is MeldType.SET:
        return f"a set of {_ranks(proper[0].rank)}"
    return f"a run of {SUIT_NAMES[proper[0].suit]}" if variant.runs.same_suit else "a run"


def _ranks(rank: str) -> str:
    return RANK_NAMES.get(rank, f"{rank}s")
