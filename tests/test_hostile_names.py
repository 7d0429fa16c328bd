"""Names that are no names: markup, template words, signs that nobody sees. Text stays text."""

import pytest
from django.urls import reverse

from scorebook.models import Player
from tests.factories import make_game, make_player

pytestmark = pytest.mark.django_db
MARKUP = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}", "{% now %}"]
UNSEEN = [
    "Ro\0sa",
    "Ro\u202esa",
    "Ro\u2066sa",
    "\u200b\u200b\u200b",
    "\u200bRosa",
    "Ro\x1bsa",
    "\u3164",
]
SHOWN_ON = (
    *("home", "boards", "history", "people", "deeds", "new_game"),
    *("family_numbers", "family_records"),
)


def edited(client, player: Player, **changed: str):
    told = {"name": "Rosa", "short_name": "Rosa", "nickname": "", "belongs": "", "birthday": ""}
    return client.post(reverse("edit_person", args=[player.id]), told | changed)


@pytest.mark.parametrize("name", MARKUP)
def test_markup_in_a_name_is_shown_as_it_was_typed(as_ben, ben, name):
    rosa = make_player(name="Rosa")
    edited(as_ben, rosa, name=name, nickname=name, belongs=name)
    rosa.refresh_from_db()
    assert rosa.name == name
    game = make_game(players=[rosa, ben.player, *[make_player() for _ in "abc"]], by=ben.player)
    pages = [reverse("person", args=[rosa.id]), reverse("table", args=[game.id])]
    pages += [reverse(shown) for shown in SHOWN_ON]
    texts = [as_ben.get(page).content.decode() for page in pages]
    assert "<script>alert" not in "".join(texts)
    assert "<img src=x" not in "".join(texts)
    assert not any(">49<" in text for text in texts[:1])


@pytest.mark.parametrize("name", UNSEEN)
@pytest.mark.parametrize("field", ["name", "short_name", "nickname", "belongs"])
def test_what_nobody_sees_is_refused_and_nothing_changes(as_ben, field, name):
    rosa = make_player(name="Rosa")
    answer = edited(as_ben, rosa, **{field: name})
    assert answer.status_code in (200, 400)
    rosa.refresh_from_db()
    assert (rosa.name, rosa.nickname, rosa.belongs) == ("Rosa", "", "")


@pytest.mark.parametrize("name", UNSEEN)
def test_nobody_signs_in_or_waits_under_such_a_name(client, ann, as_ann, name):
    told = {"username": name, "old": "Ann keeps fifteen"}
    told |= {"password": "Ann keeps sixteen", "password_again": "Ann keeps sixteen"}
    as_ann.post(reverse("set_password"), told)
    ann.refresh_from_db()
    assert ann.username == "ann"
    answer = client.post(reverse("sign_in"), {"username": name, "password": "guess"})
    assert answer.status_code == 200


def test_a_names_mark_is_escaped_in_json_too(as_ben, ben):
    rosa = make_player(name=MARKUP[0])
    game = make_game(players=[rosa, ben.player, *[make_player() for _ in "abc"]], by=ben.player)
    for address in (reverse("sheet", args=[game.id]), reverse("my_data")):
        answer = as_ben.get(address)
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
