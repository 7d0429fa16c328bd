"""Who beats whom, and the contract that costs somebody most, by worked examples."""

from fractions import Fraction
from uuid import UUID

import pytest

from scorebook.stats.rivals import OwnContract, Rival, bogeys, nemeses, victims


def rival(name, *, games, ahead=0, behind=0):
    return Rival(UUID(int=0), name, games, ahead, behind)


@pytest.mark.parametrize(
    ("games", "ahead", "behind", "standing"),
    [
        (12, 9, 3, "Beats Mike 9 of 12"),
        (12, 3, 8, "Loses to Mike 8 of 12, 1 shared"),
        (12, 6, 6, "Even with Mike, 6 of 12"),
        (12, 5, 4, "Beats Mike 5 of 12, 3 shared"),
        (12, 5, 5, "Even with Mike, 5 of 12, 2 shared"),
        (1, 0, 0, "Even with Mike, 1 shared"),
    ],
)
def test_how_two_stand_in_a_line(games, ahead, behind, standing):
    assert rival("Mike", games=games, ahead=ahead, behind=behind).standing == standing


def test_the_nemesis_is_ahead_most_often_for_each_game_and_more_games_count_more():
    seven, fourteen = rival("A", games=10, behind=7), rival("B", games=20, behind=14)
    few = rival("C", games=4, behind=4)
    assert nemeses([seven, fourteen, few]) == [fourteen]
    assert victims([seven, fourteen, few]) == []


def test_the_victim_is_behind_most_often_for_each_game():
    nine, eight = rival("A", games=12, ahead=9), rival("B", games=10, ahead=8)
    assert victims([nine, eight]) == [eight]
    assert nemeses([nine, eight]) == []


def test_nobody_is_a_nemesis_who_is_as_often_behind():
    assert nemeses([rival("A", games=10, ahead=5, behind=5)]) == []
    assert nemeses([]) == []


def contract(pattern, *, rounds, points, all_rounds, all_points):
    return OwnContract(1, pattern, rounds, points, all_rounds, all_points)


def test_the_bogey_contract_costs_most_above_everybodys_average():
    first = contract("SS", rounds=5, points=200, all_rounds=20, all_points=600)
    second = contract("RR", rounds=5, points=300, all_rounds=20, all_points=1100)
    assert (first.average, first.all_average, first.worse_by) == (40, 30, 10)
    assert bogeys([second, first]) == [first]


def test_a_contract_played_four_times_or_better_than_the_average_is_no_bogey():
    seldom = contract("SS", rounds=4, points=400, all_rounds=20, all_points=600)
    good = contract("RR", rounds=9, points=90, all_rounds=20, all_points=600)
    assert bogeys([seldom, good]) == []
    assert good.worse_by == Fraction(-20)


def test_equals_share_it():
    one, other = (rival(name, games=8, ahead=2, behind=6) for name in "AB")
    assert nemeses([one, other]) == [one, other]
    mirrored = [rival(name, games=8, ahead=6, behind=2) for name in "AB"]
    assert victims(mirrored) == mirrored
    both = [contract(p, rounds=5, points=200, all_rounds=20, all_points=600) for p in ("SS", "RR")]
    assert bogeys(both) == both
