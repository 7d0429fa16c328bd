"""Seeded hands: dealt at random, or "ready", with the contract dealt in; and hostile ones."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scorebook.rules import presets
from scorebook.rules.axes import ClosingDiscard, MeldSlot, MeldType
from scorebook.rules.cards import JOKER, RANKS, SUITS, Card
from scorebook.rules.variant import Variant

Hand = tuple[Card, ...]


@dataclass(frozen=True)
class Suite:
    """Hands of one kind for one round.

    `wilds`: how many are among the cards, or for a ready hand how many at most.
    """

    name: str
    round: int
    cards: int
    wilds: int
    packs: int = 2
    ready: bool = False

    def hands(self, variant: Variant, number: int) -> Iterator[Hand]:
        """The first hands of this suite, the same ones every time."""
        for at in range(number):
            random = Random(zlib.crc32(f"{self.name} {variant.name} {at}".encode()))
            yield self._deal(variant, random)

    def _deal(self, variant: Variant, random: Random) -> Hand:
        pack = [card for _ in range(self.packs) for card in variant.pack()]
        random.shuffle(pack)
        wild = [card for card in pack if variant.is_wild(card)]
        plain = [card for card in pack if not variant.is_wild(card)]
        hand = wild[: random.randint(0, self.wilds) if self.ready else self.wilds]
        if self.ready:
            asked = _asked(variant.rounds[self.round - 1].contract, random)
            held = Counter(asked[: self.cards - len(hand)]) & Counter(plain)
            hand += held.elements()
            plain = list((Counter(plain) - held).elements())
            random.shuffle(plain)
        return tuple(hand + plain[: self.cards - len(hand)])


def _asked(contract: tuple[MeldSlot, ...], random: Random) -> list[Card]:
    """Cards that fulfil a contract, but for wilds among them, in random order."""
    cards = []
    for slot in contract:
        if slot.type is MeldType.SET:
            rank = random.choice(RANKS)
            cards += [Card(rank, suit) for suit in random.sample(SUITS, 3)]
        else:
            start, suit = random.randrange(len(RANKS) - slot.length + 2), random.choice(SUITS)
            line = RANKS + RANKS[0]
            cards += [Card(rank, suit) for rank in line[start : start + slot.length]]
    random.shuffle(cards)
    return cards


READY_SIZES = {10: 12, 11: 14, 12: 17}  # cards by those of the contract; 11 where it asks for fewer


def suites(variant: Variant) -> list[Suite]:
    """Random hands of 11, 17 and 20 cards, and a ready suite for every round."""
    found = []
    for round, rules in enumerate(variant.rounds, start=1):
        if rules.cards <= 8:
            found.append(Suite(f"A11j2 r{round}", round, 11, 2))
        if rules.cards in (6, 10, 12):
            found.append(Suite(f"B17j4 r{round}", round, 17, 4, packs=3))
        if rules.cards == 12:
            found.append(Suite(f"C20j4 r{round}", round, 20, 4, packs=3))
        size = READY_SIZES.get(rules.cards, 11)
        if rules.same_turn:
            size = rules.cards + (rules.closing_discard is ClosingDiscard.REQUIRED)
        found.append(Suite(f"R{size} r{round}", round, size, 2, ready=True))
    return found


def hostile_hands(variant: Variant) -> Iterator[tuple[str, Hand]]:
    """Hands of up to 26 cards that leave a search much to choose, each with its name."""
    wilds = [JOKER] if variant.jokers_per_pack else [Card("2", "S")]
    line = [Card(rank, "H") for rank in RANKS if not variant.is_wild(Card(rank, "H"))]
    for number in (0, 2, 4, 6):
        yield f"one suit, {number} wilds", (*line, *wilds * number)
        yield f"one suit twice, {number} wilds", (*line, *line, *wilds * number)[-26:]
    even = [Card(rank, suit) for suit in "HC" for rank in RANKS[::2]]
    plain = [card for card in even if not variant.is_wild(card)]
    yield "every other rank, 6 wilds", (*plain, *wilds * 6)
    for at in range(40):
        for number in (2, 3, 4, 6):
            random = Random(zlib.crc32(f"hostile {variant.name} {number} {at}".encode()))
            pack = [c for c in variant.pack() * 4 if not variant.is_wild(c)]
            suits = random.choice(("SHDC", "SHDC", "SH", "SHD", "H"))
            some = [card for card in pack if card.suit in suits]
            cards = random.sample(some, 26 - number)
            yield f"{len(suits)} suits, {number} wilds, {at}", (*cards, *wilds * number)


@dataclass(frozen=True)
class Recorded:
    """Hands of which the tests know what CP-SAT says."""

    name: str
    slug: str
    round: int
    hands: list[Hand]


def recorded_hands() -> Iterator[Recorded]:
    """The first hands of every suite, and of the hostile ones those with the most to choose."""
    for slug in presets.SLUGS:
        variant = presets.get(slug)
        for suite in suites(variant):
            hands = list(suite.hands(variant, 25))
            yield Recorded(f"{slug} {suite.name}", slug, suite.round, hands)
        hard = [hand for name, hand in hostile_hands(variant) if name.startswith("2 suits, 6")]
        for round, rules in enumerate(variant.rounds, start=1):
            if sum(slot.type is MeldType.RUN for slot in rules.contract) > 1:
                yield Recorded(f"{slug} hostile r{round}", slug, round, hard)
