"""Which entries of a game stand: voids are applied, slots keep their newest, what cannot be
read is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scorebook.rules.forms import form_problems
from scorebook.rules.sheet import Entry, Warning
from scorebook.rules.variant import Variant

Slot = tuple[str, int | None, int | None]

SLOTS = {
    "start": "start",
    "cut": "cut",
    "out": "out",
    "hand": "hand",
    "buys": "buys",
    "lay_down": "lay_down",
    "rules": "rules",
    "finish": "finish",
    "reopen": "finish",
}
ABOUT_ENTRIES = {"void", "accept", "drop"}


@dataclass(slots=True)
class Log:
    """`standing`: the newest entry of each slot; `loose`: entries without a slot, by kind;
    `changes`: how often a slot's entry was replaced; `joins`: every joining ever entered, with
    the start that stood then.
    """

    standing: dict[Slot, Entry] = field(default_factory=dict)
    loose: dict[str, list[Entry]] = field(default_factory=dict)
    changes: Counter[Slot] = field(default_factory=Counter)
    joins: list[tuple[Entry, Entry | None]] = field(default_factory=list)
    voided: frozenset[str] = frozenset()
    warnings: list[Warning] = field(default_factory=list)

    @property
    def start(self) -> Entry | None:
        return self.standing.get(("start", None, None))

    @property
    def finish(self) -> Entry | None:
        """The entry that ended the game, unless the game was reopened after it."""
        ending = self.standing.get(("finish", None, None))
        return ending if ending and ending.kind == "finish" else None

    def of(self, kind: str) -> list[Entry]:
        return self.loose.get(kind, [])

    def warn(
        self, code: str, text: str, round: int | None, *seats: int, entry: Entry | None = None
    ) -> None:
        self.warnings.append(Warning(code, text, round, seats, entry.id if entry else None))

    def reject(self, entry: Entry, text: str) -> None:
        """Report an entry that does not fit; it is left out of the sheet."""
        self.warn("does_not_fit", text, entry.round, entry=entry)


def slot_of(entry: Entry) -> Slot | None:
    """The slot an entry stands in, or None for a kind without one."""
    name = SLOTS.get(entry.kind)
    return (name, entry.round, entry.seat) if name else None


def voided(ordered: Sequence[Entry]) -> frozenset[str]:
    """Ids of the entries taken back: the newest void first, so that a void that is void does
    nothing.
    """
    positions = {entry.id: place for place, entry in enumerate(ordered)}
    gone: set[str] = set()
    for place in range(len(ordered) - 1, -1, -1):
        entry = ordered[place]
        if entry.kind == "void" and entry.id not in gone:
            target = void_target(entry)
            before = positions.get(target, place)
            if before < place and ordered[before].kind != "start":
                gone.add(target)
    return frozenset(gone)


def void_target(entry: Entry) -> str:
    """The id that a void names, or "" if it cannot be read."""
    if form_problems(entry.kind, entry.round, entry.seat, entry.payload):
        return ""
    return str(entry.payload["entry"]).lower()


def read_log(variant: Variant, entries: Iterable[Entry]) -> Log:
    """Sort a game's entries into slots and lists, leaving out and reporting what does not fit."""
    ordered = sorted(entries, key=lambda entry: entry.seq)
    log = Log(voided=voided(ordered))
    ids = {entry.id for entry in ordered}
    for entry in ordered:
        problems = form_problems(entry.kind, entry.round, entry.seat, entry.payload)
        if entry.kind == "join" and not problems:
            log.joins.append((entry, log.start))
        if entry.id in log.voided:
            continue
        if problems:
            log.reject(entry, f"An entry cannot be read: {problems[0].message}")
        elif entry.kind in ABOUT_ENTRIES:
            if entry.kind == "void" and void_target(entry) not in ids:
                log.reject(entry, "Something was taken back that was never entered.")
        elif entry.round is not None and variant.round_rules(entry.round) is None:
            rounds = len(variant.rounds)
            log.reject(entry, f"Round {entry.round} was entered, but there are only {rounds}.")
        else:
            _keep(log, entry)
    return log


def _keep(log: Log, entry: Entry) -> None:
    slot = slot_of(entry)
    if slot is None:
        log.loose.setdefault(entry.kind, []).append(entry)
        return
    before = log.standing.get(slot)
    if entry.kind == "start" and before:
        seats, were = len(entry.payload["players"]), len(before.payload["players"])
        if seats != were:
            log.reject(entry, f"A correction has {seats} players where {were} sat down.")
            return
    log.changes[slot] += before is not None
    log.standing[slot] = entry
