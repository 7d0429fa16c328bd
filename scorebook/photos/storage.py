"""Where photos lie: PHOTOS_DIR/<id>/<long side in pixels>.jpg, for this account alone."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import UUID

from django.conf import settings

from scorebook.photos.images import NotKept

logger = logging.getLogger(__name__)

NO_ROOM = (
    "There is no room left for photos. Whoever runs the scorebook has to make some; then send the "
    "photo again."
)
NOT_KEPT = "The photo cannot be kept: {}. Whoever runs the scorebook has to look at that."


def path_of(photo_id: UUID, size: int) -> Path:
    return _folder(photo_id) / f"{size}.jpg"


@contextmanager
def written(jpegs: Mapping[int, bytes]) -> Iterator[Path]:
    """A folder with these files safely on the disk; gone at the end, unless `keep` took it.

    Raises NotKept when the disk does not take them.
    """
    with _disk_takes_it():
        settings.PHOTOS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".new-", dir=settings.PHOTOS_DIR))
    try:
        with _disk_takes_it():
            for size, jpeg in jpegs.items():
                _write(folder / f"{size}.jpg", jpeg)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(folder: Path, photo_id: UUID) -> None:
    """Give the folder its name in one step. Files of a try that failed make room."""
    with _disk_takes_it():
        shutil.rmtree(_folder(photo_id), ignore_errors=True)
        folder.rename(_folder(photo_id))


def remove(photo_id: UUID) -> None:
    shutil.rmtree(_folder(photo_id), ignore_errors=True)


def weight(photo_ids: Iterable[UUID]) -> int:
    """What the files of these photos take, in bytes; of those that are gone nothing."""
    total = 0
    for photo_id in photo_ids:
        with suppress(FileNotFoundError), os.scandir(_folder(photo_id)) as files:
            total += sum(file.stat().st_size for file in files)
    return total


@contextmanager
def _disk_takes_it() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        logger.error("A photo could not be kept: %s", problem)
        no_room = problem.errno in (errno.ENOSPC, errno.EDQUOT)
        raise NotKept(NO_ROOM if no_room else NOT_KEPT.format(problem.strerror)) from problem


def _folder(photo_id: UUID) -> Path:
    return settings.PHOTOS_DIR / str(photo_id)


def _write(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(file)
