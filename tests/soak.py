"""Nothing that was acknowledged is lost, doubled or moved, whenever the server is killed.

python -m tests.soak --kills 200      kills the server at random moments under eight phones
python -m tests.soak --keys 10000     six phones at once send each key, one of them on a bad line

Prints a line of figures, or JSON with --json; exits 1 where anything was amiss.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.house import House, Member
from tests.lossy import lossy
from tests.outbox import Acknowledged, Phone

PHONES = 8
SEATS, ROUNDS = 3, 7
FULL = 24  # entries in a game before the next one begins; a longer one only replays more slowly
A_LIFE = 250  # entries that are acknowledged between two kills, as a rule
MOMENT = 0.05  # seconds; a kill does not follow upon an answer as its echo
AT_ONCE = 6  # phones that send the same key in one instant
SHIFTS = 20  # so many people take turns at each of them: nobody writes more than 120 times a minute
RANKS = "A23456789TJQK"


@dataclass
class Figures:
    """What was seen. `unanswered` was sent again; what follows it is 0 or empty when all is well:
    `lost` acknowledgements that do not hold, `doubled` entries that nobody sent or that share a
    seq, games with `gaps`, and what is `spoiled` in words.
    """

    kills: int = 0
    acknowledged: int = 0
    unanswered: int = 0
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    spoiled: list[str] = field(default_factory=list)
    seconds: float = 0

    @property
    def well(self) -> bool:
        return not (self.lost or self.doubled or self.gaps or self.spoiled)


# What is sent ---------------------------------------------------------------------------------


def entry(kind: str, payload: dict[str, Any], **where: Any) -> dict[str, Any]:
    """One entry as a phone makes it, with its key."""
    plain = {"round": None, "seat": None, "replaces": None, "v": 1}
    return {"id": str(uuid.uuid4()), "kind": kind, "payload": payload, **plain, **where}


def start_of(members: Sequence[Member]) -> dict[str, Any]:
    players = [member["player"] for member in members[:SEATS]]
    told = {"rule_set": "link", "players": players, "first_dealer": 0, "date": "2026-11-29"}
    return entry("start", told)


def evening(dice: random.Random) -> list[dict[str, Any]]:
    """Entries of one game that do not stand in one another's way, in no order."""
    found = []
    for number in range(1, ROUNDS + 1):
        found.append(entry("out", {"seat": number % SEATS}, round=number))
        found.append(entry("note", {"text": f"Round {number}"}, round=number))
        for seat in set(range(SEATS)) - {number % SEATS}:
            cards = dice.choices(RANKS, k=dice.randint(1, 9))
            found.append(entry("hand", {"cards": cards}, round=number, seat=seat))
    return dice.sample(found, FULL)


class Evenings:
    """What eight phones have to enter: two games or more at a time, and any phone any hand."""

    def __init__(self, members: Sequence[Member], dice: random.Random) -> None:
        self.members = members
        self.dice = dice
        self.open: list[tuple[str, list[dict[str, Any]]]] = []
        self.kept: list[Acknowledged] = []
        self.more = threading.Condition()
        self.enough = threading.Event()  # nothing new begins, but what waits is still sent
        self.hopeless = threading.Event()

    def play(self, phone: Phone) -> None:
        """Begin games, enter hands, correct some of them; until it is enough."""
        while not self.enough.is_set():
            task = self._next()
            game, told = task or (str(uuid.uuid4()), start_of(self.members))
            self._keep(phone.deliver(game, told))
            if task is None:
                with self.more:
                    self.open.append((game, evening(self.dice)))
            elif told["kind"] == "hand" and told["id"] < "2":  # one in eight
                where = {"round": told["round"], "seat": told["seat"], "replaces": told["id"]}
                again = entry("hand", {"cards": ["K", "JK"]}, **where)
                self._keep(phone.deliver(game, again))

    @contextmanager
    def played(self, phones: Sequence[Phone]) -> Iterator[None]:
        """All phones play meanwhile; at the end they send what they have left."""
        with ThreadPoolExecutor(len(phones)) as hands:
            playing = [hands.submit(self.play, phone) for phone in phones]
            try:
                yield
            except BaseException:
                self.hopeless.set()
                raise
            finally:
                self.enough.set()
            for future in playing:
                future.result()

    def wait_for(self, count: int) -> None:
        """Until so many more were acknowledged."""
        with self.more:
            wanted = len(self.kept) + count
            assert self.more.wait_for(lambda: len(self.kept) >= wanted, timeout=300)

    def _next(self) -> tuple[str, dict[str, Any]] | None:
        """A game and an entry for it; None where another game has to begin first."""
        with self.more:
            self.open = [(game, waiting) for game, waiting in self.open if waiting]
            if len(self.open) < 2:
                return None
            game, waiting = self.dice.choice(self.open)
            return game, waiting.pop()

    def _keep(self, acknowledged: Acknowledged | None) -> None:
        with self.more:
            self.kept += [acknowledged] if acknowledged else []
            self.more.notify_all()


# What is looked at ----------------------------------------------------------------------------


