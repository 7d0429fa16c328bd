"""The keypad of a variant: which keys there are, in which rows, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorebook.rules.cards import Card
from scorebook.rules.scoring import points_of
from scorebook.rules.variant import Variant

PIPS = "23456789"
TENS = "TJQK"
PER_ROW = 4
FACES = {"T": "10", "JK": "★", "2S": "2♠"}
NAMES = {
    "A": "ace",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "JK": "joker",
    "2S": "two of spades",
}


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `card` is its notation, `points` carry the variant's sign, `kind` chooses the tint."""

    card: str
    face: str
    name: str
    points: int
    note: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`value` is what every key of the row is worth; None where they differ, so that each says it."""

    keys: tuple[Key, ...]
    value: int | None
    wide: bool = False


def keypad(variant: Variant) -> tuple[Row, ...]:
    """The ace and every wild on top, far from Next; then the pips in rows of four; then ten to king."""
    special = special_cards(variant)
    top = [key(variant, "A", kind="ace")]
    top += [key(variant, card, note=_note(card), kind="wild") for card in special]
    pips = [
        key(variant, pip, note="not ♠" if f"{pip}S" in special else "")
        for pip in PIPS
        if pip not in special
    ]
    rows = [Row(tuple(top), None, wide=True)]
    rows += [_row(pips[start : start + PER_ROW]) for start in range(0, len(pips), PER_ROW)]
    rows.append(_row(key(variant, ten, kind="ten") for ten in TENS))
    return tuple(rows)


def special_cards(variant: Variant) -> tuple[str, ...]:
    """The cards with a wide key: the wilds, in the variant's order."""
    return tuple(variant.wild)


def key(variant: Variant, card: str, note: str = "", kind: str = "") -> Key:
    points = variant.sign * points_of(variant, Card.parse(card))
    return Key(card, FACES.get(card, card), NAMES[card], points, note, kind)


def _note(card: str) -> str:
    return {"JK": "Joker", "2": "wild"}.get(card, "")


def _row(keys: Iterable[Key]) -> Row:
    keys = tuple(keys)
    values = {key.points for key in keys}
    return Row(keys, values.pop() if len(values) == 1 else None)
