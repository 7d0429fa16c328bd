"""What a game's entries add up to: the score sheet as frozen data, seats as numbers, texts as
codes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """One appended entry, as the engine needs it. `round` counts from 1, `seat` from 0."""

    id: str
    seq: int
    kind: str
    payload: Mapping[str, Any]
    round: int | None = None
    seat: int | None = None
    replaces: str | None = None


class CellState(StrEnum):
    MISSING = "missing"
    OUT = "out"
    CARDS = "cards"
    TOTAL = "total"
    ABSENT = "absent"


ENTERED = (CellState.CARDS, CellState.TOTAL)  # a hand that somebody was left with
PLAYED = (CellState.OUT, *ENTERED)


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat in one round. All points carry the variant's sign; `running` is None while
    nothing of the round stands for that seat. `entry` is the id of the standing hand entry,
    `changes` how often it was replaced.
    """

    seat: int
    state: CellState
    entry: str | None = None
    cards: tuple[str, ...] = ()
    typed: str = ""
    hand_points: int = 0
    cut_points: int = 0
    adjustments: int = 0
    points: int = 0
    running: int | None = None
    buys: int = 0
    buys_entry: str | None = None
    melds: tuple[Mapping[str, Any], ...] = ()
    lay_down_entry: str | None = None
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """One round of the variant. `pattern` is "SSR"; `contract` is "2 sets + 1 run";
    `cut_numbers` are the exact cuts for those present (empty without a cut bonus). `out` is a
    seat, or None; `out_stands` says whether that was entered at all (None with True: nobody
    went out).
    """

    number: int
    contract: str
    pattern: str
    dealt: int
    dealer: int
    first_player: int
    cutter: int
    cut_numbers: tuple[int, ...]
    cut_by: int | None
    cut_entry: str | None
    out: int | None
    out_stands: bool
    out_entry: str | None
    complete: bool
    cells: tuple[Cell, ...]
    notes: tuple[Mapping[str, Any], ...] = ()
    rummies: tuple[Mapping[str, Any], ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """The seats at the table in this round."""
        return tuple(cell.seat for cell in self.cells if cell.state is not CellState.ABSENT)


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat. `total` shows half-entered rounds; `place`, `behind` and `complete_total` count
    complete rounds only (`behind` is the distance to the leader, 0 for the leader). `place` is
    None for one who left or before the first complete round. `buys_left` is None where there is
    no limit. `present`: at the table once the last complete round is over. `player` is the
    person's id. `seated` is False for a number whose joining was taken back: it stays theirs.
    """

    number: int
    first_round: int
    left_before: int | None
    starting_points: int
    total: int
    complete_total: int
    place: int | None
    behind: int | None
    buys_left: int | None
    present: bool
    player: str = ""
    seated: bool = True


@dataclass(frozen=True, slots=True)
class Warning:
    """Something a table should look at. `text` is English with
    "{0}", "{1}" where the names of `seats` go.
    """

    code: str
    text: str
    round: int | None = None
    seats: tuple[int, ...] = ()
    entry: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole game. `seats` has every number ever given, `order` lists those who sat down,
    clockwise; `standing` maps a slot (kind, round, seat) to the entry that stands in it.
    """

    seats: tuple[Seat, ...] = ()
    order: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = ()
    decks: int = 0
    jokers: int = 0
    first_dealer: int = 0
    current_round: int | None = None
    leaders: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    finished: bool = False
    early: bool = False
    standing: Mapping[tuple[str, int | None, int | None], Entry] = field(default_factory=dict)
    voided: frozenset[str] = frozenset()
    warnings: tuple[Warning, ...] = ()
    notes: tuple[Mapping[str, Any], ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The seats that somebody sits or sat in, without those whose joining was taken back."""
        return tuple(seat for seat in self.seats if seat.seated)
