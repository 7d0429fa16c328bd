"""Ratings follow the places of every game in order of date, however late one is corrected."""

from datetime import date, timedelta

import pytest
from openskill.models import PlackettLuce

from scorebook import nightly
from scorebook.ledger import ratings
from scorebook.ledger.recompute import recompute
from scorebook.models import DataVersion, Family, Game, Player, RatedGame, Rating
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 1)


@pytest.fixture
def cast() -> list[Player]:
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


def game_on(day: int, cast, **more) -> Game:
    game = make_game(players=cast, played_on=DAY + timedelta(days=day), **more)
    play_game(game, winner=0, loser=1)
    return game


def overall(player: Player) -> float:
    return Rating.objects.get(player=player, family="").mu


def told_anew() -> None:
    """What is done after the commit, which a test never makes."""
    while ratings.catch_up():
        pass
    assert not ratings.being_told_anew()
    assert recompute(check=True) == []


def test_a_newcomer_is_rated_as_the_model_says(cast):
    game_on(0, cast)
    model = PlackettLuce()
    told = model.rate([[model.rating()] for _ in cast], ranks=[1, 3, 2])
    for player, [expected] in zip(cast, told, strict=True):
        for family in ("link", ""):
            found = Rating.objects.get(player=player, family=family)
            assert (found.mu, found.sigma, found.games) == pytest.approx(
                (expected.mu, expected.sigma, 1)
            )


def test_the_newest_game_is_rated_at_once_and_nothing_waits(cast):
    for day in range(3):
        game_on(day, cast, variant=("link", "gourt")[day % 2])
        assert not ratings.being_told_anew()
    rosa = Rating.objects.filter(player=cast[0]).order_by("family")
    assert list(rosa.values_list("family", "games")) == [("", 3), ("gourt", 1), ("link", 2)]
    assert RatedGame.objects.filter(player=cast[0]).count() == 3
    assert recompute(check=True) == []


def test_equal_places_are_a_tie(cast):
    game = make_game(players=cast)
    for _ in range(7):
        play_round(game, out=0, hands={1: "KK", 2: "KK"})
    play_game(game)
    assert overall(cast[1]) == pytest.approx(overall(cast[2]))
    assert overall(cast[0]) > overall(cast[1])


def test_who_left_is_not_rated_and_one_who_stayed_alone_neither(cast):
    game = make_game(players=cast)
    play_round(game)
    hand_in(game, "leave", {}, round=2, seat=2)
    hand_in(game, "finish", {"early": True})
    assert set(RatedGame.objects.values_list("player", flat=True)) == {cast[0].id, cast[1].id}
    told_anew()


def test_an_older_game_moves_all_that_follow(cast):
    game_on(5, cast)
    before = overall(cast[0])
    game_on(1, cast, variant="gourt")
    assert ratings.being_told_anew()
    assert DataVersion.objects.get().unrated_since == DAY + timedelta(days=1)
    assert overall(cast[0]) == before
    told_anew()
    assert overall(cast[0]) > before


def test_a_correction_of_points_alone_changes_no_rating(cast):
    game = game_on(0, cast)
    hand_in(game, "adjust", {"points": 5, "reason": "Counted again"}, round=1, seat=1)
    assert not ratings.being_told_anew()


def test_a_correction_of_places_and_what_becomes_of_a_game_taken_back(cast):
    game, _ = game_on(0, cast), game_on(2, cast)
    hand_in(game, "adjust", {"points": 900, "reason": "Counted again"}, round=1, seat=0)
    told_anew()
    hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
    told_anew()
    assert set(Rating.objects.values_list("games", flat=True)) == {1}


def test_who_was_rated_in_no_game_has_no_rating(cast):
    game = game_on(0, cast)
    hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
    told_anew()
    assert not Rating.objects.exists()
    assert not RatedGame.objects.exists()


def test_a_game_reopened_and_moved_to_an_earlier_day_leaves_no_rating_behind(cast):
    _, game = game_on(2, cast), game_on(4, cast)
    hand_in(game, "reopen", {}, replaces=game.entries.get(kind="finish").id)
    start = game.entries.get(kind="start")
    hand_in(game, "start", start.payload | {"date": str(DAY)}, replaces=start.id)
    assert recompute(check=True) == []
    told_anew()
    assert not RatedGame.objects.filter(game=game).exists()


def test_many_games_are_told_in_steps(cast, monkeypatch):
    monkeypatch.setattr(ratings, "AT_ONCE", 2)
    for day in (9, 8, 7, 3, 3, 1):
        game_on(day, cast)
    assert ratings.catch_up()
    assert DataVersion.objects.get().unrated_since == DAY + timedelta(days=7)
    assert recompute(check=True) == []
    told_anew()


@pytest.mark.django_db(transaction=True)
def test_few_games_are_told_after_the_commit_and_many_by_the_server(cast, monkeypatch):
    game_on(5, cast)
    game_on(1, cast)
    assert not ratings.being_told_anew()
    monkeypatch.setattr(ratings, "AT_ONCE", 1)
    game_on(0, cast)
    assert ratings.being_told_anew()
    Family.objects.create(id=1, name="The Links")
    monkeypatch.setattr(nightly, "is_due", lambda *_: False)
    nightly.look()
    assert not ratings.being_told_anew()
    assert recompute(check=True) == []


def test_recompute_tells_what_waits(cast):
    game_on(5, cast)
    game_on(1, cast)
    assert recompute() == []
    assert not ratings.being_told_anew()
    assert recompute(check=True) == []
    Rating.objects.filter(player=cast[0], family="").update(mu=1)
    RatedGame.objects.first().delete()
    assert {d.projection for d in recompute(check=True)} == {"Rating", "RatedGame"}
