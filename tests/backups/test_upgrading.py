"""A newer version on an older database: everything is saved first, and nothing that was played
changes. The database is that of the first release, as it was left by its demo. All of it runs for
some forty seconds.
"""

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.migration import Migration

from scorebook.backups import Refused, archive, forward, schema, swapping, upgrading
from scorebook.backups.folder import Why, backups
from scorebook.backups.restoring import restore
from scorebook.backups.upgrading import upgrade
from scorebook.ledger import triggers
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import recompute
from scorebook.models import ContractTally, Game, Tally
from tests.backups.conftest import FIRST_RELEASE
from tests.backups.looking import integrity, played, rows, state
from tests.backups.test_restoring import migrated

# What a sheet of the first release said, as it kept it for its own pages.
CELLS = "SELECT game_id, round, seat, state, cards, points, cut_points FROM scorebook_hand"
TOTALS = "SELECT game_id, number, total, place, won, lost FROM scorebook_seat"


def kept(book: Path, query: str) -> list[tuple]:
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as reading:
        return sorted(reading.execute(query).fetchall(), key=str)


def test_the_first_releases_book_is_small_enough_to_keep():
    assert FIRST_RELEASE.stat().st_size < 300_000


def test_every_entry_of_the_first_release_is_what_it_was(old_book):
    before = played(old_book)
    assert schema.applied() == ["0001_initial", "0002_entries_are_never_changed"]
    upgrade()
    after = played(old_book)
    assert len(before.games) == 8
    assert after.games == before.games
    assert after.counts == before.counts
    assert not schema.pending()
    assert triggers.missing() == []


def test_every_sheet_of_the_first_release_is_what_it_was(old_book):
    """Each cell and each total: as kept then, as kept now, and as replayed now."""
    cells, totals = kept(old_book, CELLS), kept(old_book, TOTALS)
    upgrade()
    assert kept(old_book, CELLS) == cells
    assert kept(old_book, TOTALS) == totals
    assert recompute(check=True) == []
    said = {(g.replace("-", ""), seat): total for g, seat, total, *_ in totals}
    replayed = {
        (game.id.hex, seat.number): seat.total
        for game in Game.objects.all()
        for seat in sheet_of(game).seats
    }
    assert replayed == said


def test_an_old_book_gets_its_tallies_and_nothing_is_called_wrong(old_book, caplog):
    upgrade()
    assert "Put right" not in caplog.text
    assert Tally.objects.over().exists() and ContractTally.objects.exists()


def test_a_value_of_an_old_book_that_was_wrong_is_told(old_book, caplog):
    with closing(sqlite3.connect(old_book / "scorebook.sqlite3")) as writing, writing:
        writing.execute("UPDATE scorebook_seat SET total = 1 WHERE number = 0")
    upgrade()
    assert caplog.text.count("Put right") == 8
    assert "as total, and the entries say" in caplog.text


def test_it_is_all_saved_before(old_book):
    was = rows(old_book / "scorebook.sqlite3")
    upgrade()
    (backup,) = backups()
    assert backup.why is Why.UPGRADE
    with archive.opened(backup.path) as found:
        assert found.manifest.migrations[-1] == "0002_entries_are_never_changed"
        archive.unpack(found, archive.DATABASE, old_book.parent / "saved")
    assert rows(old_book.parent / "saved") == was


def test_a_second_start_saves_and_migrates_nothing(book):
    upgrade()
    assert backups() == []


def test_an_empty_folder_is_simply_migrated(book):
    connection.close()
    (book / "scorebook.sqlite3").unlink()
    upgrade()
    assert not schema.pending()
    assert backups() == []


def break_down() -> None:
    raise RuntimeError("no such thing")


def lose_an_entry() -> None:
    """A migration that does what none may: Django remakes a table and drops its triggers."""
    triggers.remove()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scorebook_entry WHERE seq = 5")
    triggers.install()


def change_an_entry() -> None:
    triggers.remove()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE scorebook_entry SET payload = '{\"total\": 0}' WHERE seq = 5")
    triggers.install()


def lose_a_person() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scorebook_user")


