"""The best lay-down, against every lay-down that the checker takes, and against worked hands."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import (
    Ace,
    ClosingDiscard,
    MeldSlot,
    MeldType,
    TouchingRuns,
    Wrap,
    contract,
)
from scorebook.rules.cards import Card, CardError, parse_hand
from scorebook.rules.lay_down import LayDown
from scorebook.rules.melds import check_meld
from scorebook.rules.scoring import points_of
from scorebook.rules.solver import best_lay_down
from scorebook.rules.variant import Variant
from tests.rules.lay_down_oracle import PACKS, fewest_left, is_legal
from tests.rules.random_variants import random_variant
from tests.rules.small_hands import short_rounds, small_hand


def best(slug: str, round: int, hand: str) -> LayDown:
    found = best_lay_down(presets.get(slug), round, parse_hand(hand))
    assert found
    return found


def agrees_with_the_checker(variant: Variant, round: int, hand: tuple[Card, ...]) -> bool:
    """Compares one answer with the oracle's; whether there is a lay-down."""
    found = best_lay_down(variant, round, hand)
    assert fewest_left(variant, round, hand) == (
        (found.left_points, len(found.left)) if found else None
    )
    if found:
        is_whole(variant, round, hand, found)
    return found is not None


def is_whole(variant: Variant, round: int, hand: tuple[Card, ...], found: LayDown) -> None:
    """The lay-down is legal as it lies, of just these cards, counted and told rightly."""
    assert is_legal(variant, round, found.as_melds(), len(hand))
    laid = [card for meld in found.melds for card in meld.cards]
    assert Counter(laid) + Counter(found.left) == Counter(hand)
    assert found.laid_points == sum(points_of(variant, card) for card in laid)
    assert found.left_points == sum(points_of(variant, card) for card in found.left)
    asked = variant.rounds[round - 1].contract
    assert tuple(meld.slot for meld in found.melds)[: len(asked)] == asked
    for meld in found.melds:
        verdict = check_meld(
            variant,
            meld.type,
            meld.cards,
            packs=PACKS,
            ordered=True,
            slot_length=meld.slot.length,
        )
        assert verdict.ok
        if not all(variant.is_wild(card) for card in meld.cards):  # else its place has to be said
            assert meld.stands_for == verdict.stands_for


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_no_lay_down_of_a_small_hand_is_better(slug):
    variant, random = presets.get(slug), Random(slug)
    down = 0
    for _ in range(40):
        round = random.choice(short_rounds(variant))
        down += agrees_with_the_checker(variant, round, small_hand(variant, round, random))
    assert down >= 4


def test_no_lay_down_is_better_under_any_rules():
    down = 0
    for seed in range(80):
        random = Random(seed)
        variant = random_variant(random)
        for round in short_rounds(variant)[:1]:
            down += agrees_with_the_checker(variant, round, small_hand(variant, round, random))
    assert down >= 10


def test_the_order_of_the_hand_makes_no_difference():
    random = Random(7)
    for slug in presets.SLUGS:
        variant = presets.get(slug)
        hand = [*random.sample(variant.pack() * 2, 16)]
        answers = {str(best_lay_down(variant, 3, random.sample(hand, 16))) for _ in range(5)}
        assert len(answers) == 1


def test_a_joker_fills_the_gap_and_the_lay_down_says_so():
    found = best("link", 7, "7H 8H JK TH 3C 4C 5C 6C 9S TS JS QS KS 4D")
    assert [meld.sentence for meld in found.melds] == [
        "Run: 9♠ 10♠ J♠ Q♠ K♠",
        "Run: 3♣ 4♣ 5♣ 6♣",
        "Run: 7♥ 8♥ joker (9♥) 10♥",
    ]
    assert (found.laid_points, found.left_points, found.left) == (135, 5, (Card("4", "D"),))
    assert found.goes_out
    assert found.how == "Out, with 4♦ discarded."


def test_a_closing_discard_keeps_the_cheapest_card_back():
    everything = "8H 8C 8S KH KD KC 8D"
    assert best("link", 1, everything).left == ()
    assert best("link", 1, everything).how == "Out."
    kept = best("gourt", 1, everything)
    assert (kept.left_points, len(kept.left), kept.goes_out) == (5, 1, True)


def test_a_round_finished_on_the_same_turn_takes_every_card_but_one():
    hand = "8H 8C 8S KH KD KC 3H 4H 5H 6H"
    assert best("gourt", 5, hand + " QD").left == (Card("Q", "D"),)
    assert best_lay_down(presets.get("gourt"), 5, parse_hand(hand)) is None
    assert best_lay_down(presets.get("gourt"), 5, parse_hand(hand + " QD JD")) is None


def test_a_round_without_a_discard_takes_every_card():
    hand = "8H 8C 8S 3H 4H 5H 6H 7C 8C 9C TC"
    assert best("gourt", 6, hand).left == ()
    assert best_lay_down(presets.get("gourt"), 6, parse_hand(hand + " QD")) is None


