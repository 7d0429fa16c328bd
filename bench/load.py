"""A full house on loopback: eight phones write an entry a second, forty read the sheet every four.

python -m bench.load --seconds 60 --json     (Linux, for the server's time comes from /proc)

`write_p95_ms` and `write_p99_ms` are from sending an entry to its acknowledgement. `errors` counts
whatever was answered otherwise, or not at all. `phones_per_core` is how many phones that read every
four seconds one core serves while nothing changes: from the server's own time for such an answer.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.house import House, Member
from tests.outbox import Answer, Parked, Phone
from tests.soak import entry

WRITERS, READERS = 8, 40
EVERY = 4  # seconds between two looks at the sheet
ROUNDS = 7
A_GAME = ROUNDS + 3  # entries of each phone; then the next game begins
UNCHANGED = 1000  # answers that the server's time is taken over


@dataclass
class Figures:
    errors: int
    writes: int
    write_p50_ms: float
    write_p95_ms: float
    write_p99_ms: float
    reads: int
    read_p95_ms: float
    cpu_ms_unchanged: float
    phones_per_core: int
    cores: int
    load_average: float


class Party:
    """Games that begin one after another, what the phones waited for answers, and their errors."""

    def __init__(self, house: House, members: Sequence[Member], seconds: int) -> None:
        self.house, self.members, self.seconds = house, members, seconds
        self.games = [str(uuid.uuid4()) for _ in range(seconds // A_GAME + 1)]
        self.writes: list[float] = []
        self.reads: list[float] = []
        self.errors: list[object] = []
        self.never = threading.Event()
        self.began = time.monotonic()

    def begin(self) -> None:
        phone = Phone(self.house.port, self.members[0])
        players = [member["player"] for member in self.members[:WRITERS]]
        told = {"rule_set": "link", "players": players, "first_dealer": 0, "date": "2026-11-29"}
        for game in self.games:
            phone.deliver(game, entry("start", told))
        self.began = time.monotonic()

    def write(self, seat: int) -> None:
        """One entry a second: a hand for every round, then remarks; then on to the next game."""
        phone = Phone(self.house.port, self.members[seat])
        for second in range(self.seconds):
            self._wait(second + seat / WRITERS)
            step = second % A_GAME
            where = {"round": step + 1, "seat": seat} if step < ROUNDS else {}
            told = entry("hand", {"cards": ["K", "4", "JK"]}, **where)
            told = told if where else entry("note", {"text": "Well played."})
            game = self.games[second // A_GAME]
            self._timed(self.writes, lambda g=game, t=told: phone.deliver(g, t))
        self.errors += ["unanswered"] * phone.lost

    def read(self, number: int) -> None:
        """The sheet of the game that is played, as a phone that shows it asks."""
        phone = Phone(self.house.port, self.members[number])
        tag = ""
        for look in range(self.seconds // EVERY):
            self._wait(EVERY * (look + number / READERS))
            game = self.games[EVERY * look // A_GAME]
            answer = self._timed(self.reads, lambda g=game, t=tag: sheet(phone, g, t))
            if answer is None or answer.status not in (200, 304):
                self.errors.append(answer)
            else:
                tag = answer.headers["ETag"]

    def _wait(self, second: float) -> None:
        self.never.wait(max(0, self.began + second - time.monotonic()))

    def _timed(self, times: list[float], ask: Callable[[], Any]) -> Any:
        before = time.monotonic()
        try:
            return ask()
        except (Parked, ValueError) as refused:
            self.errors.append(refused)
            return None
        finally:
            times.append((time.monotonic() - before) * 1000)


def sheet(phone: Phone, game: str, tag: str = "") -> Answer | None:
    return phone.ask("GET", f"/games/{game}/sheet/", **{"If-None-Match": tag})


def cpu_ms_unchanged(party: Party) -> float:
    """The server's own time, in ms, to say that a sheet has not changed."""
    phone, game = Phone(party.house.port, party.members[0]), party.games[0]
    tag = sheet(phone, game).headers["ETag"]
    before = party.house.cpu_seconds()
    told = [sheet(phone, game, tag).status for _ in range(UNCHANGED)]
    assert set(told) == {304}
    return (party.house.cpu_seconds() - before) * 1000 / UNCHANGED


def percentile(values: Sequence[float], percent: int) -> float:
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 1)


def run(folder: Path, seconds: int) -> Figures:
    load = os.getloadavg()[0]
    with House(folder) as house:
        party = Party(house, house.people(READERS), seconds)
        house.open()
        party.begin()
        with ThreadPoolExecutor(WRITERS + READERS) as phones:
            doing = [phones.submit(party.write, seat) for seat in range(WRITERS)]
            doing += [phones.submit(party.read, number) for number in range(READERS)]
            for phone in doing:
                phone.result()
        unchanged = cpu_ms_unchanged(party)
    return Figures(
        errors=len(party.errors),
        writes=len(party.writes),
        write_p50_ms=percentile(party.writes, 50),
        write_p95_ms=percentile(party.writes, 95),
        write_p99_ms=percentile(party.writes, 99),
        reads=len(party.reads),
        read_p95_ms=percentile(party.reads, 95),
        cpu_ms_unchanged=round(unchanged, 2),
        phones_per_core=int(EVERY * 1000 / unchanged),
        cores=os.cpu_count() or 1,
        load_average=round(load, 1),
    )


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scorebook-load-") as folder:
        told = asdict(run(Path(folder) / "var", asked.seconds))
    print(json.dumps(told) if asked.json else " ".join(f"{k}={v}" for k, v in told.items()))
    return 1 if told["errors"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
