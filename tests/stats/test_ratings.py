"""The board of ratings: cautious places, what they mean, and when they are being told anew."""

from datetime import date

import pytest

from scorebook.models import DataVersion, Game, Player, RatedGame, Rating
from tests.factories import make_player
from tests.stats.looking import lines, read, text_of
from tests.stats.rows import add_up, played

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def rated():
    """Give or take twice their sigma: Rosa 30, 8, so 22; Mike 26, 2, so 24; Karl 20, 16, so 4. By
    Link alone Rosa leads.
    """
    people = [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]
    for player, mu, sigma in zip(people, (30, 26, 20), (4, 1, 8), strict=True):
        Rating.objects.create(player=player, family="", mu=mu, sigma=sigma, games=9)
        Rating.objects.create(player=player, family="link", mu=mu, sigma=1, games=3)
    played({people[0]: 0, people[1]: 9}, on=date(2026, 1, 1))
    add_up()


def test_the_place_goes_by_the_cautious_number(as_vic):
    assert lines(read(as_vic, "ratings")) == [(1, "Mike", 24), (2, "Rosa", 22), (3, "Karl", 4)]


def test_a_rating_is_shown_with_what_it_may_be_off_by(as_vic):
    """26 give or take 2, so from 24 to 28 of 50."""
    page = text_of(read(as_vic, "ratings"))
    assert "26.0 <small>give or take 2.0</small>" in page
    assert '<rect x="48%" width="8%"' in page


def test_it_is_explained_in_three_sentences(as_vic):
    says = read(as_vic, "ratings").context["measure"].says
    assert says.count(". ") + says.endswith(".") == 3


def test_of_one_rule_family(as_vic):
    shown = lines(read(as_vic, "ratings", family="link"))
    assert [name for _, name, _ in shown] == ["Rosa", "Mike", "Karl"]


def test_no_other_choice_of_games_has_ratings(as_vic):
    answer = read(as_vic, "ratings", period="2026", place="Porch")
    assert lines(answer) == lines(read(as_vic, "ratings"))
    assert "by the same rules. Left out: when, where." in text_of(answer)


def test_while_they_are_told_anew_it_says_since_when(as_vic):
    assert "told anew" not in text_of(read(as_vic, "ratings"))
    version = DataVersion.objects.get()
    DataVersion.objects.update(unrated_since=date(2026, 3, 1), number=version.number + 1)
    page = text_of(read(as_vic, "ratings"))
    assert "What follows 1 March 2026 is being told anew." in page


def test_beside_a_rating_is_its_line_over_the_newest_games(as_vic):
    rosa, mike, karl = (Player.objects.get(name=name) for name in ("Rosa", "Mike", "Karl"))
    for day, mu in ((2, 24.0), (3, 31.0), (4, 30.0)):
        played({rosa: 0, mike: 9} if day < 4 else {rosa: 0, karl: 9}, on=date(2026, 1, day))
        game = Game.objects.newest_first()[0]
        for player in (rosa, mike, karl):
            if game.seats.filter(player=player).exists():
                told = {"mu": mu - 1, "sigma": 1, "games": 1, "overall_games": 1}
                RatedGame.objects.create(
                    game=game, player=player, overall_mu=mu, overall_sigma=1, **told
                )
    page = text_of(read(as_vic, "ratings"))
    assert 'aria-label="In the last 3 games from 24.0 to 30.0"' in page
    assert 'points="2,22 50,2 98,4.9"' in page
    assert page.count('class="spark"') == 2  # Karl has one game
    by_link = text_of(read(as_vic, "ratings", family="link"))
    assert 'aria-label="In the last 3 games from 23.0 to 29.0"' in by_link