def test_where_no_discard_may_close_one_card_cannot_be_left():
    link = presets.get("link")
    rules = replace(link.rounds[0], closing_discard=ClosingDiscard.FORBIDDEN)
    variant = replace(link, rounds=(rules,))
    found = best_lay_down(variant, 1, parse_hand("8H 8C 8S 8D KH KD KC 3S"))
    assert found
    assert (found.left_points, len(found.left)) == (10, 2)
    assert not found.goes_out
    assert found.how.startswith("2 cards left before the discard")


def test_melds_come_in_the_contracts_order():
    slots = (*contract(1, 0), MeldSlot(MeldType.RUN, 4), MeldSlot(MeldType.RUN, 7))
    link = presets.get("link")
    variant = replace(link, rounds=(replace(link.rounds[5], contract=slots),))
    hand = "4S 4D 4C 6H 7H 8H 9H TH JH QH 2C 3C 4C 5C"
    found = best_lay_down(variant, 1, parse_hand(hand))
    assert found
    assert tuple(meld.slot for meld in found.melds) == slots


def test_a_run_may_lie_round_the_ace_where_the_rules_have_it_so():
    found = best("norwegian", 3, "KH AH 2H 3H 4H 5S 6S 2S 8S 9D")
    assert [meld.sentence for meld in found.melds] == [
        "Run: K♥ A♥ 2♥ 3♥ 4♥",
        "Run: 5♠ 6♠ 2♠ (7♠) 8♠",
    ]


@pytest.mark.parametrize(
    ("slug", "hand", "words"),
    [
        ("gourt", "JK 8H 8S 8D KH KS KD", "no joker in Gourt"),
        ("link", "8H 8S 8D KH KS K", "say the suit of the king"),
        ("link", "8H " * 9, "More than 8 × 8 of hearts"),
        ("link", "8H 9H " * 31, "62 cards"),
    ],
)
def test_cards_that_nobody_can_hold(slug, hand, words):
    with pytest.raises(CardError, match=words):
        best_lay_down(presets.get(slug), 1, parse_hand(hand))


def test_two_runs_of_a_suit_share_cards_of_which_there_are_two():
    found = best("bga_short", 4, "TD TD JD JD 9D 9D QD 8D 9C 8C 7C 6C JS QS 9S 4S JK")
    assert (found.left_points, len(found.left)) == (25, 5)


def test_any_number_of_cards_of_a_rank():
    found = best("link", 1, "KH KS KD KC " * 5 + "3H 3S 3D")
    assert (found.laid_points, found.left) == (20 * 10 + 3 * 5, ())


def test_a_round_that_is_not_there():
    with pytest.raises(ValueError, match="There is no round 8"):
        best_lay_down(presets.get("link"), 8, ())


def a_run(length: int = 4, runs: int = 1, **changes) -> Variant:
    """The rules of bga_full with a contract of runs alone, and some other rules of runs."""
    rules = presets.get("bga_full")
    slots = (MeldSlot(MeldType.RUN, length),) * runs
    rounds = (replace(rules.rounds[0], contract=slots, closing_discard=ClosingDiscard.OPTIONAL),)
    return replace(rules, rounds=rounds, runs=replace(rules.runs, **changes))


@pytest.mark.parametrize(
    ("variant", "hand", "left"),
    [
        (a_run(ace=Ace.HIGH), "AH 2H JK JK JK", "2H"),
        (a_run(3, wrap=Wrap.EXTENSION), "QH KH AH 2H", "2H"),
        (a_run(), "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", ""),
        (a_run(max_length=5), "4H 5H 6H 7H 8H 9H TH", "4H 5H"),
        (a_run(runs=2, touching=TouchingRuns.GAP), "3H 4H 5H 6H 7H 8H 9H TH JH QH", "7H 8H"),
    ],
)
def test_where_a_run_has_to_stop(variant, hand, left):
    found = best_lay_down(variant, 1, parse_hand(hand))
    assert found
    assert found.left == parse_hand(left)


@pytest.mark.parametrize("touching", [TouchingRuns.GAP, TouchingRuns.FORBIDDEN])
@pytest.mark.parametrize("wild", ["JK", "2"])
def test_a_run_of_mixed_suits_is_known_by_its_lowest_card(touching, wild):
    variant, random = a_run(3, 2, same_suit=False, touching=touching), Random(f"{touching}{wild}")
    at_home = replace(variant.lay_down, wild_natural_in_own_place=True, all_wild_melds=False)
    variant = replace(variant, wild=tuple({"JK", wild}), lay_down=at_home)
    down = 0
    for _ in range(22):
        ranks = random.choice(("A23", "234", "3456", "TJQKA"))
        near = [Card(rank, suit) for rank in ranks for suit in random.sample("SHD", 2)]
        hand = (*random.choices(near, k=7), Card("JK"), *parse_hand("2S 2H"))[
            : random.randint(7, 9)
        ]
        down += agrees_with_the_checker(variant, 1, hand)
    assert down >= 4
