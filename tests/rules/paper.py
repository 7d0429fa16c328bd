"""A game's entries written down one after another, as the tests of the sheet need them."""

from typing import Any
from uuid import UUID

from scorebook.rules import presets
from scorebook.rules.sheet import Entry, Sheet
from scorebook.rules.table import replay


def person(number: int) -> str:
    return str(UUID(int=number + 1))


class Paper:
    """Entries of one game; every method appends one and returns its id."""

    def __init__(self, players: int = 5, variant: str = "link", dealer: int = 0, **start: Any):
        self.variant = presets.get(variant)
        self.players = players
        self.entries: list[Entry] = []
        self.started = {
            "rule_set": variant,
            "players": [person(seat) for seat in range(players)],
            "first_dealer": dealer,
            "date": "2025-12-25",
            **start,
        }
        self.write("start", self.started)

    def write(
        self, kind: str, payload: Any, round: int | None = None, seat: int | None = None
    ) -> str:
        number = len(self.entries) + 1
        entry = Entry(str(UUID(int=1000 + number)), number, kind, payload, round, seat)
        self.entries.append(entry)
        return entry.id

    def out(self, round: int, seat: int | None) -> str:
        return self.write("out", {"seat": seat}, round)

    def hand(self, round: int, seat: int, cards: str = "", total: int | None = None) -> str:
        payload = {"cards": cards.split()} if total is None else {"total": total}
        return self.write("hand", payload, round, seat)

    def buys(self, round: int, seat: int, n: int, **cards: int) -> str:
        return self.write("buys", {"n": n, **cards}, round, seat)

    def cut(self, round: int, seat: int) -> str:
        return self.write("cut", {"exact": True, "seat": seat}, round)

    def void(self, entry: str) -> str:
        return self.write("void", {"entry": entry})

    def join(self, round: int, player: int, points: str = "zero", after: int = 0) -> str:
        payload = {"player": person(player), "after_seat": after, "points": points}
        return self.write("join", payload, round)

    def leave(self, round: int, seat: int) -> str:
        return self.write("leave", {}, round, seat)

    def finish(self, early: bool = False) -> str:
        return self.write("finish", {"early": early})

    def round(self, number: int, *totals: int) -> None:
        """A whole round of typed totals by seat; the first seat with 0 went out."""
        out = totals.index(0)
        self.out(number, out)
        for seat, total in enumerate(totals):
            if seat != out:
                self.hand(number, seat, total=total)

    @property
    def sheet(self) -> Sheet:
        return replay(self.variant, self.entries)

    def codes(self) -> list[str]:
        return [warning.code for warning in self.sheet.warnings]
