"""A verdict as the page says it: yes or no, why, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.rules.axes import Basis
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import Reason, Verdict

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
    source = variant.source(verdict.axis)
    quote = source.quote
    if source.basis is Basis.ASSUMED:
        lead = f"Your rules ({variant.name}) don’t say. Ask the table; until then we take:"
        quote = quote or "the usual way"
    elif source.basis is Basis.DERIVED:
        lead = f"It follows from {variant.name}{':' if quote else '.'}"
    else:
        lead = f"{variant.name} says{':' if quote else ' so.'}"
    return Box(state, head, text or verdict.text, lead, quote)
