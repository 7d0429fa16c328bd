"""Is this a legal set or run?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from scorebook.rules.cards import JOKER_RANK, RANKS, Card
from scorebook.rules.runs import Shape, place_run, run_fault
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
    fault = (
        card_fault(variant, cards)
        or _length_fault(variant, type, len(cards), needed, phase)
        or copies_fault(variant, cards, packs)
    )
    shape = fault or find_shape(variant, type, cards, ordered=ordered, phase=phase)
    if isinstance(shape, Fault):
        return refusal(variant, shape, cards)
    return _accepted(variant, type, cards, shape, ordered)


def find_shape(
    variant: Variant, type: MeldType, cards: Sequence[Card], *, ordered: bool, phase: Phase
) -> Shape | Fault:
    """The first way to lay these cards that keeps every rule of place and wilds; or a fault."""
    if type is MeldType.RUN:
        shapes = place_run(variant, cards, ordered=ordered)
    else:
        shapes = _place_set(variant, cards)
    if isinstance(shapes, Fault):
        return shapes
    faults = []
    for shape in shapes:
        fault = _shape_fault(variant, type, shape, phase)
        if fault is None:
            return shape
        faults.append(fault)
    return faults[0]


def card_fault(variant: Variant, cards: Sequence[Card]) -> Fault | None:
    """Cards that the variant's packs do not hold, or that lack their suit."""
    unknown = tuple(i for i, card in enumerate(cards) if not _in_pack(variant, card))
    if not unknown:
        return None
    card = cards[unknown[0]]
    if card.suit or card.rank == JOKER_RANK:
        axis, text = "jokers_per_pack", f"There is no {face(card)} in these packs."
    else:
        axis, text = "packs", f"A meld has to say the suit of the {face(card)}."
    return Fault(Reason.NO_SUCH_CARD, axis, text, unknown)


def copies_fault(variant: Variant, cards: Sequence[Card], packs: int) -> Fault | None:
    """More copies of a card than `packs` packs hold; the surplus ones are at fault."""
    for card, copies in Counter(cards).items():
        most = packs * (variant.jokers_per_pack if card.rank == JOKER_RANK else 1)
        if copies > most:
            at = tuple(i for i, other in enumerate(cards) if other == card)[most:]
            text = f"{copies} × {face(card)}, and {count(packs, 'pack')} hold {most}."
            return Fault(Reason.TOO_MANY_COPIES, "packs", text, at)
    return None


def _in_pack(variant: Variant, card: Card) -> bool:
    known = variant.knows(str(card))
    return known and bool(card.suit or card.rank == JOKER_RANK)


def _length_fault(
    variant: Variant, type: MeldType, length: int, needed: int, phase: Phase
) -> Fault | None:
    axis = AXIS[type]
    if length < needed:
        text = f"{count(length, 'card')}; this {type} needs at least {needed}."
        return Fault(Reason.TOO_SHORT, axis, text, tuple(range(length)))
    if type is MeldType.RUN and length > variant.runs.max_length:
        most = variant.runs.max_length
        text = f"{count(length, 'card')}; the longest run has {most}."
        return Fault(Reason.TOO_LONG, "runs.max_length", text, tuple(range(most, length)))
    if phase is Phase.LAY_DOWN and not variant.lay_down.longer and length > needed:
        text = f"{count(length, 'card')}; this {type} is laid with exactly {needed}."
        return Fault(Reason.TOO_LONG, "lay_down.longer", text, tuple(range(needed, length)))
    return None


def _place_set(variant: Variant, cards: Sequence[Card]) -> list[Shape] | Fault:
    """The set's rank is that of its naturals; wilds alone leave it to be said."""
    everything = tuple(range(len(cards)))
    naturals = [card for card in cards if not variant.is_wild(card)]
    ranks = Counter(card.rank for card in naturals)
    at_home = variant.lay_down.wild_natural_in_own_place
    if len(ranks) > 1:
        main = max(ranks, key=ranks.__getitem__)
        at = tuple(i for i in everything if cards[i].rank != main and not variant.is_wild(cards[i]))
        text = f"A set is of one rank, and {faces(cards[i] for i in at)} of another."
        return Fault(Reason.RANK_MISMATCH, "sets", text, at)
    if not ranks and at_home:
        ranks = Counter(card.rank for card in cards if card.rank in RANKS)
    if not ranks:
        return [Shape(everything, (False,) * len(cards))]
    return [_set_of(variant, cards, rank) for rank in ranks]


