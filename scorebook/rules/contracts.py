"""What a round asks for, and does this lay-down meet it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, combinations

from scorebook.rules.axes import ClosingDiscard, MeldType, RoundRules, TouchingRuns, Wrap
from scorebook.rules.buying import cards_gained
from scorebook.rules.cards import Card
from scorebook.rules.endings import Turn, end_of_turn
from scorebook.rules.melds import (
    Phase,
    check_meld,
    copies_faults,
    find_shape,
    shortest,
)
from scorebook.rules.runs import HIGH_ACE, Shape
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import (
    Fault,
    Offending,
    Reason,
    Verdict,
    count,
    faces,
    no_such_round,
    objected,
    refusal,
    refused,
)

Meld = tuple[MeldType, Sequence[Card]]

GAP = 2  # ranks between two runs of one suit, where a gap is asked for


@dataclass(frozen=True, slots=True)
class HandArithmetic:
    """A hand in one round, in cards; `left_after_min_laydown` is negative when they are too few."""

    dealt: int
    hand_after_draw: int
    min_laydown: int
    left_after_min_laydown: int
    goes_out_with_minimum_laydown: bool


def check_lay_down(
    variant: Variant,
    round: int,
    melds: Sequence[Meld],
    *,
    packs: int,
    left_in_hand: int,
    played_off: int = 0,
    discarded: int = 1,
    hand_after_draw: int | None = None,
    ordered: bool = False,
) -> Verdict:
    """The verdict on a turn that lays `melds` down in round `round` (from 1) and ends as counted.

    `hand_after_draw` counts the cards held after the draw and before laying down.
    """
    rules = variant.round_rules(round)
    if rules is None:
        return no_such_round(variant, round)
    laid = sum(len(cards) for _, cards in melds)
    turn = Turn(hand_after_draw, laid, played_off, discarded, left_in_hand)
    end = end_of_turn(variant, rules, round, turn)
    spoilt = _meld_verdict(variant, rules, round, melds, packs, ordered)
    return (
        refused(
            _count_verdict(variant, rules, round, melds),
            spoilt,
            _table_verdict(variant, melds, packs, ordered, legal=spoilt is None),
            end,
        )
        or end
    )


def hand_arithmetic(
    variant: Variant, round: int, buys: int = 0, *, cards_bought: int | None = None
) -> HandArithmetic:
    """What a hand of round `round` holds after `buys` purchases of `cards_bought` cards in all.

    `cards_bought` defaults to one card a purchase. Raises ValueError for a round that is not there.
    """
    rules = variant.round_rules(round)
    if rules is None:
        raise ValueError(no_such_round(variant, round).sentence)
    bought = buys if cards_bought is None else cards_bought
    hand = rules.dealt + 1 + (cards_gained(variant.buy, buys, bought) if variant.buy else 0)
    left = hand - rules.cards
    closing = rules.closing_discard
    goes_out = (left == 0 and closing is not ClosingDiscard.REQUIRED) or (
        left == 1 and closing is not ClosingDiscard.FORBIDDEN
    )
    return HandArithmetic(rules.dealt, hand, rules.cards, left, goes_out)


def rounds_needing_a_buy(variant: Variant) -> tuple[int, ...]:
    """The rounds (from 1) that nobody can finish with the cards dealt and one drawn."""
    return tuple(n for n, rules in enumerate(variant.rounds, start=1) if rules.needs_buy)


def _count_verdict(
    variant: Variant, rules: RoundRules, round: int, melds: Sequence[Meld]
) -> Verdict | None:
    """Too few, too many or the wrong kinds of melds for the contract."""
    asked = Counter(slot.type for slot in rules.contract)
    laid = Counter(type for type, _ in melds)
    missing, extra = asked - laid, laid - asked
    text = f"Round {round} asks for {_words(asked)}; laid: {_words(laid)}."
    axis, too_many = f"rounds.{round}.contract", bool(extra) and not variant.lay_down.extra_melds
    return objected(
        variant,
        (bool(missing and extra), Reason.WRONG_MELDS, axis, text),
        (bool(missing), Reason.INCOMPLETE, axis, text),
        (too_many, Reason.EXTRA_MELD, "lay_down.extra_melds", text),
    )


def _words(melds: Counter[MeldType]) -> str:
    return " + ".join(count(melds[type], type) for type in MeldType if melds[type]) or "nothing"


def slot_lengths(variant: Variant, rules: RoundRules, melds: Sequence[Meld]) -> list[int]:
    """The length asked of each meld: the longest meld takes the contract's longest slot."""
    lengths = [shortest(variant, type) for type, _ in melds]
    for type in MeldType:
        slots = sorted((s.length for s in rules.contract if s.type is type), reverse=True)
        mine = [i for i, (kind, _) in enumerate(melds) if kind is type]
        mine.sort(key=lambda i: -len(melds[i][1]))
        for i, length in zip(mine, slots, strict=False):
            lengths[i] = length
    return lengths


