"""Home: what goes on, what happened last, who leads."""

from django.urls import reverse

from scorebook.models import Game
from scorebook.models.games import Sentence
from tests.factories import make_game, make_player, play_game, play_round

HOME = reverse("home")


def home(client):
    return " ".join(client.get(HOME).content.decode().split())


def test_an_empty_book_says_so(as_ben):
    page = home(as_ben)
    assert "No games yet. Someone has to lose first." in page
    assert f'href="{reverse("new_game")}"' in page


def test_who_only_looks_starts_no_game(as_vic):
    assert "New game" not in home(as_vic)


def test_a_running_game_leads_back_to_its_table(as_ben, ben):
    game = make_game(players=3, by=ben.player, occasion="Easter")
    assert "Round 1" not in home(as_ben)
    assert "Nobody leads yet." in home(as_ben)
    play_round(game, hands={1: "KK", 2: "44"})
    page = home(as_ben)
    assert "Easter, round 2 of 7" in page
    assert "1 set + 1 run. Grandpa leads with 0, Grandma has 20." in page
    assert f'href="{reverse("table", args=[game.id])}"' in page


def test_several_may_lead(as_ben, ben):
    play_round(make_game(players=3, by=ben.player), out=None, hands={2: "KK"})
    assert "Grandpa and Grandma lead with 5, Mike has 20." in home(as_ben)


def test_the_last_game_shows_winner_and_loser(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    play_game(game)
    page = home(as_ben)
    assert "Grandpa, 0</strong>" in page
    assert "Grandma, 140</strong>" in page
    assert "Obviously not one of the Links." in page
    assert '<span aria-hidden="true">G</span>' in page
    assert "Dunce card" not in page
    Game.objects.filter(id=game.id).update(sentence=Sentence.DUNCE)
    assert "Dunce card" in home(as_ben)


def test_who_leads_counts_every_finished_game(as_ben, ben):
    players = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    for winner in (0, 0, 2):
        play_game(make_game(players=players, by=ben.player), winner=winner, loser=1)
    page = home(as_ben)
    assert "<span>Em</span> <strong>2</strong> <small>of 3</small>" in page
    assert "<span>Rosa</span> <strong>1</strong> <small>of 3</small>" in page
    assert "<span>Mike</span> <strong>3</strong> <small>of 3</small>" in page


def test_the_number_of_queries_does_not_grow(as_ben, ben, django_assert_num_queries):
    def evening():
        players = [make_player() for _ in range(3)]
        play_game(make_game(players=players, by=ben.player))
        play_round(make_game(players=players, by=ben.player))

    evening()
    home(as_ben)  # the first request of a day renews the session
    with django_assert_num_queries(13):
        home(as_ben)
    evening()
    evening()
    with django_assert_num_queries(13):
        home(as_ben)
