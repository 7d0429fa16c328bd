"""Cards as the checker reads and shows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorebook.rules.axes import MeldType
from scorebook.rules.cards import JOKER_RANK, MOST_CARDS, RANKS, SUITS, Card, CardError, parse_hand
from scorebook.rules.contracts import Meld
from scorebook.rules.melds import Phase, find_shape
from scorebook.rules.runs import Shape, place_run
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import Verdict, face

MOST_LETTERS = 400


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the keypad: what it writes, its face, and how it is called."""

    card: str
    face: str
    name: str
    wild: bool = False


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card on the page. `meant` is what a wild stands for; `bad` marks a card at fault."""

    card: Card
    wild: bool
    meant: Card | None
    bad: bool

    @property
    def rank(self) -> str:
        return "" if self.card.rank == JOKER_RANK else self.card.rank.replace("T", "10")

    @property
    def meant_rank(self) -> str:
        return self.meant.rank.replace("T", "10") if self.meant else ""

    @property
    def name(self) -> str:
        """In words: "joker as the 9 of hearts, at fault"."""
        meant = f" as the {self.meant.name}" if self.meant else ""
        return f"{self.card.name}{meant}{', at fault' if self.bad else ''}"


def keys(variant: Variant) -> list[Key]:
    """A key for every rank that is not wild in every suit, then the wilds."""
    plain = [
        Key(rank, rank.replace("T", "10"), Card(rank).name)
        for rank in RANKS
        if rank not in variant.wild
    ]
    return [*plain, *(_wild_key(card) for card in variant.wild)]


def _wild_key(card: str) -> Key:
    known = Card.parse(card)
    shown = "" if known.rank == JOKER_RANK else face(known)
    return Key(card, shown, known.name, wild=True)


def read(text: str) -> tuple[Card, ...]:
    """The cards that somebody typed. Raises CardError."""
    if len(text) > MOST_LETTERS:
        raise CardError(f"These are more than the {MOST_CARDS} cards anybody holds.")
    cards = parse_hand(text)
    if len(cards) > MOST_CARDS:
        raise CardError(f"{len(cards)} cards? Nobody holds more than {MOST_CARDS}.")
    return cards


def in_suits(variant: Variant, melds: Sequence[Meld]) -> list[tuple[Card, ...]]:
    """The melds with a suit for every card that needs none: any in a set, and a wild anywhere.

    It is the suit of which the fewest lie there, so that no copy is counted that nobody saw.
    """
    lying = Counter(card for _, cards in melds for card in cards)

    def dressed(type: MeldType, card: Card) -> Card:
        plain = card.suit or card.rank == JOKER_RANK
        if plain or (type is not MeldType.SET and not variant.is_wild(card)):
            return card
        suits = [Card(card.rank, suit) for suit in SUITS]
        alike = [one for one in suits if variant.is_wild(one) == variant.is_wild(card)]
        chosen = min(alike, key=lying.__getitem__)
        lying[chosen] += 1
        return chosen

    return [tuple(dressed(type, card) for card in cards) for type, cards in melds]


def as_typed(text: str, typed: Iterable[Card], dressed: Iterable[Card]) -> str:
    """A sentence without the suits that nobody typed."""
    for card, suited in zip(typed, dressed, strict=True):
        if card != suited:
            text = text.replace(face(suited), face(card))
    return text


def laid_out(
    variant: Variant,
    type: MeldType,
    typed: Sequence[Card],
    dressed: Sequence[Card],
    verdict: Verdict,
    bad: Collection[int],
) -> list[ShownCard]:
    """A meld as its verdict arranges it; one that is not legal, as it was typed.

    `bad` are the positions at fault in the cards as typed.
    """
    if not verdict.ok or not verdict.arrangement:
        return as_listed(variant, type, typed, dressed, bad)
    waiting = list(range(len(dressed)))
    order = []
    for card in verdict.arrangement:
        order.append(next(i for i in waiting if dressed[i] == card))
        waiting.remove(order[-1])
    return _shown(variant, typed, order, verdict.stands_for, bad)


def as_listed(
    variant: Variant,
    type: MeldType,
    typed: Sequence[Card],
    dressed: Sequence[Card],
    bad: Collection[int],
) -> list[ShownCard]:
    """Cards in the order they were typed; a wild shows what it stands for there, if that is
    clear.
    """
    meant: Mapping[int, Card] = {}
    if type is MeldType.RUN:
        shapes, _ = place_run(variant, dressed, ordered=True)
    else:
        found = find_shape(variant, type, dressed, ordered=True, phase=Phase.LAID)
        shapes = [found] if isinstance(found, Shape) else []
    if shapes:
        meant = {shapes[0].order[at]: card for at, card in shapes[0].stands_for.items()}
    return _shown(variant, typed, range(len(typed)), meant, bad)


def _shown(
    variant: Variant,
    typed: Sequence[Card],
    order: Iterable[int],
    meant: Mapping[int, Card],
    bad: Collection[int],
) -> list[ShownCard]:
    return [
        ShownCard(typed[i], variant.is_wild(typed[i]), meant.get(at), i in bad)
        for at, i in enumerate(order)
    ]
