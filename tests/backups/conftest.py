"""A book of its own for each test: a data folder as the site leaves it, with a few evenings in it.

Both are the database of the first release. `old_book` is as it was; `book` is migrated to today.
"""

import gzip
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorebook.backups import database, schema
from scorebook.backups.checks import SIZES
from scorebook.ledger.recompute import recompute
from scorebook.models import Photo

collect_ignore = [] if "DATABASE_URL" in os.environ else ["test_postgresql.py"]
FIRST_RELEASE = Path(__file__).with_name("first_release.sqlite3.gz")


@pytest.fixture(scope="session")
def shelf(tmp_path_factory, django_db_blocker) -> Path:
    """Two folders to copy from: "old" and "new"."""
    shelf = tmp_path_factory.mktemp("shelf")
    for name in ("old", "new"):
        (shelf / name).mkdir(mode=0o700)
        book = shelf / name / "scorebook.sqlite3"
        book.write_bytes(gzip.decompress(FIRST_RELEASE.read_bytes()))
        with django_db_blocker.unblock(), database.looking_at(book):
            if name == "new":
                schema.migrate()
                recompute()
            hang_photos(shelf / name / "photos")
        database.make_whole(book)
    return shelf


def hang_photos(folder: Path) -> None:
    for photo in Photo.objects.values_list("id", flat=True):
        (folder / str(photo)).mkdir(parents=True)
        for size in SIZES:
            content = b"\xff\xd8" + f"{photo} {size}".encode() * 9 + b"\xff\xd9"
            (folder / str(photo) / f"{size}.jpg").write_bytes(content)


@pytest.fixture
def book(shelf, tmp_path, settings, django_db_blocker) -> Iterator[Path]:
    yield from laid_open(shelf / "new", tmp_path / "book", settings, django_db_blocker)


@pytest.fixture
def old_book(shelf, tmp_path, settings, django_db_blocker) -> Iterator[Path]:
    yield from laid_open(shelf / "old", tmp_path / "old", settings, django_db_blocker)


def laid_open(shelved: Path, book: Path, settings, blocker) -> Iterator[Path]:
    """The site's data folder, until the test is over."""
    shutil.copytree(shelved, book)
    settings.DATA, settings.BACKUPS_DIR = book, book / "backups"
    settings.PHOTOS_DIR = book / "photos"
    with blocker.unblock(), database.looking_at(book / "scorebook.sqlite3"):
        yield book
