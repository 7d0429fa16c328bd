"""Getting a backup back: all of it, in one step; and what is refused changes nothing."""

import errno
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import timezone

from scorebook.backups import (
    Refused,
    archive,
    checks,
    database,
    folder,
    lock,
    making,
    restoring,
    swapping,
)
from scorebook.backups.making import back_up
from scorebook.backups.restoring import restore
from scorebook.ledger import triggers
from scorebook.models import Deed, Family, Hand, Photo, Player, Seat, User
from tests.backups.looking import integrity, photos, played, rows, state
from tests.backups.test_making import damage


@pytest.fixture
def backup(book) -> Path:
    return back_up().backup.path


def change(book: Path) -> None:
    """An evening after the backup: a new person, a photo less, a photo more."""
    Player.objects.create(name="Newcomer", short_name="New")
    gone = Photo.objects.first()
    shutil.rmtree(book / f"photos/{gone.id}")
    gone.people.clear()
    gone.delete()
    ann = Player.objects.get(name="Ann")
    new = Photo.objects.create(width=1, height=1, added_by=ann, posted_at=timezone.now())
    (book / f"photos/{new.id}").mkdir()
    for size in checks.SIZES:
        (book / f"photos/{new.id}/{size}.jpg").write_bytes(b"\xff\xd8 new \xff\xd9")


def test_scores_and_photos_are_what_they_were(book, backup):
    before, pictures = played(book), photos(book)
    change(book)
    done = restore(backup)
    assert played(book) == before
    assert photos(book) == pictures
    assert triggers.missing() == []
    assert integrity(book / "scorebook.sqlite3") == "ok"
    assert done.differences == []


def test_what_was_here_before_is_kept_and_can_be_had_back(book, backup):
    change(book)
    changed, pictures = played(book), photos(book)
    kept = restore(backup).kept
    assert folder.named(kept).why == folder.Why.RESTORE
    restore(kept)
    assert (played(book), photos(book)) == (changed, pictures)


def test_everybody_signs_in_again_and_the_log_tells(book):
    """Sessions of the time of the backup, and of now."""
    user = User.objects.get(username="ann")
    user.devices.create(session_key="x" * 32, name="Phone")
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing, writing:
        writing.execute("INSERT INTO django_session VALUES ('x', 'signed in', '2027-01-01')")
    restore(back_up().backup.path)
    assert "signed in" not in rows(book / "scorebook.sqlite3")
    assert user.devices.count() == 0
    assert Deed.objects.first().text.startswith("restored the backup of ")


def test_it_comes_to_a_machine_where_nothing_was(book, backup, settings, tmp_path):
    before, pictures = played(book), photos(book)
    new = tmp_path / "new machine"
    new.mkdir()
    settings.DATA, settings.BACKUPS_DIR, settings.PHOTOS_DIR = new, new / "b", new / "photos"
    with database.looking_at(new / "scorebook.sqlite3"):
        assert restore(backup).kept is None
    assert played(new) == before
    assert photos(new) == pictures


def test_it_comes_to_where_somebody_had_only_looked(book, backup):
    """Any other command leaves an empty file behind where there was none."""
    before = played(book)
    (book / "scorebook.sqlite3").write_bytes(b"")
    assert restore(backup).kept is None
    assert played(book) == before


def test_no_entries_of_the_old_database_are_taken_for_the_new_ones(book, backup):
    """A -wal that was left by a killed server. Beside another file it makes that one unusable."""
    before = played(book)
    leave_wal(book)
    restore(backup)
    assert database.beside(book / "scorebook.sqlite3") == []
    assert integrity(book / "scorebook.sqlite3") == "ok"
    assert played(book) == before


