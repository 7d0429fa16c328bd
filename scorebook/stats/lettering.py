"""Letters in pictures that are drawn here: the first font that has all of a text's letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

# It comes with matplotlib: European, Greek, Cyrillic, Hebrew and Arabic letters.
OURS = "DejaVuSans-Bold.ttf"
# Those that a machine may have for the rest.
OTHERS = ("NotoSansCJK-Bold.ttc", "NotoSansCJK-Regular.ttc", "msyhbd.ttc", "Hiragino Sans GB.ttc")
NOWHERE = "\U0010ffff"  # no font has it


def font_of(text: str, size: int) -> FreeTypeFont:
    """The first font that has all of its letters; our own where none has."""
    fonts = [font for name in (OURS, *OTHERS) if (font := _font(name, size))]
    return next((font for font in fonts if not lacking(font, text)), fonts[0])


def drawable(text: str, font: FreeTypeFont) -> str:
    """The text without letters that the font lacks, unless that is all of it."""
    gone = lacking(font, text)
    kept = "".join(letter for letter in text if letter not in gone).strip()
    return kept or text


def lacking(font: FreeTypeFont, text: str) -> set[str]:
    missing = _shape(font, NOWHERE)
    return {letter for letter in set(text) if _is_drawn(letter) and _shape(font, letter) == missing}


def _is_drawn(letter: str) -> bool:
    return not letter.isspace() and unicodedata.category(letter) not in ("Cf", "Mn")


def _shape(font: FreeTypeFont, letter: str) -> bytes:
    return bytes(font.getmask(letter))


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
