"""What each kind of entry has to look like, whatever the rules: fields, types, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from scorebook.rules.cards import CODES, MOST_CARDS

FEWEST_SEATS, MOST_SEATS = 2, 16
MOST_POINTS = 9999
LONGEST_SHORT = 7  # letters of the name that heads a column

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_SLUG = re.compile(r"[a-zA-Z0-9_-]{1,50}")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why an entry is refused: the field at fault, a stable code, a sentence for people."""

    field: str
    code: str
    message: str


Fault = tuple[str, str] | None
Check = Callable[[Any], Fault]


@dataclass(frozen=True, slots=True)
class Form:
    """`round` and `seat`: True where needed, None where they may be given, False where they may
    not.
    """

    required: Mapping[str, Check] = field(default_factory=dict)
    optional: Mapping[str, Check] = field(default_factory=dict)
    round: bool | None = False
    seat: bool = False
    whole: Callable[[Mapping[str, Any]], Problem | None] | None = None


def whole_number(low: int, high: int) -> Check:
    def check(value: Any) -> Fault:
        if type(value) is not int:
            return "type", "This has to be a whole number."
        if not low <= value <= high:
            return "range", f"This has to be from {low} to {high}."
        return None

    return check


def text(longest: int, shortest: int = 0) -> Check:
    def check(value: Any) -> Fault:
        if not isinstance(value, str):
            return "type", "This has to be text."
        if "\0" in value:
            return "text", "This text holds a sign that cannot be kept."
        if len(value) > longest:
            return "too_long", f"This is longer than {longest} letters."
        return ("missing", "Write something here.") if len(value.strip()) < shortest else None

    return check


def _truth(value: Any) -> Fault:
    return None if isinstance(value, bool) else ("type", "This has to be true or false.")


def _uuid(value: Any) -> Fault:
    fits = isinstance(value, str) and _UUID.fullmatch(value)
    return None if fits else ("id", "This is not an id.")


def _slug(value: Any) -> Fault:
    fits = isinstance(value, str) and _SLUG.fullmatch(value)
    return None if fits else ("rule_set", "This is not the name of a rule set.")


def _day(value: Any) -> Fault:
    try:
        fits = isinstance(value, str) and len(value) == 10 and date.fromisoformat(value)
    except ValueError:
        fits = False
    return None if fits else ("date", "Write the date as 2025-12-24.")


def cards(value: Any) -> Fault:
    if not isinstance(value, list | tuple):
        return "type", "Cards have to be a list."
    if len(value) > MOST_CARDS:
        return "too_many", f"Nobody holds more than {MOST_CARDS} cards."
    for code in value:
        if not isinstance(code, str):
            return "type", "A card has to be text."
        if code not in CODES:
            return "card", "There is no such card: write KH, 4 or JK."
    return None


def _player(value: Any) -> Fault:
    if not isinstance(value, Mapping):
        return _uuid(value)
    if not {"id", "name"} <= set(value) <= {"id", "name", "short", "child"}:
        return (
            "player",
            "A new player has an id and a name, perhaps a short one, and may be a child.",
        )
    fault = _uuid(value["id"]) or text(60, 1)(value["name"])
    return fault or text(LONGEST_SHORT)(value.get("short", "")) or _truth(value.get("child", False))


def player_id(player: Any) -> str:
    """The id of a player as a start or join names one, in small letters."""
    named = player["id"] if isinstance(player, Mapping) else player
    return str(named).lower()


def _players(value: Any) -> Fault:
    if not isinstance(value, list | tuple):
        return "type", "Players have to be a list."
    if not FEWEST_SEATS <= len(value) <= MOST_SEATS:
        return "range", f"A game has {FEWEST_SEATS} to {MOST_SEATS} players."
    fault = next((fault for fault in map(_player, value) if fault), None)
    if fault is None and len(set(map(player_id, value))) < len(value):
        return "twice", "Nobody can sit at the table twice."
    return fault


