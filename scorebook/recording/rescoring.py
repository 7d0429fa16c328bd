"""What another rule set would make of the same entries."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.ledger.written import written_in
from scorebook.models import Player, RuleSet
from scorebook.recording import sheet_grid
from scorebook.recording.scoreboard import Scoreboard
from scorebook.recording.sheet_grid import GridRow
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Seat
from scorebook.rules.table import replay


@dataclass(frozen=True, slots=True)
class Change:
    """One person's running total by the rules that stand and by the others; "–" by those whose
    rounds end before this person sits down.
    """

    player: Player
    total: str
    new_total: str


@dataclass(frozen=True, slots=True)
class RescoredRow:
    """One round by the other rules. `cells` are (points, what they are now), the latter empty
    where they stay; without a `contract` the other rules do not play it.
    """

    number: int
    pattern: str
    contract: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Rescored:
    """The sheet by other rules, of the rounds that say anything, and what does not fit them."""

    changes: list[Change]
    rows: list[RescoredRow]
    misfits: list[str]


def rescored(board: Scoreboard, rule_set: RuleSet) -> Rescored:
    sheet = replay(rule_set.rules, written_in(board.game))
    other = Scoreboard(board.game, sheet, rule_set.rules, board.players)
    standing = board.warning_texts()
    return Rescored(
        changes=[
            Change(
                player=board.player(seat.number),
                total=figure(seat.total),
                new_total=_total(sheet.seats[seat.number]),
            )
            for seat in board.sheet.seated
        ],
        rows=_rows(board, other),
        misfits=[text for text in other.warning_texts() if text not in standing],
    )


def _total(seat: Seat) -> str:
    return figure(seat.total) if seat.seated else "–"


def _rows(board: Scoreboard, other: Scoreboard) -> list[RescoredRow]:
    now = {row.number: row for row in sheet_grid.rows(board)}
    then = {row.number: row for row in sheet_grid.rows(other)}
    told = [(number, _told(now.get(number)), _told(then.get(number))) for number in now | then]
    seats = [seat.number for seat in board.sheet.seated]
    return [
        RescoredRow(
            number=number,
            pattern=then[number].pattern if number in then else "",
            contract=then[number].contract if number in then else "",
            cells=tuple(_cell(new.get(seat, ""), old.get(seat, "")) for seat in seats),
        )
        for number, old, new in told
        if any(old.values()) or any(new.values())
    ]


def _told(row: GridRow | None) -> dict[int, str]:
    """The points of a round by seat, those that are entered."""
    return {cell.seat: cell.points for cell in row.cells} if row else {}


def _cell(new: str, old: str) -> tuple[str, str]:
    return new or "–", "" if new == old else old or "–"
