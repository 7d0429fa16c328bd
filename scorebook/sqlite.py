"""The SQLite under the site: which release of it, how every connection is set, where its file may
not lie. Settings load this first, so that `import sqlite3` means the same release everywhere.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

try:
    import pysqlite3
except ImportError:  # no wheel for this machine: the release that came with Python has to do
    pass
else:
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2

import sqlite3

# In WAL mode a checkpoint could overlook what another connection had just committed, and so spoil
# the file: sqlite.org/wal.html#walresetbug. Mended from these on, and in whatever came after.
MENDED = {(3, 44): 6, (3, 50): 7, (3, 51): 3}

SETTINGS: dict[str, str | int] = {
    "journal_mode": "wal",
    "synchronous": 2,  # FULL: a score that was acknowledged survives a pulled plug
    "foreign_keys": 1,
    "mmap_size": 0,  # what a stray program writes into memory must not reach the file
    "temp_store": 2,
    "journal_size_limit": 27103364,  # bytes
    "cache_size": -16000,  # kB
}
PATIENCE = 5  # seconds that a connection waits for another one to end its writing
GLANCE = 250  # milliseconds
OPTIONS = {
    # A transaction that reads before it writes would otherwise fail as "locked" when two phones
    # save at once.
    "transaction_mode": "IMMEDIATE",
    "timeout": PATIENCE,
    "init_command": "".join(f"PRAGMA {name}={value};" for name, value in SETTINGS.items()),
}

# Locks and shared memory do not hold across a network, whatever these promise.
NETWORKS = {
    *("nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "lustre", "gpfs", "beegfs"),
    *("fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.davfs"),
}


class Cursor(Protocol):
    def execute(self, sql: str, /) -> Any: ...
    def fetchone(self) -> Any: ...


def is_mended(release: tuple[int, ...]) -> bool:
    """Is it one without the fault of the WAL? As three numbers."""
    line, patch = release[:2], release[2]
    return line > max(MENDED) or (line in MENDED and patch >= MENDED[line])


def warning() -> str | None:
    """What to say of the release at hand, if anything."""
    if is_mended(sqlite3.sqlite_version_info):
        return None
    return (
        f"This machine's SQLite is {sqlite3.sqlite_version}. Releases before 3.51.3 can, very "
        "rarely, spoil a database while another program writes in it or tidies it. Let no other "
        "program open scorebook.sqlite3 while the site is open, and keep backups elsewhere."
    )


def not_taken(cursor: Cursor) -> Iterator[str]:
    """What a live connection answers in place of what it was set to, one sentence each."""
    for name, wanted in (SETTINGS | {"busy_timeout": PATIENCE * 1000}).items():
        cursor.execute(f"PRAGMA {name}")
        value, *_ = cursor.fetchone() or (0,)
        if value != wanted:
            yield f"{name} is {value} and should be {wanted}."


@contextmanager
def hurried(cursor: Cursor) -> Iterator[None]:
    """Wait for other writers no longer than a glance, for what can as well be done another time."""
    cursor.execute(f"PRAGMA busy_timeout={GLANCE}")
    try:
        yield
    finally:
        cursor.execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")


def network_under(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str | None:
    """The kind of network that a path lies on, as far as this system tells; else None."""
    path = path.resolve()
    if path.drive.startswith("\\\\"):
        return "a shared folder of Windows"
    try:
        lines = mounts.read_text(errors="replace").splitlines()
    except OSError:
        return None
    kinds = {}
    for line in lines:
        place, _, kind = line.partition(" - ")
        kinds[_unescaped(place.split()[4])] = kind.split()[0]
    above = next((kinds[str(p)] for p in (path, *path.parents) if str(p) in kinds), "")
    return above if above in NETWORKS else None


def _unescaped(place: str) -> str:
    """A mount point as the kernel writes it: blanks and the like as three octal digits."""
    for sign in " \t\n\\":
        place = place.replace(f"\\{ord(sign):03o}", sign)
    return place
