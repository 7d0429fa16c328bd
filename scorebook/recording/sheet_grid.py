"""The score sheet as a grid: a row per round, a column per player, like the paper on the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from scorebook.recording.notation import gained
from scorebook.recording.reading_out import remarks
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import PLAYED, Cell, CellState, Round, Seat, Sheet


@dataclass(frozen=True, slots=True)
class GridCell:
    """`small` and `extra` (cut, decisions) stand over `running`; `label` says it all aloud.

    An empty `address` is no link. One who starts late has `running` over nothing to correct.
    """

    seat: int
    name: str
    address: str
    label: str
    small: str = ""
    extra: str = ""
    running: str = ""
    out: bool = False
    corrected: bool = False
    deals: bool = False

    @property
    def points(self) -> str:
        """What the round cost; empty where nothing is entered."""
        return f"{self.small}{self.extra}" if self.running else ""


@dataclass(frozen=True, slots=True)
class GridRow:
    number: int
    pattern: str
    contract: str
    current: bool
    cells: tuple[GridCell, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GridTotal:
    """The foot of a column: the running total, and how far from the lead.

    `standing` counts complete rounds, so it is empty while the total holds part of another.
    """

    seat: int
    name: str
    short: str
    total: str
    standing: str
    played: tuple[tuple[int, GridCell], ...]


def rows(board: Scoreboard) -> list[GridRow]:
    current = board.sheet.current_round
    return [
        GridRow(
            number=round.number,
            pattern=round.pattern,
            contract=round.contract,
            current=round.number == current,
            cells=tuple(_cell(board, round, cell) for cell in _in_order(board, round)),
            remarks=tuple(remarks(board, round)),
        )
        for round in board.sheet.rounds
    ]


def totals(board: Scoreboard, grid: list[GridRow]) -> list[GridTotal]:
    """Every column's foot, with the cells above it for a screen too narrow for columns."""
    half = half_entered(board.sheet)
    return [
        GridTotal(
            seat=number,
            name=board.name(number),
            short=board.short(number),
            total=_total(board.sheet, board.seat(number)),
            standing=_standing(board, board.seat(number), half=half),
            played=tuple(
                (row.number, cell)
                for row in grid
                if (cell := row.cells[column]).address or cell.running
            ),
        )
        for column, number in enumerate(board.sheet.order)
    ]


def _in_order(board: Scoreboard, round: Round) -> list[Cell]:
    cells = {cell.seat: cell for cell in round.cells}
    return [cells[seat] for seat in board.sheet.order]


def half_entered(sheet: Sheet) -> bool:
    """Whether totals hold points of a round that places do not count yet."""
    return not sheet.finished and any(
        cell.running is not None
        for round in sheet.rounds
        if not round.complete
        for cell in round.cells
    )


def _total(sheet: Sheet, seat: Seat) -> str:
    """The points so far, after the end those that count; "–" while nothing of the seat stands."""
    came_late = seat.first_round > 1
    if not came_late and all(round.cells[seat.number].running is None for round in sheet.rounds):
        return "–"
    return figure(seat.complete_total if sheet.finished else seat.total)


def _standing(board: Scoreboard, seat: Seat, *, half: bool) -> str:
    if not seat.present:
        return "went home"
    if half or seat.place is None:
        return ""
    if seat.number in board.sheet.leaders:
        return "won" if board.sheet.finished else "leads"
    last = max(other.place or 0 for other in board.sheet.seats)
    return "last" if seat.place == last else gained(board.variant.sign * (seat.behind or 0))


def _cell(board: Scoreboard, round: Round, cell: Cell) -> GridCell:
    name = board.name(cell.seat)
    where = f"Round {round.number}, {name}"
    deals = cell.seat == round.dealer
    if cell.state in PLAYED:
        return _played(board, round, cell, where)
    if (points := _starts_with(board, round, cell)) is not None:
        told = f"{name} starts with {points}"
        return GridCell(cell.seat, name, "", told, small="starts", running=points)
    begun = round.number == board.sheet.current_round or round.out_stands
    if cell.state is CellState.ABSENT or not begun:
        return GridCell(cell.seat, name, "", "deals" if deals else "", deals=deals)
    return GridCell(
        seat=cell.seat,
        name=name,
        address=_address(board, round, cell),
        label=f"{where}: not entered. {'Deals. ' if deals else ''}Enter",
        small="–" if round.out_stands else "·",
        deals=deals and not round.out_stands,
    )


def _starts_with(board: Scoreboard, round: Round, cell: Cell) -> str | None:
    """What somebody brings who was not here in this round and sits down for the next."""
    first = board.cell(round.number + 1, cell.seat)
    if cell.state is not CellState.ABSENT or first is None or first.state is CellState.ABSENT:
        return None
    total = board.seat(cell.seat).total
    return figure(total if first.running is None else first.running - first.points)


def _played(board: Scoreboard, round: Round, cell: Cell, where: str) -> GridCell:
    out = cell.state is CellState.OUT
    hand = "OUT" if out else figure(cell.hand_points)
    extras = [points for points in (cell.cut_points, cell.adjustments) if points]
    running = figure(cell.running or 0)
    said = [f"{where}: {'went out, 0' if out else hand}"]
    said += [f" plus cut {figure(cell.cut_points)}"] if cell.cut_points else []
    said += [f" and {figure(cell.adjustments)} by decision"] if cell.adjustments else []
    return GridCell(
        seat=cell.seat,
        name=board.name(cell.seat),
        address=_address(board, round, cell),
        label=f"{''.join(said)}, running total {running}. Correct",
        small=hand,
        extra="".join(gained(points) for points in extras),
        running=running,
        out=out,
        corrected=cell.changes > 0,
    )


def _address(board: Scoreboard, round: Round, cell: Cell) -> str:
    return reverse("hand", args=[board.game.id, round.number, cell.seat])
