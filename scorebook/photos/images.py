"""A photo's bytes to safe bytes: sniffed, opened in a child process, drawn anew."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Long sides in pixels: a face in a list, a phone's width, the whole picture.
SIZES = (320, 640, 2560)
MOST_BYTES = 25 * 1024 * 1024
SECONDS = 40
DECODER = Path(__file__).with_name("decoder.py")
HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")

REASONS = {
    "unreadable": "That photo won't open here. Try another, or a screenshot of it.",
    "pixels": "That photo is larger than 60 megapixels. Try a smaller copy, or a screenshot of it.",
    "busy": "Several photos are being opened. Send this one again in a minute.",
    "bytes": "That photo is larger than 25 MB. Try a smaller copy, or a screenshot of it.",
}

# A few photos may wait until it is their turn; more would take all threads that the site has.
_room = threading.BoundedSemaphore(4)

if sys.platform == "win32":  # one process serves there
    _turn = threading.Lock()

    @contextmanager
    def _one_at_a_time() -> Iterator[tuple[int, ...]]:
        with _turn:
            yield ()
else:
    import fcntl

    @contextmanager
    def _one_at_a_time() -> Iterator[tuple[int, ...]]:
        """Whatever processes serve: two large photos at once would need two gigabytes. A child
        that has the file as well holds the turn even if this process dies.
        """
        with DECODER.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield (file.fileno(),)


class PhotoRefused(ValueError):
    """The photo is not taken; the message is a sentence for the person who sent it."""


class NotKept(PhotoRefused):
    """The photo may be fine, but there is no room for it; it is taken once somebody made some."""


class Busy(PhotoRefused):
    """The photo may be fine, and is taken when it is sent again."""


@dataclass(frozen=True, slots=True)
class SafePhoto:
    """Upright sRGB JPEGs without metadata by the length of their longer side; never enlarged.

    `width` and `height` are those of the largest.
    """

    width: int
    height: int
    jpegs: Mapping[int, bytes]


def make_safe(data: bytes) -> SafePhoto:
    """Draw a JPEG, PNG, WebP or HEIF photo anew in each of SIZES. Raises PhotoRefused."""
    if len(data) > MOST_BYTES:
        raise PhotoRefused(REASONS["bytes"])
    if not looks_like_a_photo(data):
        raise PhotoRefused(REASONS["unreadable"])
    return _read_answer(_decode(data))


def looks_like_a_photo(data: bytes) -> bool:
    """Whether the first bytes are those of a format that is taken, whatever the file is called."""
    return (
        data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))
        or (data[:4] == b"RIFF" and data[8:12] == b"WEBP")
        or (data[4:8] == b"ftyp" and data[8:12] in HEIF_BRANDS)
    )


def _decode(data: bytes) -> bytes:
    command = [sys.executable, "-I", str(DECODER), *map(str, SIZES)]
    if not _room.acquire(blocking=False):
        raise Busy(REASONS["busy"])
    try:
        with _one_at_a_time() as held:
            child = subprocess.run(
                command,
                input=data,
                capture_output=True,
                timeout=SECONDS,
                check=True,
                pass_fds=held,
            )
    except subprocess.SubprocessError as problem:  # killed by a limit, or by what it opened
        raise PhotoRefused(REASONS["unreadable"]) from problem
    finally:
        _room.release()
    return child.stdout


def _read_answer(answer: bytes) -> SafePhoto:
    head, _, body = answer.partition(b"\n")
    facts = json.loads(head)
    if "refused" in facts:
        raise PhotoRefused(REASONS[facts["refused"]])
    jpegs, start = {}, 0
    for size, length in facts["lengths"].items():
        jpegs[int(size)] = body[start : start + length]
        start += length
    width, height = facts["size"]
    return SafePhoto(width, height, jpegs)
