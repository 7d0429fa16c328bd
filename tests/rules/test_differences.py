"""What sets two rule sets apart, in axes and in sentences, over the whole schema."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import Basis, BuyScope, ClosingDiscard, RoundRules, Source, contract
from scorebook.rules.describe import describe
from scorebook.rules.differences import differences, differing_axes, settled
from scorebook.rules.variant import Variant, VariantError
from tests.rules.random_variants import random_variant

LINK = presets.get("link")
QUOTE = "House rule since 3 May 2026: Grandpa bought five times."


def two_a_round() -> Variant:
    assert LINK.buy
    return replace(LINK, buy=replace(LINK.buy, scope=BuyScope.ROUND))


def test_a_change_is_one_sentence_with_what_it_was():
    (change,) = differences(LINK, two_a_round())
    assert change.sentence == "Each player may buy twice a round (was: twice a game)."
    assert change.topic == "Buying"
    assert differing_axes(LINK, two_a_round()) == ["buy.scope"]


def test_what_is_new_and_what_is_gone():
    longer = replace(
        LINK,
        rounds=(*LINK.rounds, RoundRules(contract(4, 0), 11, ClosingDiscard.REQUIRED)),
        customs={},
    )
    said = [change.sentence for change in differences(LINK, longer)]
    assert said[0] == (
        "New: Round 8: 4 sets, 12 cards of 11 dealt; the last card has to be a discard; "
        "it cannot be finished without a buy."
    )
    assert "No longer: Equal totals share the place." in said
    assert differing_axes(LINK, longer)[0] == "rounds.8"


def test_a_rule_dropped_is_told_as_a_whole():
    (change,) = differences(LINK, replace(LINK, cut=None))
    assert change.sentence.startswith("An exact cut gives nothing (was: 25 points")
    assert differing_axes(LINK, replace(LINK, cut=None)) == ["cut"]


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_nothing_differs_from_itself(slug):
    assert differences(presets.get(slug), presets.get(slug)) == []
    assert differing_axes(presets.get(slug), presets.get(slug)) == []


def test_what_the_house_settled_is_cited():
    house = settled(LINK, two_a_round(), QUOTE)
    assert house.source("buy.scope") == Source(Basis.STATED, QUOTE)
    assert house.source("buy.limit") == LINK.source("buy.limit")
    (told,) = (one for one in describe(house) if "buy.scope" in one.axes)
    assert told.source.quote == QUOTE


def test_sources_of_what_is_gone_go_with_it():
    house = settled(LINK, replace(LINK, buy=None, rounds=LINK.rounds[:6], customs={}), QUOTE)
    assert house.source("buy.price").quote == QUOTE
    assert {"rounds.7", "customs.tie", "buy.price"} & set(house.sources) == set()
    assert house.sources["rounds.6"] == LINK.sources["rounds.6"]


def test_a_source_that_a_rule_set_brings_stays():
    brought = {**LINK.sources, "buy.scope": replace(LINK.source("buy.limit"), quote="Uncle says.")}
    house = settled(LINK, replace(two_a_round(), sources=brought), QUOTE)
    assert house.source("buy.scope").quote == "Uncle says."


SEEDS = range(100)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_rule_set_survives_json_and_can_be_told(seed):
    variant = random_variant(Random(seed))
    assert Variant.from_dict(variant.to_dict()) == variant
    for one in describe(variant):
        assert one.sentence[0] != " " and one.sentence.endswith(".")
        assert one.sources


@pytest.mark.parametrize("seed", SEEDS)
def test_rule_sets_that_differ_in_one_axis_read_differently(seed):
    """Every axis in which two random rule sets differ, changed alone, changes a sentence."""
    one, other = random_variant(Random(seed)), random_variant(Random(seed + 1000))
    for axis in differing_axes(one, other):
        field = axis.partition(".")[0]
        mixed = replace(one, **{field: getattr(other, field)})
        try:
            Variant.from_dict(mixed.to_dict())
        except VariantError:
            continue
        assert differing_axes(one, mixed)
        assert differences(one, mixed), axis


@pytest.mark.parametrize("seed", SEEDS)
def test_one_inner_axis_at_a_time(seed):
    one, other = random_variant(Random(seed)), random_variant(Random(seed + 1000))
    for axis, mixed in mixtures(one.to_dict(), other.to_dict()):
        assert bool(differences(one, mixed)) == bool(differing_axes(one, mixed)), axis


def mixtures(data: dict[str, Any], theirs: dict[str, Any]) -> Iterator[tuple[str, Variant]]:
    """The rule set with one inner value of the other, wherever that can be played."""
    inner = [(part,) for part in data if isinstance(data[part], dict)]
    inner += [("sets", "wilds"), ("runs", "wilds")]
    for path in inner:
        for name in reach(data, path) if reach(theirs, path) and path[0] not in NO_PARTS else ():
            changed = deepcopy(data)
            reach(changed, path)[name] = reach(theirs, path)[name]
            with suppress(VariantError):
                yield ".".join((*path, name)), Variant.from_dict(changed)


NO_PARTS = ("points", "customs", "sources")


def reach(data: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        data = data[key]
    return data
