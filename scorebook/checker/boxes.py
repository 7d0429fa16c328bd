"""A verdict as the page says it: yes or no, why, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.rules.axes import Basis, ClosingDiscard, contract_words
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import Reason, Verdict, count

MARKS = {"yes": "✓", "no": "✗", "wait": "…"}


@dataclass(frozen=True, slots=True)
class Box:
    """`state` is "yes", "no", or "wait" while there are too few cards to say. `lead` says whose
    rule `quote` is.
    """

    state: str
    head: str
    text: str
    lead: str = ""
    quote: str = ""

    @property
    def mark(self) -> str:
        return MARKS[self.state]


def boxed(variant: Variant, verdict: Verdict, yes: str, no: str, text: str = "") -> Box:
    """The box of a verdict, headed by `yes` or `no`; `text` is said instead of the verdict's."""
    state, head = ("yes", yes) if verdict.ok else ("no", no)
    if verdict.reason is Reason.TOO_SHORT and not verdict.also:
        return Box("wait", "Not yet.", text or verdict.text)
    return Box(state, head, text or verdict.text, *_rule(variant, verdict.axis))


def box_of_round(variant: Variant, number: int) -> Box:
    """Whether round `number` is finished with the cards dealt and one drawn."""
    rules = variant.rounds[number - 1]
    discard = " and a discard" if rules.closing_discard is ClosingDiscard.REQUIRED else ""
    laid = f"{contract_words(rules.contract)} ({count(rules.cards, 'card')}){discard}"
    text = f"{laid}, of {rules.dealt + 1} in hand after the draw."
    if rules.needs_buy:
        return Box("no", f"Round {number} needs a buy:", text, *_rule(variant, f"rounds.{number}"))
    return Box("yes", f"Round {number} needs no buy:", text, *_rule(variant, f"rounds.{number}"))


def _rule(variant: Variant, axis: str) -> tuple[str, str]:
    """Whose rule an axis is, and the rule as its source has it."""
    source = variant.source(axis)
    quote = source.quote
    if source.basis is Basis.ASSUMED:
        lead = f"Your rules ({variant.name}) don’t say. Ask the table; until then we take:"
        return lead, quote or "the usual way"
    if source.basis is Basis.DERIVED:
        return f"It follows from {variant.name}{':' if quote else '.'}", quote
    return f"{variant.name} says{':' if quote else ' so.'}", quote
