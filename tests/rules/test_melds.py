"""Sets and runs, one axis of the rules after the other."""

from dataclasses import replace

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.melds import Phase, check_meld, shortest
from scorebook.rules.variant import (
    Ace,
    LayDownRules,
    MeldType,
    RunRules,
    SetRules,
    Variant,
    VariantError,
    WildLimits,
    WildLimitsApply,
    Wrap,
)
from scorebook.rules.verdict import Reason, Verdict

LINK = presets.get("link")
SET, RUN = MeldType.SET, MeldType.RUN
LISTED, LOOSE = True, False


def house(**axes: object) -> Variant:
    """Link without its limit on neighbouring jokers, and with these axes."""
    return replace(LINK, **{"runs": RunRules(), **axes})


def twos_wild(**lay_down: bool) -> Variant:
    return house(wild=("2", "JK"), lay_down=LayDownRules(**lay_down))


def judge(
    variant: Variant,
    type: MeldType,
    text: str,
    ordered: bool = LISTED,
    phase: Phase = Phase.LAY_DOWN,
    packs: int = 2,
) -> Verdict:
    return check_meld(variant, type, parse_hand(text), packs=packs, ordered=ordered, phase=phase)


def reason(variant: Variant, type: MeldType, text: str, ordered: bool = LISTED) -> Reason:
    return judge(variant, type, text, ordered).reason


LOW, HIGH = RunRules(ace=Ace.LOW), RunRules(ace=Ace.HIGH)
PLAIN, ROUND = RunRules(), RunRules(wrap=Wrap.EXTENSION)
MIXED = RunRules(same_suit=False)

RUNS = {
    "the ace low only, laid low": (LOW, "AH 2H 3H 4H", LISTED, Reason.OK),
    "the ace low only, laid high": (LOW, "JH QH KH AH", LISTED, Reason.ACE_PLACE),
    "the ace low only, high in any order": (LOW, "JH QH KH AH", LOOSE, Reason.ACE_PLACE),
    "the ace low only, a wild as the high one": (LOW, "JH QH KH JK", LISTED, Reason.ACE_PLACE),
    "that wild finds another place": (LOW, "JH QH KH JK", LOOSE, Reason.OK),
    "the ace high only, laid high": (HIGH, "JH QH KH AH", LISTED, Reason.OK),
    "the ace high only, laid low": (HIGH, "AH 2H 3H 4H", LISTED, Reason.ACE_PLACE),
    "the ace high only, low in any order": (HIGH, "4H 2H AH 3H", LOOSE, Reason.ACE_PLACE),
    "no way round the ace": (PLAIN, "QH KH AH 2H 3H", LISTED, Reason.WRAP),
    "no way round it in any order": (PLAIN, "2H 3H QH KH AH", LOOSE, Reason.WRAP),
    "nothing below the low ace": (PLAIN, "JK AH 2H 3H", LISTED, Reason.BEYOND_ACE),
    "round the ace, two on each side": (ROUND, "QH KH AH 2H 3H", LISTED, Reason.ACE_SIDE),
    "round the ace, three above": (ROUND, "KH AH 2H 3H 4H", LISTED, Reason.OK),
    "round the ace, three below": (ROUND, "2H AH KH QH JH", LISTED, Reason.OK),
    "a wild as the inner ace": (ROUND, "JH QH KH JK 2H", LISTED, Reason.OK),
    "six at most": (RunRules(max_length=6), "3H 4H 5H 6H 7H 8H 9H", LISTED, Reason.TOO_LONG),
    "any suits": (MIXED, "3H 4S 5D 6C", LISTED, Reason.OK),
    "any suits, still in sequence": (MIXED, "3H 4S 6D 7C", LISTED, Reason.NOT_CONSECUTIVE),
    "one suit": (PLAIN, "3H 4S 5H 6H", LISTED, Reason.SUIT_MISMATCH),
    "one rank once": (PLAIN, "3H 4H 4H 5H", LOOSE, Reason.DUPLICATE_RANK),
    "a gap that no order closes": (PLAIN, "9H 3H 4H 8H", LOOSE, Reason.NOT_CONSECUTIVE),
    "a gap that a wild closes": (PLAIN, "6H JK 3H 5H", LOOSE, Reason.OK),
}


@pytest.mark.parametrize("case", RUNS)
def test_places_and_suits_of_a_run(case):
    rules, text, ordered, expected = RUNS[case]
    assert reason(house(runs=rules), RUN, text, ordered) is expected


