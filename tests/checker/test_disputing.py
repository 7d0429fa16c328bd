"""A verdict that the table will not have: what its dispute begins with, and for whom."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.models import Dispute, Game, Post

WAY = "Take it to a dispute"


@pytest.fixture
def asked(as_ben, game):
    """Asks as a member: `asked("check", round=3, ...)`, or a question by its slug."""

    def post(name: str, client: Client = as_ben, **fields: object):
        args = [game.id] if name == "check" else [game.id, name]
        address = reverse("check" if name == "check" else "check_question", args=args)
        return client.post(address, fields)

    return post


RUNS = {"round": 3, "type": ["run", "run"], "cards": ["3H 4H 5H 6H", "7C * * TC"]}


def begun(answer) -> dict[str, str]:
    """What the page leads to, as the form of the dispute will show it."""
    assert WAY in answer.content.decode()
    way = urlsplit(answer.context["dispute"])
    assert way.path == reverse("write_post", args=["dispute"])
    return dict(parse_qsl(way.query))


def test_a_lay_down_brings_its_cards_its_rule_and_its_game(asked, game):
    told = begun(asked("check", hand=12, **RUNS))
    assert told["title"] == "May these be laid down in round 3: 2 runs?"
    assert told["cards"] == "Run 1: 3H 4H 5H 6H\nRun 2: 7C JK JK TC"
    assert "You can’t go down yet. Look at Run 2." in told["body"]
    assert "- Run 2: Not legal. Wild cards lie back to back." in told["body"]
    assert "- In hand after the draw: 12" in told["body"]
    assert told["rule"].startswith("Link says: “") and "back to back" in told["rule"]
    assert (told["rule_set"], told["game"]) == ("link", str(game.id))


def test_where_the_rules_are_silent_the_table_is_asked(asked):
    sets = {"round": 1, "type": ["set", "set"], "cards": ["8 8 8 8", "K K K"]}
    told = begun(asked("check", **sets))
    assert told["rule"].startswith("Your rules (Link) don’t say. Ask the table;")
    assert told["cards"] == "Set 1: 8 8 8 8\nSet 2: K K K"


def test_every_other_question_brings_what_was_asked(asked):
    fields = {"type": "run", "meld": "3H 4H 5H 6H", "card": "7H", "is_down": "on", "end": "low"}
    told = begun(asked("play-off", **fields))
    assert told["title"] == "May I play this card off, in round 1?"
    assert told["cards"] == "The meld, as it lies: 3H 4H 5H 6H\nThe card: 7H"
    assert "- It is a: Run\n- Where: Low end\n- I am down" in told["body"]
    assert "You may not play it off." in told["body"]
    assert told["rule"]


def test_before_there_is_a_verdict_there_is_nothing_to_dispute(asked):
    waiting = asked("check", round=3, type=["run", "run"], cards=["3H 4H", ""])
    unread = asked("check", round=3, type=["run", "run"], cards=["3H 4Z", "3H 4H 5H 6H"])
    for answer in (waiting, unread, asked("play-off", type="run", meld="3H", end="any")):
        assert WAY not in answer.content.decode()


def test_the_form_shows_all_of_it_and_nothing_is_kept_before_it_is_posted(as_ben, asked, game):
    answer = as_ben.get(asked("check", **RUNS).context["dispute"])
    assert not Post.objects.exists()
    form = answer.context["form"]
    data = {field.html_name: field.value() or "" for field in form}
    assert as_ben.post(reverse("write_post", args=["dispute"]), data).status_code == 302
    dispute = Dispute.objects.get()
    assert (dispute.post.game, dispute.rule_set.slug) == (game, "link")
    assert dispute.cards == "Run 1: 3H 4H 5H 6H\nRun 2: 7C JK JK TC"
    assert [side.text for side in dispute.sides.all()] == ["Yes", "No"]
    assert "back to back" in dispute.rule


def test_neither_viewers_nor_guests_take_anything_to_a_dispute(as_vic, asked, game):
    Game.objects.filter(id=game.id).update(table_code="ABCDEF")
    guest = Client()
    guest.post(reverse("join_by_code", args=["ABCDEF"]), {"player": game.seats.first().player_id})
    for client in (as_vic, guest):
        answer = asked("check", client, **RUNS)
        assert "Not legal" in answer.content.decode()
        assert WAY not in answer.content.decode()
    assert guest.get(reverse("write_post", args=["dispute"])).url.startswith("/sign-in/")
