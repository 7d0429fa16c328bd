"""Every lay-down of a small hand, tried one by one against the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.contracts import Meld, check_lay_down
from scorebook.rules.melds import check_meld, shortest
from scorebook.rules.scoring import points_of
from scorebook.rules.variant import Variant

PACKS = 8
Cards = tuple[Card, ...]


def fewest_left(variant: Variant, round: int, hand: Sequence[Card]) -> tuple[int, int] | None:
    """Points and cards left by the best lay-down, or None if no lay-down is legal."""
    held = Counter(hand)
    lay_downs = _lay_downs(variant, round, held)
    for left, melds in sorted(lay_downs, key=lambda lay_down: lay_down[0]):
        if is_legal(variant, round, melds, len(hand)):
            return left
    return None


def is_legal(variant: Variant, round: int, melds: Sequence[Meld], held: int) -> bool:
    """Whether the checker takes the melds as they lie, whichever way the turn ends."""
    kept = held - sum(len(cards) for _, cards in melds)
    return any(
        check_lay_down(
            variant,
            round,
            melds,
            packs=PACKS,
            left_in_hand=kept - discarded,
            discarded=discarded,
            hand_after_draw=held,
            ordered=True,
        ).ok
        for discarded in (0, 1)
        if kept >= discarded
    )


def _lay_downs(
    variant: Variant, round: int, held: Counter[Card]
) -> Iterator[tuple[tuple[int, int], list[Meld]]]:
    """Contracts made of legal melds, and extra melds, with the points and cards that they leave."""
    rules = variant.rounds[round - 1]
    asked = sorted(rules.contract, key=lambda slot: (slot.type, slot.length))
    melds = {
        slot: _melds(variant, slot, held)
        for slot in {*asked, *(MeldSlot(type, shortest(variant, type)) for type in MeldType)}
    }
    points = {card: points_of(variant, card) for card in held}

    def fill(
        slots: list[MeldSlot], held: Counter[Card], done: list[Meld], first: int
    ) -> Iterator[tuple[tuple[int, int], list[Meld]]]:
        if not slots:
            left = sum(points[card] * copies for card, copies in held.items()), held.total()
            yield left, done
            extras = melds if variant.lay_down.extra_melds else ()
            for slot in extras:
                if slot.length == shortest(variant, slot.type):
                    yield from fill([slot], held, done, 0)
            return
        slot = slots[0]
        for at, (cards, counts) in enumerate(melds[slot]):
            if at >= first and counts <= held:
                again = at if slots[1:] and slots[1] == slot else 0
                yield from fill(slots[1:], held - counts, [*done, (slot.type, cards)], again)

    yield from fill(asked, held, [], 0)


def _melds(
    variant: Variant, slot: MeldSlot, held: Counter[Card]
) -> list[tuple[Cards, Counter[Card]]]:
    """Every way to lay cards of the hand as one legal meld for the slot."""
    candidates = _sets(held) if slot.type is MeldType.SET else _rows(variant, held)
    return [
        (cards, Counter(cards))
        for cards in dict.fromkeys(candidates)
        if len(cards) >= slot.length
        and check_meld(
            variant, slot.type, cards, packs=PACKS, ordered=True, slot_length=slot.length
        ).ok
    ]


def _sets(held: Counter[Card]) -> Iterator[Cards]:
    """All the multisets of cards."""
    chosen: list[Cards] = [()]
    for card, copies in held.items():
        chosen = [(*cards, *[card] * n) for cards in chosen for n in range(copies + 1)]
    yield from chosen


def _rows(variant: Variant, held: Counter[Card]) -> Iterator[Cards]:
    """Rows of cards one rank apart, wilds anywhere, from every rank on."""

    def longer(rank: int, row: Cards, held: Counter[Card]) -> Iterator[Cards]:
        yield row
        for card in held:
            if held[card] and (variant.is_wild(card) or card.rank == RANKS[rank % len(RANKS)]):
                yield from longer(rank + 1, (*row, card), held - Counter([card]))

    for rank in range(len(RANKS)):
        yield from longer(rank, (), held)
