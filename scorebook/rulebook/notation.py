"""Values that are lists, as a family types them into one field, and back.

Each notation is a pair: `show` writes a rule set's plain JSON value, `read` reads what was typed
and raises ValueError with a sentence for people.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.cards import CODES


@dataclass(frozen=True, slots=True)
class Notation:
    show: Callable[[Any], str]
    read: Callable[[str], Any]


def _items(text: str) -> list[str]:
    return [item for item in re.split(r"\s*[,;\n]\s*", text.strip()) if item]


_MELDS = re.compile(r"(\d\d?)?\s*(set|run)s?(?:\s+of\s+(\d\d?))?", re.IGNORECASE)
USUAL = {MeldType.SET: 3, MeldType.RUN: 4}


def show_contract(slots: list[dict[str, Any]]) -> str:
    """ "2 sets + 1 run of 7": in the order of the rule set."""
    words = []
    for (kind, length), same in groupby(slots, key=lambda slot: (slot["type"], slot["length"])):
        count = len(list(same))
        plural = "s" if count > 1 else ""
        words.append(f"{count} {kind}{plural}{MeldSlot(MeldType(kind), length).of_length}")
    return " + ".join(words)


def read_contract(text: str) -> list[dict[str, Any]]:
    slots: list[dict[str, Any]] = []
    for part in filter(None, re.split(r"\s*(?:\+|,|&|\band\b)\s*", text.strip())):
        match = _MELDS.fullmatch(part)
        if match is None:
            raise ValueError(
                f"“{part}” is no meld. Write it like this: 2 sets + 1 run, 1 run of 7."
            )
        kind = MeldType(match[2].lower())
        length = int(match[3] or USUAL[kind])
        slots += [{"type": kind.value, "length": length}] * int(match[1] or 1)
    return slots


_PACKS = re.compile(
    r"(\d)\s*(?:packs?|decks?)?\s*for\s*(\d\d?)\s*"
    r"(?:(?:to|-|–)\s*(?P<to>\d\d?)|(?P<more>or more|\+))?(?:\s*players)?",
    re.IGNORECASE,
)


def show_packs(rows: list[dict[str, Any]]) -> str:
    """ "2 for 2 to 5, 3 for 6 or more"."""
    ends = ("or more" if row["to_players"] is None else f"to {row['to_players']}" for row in rows)
    return ", ".join(
        f"{row['packs']} for {row['from_players']} {end}"
        for row, end in zip(rows, ends, strict=True)
    )


def read_packs(text: str) -> list[dict[str, Any]]:
    rows = []
    for item in _items(text):
        match = _PACKS.fullmatch(item)
        if match is None:
            raise ValueError(
                f"“{item}” says nothing about packs. Write: 2 for 2 to 5, 3 for 6 or more."
            )
        first = int(match[2])
        to = None if match["more"] else int(match["to"] or first)
        rows.append({"from_players": first, "to_players": to, "packs": int(match[1])})
    return rows


def _code(typed: str) -> str:
    code = typed.upper().replace("10", "T")
    return "JK" if code in ("*", "JOKER", "JOKERS") else code


def show_codes(codes: list[str]) -> str:
    """ "JK, 2S"."""
    return ", ".join(codes)


def read_codes(text: str) -> list[str]:
    codes = [_code(item) for item in re.split(r"[\s,;]+", text.strip()) if item]
    for code in codes:
        if code not in CODES:
            raise ValueError(
                f"{code} is no card. Write JK for jokers, 2 for every two, 2S for one."
            )
    return codes


def show_prices(prices: dict[str, int]) -> str:
    """ "2 25, 2S 50"."""
    return ", ".join(f"{key} {points}" for key, points in prices.items())


def read_prices(text: str) -> dict[str, int]:
    prices: dict[str, int] = {}
    for item in _items(text):
        match = re.fullmatch(r"([^\s:=]+)[\s:=]+(\d{1,4})", item)
        if match is None:
            raise ValueError(f"“{item}” is no price. Write: 2 25, T-K 10, 2S 50.")
        prices[_code(match[1])] = int(match[2])
    return prices


def show_numbers(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))


def read_numbers(text: str) -> list[int]:
    items = re.split(r"[\s,;]+", text.strip()) if text.strip() else []
    if not all(re.fullmatch(r"\d{1,2}", item) for item in items):
        raise ValueError("Write one number for each round, like 2, 2, 3.")
    return [int(item) for item in items]


def show_window(window: list[int] | None) -> str:
    return "" if window is None else f"{window[0]} of {window[1]}"


def read_window(text: str) -> list[int] | None:
    match = re.fullmatch(r"\s*(\d\d?)\s*(?:of|in|/)\s*(\d\d?)\s*", text)
    if match is None and text.strip():
        raise ValueError("Write it like this: 3 of 4.")
    return [int(match[1]), int(match[2])] if match else None


CONTRACT = Notation(show_contract, read_contract)
PACKS = Notation(show_packs, read_packs)
CODES_OF_CARDS = Notation(show_codes, read_codes)
PRICES = Notation(show_prices, read_prices)
NUMBERS = Notation(show_numbers, read_numbers)
WINDOW = Notation(show_window, read_window)
