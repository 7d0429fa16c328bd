"""Lay-downs against the contract of a round, and the arithmetic of a hand."""

from dataclasses import replace

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import parse_hand
from scorebook.rules.contracts import (
    Meld,
    check_lay_down,
    hand_arithmetic,
    rounds_needing_a_buy,
)
from scorebook.rules.variant import (
    BuyPer,
    ClosingDiscard,
    LayDownRules,
    MeldSlot,
    MeldType,
    PlayOffRules,
    RoundRules,
    RunRules,
    SetRules,
    TouchingRuns,
    Variant,
    Wrap,
    contract,
)
from scorebook.rules.verdict import Reason, Verdict

LINK = presets.get("link")
SET, RUN = MeldType.SET, MeldType.RUN


def melds(text: str) -> list[Meld]:
    """Melds from "set 8H 8C 8S, run 3H 4H 5H 6H"."""
    split = (one.strip().partition(" ") for one in text.split(",") if one.strip())
    return [(MeldType(type), parse_hand(cards)) for type, _, cards in split]


def house(*slots: MeldSlot, **axes: object) -> Variant:
    """Link with one round that asks for `slots`."""
    rounds = (RoundRules(slots or contract(2, 0), 11, ClosingDiscard.OPTIONAL),)
    return replace(LINK, **{"rounds": rounds, "runs": RunRules(), **axes})


def lay_down(variant: Variant, text: str, **turn: int) -> Verdict:
    given = {"packs": 2, "left_in_hand": 3, **turn}
    return check_lay_down(variant, given.pop("round", 1), melds(text), **given)


TWO_SETS = "set 8H 8C 8S, set KH KD KC"
SET_RUN_3, RUN_7 = "run 3S 4S 5S 6S", "run 3H 4H 5H 6H 7H 8H 9H"


def test_a_long_slot_is_met_by_the_long_run_wherever_it_is_listed():
    seven_and_four = house(MeldSlot(RUN, 4), MeldSlot(RUN, 7))
    assert lay_down(seven_and_four, f"{RUN_7}, {SET_RUN_3}").ok
    assert lay_down(seven_and_four, f"{SET_RUN_3}, {RUN_7}").ok


def test_a_run_too_short_for_the_long_slot_spoils_the_lay_down():
    seven_and_four = house(MeldSlot(RUN, 4), MeldSlot(RUN, 7))
    verdict = lay_down(seven_and_four, f"{SET_RUN_3}, run 3H 4H 5H 6H 7H")
    assert verdict.reason is Reason.INVALID_MELD
    assert verdict.inner is not None
    assert verdict.inner.reason is Reason.TOO_SHORT
    assert {bad.meld for bad in verdict.offending} == {1}


def test_exact_lengths():
    exact = house(lay_down=LayDownRules(longer=False))
    assert lay_down(exact, TWO_SETS).ok
    assert lay_down(exact, "set 8H 8C 8S 8D, set KH KD KC").inner.reason is Reason.TOO_LONG


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set 8H 8C 8S", Reason.INCOMPLETE),
        ("", Reason.INCOMPLETE),
        (f"{TWO_SETS}, set 4S 4D 4C", Reason.EXTRA_MELD),
        ("set 8H 8C 8S, run 3H 4H 5H 6H", Reason.WRONG_MELDS),
        (TWO_SETS, Reason.OK),
    ],
)
def test_which_melds_the_round_asks_for(text, expected):
    assert lay_down(house(), text).reason is expected


def test_extra_melds_where_the_variant_takes_them():
    generous = house(lay_down=LayDownRules(extra_melds=True))
    assert lay_down(generous, f"{TWO_SETS}, run 3H 4H 5H 6H").ok
    assert lay_down(generous, f"{TWO_SETS}, run 3H 4H 6H 7H").reason is Reason.INVALID_MELD
    assert lay_down(generous, "set 8H 8C 8S, run 3H 4H 5H 6H").reason is Reason.WRONG_MELDS


def test_the_sentence_says_what_is_asked_and_what_lies_there():
    verdict = lay_down(presets.get("bga_short"), "set 8H 8C 8S, run 3H 4H 5H 6H", round=2)
    assert verdict.sentence.startswith("Round 2 asks for 2 runs; laid: 1 set + 1 run.")


def test_two_sets_of_one_rank():
    twice = "set 8H 8C 8S, set 8H 8D 8S"
    strict = house(sets=SetRules(same_rank_twice=False))
    verdict = lay_down(strict, twice)
    assert verdict.reason is Reason.SAME_RANK_TWICE
    assert len(verdict.offending) == 6
    assert lay_down(house(), twice).ok
    assert lay_down(strict, TWO_SETS).ok


