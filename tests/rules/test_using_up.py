"""How long melds have to be to use up a hand, on the way to what it is short of."""

from dataclasses import replace
from random import Random

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import contract
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.drafts import Drafts
from scorebook.rules.plans import Plan
from scorebook.rules.purchase import NEVER
from scorebook.rules.shortfall import using_up_of
from scorebook.rules.solver import best_lay_down, tables_of
from scorebook.rules.stock import Stock
from scorebook.rules.variant import Variant
from tests.rules.random_variants import random_variant
from tests.rules.small_hands import short_rounds, small_hand


def places(variant: Variant, plan: Plan, cards: tuple[Card, ...], may_stay: int) -> int:
    """The least total length of a plan's melds that use up these cards."""
    tables = tables_of(variant)
    drafts = Drafts(Stock.of(tables, tables.prices.numbered(cards), packs=3), plan, strict=True)
    sets = tuple(slot.length for slot in plan.slots[: plan.sets])
    using_up = using_up_of(drafts, may_stay)
    return using_up.places(drafts.left(), plan.runs, sets, drafts.lanes_open(()))


@pytest.mark.parametrize(
    ("sets", "runs", "hand", "may_stay", "length"),
    [
        (0, 1, "3H 4H 5H 9H", 0, 7),
        (0, 1, "3H 4H 5H 9H", 1, 4),
        (0, 2, "3H 4H 5H 9H", 0, 8),
        (0, 2, "3H 4H 5H 9H 9H", 0, 4 + 7),
        (0, 1, "5H 5H", 0, NEVER),
        (0, 1, "AH AH KH 2H", 0, 14),
        (0, 1, "5H 5S", 0, NEVER),
        (1, 1, "3H 4H 5H 9S 9D", 0, 4 + 3),
        (1, 1, "3H 4H 5H 9S 8D", 0, NEVER),
        (1, 1, "3H 4H 5H 9S 8D", 1, 4 + 3),
        (2, 0, "9H 9S 9D 9C KH KS KD", 0, 7),
    ],
)
def test_the_least_places(sets, runs, hand, may_stay, length):
    plan = Plan(contract(sets, runs))
    assert places(presets.get("bga_full"), plan, parse_hand(hand), may_stay) == length


def test_no_lay_down_that_uses_up_a_hand_is_shorter_under_any_rules():
    found = 0
    for seed in range(140):
        random = Random(seed)
        variant = random_variant(random)
        for round in short_rounds(variant)[:1]:
            hand = small_hand(variant, round, random)
            lay_down = best_lay_down(variant, round, hand)
            asked = len(variant.rounds[round - 1].contract)
            if lay_down and len(lay_down.left) <= 1 and len(lay_down.melds) == asked:
                plan = tables_of(variant).plans[round - 1]
                laid = len(hand) - len(lay_down.left)
                assert places(variant, plan, hand, may_stay=1) <= laid
                found += 1
    assert found >= 10


@pytest.mark.parametrize(
    ("longer", "max_length", "hand", "length"),
    [
        (False, 14, "9H 9S 9D 9C 9H 9S 3H 4H 5H 6H", 3 + 3 + 4),
        (False, 14, "9H 9S 9D 9C 9H KS KD 3H 4H 5H 6H", NEVER),
        (True, 5, "2H 3H 4H 5H 6H 7H 8H", 3 + 3 + 4),
        (True, 5, "2H 3H 4H 5H 6H 7H 8H 9H", NEVER),
    ],
)
def test_how_many_cards_two_sets_and_a_run_can_take(longer, max_length, hand, length):
    rules = presets.get("bga_full")
    lay_down = replace(rules.lay_down, longer=longer)
    variant = replace(rules, lay_down=lay_down, runs=replace(rules.runs, max_length=max_length))
    assert places(variant, Plan(contract(2, 1)), parse_hand(hand), 0) == length