def _meld_verdict(
    variant: Variant,
    rules: RoundRules,
    round: int,
    melds: Sequence[Meld],
    packs: int,
    ordered: bool,
) -> Verdict | None:
    """The melds that are none by themselves; the first of them is spelled out."""
    lengths = slot_lengths(variant, rules, melds)
    verdicts = [
        check_meld(variant, type, cards, packs=packs, ordered=ordered, slot_length=length)
        for (type, cards), length in zip(melds, lengths, strict=True)
    ]
    inner = refused(*verdicts)
    if inner is None:
        return None
    number = next(i for i, verdict in enumerate(verdicts) if not verdict.ok)
    which = f"Meld {number + 1} of round {round}:"
    return replace(
        inner,
        reason=Reason.INVALID_MELD,
        also=(inner.reason, *inner.also),
        text=f"{which} {inner.text}",
        sentence=f"{which} {inner.sentence}",
        offending=tuple(replace(bad, meld=number) for bad in inner.offending),
        inner=verdicts[number],
    )


def _table_verdict(
    variant: Variant, melds: Sequence[Meld], packs: int, ordered: bool, legal: bool
) -> Verdict | None:
    """What is wrong with the melds together: copies and, of `legal` ones, ranks and runs."""
    where = [(number, i) for number, (_, cards) in enumerate(melds) for i in range(len(cards))]
    cards = [melds[number][1][i] for number, i in where]
    faults = copies_faults(variant, cards, packs)
    if legal:
        faults += _pair_faults(variant, melds, ordered)
    if not faults:
        return None
    verdict = refusal(variant, faults, cards)
    offending = tuple(
        Offending(where[bad.position][1], bad.card, where[bad.position][0])
        for bad in verdict.offending
    )
    return replace(verdict, offending=offending)


def _pair_faults(variant: Variant, melds: Sequence[Meld], ordered: bool) -> Iterator[Fault]:
    """Two sets of one rank, or two runs of one suit too near, where the variant minds.

    A fault's positions count through the cards of all melds, one meld after the other.
    """
    ends = list(accumulate((len(cards) for _, cards in melds), initial=0))
    for one, other in combinations(range(len(melds)), 2):
        (kind, cards), (other_kind, other_cards) = melds[one], melds[other]
        if kind is not other_kind:
            continue
        if kind is MeldType.SET:
            found = _same_rank(variant, cards, other_cards)
        else:
            found = _touching(variant, cards, other_cards, ordered)
        if found:
            at = (*range(ends[one], ends[one + 1]), *range(ends[other], ends[other + 1]))
            yield replace(found, at=at)


def _natural(variant: Variant, cards: Sequence[Card]) -> Card | None:
    return next((card for card in cards if not variant.is_wild(card)), None)


def _same_rank(variant: Variant, one: Sequence[Card], other: Sequence[Card]) -> Fault | None:
    mine, yours = _natural(variant, one), _natural(variant, other)
    if variant.sets.same_rank_twice or not mine or not yours or mine.rank != yours.rank:
        return None
    text = f"{faces(one)} and {faces(other)} are two sets of one rank."
    return Fault(Reason.SAME_RANK_TWICE, "sets.same_rank_twice", text)


def _touching(
    variant: Variant, one: Sequence[Card], other: Sequence[Card], ordered: bool
) -> Fault | None:
    rule = variant.runs.touching
    mine, yours = _natural(variant, one), _natural(variant, other)
    if rule is TouchingRuns.ALLOWED or not mine or not yours or mine.suit != yours.suit:
        return None
    if rule is TouchingRuns.FORBIDDEN:
        text = f"{faces(one)} and {faces(other)} are two runs of one suit."
    elif _ranks_between(variant, one, other, ordered) < GAP:
        text = f"{faces(one)} and {faces(other)} have no {GAP} ranks between them."
    else:
        return None
    return Fault(Reason.TOUCHING_RUNS, "runs.touching", text)


def _ranks_between(
    variant: Variant, one: Sequence[Card], other: Sequence[Card], ordered: bool
) -> int:
    """How many ranks lie between two legal runs of one suit; negative where they overlap."""
    (low, low_end), (high, high_end) = sorted(
        (shape.start, shape.start + len(shape.order) - 1)
        for cards in (one, other)
        if isinstance(
            shape := find_shape(
                variant, MeldType.RUN, cards, ordered=ordered, phase=Phase.LAY_DOWN
            ),
            Shape,
        )
    )
    between = high - low_end - 1
    if variant.runs.wrap is Wrap.NONE:
        return between
    return min(between, low + HIGH_ACE - high_end - 1)
