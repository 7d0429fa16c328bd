"""Backups that are made while others write: each restores, and misses nothing that was saved."""

import mmap
import os
import select
import shutil
import sqlite3
import struct
import sys
import time
import traceback
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from scorebook.backups import Refused, database, schema
from scorebook.backups.making import back_up
from scorebook.backups.restoring import restore
from scorebook.ledger.append import record
from scorebook.models import Game
from tests.backups.looking import integrity, played
from tests.backups.test_restoring import leave_wal
from tests.factories import make_game

BACKUPS = 25
WRITERS = 3


@pytest.fixture
def tables(book) -> Path:
    """A new book: three tables at which somebody has begun, and no photos."""
    connection.close()
    (book / "scorebook.sqlite3").unlink()
    shutil.rmtree(book / "photos")
    schema.migrate()
    for _ in range(WRITERS):
        make_game(players=3)
    return book


class Saved:
    """How many entries each writer was told are saved; shared by processes."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8 * WRITERS)

    def count(self, writer: int) -> None:
        (so_far,) = struct.unpack_from("q", self._memory, 8 * writer)
        struct.pack_into("q", self._memory, 8 * writer, so_far + 1)

    def __int__(self) -> int:
        return sum(struct.unpack_from(f"{WRITERS}q", self._memory))


@contextmanager
def writing() -> Iterator[Saved]:
    """Writers in processes of their own, as phones at the server are; some twenty entries a second
    from each.
    """
    saved, games = Saved(), list(Game.objects.all())
    connection.close()
    until, end = os.pipe()
    pids = [_writer(saved, number, games[number], until, end) for number in range(WRITERS)]
    try:
        while int(saved) < WRITERS:
            assert os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
            os.sched_yield()
        yield saved
    finally:
        os.close(end)
        ends = [os.waitpid(pid, 0)[1] for pid in pids]
        os.close(until)
    assert ends == [0] * WRITERS  # nobody was refused


def _writer(saved: Saved, number: int, game: Game, until: int, end: int) -> int:
    pid = os.fork()
    if pid:
        return pid
    failed = 1
    try:
        os.close(end)
        while not select.select([until], [], [], 0.05)[0]:
            text = {"text": f"Remark {uuid.uuid4()} " * 12}
            record(game.id, "note", text, author=game.scorekeeper)
            saved.count(number)
        failed = 0
    except Exception:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(failed)


def entries(book: Path) -> int:
    return played(book).counts["entries"]


def test_25_of_25_restore_while_others_write(tables, tmp_path, settings, capsys):
    """Every one is restored, with every checksum, every entry that was saved before it began, and
    no gap. It prints how long it ran: about ten seconds on two cores that have nothing else to do.
    """
    began, before = time.monotonic(), entries(tables)
    good, written = 0, 0
    with writing() as saved:
        for number in range(BACKUPS):
            acknowledged = int(saved)
            made = back_up()
            with new_machine(tmp_path / str(number), settings) as there:
                done = restore(made.backup.path)
                assert played(there) == done.manifest.contents == made.contents
                assert integrity(there / "scorebook.sqlite3") == "ok"
                assert gaps(there) == []
            assert made.contents.counts["entries"] >= before + acknowledged
            good, written = good + 1, int(saved)
    assert good == BACKUPS
    assert written > BACKUPS
    with capsys.disabled():
        took = time.monotonic() - began
        print(f"\n{good} of {BACKUPS} restored in {took:.0f} s, while {written} entries came in")


@contextmanager
def new_machine(folder: Path, settings) -> Iterator[Path]:
    usual = settings.DATA, settings.PHOTOS_DIR
    folder.mkdir()
    settings.DATA, settings.PHOTOS_DIR = folder, folder / "photos"
    with database.looking_at(folder / "scorebook.sqlite3"):
        yield folder
    settings.DATA, settings.PHOTOS_DIR = usual


def gaps(book: Path) -> list[tuple]:
    """Games whose entries are not numbered through."""
    query = "SELECT game_id FROM scorebook_entry GROUP BY game_id HAVING max(seq) <> count(*)"
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as reading:
        return reading.execute(query).fetchall()


def test_a_plain_copy_misses_what_was_saved(tables, monkeypatch):
    """The fault that the test above looks for, planted: `cp` in place of the database's own way."""
    monkeypatch.setattr(database, "copy", shutil.copy)
    before = entries(tables)
    with writing() as saved:
        acknowledged = int(saved)
        try:
            found = back_up().contents.counts["entries"]
        except Refused:
            found = 0
    assert found < before + acknowledged


def test_nobody_waits_for_a_backup(book, monkeypatch):
    """While the copy is being made, an entry is written: readers do not hold writers up."""
    copied, game = database.copy, Game.objects.first()

    def copy_and_write(source: Path, target: Path) -> None:
        with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as reading:
            reading.execute("BEGIN")
            reading.execute("SELECT * FROM scorebook_entry").fetchone()
            record(game.id, "note", {"text": "Meanwhile"}, author=game.scorekeeper)
        copied(source, target)

    monkeypatch.setattr(database, "copy", copy_and_write)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 1")
    before = entries(book)
    assert back_up().contents.counts["entries"] == before + 1


def test_the_copying_moves_nothing_from_the_wal(book):
    """A second connection that checkpoints could be killed in the middle, or meet the fault of
    SQLite before 3.51.3. This one opens the file for reading alone, as seen after a killed server:
    whoever else is the last to close the file moves the -wal into it.
    """
    leave_wal(book)
    live = book / "scorebook.sqlite3"
    before = [path.read_bytes() for path in (live, book / "scorebook.sqlite3-wal")]
    database.copy(live, book / "copy")
    assert [path.read_bytes() for path in (live, book / "scorebook.sqlite3-wal")] == before
    with closing(sqlite3.connect(book / "copy")) as reading:
        query = "SELECT count(*) FROM scorebook_player WHERE length(nickname) > 99"
        assert reading.execute(query).fetchone() == (7,)  # what only the -wal has


def test_a_connection_that_may_write_would_move_it(book):
    """The fault that the test above looks for, planted."""
    leave_wal(book)
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as other:
        other.execute("SELECT 1 FROM scorebook_player").fetchone()
    assert not (book / "scorebook.sqlite3-wal").exists()
