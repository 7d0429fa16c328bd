"""What is counted, and who leads: numbers worked by hand."""

from fractions import Fraction

import pytest

from scorebook.stats.catalogue import MEASURES
from scorebook.stats.measures import By, cost_of_buying, percent, places, reach, signed

ROW = {
    **{"games": 10, "won": 4, "lost": 3, "rounds": 70, "out": 21, "clean_games": 1, "points": 500},
    **{"wilds": 14, "cuts": 5, "cuts_paid": 2, "buys": 9, "bought_rounds": 8, "bought_points": 96},
    **{"comebacks": 1, "leads_lost": 2},
}


def of(row):
    """The columns of a row, and what follows from them."""

    def column(name):
        plain = {
            "plain_rounds": row["rounds"] - row["bought_rounds"],
            "plain_points": row["points"] - row["bought_points"],
        }
        return (row | plain)[name]

    return column


@pytest.mark.parametrize(
    ("slug", "rate"),
    [
        ("winners", Fraction(4, 10)),
        ("losers", Fraction(3, 10)),
        ("rounds-won", Fraction(21, 70)),
        ("clean-games", Fraction(1, 10)),
        ("comebacks", Fraction(1, 4)),  # of the games won
        ("thrown-away-leads", Fraction(2, 10)),
        ("points-a-round", Fraction(500, 70)),
        ("points-a-game", Fraction(500, 10)),
        ("wilds-caught", Fraction(14, 10)),
        ("exact-cuts", Fraction(5, 10)),
        ("cuts-paid-for", Fraction(2, 10)),
        ("buys", Fraction(9, 10)),
        ("cost-of-buying", Fraction(96, 8) - Fraction(404, 62)),
    ],
)
def test_a_rate_is_what_is_counted_over_what_it_is_counted_of(slug, rate):
    assert Fraction(*MEASURES[slug].quotient(of(ROW))) == rate


def test_every_board_that_ranks_by_rate_has_a_worked_one():
    told = {slug for slug, measure in MEASURES.items() if By.RATE in measure.ranks}
    [mark] = [
        mark
        for mark in test_a_rate_is_what_is_counted_over_what_it_is_counted_of.pytestmark
        if mark.name == "parametrize"
    ]
    assert {slug for slug, _ in mark.args[1]} == told


def test_buying_costs_the_difference_of_two_averages():
    """90 points in 3 rounds with a buy, 40 in 2 without: 30 - 20."""
    row = {"rounds": 5, "points": 130, "bought_rounds": 3, "bought_points": 90}
    assert Fraction(*cost_of_buying(of(row))) == 10


@pytest.mark.parametrize(
    ("values", "first", "told"),
    [
        ([], 1, []),
        ([9], 1, [1]),
        ([9, 9, 4], 1, [1, 1, 3]),
        ([9, 4, 4, 4, 1], 1, [1, 2, 2, 2, 5]),
        ([4, 4, 1], 26, [26, 26, 28]),  # a later page
    ],
)
def test_equal_values_share_a_place_and_the_next_one_is_left_out(values, first, told):
    assert places(values, first) == told


@pytest.mark.parametrize(
    ("name", "sign", "column"),
    [
        ("best_game", 1, "lowest_game"),
        ("best_game", -1, "highest_game"),
        ("worst_game", 1, "highest_game"),
        ("worst_hand", -1, "lowest_hand"),
        ("best_comeback", 1, "best_comeback"),
        ("won", -1, "won"),
    ],
)
def test_the_best_game_is_the_lowest_where_few_points_are_good(name, sign, column):
    assert signed(name, sign) == column


@pytest.mark.parametrize(
    ("slug", "sign", "largest"),
    [
        ("winners", 1, True),
        ("winners", -1, True),
        ("points-a-game", 1, False),
        ("points-a-game", -1, True),
        ("worst-hand", 1, True),
        ("worst-hand", -1, False),
        ("biggest-comeback", -1, True),
    ],
)
def test_who_leads_depends_on_the_rules_only_in_points(slug, sign, largest):
    assert MEASURES[slug].largest_first(sign) is largest


@pytest.mark.parametrize(
    ("slug", "row", "said"),
    [
        ("winners", {"count": 2, "per": 5, "rate": 0.4}, ("40 %", "won 2 of 5")),
        ("rounds-won", {"count": 7, "per": 21, "rate": 1 / 3}, ("33 %", "out 7 of 21")),
        ("wilds-caught", {"count": 14, "per": 10, "rate": 1.4}, ("1.40", "a game")),
        ("points-a-round", {"count": -30, "per": 4, "rate": -7.5}, ("−7.50", "a round")),
        ("cost-of-buying", {"count": 9, "rate": 3.75}, ("3.75", "")),
    ],
)
def test_a_rate_in_words(slug, row, said):
    assert MEASURES[slug].rate_in_words(row) == said


def test_a_part_of_a_hundred_is_rounded():
    assert percent({"count": 2, "per": 3}) == 67


def test_every_minimum_is_said():
    assert MEASURES["winners"].minimum == "5 games"
    assert MEASURES["comebacks"].minimum == "5 wins"
    assert MEASURES["cost-of-buying"].minimum == "5 rounds with a buy and 5 without"


@pytest.mark.parametrize("asked", ["", "nonsense", "rate"])
def test_what_cannot_be_ranked_so_is_ranked_as_it_can(asked):
    assert MEASURES["winning-streaks"].by(asked) is By.COUNT
    assert MEASURES["points-a-game"].by("count") is By.RATE


def test_no_two_boards_have_one_name():
    assert len({measure.name for measure in MEASURES.values()}) == len(MEASURES)


@pytest.mark.parametrize(
    ("mu", "sigma", "bar"),
    [(25, 5, (30, 40)), (25, 25 / 3, (17, 67)), (5, 3, (0, 22)), (45, 4, (74, 26))],
)
def test_the_bar_of_a_rating_stays_between_nothing_and_fifty(mu, sigma, bar):
    assert reach(mu, sigma) == bar
