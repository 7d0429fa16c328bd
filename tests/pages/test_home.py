"""Home: what goes on, what happened last, who leads."""

import re
from datetime import UTC, datetime, timedelta

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook.accounts.invitations import make
from scorebook.models import Claim, Game, Photo, User
from scorebook.models.games import Sentence
from scorebook.models.people import Role
from scorebook.models.photos import Side
from scorebook.pages.views import MOST_RUNNING
from scorebook.talk import services
from tests.factories import (
    hand_in,
    make_game,
    make_player,
    make_post,
    overturn,
    play_game,
    play_round,
)

HOME = reverse("home")
QUERIES = 20


def home(client):
    """With the names as they are, whichever way they are written."""
    return " ".join(re.sub("</?bdi>", "", client.get(HOME).content.decode()).split())


def test_an_empty_book_says_so(as_ben):
    page = home(as_ben)
    assert "No games yet. Someone has to lose first." in page
    assert f'href="{reverse("new_game")}"' in page


def test_who_only_looks_starts_no_game(as_vic):
    assert "New game" not in home(as_vic)


def test_an_admin_reads_that_somebody_waits(as_ann, as_ben):
    assert "for your yes" not in home(as_ann)
    User.objects.create_user(username="ida", role=Role.WAITING, first_name="Ida")
    assert "1 person waits for your yes" in home(as_ann)
    assert "for your yes" not in home(as_ben)
    ben = User.objects.get(username="ben")
    Claim.objects.create(user=ben, player=make_player(name="Benno"))
    assert "2 people wait for your yes" in home(as_ann)


def test_an_admin_reads_who_came_by_a_link(as_ann, as_ben, ann):
    _, token = make(by=ann.player, is_admin=True, player=make_player(name="Rosa"), role="member")
    assert "Came in by a link" not in home(as_ann)
    Client().post(reverse("invite", args=[token]))
    assert "Came in by a link this week: Rosa" in home(as_ann)
    assert "Came in by a link" not in home(as_ben)
    User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    assert "Came in by a link" not in home(as_ann)


def test_a_running_game_leads_back_to_its_table(as_ben, ben):
    game = make_game(players=3, by=ben.player, occasion="Easter")
    assert "Round 1" not in home(as_ben)
    assert "Nobody leads yet." in home(as_ben)
    play_round(game, hands={1: "KK", 2: "44"})
    page = home(as_ben)
    assert "Easter, round 2 of 7" in page
    assert "1 set + 1 run. After 1 round, Grandpa leads with 0, Grandma has 20." in page
    assert f'href="{reverse("table", args=[game.id])}"' in page


def test_what_is_half_entered_does_not_count_yet(as_ben, ben):
    game = make_game(variant="bga_short", players=3, by=ben.player)
    for _ in range(2):
        play_round(game, out=None, hands={0: "4", 1: "K", 2: "KK"})
    hand_in(game, "hand", {"cards": ["JK"] * 5}, round=3, seat=0)
    assert game.seats.get(number=0).total == -110
    assert "After 2 rounds, Grandpa leads with −10, Mike has −40." in home(as_ben)


def test_running_games_can_be_told_apart(as_ben, ben, family):
    tilda = make_player(name="Mathilda")
    make_game(players=[ben.player, tilda], by=ben.player, variant="gourt")
    make_game(players=[tilda, ben.player, make_player(name="Karl")], by=ben.player)
    Game.objects.update(created_at=datetime(2026, 11, 29, 19, 15, tzinfo=UTC))
    page = home(as_ben)
    assert "Ben, Mathild&nbsp;· Gourt&nbsp;· since 29 Nov, 20:15" in page
    assert "Mathild, Ben, Karl&nbsp;· Link&nbsp;· since 29 Nov, 20:15" in page


