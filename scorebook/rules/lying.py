"""From what the search finds to melds as they lie on the table."""

from __future__ import annotations

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.hands import FACES, JOKER_NUMBER, Hand, Numbers
from scorebook.rules.lay_down import LaidMeld
from scorebook.rules.search import Found
from scorebook.rules.tables import Tables
from scorebook.rules.ways import Way, faces_of


def lie(
    tables: Tables, found: Found, cards: Numbers
) -> tuple[tuple[LaidMeld, ...], tuple[Card, ...]]:
    """The melds in the contract's order, extra melds last; and those of `cards` left over."""
    waiting = list(found.hand.naturals)
    wilds = iter(found.hand.wilds)
    left = list(cards)
    melds = []
    for slot, way, number in zip(found.plan.slots, found.ways, _wild_numbers(found), strict=True):
        naturals = _taken(found.hand, waiting, way.tally)
        wild = [next(wilds) for _ in range(number)]
        for laid in (*naturals, *wild):
            left.remove(laid)
        melds.append(_meld(tables, slot, way, naturals, wild))
    in_order = tuple([melds[depth] for depth in found.plan.told])
    return in_order, tuple([FACES[number] for number in left])


def _taken(hand: Hand, waiting: list[int], tally: int) -> list[int]:
    """The naturals of a tally, no longer waiting then; in one lane a face is a rank."""
    taken = []
    for face, copies in faces_of(tally):
        numbers = [face] * copies
        if hand.one_lane:
            numbers = [number for number in waiting if number % len(RANKS) == face][:copies]
        for number in numbers:
            waiting.remove(number)
        taken += numbers
    return taken


def _wild_numbers(found: Found) -> list[int]:
    """How many wilds each meld takes: what it needs, and then of the spare ones what it can."""
    spare = found.wilds - sum([way.fewest for way in found.ways])
    numbers = []
    for way in found.ways:
        more = min(spare, way.most - way.fewest)
        spare -= more
        numbers.append(way.fewest + more)
    return numbers


def _meld(
    tables: Tables, slot: MeldSlot, way: Way, naturals: list[int], wilds: list[int]
) -> LaidMeld:
    if slot.type is MeldType.SET:
        numbers = [*naturals, *wilds]
        return LaidMeld(slot, tuple([FACES[n] for n in numbers]), _in_set(tables, numbers))
    ranks = doubled = 0
    for number in naturals:
        rank = 1 << number % len(RANKS)
        doubled |= ranks & rank
        ranks |= rank
    at = way.claim.low if way.claim and way.claim.high else None
    length = len(naturals) + len(wilds)
    start, pattern = tables.runs(slot.length).lying(ranks, doubled, length, at)
    suit = way.claim.what if way.claim else 0
    numbers = _in_places(start, pattern, suit, naturals, wilds)
    return LaidMeld(slot, tuple([FACES[n] for n in numbers]), _in_run(tables, numbers, start))


def _in_places(
    start: int, pattern: int, suit: int, naturals: list[int], wilds: list[int]
) -> list[int]:
    """The cards from the low end, a natural at each place of the pattern.

    Of two of one rank, at either end of the run, that of the run's suit comes first.
    """
    waiting = {number % len(RANKS): number for number in naturals}
    if len(waiting) < len(naturals):
        ends = [number for number in naturals if number % len(RANKS) == start]
        ends.sort(key=lambda number: number // len(RANKS) == suit)
        waiting[start] = ends[0]
    spare = iter(wilds)
    numbers = [
        waiting[(start + at) % len(RANKS)] if pattern >> at & 1 else next(spare)
        for at in range(len(naturals) + len(wilds))
    ]
    if len(waiting) < len(naturals):
        numbers[0] = ends[1]
    return numbers


def _in_set(tables: Tables, numbers: list[int]) -> dict[int, Card]:
    """What the wilds of a set stand for: its rank, if any natural card says which."""
    is_wild = tables.prices.is_wild
    proper = [number for number in numbers if not is_wild[number]]
    if len(proper) == len(numbers):
        return {}
    at_home = tables.variant.lay_down.wild_natural_in_own_place
    own = [number for number in numbers if at_home and number != JOKER_NUMBER]
    if not proper and not own:
        return {}
    rank = FACES[(proper or own)[0]].rank
    return {
        at: Card(rank)
        for at, number in enumerate(numbers)
        if is_wild[number] and not (at_home and FACES[number].rank == rank)
    }


def _in_run(tables: Tables, numbers: list[int], start: int) -> dict[int, Card]:
    """What the wilds of a run stand for; nothing is said of a run of wilds alone."""
    is_wild = tables.prices.is_wild
    wild = [at for at, number in enumerate(numbers) if is_wild[number]]
    if not wild:
        return {}
    proper = [FACES[number].suit for number in numbers if not is_wild[number]]
    suit = proper[0] if proper and tables.variant.runs.same_suit else ""
    stands_for = {}
    for at in wild:
        card, rank = FACES[numbers[at]], RANKS[(start + at) % len(RANKS)]
        own = card.rank == rank and suit in ("", card.suit)
        if not (own and tables.variant.lay_down.wild_natural_in_own_place):
            stands_for[at] = Card(rank, suit)
    return stands_for if len(stands_for) < len(numbers) else {}
