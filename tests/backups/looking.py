"""How a book looks from outside: what tests compare before and after."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

from scorebook.backups import contents, database
from scorebook.backups.contents import Contents

NOT_THE_BOOK = {"lock", "static", "static.sha256", "backups.json", "secret_key"}


def rows(path: Path) -> str:
    """All that a database says."""
    with closing(sqlite3.connect(path)) as reading:
        told = reading.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        said = [
            (name, reading.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall())
            for kind, name, _ in told
            if kind == "table"
        ]
        return "\n".join(map(repr, [*told, *said]))


def photos(book: Path) -> dict[str, str]:
    return {
        str(path.relative_to(book)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(book.glob("photos/*/*"))
    }


def state(book: Path) -> tuple[str, dict[str, str], list[str]]:
    """Rows, photos, and the names of everything that lies in the data folder and in backups/."""
    there = [*book.iterdir(), *book.glob("backups/*")]
    told = sorted(str(path.relative_to(book)) for path in there)
    kept = [name for name in told if name not in NOT_THE_BOOK and "sqlite3-" not in name]
    return rows(book / "scorebook.sqlite3"), photos(book), kept


def played(book: Path) -> Contents:
    with database.looking_at(book / "scorebook.sqlite3"):
        return contents.read()


def integrity(path: Path) -> str:
    with closing(sqlite3.connect(path)) as reading:
        return reading.execute("PRAGMA integrity_check").fetchone()[0]
