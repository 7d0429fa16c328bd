"""From what the search finds to melds as they lie on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.hands import FACES, Hand, Numbers
from scorebook.rules.lay_down import LaidMeld
from scorebook.rules.run_ways import ROUND
from scorebook.rules.search import Found
from scorebook.rules.tables import Tables
from scorebook.rules.variant import Variant
from scorebook.rules.ways import Way, faces_of


def lie(
    tables: Tables, found: Found, contract: Sequence[MeldSlot], cards: Numbers
) -> tuple[tuple[LaidMeld, ...], tuple[Card, ...]]:
    """The melds in the contract's order, extra melds last; and the cards left over."""
    left = list(cards)
    wilds = iter(found.hand.wilds)
    melds = []
    for slot, way, number in zip(found.slots, found.ways, _wild_numbers(found), strict=True):
        naturals = [_taken(found.hand, left, face) for face in _spread(way.tally)]
        wild = [next(wilds) for _ in range(number)]
        for one in wild:
            left.remove(one)
        melds.append(_meld(tables, slot, way, naturals, wild))
    return _in_order(melds, contract), tuple([FACES[number] for number in left])


def _spread(tally: int) -> Iterator[int]:
    """The faces of a tally, each as often as there are cards of it."""
    for face, copies in faces_of(tally):
        for _ in range(copies):
            yield face


def _taken(hand: Hand, left: list[int], face: int) -> int:
    """A natural of this face, taken from what is left; in one lane a face is a rank of any suit."""
    if hand.one_lane:
        face = next(n for n in hand.naturals if n % len(RANKS) == face and n in left)
    left.remove(face)
    return face


def _wild_numbers(found: Found) -> list[int]:
    """How many wilds each meld takes: what it needs, and then of the spare ones what it can."""
    spare = found.wilds - sum(way.fewest for way in found.ways)
    numbers = []
    for way in found.ways:
        more = min(spare, way.most - way.fewest)
        spare -= more
        numbers.append(way.fewest + more)
    return numbers


def _in_order(melds: list[LaidMeld], contract: Sequence[MeldSlot]) -> tuple[LaidMeld, ...]:
    waiting = list(melds)
    ordered = []
    for slot in contract:
        meld = next(meld for meld in waiting if meld.slot == slot)
        waiting.remove(meld)
        ordered.append(meld)
    return (*ordered, *waiting)


def _meld(
    tables: Tables, slot: MeldSlot, way: Way, naturals: list[int], wilds: list[int]
) -> LaidMeld:
    if slot.type is MeldType.SET:
        return _set(tables.variant, slot, tuple([FACES[n] for n in (*naturals, *wilds)]))
    runs = tables.runs(slot.length)
    ranks = doubled = 0
    for number in naturals:
        rank = 1 << number % len(RANKS)
        doubled |= ranks & rank
        ranks |= rank
    at = way.claim.low if way.claim and way.claim.high else None
    start, pattern = runs.lying(ranks, doubled, len(naturals) + len(wilds), at)
    cards = _in_places(start, pattern, len(naturals) + len(wilds), way, naturals, wilds)
    return LaidMeld(slot, cards, _meant(tables.variant, cards, start))


def _set(variant: Variant, slot: MeldSlot, cards: tuple[Card, ...]) -> LaidMeld:
    at_home = variant.lay_down.wild_natural_in_own_place
    proper = [card.rank for card in cards if not variant.is_wild(card)]
    own = [card.rank for card in cards if at_home and card.rank in RANKS]
    rank = next(iter(proper or own), "")
    stands_for = {
        at: Card(rank)
        for at, card in enumerate(cards)
        if rank and variant.is_wild(card) and not (at_home and card.rank == rank)
    }
    return LaidMeld(slot, cards, stands_for)


def _in_places(
    start: int, pattern: int, length: int, way: Way, naturals: list[int], wilds: list[int]
) -> tuple[Card, ...]:
    """The cards from the low end, a natural at each place of the pattern.

    Of two of one rank, at either end of the run, that of the run's suit comes first.
    """
    suit = way.claim.what if way.claim else 0
    waiting = sorted(naturals, key=lambda number: number // len(RANKS) != suit)
    spare = iter(wilds)
    cards = []
    for at in range(length):
        if pattern >> at & 1:
            rank = (start + at) % ROUND
            number = next(number for number in waiting if number % len(RANKS) == rank)
            waiting.remove(number)
        else:
            number = next(spare)
        cards.append(FACES[number])
    return tuple(cards)


def _meant(variant: Variant, cards: tuple[Card, ...], start: int) -> dict[int, Card]:
    """What the wilds of a run stand for."""
    proper = [card.suit for card in cards if not variant.is_wild(card)]
    suit = proper[0] if proper and variant.runs.same_suit else ""
    stands_for = {}
    for at, card in enumerate(cards):
        rank = RANKS[(start + at) % ROUND]
        own = card.rank == rank and suit in ("", card.suit)
        if variant.is_wild(card) and not (own and variant.lay_down.wild_natural_in_own_place):
            stands_for[at] = Card(rank, suit)
    return stands_for if len(stands_for) < len(cards) else {}
