"""A double tap at the very same moment, each on a connection of its own."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import connection

from scorebook.models import Comment, Post, Vote
from scorebook.models.talk import PostKind
from scorebook.talk import services
from tests.factories import make_post

pytestmark = pytest.mark.django_db(transaction=True)

TAPS = 6


def at_once(act) -> None:
    def one(_: int) -> None:
        try:
            act()
        finally:
            connection.close()

    with ThreadPoolExecutor(TAPS) as taps:
        list(taps.map(one, range(TAPS * 3)))


def test_what_is_sent_many_times_at_once_is_said_once(ben):
    id, comment = uuid.uuid4(), uuid.uuid4()
    dispute = make_post("dispute", by=ben.player).dispute
    side = dispute.sides.first()
    said = {"kind": PostKind.LINGO, "title": "Bisz", "meanings": ("A", "B")}
    at_once(lambda: services.write(id=id, by=ben.player, **said))
    at_once(lambda: services.comment(dispute.post, id=comment, by=ben.player, body="Well"))
    at_once(lambda: services.vote(dispute, side=side, by=ben.player, today=date.today()))
    assert Post.objects.get(id=id).meanings.count() == 2
    assert (Post.objects.count(), Comment.objects.count(), Vote.objects.count()) == (2, 1, 1)