def _set_of(variant: Variant, cards: Sequence[Card], rank: str) -> Shape:
    at_home = variant.lay_down.wild_natural_in_own_place
    natural = tuple(not variant.is_wild(card) or (at_home and card.rank == rank) for card in cards)
    stands_for = {i: Card(rank, "") for i, itself in enumerate(natural) if not itself}
    return Shape(tuple(range(len(cards))), natural, stands_for)


def _shape_fault(variant: Variant, type: MeldType, shape: Shape, phase: Phase) -> Fault | None:
    limits = variant.runs.wilds if type is MeldType.RUN else variant.sets.wilds
    fault = None
    if type is MeldType.RUN and phase is Phase.LAY_DOWN:
        fault = run_fault(variant, shape)
    if fault is None and (phase is Phase.LAY_DOWN or limits.apply is WildLimitsApply.ALWAYS):
        fault = _limit_fault(limits, shape, type)
    if fault is None and not any(shape.natural) and not variant.lay_down.all_wild_melds:
        text = f"A {type} of wild cards alone stands for nothing."
        fault = Fault(Reason.ALL_WILD, "lay_down.all_wild_melds", text, shape.order)
    return fault


def _limit_fault(limits: WildLimits, shape: Shape, type: MeldType) -> Fault | None:
    """The first limit on wilds that the shape breaks; a set has no order that could matter."""
    wilds = [index for index, itself in enumerate(shape.natural) if not itself]
    naturals = len(shape.natural) - len(wilds)
    touching = [index for index in wilds if index - 1 in wilds or index + 1 in wilds]
    has, least, most = count(naturals, "natural card"), limits.min_naturals, limits.max_wilds

    def fault(reason: Reason, name: str, text: str, at: list[int] = wilds) -> Fault:
        positions = tuple(shape.order[index] for index in at)
        return Fault(reason, f"{AXIS[type]}.wilds.{name}", text, positions)

    if type is MeldType.RUN and not limits.adjacent and touching:
        text = "Wild cards lie back to back."
        return fault(Reason.ADJACENT_WILDS, "adjacent", text, touching)
    if most is not None and len(wilds) > most:
        return fault(Reason.TOO_MANY_WILDS, "max_wilds", f"{len(wilds)} wild cards, not {most}.")
    few = Reason.TOO_FEW_NATURALS
    if naturals < least:
        return fault(few, "min_naturals", f"{has}; a {type} needs at least {least}.")
    if type is MeldType.RUN and limits.window and not _has_window(shape.natural, *limits.window):
        naturals, places = limits.window
        text = f"Nowhere do {places} neighbouring places hold {naturals} natural cards."
        return fault(few, "window", text)
    if limits.naturals_at_least_wilds and naturals < len(wilds):
        return fault(few, "naturals_at_least_wilds", f"{has} beside {len(wilds)} wild cards.")
    return None


def _has_window(natural: Sequence[bool], least: int, places: int) -> bool:
    return any(sum(natural[i : i + places]) >= least for i in range(len(natural)))


def _accepted(
    variant: Variant, type: MeldType, cards: Sequence[Card], shape: Shape, ordered: bool
) -> Verdict:
    """The verdict on a legal meld: as listed, or as arranged from low to high."""
    order = sorted(shape.order) if ordered else shape.order
    arrangement = tuple(cards[position] for position in order)
    stands_for = {
        index: shape.stands_for[at]
        for index, position in enumerate(order)
        if (at := shape.order.index(position)) in shape.stands_for
    }
    meant = ", ".join(f"{face(arrangement[i])} as {face(card)}" for i, card in stands_for.items())
    text = f"A {type}: {faces(arrangement)}{', with ' if meant else ''}{meant}."
    axis, warnings = AXIS[type], list[Reason]()
    if not any(shape.natural):
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
