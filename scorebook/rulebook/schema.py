"""The axes of a rule set as the dataclasses of the rules declare them, one line of a form each."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from scorebook.rulebook import notation
from scorebook.rulebook.notation import Notation
from scorebook.rulebook.wording import CHOICES, SIGNS, WORDS, Words
from scorebook.rules import presets
from scorebook.rules.axes import (
    BuyRules,
    CallingRummyRules,
    CutRules,
    MeldSlot,
    MeldType,
    Packs,
    RoundRules,
    SwapRules,
)
from scorebook.rules.codec import encode
from scorebook.rules.describe import card_words
from scorebook.rules.variant import Variant

NOT_ASKED = {"name", "family", "sources", "sets.wilds.adjacent", "sets.wilds.window"}

# What a rule that the rule set has not got would begin with.
BEGINNINGS: dict[str, Any] = {
    "buy": BuyRules(),
    "swap": SwapRules(where=(MeldType.RUN,)),
    "calling_rummy": CallingRummyRules(),
    "cut": CutRules(points=25),
}

NOTATIONS: dict[Any, Notation] = {
    tuple[MeldSlot, ...]: notation.CONTRACT,
    tuple[Packs, ...]: notation.PACKS,
    tuple[str, ...]: notation.CODES_OF_CARDS,
    tuple[int, ...]: notation.NUMBERS,
    tuple[int, int] | None: notation.WINDOW,
    Mapping[str, int]: notation.PRICES,
}


@dataclass(frozen=True, slots=True)
class Axis:
    """One value of a rule set. `path` is dotted ("rounds.3.dealt"); `hint` its declared type;
    `switch`: it says whether the axes below it are played at all.
    """

    path: str
    words: Words
    hint: Any
    switch: bool = False

    @property
    def section(self) -> str:
        """The switch that this axis is played under, if any: "buy" for "buy.limit"."""
        first, dot, _ = self.path.partition(".")
        return first if dot and first in BEGINNINGS else ""

    @property
    def label(self) -> str:
        """The label, with what tells it from its likes: "In a set: most wild cards"."""
        parts = self.path.split(".")
        if parts[0] == "rounds":
            return f"Round {parts[1]}: {_lower(self.words.label)}"
        if parts[1:2] == ["wilds"]:
            return f"In a {parts[0][:-1]}: {_lower(self.words.label)}"
        return self.words.label

    @property
    def notation(self) -> Notation | None:
        return NOTATIONS.get(self.hint)

    @property
    def choices(self) -> dict[Any, str]:
        """Its values in words, where it has a few named ones."""
        if self.path == "sign":
            return SIGNS
        kind = get_args(self.hint)[0] if get_origin(self.hint) is tuple else self.hint
        named = isinstance(kind, type) and issubclass(kind, StrEnum)
        return dict(CHOICES[kind]) if named else {}

    def in_words(self, value: Any) -> str:
        """A plain JSON value of this axis as people say it."""
        if value is None or value == [] or value == "":
            return self.words.nothing
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.notation:
            return self.notation.show(value)
        if isinstance(value, list):
            return " and ".join(self.choices[one] for one in value)
        return self.choices.get(value, str(value))


def _lower(label: str) -> str:
    return label[0].lower() + label[1:]


def axes(rounds: int, prices: Collection[str], customs: Collection[str]) -> list[Axis]:
    """Every axis that a form asks for: of so many rounds, these prices and these customs."""
    return list(_axes(Variant, "", rounds, prices, customs))


def _axes(
    kind: type, path: str, rounds: int, prices: Collection[str], customs: Collection[str]
) -> Iterator[Axis]:
    hints = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        inner, hint = f"{path}{field.name}", hints[field.name]
        if not field.init or inner in NOT_ASKED:
            continue
        words = WORDS[kind].get(field.name)
        if inner == "rounds":
            for number in range(1, rounds + 1):
                yield from _axes(RoundRules, f"rounds.{number}.", rounds, prices, customs)
        elif isinstance(hint, type) and dataclasses.is_dataclass(hint):
            yield from _axes(hint, f"{inner}.", rounds, prices, customs)
        elif (rule := _optional_rule(hint)) and words:
            yield Axis(inner, words, bool, switch=True)
            yield from _axes(rule, f"{inner}.", rounds, prices, customs)
        elif inner == "points" and words:
            for key in prices:
                yield Axis(
                    f"points.{key}",
                    Words(_price_label(key), "Left empty: no price of its own."),
                    int | None,
                )
            yield Axis(inner, words, hint)
        elif inner == "customs" and words:
            for key in customs:
                named = words._replace(label=key.replace("_", " ").capitalize())
                yield Axis(f"customs.{key}", named, str)
        elif words:
            yield Axis(inner, words, hint)


def _optional_rule(hint: Any) -> Any:
    """BuyRules of `BuyRules | None`."""
    if get_origin(hint) not in (types.UnionType, Union):
        return None
    return next((one for one in get_args(hint) if dataclasses.is_dataclass(one)), None)


def _price_label(key: str) -> str:
    words = card_words(key)
    return words[0].upper() + words[1:]


def laid_out(variant: Variant, rounds: int) -> dict[str, Any]:
    """A rule set's plain values with nothing left out: rounds by number up to `rounds` (those not
    played without a contract), rules that it has not got as they would begin.
    """
    data = variant.to_dict()
    last = {**data["rounds"][-1], "contract": [], "same_turn": False, "buying": True}
    rows = data["rounds"] + [last] * (rounds - len(data["rounds"]))
    data["rounds"] = {str(number): dict(row) for number, row in enumerate(rows, start=1)}
    for name, rule in BEGINNINGS.items():
        data[name] = data[name] or encode(rule)
    return data


MISSING = object()
NO_ROUND = "no such round"


def value_at(data: Any, path: str) -> Any:
    """The plain value at a dotted path of what was laid out; MISSING if there is none."""
    for key in path.split("."):
        if not isinstance(data, Mapping) or key not in data:
            return MISSING
        data = data[key]
    return data


def shown(variant: Variant, axis: Axis, data: dict[str, Any]) -> Any:
    """What a form shows for an axis of `variant`, whose values are laid out in `data`."""
    if axis.switch:
        return getattr(variant, axis.path) is not None
    value = value_at(data, axis.path)
    if axis.path == "points":  # the prices named have fields of their own
        return {}
    return None if value is MISSING else value


def put_together(
    data: dict[str, Any], changes: Mapping[str, Any], switches: Mapping[str, bool]
) -> tuple[dict[str, Any], list[int]]:
    """The rule set's JSON form from laid-out values with changes by path, and the number on the
    form of each round that is played.
    """
    data = deepcopy(data)
    for path, value in changes.items():
        parent, _, key = path.rpartition(".")
        inner = value_at(data, parent) if parent else data
        if path == "points":
            data["points"] |= value
        elif parent in ("points", "customs") and value in (None, ""):
            inner.pop(key, None)
        else:
            inner[key] = value
    for name, played in switches.items():
        data[name] = data[name] if played else None
    played_rounds = {int(n): row for n, row in data["rounds"].items() if row["contract"]}
    data["rounds"] = list(played_rounds.values())
    return data, list(played_rounds)


@lru_cache(maxsize=1)
def _presets() -> list[tuple[Variant, dict[str, Any]]]:
    """Each preset with its values laid out, no rounds added."""
    variants = [presets.get(slug) for slug in presets.SLUGS]
    return [(variant, laid_out(variant, len(variant.rounds))) for variant in variants]


@lru_cache(maxsize=1024)
def in_presets(axis: Axis) -> tuple[tuple[str, str], ...]:
    """What the presets say: (value in words, "Link · Gourt") for each value that any has; nothing
    of a round that none of them has.
    """
    said: dict[str, list[str]] = {}
    for variant, data in _presets():
        said.setdefault(_said(variant, data, axis), []).append(variant.name)
    if list(said) == [NO_ROUND]:
        return ()
    if len(said) == 1:
        return ((next(iter(said)), "every preset"),)
    return tuple((value, " · ".join(names)) for value, names in said.items())


def _said(variant: Variant, data: dict[str, Any], axis: Axis) -> str:
    if axis.section and getattr(variant, axis.section) is None:
        return "not played"
    if axis.path == "points":
        return notation.show_prices(data["points"])
    if axis.path.startswith("points."):
        key = axis.path.partition(".")[2]
        points = variant.points.get(key, variant.card_points.get(key))
        return "no price of its own" if points is None else str(points)
    value = value_at(data, axis.path)
    if axis.switch:
        value = getattr(variant, axis.path) is not None
    elif value is MISSING:
        return axis.words.nothing if axis.path.startswith("customs.") else NO_ROUND
    return axis.in_words(value)