def _melds(value: Any) -> Fault:
    if not isinstance(value, list | tuple):
        return "type", "Melds have to be a list."
    for meld in value:
        if not isinstance(meld, Mapping) or set(meld) != {"type", "cards"}:
            return "meld", "A meld has a type and cards."
        if meld["type"] not in ("set", "run"):
            return "meld", "A meld is a set or a run."
        if fault := cards(meld["cards"]):
            return fault
    if sum(len(meld["cards"]) for meld in value) > MOST_CARDS:
        return "too_many", f"Nobody lays more than {MOST_CARDS} cards."
    return None


def _hand(payload: Mapping[str, Any]) -> Problem | None:
    if ("cards" in payload) == ("total" in payload):
        return Problem("cards", "missing", "A hand is either its cards or a total.")
    if "typed" in payload and "total" not in payload:
        return Problem("typed", "unknown", "Only a total can have been typed.")
    return None


def _start(payload: Mapping[str, Any]) -> Problem | None:
    if payload["first_dealer"] >= len(payload["players"]):
        return Problem("first_dealer", "range", "The first dealer has to sit at the table.")
    return None


def _out_seat(value: Any) -> Fault:
    return None if value is None else _seat(value)


def _points_to_join(value: Any) -> Fault:
    fits = value in ("zero", "average", "last") if isinstance(value, str) else False
    return None if fits else ("choice", "Choose zero, average or last.")


_seat = whole_number(0, 99)
_few = whole_number(0, 99)
_total = whole_number(0, MOST_POINTS)
_decks = whole_number(1, 8)
_points = whole_number(-MOST_POINTS, MOST_POINTS)

FORMS: Mapping[str, Form] = {
    "start": Form(
        {"rule_set": _slug, "players": _players, "first_dealer": _seat, "date": _day},
        {"decks": _decks, "place": text(60), "occasion": text(60)},
        whole=_start,
    ),
    "cut": Form({"exact": _truth, "seat": _seat}, round=True),
    "out": Form({"seat": _out_seat}, round=True),
    "hand": Form(
        {}, {"cards": cards, "total": _total, "typed": text(200)}, True, True, whole=_hand
    ),
    "buys": Form({"n": _few}, {"cards": _few}, True, True),
    "lay_down": Form({"melds": _melds}, {}, True, True),
    "rummy": Form({"caller": _seat, "offender": _seat}, round=True),
    "adjust": Form({"points": _points, "reason": text(200, 1)}, {}, True, True),
    "join": Form({"player": _player, "after_seat": _seat, "points": _points_to_join}, round=True),
    "leave": Form({}, {}, True, True),
    "rules": Form({"rule_set": _slug}),
    "note": Form({"text": text(1000, 1)}, round=None),
    "void": Form({"entry": _uuid}),
    "accept": Form({"proposal": _uuid}),
    "drop": Form({"proposal": _uuid}),
    "finish": Form({}, {"early": _truth}),
    "reopen": Form({}, {"early": _truth}),
}


def form_problems(kind: str, round: Any, seat: Any, payload: Any) -> list[Problem]:
    """Everything wrong with an entry's form, whatever the rules."""
    form = FORMS.get(kind)
    if form is None:
        return [Problem("kind", "unknown", "There is no such kind of entry.")]
    problems = [*_place("round", form.round, round, 1), *_place("seat", form.seat, seat, 0)]
    if not isinstance(payload, Mapping):
        return [*problems, Problem("payload", "type", "The content has to be an object.")]
    problems += _content(form, payload)
    if not problems and form.whole and (problem := form.whole(payload)):
        problems.append(problem)
    return problems


def _place(name: str, needed: bool | None, value: Any, low: int) -> Iterator[Problem]:
    if value is None:
        if needed:
            yield Problem(name, "missing", f"This needs a {name}.")
    elif needed is False:
        yield Problem(name, "unknown", f"This has no {name}.")
    elif type(value) is not int or value < low:
        yield Problem(name, "type", f"A {name} is a whole number from {low}.")


def _content(form: Form, payload: Mapping[str, Any]) -> Iterator[Problem]:
    for name in form.required:
        if name not in payload:
            yield Problem(name, "missing", "This is missing.")
    for name, value in payload.items():
        check = form.required.get(name) or form.optional.get(name)
        if check is None:
            yield Problem(str(name), "unknown", "There is no such field.")
        elif fault := check(value):
            yield Problem(name, *fault)
