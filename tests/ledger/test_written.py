"""What was read for the last entry is not read again for the next one, unless it says otherwise."""

from __future__ import annotations

import uuid

import pytest
from django.db import transaction

from scorebook.ledger.statements import fetch
from scorebook.ledger.written import Written, written_in
from scorebook.models import Entry, Game, Player, RuleSet
from tests.factories import hand_in, make_game, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    game = make_game(place="Mike's kitchen")
    play_round(game, hands={1: "KK4A", 2: 45})
    return game


def test_entries_are_read_as_the_orm_reads_them(game):
    assert written_in(game) == [Written.of(entry) for entry in game.entries.all()]


def test_only_what_is_new_is_read_anew(game):
    before = written_in(game)
    hand_in(game, "note", {"text": "Who spilled?"})
    after = written_in(game)
    assert [one is other for one, other in zip(before, after, strict=False)] == [True] * len(before)
    assert [entry.payload for entry in after[len(before) :]] == [{"text": "Who spilled?"}]


def test_what_was_rolled_back_is_not_taken_for_what_came_instead(game):
    def note(text):
        told = {"id": id, "seq": game.entries.count() + 1, "kind": "note", "v": 1}
        game.entries.create(**told, payload={"text": text}, author=game.scorekeeper)
        return written_in(game)[-1].payload["text"]

    id = uuid.uuid4()
    with transaction.atomic():
        assert note("Mike spilled.") == "Mike spilled."
        transaction.set_rollback(True)
    assert note("Rosa spilled.") == "Rosa spilled."


@pytest.mark.parametrize("model", [Game, RuleSet, Player, Entry])
def test_a_row_is_fetched_as_the_orm_fetches_it(game, model):
    by_the_orm = model.objects.first()
    row = fetch(model, by_the_orm.pk)
    names = [field.attname for field in model._meta.concrete_fields]
    assert [getattr(row, name) for name in names] == [getattr(by_the_orm, name) for name in names]
    assert not row._state.adding


def test_no_row_is_fetched_where_there_is_none(game):
    assert fetch(Game, game.scorekeeper_id) is None