def leave_wal(book: Path) -> None:
    """As the server leaves it when it is killed: written, and not yet moved into the file."""
    live, away = book / "scorebook.sqlite3", book / "away"
    away.mkdir()
    with closing(sqlite3.connect(live)) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
        with writing:
            writing.execute("UPDATE scorebook_player SET nickname = hex(randomblob(400))")
        for path in database.beside(live):
            shutil.copy(path, away / path.name)
        shutil.copy(live, away / live.name)
    for path in away.iterdir():
        shutil.copy(path, book / path.name)
    shutil.rmtree(away)
    assert (book / "scorebook.sqlite3-wal").stat().st_size > 0


def test_a_damaged_database_is_set_aside_as_it_is(book, backup):
    before, pictures = played(book), photos(book)
    leave_wal(book)
    damage(book / "scorebook.sqlite3")
    (book / "scorebook.sqlite3-wal").write_bytes(b"no longer readable" * 99)
    broken = (book / "scorebook.sqlite3").read_bytes()
    kept = restore(backup).kept
    assert kept.name.startswith("damaged-")
    assert (kept / "scorebook.sqlite3").read_bytes() == broken
    assert (kept / "scorebook.sqlite3-wal").exists()
    assert database.beside(book / "scorebook.sqlite3") == []
    assert (played(book), photos(book)) == (before, pictures)


def test_no_database_at_all_is_set_aside_as_well(book, backup):
    before = played(book)
    leave_wal(book)
    (book / "scorebook.sqlite3").write_bytes(b"no database at all " * 1000)
    restore(backup)
    assert database.beside(book / "scorebook.sqlite3") == []
    assert integrity(book / "scorebook.sqlite3") == "ok"
    assert played(book) == before


def test_a_photo_that_the_disk_changed_is_mended(book, backup):
    pictures = photos(book)
    name = min(pictures)
    (book / name).write_bytes(b"rotten")
    restore(backup)
    assert photos(book) == pictures


def test_values_that_are_not_what_the_entries_say_are_put_right(book):
    Hand.objects.filter(id=Hand.objects.first().id).update(points=999)
    made = back_up()
    assert [one.field for one in restore(made.backup.path).differences] == ["points"]
    assert back_up().differences == []


def test_the_key_comes_back_where_it_was_taken_along(book):
    (book / "secret_key").write_text("the key of then")
    path = back_up(with_secrets=True).backup.path
    (book / "secret_key").write_text("another one")
    restore(path)
    assert (book / "secret_key").read_text() == "the key of then"


def test_what_fails_once_the_book_is_back_is_told_and_is_no_refusal(book, monkeypatch, capsys):
    (book / "secret_key").write_text("the key of then")
    before, path = played(book), back_up(with_secrets=True).backup.path
    change(book)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    swap = swapping.swap

    def swap_on_the_last_bytes(*paths):
        swap(*paths)
        monkeypatch.setattr(restoring, "write_at_once", full)
        monkeypatch.setattr(checks, "photos_here", full)

    monkeypatch.setattr(swapping, "swap", swap_on_the_last_bytes)
    call_command("restore", str(path))
    assert played(book) == before
    said = capsys.readouterr().out
    assert f"The book is in {book / 'scorebook.sqlite3'}, its photos in {book / 'photos'}." in said
    assert (
        "The secret key is the one that was here, for its own cannot be written: there is" in said
    )
    assert "Photos that are not of this book stay: there is no room left on the disk." in said


def test_an_older_backup_is_brought_forward(old_book):
    before = played(old_book)
    path = back_up().backup.path
    with closing(sqlite3.connect(old_book / "scorebook.sqlite3")) as reading:
        (seats,) = reading.execute("SELECT count(*) FROM scorebook_seat").fetchone()
    restore(path)
    assert played(old_book) == before
    assert triggers.missing() == []
    assert Seat.objects.count() == seats


# What is refused, and changes nothing


