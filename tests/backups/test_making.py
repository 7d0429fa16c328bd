"""One file with everything in it, verified before it counts."""

import errno
import json
import os
import resource
import shutil
import sqlite3
import stat
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.utils import timezone

from scorebook.backups import Refused, archive, checks, folder, lock, making
from scorebook.backups.folder import Backup, Why
from scorebook.backups.making import back_up
from scorebook.ledger import triggers
from scorebook.models import Hand, Photo, User
from scorebook.photos import images
from tests.backups.looking import photos, played

ROOT = Path(__file__).resolve().parent.parent.parent


def damage(path: Path) -> None:
    """Overwrite a page in the middle, as a dying disk does."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(os.urandom(4096))


def test_it_holds_the_book_and_its_photos(book):
    made = back_up()
    assert made.remarks == made.differences == []
    assert made.backup.path.parent == book / "backups"
    with archive.opened(made.backup.path) as found:
        assert found.manifest.contents == played(book)
        assert found.manifest.migrations[0] == "0001_initial"
        assert found.manifest.version == site.VERSION
        hashes = {f"photos/{p}": found.manifest.files[n].sha256 for p, n in found.photos().items()}
    assert hashes == photos(book)
    assert len(hashes) == 36
    assert str(made.contents) == "8 games with 433 entries, 12 stored photos"


def test_the_version_is_the_projects():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == site.VERSION


def test_it_is_for_this_account_alone(book):
    path = back_up().backup.path
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_it_is_no_way_in(book):
    """Neither sessions nor their keys, not even in pages that were freed; nor the secret."""
    (book / "secret_key").write_text("the-secret-of-the-site")
    key = "sessionkeyofann0123456789"
    user = User.objects.get(username="ann")
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing, writing:
        row = (key, "signed in", "2027-01-01")
        writing.execute("INSERT INTO django_session VALUES (?, ?, ?)", row)
    user.devices.create(session_key=key, name="Phone")
    with zipfile.ZipFile(back_up().backup.path) as found:
        inside = b"".join(found.read(name) for name in found.namelist())
        names = found.namelist()
    assert b"Grandpa" in inside
    assert key.encode() not in inside
    assert b"the-secret-of-the-site" not in inside
    assert archive.SECRET_KEY not in names
    assert user.devices.count() == 1  # the site's own go on


def test_with_secrets_the_key_comes_along(book):
    (book / "secret_key").write_text("the-secret-of-the-site")
    with zipfile.ZipFile(back_up(with_secrets=True).backup.path) as found:
        assert found.read("secret_key") == b"the-secret-of-the-site"


def test_no_backup_is_written_over(book):
    paths = [back_up().backup.path for _ in range(3)]
    assert len(set(paths)) == 3  # in one second, perhaps


def test_it_is_on_the_disk_before_it_has_its_name(book, monkeypatch):
    """What is synced, and when the file gets its last name; the verifying lies in between."""
    done = []

    def told(name: str, word: Callable[..., str]) -> None:
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a: (done.append(word(*a)), real(*a))[1])

    told("fsync", lambda file: "sync " + Path(os.readlink(f"/proc/self/fd/{file}")).name)
    told("rename", lambda old, new: f"rename {Path(old).name}")
    unpack = archive.unpack
    monkeypatch.setattr(archive, "unpack", lambda *a: (done.append("read"), unpack(*a)))
    back_up()
    assert done[0] == "sync new.zip"
    assert set(done[1:-2]) == {"read", "sync database.sqlite3"}
    assert done[-2:] == ["rename new.zip", "sync backups"]


def test_another_folder_gets_it_without_counting_as_the_last(book, tmp_path):
    made = back_up(to=tmp_path / "stick")
    assert [path.name for path in (tmp_path / "stick").glob("*.zip")] == [made.backup.name]
    assert folder.last() is None


def test_entries_that_only_the_wal_has_are_in_it(book):
    """What a plain copy of the file would miss: `cp` leaves them behind, this does not."""
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
        writing.execute("PRAGMA wal_autocheckpoint = 0")
        with writing:
            writing.execute("UPDATE scorebook_family SET name = 'Only in the wal'")
        copied = shutil.copy(book / "scorebook.sqlite3", book.parent / "cp.sqlite3")
        made = back_up()
    assert made.contents.family["name"] == "Only in the wal"
    with closing(sqlite3.connect(copied)) as reading:
        (name,) = reading.execute("SELECT name FROM scorebook_family").fetchone()
    assert name == "The Links"


# What does not count


def test_a_damaged_page_is_found_and_the_last_good_one_stays(book):
    good = back_up().backup
    damage(book / "scorebook.sqlite3")
    with pytest.raises(Refused, match="The database is damaged"):
        back_up()
    assert folder.backups() == [good]
    assert leftovers(book) == []


def test_what_is_not_as_it_went_in_does_not_count(book, monkeypatch):
    """A disk that writes something else: it is found by opening the file again."""
    written = archive.written

    def spoilt(path):
        with written(path) as zip:
            yield zip
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 3)
            file.write(b"\0" * 512)

    monkeypatch.setattr(archive, "written", making.contextmanager(spoilt))
    with pytest.raises(Refused, match="is damaged"):
        back_up()
    assert (folder.backups(), leftovers(book)) == ([], [])


def test_a_copy_that_misses_an_entry_does_not_count(book, monkeypatch):
    """As one that was made without the database's own way of copying would."""
    verify = making.verify

    def after_losing_one(path, facts, room):
        games = dict(facts.contents.games)
        games[min(games)] = "0" * 64
        within = making.contents.Contents(facts.contents.family, facts.contents.counts, games)
        told = type(facts)(facts.made_at, facts.version, facts.migrations, within, facts.files)
        return verify(path, told, room)

    monkeypatch.setattr(making, "verify", after_losing_one)
    with pytest.raises(Refused, match="In the backup the entries of 1 game differ"):
        back_up()
    assert folder.backups() == []


