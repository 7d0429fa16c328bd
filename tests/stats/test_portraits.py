"""The faces on the winners and the losers board."""

import io
from datetime import date

import pytest
from django.urls import reverse

from scorebook.models import Game, Player
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.photos.services import add_photo, take_down
from scorebook.stats import queries
from tests.factories import hand_in, make_game, make_player, overturn, play_game
from tests.photos import pictures
from tests.stats.looking import lines, read

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path / "photos"


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


def photograph(game, side):
    file = io.BytesIO(pictures.jpeg())
    return add_photo(game=game, side=side, file=file, by=game.scorekeeper)


@pytest.fixture
def game(cast):
    game = make_game(players=cast, played_on=date(2026, 5, 1))
    play_game(game, winner=0, loser=1)
    return game


def portrait(side, player):
    return queries.portraits(side, [player.id])[player.id]


def test_without_a_photo_the_initial_stands(as_vic, game):
    assert '<span class="face" aria-hidden="true">R</span>' in read(as_vic).content.decode()


def test_the_newest_standing_photo_of_the_same_side_is_shown(as_vic, cast, game):
    older = photograph(game, Side.WINNER)
    later = make_game(players=cast, played_on=date(2026, 6, 1))
    play_game(later, winner=0, loser=2)
    newest = photograph(later, Side.WINNER)
    photograph(later, Side.LOSER)
    assert portrait(Side.WINNER, cast[0]).photo == newest
    assert reverse("photo", args=[newest.id, 320]) in read(as_vic).content.decode()
    take_down(newest, by=newest.added_by)
    assert portrait(Side.WINNER, cast[0]).photo == older
    assert portrait(Side.LOSER, cast[0]).photo is None


def test_a_photo_of_an_overturned_result_hangs_on_no_board(as_vic, cast, game):
    """Rosa had won, Mike lost; by now Karl has won, and Rosa lost."""
    winner, loser = photograph(game, Side.WINNER), photograph(game, Side.LOSER)
    overturn(game)
    assert lines(read(as_vic)) == [(1, "Karl", 1)]
    assert lines(read(as_vic, "losers")) == [(1, "Rosa", 1)]
    for side in Side:
        shown = queries.portraits(side, [player.id for player in cast])
        assert {portrait.photo for portrait in shown.values()} == {None}
        page = read(as_vic, f"{side}s").content.decode()
        assert f"/photos/{winner.id}" not in page and f"/photos/{loser.id}" not in page
    anew = photograph(game, Side.WINNER)
    assert portrait(Side.WINNER, cast[2]).photo == anew
    assert portrait(Side.WINNER, cast[0]).photo is None


def test_an_older_photo_takes_the_place_of_one_that_was_overturned(cast, game):
    older = photograph(game, Side.WINNER)
    later = make_game(players=cast, played_on=date(2026, 6, 1))
    play_game(later, winner=0, loser=1)
    photograph(later, Side.WINNER)
    overturn(later)
    assert portrait(Side.WINNER, cast[0]).photo == older


def test_a_photo_of_one_is_not_of_two_who_share_the_place_by_now(cast, game):
    photograph(game, Side.WINNER)
    behind = game.seats.get(player=cast[2]).total - game.seats.get(player=cast[0]).total
    correction = {"points": behind, "reason": "Counted again"}
    hand_in(game, "adjust", correction, round=1, seat=0)
    assert game.seats.filter(won=True).count() == 2
    assert portrait(Side.WINNER, cast[0]).photo is None


def test_the_photo_of_who_still_won_stays_when_somebody_else_lost(cast, game):
    photo = photograph(game, Side.WINNER)
    hand_in(game, "adjust", {"points": 900, "reason": "Counted again"}, round=1, seat=2)
    assert game.overturned
    assert portrait(Side.WINNER, cast[0]).photo == photo


def test_a_child_bears_no_mark_for_the_card(as_vic, cast, game):
    Player.objects.filter(id=cast[1].id).update(is_child=True)
    Game.objects.filter(id=game.id).update(sentence=Sentence.DUNCE)
    assert not portrait(Side.LOSER, cast[1]).dunce
    page = read(as_vic, "losers").content.decode()
    assert '<span class="face" aria-hidden="true">M</span>' in page


def test_who_chose_the_dunce_card_gets_its_mark_and_no_photo(as_vic, cast, game):
    photograph(game, Side.LOSER)
    Game.objects.filter(id=game.id).update(sentence=Sentence.DUNCE)
    shown = portrait(Side.LOSER, cast[1])
    assert (shown.photo, shown.dunce) == (None, True)
    assert "Dunce card" in read(as_vic, "losers").content.decode()
    assert "Dunce card" not in read(as_vic).content.decode()