def leave_the_entries_open() -> None:
    triggers.remove()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (break_down, "The database cannot be migrated: no such thing."),
        (lose_an_entry, "The migration changed what was played: the entries of 8 games differ"),
        (change_an_entry, "The migration changed what was played: the entries of 8 games differ"),
        (lose_a_person, "there were 1 logins, and now 0"),
        (leave_the_entries_open, "Entries could be changed, for want of "),
    ],
)
def test_a_migration_that_goes_wrong_changes_nothing(old_book, monkeypatch, fault, sentence):
    was, (_, _, names) = rows(old_book / "scorebook.sqlite3"), state(old_book)
    migrate = schema.migrate
    monkeypatch.setattr(schema, "migrate", lambda: (migrate(), fault()))
    with pytest.raises(Refused) as refusal:
        upgrade()
    (backup,) = backups()
    assert sentence in str(refusal.value)
    assert "Nothing was changed: the version that ran before still can." in str(refusal.value)
    command = f"SCOREBOOK_DATA={old_book} python3 run.py manage restore {backup.path}"
    assert f"\n  {command}\n" in str(refusal.value)
    assert rows(old_book / "scorebook.sqlite3") == was
    more = {"backups", "backups/.lock", f"backups/{backup.name}"}
    assert set(state(old_book)[2]) == {*names, *more}
    monkeypatch.undo()
    restore(backup.path)
    assert integrity(old_book / "scorebook.sqlite3") == "ok"


def test_a_disk_that_is_full_by_then_is_said_without_a_stack_trace(old_book, monkeypatch, caplog):
    was = rows(old_book / "scorebook.sqlite3")

    def fill_up() -> None:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1")  # no page more than there are
            cursor.execute("CREATE TABLE large AS SELECT zeroblob(9000000)")

    monkeypatch.setattr(schema, "migrate", fill_up)
    with pytest.raises(Refused, match=r"migrated: database or disk is full. Nothing was changed"):
        upgrade()
    assert not any(record.exc_info for record in caplog.records)
    assert rows(old_book / "scorebook.sqlite3") == was


def test_without_a_backup_nothing_is_migrated(old_book, monkeypatch):
    was = rows(old_book / "scorebook.sqlite3")

    def full(**_):
        raise Refused("The backup cannot be made: there is no room left on the disk.")

    monkeypatch.setattr(upgrading, "back_up", full)
    with pytest.raises(Refused, match="no room"):
        upgrade()
    assert rows(old_book / "scorebook.sqlite3") == was


def test_a_newer_database_is_left_alone(book):
    migrated(book, "0999_from_the_future")
    was = state(book)
    with pytest.raises(Refused, match="a newer Scorebook, with migration 0999_from_the_future"):
        upgrade()
    assert state(book) == was


def upgrade_and_die(at: int) -> bool:
    """Upgrade in a process of its own that is killed after the `at`-th migration; was it?"""
    child = os.fork()
    if not child:
        apply, done = Migration.apply, 0

        def counted(self, state, editor, *args, **kwargs):
            nonlocal done
            after = apply(self, state, editor, *args, **kwargs)
            done += not kwargs.get("collect_sql") and editor.connection.in_atomic_block
            if done == at:
                os.kill(os.getpid(), signal.SIGKILL)
            return after

        Migration.apply = counted
        upgrade()
        os._exit(0)
    return os.waitpid(child, 0)[1] == signal.SIGKILL


def test_killed_in_the_middle_of_any_migration_the_old_version_can_start(old_book):
    """One kill in each migration that is outstanding, then a start that is let be."""
    was, before = rows(old_book / "scorebook.sqlite3"), played(old_book)
    connection.close()
    kills = 0
    while upgrade_and_die(kills + 1):
        kills += 1
        assert rows(old_book / "scorebook.sqlite3") == was
    assert kills >= 2
    assert played(old_book) == before
    assert not schema.pending()
    assert not list(old_book.glob(".unfinished-*"))


def test_what_counts_is_never_migrated_itself(old_book, monkeypatch):
    """Killed after the migration and before the swap, the file that counts is as it was."""
    was = rows(old_book / "scorebook.sqlite3")

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(swapping, "swap", stop)
    with pytest.raises(KeyboardInterrupt):
        upgrade()
    assert rows(old_book / "scorebook.sqlite3") == was


def test_a_copy_is_held_against_what_it_was_made_of(book):
    before = played(book)
    games = dict(before.games) | {min(before.games): "0" * 64}
    other = type(before)(before.family, before.counts, games)
    with pytest.raises(Refused, match="is not what was backed up: the entries of 1 game differ"):
        forward.bring_forward(book / "scorebook.sqlite3", other)
