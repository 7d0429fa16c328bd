"""Points of cards, cuts and totals, and the places that follow."""

import dataclasses

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import CardError, parse_hand
from scorebook.rules.scoring import (
    TotalError,
    cut_numbers,
    cut_points,
    hand_points,
    losers,
    parse_total,
    places,
    points_of,
    why_not,
    winners,
    worths,
)
from scorebook.rules.variant import CutCount, CutRules, CutTo

LINK, GOURT, NORWEGIAN, BGA = map(presets.get, ("link", "gourt", "norwegian", "bga_full"))


@pytest.mark.parametrize(
    ("variant", "cards", "points"),
    [
        (LINK, "KH 4S AS JK", 85),
        (LINK, "", 0),
        (GOURT, "2 A T 3", 65),
        (NORWEGIAN, "2S 2H 2", 60),
        (BGA, "JK A", -35),
    ],
)
def test_a_hand_is_worth_its_cards(variant, cards, points):
    assert hand_points(variant, parse_hand(cards)) == points


def test_a_card_is_worth_positive_points_in_every_variant():
    assert points_of(BGA, parse_hand("*")[0]) == 20


def test_a_card_that_is_not_in_the_packs_is_refused():
    with pytest.raises(CardError, match="no joker in Gourt"):
        hand_points(GOURT, parse_hand("K *"))


@pytest.mark.parametrize(
    ("text", "total"),
    [("45", 45), ("0", 0), ("10+5+30", 45), (" 10 + 5 ", 15), ("٤٥", 45), ("00045", 45)],
)
def test_a_typed_total(text, total):
    assert parse_total(text) == total


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "-5", "+5", "5+", "5++5", "1_000", "NaN", "inf", "1e3", "4.5", "4,5", "KK", "²"],
        *["123456", "1+" * 60 + "1", "5 5", "10-5"],
    ],
)
def test_what_is_no_total_is_refused_in_a_sentence(text):
    with pytest.raises(TotalError, match=r"10\+5\+30"):
        parse_total(text)


@pytest.mark.parametrize("total", [0, 5, 85, 2970, 3000])
def test_totals_that_sixty_cards_make(total):
    assert why_not(LINK, total) == ""


@pytest.mark.parametrize(
    ("variant", "total", "sentence"),
    [
        (LINK, 63, "63? Every card is worth 5, 10, 20 or 50. It has to end in 0 or 5."),
        (LINK, -5, "-5? A total is entered without a minus."),
        (LINK, 3005, "3005? 60 cards are never worth more than 3000."),
        (GOURT, 7, "7? Every card is worth 5, 10 or 25. It has to end in 0 or 5."),
    ],
)
def test_totals_that_no_cards_make(variant, total, sentence):
    assert why_not(variant, total) == sentence


def test_sixty_cards_at_most():
    """2985 would be 59 jokers and 35 more, which one card does not make."""
    assert why_not(LINK, 2985).endswith("No 60 cards add up to that.")


def test_totals_of_pip_points():
    pips = {rank: worth for worth, rank in enumerate("A23456789TJQK", start=1)}
    variant = dataclasses.replace(GOURT, points=pips)
    assert not any(why_not(variant, total) for total in range(781))
    tens = dataclasses.replace(GOURT, points={"A-K": 10})
    assert worths(tens) == "Every card is worth 10. It has to end in 0."
    sixes = dataclasses.replace(GOURT, points={"A-9": 6, "T-K": 12})
    assert worths(sixes).endswith("It has to be a multiple of 6.")
    odd = dataclasses.replace(GOURT, points={"A-9": 7, "T-K": 12})
    assert why_not(odd, 13) == "13? Every card is worth 7 or 12. No 60 cards add up to that."


def test_the_number_to_cut():
    assert cut_numbers(LINK, 5, 11) == (55, 56)
    assert cut_numbers(GOURT, 5, 10) == ()
    hands = dataclasses.replace(LINK, cut=CutRules(points=25, exact=(CutCount.HANDS,)))
    assert cut_numbers(hands, 4, 11) == (44,)


@pytest.mark.parametrize(
    ("to", "points", "expected"),
    [
        (CutTo.OTHERS, 25, {0: 25, 2: 25}),
        (CutTo.CUTTER, -50, {1: -50}),
        (CutTo.DEALER, -50, {2: -50}),
    ],
)
def test_who_pays_for_an_exact_cut(to, points, expected):
    variant = dataclasses.replace(LINK, cut=CutRules(points=points, to=to))
    assert cut_points(variant, [0, 1, 2], 1, dealer=2) == expected
    negative = dataclasses.replace(variant, sign=-1)
    assert cut_points(negative, [0, 1, 2], 1, dealer=2) == {
        seat: -points for seat, points in expected.items()
    }


def test_without_the_rule_a_cut_costs_nothing():
    assert cut_points(GOURT, [0, 1], 0) == {}


@pytest.mark.parametrize(
    ("variant", "totals", "expected"),
    [
        (LINK, [255, 255, 180, 395], [2, 2, 1, 4]),
        (BGA, [-175, -175, -155], [2, 2, 1]),
        (LINK, [100, 100], [1, 1]),
        (LINK, [], []),
    ],
)
def test_places_are_shared(variant, totals, expected):
    assert list(places(variant, dict(enumerate(totals))).values()) == expected


def test_winners_and_losers():
    assert winners({"A": 1, "B": 1, "C": 3}) == ("A", "B")
    assert losers({"A": 1, "B": 2, "C": 2}) == ("B", "C")
    assert losers({"A": 1, "B": 1}) == ()
    assert (winners({}), losers({})) == ((), ())