def test_entries_that_could_be_changed_do_not_count(book):
    triggers.remove()
    with pytest.raises(Refused, match=r"Entries could be changed, for want of .*entry_no_update"):
        back_up()


def test_rows_that_lead_nowhere_do_not_count(book):
    hand = Hand.objects.first().id
    with closing(sqlite3.connect(book / "scorebook.sqlite3")) as writing, writing:
        writing.execute(f"UPDATE scorebook_hand SET player_id = 'nobody' WHERE id = {hand}")
    with pytest.raises(Refused, match=f"row {hand} of scorebook_hand leads to no scorebook_player"):
        back_up()


def test_what_is_wrong_with_the_site_is_said_beside(book):
    """A photo lost or broken, and a total that is not what the entries say: the backup counts."""
    first, second, third, *_ = sorted(Photo.objects.values_list("id", flat=True))
    back_up()
    shutil.rmtree(book / f"photos/{first}")
    (book / f"photos/{second}/640.jpg").write_bytes(b"\xff\xd8 the rest is gone")
    (book / f"photos/{third}/640.jpg").write_bytes(b"\xff\xd8 something else \xff\xd9")
    Hand.objects.filter(id=Hand.objects.first().id).update(points=999)
    made = back_up()
    told = " ".join(made.remarks)
    assert f"Photos are missing: {first}/2560.jpg" in told
    assert f"Photos are damaged: {second}/640.jpg." in told
    assert f"{third}/640.jpg is not what it was in scorebook-" in told
    assert [difference.field for difference in made.differences] == ["points"]


def test_a_photo_too_long_in_the_bin_may_be_gone(book):
    photo = Photo.objects.first()
    Photo.objects.filter(id=photo.id).update(taken_down_at=timezone.now() - timedelta(days=31))
    shutil.rmtree(book / f"photos/{photo.id}")
    assert back_up().remarks == []


