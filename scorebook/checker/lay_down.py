"""Is this lay-down legal? The round's slots, a verdict for each meld, and one for them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from scorebook.checker.boxes import Box, boxed
from scorebook.checker.cards import ShownCard, as_typed, in_suits, laid_out, read
from scorebook.checker.forms import TurnForm
from scorebook.checker.table import Table
from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import Card, CardError
from scorebook.rules.contracts import Meld, check_lay_down, slot_lengths
from scorebook.rules.melds import check_meld
from scorebook.rules.verdict import Reason, Verdict, face

MOST_MELDS = 12
USUAL = {MeldType.SET: MeldSlot(MeldType.SET, 3), MeldType.RUN: MeldSlot(MeldType.RUN, 4)}
Typed = tuple[MeldType, str]


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one meld: what it is called, what was typed there, and what to say of it."""

    title: str
    type: MeldType
    length: int
    typed: str
    error: str = ""
    shown: Sequence[ShownCard] = ()
    box: Box | None = None

    @property
    def at_fault(self) -> str:
        return ", ".join(face(one.card) for one in self.shown if one.bad)


@dataclass(frozen=True, slots=True)
class LayDown:
    """The answer to the whole question. `melds` are those with cards, as typed."""

    slots: Sequence[Slot]
    melds: Sequence[Meld]
    verdict: Verdict | None = None
    box: Box | None = None

    @property
    def payload(self) -> dict[str, Any]:
        """The entry that records it."""
        return {
            "melds": [{"type": type, "cards": [*map(str, cards)]} for type, cards in self.melds]
        }

    @property
    def readable(self) -> bool:
        return bool(self.melds) and not any(slot.error for slot in self.slots)


def asked_melds(
    table: Table, types: Iterable[str], texts: Iterable[str], more: str = ""
) -> list[Typed]:
    """The melds that a form sent; without any, the empty slots of the round's contract. `more`
    is the type of one slot beyond.
    """
    known = [*MeldType]
    sent = [
        (MeldType(type), text.strip())
        for type, text in zip(types, texts, strict=False)
        if type in known
    ]
    rules = table.variant.round_rules(table.round)
    contract = [(slot.type, "") for slot in rules.contract] if rules else []
    extra = [(MeldType(more), "")] if more in known else []
    return [*(sent or contract), *extra][:MOST_MELDS]


def judge(table: Table, typed: Sequence[Typed], turn: TurnForm) -> LayDown:
    """A verdict on every meld and on the lay-down, as far as the cards can be read."""
    slots = _empty_slots(table, typed)
    cards: list[tuple[Card, ...]] = []
    errors: list[str] = []
    for _, text in typed:
        read_cards, error = _read(text)
        cards.append(read_cards)
        errors.append(error)
    melds = [(slot.type, some) for slot, some in zip(slots, cards, strict=True) if some]
    dressed = in_suits(table.variant, melds)
    as_laid = turn.is_valid() and turn.cleaned_data["as_laid"]
    whole = None
    if melds and not any(errors) and turn.is_valid():
        suited = [(type, some) for (type, _), some in zip(melds, dressed, strict=True)]
        whole = _whole(table, suited, turn)
    judged = iter(_judged(table, melds, dressed, whole, as_laid))
    told = [
        Slot(slot.title, slot.type, slot.length, slot.typed, error, *(next(judged) if some else ()))
        for slot, some, error in zip(slots, cards, errors, strict=True)
    ]
    box = _overall(table, whole, told) if whole else None
    return LayDown(told, melds, whole, box)


def _empty_slots(table: Table, typed: Sequence[Typed]) -> list[Slot]:
    """The slots by name: "Set 1", "Run 1 of 7"; those beyond the contract ask for the usual."""
    rules = table.variant.round_rules(table.round)
    asked = {
        type: [slot for slot in (rules.contract if rules else ()) if slot.type is type]
        for type in MeldType
    }
    seen: Counter[MeldType] = Counter()
    slots = []
    for type, text in typed:
        of = asked[type][seen[type] : seen[type] + 1] or [USUAL[type]]
        seen[type] += 1
        title = f"{type.capitalize()} {seen[type]}{of[0].of_length}"
        slots.append(Slot(title, type, of[0].length, text))
    return slots


def _read(text: str) -> tuple[tuple[Card, ...], str]:
    try:
        return read(text), ""
    except CardError as error:
        return (), str(error)


def _whole(table: Table, melds: Sequence[Meld], turn: TurnForm) -> Verdict:
    return check_lay_down(
        table.variant,
        table.round,
        melds,
        packs=table.packs,
        ordered=turn.cleaned_data["as_laid"],
        **turn.counted(sum(len(cards) for _, cards in melds), table.hand_after_draw()),  # type: ignore[arg-type]
    )


def _judged(
    table: Table,
    melds: Sequence[Meld],
    dressed: Sequence[tuple[Card, ...]],
    whole: Verdict | None,
    as_laid: bool,
) -> Iterable[tuple[list[ShownCard], Box]]:
    """Each meld with cards: how it lies and what to say of it by itself."""
    variant, rules = table.variant, table.variant.round_rules(table.round)
    lengths = slot_lengths(variant, rules, melds) if rules else [None] * len(melds)
    together = {(bad.meld, bad.position) for bad in (whole.offending if whole else ())}
    for at, ((type, typed), suited) in enumerate(zip(melds, dressed, strict=True)):
        ask = partial(check_meld, variant, type, suited, packs=table.packs, slot_length=lengths[at])
        verdict = ask(ordered=True)  # a wild stands where it was put, if it can
        if not verdict.ok and not as_laid:
            verdict = ask(ordered=False)
        waits = verdict.reason is Reason.TOO_SHORT and not verdict.also
        bad = {position for meld, position in together if meld == at}
        bad = set() if waits else bad | {one.position for one in verdict.offending}
        text = as_typed(verdict.text, typed, suited)
        if verdict.reason is Reason.TOO_MANY_COPIES:
            text = verdict.text
        shown = laid_out(variant, type, typed, suited, verdict, bad)
        yield shown, boxed(variant, verdict, "Legal.", "Not legal.", text)


def _overall(table: Table, verdict: Verdict, slots: Sequence[Slot]) -> Box:
    """What all of it comes to. A meld that is wrong has said why in its own box."""
    yes = "You can go down, and out." if verdict.goes_out else "You can go down."
    box = boxed(table.variant, verdict, yes, "You can’t go down yet.")
    if verdict.reason is Reason.INCOMPLETE:
        return replace(box, state="wait")
    if verdict.reason is not Reason.INVALID_MELD:
        return box
    wrong = [slot for slot in slots if slot.box and slot.box.state != "yes"]
    state = "no" if any(slot.box and slot.box.state == "no" for slot in wrong) else "wait"
    return Box(state, box.head, f"Look at {' and '.join(slot.title for slot in wrong)}.")
