"""Could anybody play by these rules? What a new version has to keep to, beyond being readable.

A book reads the versions that it has without this, so that a stricter rule here closes no game.
"""

from __future__ import annotations

from collections.abc import Iterator

from scorebook.rules.axes import (
    BuyScope,
    ClosingDiscard,
    MeldSlot,
    MeldType,
    RoundRules,
    TouchingRuns,
)
from scorebook.rules.buying import cards_gained
from scorebook.rules.cards import RANKS, SUITS, Card
from scorebook.rules.melds import check_meld
from scorebook.rules.possible import LONGEST_SET, MOST_MELDS
from scorebook.rules.runs import HIGH_ACE
from scorebook.rules.variant import Variant, VariantError
from scorebook.rules.verdict import count, faces

ENOUGH = MOST_MELDS * HIGH_ACE + 1  # purchases for any contract
AT_ONCE = 10  # cards in one, where nothing limits them


def check_playable(variant: Variant) -> None:
    """Raises VariantError with a sentence that names the key at fault."""
    known: set[MeldSlot] = set()
    for number, rules in enumerate(variant.rounds, start=1):
        path = f"rounds.{number}"
        _check_dealt(variant, path, rules)
        for slot in sorted({*rules.contract} - known, key=rules.contract.index):
            _check_slot(variant, path, slot)
        known |= {*rules.contract}
        _check_suits(variant, path, rules)
        _check_finish(variant, path, number, rules)


def _check_dealt(variant: Variant, path: str, rules: RoundRules) -> None:
    for row in variant.packs:
        players = row.to_players or row.from_players
        dealt, held = players * rules.dealt, row.packs * len(variant.pack())
        if dealt + variant.upcard >= held:
            raise VariantError(
                f"{path}.dealt: {players} players are dealt {dealt} cards, "
                f"of the {held} in {count(row.packs, 'pack')}: none is left to draw."
            )


def _check_slot(variant: Variant, path: str, slot: MeldSlot) -> None:
    """Some cards of the smallest number of packs have to make the meld."""
    packs = min(row.packs for row in variant.packs)
    longest = variant.runs.max_length if slot.type is MeldType.RUN else LONGEST_SET
    reason = ""
    for length in range(slot.length, longest + 1 if variant.lay_down.longer else slot.length + 1):
        for cards in _candidates(variant, slot.type, length, packs):
            verdict = check_meld(
                variant, slot.type, cards, packs=packs, ordered=True, slot_length=slot.length
            )
            if verdict.ok:
                return
            reason = reason or f"{faces(cards)}: {verdict.text}"
    what = f"a {slot.type} of {slot.length}"
    reason = reason or f"In {count(packs, 'pack')} are too few of a rank."
    raise VariantError(f"{path}.contract: no cards make {what} by these rules. {reason}")


def _candidates(
    variant: Variant, type: MeldType, length: int, packs: int
) -> Iterator[tuple[Card, ...]]:
    """Melds with as few wild cards as can be: whatever is legal of this length, one of these is."""
    wilds = [card for card in variant.pack() if variant.is_wild(card)] * packs
    if type is MeldType.RUN:
        for suit in SUITS:
            for low in range(HIGH_ACE - length + 2):
                places = range(low, low + length)
                run = tuple(Card(RANKS[place % len(RANKS)], suit) for place in places)
                yield run
                yield from ((*run[:-1], wild) for wild in wilds[:1])
        return
    for rank in RANKS:
        cards = [Card(rank, suit) for suit in SUITS] * packs
        naturals = [card for card in cards if not variant.is_wild(card)]
        together = (*naturals, *wilds)[:length]
        if len(together) == length:
            yield together


def _check_suits(variant: Variant, path: str, rules: RoundRules) -> None:
    runs = sum(slot.type is MeldType.RUN for slot in rules.contract)
    one_each = variant.runs.same_suit and variant.runs.touching is TouchingRuns.FORBIDDEN
    if one_each and runs > len(SUITS):
        raise VariantError(
            f"{path}.contract asks for {runs} runs, but runs.touching allows one in each suit."
        )


def _check_finish(variant: Variant, path: str, number: int, rules: RoundRules) -> None:
    hands = _hands(variant, number, rules)
    discards = {
        ClosingDiscard.REQUIRED: (1,),
        ClosingDiscard.OPTIONAL: (0, 1),
        ClosingDiscard.FORBIDDEN: (0,),
    }[rules.closing_discard]
    needed = rules.cards + discards[0]
    if max(hands) < needed:
        raise VariantError(
            f"{path}.contract cannot be finished: it takes {needed} cards, "
            f"and with every buy there are {max(hands)}."
        )
    off = variant.play_off
    room = variant.lay_down.longer or variant.lay_down.extra_melds or (off.own and off.same_turn)
    if rules.same_turn and not room and hands.isdisjoint(rules.cards + n for n in discards):
        raise VariantError(
            f"{path}.same_turn: nobody gets rid of {min(hands)} cards in one turn with "
            f"{rules.cards} laid, for melds are exactly as long as asked."
        )


def _hands(variant: Variant, number: int, rules: RoundRules) -> set[int]:
    """How many cards somebody can hold after a draw, with what may be bought by then."""
    drawn, buy = rules.dealt + 1, variant.buy
    if buy is None or not rules.buying:
        return {drawn}
    most = sum(buy.grants[:number]) if buy.scope is BuyScope.BANK else buy.limit
    purchases = range(min(ENOUGH, ENOUGH if most is None else most) + 1)
    return {
        drawn + cards_gained(buy, bought, bought * cards)
        for bought in purchases
        for cards in range(1, (buy.cards or AT_ONCE) + 1)
    }
