"""What a scorebook holds, told so that two can be compared: counts, and a checksum per game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorebook.models import Entry, Family, Game, Photo, Player, Proposal, User

# Those that have been there since the first release, so that any version can be looked at.
COUNTED = {
    "games": Game,
    "entries": Entry,
    "players": Player,
    "photos": Photo,
    "proposals": Proposal,
    "logins": User,
}
OF_ENTRY = (
    *("id", "seq", "kind", "round", "seat", "payload", "v", "replaces"),
    *("author_id", "device", "client_at", "sent_at", "server_at"),
)


@dataclass(frozen=True, slots=True)
class Contents:
    """`family`: {"name", "since"}, None before the set-up. `games`: a SHA-256 by each game's id."""

    family: dict[str, str] | None
    counts: dict[str, int]
    games: dict[str, str]

    def difference(self, other: Contents) -> str:
        """In what two differ, in words; empty when the scores and the numbers are the same."""
        if self.games != other.games:
            ids = sorted(self.games.keys() | other.games.keys())
            wrong = [id for id in ids if self.games.get(id) != other.games.get(id)]
            return f"the entries of {_number(len(wrong), 'game')} differ, of {wrong[0]} for one"
        for name, count in self.counts.items():
            if other.counts.get(name) != count:
                return f"there were {count} {name}, and now {other.counts.get(name)}"
        return ""

    def __str__(self) -> str:
        games = _number(self.counts["games"], "game")
        photos = _number(self.counts["photos"], "stored photo")  # posted or not
        return f"{games} with {self.counts['entries']} entries, {photos}"


def read() -> Contents:
    """Of the database at hand, at any state of its migrations."""
    return Contents(
        family=family(),
        counts={name: model._default_manager.count() for name, model in COUNTED.items()},
        games=checksums(),
    )


def family() -> dict[str, str] | None:
    found = Family.objects.values("name", "created_at").first()
    return found and {"name": found["name"], "since": found["created_at"].isoformat()}


def checksums() -> dict[str, str]:
    """Over the entries of each game, in order, in words that no database changes."""
    rows = Entry.objects.order_by("game_id", "seq").values("game_id", *OF_ENTRY).iterator()
    return {
        str(game): hashlib.sha256("\n".join(map(_line, entries)).encode()).hexdigest()
        for game, entries in groupby(rows, key=lambda row: row["game_id"])
    }


def _line(entry: Mapping[str, Any]) -> str:
    return json.dumps([entry[name] for name in OF_ENTRY], sort_keys=True, default=str)


def _number(count: int, of: str) -> str:
    return f"{count} {of}" if count == 1 else f"{count} {of}s"
