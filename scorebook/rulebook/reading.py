"""Rule sets that come in as JSON, from anybody: read strictly, refused with the key at fault."""

from __future__ import annotations

import json
from typing import Any

from scorebook.rules.playable import check_playable
from scorebook.rules.variant import Variant, VariantError

LARGEST = 64 * 1024
LONGEST_SENTENCE = 300


def read_rules(text: str | bytes) -> Variant:
    """The rule set in a JSON text. Raises VariantError with a sentence that names the key."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > LARGEST:
        raise VariantError("That is more than 64 kB. No rules are that long.")
    try:
        data = json.loads(
            raw.decode("utf-8-sig"),
            parse_constant=_no_constant,
            parse_float=_no_fraction,
            object_pairs_hook=_once,
        )
        json.dumps(data, ensure_ascii=False).encode()  # half of a character breaks pages and rows
    except VariantError:
        raise
    except UnicodeError:
        raise VariantError("That is not text in UTF-8.") from None
    except RecursionError:
        raise VariantError("That is nested too deeply to be rules.") from None
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise VariantError(f"That is not JSON: it breaks off at {place}.") from None
    except ValueError:  # a number of thousands of digits
        raise VariantError("A number in it is too long.") from None
    try:
        variant = Variant.from_dict(data)
        check_playable(variant)
    except VariantError as error:
        sentence = str(error)
        short = sentence[: LONGEST_SENTENCE - 1] + "…"
        raise VariantError(sentence if len(sentence) <= LONGEST_SENTENCE else short) from None
    return variant


def _no_constant(word: str) -> None:
    raise VariantError(f"{word} is no number that rules could have.")


def _no_fraction(number: str) -> None:
    raise VariantError(f"{number[:20]} is not a whole number.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise VariantError(f"{twice[:60]!r} is there twice.")
    return data


def written(variant: Variant) -> str:
    """The JSON text that `read_rules` reads back, one value a line."""
    return json.dumps(variant.to_dict(), ensure_ascii=False, indent=2)
