"""What contracts, dealing, a seat and buying come to, from hands counted here by hand."""

from fractions import Fraction

from scorebook.stats.contracts import (
    Chair,
    Comparison,
    Contract,
    Hands,
    Verdict,
    buying,
    cruellest,
    dealing,
)

NONE = Hands()


def contract(number=1, pattern="SS", *, hands, dealt=NONE, bought=NONE):
    return Contract(number, pattern, hands, dealt, bought)


class TestCruellest:
    def test_costs_most_on_average_not_in_sum(self):
        first = contract(1, hands=Hands(20, 400, 4))
        second = contract(2, "SR", hands=Hands(40, 1200, 8))
        third = contract(3, "RR", hands=Hands(100, 1500, 20))
        assert cruellest([first, second, third], 1) == (second,)

    def test_leaves_out_who_has_too_few_hands(self):
        enough = contract(1, hands=Hands(20, 400, 4))
        more = contract(2, hands=Hands(20, 380, 4))
        few = contract(3, hands=Hands(19, 900, 4))
        assert cruellest([enough, more, few], 1) == (enough,)

    def test_is_the_lowest_where_points_below_zero_are_bad(self):
        mild, bad = contract(1, hands=Hands(20, -100)), contract(2, hands=Hands(20, -500))
        assert cruellest([mild, bad], -1) == (bad,)

    def test_names_all_that_share_it(self):
        one, two = contract(1, hands=Hands(20, 400)), contract(2, hands=Hands(40, 800))
        three = contract(3, hands=Hands(20, 20))
        assert cruellest([one, two, three], 1) == (one, two)

    def test_is_none_where_all_cost_the_same_or_only_one_can_tell(self):
        one, two = contract(1, hands=Hands(20, 400)), contract(2, hands=Hands(40, 800))
        assert cruellest([one, two], 1) == ()
        assert cruellest([one, contract(2, hands=Hands(3, 3))], 1) == ()

    def test_contracts_are_said_in_words(self):
        assert contract(pattern="SSR", hands=Hands()).words == "2 sets + 1 run"


class TestComparing:
    def test_dealers_are_not_counted_among_the_others(self):
        rounds = [
            contract(1, hands=Hands(50, 700, 10), dealt=Hands(10, 60, 4)),
            contract(2, hands=Hands(50, 700, 10), dealt=Hands(10, 140, 2)),
        ]
        told = dealing(rounds, 1)
        assert (told.those, told.others) == (Hands(20, 200, 6), Hands(80, 1200, 14))
        assert (told.verdict, told.saved, told.expected) == (Verdict.HELPS, 5, 15)
        assert (told.those.out_percent, told.others.out_percent) == (30, 18)

    def test_buyers_likewise(self):
        rounds = [contract(hands=Hands(60, 900, 12), bought=Hands(20, 500, 2))]
        told = buying(rounds, 1)
        assert (told.verdict, told.saved) == (Verdict.HURTS, -15)

    def test_the_others_are_weighed_by_the_contracts_of_those(self):
        pairs = [(Hands(10, 100), Hands(40, 800)), (Hands(30, 900), Hands(10, 400))]
        told = Comparison.of(pairs, 1)
        assert (told.those.average, told.expected, told.saved) == (25, 35, 10)

    def test_a_contract_at_which_nobody_bought_says_nothing(self):
        pairs = [(Hands(20, 200), Hands(20, 300)), (Hands(), Hands(500, 50_000))]
        told = Comparison.of(pairs, 1)
        assert (told.others, told.saved) == (Hands(20, 300), 5)

    def test_high_points_are_good_where_the_rules_say_so(self):
        assert Comparison.of([(Hands(20, -100), Hands(20, -200))], -1).saved == 5

    def test_less_than_a_point_a_hand_is_even(self):
        assert Comparison.of([(Hands(20, 201), Hands(20, 220))], 1).verdict is Verdict.EVEN
        assert Comparison.of([(Hands(20, 200), Hands(20, 220))], 1).verdict is Verdict.HELPS

    def test_nineteen_hands_are_too_few_on_either_side(self):
        few, many = Hands(19, 0), Hands(500, 9000)
        assert Comparison.of([(few, many)], 1).verdict is Verdict.TOO_FEW
        assert Comparison.of([(many, few)], 1).verdict is Verdict.TOO_FEW
        assert buying([], 1).verdict is Verdict.TOO_FEW


class TestTheSeatLeftOfTheDealer:
    def test_helps_where_it_wins_more_than_its_share(self):
        chair = Chair(100, 30, Fraction(20))
        assert (chair.verdict, chair.percent, chair.fair_percent) == (Verdict.HELPS, 30, 20)

    def test_hurts_where_it_wins_less(self):
        assert Chair(100, 10, Fraction(20)).verdict is Verdict.HURTS

    def test_is_even_within_a_hundredth(self):
        assert Chair(300, 62, Fraction(60)).verdict is Verdict.EVEN

    def test_says_nothing_of_nineteen_games(self):
        assert Chair(19, 19, Fraction(4)).verdict is Verdict.TOO_FEW
        assert Chair().verdict is Verdict.TOO_FEW
