"""SQLite keeps what was acknowledged: the release, the settings of a live connection, the place."""

import importlib.util
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import connection, transaction
from packaging.requirements import Requirement

from scorebook import sqlite
from scorebook.management.commands.serve import Command
from tests.test_run import free_port, house, start

__all__ = ["house"]

ROOT = Path(__file__).resolve().parent.parent
WANTED = ROOT / "requirements.in"


@pytest.fixture
def spoiled(db) -> Iterator[None]:
    """Whatever is set here ends with the connection."""
    yield
    connection.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("mmap_size", 0),
        ("busy_timeout", 5000),
        ("temp_store", 2),
        ("journal_size_limit", 27103364),
        ("cache_size", -16000),
    ],
)
def test_a_live_connection_is_set_as_promised(db, pragma, value):
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone() == (value,)
        assert list(sqlite.not_taken(cursor)) == []


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_has_only_read_keeps_other_writers_out():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "sentence"),
    [
        ("synchronous=NORMAL", "synchronous is 1 and should be 2"),
        ("foreign_keys=OFF", "foreign_keys is 0 and should be 1"),
        ("mmap_size=4194304", "mmap_size is 4194304 and should be 0"),
        ("busy_timeout=0", "busy_timeout is 0 and should be 5000"),
        ("locking_mode=EXCLUSIVE; PRAGMA journal_mode=DELETE", "journal_mode is delete"),
    ],
)
def test_the_start_is_refused_where_a_setting_was_not_taken(spoiled, pragma, sentence):
    with connection.cursor() as cursor:
        for part in pragma.split("; PRAGMA "):
            cursor.execute(f"PRAGMA {part}")
    with pytest.raises(CommandError, match=sentence):
        Command().look_at_sqlite()


# The release


@pytest.mark.parametrize(
    ("release", "mended"),
    [
        ((3, 7, 0), False),
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 9), False),
        ((3, 50, 6), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), True),
        ((3, 53, 4), True),
        ((4, 0, 0), True),
    ],
)
def test_which_releases_are_mended(release, mended):
    assert sqlite.is_mended(release) is mended


def test_the_whole_site_runs_on_the_release_that_was_chosen(db):
    wheel = importlib.util.find_spec("pysqlite3")
    assert sqlite3.__name__ == ("pysqlite3" if wheel else "sqlite3")
    with connection.cursor() as cursor:
        (release,) = cursor.execute("SELECT sqlite_version()").fetchone()
    assert release == sqlite3.sqlite_version


def test_on_machines_with_a_wheel_the_release_is_mended():
    (line,) = (one for one in WANTED.read_text().splitlines() if one.startswith("pysqlite3"))
    marker = Requirement(line).marker
    assert marker
    assert sqlite.is_mended(sqlite3.sqlite_version_info) or not marker.evaluate()


def old_release(folder: Path, number: tuple[int, int, int]) -> Path:
    """A folder for PYTHONPATH with a pysqlite3 that says it is this release."""
    package = folder / "old/pysqlite3"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from pysqlite3.dbapi2 import *\n")
    claim = f"sqlite_version_info = {number}\nsqlite_version = '.'.join(map(str, {number}))\n"
    (package / "dbapi2.py").write_text(f"from sqlite3.dbapi2 import *\n{claim}")
    return folder / "old"


@pytest.mark.parametrize(("number", "warned"), [((3, 51, 2), True), ((3, 51, 3), False)])
def test_the_start_warns_of_an_old_release(house, number, warned):
    here = f"{old_release(house, number)}:{ROOT}"
    (house / "var/static.sha256").mkdir(parents=True)  # where the start stops, after its look
    done = start(house, PORT=free_port(), PYTHONPATH=here)
    assert "static.sha256 cannot be read" in done.stderr
    assert ("This machine's SQLite is 3.51.2." in done.stderr) is warned
    assert ("Let no other program open" in done.stderr) is warned


# The place

MOUNTS = r"""
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:50 / /mnt/nas rw,relatime shared:2 - nfs4 nas:/family rw,vers=4.2
31 30 8:2 / /mnt/nas/disk rw shared:3 - ext4 /dev/sdb1 rw
32 22 0:51 / /mnt/the\040share rw master:4 propagate_from:2 - cifs //nas/share rw
33 22 0:52 / /mnt/ssh rw - fuse.sshfs nas: rw
"""


@pytest.mark.parametrize(
    ("path", "network"),
    [
        ("/home/ann/scorebook.sqlite3", None),
        ("/mnt/nas/scores/scorebook.sqlite3", "nfs4"),
        ("/mnt/nas2/scorebook.sqlite3", None),
        ("/mnt/nas/disk/scorebook.sqlite3", None),
        ("/mnt/the share/scorebook.sqlite3", "cifs"),
        ("/mnt/ssh/scorebook.sqlite3", "fuse.sshfs"),
    ],
)
def test_a_network_is_known_by_what_is_mounted_above(tmp_path, path, network):
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS.strip())
    assert sqlite.network_under(Path(path), mounts) == network


def test_where_nothing_tells_of_mounts_nothing_is_refused(tmp_path):
    assert sqlite.network_under(Path("/mnt/nas/x"), tmp_path / "missing") is None
    assert sqlite.network_under(tmp_path) is None


def test_the_start_is_refused_on_a_network(db, monkeypatch):
    monkeypatch.setattr(sqlite, "network_under", lambda path: "nfs4")
    with pytest.raises(CommandError, match=r"lies on a network \(nfs4\).*SCOREBOOK_DATA"):
        Command().look_at_sqlite()