def rewritten(path: Path, target: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The backup with other files in it."""
    with zipfile.ZipFile(path) as found:
        files = {name: found.read(name) for name in found.namelist()}
    change(files)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name, content in files.items():
            photo = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
            new.writestr(name, content, photo)
    return target


def of_another_format(files: dict[str, bytes]) -> None:
    told = json.loads(files["manifest.json"])
    files["manifest.json"] = json.dumps(told | {"format": 2}).encode()


def of_another_kind(files: dict[str, bytes]) -> None:
    files["manifest.json"] = b'{"kind": "something else"}'


def in_strange_words(files: dict[str, bytes]) -> None:
    files["manifest.json"] = b"[" * 100_000


def without_manifest(files: dict[str, bytes]) -> None:
    del files["manifest.json"]


def without_database(files: dict[str, bytes]) -> None:
    del files[archive.DATABASE]


def with_another_photo(files: dict[str, bytes]) -> None:
    name = next(name for name in files if name.endswith("640.jpg"))
    files[name] = files[name].replace(b"640", b"641")


def with_a_stranger(files: dict[str, bytes]) -> None:
    files["../../evil.py"] = b"print('in')"


def with_an_absolute_path(files: dict[str, bytes]) -> None:
    files["/etc/evil"] = b"x"


def with_a_photo_that_climbs(files: dict[str, bytes]) -> None:
    files["photos/../../640.jpg"] = b"x"


def with_a_bomb(files: dict[str, bytes]) -> None:
    files[archive.DATABASE] = bytes(300 * 2**20)
    told = json.loads(files["manifest.json"])
    told["files"][archive.DATABASE]["size"] = 300 * 2**20
    files["manifest.json"] = json.dumps(told).encode()


def of_postgresql(files: dict[str, bytes]) -> None:
    """A backup whose database is called as PostgreSQL's is."""
    files[archive.DUMP] = files.pop(archive.DATABASE)
    told = json.loads(files["manifest.json"])
    told["files"][archive.DUMP] = told["files"].pop(archive.DATABASE)
    files["manifest.json"] = json.dumps(told).encode()


def with_both_kinds(files: dict[str, bytes]) -> None:
    files[archive.DUMP] = b"x"
    told = json.loads(files["manifest.json"])
    told["files"][archive.DUMP] = {"size": 1, "sha256": "0" * 64}
    files["manifest.json"] = json.dumps(told).encode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (of_postgresql, "is of PostgreSQL. DATABASE_URL has to name one to put it in."),
        (with_both_kinds, "the files in it are not those that it says it holds"),
        (of_another_format, "was made by a newer Scorebook. Install that first"),
        (of_another_kind, "is a file of another kind"),
        (in_strange_words, "is a file of another kind"),
        (without_manifest, "is a file of another kind"),
        (without_database, "the files in it are not those that it says it holds"),
        (with_another_photo, "640.jpg is not what was backed up"),
        (with_a_stranger, "holds '../../evil.py', which no backup of ours does"),
        (with_an_absolute_path, "holds '/etc/evil', which"),
        (with_a_photo_that_climbs, "holds 'photos/../../640.jpg', which"),
        (with_a_bomb, "would unpack to far more than a scorebook can be"),
    ],
)
def test_another_file_is_refused(book, backup, tmp_path, change, sentence):
    strange = rewritten(backup, tmp_path / "strange.zip", change)
    before = state(book)
    with pytest.raises(Refused) as refusal:
        restore(strange)
    assert str(refusal.value).startswith(f"{strange} ")
    assert sentence in str(refusal.value)
    assert state(book) == before