LIMITS = [
    (WildLimits(adjacent=False), "3H JK JK 6H", Reason.ADJACENT_WILDS),
    (WildLimits(adjacent=False), "JK 4H JK 6H", Reason.OK),
    (WildLimits(max_wilds=1), "JK 4H JK 6H", Reason.TOO_MANY_WILDS),
    (WildLimits(max_wilds=2), "JK 4H JK 6H", Reason.OK),
    (WildLimits(min_naturals=3), "JK 4H JK 6H", Reason.TOO_FEW_NATURALS),
    (WildLimits(min_naturals=3), "JK 4H 5H 6H", Reason.OK),
    (WildLimits(window=(3, 4)), "3H JK 5H JK 7H", Reason.TOO_FEW_NATURALS),
    (WildLimits(window=(3, 4)), "3H JK 5H 6H JK", Reason.OK),
    (WildLimits(naturals_at_least_wilds=True), "3H JK JK JK 7H", Reason.TOO_FEW_NATURALS),
    (WildLimits(naturals_at_least_wilds=True), "3H JK 5H JK", Reason.OK),
]


@pytest.mark.parametrize(("limits", "text", "expected"), LIMITS)
def test_limits_of_wilds_in_a_run(limits, text, expected):
    assert reason(house(runs=RunRules(wilds=limits)), RUN, text) is expected


@pytest.mark.parametrize(
    ("limits", "text", "expected"),
    [
        (WildLimits(max_wilds=1), "8H JK JK", Reason.TOO_MANY_WILDS),
        (WildLimits(min_naturals=2), "8H JK JK", Reason.TOO_FEW_NATURALS),
        (WildLimits(naturals_at_least_wilds=True), "8H JK JK", Reason.TOO_FEW_NATURALS),
        (WildLimits(naturals_at_least_wilds=True), "8H 8S JK JK", Reason.OK),
        (WildLimits(adjacent=False), "8H JK JK", Reason.OK),
    ],
)
def test_limits_of_wilds_in_a_set(limits, text, expected):
    assert reason(house(sets=SetRules(wilds=limits)), SET, text) is expected


def test_limits_can_end_with_the_lay_down():
    lifted = house(runs=RunRules(wilds=WildLimits(max_wilds=1, apply=WildLimitsApply.LAY_DOWN)))
    kept = house(runs=RunRules(wilds=WildLimits(max_wilds=1)))
    assert not judge(lifted, RUN, "3H JK 5H JK").ok
    assert judge(lifted, RUN, "3H JK 5H JK", phase=Phase.LAID).ok
    assert not judge(kept, RUN, "3H JK 5H JK", phase=Phase.LAID).ok


def test_the_ace_side_rule_ends_with_the_lay_down():
    assert judge(presets.get("norwegian"), RUN, "QH KH AH 2H", phase=Phase.LAID).ok


def test_an_exact_length_binds_the_lay_down_alone():
    exact = house(lay_down=LayDownRules(longer=False))
    assert reason(exact, SET, "8H 8S 8D 8C") is Reason.TOO_LONG
    assert judge(exact, SET, "8H 8S 8D 8C", phase=Phase.LAID).ok
    seven = check_meld(
        exact, RUN, parse_hand("3H 4H 5H 6H 7H 8H 9H"), packs=2, ordered=True, slot_length=7
    )
    assert seven.ok


def test_wilds_alone():
    assert judge(house(), SET, "JK JK JK").warnings == (Reason.ALL_WILD_DECLARE_RANK,)
    assert judge(house(), RUN, "JK JK JK JK").stands_for == {}
    assert (
        reason(house(lay_down=LayDownRules(all_wild_melds=False)), SET, "JK JK JK")
        is Reason.ALL_WILD
    )


def test_a_two_in_its_own_place_may_be_a_natural():
    two_naturals = SetRules(wilds=WildLimits(min_naturals=2))
    natural = replace(twos_wild(wild_natural_in_own_place=True), sets=two_naturals)
    always_wild = replace(twos_wild(), sets=two_naturals)
    assert judge(natural, SET, "2H 2C JK").ok
    assert reason(always_wild, SET, "2H 2C JK") is Reason.TOO_FEW_NATURALS
    run = judge(natural, RUN, "AH 2H 3H 2S")
    assert run.stands_for == {3: Card("4", "H")}
    assert judge(always_wild, RUN, "AH 2H 3H 2S").stands_for == {
        1: Card("2", "H"),
        3: Card("4", "H"),
    }


def test_a_wild_two_of_the_suit_is_kept_for_its_own_place():
    verdict = judge(twos_wild(), RUN, "4H 2H AH JK", LOOSE)
    assert verdict.arrangement == parse_hand("AH 2H JK 4H")
    assert verdict.stands_for == {1: Card("2", "H"), 2: Card("3", "H")}


