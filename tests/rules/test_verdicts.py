"""Every reason code, under every rule set that can give it, with the rule that it rests on."""

from dataclasses import replace

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import parse_hand
from scorebook.rules.contracts import check_lay_down
from scorebook.rules.turns import End
from scorebook.rules.variant import (
    Ace,
    Basis,
    LayDownRules,
    PlayOffRules,
    RunRules,
    SetRules,
    SwapRules,
    TouchingRuns,
    Variant,
    WildLimits,
)
from scorebook.rules.verdict import Reason, Verdict, answer
from tests.rules.verdict_examples import (
    A_RUN,
    A_SET,
    EXAMPLES,
    FULL,
    GOURT,
    LIMITED,
    LINK,
    NORWEGIAN,
    RUN,
    SET,
    buy,
    lay_down,
    meld,
    play_off,
    rummy,
    spoil_run,
    swap,
)


def house(**axes: object) -> Variant:
    return replace(presets.get(LINK), **axes)


def two_runs(variant: Variant) -> Verdict:
    runs = [A_RUN, (RUN, parse_hand("8H 9H TH JH"))]
    return check_lay_down(variant, 3, runs, packs=2, left_in_hand=3)


def two_sets(variant: Variant) -> Verdict:
    return check_lay_down(variant, 1, [A_SET, A_SET], packs=2, left_in_hand=3)


CLOSED = (replace(presets.get(LINK).rounds[0], buying=False),)
FEW_WILDS = RunRules(wilds=WildLimits(max_wilds=1))

HOUSE_RULES = [
    (Reason.ACE_PLACE, house(runs=RunRules(ace=Ace.LOW)), "runs.ace", meld(RUN, "JH QH KH AH")),
    (Reason.TOO_MANY_WILDS, house(runs=FEW_WILDS), "runs.wilds.max_wilds", meld(RUN, "7H * 9H *")),
    (
        Reason.ALL_WILD,
        house(lay_down=LayDownRules(all_wild_melds=False)),
        "lay_down.all_wild_melds",
        meld(SET, "* * *"),
    ),
    (
        Reason.SAME_RANK_TWICE,
        house(sets=SetRules(same_rank_twice=False)),
        "sets.same_rank_twice",
        two_sets,
    ),
    (
        Reason.TOUCHING_RUNS,
        house(runs=RunRules(touching=TouchingRuns.GAP)),
        "runs.touching",
        two_runs,
    ),
    (
        Reason.NEXT_TURN,
        house(play_off=PlayOffRules(same_turn=False)),
        "play_off.same_turn",
        play_off("7H", laid_down_this_turn=True),
    ),
    (
        Reason.OTHERS_MELD,
        house(play_off=PlayOffRules(others=False)),
        "play_off.others",
        play_off("7H"),
    ),
    (Reason.DEAD_IN_RUN, house(swap=SwapRules(where=(SET,))), "swap.where", swap()),
    (Reason.NO_BUYING, house(buy=None), "buy", buy()),
    (Reason.NO_BUYING_THIS_ROUND, house(rounds=CLOSED), "rounds.1.buying", buy()),
]


def check(verdict: Verdict, variant: Variant, reason: Reason, axis: str) -> None:
    source = variant.source(axis)
    assert (verdict.reason, verdict.axis) == (reason, axis)
    assert verdict.ok == (reason is Reason.OK)
    assert verdict.assumed == (source.basis is Basis.ASSUMED)
    assert verdict.rule_set == variant.name
    about_these_cards, _, rule = verdict.sentence.partition(variant.name)
    assert len(about_these_cards.split()) > 3
    assert source.quote in rule


@pytest.mark.parametrize("slug", presets.SLUGS)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e.reason}-{e.axis}")
def test_each_code_from_each_rule_set_that_can_give_it(example, slug):
    variant = presets.get(slug)
    verdict = example.ask(variant)
    if slug in example.slugs:
        axis = example.axis.format(last=len(variant.rounds))
        check(verdict, variant, example.reason, axis)
    else:
        assert verdict.reason is not example.reason


@pytest.mark.parametrize(("reason", "variant", "axis", "ask"), HOUSE_RULES)
def test_the_codes_of_house_rules(reason, variant, axis, ask):
    check(ask(variant), variant, reason, axis)


