"""One backup, one zip file.

A zip because every computer opens one, because each file in it carries a checksum, and because
its list of files stands at the end: half a file has none. Reading takes nothing on trust: names,
sizes and contents are held against a strict pattern, the manifest, and the room on the disk.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from scorebook.backups import Refused, manifest
from scorebook.backups.files import CHUNK, create, in_words, pieces
from scorebook.backups.manifest import File, Manifest

DATABASE, DUMP = "database.sqlite3", "database.dump"  # one of them: SQLite's own, or PostgreSQL's
SECRET_KEY, MANIFEST = "secret_key", "manifest.json"
PHOTO = re.compile(
    r"photos/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/\d{1,5}\.jpg)"
)
LARGEST_MANIFEST = 32 * 2**20  # bytes
MOST_TIMES = 200  # what a database may unpack to; a real one comes to about ten
TO_SPARE = 16 * 2**20  # bytes left on the disk
BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


# Writing ----------------------------------------------------------------------------------------


@contextmanager
def written(path: Path) -> Iterator[zipfile.ZipFile]:
    """A new archive, on the disk at the end."""
    with create(path) as file, zipfile.ZipFile(file, "w") as archive:
        yield archive


def add(archive: zipfile.ZipFile, files: Iterable[tuple[str, Path]]) -> dict[str, File]:
    """Put files in by these names; photos as they are, the rest packed. One that is deleted just
    now is left out. The files of the manifest.
    """
    added: dict[str, File] = {}
    for name, path in files:
        try:
            source = path.open("rb")
        except FileNotFoundError:
            continue
        told = zipfile.ZipInfo(name)
        told.compress_type = zipfile.ZIP_STORED if PHOTO.fullmatch(name) else zipfile.ZIP_DEFLATED
        told.external_attr = 0o600 << 16
        with source, archive.open(told, "w", force_zip64=True) as member:
            added[name] = _read_through(source, member.write)
    return added


def _read_through(source: IO[bytes], write: Callable[[bytes], object]) -> File:
    digest, size = hashlib.sha256(), 0
    for piece in pieces(source):
        write(piece)
        digest.update(piece)
        size += len(piece)
    return File(size, digest.hexdigest())


# Reading ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opened:
    """A backup whose names and sizes are in order; what is in its files is read by `unpack`."""

    path: Path
    archive: zipfile.ZipFile
    manifest: Manifest

    @property
    def database(self) -> str:
        """The name in the archive of what the book is in."""
        return DUMP if DUMP in self.manifest.files else DATABASE

    def photos(self) -> dict[str, str]:
        """Names in the archive, by the path below the photos folder."""
        matches = {name: PHOTO.fullmatch(name) for name in self.manifest.files}
        return {match[1]: name for name, match in matches.items() if match}


@contextmanager
def opened(path: Path) -> Iterator[Opened]:
    """Raises Refused, with the file's name, for whatever is no whole backup."""
    with in_words(f"{path} cannot be read"):
        file = path.open("rb")
    with file:
        with _named(path):
            if not zipfile.is_zipfile(file):
                file.seek(0)
                raise Refused(_half_or_other(file.read(4)))
            archive = zipfile.ZipFile(file)
            _check_shape(archive, path.stat().st_size)
            found = Opened(path, archive, manifest.from_json(archive.read(MANIFEST)))
            _check_against_manifest(found)
        yield found


def unpack(found: Opened, name: str, to: Path | None = None) -> None:
    """Write one file of the backup out, or only look whether it is whole. Raises Refused."""
    with _named(found.path), found.archive.open(name) as member:
        if to is None:
            got = _read_through(member, lambda piece: None)
        else:
            with in_words(f"{name} cannot be unpacked"), create(to) as target:
                got = _read_through(member, target.write)
        if got != found.manifest.files[name]:
            raise Refused(f"is damaged: {name} is not what was backed up")


def check_room(found: Opened, folder: Path, *, with_photos: bool) -> None:
    """Raises Refused where the disk cannot hold what is to be unpacked."""
    files = found.manifest.files
    named = files if with_photos else (found.database,)
    wanted = TO_SPARE + sum(files[name].size for name in named)
    if shutil.disk_usage(folder).free < wanted:
        raise Refused(
            f"{found.path} unpacks to {wanted // 2**20} MB, and there is less room than that at "
            f"{folder}. Make some, then try again."
        )


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Begin each sentence with the file's name, and say what a broken zip is."""
    try:
        yield
    except Refused as problem:
        raise Refused(f"{path} {problem}.") from problem
    except BROKEN as problem:
        raise Refused(f"{path} is damaged: {problem}.") from problem


def _half_or_other(beginning: bytes) -> str:
    if beginning == b"PK\x03\x04":
        return "is only the beginning of a file. Copy it again, whole"
    return manifest.OTHER_KIND


def _check_shape(archive: zipfile.ZipFile, size: int) -> None:
    """Only names of ours, each once; nothing that unpacks to more than it can be."""
    members = archive.infolist()
    names = [member.filename for member in members]
    if MANIFEST not in names:
        raise Refused(manifest.OTHER_KIND)
    for name in names:
        if name not in (DATABASE, DUMP, SECRET_KEY, MANIFEST) and not PHOTO.fullmatch(name):
            raise Refused(f"holds {name!r}, which no backup of ours does; nothing was unpacked")
    if len(set(names)) < len(names):
        raise Refused("holds two files by one name; nothing was unpacked")
    if sum(member.compress_size for member in members) > size or any(map(_is_bomb, members)):
        raise Refused("would unpack to far more than a scorebook can be; nothing was unpacked")


def _is_bomb(member: zipfile.ZipInfo) -> bool:
    if PHOTO.fullmatch(member.filename):
        return member.compress_type != zipfile.ZIP_STORED
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return True
    if member.filename == MANIFEST and member.file_size > LARGEST_MANIFEST:
        return True
    return member.file_size > MOST_TIMES * member.compress_size + CHUNK


def _check_against_manifest(found: Opened) -> None:
    there = {one.filename: one.file_size for one in found.archive.infolist()}
    del there[MANIFEST]
    told: Mapping[str, int] = {name: file.size for name, file in found.manifest.files.items()}
    if there != told or (DATABASE in told) is (DUMP in told):
        raise Refused("is damaged: the files in it are not those that it says it holds")
