"""From what the search finds to melds as they lie on the table."""

from __future__ import annotations

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import RANKS, Card
from scorebook.rules.hands import FACES, JOKER_NUMBER, Numbers
from scorebook.rules.lay_down import LaidMeld
from scorebook.rules.search import Found
from scorebook.rules.tables import Tables
from scorebook.rules.ways import Way


def lie(
    tables: Tables, found: Found, cards: Numbers
) -> tuple[tuple[LaidMeld, ...], tuple[Card, ...]]:
    """The melds in the contract's order, extra melds last; and those of `cards` left over."""
    named = [_named(found, way) for way in found.ways]
    waiting = _waiting(found, named)
    wilds = found.hand.wilds
    spare = found.wilds - sum([way.fewest for way in found.ways])
    left, melds = list(cards), []
    for slot, way, lowest in zip(found.plan.slots, found.ways, named, strict=True):
        more = min(spare, way.most - way.fewest)
        spare -= more
        naturals = [
            lowest[at] if at in lowest else waiting[face].pop() for at, face in enumerate(way.faces)
        ]
        wild, wilds = wilds[: way.fewest + more], wilds[way.fewest + more :]
        for number in naturals + wild:
            left.remove(number)
        melds.append(_meld(tables, slot, way, naturals, wild))
    in_order = tuple([melds[depth] for depth in found.plan.told])
    return in_order, tuple([FACES[number] for number in left])


def _named(found: Found, way: Way) -> dict[int, int]:
    """The lowest proper card of a run, where its suit is what the run is known by, by place."""
    claim, wild = way.claim, found.hand.is_wild
    if claim is None or claim.type is MeldType.SET or not found.hand.one_lane:
        return {}
    at = next(at for at, rank in enumerate(way.faces) if not wild[rank])
    return {at: claim.what * len(RANKS) + way.faces[at]}


def _waiting(found: Found, named: list[dict[int, int]]) -> dict[int, list[int]]:
    """The naturals by face, or where all are in one lane by rank, but for those that are named."""
    naturals = list(found.hand.naturals)
    for numbers in named:
        for number in numbers.values():
            naturals.remove(number)
    waiting: dict[int, list[int]] = {}
    for number in reversed(naturals):
        face = number % len(RANKS) if found.hand.one_lane else number
        waiting.setdefault(face, []).append(number)
    return waiting


def _meld(
    tables: Tables, slot: MeldSlot, way: Way, naturals: list[int], wilds: list[int]
) -> LaidMeld:
    if slot.type is MeldType.SET:
        numbers = naturals + wilds
        return LaidMeld(slot, tuple([FACES[n] for n in numbers]), _in_set(tables, numbers))
    length = len(naturals) + len(wilds)
    at = way.claim.low if way.claim and way.claim.high else None
    start, pattern = tables.runs(slot.length).plainest(way.places, length, at)
    natural, wild = iter(naturals), iter(wilds)
    numbers = [next(natural if pattern >> place & 1 else wild) for place in range(length)]
    return LaidMeld(slot, tuple([FACES[n] for n in numbers]), _in_run(tables, numbers, start))


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
