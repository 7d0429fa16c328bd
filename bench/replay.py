"""How long it takes to replay a whole game: python bench/replay.py

Five players, seven rounds of Link, every hand as cards, two buys, a cut and a correction. The time
is printed beside that of reading the same entries from JSON, which any page has to do anyway.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from uuid import UUID

sys.path.insert(0, str(Path(__file__).parents[1]))

from scorebook.rules import presets
from scorebook.rules.sheet import Entry
from scorebook.rules.table import replay

PLAYERS, RUNS = 5, 500


def whole_game() -> list[Entry]:
    """A finished game dealt with a fixed seed."""
    random, variant = Random(7), presets.get("link")
    entries: list[Entry] = []

    def write(
        kind: str, payload: object, round: int | None = None, seat: int | None = None
    ) -> None:
        number = len(entries) + 1
        entries.append(Entry(str(UUID(int=number)), number, kind, payload, round, seat))  # type: ignore[arg-type]

    players = [str(UUID(int=900 + seat)) for seat in range(PLAYERS)]
    start = {"rule_set": "link", "players": players, "first_dealer": 0, "date": "2025-12-25"}
    write("start", start)
    for number in range(1, len(variant.rounds) + 1):
        pack = [str(card) for card in variant.pack() * 2]
        random.shuffle(pack)
        write("out", {"seat": number % PLAYERS}, number)
        for seat in range(PLAYERS):
            if seat != number % PLAYERS:
                held = random.randint(1, 9)
                write("hand", {"cards": [pack.pop() for _ in range(held)]}, number, seat)
    write("buys", {"n": 1, "cards": 1}, 2, 1)
    write("buys", {"n": 1, "cards": 1}, 7, 2)
    write("cut", {"exact": True, "seat": 3}, 4)
    write("hand", {"cards": ["KH", "4S"]}, 3, 0)
    write("finish", {"early": False})
    return entries


def microseconds(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return median(times) * 1e6


def main() -> None:
    entries, variant = whole_game(), presets.get("link")
    rows = [json.dumps([one.kind, one.round, one.seat, dict(one.payload)]) for one in entries]
    replayed = microseconds(lambda: replay(variant, entries))
    read = microseconds(lambda: [json.loads(row) for row in rows])
    print(f"replay of {len(entries)} entries: {replayed:.0f} µs (median of {RUNS})")
    print(f"reading them from JSON: {read:.0f} µs; replay is {replayed / read:.1f} times that")


if __name__ == "__main__":
    main()
