"""Ratings over the golden family’s games: one worked out by hand, and how others have to stand."""

from math import sqrt

import pytest

from scorebook.ledger.ratings import catch_up_all
from scorebook.ledger.recompute import recompute
from scorebook.models import RatedGame, Rating
from scorebook.models.tallies import ALL_FAMILIES

pytestmark = pytest.mark.django_db

# Whoever left early was not rated: Karl in The last bus.
RATED = {
    "link": {"Rosa": 5, "Mike": 5, "Karl": 4, "Tilda": 3, "Otto": 2, "Jo": 1},
    "norwegian": {"Rosa": 2, "Tilda": 2, "Mike": 1, "Karl": 1, "Otto": 1},
    "bga": {"Mike": 2, "Karl": 2, "Tilda": 2, "Rosa": 1},
    "gourt": {"Rosa": 1, "Jo": 1},
    ALL_FAMILIES: {"Rosa": 9, "Mike": 8, "Karl": 7, "Tilda": 7, "Otto": 3, "Jo": 2},
}


def of_game(golden, name) -> dict[str, tuple[float, float]]:
    rows = RatedGame.objects.filter(game=golden.games[name])
    return {
        player: (mu, sigma) for player, mu, sigma in rows.values_list("player__name", "mu", "sigma")
    }


def everybodys() -> list[tuple]:
    rows = RatedGame.objects.order_by("game", "player")
    ratings = Rating.objects.order_by("family", "player")
    return [
        *rows.values_list("game", "player", "mu", "sigma", "overall_mu", "overall_sigma"),
        *ratings.values_list("family", "player", "mu", "sigma", "games"),
    ]


def test_two_players_by_hand(golden):
    """Both begin with 25, give or take a third of it. Before each game the doubt grows by a
    hundredth of that. Plackett-Luce: the chance of who won is e^(25/c) of e^(25/c) + e^(25/c),
    which is a half; c is made of both doubts and of what luck does in one game, a sixth of 25.
    """
    doubt = (25 / 3) ** 2 + (25 / 300) ** 2
    c = sqrt(2 * (doubt + (25 / 6) ** 2))
    step = doubt / c * (1 - 1 / 2)
    less = sqrt(doubt) / c * doubt / c**2 * (1 / 2) * (1 - 1 / 2)
    sigma = sqrt(doubt) * sqrt(1 - less)
    assert (round(25 + step, 2), round(25 - step, 2), round(sigma, 2)) == (27.64, 22.36, 8.07)
    told = of_game(golden, "For two")
    assert told["Rosa"] == pytest.approx((25 + step, sigma))
    assert told["Jo"] == pytest.approx((25 - step, sigma))
    kept = Rating.objects.filter(family="gourt").values_list("player__name", "mu", "sigma")
    assert {name: (mu, sigma) for name, mu, sigma in kept} == told


@pytest.mark.parametrize("family", RATED)
def test_who_was_rated_in_how_many_games(golden, family):
    found = Rating.objects.filter(family=family).values_list("player__name", "games")
    assert dict(found) == RATED[family]


def test_the_better_place_is_the_better_rating_and_a_shared_place_the_same(golden):
    """In the first game by each rules, for all began alike."""
    for name, order in {
        "The cut": ["Rosa", "Karl", "Mike"],
        "Below zero": ["Rosa", "Mike", "Karl", "Tilda"],
    }.items():
        told = of_game(golden, name)
        assert sorted(told, key=lambda who: -told[who][0]) == order
    told = of_game(golden, "The lead")
    assert told["Tilda"][0] > told["Rosa"][0] > told["Otto"][0]
    assert told["Rosa"] == pytest.approx(told["Mike"])


def test_with_each_game_there_is_less_doubt(golden):
    order = ("game__played_on", "game__created_at")
    for name, player in golden.people.items():
        rows = RatedGame.objects.filter(player=player).order_by(*order)
        sigmas = [25 / 3, *rows.values_list("overall_sigma", flat=True)]
        assert len(sigmas) == 1 + RATED[ALL_FAMILIES][name]
        assert sigmas == sorted(sigmas, reverse=True)


def test_a_correction_taken_back_and_made_again(golden):
    """Where all share one place, Rosa is better off than with the last one, and Otto and Karl worse
    than with the first; whoever sat there later stands elsewhere too, whoever sat there before not.
    """
    before = everybodys()
    told = of_game(golden, "The correction")
    later, earlier = of_game(golden, "Nobody out"), of_game(golden, "The last bus")
    taken_back = golden.again("The correction", "void", {"entry": str(golden.correction.id)})
    catch_up_all()
    now = of_game(golden, "The correction")
    assert now["Rosa"][0] > told["Rosa"][0]
    assert now["Otto"][0] < told["Otto"][0]
    assert now["Karl"][0] < told["Karl"][0]
    assert of_game(golden, "The last bus") == earlier
    assert of_game(golden, "Nobody out") == later  # by its own rules; over all they differ
    assert everybodys() != before
    assert recompute(check=True) == []
    golden.again("The correction", "void", {"entry": str(taken_back.id)})
    catch_up_all()
    assert everybodys() == before
    assert recompute(check=True) == []
