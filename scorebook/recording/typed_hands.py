"""A hand as it is typed into the form's two fields: its cards, or only their total."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scorebook.ledger.submission import FieldError, Refused
from scorebook.rules.cards import CardError, parse_hand
from scorebook.rules.scoring import parse_total
from scorebook.rules.sheet import Cell
from scorebook.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Typed:
    cards: str = ""
    total: str = ""

    @classmethod
    def standing(cls, cell: Cell) -> Self:
        """What the fields say about a hand that was entered before."""
        total = cell.typed or (str(abs(cell.hand_points)) if cell.entry and not cell.cards else "")
        return cls(" ".join(cell.cards), total)

    @classmethod
    def sent(cls, form: Mapping[str, str]) -> Self:
        return cls(form.get("cards", "").strip(), form.get("total", "").strip())


def typed_payload(variant: Variant, typed: Typed) -> dict[str, Any] | None:
    """The payload of a `hand` entry; None where nothing was typed. Raises Refused."""
    if typed.cards and typed.total:
        both = "There are cards and a total. Keep one of them and clear the other."
        raise Refused(FieldError("total", "both", both))
    try:
        if typed.cards:
            return {"cards": [str(card) for card in parse_hand(_own_wild(variant, typed.cards))]}
        if typed.total:
            return {"total": parse_total(typed.total), "typed": typed.total}
    except (CardError, ValueError) as problem:
        field = "cards" if typed.cards else "total"
        raise Refused(FieldError(field, "unreadable", str(problem))) from problem
    return None


def _own_wild(variant: Variant, cards: str) -> str:
    """`*` is a wild card, whichever the variant has."""
    return cards.replace("*", f" {variant.wild[0]} ") if variant.wild else cards
