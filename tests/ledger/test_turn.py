"""Writers of one process wait in one line, whoever is in a transaction already does not."""

import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection, transaction

from scorebook.ledger import append as appending
from scorebook.ledger.turn import LINE
from tests.factories import hand_in, make_game

WHY = "the line stands in for the one write at a time that it allows"
pytestmark = [pytest.mark.sqlite(WHY), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def stuck(monkeypatch) -> Iterator[None]:
    """Somebody else is first in the line and stays there; whoever comes gives up soon."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.02)
    somebody = threading.Thread(target=LINE.acquire)
    somebody.start()
    somebody.join()
    yield
    LINE.release()


def test_an_entry_is_written_by_whoever_holds_the_line(monkeypatch):
    held = []
    write = appending._append

    def look(*args):
        held.append(LINE.locked())
        return write(*args)

    monkeypatch.setattr(appending, "_append", look)
    make_game(players=3)
    assert held == [True]
    assert not LINE.locked()


def test_the_line_goes_on_after_a_fault(monkeypatch):
    def fail(*args):
        raise KeyError

    monkeypatch.setattr(appending, "_append", fail)
    with pytest.raises(KeyError):
        make_game(players=3)
    assert not LINE.locked()


def test_where_the_line_does_not_move_the_writer_gives_up_and_nothing_is_kept(stuck):
    with transaction.atomic():
        game = make_game(players=3)
    with pytest.raises(OperationalError):
        hand_in(game, "note", {"text": "Late."})
    assert game.entries.count() == 1


def test_whoever_is_in_a_transaction_goes_past_the_line(stuck):
    with transaction.atomic():
        game = make_game(players=3)
        hand_in(game, "note", {"text": "In time."})
    assert game.entries.count() == 2
