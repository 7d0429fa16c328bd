"""What holds of every rule set that the schema can express."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from random import Random
from typing import get_type_hints

from scorebook.rules.describe import describe
from scorebook.rules.variant import Variant
from tests.rules.random_variants import random_variant

SEEDS = range(300)


def test_every_rule_set_can_be_written_and_read_again():
    for seed in SEEDS:
        variant = random_variant(Random(seed))
        written = json.loads(json.dumps(variant.to_dict()))
        assert Variant.from_dict(written) == variant


def test_every_rule_set_can_be_told():
    for seed in SEEDS:
        variant = random_variant(Random(seed))
        assert all(statement.sentence.strip() for statement in describe(variant))


def test_the_drawing_reaches_every_value_of_an_axis():
    """Every choice of every axis that has named ones, and at least two values of any other."""
    drawn: dict[tuple[type, str], set[object]] = {}
    for seed in SEEDS:
        gather(random_variant(Random(seed)), drawn)
    for (kind, name), values in drawn.items():
        hint = get_type_hints(kind)[name]
        named = isinstance(hint, type) and issubclass(hint, StrEnum)
        assert values == set(hint) if named else len(values) > 1, (kind, name, values)


def gather(rules: object, drawn: dict[tuple[type, str], set[object]]) -> None:
    """Adds the value of every axis at and below `rules`."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.init:
            drawn.setdefault((type(rules), field.name), set()).add(frozen(value))
        for inner in value if isinstance(value, tuple) else (value,):
            if is_dataclass(inner):
                gather(inner, drawn)


def frozen(value: object) -> object:
    return tuple(value.items()) if isinstance(value, Mapping) else value


def test_the_same_seed_draws_the_same_rule_set():
    assert random_variant(Random(1)) == random_variant(Random(1))
    assert replace(random_variant(Random(1)), name="") != random_variant(Random(2))
