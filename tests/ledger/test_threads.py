"""Several phones at once, each with its own connection to one database file."""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from scorebook.ledger.append import Answer, Outcome, record
from scorebook.ledger.recompute import recompute
from scorebook.models import Entry, Game, Proposal
from tests.factories import make_game, make_player

PHONES = 6

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(send: Callable[[Any], Outcome], things: Iterable[Any]) -> list[Answer]:
    def one(thing: Any) -> Answer:
        try:
            return send(thing).answer
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(one, things))


def test_each_key_is_kept_once_however_often_it_is_sent():
    game = make_game(players=5)
    keys = [(uuid.uuid4(), round, seat) for round in range(1, 8) for seat in range(5)]
    keys += [(uuid.uuid4(), round, None) for round in range(1, 6)]

    def send(key: tuple) -> Outcome:
        id, round, seat = key
        kind, payload = ("out", {"seat": 0}) if seat is None else ("hand", {"cards": ["K"]})
        return record(
            game.id, kind, payload, author=game.scorekeeper, id=id, round=round, seat=seat
        )

    answers = at_once(send, [key for key in keys for _ in range(PHONES)])
    assert len(keys) == 40
    assert Counter(answers) == {Answer.APPENDED: 40, Answer.REPEATED: 40 * (PHONES - 1)}
    assert [entry.seq for entry in game.entries.all()] == list(range(1, 42))
    assert Game.objects.get(id=game.id).version == 41
    assert recompute(check=True) == []


def test_of_different_hands_one_stands_and_none_is_lost():
    game = make_game(players=3)

    def send(kings: int) -> Outcome:
        cards = {"cards": ["K"] * kings}
        return record(game.id, "hand", cards, author=game.scorekeeper, round=1, seat=1)

    answers = at_once(send, range(1, PHONES + 1))
    assert Counter(answers) == {Answer.APPENDED: 1, Answer.CONFLICT: PHONES - 1}
    kept = [*game.entries.filter(kind="hand"), *Proposal.objects.all()]
    assert sorted(len(row.payload["cards"]) for row in kept) == list(range(1, PHONES + 1))
    assert Game.objects.get(id=game.id).version == 1 + PHONES


def test_a_game_begun_on_several_phones_begins_once():
    players = [make_player(name="Ann"), make_player(name="Ben")]
    game_id, new = uuid.uuid4(), {"id": str(uuid.uuid4()), "name": "Zoe"}

    def send(dealer: int) -> Outcome:
        payload = {
            "rule_set": "gourt",
            "players": [*(str(player.id) for player in players), new],
            "first_dealer": dealer,
            "date": "2026-11-29",
        }
        return record(game_id, "start", payload, author=players[0])

    answers = at_once(send, [0, 0, 0, 1, 1, 1])
    others = {Answer.ALREADY: 2, Answer.CONFLICT: 3}
    assert Counter(answers) == {Answer.APPENDED: 1, **others}
    assert Entry.objects.filter(game=game_id).count() == 1