def test_more_games_than_have_room_lead_to_all_of_them(as_ben, ben):
    for _ in range(MOST_RUNNING):
        make_game(players=[ben.player, make_player()], by=ben.player)
    assert "All games still going" not in home(as_ben)
    make_game(players=[ben.player, make_player()], by=ben.player)
    page = home(as_ben)
    assert page.count('<p class="chip">Still going</p>') == MOST_RUNNING
    assert f'href="{reverse("history")}?going=1">All games still going' in page


def test_several_may_lead(as_ben, ben):
    play_round(make_game(players=3, by=ben.player), out=None, hands={2: "KK"})
    assert "After 1 round, Grandpa and Grandma lead with 5, Mike has 20." in home(as_ben)


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


def test_who_shares_a_place_shares_the_tile(as_ben, ben):
    players = [make_player(name=name) for name in ("Em", "Mike", "Rosa", "Karl")]
    game = make_game(players=players, by=ben.player)
    for number in range(1, 8):
        play_round(game, number, out=None, hands={3: "KK"})
    hand_in(game, "finish", {"early": False})
    page = home(as_ben)
    assert '<span class="initials" aria-hidden="true">E M R</span>' in page
    assert '<span class="chip out">Winners</span>' in page
    assert '<span class="chip lose">Loser</span>' in page


def test_the_last_game_shows_only_photos_of_the_people_it_names(as_ben, ben):
    game = make_game(players=3, by=ben.player)
    play_game(game)
    photos = []
    for side in Side:
        photo = Photo.objects.create(
            posted_at=timezone.now(),
            game=game,
            side=side,
            width=640,
            height=800,
            alt=f"{side} then",
            added_by=ben.player,
        )
        photo.people.set(seat.player for seat in game.seats_on(side))
        photo.subjects.set(photo.people.all())
        photos.append(photo)
    page = home(as_ben)
    assert all(reverse("photo", args=[photo.id, 640]) in page for photo in photos)
    overturn(game)
    page = home(as_ben)
    assert "Mike, 35</strong>" in page and "Grandpa, 900</strong>" in page
    assert "/photos/" not in page and "then" not in page
    assert '<span aria-hidden="true">M</span>' in page


def test_who_leads_counts_every_finished_game(as_ben, ben):
    players = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    for winner in (0, 0, 2):
        play_game(make_game(players=players, by=ben.player), winner=winner, loser=1)
    page = home(as_ben)
    assert "<span>Em</span> <strong>2</strong> <small>of 3</small>" in page
    assert "<span>Rosa</span> <strong>1</strong> <small>of 3</small>" in page
    assert "<span>Mike</span> <strong>3</strong> <small>of 3</small>" in page


def test_an_open_dispute_is_on_trial_and_the_rest_was_just_said(as_vic, ben):
    assert "On trial" not in home(as_vic) and "Just said" not in home(as_vic)
    make_post("dispute", by=ben.player, title="Out or not?")
    settled = make_post("dispute", by=ben.player, title="Saucers")
    services.close(settled.dispute, ruling="No.", by=ben.player)
    binned = make_post(by=ben.player, title="Regrets")
    services.take_down(binned, by=ben.player)
    page = home(as_vic)
    trial, said = page.split("Just said")
    assert "Out or not?" in trial.split("On trial", 1)[1]
    assert "Saucers" in said and "Out or not?" not in said
    assert "Regrets" not in page
    for number in range(4):
        make_post(by=ben.player, title=f"Story {number}")
    assert "Saucers" not in home(as_vic)


def test_the_number_of_queries_does_not_grow(as_ben, ben, django_assert_num_queries):
    def evening():
        make_post("lingo", by=ben.player, meanings=["A", "B"])
        make_post("dispute", by=ben.player)
        make_post(by=ben.player)
        players = [make_player() for _ in range(3)]
        play_game(make_game(players=players, by=ben.player))
        play_round(make_game(players=players, by=ben.player))

    evening()
    home(as_ben)  # the first request of a day renews the session
    with django_assert_num_queries(QUERIES):
        home(as_ben)
    evening()
    evening()
    with django_assert_num_queries(QUERIES):
        home(as_ben)
