"""What a phone hands in, read strictly: an entry's envelope, before the rules see its payload."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from scorebook.rules import versions
from scorebook.rules.forms import FORMS

LONGEST_NUMBER = 15  # digits; more do not survive a phone's own arithmetic
DEEPEST = 8  # levels of a payload
LONGEST_WAIT = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing wrong with an entry: where ("cards", "round", …), a code, a sentence for people."""

    field: str
    code: str
    message: str


class Refused(ValueError):
    """The entry's form is broken. Nothing was kept and its id stays unused."""

    def __init__(self, *errors: FieldError) -> None:
        super().__init__(" ".join(error.message for error in errors))
        self.errors = errors


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry as handed in, its payload in the present form. `replaces` is what the phone saw
    standing in the slot.
    """

    id: UUID
    kind: str
    round: int | None
    seat: int | None
    payload: Mapping[str, Any]
    v: int
    replaces: UUID | None
    client_at: datetime | None
    sent_at: datetime | None


def made_at(client_at: datetime | None, sent_at: datetime | None, server_at: datetime) -> datetime:
    """When something was made by the server's clock: the phone's may be wrong, its lapse is not."""
    if client_at is None or sent_at is None:
        return server_at
    # In UTC: between two times of one zone Python counts what the clocks on its walls say.
    waited = sent_at.astimezone(UTC) - client_at.astimezone(UTC)
    return server_at - max(timedelta(0), min(LONGEST_WAIT, waited))


def read_json(body: bytes) -> object:
    """Strict JSON: no NaN, no number beyond measure, no key twice. Raises Refused."""
    try:
        return json.loads(
            body.decode("utf-8"),
            parse_constant=_no_constant,
            parse_float=_finite,
            parse_int=_measured,
            object_pairs_hook=_keys_once,
        )
    except (ValueError, RecursionError) as problem:
        raise refused("", "json", f"This is not the JSON we read: {problem}.") from problem


def read_submission(data: object) -> Submission:
    """The envelope of an entry. Raises Refused with every field that is wrong."""
    if not isinstance(data, dict):
        raise refused("", "object", "An entry is a JSON object.")
    reader = _Reader(data)
    submission: dict[str, Any] = {
        "id": reader.uuid("id", required=True),
        "kind": reader.kind(),
        "round": reader.number("round", least=1),
        "seat": reader.number("seat", least=0),
        "payload": reader.payload(),
        "v": reader.version(),
        "replaces": reader.uuid("replaces"),
        "client_at": reader.moment("client_at"),
        "sent_at": reader.moment("sent_at"),
    }
    for name in sorted(data.keys() - submission.keys()):
        reader.error(name, "unknown", "An entry has no such field.")
    if reader.errors:
        raise Refused(*reader.errors)
    return _in_the_present_form(Submission(**submission))


def _in_the_present_form(handed_in: Submission) -> Submission:
    payload = versions.lifted(handed_in.kind, handed_in.payload, handed_in.v)
    return replace(handed_in, payload=payload, v=versions.current())


class _Reader:
    """Reads field after field and collects what is wrong."""

    def __init__(self, data: dict) -> None:
        self.data = data
        self.errors: list[FieldError] = []

    def error(self, field: str, code: str, message: str) -> None:
        self.errors.append(FieldError(str(field)[:60], code, message))

    def kind(self) -> str:
        kind = self.data.get("kind")
        if not isinstance(kind, str) or kind not in FORMS:
            self.error("kind", "kind", "There is no such kind of entry.")
            return ""
        return kind

    def uuid(self, name: str, required: bool = False) -> UUID | None:
        value = self.data.get(name)
        if value is None and not required:
            return None
        found = as_uuid(value)
        if found is None:
            self.error(name, "uuid", f"`{name}` must be a UUID.")
        return found

    def number(self, name: str, least: int) -> int | None:
        value = self.data.get(name)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= 99:
            self.error(name, name, f"The {name} must be a whole number from {least} to 99.")
            return None
        return value

    def version(self) -> int:
        value = self.data.get("v", versions.current())
        if type(value) is not int or value not in versions.accepted():
            self.error("v", "version", "This form of entry is not known here. Load the page anew.")
            return versions.current()
        return value

    def payload(self) -> dict:
        value = self.data.get("payload")
        if not isinstance(value, dict):
            self.error("payload", "object", "The payload must be a JSON object.")
            return {}
        if not _storable(value):
            self.error("payload", "text", "There is a character in it that cannot be kept.")
        return value

    def moment(self, name: str) -> datetime | None:
        value = self.data.get(name)
        if value is None:
            return None
        try:
            found = value if isinstance(value, datetime) else datetime.fromisoformat(value)
            if found.tzinfo and _storable(value):
                return found.astimezone(UTC)
        except (TypeError, ValueError, OverflowError):
            pass
        self.error(name, "moment", f"`{name}` must be a date and time with its zone, in ISO 8601.")
        return None


def as_uuid(value: object) -> UUID | None:
    """A UUID in its usual spelling, lower case with hyphens, else None."""
    if isinstance(value, UUID):
        return value
    try:
        found = UUID(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if str(found) == value else None


def _storable(value: object, levels: int = DEEPEST) -> bool:
    """Not too deep, no NUL, no half of a surrogate pair: a database or a page would fail on it."""
    if isinstance(value, str):
        return not any(char == "\0" or "\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, dict):
        value = [part for pair in value.items() for part in pair]
    if isinstance(value, list):
        return levels > 0 and all(_storable(part, levels - 1) for part in value)
    return True


def refused(field: str, code: str, message: str) -> Refused:
    """The refusal for one thing wrong."""
    return Refused(FieldError(field, code, message))


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _measured(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("a number has too many digits")
    return int(text)


def _keys_once(pairs: list[tuple[str, object]]) -> dict:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found
