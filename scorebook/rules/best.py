"""The answer to "what is the best lay-down?" for a terminal and for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from scorebook.rules import presets
from scorebook.rules.cards import Card
from scorebook.rules.lay_down import LayDown
from scorebook.rules.short_of import Missing, lacks
from scorebook.rules.solver import best_lay_down
from scorebook.rules.variant import Variant

KEYS = {"variant", "round", "hand"}


class LineError(ValueError):
    """A line that asks nothing; its message is a sentence for people."""


def best(variant: Variant, round: int, hand: tuple[Card, ...]) -> tuple[str, dict[str, Any]]:
    """The answer in words, and as plain data. Raises ValueError for what cannot be asked.

    Cards may come of as many packs as the variant ever plays with.
    """
    found = best_lay_down(variant, round, hand)
    if found:
        return _words(found), _data(found)
    missing = lacks(variant, round, hand, max(row.packs for row in variant.packs))
    return missing.sentence, {"feasible": False, "missing": _missing(missing)}


def answers(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """One answer for each line {"variant": "link", "round": 7, "hand": ["7H", "JK", ...]}.

    A variant is a preset's name or a whole rule set as an object. Raises LineError with the number
    of the line at fault.
    """
    known: dict[str, Variant] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield _answer(line, known)
            except ValueError as error:
                raise LineError(f"Line {number}: {error}") from None


def _answer(line: str, known: dict[str, Variant]) -> dict[str, Any]:
    try:
        asked = json.loads(line)
    except ValueError:
        raise LineError("This is not JSON.") from None
    if not isinstance(asked, dict) or set(asked) != KEYS:
        raise LineError("Write an object with variant, round and hand.")
    round, hand = asked["round"], asked["hand"]
    if type(round) is not int:
        raise LineError("round has to be a whole number.")
    if not isinstance(hand, list) or not all(isinstance(card, str) for card in hand):
        raise LineError("hand has to be a list of cards.")
    cards = tuple(Card.parse(card) for card in hand)
    return best(_variant(asked["variant"], known), round, cards)[1]


def _variant(told: object, known: dict[str, Variant]) -> Variant:
    """A preset by name, or a rule set written out, read once however often it is told."""
    if isinstance(told, str):
        if told not in presets.SLUGS:
            raise LineError(f"variant has to be one of {', '.join(presets.SLUGS)}, or an object.")
        return presets.get(told)
    key = json.dumps(told, sort_keys=True)
    if key not in known:
        known[key] = Variant.from_dict(told)
    return known[key]


def _words(found: LayDown) -> str:
    lines = [meld.sentence for meld in found.melds]
    points = f"{found.laid_points} points laid down, {found.left_points} left."
    return "\n".join([*lines, points, found.how])


def _data(found: LayDown) -> dict[str, Any]:
    return {
        "feasible": True,
        "laid_points": found.laid_points,
        "left_points": found.left_points,
        "melds": [
            {
                "type": meld.type.value,
                "cards": [str(card) for card in meld.cards],
                "stands_for": {str(at): str(card) for at, card in meld.stands_for.items()},
            }
            for meld in found.melds
        ],
        "left": [str(card) for card in found.left],
        "goes_out": found.goes_out,
    }


def _missing(missing: Missing) -> dict[str, Any]:
    return {
        "short": missing.short,
        "alternatives": [
            {"to": alternative.to, "cards": [str(card) for card in alternative.cards]}
            for alternative in missing.alternatives
        ],
        "sentence": missing.sentence,
    }
