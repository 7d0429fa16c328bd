"""The scorekeeper's pad: entries in the order they are handed in, on one evening's clock."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from scorebook.ledger.submission import Submission
from scorebook.rules import versions
from scorebook.rules.log import SLOTS, Slot
from scorebook.rules.sheet import Entry, Sheet
from scorebook.rules.table import replay
from scorebook.rules.variant import Variant


class Pad:
    """Takes its entries' ids from `rng`, and knows what stands in each slot.

    The phone sends everything at `sent_at`: so the ledger learns how long ago it was written.
    """

    def __init__(self, variant: Variant, begins: datetime, sent_at: datetime, rng: Random) -> None:
        self.variant, self.rng = variant, rng
        self.clock, self.sent_at = begins, sent_at
        self.submissions: list[Submission] = []
        self._entries: list[Entry] = []
        self._standing: dict[Slot, list[UUID]] = {}

    def wait(self, *, minutes: float) -> None:
        self.clock += timedelta(seconds=round(minutes * 60))

    def write(
        self,
        kind: str,
        payload: Mapping[str, Any],
        *,
        round: int | None = None,
        seat: int | None = None,
    ) -> None:
        """Hand in one entry; in a slot it replaces what stands there."""
        self.wait(minutes=self.rng.uniform(0.1, 0.5))
        id = UUID(int=self.rng.getrandbits(128), version=4)
        stack = self._standing.setdefault((kind, round, seat), []) if kind in SLOTS else []
        replaces = stack[-1] if stack else None
        stack.append(id)
        self.submissions.append(
            Submission(
                id=id,
                kind=kind,
                round=round,
                seat=seat,
                payload=dict(payload),
                v=versions.current(),
                replaces=replaces,
                client_at=self.clock,
                sent_at=self.sent_at,
            )
        )
        entry = Entry(str(id), len(self._entries) + 1, kind, payload, round, seat)
        self._entries.append(entry)

    def take_back(self, kind: str, *, round: int | None = None, seat: int | None = None) -> None:
        """Void what stands in the slot."""
        newest = self._standing[kind, round, seat].pop()
        self.write("void", {"entry": str(newest)})

    def sheet(self) -> Sheet:
        """The sheet as it lies on the table now."""
        return replay(self.variant, self._entries)
