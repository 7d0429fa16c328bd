"""Where photos lie: PHOTOS_DIR/<id>/<long side in pixels>.jpg, for this account alone."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.conf import settings


def path_of(photo_id: UUID, size: int) -> Path:
    return _folder(photo_id) / f"{size}.jpg"


@contextmanager
def written(jpegs: Mapping[int, bytes]) -> Iterator[Path]:
    """A folder with these files safely on the disk; gone at the end, unless `keep` took it."""
    settings.PHOTOS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=".new-", dir=settings.PHOTOS_DIR))
    try:
        for size, jpeg in jpegs.items():
            _write(folder / f"{size}.jpg", jpeg)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep(folder: Path, photo_id: UUID) -> None:
    """Give the folder its name in one step. Files of a try that failed make room."""
    shutil.rmtree(_folder(photo_id), ignore_errors=True)
    folder.rename(_folder(photo_id))


def _folder(photo_id: UUID) -> Path:
    return settings.PHOTOS_DIR / str(photo_id)


def _write(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(file)
