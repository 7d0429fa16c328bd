"""`manage.py demo`, as a newcomer calls it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scorebook.demo import handing_in
from scorebook.demo.family import EVERYBODY
from scorebook.ledger.recompute import recompute
from scorebook.management.commands import demo
from scorebook.models import Dispute, Entry, Family, Game, Photo, Player, Post, Tally, User
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.models.talk import PostKind

pytestmark = pytest.mark.django_db


def play(**options):
    out = StringIO()
    call_command("demo", stdout=out, **{"until": "2026-05-31", "variant": "bga_short"} | options)
    return out.getvalue()


@pytest.fixture(autouse=True)
def _photos_elsewhere(settings, tmp_path):
    settings.PHOTOS_DIR = tmp_path


def test_it_makes_games_people_and_photos_but_no_login(monkeypatch):
    monkeypatch.setattr(demo, "WITH_PHOTOS", 1)
    told = play(games=3, players=4, seed=2)
    assert Game.objects.finished().count() == 2
    assert Game.objects.playing().count() == 1
    assert Player.objects.count() == 4
    assert Photo.objects.filter(side=Side.WINNER).count() == 1
    assert recompute(check=True) == []
    assert not User.objects.exists()
    assert not Family.objects.exists()
    assert f"3 games, {Entry.objects.count()} entries" in told
    assert "There is no login yet, and the demo makes none" in told


def test_they_talk_once_whoever_sits_there(monkeypatch):
    monkeypatch.setattr(demo, "WITH_PHOTOS", 0)
    told = play(games=2, players=2)
    kinds = set(Post.objects.values_list("kind", flat=True))
    assert kinds == set(PostKind.values)
    assert f"{Post.objects.count()} posts" in told
    open_one, settled = Dispute.objects.order_by("-post__made_at")
    assert (open_one.closed_at, open_one.post.game) == (None, Game.objects.playing().get())
    assert open_one.counting and settled.ruling
    assert Post.objects.filter(noted__isnull=False).exists()
    posts = Post.objects.count()
    assert "0 posts" in play(games=2, players=2, seed=2, more=True)
    assert Post.objects.count() == posts


def test_the_first_admin_sits_at_the_table_once_there_is_one(ann, monkeypatch):
    monkeypatch.setattr(demo, "WITH_PHOTOS", 0)
    told = play(games=2, players=3)
    assert "At the table: Ann, Grandpa, Mike." in told
    assert "no login" not in told
    assert Player.objects.count() == 3
    assert ann.player.seats.exists()


def test_children_take_the_dunce_card_and_hang_on_no_losers_wall(monkeypatch):
    monkeypatch.setattr(demo, "ONE_BY_ONE", 0)
    monkeypatch.setattr(demo, "WITH_PHOTOS", 0)
    play(games=12, players=5)
    call_command("recompute", check=True, stdout=StringIO())  # exits where anything differs
    loser = Player.objects.filter(seats__lost=True).by_name().first()
    Player.objects.filter(id=loser.id).update(is_child=True)
    games = list(Game.objects.values_list("id", flat=True))
    handing_in.sentence_losers(games)
    handing_in.hang_photos(12, EVERYBODY, games)
    children = Game.objects.filter(seats__lost=True, seats__player__is_child=True)
    assert children
    assert all(game.sentence == Sentence.DUNCE for game in children)
    shown = Photo.objects.filter(side=Side.LOSER)
    assert shown
    assert not shown.filter(game__in=children).exists()
    assert all(photo.game.sentence == Sentence.POSE for photo in shown)


def test_games_that_are_there_are_left_alone_unless_more_is_asked_for(monkeypatch):
    monkeypatch.setattr(demo, "WITH_PHOTOS", 0)
    play(games=2, players=3)
    with pytest.raises(CommandError, match=r"games in this book already\. Add --more"):
        play(games=2, players=3, seed=2)
    with pytest.raises(CommandError, match="Choose another --seed"):
        play(games=2, players=3, more=True)
    play(games=2, players=3, seed=2, more=True)
    play(games=2, players=3, variant="gourt", more=True)
    assert Game.objects.count() == 6
    assert Player.objects.count() == 3


def test_both_ways_of_handing_in_tell_the_same(monkeypatch):
    monkeypatch.setattr(demo, "WITH_PHOTOS", 0)
    play(games=2, players=3)
    monkeypatch.setattr(demo, "ONE_BY_ONE", 1)
    play(games=4, players=3, seed=2, more=True)
    assert Game.objects.finished().count() == 4
    assert sum(Tally.objects.values_list("won", flat=True)) >= 4
    assert recompute(check=True) == []


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 0}, "--games is a number from 1 to 5000, not 0."),
        ({"games": 5001}, "--games is a number from 1 to 5000, not 5001."),
        ({"players": 1}, "Board Game Arena, short takes 2 to 8 people, not 1."),
        ({"players": 9}, "Board Game Arena, short takes 2 to 8 people, not 9."),
        ({"players": 11, "variant": None}, "A mix of variants takes 2 to 10 people, not 11."),
        ({"players": 7, "variant": "norwegian"}, "Norwegian takes 2 to 6 people, not 7."),
        ({"variant": "canasta"}, "There is no variant canasta. Choose from link, gourt"),
        ({"until": "sunday"}, "--until is a date like 2026-05-31, not sunday."),
        ({"until": "2026-02-30"}, "--until is a date like 2026-05-31, not 2026-02-30."),
        ({"until": "2026-W22-7"}, "--until is a date like 2026-05-31, not 2026-W22-7."),
        ({"until": "20260531"}, "--until is a date like 2026-05-31, not 20260531."),
        ({"until": "0001-01-01"}, "Games of these dates would lie before 1900 or after 2200."),
        ({"until": "9999-12-31"}, "Games of these dates would lie before 1900 or after 2200."),
        ({"until": "1990-12-31", "games": 5000}, "would lie before 1900 or after 2200."),
    ],
)
def test_a_wrong_argument_is_answered_with_a_sentence(options, sentence):
    with pytest.raises(CommandError) as refusal:
        play(**options)
    assert sentence in str(refusal.value)
    assert not Player.objects.exists()