def test_copies_count_across_the_melds():
    verdict = lay_down(house(), "set 8H 8H 8C, set 8H 8D 8S")
    assert verdict.reason is Reason.TOO_MANY_COPIES
    assert [(bad.meld, bad.position) for bad in verdict.offending] == [(1, 0)]
    assert lay_down(house(), "set 8H 8H 8C, set 8H 8D 8S", packs=3).ok


TOUCHING = [
    (TouchingRuns.ALLOWED, "3H 4H 5H 6H", "7H 8H 9H TH", True),
    (TouchingRuns.GAP, "3H 4H 5H 6H", "7H 8H 9H TH", False),
    (TouchingRuns.GAP, "3H 4H 5H 6H", "8H 9H TH JH", False),
    (TouchingRuns.GAP, "9H TH JH QH", "3H 4H 5H 6H", True),
    (TouchingRuns.GAP, "3H 4H 5H 6H", "5H 6H 7H 8H", False),
    (TouchingRuns.GAP, "3H 4H 5H 6H", "7S 8S 9S TS", True),
    (TouchingRuns.FORBIDDEN, "9H TH JH QH", "3H 4H 5H 6H", False),
    (TouchingRuns.FORBIDDEN, "9H TH JH QH", "3S 4S 5S 6S", True),
]


@pytest.mark.parametrize(("rule", "one", "other", "ok"), TOUCHING)
def test_two_runs_of_one_suit(rule, one, other, ok):
    variant = house(*contract(0, 2), runs=RunRules(touching=rule))
    verdict = lay_down(variant, f"run {one}, run {other}")
    assert verdict.reason is (Reason.OK if ok else Reason.TOUCHING_RUNS)


def test_runs_touch_round_the_ace_where_runs_go_round_it():
    gap = RunRules(touching=TouchingRuns.GAP)
    text = "run TH JH QH KH, run AH 2H 3H 4H"
    assert lay_down(house(*contract(0, 2), runs=gap), text).ok
    circle = replace(gap, wrap=Wrap.EXTENSION)
    assert lay_down(house(*contract(0, 2), runs=circle), text).reason is Reason.TOUCHING_RUNS


def test_cards_have_to_add_up():
    verdict = lay_down(house(), TWO_SETS, hand_after_draw=12, left_in_hand=4)
    assert verdict.reason is Reason.CARDS_DO_NOT_ADD_UP
    assert "12 cards in hand, but 11 accounted for" in verdict.sentence
    assert lay_down(house(), TWO_SETS, hand_after_draw=12, left_in_hand=5).ok


def test_playing_off_can_wait_for_the_next_turn():
    patient = house(play_off=PlayOffRules(same_turn=False))
    assert lay_down(patient, TWO_SETS, played_off=1).reason is Reason.NEXT_TURN
    assert lay_down(patient, TWO_SETS).ok


def test_a_turn_has_one_discard():
    assert lay_down(house(), TWO_SETS, discarded=2).reason is Reason.ONE_DISCARD
    assert lay_down(house(), TWO_SETS, discarded=0).reason is Reason.TURN_NEEDS_DISCARD


def test_melds_as_listed_or_loose():
    text = "run 3H 5H JK 6H, run 7C 8C 9C TC"
    two_runs = house(*contract(0, 2))
    laid = melds(text)
    assert check_lay_down(two_runs, 1, laid, packs=2, left_in_hand=3).ok
    listed = check_lay_down(two_runs, 1, laid, packs=2, left_in_hand=3, ordered=True)
    assert listed.reason is Reason.INVALID_MELD


def test_only_a_turn_that_ends_with_no_cards_goes_out():
    assert lay_down(house(), TWO_SETS, left_in_hand=0).goes_out
    assert not lay_down(house(), TWO_SETS, left_in_hand=1).goes_out


@pytest.mark.parametrize(
    ("slug", "rounds"),
    [("link", (7,)), ("gourt", ()), ("norwegian", (6, 7)), ("bga_full", ()), ("bga_short", ())],
)
def test_rounds_that_need_a_buy(slug, rounds):
    assert rounds_needing_a_buy(presets.get(slug)) == rounds


def test_a_purchase_of_several_cards_costs_by_purchase_or_by_card():
    gourt = presets.get("gourt")
    by_card = replace(gourt, buy=replace(gourt.buy, per=BuyPer.CARD))
    assert hand_arithmetic(gourt, 1, 1, cards_bought=3).hand_after_draw == 11 + 3 + 1
    assert hand_arithmetic(by_card, 1, 1, cards_bought=3).hand_after_draw == 11 + 3 + 3


def test_no_arithmetic_for_a_round_that_is_not_there():
    with pytest.raises(ValueError, match="no round 8"):
        hand_arithmetic(LINK, 8)
