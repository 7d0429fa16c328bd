"""Numbers that a hostile program or a strange keyboard sends, as JSON and in forms."""

import json
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.models import Game
from scorebook.recording.api import LARGEST_BODY
from tests.factories import hand_in, make_game
from tests.recording.test_api import entry, errors, post

# What Python, or a field of Django's left to itself, would take for a number.
NO_NUMBERS = (
    *("1_000", "NaN", "1e999", "Infinity", "5.0", "5\0", "5e0", "0x10", "½", "³", "five", "5 5 5"),
    *("9" * 22, "9" * 5000, "5,0", "(5)", "5\u200b"),
)
NO_TOKENS = (
    *("1_000", "NaN", "-Infinity", "1e999", "-1e999", "0x10", "+5", "05", "٤٥", "½", "5\0"),
    "9" * 22,
)
FOREIGN = ("٤٥", "４５", "४५")  # 45


@pytest.fixture
def game(ben) -> Game:
    made = make_game(players=3, by=ben.player)
    hand_in(made, "out", {"seat": 0}, round=1)
    return made


def form(field: str, typed: str) -> tuple[str, dict[str, Any]]:
    """The address of a form that has this field, and the form filled in but for `typed`."""
    key = {"id": str(uuid.uuid4()), "replaces": ""}
    return {
        "total": ("hand", [1, 1], key | {"total": typed}),
        "points": ("adjust", [], key | {"round": 1, "seat": 1, "reason": "x", "points": typed}),
        "round": ("adjust", [], key | {"round": typed, "seat": 1, "reason": "x", "points": 5}),
        "seat": ("went_out", [2], key | {"seat": typed}),
        "bought": ("buys", [1, 1], key | {"bought": typed}),
    }[field]


def fill_in(client: Client, game: Game, field: str, typed: str) -> Any:
    name, place, data = form(field, typed)
    return client.post(reverse(name, args=[game.id, *place]), data, follow=True)


@pytest.mark.parametrize("field", ["total", "points", "round", "seat", "bought"])
def test_a_form_takes_no_such_number_and_says_so(as_ben, game, field):
    for typed in NO_NUMBERS:
        answer = fill_in(as_ben, game, field, typed)
        assert answer.status_code in (200, 400), typed
        assert re.search('class="(error|notice)', answer.content.decode()), typed
        assert game.entries.count() == 2, typed


@pytest.mark.parametrize("typed", FOREIGN)
@pytest.mark.parametrize("field", ["total", "points"])
def test_a_form_takes_the_digits_of_any_script(as_ben, game, field, typed):
    fill_in(as_ben, game, field, typed)
    assert sheet_of(game).rounds[0].cells[1].points == 45


@pytest.mark.parametrize("field", ["total", "round", "seat", "v"])
def test_json_takes_no_such_token(as_ben, game, field):
    place = {"total": "7771", "round": "7772", "seat": "7773", "v": "7774"}
    for token in NO_TOKENS:
        body = json.dumps(entry(payload={"total": 7771}, round=7772, seat=7773, v=7774))
        answer = post(as_ben, game, body.replace(place[field], token).encode())
        assert (answer.status_code, errors(answer)) == (400, [("", "json")]), token
    assert game.entries.count() == 2


def test_json_takes_nothing_else_for_a_total(as_ben, game):
    for value in (5.0, "5", "٤٥", True, None, [5], {"n": 5}, 10**14, -5):
        answer = post(as_ben, game, entry(payload={"total": value}))
        assert (answer.status_code, errors(answer)[0][0]) == (400, "total"), value
    assert game.entries.count() == 2


@pytest.mark.parametrize("field", ["id", "kind", "client_at", "replaces"])
def test_json_takes_no_nul_anywhere(as_ben, game, field):
    told = entry()
    answer = post(as_ben, game, told | {field: f"{told[field] or ''}\0"})
    assert (answer.status_code, game.entries.count()) == (400, 2)


def test_a_body_of_64_kb_is_read_and_one_more_byte_is_not(as_ben, game):
    told = json.dumps(entry(kind="note", seat=None, payload={"text": "x"})).encode()
    fits = told + b" " * (LARGEST_BODY - len(told))
    answer = post(as_ben, game, fits + b" ")
    assert (answer.status_code, errors(answer)) == (400, [("", "size")])
    assert post(as_ben, game, fits).status_code == 201