def half(path: Path, target: Path) -> None:
    content = path.read_bytes()
    target.write_bytes(content[: len(content) // 2])


def with_a_hole(path: Path, target: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3 : len(content) // 3 + 512] = bytes(512)
    target.write_bytes(content)


def empty(path: Path, target: Path) -> None:
    target.touch()


def a_text(path: Path, target: Path) -> None:
    target.write_text("Dear Grandma")


def a_folder(path: Path, target: Path) -> None:
    target.mkdir()


def nothing(path: Path, target: Path) -> None:
    pass


def two_of_a_name(path: Path, target: Path) -> None:
    shutil.copy(path, target)
    with pytest.warns(UserWarning), zipfile.ZipFile(target, "a") as more:
        more.writestr("manifest.json", b"{}")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (half, "is only the beginning of a file. Copy it again, whole."),
        (with_a_hole, "is damaged"),
        (empty, "is a file of another kind, and no backup of a scorebook."),
        (a_text, "is a file of another kind"),
        (a_folder, "cannot be read: Is a directory"),
        (nothing, "cannot be read: No such file or directory"),
        (two_of_a_name, "holds two files by one name"),
    ],
)
def test_a_spoilt_file_is_refused(book, backup, tmp_path, spoil, sentence):
    spoil(backup, tmp_path / "spoilt.zip")
    before = state(book)
    with pytest.raises(Refused) as refusal:
        restore(tmp_path / "spoilt.zip")
    assert str(refusal.value).startswith(f"{tmp_path / 'spoilt.zip'} ")
    assert str(refusal.value).count("spoilt.zip") == 1
    assert sentence in str(refusal.value)
    assert state(book) == before


def test_a_newer_schema_is_refused_with_what_to_install(book):
    migrated(book, "0999_from_the_future")
    path = back_up().backup.path
    forget(book, "0999_from_the_future")
    before = state(book)
    with pytest.raises(Refused, match="by a newer Scorebook, with migration 0999_from_the_future"):
        restore(path)
    assert state(book) == before


def migrated(book: Path, name: str) -> None:
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing, writing:
        row = ("scorebook", name, "2027-01-01")
        writing.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)", row)


def forget(book: Path, name: str) -> None:
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing, writing:
        writing.execute("DELETE FROM django_migrations WHERE name = ?", (name,))


def test_another_familys_backup_is_refused_unless_it_is_meant(book, backup):
    Family.objects.update(name="The Smiths", created_at="2020-01-01T00:00:00Z")
    before = state(book)
    with pytest.raises(Refused, match="is of The Links, and here is The Smiths"):
        restore(backup)
    assert state(book) == before
    restore(backup, another_family=True)
    assert Family.objects.get().name == "The Links"


def test_a_renamed_family_is_the_same(book, backup):
    Family.objects.update(name="The Linkses")
    restore(backup)
    assert Family.objects.get().name == "The Links"


def test_it_is_refused_while_the_server_runs(book, backup):
    before = state(book)
    with lock.held(book / "lock", "x"), pytest.raises(Refused, match="Close it first"):
        restore(backup)
    assert state(book) == before


def test_a_lock_file_that_nobody_holds_does_not_count(book, backup):
    (book / "lock").write_text("4711")
    restore(backup)


def test_it_is_refused_while_something_else_has_the_database(book, backup, monkeypatch):
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    before = state(book)
    with closing(sqlite3.connect(book / "scorebook.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("BEGIN")
        other.execute("SELECT * FROM scorebook_player").fetchone()
        with pytest.raises(Refused, match="is in use: database is locked"):
            restore(backup)
    (*unchanged, names) = state(book)
    assert (*unchanged, [name for name in names if "before-restore" not in name]) == before


def test_no_room_for_a_copy_of_what_is_here_changes_nothing(book, backup, monkeypatch):
    before = state(book)

    def no_room(*_, **__):
        raise Refused("The backup cannot be made: there is no room left on the disk.")

    monkeypatch.setattr(making, "verify", no_room)
    with pytest.raises(Refused, match="no room"):
        restore(backup)
    assert state(book) == before


def test_no_room_to_unpack_is_said_before(book, backup, monkeypatch):
    before = state(book)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, 0))
    with pytest.raises(Refused, match="unpacks to 17 MB, and there is less room than that"):
        restore(backup)
    assert state(book) == before
