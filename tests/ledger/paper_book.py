"""A second, slow scorebook for games of Link: what the contract says, read off the list of entries
again and again. It shares no code with the engine or the ledger.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ROUNDS, PLAYERS = 7, 4
WORTH = {**dict.fromkeys("23456789", 5), **dict.fromkeys("TJQK", 10), "A": 20, "JK": 50}
CUT = 25
BY_SEAT = ("hand", "buys")
SLOTS = ("start", "out", "cut", "hand", "buys", "finish", "reopen")


@dataclass(frozen=True)
class Item:
    """An entry as a phone writes it. `id` and `replaces` are text."""

    id: str
    kind: str
    payload: dict[str, Any]
    round: int | None = None
    seat: int | None = None
    replaces: str | None = None

    @property
    def slot(self) -> tuple | None:
        name = "finish" if self.kind == "reopen" else self.kind
        return (name, self.round, self.seat) if self.kind in SLOTS else None

    @property
    def meaning(self) -> Any:
        """Cards in any order and of any suit say the same; how a total was typed says nothing."""
        said = self.payload
        if self.kind == "hand":
            return said.get("total") if "total" in said else sorted(map(rank, said["cards"]))
        if self.kind == "finish":
            return self.kind, said.get("early", False)
        return self.kind, sorted(said.items(), key=str)


def rank(card: str) -> str:
    return card if card == "JK" else card[0]


@dataclass
class PaperBook:
    """`proposals` in the order they came, and how each was settled; `changes` counts what a reader
    would see.
    """

    entries: list[Item] = field(default_factory=list)
    proposals: dict[str, Item] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    changes: int = 0

    # Which entries stand

    def taken_back(self, item: Item) -> bool:
        later = self.entries[self.entries.index(item) + 1 :]
        return any(
            void.kind == "void" and void.payload["entry"] == item.id and not self.taken_back(void)
            for void in later
        )

    def standing(self) -> list[Item]:
        return [item for item in self.entries if not self.taken_back(item)]

    def sheet(self) -> Reading:
        return Reading(self.standing())

    # Handing in

    def take(self, item: Item) -> str:
        """What the house has to answer; keeps what the house has to keep."""
        if known := self._known(item):
            return known
        said = [one.payload for one in self.standing() if one.kind == item.kind]
        if item.kind in ("void", "accept", "drop") and item.payload in said:
            return "already"
        stands = self.sheet().in_slot(item.slot)
        unseen = item.slot is not None and (stands.id if stands else None) != item.replaces
        if unseen and stands and stands.meaning == item.meaning:
            return "already"
        if not self._fits(item):
            return "refused"
        if unseen:
            self.proposals[item.id] = item
            self.changes += 1
            return "conflict"
        return self._enter(item)

    def keeps(self, item: Item) -> bool:
        return item in self.entries or item.id in self.proposals

    def _known(self, item: Item) -> str:
        kept = [*self.entries, *self.proposals.values()]
        if any(one.id == item.id and one != item for one in kept):
            return "mismatch"
        if item in self.entries:
            return "repeated"
        if item.id in self.proposals:
            return "dropped" if self.settled.get(item.id) == "drop" else "conflict"
        return ""

    def _fits(self, item: Item) -> bool:
        sheet = self.sheet()
        if item.kind == "void":
            found = [one for one in self.entries if one.id == item.payload["entry"]]
            return bool(found) and found[0].kind not in ("start", "accept", "drop")
        if item.kind == "finish":
            complete = [played["complete"] for played in sheet.rounds()]
            return any(complete) if item.payload.get("early") else all(complete)
        if item.kind == "reopen":
            return sheet.finished
        if item.kind in ("accept", "drop"):
            proposed = self.proposals.get(item.payload["proposal"])
            if proposed is None or proposed.id in self.settled:
                return False
            return item.kind == "drop" or self._fits(proposed)
        return True

    def _enter(self, item: Item) -> str:
        self.entries.append(item)
        if item.kind in ("accept", "drop"):
            self.settled[item.payload["proposal"]] = item.kind
        if item.kind == "accept":
            self.entries.append(self.proposals[item.payload["proposal"]])
        self.changes += 1
        return "appended"


@dataclass
class Reading:
    """The sheet that standing entries make, in order."""

    standing: list[Item]

    def in_slot(self, slot: tuple | None) -> Item | None:
        found = [item for item in self.standing if slot and item.slot == slot]
        return found[-1] if found else None

    @property
    def finished(self) -> bool:
        ending = self.in_slot(("finish", None, None))
        return ending is not None and ending.kind == "finish"

    def rounds(self) -> list[dict[str, Any]]:
        running = [0] * PLAYERS
        return [self._round(number, running) for number in range(1, ROUNDS + 1)]

    def _round(self, number: int, running: list[int]) -> dict[str, Any]:
        """One round; what it shows is added to `running`."""
        out, cut = (self.in_slot((kind, number, None)) for kind in ("out", "cut"))
        started = any(item.round == number and item.kind != "cut" for item in self.standing)
        cells = []
        for seat in range(PLAYERS):
            state, points = self._hand(number, seat, out)
            extras = self._extras(number, seat, cut)
            points += sum(extras)
            shown = started and (state != "missing" or bool(extras))
            running[seat] += points if shown else 0
            bought = self.in_slot(("buys", number, seat))
            buys = bought.payload["n"] if bought else 0
            cells.append((state, points, running[seat] if shown else None, buys))
        missing = any(state == "missing" for state, *_ in cells)
        return {
            "out": out.payload["seat"] if out else "not said",
            "complete": out is not None and not missing,
            "cells": cells,
        }

    def _hand(self, number: int, seat: int, out: Item | None) -> tuple[str, int]:
        hand = self.in_slot(("hand", number, seat))
        if out and out.payload["seat"] == seat:
            return "out", 0
        if hand is None:
            return "missing", 0
        if "total" in hand.payload:
            return "total", hand.payload["total"]
        return "cards", sum(WORTH[rank(card)] for card in hand.payload["cards"])

    def _extras(self, number: int, seat: int, cut: Item | None) -> list[int]:
        """The cut, where somebody else hit it, and what the table decided."""
        extras = [
            item.payload["points"]
            for item in self.standing
            if (item.kind, item.round, item.seat) == ("adjust", number, seat)
        ]
        if cut and cut.payload["exact"] and cut.payload["seat"] != seat:
            extras.append(CUT)
        return extras

    def told(self) -> dict[str, Any]:
        rounds = self.rounds()
        complete = [played["cells"] for played in rounds if played["complete"]]
        totals = [sum(cells[seat][1] for cells in complete) for seat in range(PLAYERS)]
        places = [1 + sum(other < mine for other in totals) for mine in totals] if complete else []
        last = max(places, default=1)
        return {
            "rounds": rounds,
            "places": places or [None] * PLAYERS,
            "current": next((n for n, p in enumerate(rounds, 1) if not p["complete"]), None),
            "finished": self.finished,
            "winners": [s for s, p in enumerate(places) if p == 1] if self.finished else [],
            "losers": [s for s, p in enumerate(places) if p == last > 1] if self.finished else [],
        }