def test_a_wild_two_is_not_spent_on_the_ace_before_it():
    strict = RunRules(ace=Ace.LOW, wilds=WildLimits(adjacent=False))
    variant = replace(twos_wild(wild_natural_in_own_place=True), runs=strict)
    verdict = judge(variant, RUN, "2H JK 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", LOOSE)
    assert verdict.ok
    assert verdict.stands_for == {0: Card("A", "H")}


@pytest.mark.parametrize(
    ("text", "laid", "meant"),
    [
        ("TH JK 7H 8H", "7H 8H JK TH", {2: "9H"}),
        ("JK AH 2H 3H", "AH 2H 3H JK", {3: "4H"}),
        ("QH KH AH JK", "JK QH KH AH", {0: "JH"}),
        ("8H JK 7H JK", "7H 8H JK JK", {2: "9H", 3: "TH"}),
        ("4H 3H 6H 5H", "3H 4H 5H 6H", {}),
    ],
)
def test_the_engine_arranges_loose_cards(text, laid, meant):
    verdict = judge(house(), RUN, text, LOOSE)
    assert verdict.arrangement == parse_hand(laid)
    assert verdict.stands_for == {at: Card.parse(code) for at, code in meant.items()}


def test_jokers_that_may_not_touch_go_to_both_ends():
    assert judge(LINK, RUN, "7H 8H JK JK", LOOSE).arrangement == parse_hand("JK 7H 8H JK")


def test_a_run_listed_downwards_stays_as_listed():
    verdict = judge(house(), RUN, "TH JK 8H 7H")
    assert verdict.arrangement == parse_hand("TH JK 8H 7H")
    assert verdict.stands_for == {1: Card("9", "H")}


def test_a_wild_in_a_set_stands_for_the_rank_alone():
    assert judge(house(), SET, "8H JK 8S").stands_for == {1: Card("8")}


def test_a_run_of_any_suits_names_no_suit_for_its_wild():
    assert judge(house(runs=RunRules(same_suit=False)), RUN, "3H JK 5S 6C").stands_for == {
        1: Card("4")
    }


@pytest.mark.parametrize(
    ("text", "packs", "expected"),
    [
        ("8H 8H 8H", 2, Reason.TOO_MANY_COPIES),
        ("8H 8H 8H", 3, Reason.OK),
        ("JK JK JK JK 8H", 2, Reason.OK),
        ("JK JK JK JK JK 8H", 2, Reason.TOO_MANY_COPIES),
    ],
)
def test_no_more_copies_than_the_packs_hold(text, packs, expected):
    assert judge(house(), SET, text, packs=packs).reason is expected


def test_the_surplus_copies_are_the_offending_ones():
    verdict = judge(house(), SET, "8H 8S 8H 8D 8H")
    assert [(bad.position, str(bad.card)) for bad in verdict.offending] == [(4, "8H")]


def test_the_card_out_of_place_is_named():
    verdict = judge(house(), RUN, "3H 4H 6H 7H")
    assert [bad.position for bad in verdict.offending] == [2, 3]
    assert verdict.sentence.startswith("6♥ lies where 5♥ belongs.")


def test_a_meld_has_to_say_its_suits():
    verdict = judge(house(), SET, "8H 8 8S")
    assert verdict.reason is Reason.NO_SUCH_CARD
    assert "suit of the 8" in verdict.sentence


def test_no_cards_are_no_meld():
    assert reason(house(), SET, "") is Reason.TOO_SHORT
    assert reason(house(), RUN, "", LOOSE) is Reason.TOO_SHORT


def test_the_shortest_meld_is_what_any_round_asks_for():
    assert (shortest(LINK, SET), shortest(LINK, RUN)) == (3, 4)
    only_sets = replace(LINK, rounds=LINK.rounds[:1])
    assert shortest(only_sets, RUN) == 4


@pytest.mark.parametrize(
    ("axes", "key"),
    [
        ({"runs": RunRules(ace=Ace.HIGH, wrap=Wrap.EXTENSION)}, "runs.wrap"),
        ({"sets": SetRules(wilds=WildLimits(adjacent=False))}, "sets.wilds.adjacent"),
        ({"sets": SetRules(wilds=WildLimits(window=(3, 4)))}, "sets.wilds.window"),
    ],
)
def test_rules_that_no_meld_could_keep_are_refused(axes, key):
    with pytest.raises(VariantError, match=key):
        Variant.from_dict(house(**axes).to_dict())