def test_a_disk_that_is_full_leaves_no_half_file(book):
    """The real command, whose process may write no file larger than 100 kB."""
    good = back_up().backup

    def small_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = manage(book, "backup", preexec_fn=small_disk)
    assert done.returncode == 1
    assert "no room left on the disk" in done.stderr or "cannot be copied" in done.stderr
    assert "Traceback" not in done.stderr
    assert folder.backups() == [good]
    assert leftovers(book) == []


def test_a_full_disk_is_said_in_words(book, monkeypatch):
    def full(*_) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(Refused, match=r"cannot be made: there is no room left on the disk. Make"):
        back_up()
    assert leftovers(book) == []


def test_two_are_not_made_at_once_and_a_killed_one_is_cleared_away(book):
    folder.ready(book / "backups")
    (book / "backups/.new-killed").mkdir()
    with lock.held(book / "backups/.lock", "x"), pytest.raises(Refused, match="made just now"):
        back_up()
    back_up()
    assert leftovers(book) == []


def leftovers(book: Path) -> list[str]:
    return [
        p.name for p in (book / "backups").iterdir() if p.suffix != ".zip" and p.name != ".lock"
    ]


def manage(book: Path, *command: str, **more) -> subprocess.CompletedProcess[str]:
    own = {"SCOREBOOK_DATA": str(book), "PATH": os.environ["PATH"]}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command],
        env=own, capture_output=True, text=True, timeout=180, cwd=ROOT, **more,
    )  # fmt: skip


# Which ones stay


def put(book: Path, *names: str) -> None:
    (book / "backups").mkdir(exist_ok=True)
    for name in names:
        (book / f"backups/scorebook-{name}.zip").write_bytes(b"")


def test_a_new_one_lets_go_of_those_that_nobody_needs(book):
    long_ago = [f"2020-01-{day:02}-030000" for day in range(1, 32)]
    put(book, *long_ago, "2019-05-05-030000-before-upgrade", "2018-05-05-030000-before-upgrade")
    (book / "backups/mine.zip").write_bytes(b"")
    newest = back_up().backup
    names = [backup.name.removeprefix("scorebook-")[:10] for backup in folder.backups()]
    assert names == [
        newest.at.strftime("%Y-%m-%d"),
        *(f"2020-01-{day:02}" for day in (31, 30, 29, 28, 27, 26, 19)),
        "2019-05-05",  # the last one before an upgrade stays
    ]
    assert (book / "backups/mine.zip").exists()


def test_what_was_set_aside_stays_for_thirty_days():
    def aside(days: int) -> Backup:
        at = datetime.now(UTC) - timedelta(days=days)
        return Backup(Path(f"{days}"), at, Why.RESTORE)

    there = [aside(days) for days in (1, 29, 31, 40)]
    assert [backup.name for backup in folder.superfluous(there)] == ["31", "40"]
    assert folder.superfluous([aside(400)]) == []


def test_the_manifest_can_be_read_by_people(book):
    with zipfile.ZipFile(back_up().backup.path) as found:
        told = json.loads(found.read("manifest.json"))
        assert found.namelist()[-1] == "manifest.json"
    assert told["kind"] == "scorebook backup"
    assert told["contents"]["counts"]["entries"] == 433
    assert set(told["files"]["database.sqlite3"]) == {"size", "sha256"}


def test_every_size_of_a_photo_is_looked_for():
    assert checks.SIZES == images.SIZES


def test_a_disk_without_locks_is_not_taken_for_one_in_use(book, monkeypatch):
    def no_locks(*_) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(lock, "_take", no_locks)
    with pytest.raises(Refused, match="cannot be made: No locks available"):
        back_up()


def test_a_folder_of_somebody_keeps_its_mode(book, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir(mode=0o755)
    back_up(to=stick)
    assert stat.S_IMODE(stick.stat().st_mode) == 0o755
