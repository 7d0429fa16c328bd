"""A kill at any moment of the swap leaves the old book or the new one, whole."""

import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorebook.backups import database, swapping
from tests.backups.looking import integrity, photos, rows

TRACED = (swapping.__file__, database.__file__, shutil.__file__)
LIVE, NEW = "scorebook.sqlite3", "new.sqlite3"


@pytest.fixture
def two(tmp_path, settings) -> Path:
    """A folder with an old database, whose last row is still in its -wal as after a kill, and a
    new one beside it with two photos; one of them is there already.
    """
    settings.PHOTOS_DIR = tmp_path / "photos"
    for name, words in ((LIVE, ("old", "old in the wal")), (NEW, ("new", "new too"))):
        with closing(sqlite3.connect(tmp_path / name)) as writing:
            writing.execute("CREATE TABLE said (words)")
            writing.execute("INSERT INTO said VALUES (?)", words[:1])
            writing.commit()
            writing.execute("PRAGMA journal_mode = WAL")
            writing.execute("INSERT INTO said VALUES (?)", words[1:])
            writing.commit()
            if name == LIVE:
                for path in (tmp_path / LIVE, *database.beside(tmp_path / LIVE)):
                    shutil.copy(path, tmp_path / f"kept-{path.name}")
    for path in tmp_path.glob("kept-*"):
        path.rename(tmp_path / path.name.removeprefix("kept-"))
    database.make_whole(tmp_path / NEW)
    for name in ("photos/a", "unpacked/a", "unpacked/b"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "640.jpg").write_bytes(name[-1].encode())
    assert (tmp_path / f"{LIVE}-wal").stat().st_size > 0
    return tmp_path


def swap_and_die(folder: Path, at: int) -> bool:
    """Swap in a process of its own that is killed when it comes to its `at`-th line of ours, or of
    what copies files piece by piece; was it killed?
    """
    child = os.fork()
    if not child:
        lines = 0

        def look(frame, event, _):
            nonlocal lines
            if frame.f_code.co_filename not in TRACED:
                return None
            lines += event == "line"
            if lines == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return look

        sys.settrace(look)
        swapping.swap(folder / NEW, folder / LIVE, folder / "unpacked")
        os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def said(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / LIVE)) as reading:
        return [words for (words,) in reading.execute("SELECT words FROM said")]


def test_killed_at_every_line_it_is_the_old_one_or_the_new_one(two, tmp_path_factory):
    """Every line of ours, one after the other: some forty kills, in about three seconds."""
    ends, at, killed = [], 0, True
    while killed:
        at += 1
        folder = tmp_path_factory.mktemp("kill") / "book"
        shutil.copytree(two, folder)
        swapping.settings.PHOTOS_DIR = folder / "photos"
        killed = swap_and_die(folder, at)
        assert integrity(folder / LIVE) == "ok"
        ends.append(" ".join(said(folder)))
        assert photos(folder)["photos/a/640.jpg"] == photos(two)["photos/a/640.jpg"]
        if ends[-1].startswith("new"):
            assert set(photos(folder)) == {"photos/a/640.jpg", "photos/b/640.jpg"}
    assert at > 25
    assert set(ends) == {"old old in the wal", "new new too"}
    assert ends == sorted(ends, reverse=True)  # once it is the new one, it stays so


def test_a_plain_copy_would_lose_both(two):
    """The fault that is looked for, planted: the new file over the old one, its -wal left there."""
    new = rows(two / NEW)
    shutil.copy(two / NEW, two / LIVE)
    try:
        found = rows(two / LIVE)
    except sqlite3.DatabaseError:
        found = "unusable"
    assert found != new


def test_nothing_is_left_beside(two):
    swapping.swap(two / NEW, two / LIVE, two / "unpacked")
    assert database.beside(two / LIVE) == []
    assert said(two) == ["new", "new too"]


def test_what_a_killed_one_left_is_cleared_away(tmp_path):
    (tmp_path / ".unfinished-x-killed").mkdir()
    with swapping.room(tmp_path, "x") as room, swapping.room(tmp_path, "y") as other:
        assert sorted(tmp_path.iterdir()) == sorted([room, other])
    assert list(tmp_path.iterdir()) == []
