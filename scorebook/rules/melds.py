"""Is this a legal set or run?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum

from scorebook.rules.cards import JOKER_RANK, RANKS, Card
from scorebook.rules.runs import Shape, place_run, run_faults
from scorebook.rules.variant import MeldType, Variant, WildLimits, WildLimitsApply
from scorebook.rules.verdict import Fault, Reason, Verdict, answer, count, face, faces, refusal

USUAL_LENGTH = {MeldType.SET: 3, MeldType.RUN: 4}
AXIS = {MeldType.SET: "sets", MeldType.RUN: "runs"}


class Phase(StrEnum):
    """A meld as a player lays it down, or as it lies later, after playing off."""

    LAY_DOWN = "lay_down"
    LAID = "laid"


def shortest(variant: Variant, type: MeldType) -> int:
    """The fewest cards in a meld of this type that any round of the variant asks for."""
    lengths = [
        slot.length for rules in variant.rounds for slot in rules.contract if slot.type is type
    ]
    return min(lengths, default=USUAL_LENGTH[type])


def check_meld(
    variant: Variant,
    type: MeldType,
    cards: Sequence[Card],
    *,
    packs: int,
    ordered: bool = False,
    phase: Phase = Phase.LAY_DOWN,
    slot_length: int | None = None,
) -> Verdict:
    """The verdict on one meld.

    `ordered`: the cards lie as listed, low to high or high to low, and a wild stands for its place;
    otherwise the engine arranges them. `slot_length`: what the contract asks for at that place
    (default: the shortest meld of its type in the variant).
    """
    needed = slot_length or shortest(variant, type)
    strangers = _strangers(variant, cards)
    faults = [
        *strangers,
        *_length_faults(variant, type, len(cards), needed, phase),
        *copies_faults(variant, cards, packs),
    ]
    may_lie = not strangers and (type is MeldType.SET or len(cards) <= variant.runs.max_length)
    shape = find_shape(variant, type, cards, ordered=ordered, phase=phase) if may_lie else []
    if not isinstance(shape, Shape):
        faults += shape
    elif not faults:
        return _accepted(variant, type, cards, shape, ordered)
    return refusal(variant, faults, cards)


def find_shape(
    variant: Variant, type: MeldType, cards: Sequence[Card], *, ordered: bool, phase: Phase
) -> Shape | list[Fault]:
    """The first way to lay these cards that keeps every rule of place and wilds; or the faults."""
    if type is MeldType.RUN:
        shapes, faults = place_run(variant, cards, ordered=ordered)
    else:
        shapes, faults = _place_set(variant, cards)
    found = []
    for shape in shapes:
        about_shape = _shape_faults(variant, type, shape, phase)
        if not about_shape and not faults:
            return shape
        found += about_shape
    return faults + found


def _strangers(variant: Variant, cards: Sequence[Card]) -> list[Fault]:
    """Cards that the variant's packs do not hold, or that lack their suit."""
    unknown = tuple(i for i, card in enumerate(cards) if not _in_pack(variant, card))
    if not unknown:
        return []
    card = cards[unknown[0]]
    if card.suit or card.rank == JOKER_RANK:
        axis, text = "jokers_per_pack", f"There is no {face(card)} in these packs."
    else:
        axis, text = "packs", f"A meld has to say the suit of the {face(card)}."
    return [Fault(Reason.NO_SUCH_CARD, axis, text, unknown)]


def copies_faults(variant: Variant, cards: Sequence[Card], packs: int) -> list[Fault]:
    """More copies of a card than `packs` packs hold; the surplus ones are at fault."""
    faults = []
    for card, copies in Counter(cards).items():
        most = packs * (variant.jokers_per_pack if card.rank == JOKER_RANK else 1)
        if copies > most > 0:
            at = tuple(i for i, other in enumerate(cards) if other == card)[most:]
            text = f"{copies} × {face(card)}, and {count(packs, 'pack')} hold {most}."
            faults.append(Fault(Reason.TOO_MANY_COPIES, "packs", text, at))
    return faults


def _in_pack(variant: Variant, card: Card) -> bool:
    known = variant.knows(str(card))
    return known and bool(card.suit or card.rank == JOKER_RANK)


def _length_faults(
    variant: Variant, type: MeldType, length: int, needed: int, phase: Phase
) -> list[Fault]:
    axis = AXIS[type]
    if length < needed:
        text = f"{count(length, 'card')}; this {type} needs at least {needed}."
        return [Fault(Reason.TOO_SHORT, axis, text, tuple(range(length)))]
    if type is MeldType.RUN and length > variant.runs.max_length:
        most = variant.runs.max_length
        text = f"{count(length, 'card')}; the longest run has {most}."
        return [Fault(Reason.TOO_LONG, "runs.max_length", text, tuple(range(most, length)))]
    if phase is Phase.LAY_DOWN and not variant.lay_down.longer and length > needed:
        text = f"{count(length, 'card')}; this {type} is laid with exactly {needed}."
        return [Fault(Reason.TOO_LONG, "lay_down.longer", text, tuple(range(needed, length)))]
    return []


