"""What the rules pages show of rule sets: their sentences, where they come from, what differs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from scorebook.models import RuleSet
from scorebook.rules import presets
from scorebook.rules.axes import Source
from scorebook.rules.describe import Statement, describe
from scorebook.rules.differences import Difference, differences
from scorebook.rules.variant import Variant

HOUSE = "House rule since "
ALSO_CALLED = {"deck": "pack"}
IN_TABLES = ("packs", "rounds.", "points.")


@dataclass(frozen=True, slots=True)
class Mark:
    """How a sentence stands: "house rule", "assumed", "derived", or nothing where it is stated."""

    statement: Statement

    @property
    def words(self) -> str:
        sources = self.statement.sources
        if any(is_house(source) for source in sources):
            return "house rule"
        if self.statement.assumed:
            return "assumed" if len(sources) == 1 else "partly assumed"
        return "" if self.statement.source.basis == "stated" else self.statement.source.basis

    @property
    def silent(self) -> bool:
        """Whether any of it is not in the source."""
        return self.words.endswith("assumed")

    @property
    def quotes(self) -> list[Source]:
        return [source for source in self.statement.sources if source.quote]


def is_house(source: Source) -> bool:
    return source.quote.startswith(HOUSE)


def house_words(source: Source) -> str:
    """ "House rule since 3 May 2026"; empty where it is none."""
    return source.quote.partition(":")[0] if is_house(source) else ""


def topics(variant: Variant, words: str = "") -> list[tuple[str, list[Mark]]]:
    """The sentences by topic in reading order; with `words` those that hold every one of them, in
    the sentence or in what it rests on.
    """
    found = [Mark(one) for one in describe(variant) if _holds(one, words)]
    grouped: dict[str, list[Mark]] = {}
    for mark in found:
        grouped.setdefault(mark.statement.topic, []).append(mark)
    return list(grouped.items())


def _holds(statement: Statement, words: str) -> bool:
    quotes = (source.quote for source in statement.sources)
    text = " ".join([statement.topic, statement.sentence, *quotes]).casefold()
    return all(any(f in text for f in _forms(word)) for word in words.casefold().split())


def _forms(word: str) -> tuple[str, str]:
    """One for many, and what these rules call the same thing."""
    one = word.removesuffix("s") if len(word) > 3 else word
    return one, ALSO_CALLED.get(one, one)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One version: what it changed of its parent."""

    rule_set: RuleSet
    changes: list[Difference]


def house_rules(rule_set: RuleSet) -> list[HouseRules]:
    """What the family changed, the newest version first, back to the rules it began with."""
    found = []
    while rule_set.parent:
        changes = differences(rule_set.parent.rules, rule_set.rules)
        found.append(HouseRules(rule_set, changes))
        rule_set = rule_set.parent
    return found


def origin(rule_set: RuleSet) -> str:
    """What the quotes of the rules it all began with are taken from; empty where nobody says."""
    while rule_set.parent:
        rule_set = rule_set.parent
    return presets.ORIGINS.get(rule_set.slug, "")


def against_presets(variant: Variant) -> list[tuple[str, list[Difference]]]:
    """What differs from each preset, by the preset's name."""
    known = map(presets.get, presets.SLUGS)
    return [(preset.name, differences(preset, variant)) for preset in known]


def side_by_side(one: Variant, other: Variant) -> list[tuple[str, list[Difference]]]:
    """What differs between two rule sets, by topic."""
    order: dict[str, list[Difference]] = {}
    for difference in differences(one, other):
        order.setdefault(difference.topic, []).append(difference)
    return list(order.items())


def crib(variant: Variant) -> list[tuple[str, list[Mark]]]:
    """The sentences that are not in the tables of the crib sheet, by topic."""
    told = [one for one in describe(variant) if not one.axes[0].startswith(IN_TABLES)]
    return [(topic, [*map(Mark, some)]) for topic, some in groupby(told, lambda one: one.topic)]
