"""A game in its first round, and the ways to ask at its table."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scorebook.models import Game
from tests.factories import make_game, make_player


@pytest.fixture
def game(ann) -> Game:
    """Ann and three others, by Link."""
    others = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=[ann.player, *others], by=ann.player)


@pytest.fixture
def ask(as_vic, game):
    """Asks about a lay-down: `ask(3, ("run", "3H 4H"), ("set", "8 8 8"), hand=13)`."""

    def post(round: int, *melds: tuple[str, str], **fields: object):
        types, cards = zip(*melds, strict=True) if melds else ((), ())
        data = {"round": round, "type": types, "cards": cards}
        return as_vic.post(reverse("check", args=[game.id]), data | fields)

    return post


@pytest.fixture
def put(as_vic, game):
    """Asks another question: `put("buy", round=2, cards=1)`."""

    def post(slug: str, **fields: object):
        return as_vic.post(reverse("check_question", args=[game.id, slug]), fields)

    return post
