"""Seeded hands of up to nine cards, of which many can be laid down."""

from __future__ import annotations

from random import Random

from scorebook.rules.cards import RANKS, SUITS, Card
from scorebook.rules.variant import Variant

MOST = 9


def short_rounds(variant: Variant) -> list[int]:
    """The rounds whose contract nine cards can fulfil."""
    return [at for at, rules in enumerate(variant.rounds, start=1) if rules.cards <= MOST]


def small_hand(variant: Variant, round: int, random: Random) -> tuple[Card, ...]:
    """Neighbours of a few suits and up to three wilds, from three packs."""
    size = random.randint(variant.rounds[round - 1].cards, MOST)
    suits = random.sample(SUITS, random.choice((1, 1, 2, 3)))
    start, span = random.randrange(len(RANKS)), random.randint(2, 6)
    pack = variant.pack() * 3
    wild = [card for card in pack if variant.is_wild(card)]
    near = [
        card
        for card in pack
        if card.suit in suits and (RANKS.index(card.rank) - start) % len(RANKS) < span
    ]
    hand = random.sample(wild, min(len(wild), random.choice((0, 1, 1, 2, 3))))
    hand += random.sample(near, min(len(near), size - len(hand)))
    return tuple(hand)
