"""Letters in pictures that are drawn here: of most scripts, each in the first font that has it."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont, features
from PIL.ImageFont import FreeTypeFont

# It comes with matplotlib: European, Greek, Cyrillic, Hebrew and Arabic letters.
OURS = "DejaVuSans-Bold.ttf"
# Those that a machine may have for the rest.
OTHERS = ("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "msyhbd.ttc", "Hiragino Sans GB.ttc")
NOWHERE = "\U0010ffff"  # no font has it
SMALLEST = 20
ANY_SIZE = 20  # pixels, for asking what a font has


def write(
    draw: ImageDraw.ImageDraw,
    place: tuple[float, float],
    text: str,
    size: int,
    colour: str,
    *,
    room: float,
    to_the_left: bool = False,
) -> None:
    """One line, as small as it must be to fit, and cut where even that is too long. It begins at
    this place, or ends there.
    """
    x, y = place
    text = " ".join(drawable(text).split())
    while size > SMALLEST and length(text, size) > room:
        size -= 2
    while len(text) > 1 and length(text, size) > room:
        text = f"{text[:-2]}…"
    x -= length(text, size) if to_the_left else 0
    direction = "ltr" if features.check("raqm") else None  # our sentences are English, names or not
    for name, piece in _pieces(text):
        font = _sized(name, size)
        draw.text((x, y), piece, font=font, fill=colour, direction=direction)
        x += font.getlength(piece)


def length(text: str, size: int) -> float:
    """In pixels."""
    return sum(_sized(name, size).getlength(piece) for name, piece in _pieces(text))


def drawable(text: str) -> str:
    """The text without letters that no font here has, and without what hangs on them."""
    kept, shown = [], True
    for letter in text:
        if letter.isspace() or not _follows(letter):
            shown = letter.isspace() or _font_with(letter) is not None
        if shown:
            kept.append(letter)
    return "".join(kept)


def called(name: str, otherwise: str) -> str:
    """The name as far as it can be drawn, or what to write where nothing of it can."""
    left = drawable(name).strip()
    return left if any(not _follows(letter) for letter in left) else otherwise


def _pieces(text: str) -> list[tuple[str, str]]:
    """Each with the name of its font."""
    fonts: list[str] = []
    for letter in text:
        before = fonts[-1] if fonts else OURS
        fonts.append(before if _follows(letter) else _font_with(letter) or before)
    told = groupby(zip(fonts, text, strict=True), key=lambda pair: pair[0])
    return [(name, "".join(letter for _, letter in pairs)) for name, pairs in told]


def _follows(letter: str) -> bool:
    """Does it look like what stands before it: a space, an accent, a sign that is not seen?"""
    return letter.isspace() or unicodedata.category(letter) in ("Cf", "Mn")


@lru_cache(maxsize=4096)
def _font_with(letter: str) -> str | None:
    return next((name for name in (OURS, *OTHERS) if _has(name, letter)), None)


def _has(name: str, letter: str) -> bool:
    font = _font(name, ANY_SIZE)
    return font is not None and _shape(font, letter) != _shape(font, NOWHERE)


def _shape(font: FreeTypeFont, letter: str) -> bytes:
    return bytes(font.getmask(letter))


def _sized(name: str, size: int) -> FreeTypeFont:
    font = _font(name, size)
    assert font is not None, name
    return font


@lru_cache(maxsize=256)
def _font(name: str, size: int) -> FreeTypeFont | None:
    """None where this machine has no such font."""
    path = _with_matplotlib(name) if name == OURS else name
    try:
        return ImageFont.truetype(str(path), size)
    except OSError:
        return None


def _with_matplotlib(name: str) -> Path:
    """Found without importing it, which takes a second."""
    found = find_spec("matplotlib")
    folder = Path(found.origin).parent if found and found.origin else Path()
    return folder / "mpl-data" / "fonts" / "ttf" / name