def _place_set(variant: Variant, cards: Sequence[Card]) -> tuple[list[Shape], list[Fault]]:
    """The set's rank is that of its naturals; wilds alone leave it to be said."""
    everything = tuple(range(len(cards)))
    naturals = [card for card in cards if not variant.is_wild(card)]
    ranks = Counter(card.rank for card in naturals)
    at_home = variant.lay_down.wild_natural_in_own_place
    if len(ranks) > 1:
        main = max(ranks, key=ranks.__getitem__)
        at = tuple(i for i in everything if cards[i].rank != main and not variant.is_wild(cards[i]))
        text = f"A set is of one rank, and {faces(cards[i] for i in at)} of another."
        fault = Fault(Reason.RANK_MISMATCH, "sets", text, at)
        return [Shape(everything, tuple(not variant.is_wild(card) for card in cards))], [fault]
    if not ranks and at_home:
        ranks = Counter(card.rank for card in cards if card.rank in RANKS)
    if not ranks:
        return [Shape(everything, (False,) * len(cards))], []
    return [_set_of(variant, cards, rank) for rank in ranks], []


def _set_of(variant: Variant, cards: Sequence[Card], rank: str) -> Shape:
    at_home = variant.lay_down.wild_natural_in_own_place
    natural = tuple(not variant.is_wild(card) or (at_home and card.rank == rank) for card in cards)
    stands_for = {i: Card(rank, "") for i, itself in enumerate(natural) if not itself}
    return Shape(tuple(range(len(cards))), natural, stands_for)


def _shape_faults(variant: Variant, type: MeldType, shape: Shape, phase: Phase) -> list[Fault]:
    limits = variant.runs.wilds if type is MeldType.RUN else variant.sets.wilds
    faults: list[Fault] = []
    if type is MeldType.RUN and phase is Phase.LAY_DOWN:
        faults += run_faults(shape)
    if phase is Phase.LAY_DOWN or limits.apply is WildLimitsApply.ALWAYS:
        faults += _limit_faults(limits, shape, type)
    if not any(shape.natural) and not variant.lay_down.all_wild_melds:
        text = f"A {type} of wild cards alone stands for nothing."
        faults.append(Fault(Reason.ALL_WILD, "lay_down.all_wild_melds", text, shape.order))
    return faults


def _limit_faults(limits: WildLimits, shape: Shape, type: MeldType) -> Iterator[Fault]:
    """The limits on wilds that the shape breaks; a set has no order that could matter."""
    wilds = [index for index, itself in enumerate(shape.natural) if not itself]
    naturals = len(shape.natural) - len(wilds)
    touching = [index for index in wilds if index - 1 in wilds or index + 1 in wilds]
    has, least, most = count(naturals, "natural card"), limits.min_naturals, limits.max_wilds

    def fault(reason: Reason, name: str, text: str, at: list[int] = wilds) -> Fault:
        positions = tuple(shape.order[index] for index in at)
        return Fault(reason, f"{AXIS[type]}.wilds.{name}", text, positions)

    if type is MeldType.RUN and not limits.adjacent and touching:
        text = "Wild cards lie back to back."
        yield fault(Reason.ADJACENT_WILDS, "adjacent", text, touching)
    if most is not None and len(wilds) > most:
        yield fault(Reason.TOO_MANY_WILDS, "max_wilds", f"{len(wilds)} wild cards, not {most}.")
    few = Reason.TOO_FEW_NATURALS
    if naturals < least:
        yield fault(few, "min_naturals", f"{has}; a {type} needs at least {least}.")
    if type is MeldType.RUN and limits.window and not _has_window(shape.natural, *limits.window):
        together, places = limits.window
        text = f"Nowhere do {places} neighbouring places hold {together} natural cards."
        yield fault(few, "window", text)
    if limits.naturals_at_least_wilds and naturals < len(wilds):
        yield fault(few, "naturals_at_least_wilds", f"{has} beside {len(wilds)} wild cards.")


def _has_window(natural: Sequence[bool], least: int, places: int) -> bool:
    return any(sum(natural[i : i + places]) >= least for i in range(len(natural)))


def _accepted(
    variant: Variant, type: MeldType, cards: Sequence[Card], shape: Shape, ordered: bool
) -> Verdict:
    """The verdict on a legal meld: as listed, or as arranged from low to high."""
    order = sorted(shape.order) if ordered else shape.order
    arrangement = tuple(cards[position] for position in order)
    alone = all(map(variant.is_wild, cards))
    stands_for = {
        index: shape.stands_for[at]
        for index, position in enumerate(order)
        if not alone and (at := shape.order.index(position)) in shape.stands_for
    }
    meant = ", ".join(f"{face(arrangement[i])} as {face(card)}" for i, card in stands_for.items())
    text = f"A {type}: {faces(arrangement)}{', with ' if meant else ''}{meant}."
    axis, warnings = AXIS[type], list[Reason]()
    if alone:
        axis, warnings = "lay_down.all_wild_melds", [Reason.ALL_WILD_DECLARE_RANK]
        text = f"A {type} of wild cards alone; say which cards they stand for."
    return answer(
        variant,
        Reason.OK,
        axis,
        text,
        warnings=tuple(warnings),
        arrangement=arrangement,
        stands_for=stands_for,
    )
