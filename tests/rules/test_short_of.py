"""What a hand is short of, against every card and pair of cards added to it."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.short_of import Missing, short_of
from scorebook.rules.solver import best_lay_down
from scorebook.rules.variant import Variant
from tests.rules.random_variants import random_variant
from tests.rules.small_hands import short_rounds, small_hand


def tried(
    variant: Variant, round: int, hand: tuple[Card, ...], most: int
) -> tuple[int, set[Card]] | None:
    """The fewest cards with which there is a lay-down, and all cards that are among some such."""
    pack = dict.fromkeys(variant.pack())
    for number in range(1, most + 1):
        enough = [
            more
            for more in combinations_with_replacement(pack, number)
            if best_lay_down(variant, round, hand + more)
        ]
        if enough:
            return number, {card for more in enough for card in more}
    return None


def agrees(variant: Variant, round: int, hand: tuple[Card, ...], most: int) -> bool:
    """Compares one answer with trying; whether so few cards would do."""
    missing = short_of(variant, round, hand)
    if missing is None:
        assert best_lay_down(variant, round, hand)
        return False
    expected = tried(variant, round, hand, most)
    if expected is None:
        assert missing.short is None or missing.short > most
        return False
    assert (missing.short, set(missing.cards)) == expected
    return True


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
            found += agrees(variant, round, small_hand(variant, round, random), 1)
    assert found >= 3


def missing(slug: str, round: int, hand: str) -> Missing:
    found = short_of(presets.get(slug), round, parse_hand(hand))
    assert found
    return found


def test_a_hand_that_can_be_laid_down_lacks_nothing():
    assert short_of(presets.get("link"), 1, parse_hand("8H 8S 8D KH KD KS")) is None


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
            "No few cards more would do: too many would be left over.",
        ),
    ],
)
def test_it_says_in_words_what_is_missing(slug, round, hand, words):
    assert missing(slug, round, hand).sentence == words
