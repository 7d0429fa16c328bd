"""A game's entries as the ledger holds them: the engine's, with who wrote each, where and when.

Every entry is written on top of all before it, and those were read for the one before. So what the
database says is compared with what it said then, and only what is new is made anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self
from uuid import UUID

from scorebook.ledger.statements import as_told, found
from scorebook.models import Entry, Game, Player
from scorebook.rules import sheet as engine
from scorebook.rules import versions

GAMES = 64
COLUMNS = (
    *("id", "seq", "kind", "round", "seat", "payload", "v", "replaces"),
    *("author_id", "device", "client_at", "sent_at", "server_at"),
)
IN_ORDER = f"SELECT {', '.join(COLUMNS)} FROM scorebook_entry WHERE game_id = %s ORDER BY seq"

_read: OrderedDict[tuple[UUID, int], tuple[list[tuple], list[Written]]] = OrderedDict()


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(engine.Entry):
    """An entry that was written, in the present form. It never changes, so all may share it."""

    author_id: UUID
    device: str
    client_at: datetime | None
    sent_at: datetime | None
    server_at: datetime

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """By a row of the ORM: one that is written now, or that a page read with others."""
        return cls.told({column: getattr(entry, column) for column in COLUMNS})

    @classmethod
    def told(cls, row: Mapping[str, Any]) -> Self:
        """By its columns."""
        seen = row["replaces"]
        same = {
            name: row[name] for name in COLUMNS if name not in ("id", "payload", "v", "replaces")
        }
        return cls(
            id=str(row["id"]),
            payload=versions.lifted(row["kind"], row["payload"], row["v"]),
            replaces=None if seen is None else str(seen),
            **same,
        )

    @property
    def author(self) -> Player:
        """One query."""
        return Player.objects.select_related("merged_into").get(id=self.author_id)


def written_in(game: Game) -> Sequence[Written]:
    """All entries of a game in order; one query."""
    rows, key = found(IN_ORDER, game.id), (game.id, versions.current())
    were, known = _read.pop(key, ([], []))
    same = len(were) if rows[: len(were)] == were else 0
    entries = [*known[:same], *(Written.told(as_told(Entry, COLUMNS, row)) for row in rows[same:])]
    _read[key] = rows, entries
    while len(_read) > GAMES:
        _read.popitem(last=False)
    return entries
