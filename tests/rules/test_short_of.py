"""What a hand is short of, against every card and pair of cards added to it."""

from collections import Counter
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import (
    ClosingDiscard,
    MeldSlot,
    MeldType,
    RunRules,
    SetRules,
    TouchingRuns,
    WildLimits,
    contract,
)
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.short_of import Missing, short_of
from scorebook.rules.solver import best_lay_down
from scorebook.rules.variant import Variant
from tests.rules.random_variants import random_variant
from tests.rules.small_hands import short_rounds, small_hand


def tried(
    variant: Variant, round: int, hand: tuple[Card, ...], packs: int, most: int
) -> tuple[int, set[Card]] | None:
    """The fewest cards with which there is a lay-down, and all cards that are among some such."""
    held = Counter(hand)
    there = {card: packs * copies - held[card] for card, copies in Counter(variant.pack()).items()}
    for number in range(1, most + 1):
        enough = [
            more
            for more in combinations_with_replacement(there, number)
            if all(copies <= there[card] for card, copies in Counter(more).items())
            and best_lay_down(variant, round, hand + more)
        ]
        if enough:
            return number, {card for more in enough for card in more}
    return None


def agrees(variant: Variant, round: int, hand: tuple[Card, ...], most: int, packs: int = 3) -> bool:
    """Compares one answer with trying; whether so few cards would do."""
    missing = short_of(variant, round, hand, packs)
    if missing is None:
        assert best_lay_down(variant, round, hand)
        return False
    expected = tried(variant, round, hand, packs, most)
    if expected is None:
        assert missing.short is None or missing.short > most
        return False
    assert (missing.short, set(missing.cards)) == expected
    return True


def few_packs(variant: Variant, hand: tuple[Card, ...]) -> int:
    """As few packs as can hold the hand."""
    pack = Counter(variant.pack())
    return max(-(-copies // pack[card]) for card, copies in Counter(hand).items())


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_one_card_short_is_what_trying_every_card_says(slug):
    variant, random = presets.get(slug), Random(slug)
    rounds = random.choices(short_rounds(variant), k=24)
    hands = [(round, small_hand(variant, round, random)) for round in rounds]
    assert sum(agrees(variant, round, hand, 1) for round, hand in hands) >= 4


def test_two_cards_short_is_what_trying_every_pair_says():
    random = Random(2)
    found = 0
    for slug in presets.SLUGS:
        variant = presets.get(slug)
        round = random.choice(short_rounds(variant))
        found += agrees(variant, round, small_hand(variant, round, random), 2)
    assert found >= 3


def test_one_card_short_under_any_rules():
    found = 0
    for seed in range(10, 40):
        random = Random(seed)
        variant = random_variant(random)
        for round in short_rounds(variant)[:1]:
            hand = small_hand(variant, round, random)[: random.randint(4, 9)]
            packs = random.choice((3, few_packs(variant, hand)))
            found += agrees(variant, round, hand, 1, packs)
    assert found >= 5


@pytest.mark.parametrize("touching", [TouchingRuns.GAP, TouchingRuns.FORBIDDEN])
def test_one_card_short_of_runs_of_mixed_suits_that_may_not_touch(touching):
    link, random = presets.get("link"), Random(3)
    slots = (MeldSlot(MeldType.RUN, 3), MeldSlot(MeldType.RUN, 4))
    rules = replace(link.rounds[0], contract=slots)
    runs = RunRules(same_suit=False, touching=touching, wilds=WildLimits(min_naturals=3))
    variant = replace(link, rounds=(rules,), runs=runs)
    pack = [Card(rank, suit) for rank in "345678" for suit in "CCCS"]
    hands = [tuple(random.sample(pack, 8)) for _ in range(6)]
    hands.append(parse_hand("4C 5C 6C 6C 4C 6C 5C 5C"))
    assert sum(agrees(variant, 1, hand, 1, packs=4) for hand in hands) >= 2


PACKS = 3


def missing(slug: str, round: int, hand: str) -> Missing:
    found = short_of(presets.get(slug), round, parse_hand(hand), PACKS)
    assert found
    return found


def test_a_hand_that_can_be_laid_down_lacks_nothing():
    assert short_of(presets.get("link"), 1, parse_hand("8H 8S 8D KH KD KS"), PACKS) is None


@pytest.mark.parametrize(
    ("slug", "round", "hand", "words"),
    [
        (
            "link",
            3,
            "7H 8H JK 3C 4C 5C 6C",
            "One card short of a run of hearts: any of 5♥ 6♥ 9♥ 10♥ joker.",
        ),
        (
            "link",
            2,
            "8H 8S 3C 4C 5C 6C",
            "One card short of a set of 8s: any of 8♠ 8♥ 8♦ 8♣ joker.",
        ),
        (
            "link",
            1,
            "8H 8S 8D KH KD",
            "One card short of a set of kings: any of K♠ K♥ K♦ K♣ joker.",
        ),
        ("gourt", 1, "8H 8S 8D KH KD KS", "One card short: any card brings it nearer."),
        ("link", 7, "7H 8H JK", "10 cards short: any card brings it nearer."),
        (
            "link",
            3,
            "6H 7H 8H 9H 3C 4C",
            "2 cards short: any of A♣ 2♣ 5♣ 6♣ joker brings it nearer.",
        ),
        (
            "norwegian",
            7,
            "2H 4S 6D 8C TH QS AD 3C 5H 7S 9D JC KH 2C 4D 6S",
            "No more cards would do, however many.",
        ),
    ],
)
def test_it_says_in_words_what_is_missing(slug, round, hand, words):
    assert missing(slug, round, hand).sentence == words


def test_a_card_of_which_the_hand_has_all_copies_would_not_do():
    hand = parse_hand("8H 8S 8D KH KH")
    missing = short_of(presets.get("link"), 1, hand, packs=2)
    assert missing
    assert missing.sentence == "One card short of a set of kings: any of K♠ K♦ K♣ joker."


def test_what_the_packs_do_not_hold_cannot_come():
    one_wild = replace(presets.get("norwegian"), wild=("2S",))
    contracts = [replace(rules, contract=contract(5, 0)) for rules in one_wild.rounds[:1]]
    variant = replace(
        one_wild, rounds=tuple(contracts), sets=SetRules(wilds=WildLimits(min_naturals=11))
    )
    assert missing_of(variant, "8H 8S 8D", packs=3).short == 5 * 11 - 3 + 1
    assert missing_of(variant, "8H 8S 8D", packs=2).short is None


def missing_of(variant: Variant, hand: str, packs: int) -> Missing:
    found = short_of(variant, 1, parse_hand(hand), packs)
    assert found
    return found


def test_however_many_are_missing_it_is_counted():
    assert missing_of(presets.get("link"), "", packs=2).short == 6
    long = tuple(MeldSlot(MeldType.RUN, 14) for _ in range(4))
    link = presets.get("link")
    variant = replace(link, rounds=(replace(link.rounds[6], contract=long),))
    assert missing_of(variant, "8H 8S JK", packs=2).short == 4 * 14 - 3 + 1


def test_a_hand_to_use_up_has_gaps_at_the_ends_of_a_run_for_its_jokers():
    link = presets.get("link")
    out = replace(link.rounds[1], closing_discard=ClosingDiscard.FORBIDDEN, same_turn=True)
    natural_sets = replace(link.sets, wilds=WildLimits(max_wilds=0))
    variant = replace(link, rounds=(out,), sets=natural_sets)
    missing = missing_of(variant, "5H 6H 7H KS KD JK JK", packs=2)
    assert missing.sentence == "One card short of a set of kings: any of K♠ K♥ K♦ K♣."
