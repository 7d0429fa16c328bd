"""Who is entering whose hand at this moment. A warning among friends and no lock: it is kept in
memory, and only for as long as a phone goes on saying so.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from uuid import UUID

from django.core.cache import cache

STAYS = 12  # seconds; phones say it every four

_writing = threading.Lock()


@dataclass(frozen=True, slots=True)
class Entering:
    """`who` has the page of a hand open. `until` is a monotonic clock's, in seconds."""

    who: str
    round: int
    seat: int
    until: float


def enter(game_id: UUID, phone: str, *, who: str, round: int, seat: int) -> None:
    """This phone shows the page of that hand; what it said before is forgotten."""
    _say(game_id, phone, Entering(who, round, seat, time.monotonic() + STAYS))


def leave(game_id: UUID, phone: str) -> None:
    _say(game_id, phone, None)


def others(game_id: UUID, phone: str) -> list[Entering]:
    """Who enters a hand on other phones, by name."""
    found = [said for mark, said in _standing(game_id).items() if mark != phone]
    return sorted(found, key=lambda said: (said.round, said.seat, said.who))


def _say(game_id: UUID, phone: str, said: Entering | None) -> None:
    with _writing:
        standing = _standing(game_id)
        standing.pop(phone, None)
        if said:
            standing[phone] = said
        cache.set(_key(game_id), standing, STAYS)


def _standing(game_id: UUID) -> dict[str, Entering]:
    said: dict[str, Entering] = cache.get(_key(game_id), {})
    return {phone: one for phone, one in said.items() if one.until > time.monotonic()}


def _key(game_id: UUID) -> str:
    return f"entering:{game_id}"