def verify(database: Path, acknowledged: Sequence[Acknowledged]) -> Figures:
    """Hold the entries of a database that nobody writes in against what phones were told."""
    found: dict[str, tuple[str, int, Any]] = {}
    seqs: dict[str, list[int]] = defaultdict(list)
    with closing(sqlite3.connect(database)) as connection:
        for id, game, seq, payload in connection.execute(
            "SELECT id, game_id, seq, payload FROM scorebook_entry"
        ):
            found[id] = game, seq, json.loads(payload)
            seqs[game].append(seq)
    told = {one.id.replace("-", ""): one for one in acknowledged}
    holds = [
        found.get(id) == (one.game.replace("-", ""), one.seq, one.payload)
        for id, one in told.items()
    ]
    return Figures(
        acknowledged=len(told),
        lost=holds.count(False),
        doubled=len(found.keys() - told) + sum(len(all) - len(set(all)) for all in seqs.values()),
        gaps=sum(set(all) != set(range(1, len(all) + 1)) for all in seqs.values()),
        spoiled=integrity(database),
    )


def integrity(database: Path) -> list[str]:
    """What SQLite finds wrong with a file."""
    with closing(sqlite3.connect(database)) as connection:
        try:
            rows = connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as fault:
            return [str(fault)]
    return [row[0] for row in rows if row != ("ok",)]


def integrity_of_copy(database: Path) -> list[str]:
    """As it was left: to open the file itself would mend it, and that is for the server to do."""
    with tempfile.TemporaryDirectory() as folder:
        for path in database.parent.glob(f"{database.name}*"):
            shutil.copy(path, folder)
        return integrity(Path(folder) / database.name)


def verdict(house: House, acknowledged: Sequence[Acknowledged]) -> Figures:
    """All that is to be looked at when the server has closed."""
    house.close()
    figures = verify(house.database, acknowledged)
    told = house.manage("recompute", "--check")
    figures.spoiled += told.stdout.splitlines() if told.returncode else []
    figures.spoiled += faults_in(house.log.read_text())
    return figures


def faults_in(log: str) -> list[str]:
    """The last line of every stack trace."""
    return re.findall(r"^Traceback.*?\n(?: .*\n)*(\S.*)", log, re.MULTILINE)


# The two runs ---------------------------------------------------------------------------------


def kill_loop(folder: Path, *, kills: int, a_life: int = A_LIFE, seed: int = 1) -> Figures:
    """Kill the server again and again under eight phones, after twice `a_life` entries at most."""
    began, dice = time.monotonic(), random.Random(seed)
    spoiled: list[str] = []
    with House(folder) as house:
        members = house.people(PHONES)
        evenings = Evenings(members, random.Random(seed))
        phones = [Phone(house.port, member, evenings.hopeless) for member in members]
        house.open()
        with evenings.played(phones):
            for _ in range(kills):
                evenings.wait_for(dice.randint(1, 2 * a_life))
                evenings.enough.wait(dice.uniform(0, MOMENT))
                house.kill()
                spoiled += integrity_of_copy(house.database)
                house.open()
        figures = verdict(house, evenings.kept)
    figures.kills, figures.unanswered = kills, sum(phone.lost for phone in phones)
    figures.spoiled += spoiled
    figures.seconds = round(time.monotonic() - began, 1)
    return figures


def key_loop(folder: Path, *, keys: int) -> Figures:
    """Send each key from six phones in one instant; one of them hears every second answer only."""
    began = time.monotonic()
    with House(folder) as house, ThreadPoolExecutor(AT_ONCE) as hands:
        members = house.people(AT_ONCE * SHIFTS)
        house.open()
        first = Phone(house.port, members[0])
        games = [str(uuid.uuid4()) for _ in range(0, keys, FULL)]
        kept = [first.deliver(game, start_of(members)) for game in games]
        tasks = [(games[n // FULL], entry("note", {"text": f"Key {n}"})) for n in range(keys)]
        together = threading.Barrier(AT_ONCE, timeout=120)
        with lossy(house.port) as proxy:

            def send(hand: int) -> list[Acknowledged | None]:
                port = house.port if hand else proxy.server_port
                shift = [Phone(port, member) for member in members[hand::AT_ONCE]]
                heard = []
                for number, (game, told) in enumerate(tasks):
                    together.wait()
                    heard.append(shift[number % SHIFTS].deliver(game, told))
                return heard

            heard = [one for all in hands.map(send, range(AT_ONCE)) for one in all]
        figures = verdict(house, [one for one in [*kept, *heard] if one])
    figures.lost += len({(one.id, one.seq) for one in heard if one}) - keys
    figures.unanswered = proxy.dropped
    figures.seconds = round(time.monotonic() - began, 1)
    return figures


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--kills", type=int, help="how often the server is killed")
    parser.add_argument("--keys", type=int, help="how many keys are sent by six phones each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="scorebook-soak-") as folder:
        data = Path(folder) / "var"
        if asked.keys:
            figures = key_loop(data, keys=asked.keys)
        else:
            figures = kill_loop(data, kills=asked.kills or 20, seed=asked.seed)
    told = asdict(figures)
    print(json.dumps(told) if asked.json else " ".join(f"{k}={v}" for k, v in told.items()))
    return 0 if figures.well else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
