"""A game in the bin counts for nothing and loses nothing."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from scorebook.ledger.append import record
from scorebook.ledger.binning import put_back, put_in_bin
from scorebook.ledger.ratings import catch_up
from scorebook.ledger.recompute import recompute
from scorebook.ledger.submission import Refused
from scorebook.ledger.written import Written
from scorebook.models import ContractTally, Deed, Game, Rating, Tally
from scorebook.models.games import GameStatus, Sentence
from tests.factories import hand_in, make_game, make_player, play_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def evenings() -> list[Game]:
    """Three games of the same three people, who take turns in winning."""
    people = [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]
    games = []
    for number in range(3):
        game = make_game(variant="bga_short", players=people, played_on=date(2026, 5, 1 + number))
        play_game(game, winner=number, loser=(number + 1) % 3)
        games.append(game)
    return games


def statistics() -> dict[str, list[dict[str, Any]]]:
    while catch_up():
        pass
    told = {}
    for model in (Tally, ContractTally, Rating):
        rows = [{k: v for k, v in row.items() if k != "id"} for row in model.objects.values()]
        told[model.__name__] = sorted(rows, key=repr)
    return told


def test_a_binned_game_counts_as_if_it_had_never_been_played(evenings):
    first, middle, last = evenings
    put_in_bin(middle.id, by=first.scorekeeper)
    wins = Tally.objects.over("", None).values_list("player__name", "games", "won")
    assert sorted(wins) == [("Karl", 2, 1), ("Mike", 2, 0), ("Rosa", 2, 1)]
    assert recompute(check=True) == []
    assert list(Game.objects.finished().order_by("played_on")) == [first, last]


def test_put_back_it_counts_on_its_own_day_as_before(evenings):
    middle = evenings[1]
    before = statistics()
    put_in_bin(middle.id, by=middle.scorekeeper)
    assert statistics() != before
    put_back(middle.id, by=middle.scorekeeper)
    assert statistics() == before
    assert recompute(check=True) == []


def test_what_the_loser_chose_is_there_again(evenings):
    middle = evenings[1]
    hand_in(middle, "reopen", {}, replaces=str(middle.entries.last().id))
    hand_in(middle, "finish", {"early": False}, replaces=str(middle.entries.last().id))
    Game.objects.filter(id=middle.id).update(sentence=Sentence.DUNCE)
    put_in_bin(middle.id, by=middle.scorekeeper)
    put_back(middle.id, by=middle.scorekeeper)
    middle.refresh_from_db()
    assert (middle.status, middle.sentence) == (GameStatus.FINISHED, Sentence.DUNCE)


def test_a_game_that_goes_on_comes_back_as_one(evenings):
    game = make_game(players=[seat.player for seat in evenings[0].seats.all()])
    put_in_bin(game.id, by=game.scorekeeper)
    assert game not in Game.objects.playing()
    put_back(game.id, by=game.scorekeeper)
    assert game in Game.objects.playing()


def test_twice_is_once(evenings):
    for put in (put_in_bin, put_back):
        for _ in range(2):
            put(evenings[0].id, by=evenings[0].scorekeeper)
    said = list(Deed.objects.order_by("id").values_list("text", flat=True))
    day = "Friday game of 1 May 2026"
    assert said == [f"put {day} in the bin", f"put {day} back from the bin"]


def test_nothing_is_entered_in_the_bin_but_what_came_before_is_told_so(evenings):
    game = evenings[0]
    last = game.entries.last()
    put_in_bin(game.id, by=game.scorekeeper)
    with pytest.raises(Refused, match="in the bin"):
        record(game.id, "note", {"text": "Who spilled?"}, author=game.scorekeeper)
    again = record(
        game.id, last.kind, last.payload, author=last.author, id=last.id, replaces=last.replaces
    )
    assert again.entry == Written.of(last)
    assert game.entries.count() == last.seq
