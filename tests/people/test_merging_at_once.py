"""People are put together and taken apart while a game of theirs goes on: nobody waits for ever."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from scorebook.ledger.recompute import recompute
from scorebook.ledger.turn import turn
from scorebook.people.merging import merge, unmerge
from tests.factories import hand_in, make_game, make_player, play_game

TIMES = 5

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_merge_beside_the_entries_of_a_game():
    rose, rosa, mike = (make_player(name=name) for name in ("Rose", "Rosa", "Mike"))
    play_game(make_game(players=[mike, rosa], by=rosa))
    game = make_game(players=[rosa, mike], by=rosa)

    def write() -> None:
        for number in range(TIMES):
            hand_in(game, "note", {"text": f"Tea {number}."})

    def put_together_and_take_apart() -> None:
        for _ in range(TIMES):
            with turn():  # SQLite would let a thread that hurries like this one starve the others
                merge(rose, rosa, by=mike)
            with turn():
                unmerge(rosa, by=mike)

    def one(does) -> None:
        try:
            does()
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as both:
        list(both.map(one, [write, put_together_and_take_apart, write]))
    assert game.entries.count() == 1 + 2 * TIMES
    assert recompute(check=True) == []
