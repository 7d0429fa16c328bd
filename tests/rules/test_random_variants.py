"""What holds of every rule set that the schema can express."""

import json
from dataclasses import replace
from random import Random

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
    variants = [random_variant(Random(seed)) for seed in SEEDS]
    assert {variant.runs.touching for variant in variants} == {"allowed", "gap", "forbidden"}
    assert {variant.runs.ace for variant in variants} == {"both", "high", "low"}
    assert {variant.buy.scope for variant in variants if variant.buy} == {"game", "round", "bank"}
    closings = {rules.closing_discard for variant in variants for rules in variant.rounds}
    assert closings == {"required", "optional", "forbidden"}
    for axis in ("longer", "extra_melds", "all_wild_melds", "wild_natural_in_own_place"):
        assert {getattr(variant.lay_down, axis) for variant in variants} == {True, False}


def test_the_same_seed_draws_the_same_rule_set():
    assert random_variant(Random(1)) == random_variant(Random(1))
    assert replace(random_variant(Random(1)), name="") != random_variant(Random(2))
