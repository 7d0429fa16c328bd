"""The server killed under eight phones, keys sent six times over a bad line, and a house full of
readers for four seconds. The kills and the keys are half a minute each on two idle cores; the long
runs are in `tests.soak`.
"""

import sqlite3
import uuid
from contextlib import closing
from pathlib import Path

import pytest

from bench import load
from tests import soak
from tests.outbox import Acknowledged, Answer, Parked, acknowledged
from tests.soak import Figures, faults_in, key_loop, kill_loop, verify


def test_whatever_was_acknowledged_is_there_once_however_often_the_server_is_killed(tmp_path):
    figures = kill_loop(tmp_path / "var", kills=20, a_life=8)
    assert figures.well, figures
    assert figures.kills == 20
    assert figures.acknowledged >= 20
    assert figures.unanswered > 20  # every kill left phones without an answer


def test_a_key_makes_one_row_however_often_it_is_sent_and_whichever_answer_is_lost(tmp_path):
    figures = key_loop(tmp_path / "var", keys=500)
    assert figures.well, figures
    assert figures.acknowledged == 500 + len(range(0, 500, soak.FULL))
    assert figures.unanswered > 250


def test_what_a_full_house_costs_is_told(tmp_path):
    """No times are held against anything: this machine may be busy."""
    figures = load.run(tmp_path / "var", seconds=4)
    assert (figures.writes, figures.reads) == (32, 40)
    assert figures.write_p50_ms <= figures.write_p95_ms <= figures.write_p99_ms
    assert figures.phones_per_core > 0


# What the soak sees


@pytest.fixture
def told(tmp_path) -> tuple[Path, list[Acknowledged]]:
    """A database with a game of five entries, and what the phones were told of them."""
    path, game = tmp_path / "a.sqlite3", str(uuid.uuid4())
    kept = [Acknowledged(str(uuid.uuid4()), game, seq, {"text": "x"}) for seq in range(1, 6)]
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE scorebook_entry (id, game_id, seq, payload)")
        for one in kept:
            row = (one.id.replace("-", ""), game.replace("-", ""), one.seq, '{"text": "x"}')
            connection.execute("INSERT INTO scorebook_entry VALUES (?, ?, ?, ?)", row)
    return path, kept


def test_all_is_well_where_all_is_there(told):
    assert verify(*told) == Figures(acknowledged=5)


@pytest.mark.parametrize(
    ("harm", "seen"),
    [
        ("DELETE FROM scorebook_entry WHERE seq = 5", {"lost": 1}),
        ("DELETE FROM scorebook_entry WHERE seq = 3", {"lost": 1, "gaps": 1}),
        ("UPDATE scorebook_entry SET payload = '{}' WHERE seq = 2", {"lost": 1}),
        ("UPDATE scorebook_entry SET seq = 4 WHERE seq = 5", {"lost": 1, "doubled": 1, "gaps": 1}),
        (
            "INSERT INTO scorebook_entry SELECT 'more', game_id, 6, payload FROM scorebook_entry"
            " WHERE seq = 1",
            {"doubled": 1},
        ),
    ],
)
def test_harm_is_seen(told, harm, seen):
    path, kept = told
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(harm)
    figures = verify(path, kept)
    assert figures == Figures(acknowledged=5, **seen)
    assert not figures.well


def test_a_torn_file_is_seen(told):
    path, _ = told
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    assert soak.integrity(path)


def test_stack_traces_in_the_log_are_seen():
    log = "one line\nTraceback (most recent call last):\n  File x\n    y()\nKeyError: 3\nanother\n"
    assert faults_in(log) == ["KeyError: 3"]
    assert faults_in("one line\n") == []


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, b"<html>Sign in to this network"),
        (200, b'{"id": "another", "seq": 1}'),
        (200, b'{"already": {}}'),
        (409, b'{"standing": {}}'),
    ],
)
def test_a_phone_takes_nothing_else_for_an_acknowledgement(status, body):
    sent = soak.entry("note", {"text": "x"})
    with pytest.raises((Parked, ValueError)):
        acknowledged("game", sent, Answer(status, body, {}))
