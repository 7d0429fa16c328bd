"""What people may write: text that can be seen and reads the way it was typed."""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"  # they hold an emoji of several people together, and letters of Hindi
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs to Unicode, nothing to the eye

HIDDEN = "This has a character in it that does not show. Type it anew."
NOTHING = "There is nothing to see in this. Write something."


def unseen(text: str) -> str:
    """The sentence why a line of text is refused; empty if it can stand as it is.

    Refused are control characters, marks that turn the text around, and blanks posing as letters.
    """
    if any(_hidden(text, place) for place in range(len(text))):
        return HIDDEN
    seen = any(unicodedata.category(sign)[0] in "LNPS" for sign in text)
    return "" if seen else NOTHING


def unseen_in_lines(text: str) -> str:
    """The same for text of several lines."""
    return unseen(" ".join(text.split()))


def _hidden(text: str, place: int) -> bool:
    sign = text[place]
    if sign in JOINERS:
        around = text[place - 1 : place] + text[place + 1 : place + 2]
        return len(around) < 2 or around.isascii() or not all(map(str.isprintable, around))
    return sign in BLANKS or not sign.isprintable()
