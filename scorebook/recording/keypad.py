"""The keypad of a variant: which keys there are, in which rows, and what each is worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scorebook.recording.notation import face, gained
from scorebook.rules.cards import Card
from scorebook.rules.scoring import points_of
from scorebook.rules.variant import Variant

PIPS = "23456789"
TENS = "TJQK"
PER_ROW = 4


@dataclass(frozen=True, slots=True)
class Key:
    """One key. `card` is its notation, `points` carry the variant's sign, `kind` chooses the tint.

    `small` stands below or beside the face: what kind of card it is, and its points where the row
    does not say them.
    """

    card: str
    face: str
    points: int
    kind: str = ""
    small: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """`shared` is what every key of the row is worth, empty where each key says its own."""

    keys: tuple[Key, ...]
    shared: str
    wide: bool = False


def keypad(variant: Variant) -> tuple[Row, ...]:
    """The ace and every wild on top, far from Next; then the pips by fours; then ten to king."""
    notes = {"JK": "Joker", "2": "wild"}
    wide = [("A", "ace", ""), *((card, "wild", notes.get(card, "")) for card in variant.wild)]
    pips = [
        (pip, "", "not ♠" if f"{pip}S" in variant.wild else "")
        for pip in PIPS
        if pip not in variant.wild
    ]
    return (
        _row(variant, wide, wide=True),
        *(_row(variant, pips[start : start + PER_ROW]) for start in range(0, len(pips), PER_ROW)),
        _row(variant, [(ten, "ten", "") for ten in TENS]),
    )


def _row(variant: Variant, cards: Iterable[tuple[str, str, str]], *, wide: bool = False) -> Row:
    keys = [(card, kind, note, worth(variant, card)) for card, kind, note in cards]
    same = not wide and len({points for *_, points in keys}) == 1
    return Row(
        keys=tuple(
            Key(card, face(card), points, kind, small(note, points, tell=not same))
            for card, kind, note, points in keys
        ),
        shared=gained(keys[0][3]) if same else "",
        wide=wide,
    )


def small(note: str, points: int, *, tell: bool) -> str:
    return f"{note} {gained(points)}".strip() if tell else note


def worth(variant: Variant, card: str) -> int:
    """What a card left in the hand adds to its holder's points."""
    return variant.sign * points_of(variant, Card.parse(card))
