"""What sets two rule sets apart: the axes, and the sentences that tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorebook.rules.axes import Basis, Source
from scorebook.rules.describe import Statement, describe
from scorebook.rules.variant import Variant

NO_AXES = ("name", "family", "sources")


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule in two rule sets; None where one of them says nothing about it."""

    before: Statement | None
    after: Statement | None

    @property
    def topic(self) -> str:
        return (self.after or self.before).topic  # type: ignore[union-attr]

    @property
    def nothing(self) -> str:
        """What the rule set says that has no such sentence."""
        return "Not played." if self.topic == "Rounds" else "Not said."

    @property
    def was(self) -> str:
        """What it was, as short as the sentence after allows: "twice a game"."""
        if self.before is None:
            return ""
        if self.after and self.before.stem and self.before.stem == self.after.stem:
            return self.before.value
        return self.before.sentence

    @property
    def sentence(self) -> str:
        """The change in a sentence: "Each player may buy twice a round (was: twice a game)."."""
        if self.after is None:
            return f"No longer: {self.was}"
        if self.before is None:
            return f"New: {self.after.sentence}"
        return f"{self.after.sentence.removesuffix('.')} (was: {self.was.removesuffix('.')})."


def differences(before: Variant, after: Variant) -> list[Difference]:
    """Every rule that reads otherwise, in the order of the second; what is gone comes last."""
    old = {statement.axes[0]: statement for statement in describe(before)}
    new = {statement.axes[0]: statement for statement in describe(after)}
    pairs = [Difference(old.get(axis), statement) for axis, statement in new.items()]
    pairs += [Difference(statement, None) for axis, statement in old.items() if axis not in new]
    return [pair for pair in pairs if _sentence(pair.before) != _sentence(pair.after)]


def _sentence(statement: Statement | None) -> str:
    return statement.sentence if statement else ""


def differing_axes(before: Variant, after: Variant) -> list[str]:
    """Dotted axes whose values differ, as narrow as can be: "buy.scope", "rounds.7.dealt". A rule
    that only one of them has is one axis ("buy"); names and sources are none.
    """
    old, new = before.to_dict(), after.to_dict()
    return [axis for axis in _differing(old, new, "") if axis not in NO_AXES]


def _differing(old: Any, new: Any, path: str) -> Iterator[str]:
    old, new = (_by_number(side, path) for side in (old, new))
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        if old != new:
            yield path
        return
    for key in [*new, *(key for key in old if key not in new)]:
        inner = f"{path}.{key}" if path else key
        if inner not in NO_AXES:
            yield from _differing(old.get(key), new.get(key), inner)


def _by_number(side: Any, path: str) -> Any:
    """Rounds are compared one by one; any other list is one value."""
    if path != "rounds":
        return side
    return {str(number): rules for number, rules in enumerate(side, start=1)}


def settled(before: Variant, after: Variant, quote: str) -> Variant:
    """`after`, each axis that differs stated by `quote`, unless it brings a source of its own."""
    sources, old = dict(after.sources), before.sources
    for axis in differing_axes(before, after):
        brought = sources.get(axis) not in (None, old.get(axis))
        for name in list(sources):
            if name.startswith(f"{axis}.") and sources[name] == old.get(name):
                del sources[name]
        if not brought:
            sources[axis] = Source(Basis.STATED, quote)
    return replace(after, sources={name: sources[name] for name in sources if _has(after, name)})


def _has(variant: Variant, axis: str) -> bool:
    """Whether the rule set has anything at a dotted axis, if only nothing (null)."""
    inner: Any = variant.to_dict()
    for key in axis.split("."):
        if isinstance(inner, list):
            if not key.isdecimal() or not 1 <= int(key) <= len(inner):
                return False
            inner = inner[int(key) - 1]
        elif isinstance(inner, dict) and key in inner:
            inner = inner[key]
        else:
            return False
    return True