SEVERAL = [
    (LINK, meld(RUN, "7H * * TD"), {Reason.SUIT_MISMATCH, Reason.ADJACENT_WILDS}),
    (LINK, meld(RUN, "3H 4H 6D"), {"TOO_SHORT", "SUIT_MISMATCH", "NOT_CONSECUTIVE"}),
    (LINK, meld(RUN, "5H 5H 7H 9H"), {Reason.DUPLICATE_RANK, Reason.NOT_CONSECUTIVE}),
    (LINK, meld(RUN, "5H 6H 6H 7H"), {Reason.DUPLICATE_RANK}),
    (LINK, meld(RUN, "QH AH 2H 3H"), {Reason.NOT_CONSECUTIVE, Reason.WRAP}),
    (LINK, meld(SET, "8H 8H 8H 9H"), {Reason.TOO_MANY_COPIES, Reason.RANK_MISMATCH}),
    (GOURT, meld(RUN, "7H * * JH", ordered=False), {"NOT_CONSECUTIVE", "TOO_FEW_NATURALS"}),
    (GOURT, meld(RUN, "JH QH KH AH 2H"), {Reason.BEYOND_ACE, Reason.WRAP}),
    (GOURT, meld(SET, "7H 7C JK"), {Reason.NO_SUCH_CARD}),
    (NORWEGIAN, meld(RUN, "QH KH AH 2D"), {Reason.SUIT_MISMATCH, Reason.ACE_SIDE}),
    (LINK, play_off("8D", is_down=False), {"NOT_DOWN", "SUIT_MISMATCH", "NOT_CONSECUTIVE"}),
    (LINK, play_off("7H", end=End.INSIDE), {Reason.POSITION_TAKEN}),
    (GOURT, play_off("JK"), {Reason.NO_SUCH_CARD}),
    (LINK, swap(SET, "9D", own=True), {Reason.DEAD_IN_SET, Reason.OWN_MELD}),
    (NORWEGIAN, swap(card="9D", is_down=False), {"SWAP_NOT_AGREED", "NOT_DOWN", "WRONG_CARD"}),
    (FULL, buy(is_turn_player=True, cards=2), {Reason.OWN_TURN, Reason.TOO_MANY_CARDS}),
    (GOURT, rummy(called=False, next_player_started=True), {"NOT_CALLED", "CALLED_TOO_LATE"}),
    (LINK, lay_down(change=lambda m: [m[0], A_RUN]), {"WRONG_MELDS", "INCOMPLETE", "EXTRA_MELD"}),
    (
        LINK,
        lay_down(7, left=0, discarded=0, change=spoil_run),
        {"INVALID_MELD", "NOT_CONSECUTIVE", "TOO_MANY_COPIES", "DISCARD_REQUIRED"},
    ),
    (GOURT, lay_down(6, left=1), {Reason.MUST_FINISH_SAME_TURN, Reason.DISCARD_FORBIDDEN}),
]


@pytest.mark.parametrize(("slug", "ask", "reasons"), SEVERAL)
def test_every_fault_of_its_own_is_told(slug, ask, reasons):
    verdict = ask(presets.get(slug))
    assert {verdict.reason, *verdict.also} == reasons
    assert len(verdict.also) == len(reasons) - 1


@pytest.mark.parametrize("slug", sorted(LIMITED))
def test_a_meld_of_wilds_alone_comes_with_a_warning(slug):
    verdict = meld(SET, "* * *")(presets.get(slug))
    assert verdict.warnings == (Reason.ALL_WILD_DECLARE_RANK,)
    check(verdict, presets.get(slug), Reason.OK, "lay_down.all_wild_melds")


def test_every_code_has_an_example():
    shown = {example.reason for example in EXAMPLES} | {row[0] for row in HOUSE_RULES}
    assert shown == set(Reason) - {Reason.ALL_WILD_DECLARE_RANK}


@pytest.mark.parametrize(
    ("slug", "ask", "assumed"),
    [
        (LINK, meld(RUN, "KH AH 2H 3H 4H"), True),
        (GOURT, meld(RUN, "KH AH 2H 3H 4H"), False),
        (LINK, meld(RUN, "7H * * TH"), False),
        (NORWEGIAN, lay_down(change=lambda m: m[:1]), True),
        (FULL, lay_down(change=lambda m: m[:1]), False),
        (FULL, buy(bought_in_round=3), True),
        (LINK, buy(bought_in_game=2), False),
    ],
)
def test_what_the_source_leaves_open_is_said(slug, ask, assumed):
    verdict = ask(presets.get(slug))
    assert verdict.assumed is assumed
    assert ("doesn't settle it" in verdict.sentence) is assumed


def test_an_axis_without_any_source_is_assumed():
    bare = replace(presets.get(LINK), sources={})
    verdict = answer(bare, Reason.OK, "runs", "A run.")
    assert verdict.assumed
    assert verdict.sentence == "A run. Link doesn't settle it; we go by: “the usual way”"
