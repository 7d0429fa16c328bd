"""A post for people outside the family: read-only, first names, by a link that ends."""

import logging
import uuid
from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorebook.limits import WRONG_LINKS
from scorebook.models import Deed, ShareLink
from scorebook.people.logins import end
from scorebook.talk import services
from tests.factories import make_game, make_player, make_post

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(ben):
    rosa = make_player(name="Rosa Secret")
    post = make_post("dispute", by=rosa, title="May I?", body="*Well*", cards="Run: 7H *")
    services.vote(post.dispute, side=post.dispute.sides.first(), by=rosa, today=date.today())
    services.comment(post, id=uuid.uuid4(), by=make_player(name="Mike Hidden"), body="Never.")
    return post


def link(client, post, **data) -> str:
    return client.post(reverse("share_post", args=[post.id]), data).context["address"]


def test_a_stranger_reads_the_post_by_first_names(as_ben, post):
    page = Client().get(link(as_ben, post))
    text = page.content.decode()
    assert "May I?" in text and "<em>Well</em>" in text and "Rosa" in text
    assert "Secret" not in text and "Never." not in text and "Mike" not in text
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["Cache-Control"] == "private, no-store"
    assert "<form" not in text and "<nav" not in text and "<a " not in text.split("<main")[1]


def test_comments_only_where_that_was_ticked_and_never_binned_ones(as_ben, post):
    address = link(as_ben, post, comments="on")
    text = Client().get(address).content.decode()
    assert "Never." in text and "Mike" in text and "Hidden" not in text
    services.take_down(post.comments.get(), by=post.author)
    assert "Never." not in Client().get(address).content.decode()


def test_it_stands_for_thirty_days(as_ben, post):
    address = link(as_ben, post)
    left = ShareLink.objects.get().expires_at - timezone.now()
    assert timedelta(days=29, hours=23) < left <= timedelta(days=30)
    ShareLink.objects.update(expires_at=timezone.now())
    assert Client().get(address).status_code == 404


def test_stopped_binned_and_guessed_links_look_the_same(as_ben, post, ben):
    address = link(as_ben, post)
    game = make_game(players=2, by=ben.player)
    of_game = as_ben.post(reverse("share_game", args=[game.id])).context["address"]
    guessed = Client().get(reverse("shared_post", args=["guess"]))
    other = Client().get(reverse("shared_post", args=[of_game.rstrip("/").rpartition("/")[2]]))
    services.take_down(post, by=post.author)
    binned = Client().get(address)
    services.restore(post, by=post.author)
    assert Client().get(address).status_code == 200
    stop = reverse("stop_sharing_post", args=[post.id, ShareLink.objects.get(post=post).id])
    as_ben.post(stop)
    stopped = Client().get(address)
    answers = [guessed, other, binned, stopped]
    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert as_ben.post(stop).status_code == 404
    token = address.rstrip("/").rpartition("/")[2]
    assert Client().get(reverse("shared_game", args=[token])).status_code == 404


def test_the_links_of_somebody_who_was_removed_end_with_the_login(post, ben, as_ben, ann):
    address = link(as_ben, post)
    end(ben, by=ann.player, text="removed the login of Ben")
    assert Client().get(address).status_code == 404


def test_guessing_ends(post):
    for _ in range(WRONG_LINKS):
        assert Client().get(reverse("shared_post", args=["guess"])).status_code == 404
    assert Client().get(reverse("shared_post", args=["guess"])).status_code == 429


def test_a_viewer_shares_nothing_and_anothers_link_is_not_stopped_from_another_post(
    as_ben, as_vic, ben, post
):
    link(as_ben, post)
    assert as_vic.post(reverse("share_post", args=[post.id])).status_code == 403
    other = make_post(by=ben.player)
    stop = reverse("stop_sharing_post", args=[other.id, ShareLink.objects.get().id])
    assert as_ben.post(stop).status_code == 404
    assert Client().get(link(as_ben, post)).status_code == 200


def test_the_log_knows_of_it_and_the_server_log_not_of_the_token(as_ben, post, caplog):
    with caplog.at_level(logging.INFO):
        address = link(as_ben, post)
        ShareLink.objects.update(expires_at=timezone.now())
        Client().get(address)
    assert Deed.objects.first().text == "shared “May I?”"
    assert address.rstrip("/").rpartition("/")[2] not in caplog.text
    assert "/talk/shared/***" in caplog.text


def test_a_link_is_of_one_thing(ben, post):
    game = make_game(players=2, by=ben.player)
    for shown in ({}, {"game": game, "post": post}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ShareLink.objects.make(by=ben.player, **shown)
