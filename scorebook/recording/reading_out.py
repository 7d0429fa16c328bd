"""A round as it is read out at the table: the headline, and a line for everybody."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.models import Family
from scorebook.recording.buys import Bought, bought
from scorebook.recording.notation import gained, ordinal, read_out
from scorebook.recording.scoreboard import Scoreboard
from scorebook.recording.words import Moment, say
from scorebook.rules.scoring import figure, places
from scorebook.rules.sheet import ENTERED, Cell, CellState, Round

BIG_HAND = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One player's round. `moved` is "up", "down", "stays" or "", `movement` says it."""

    seat: int
    name: str
    told: str
    points: str
    total: str
    movement: str
    moved: str
    bought: Bought | None


def lines(board: Scoreboard, round: Round) -> list[Line]:
    """Everybody at the table in this round, in the standing order after it."""
    after = _places_after(board, round.number)
    before = _places_after(board, round.number - 1)
    present = [cell for cell in round.cells if cell.state is not CellState.ABSENT]
    present.sort(key=lambda cell: (after[cell.seat], cell.seat))
    return [_line(board, round, cell, before.get(cell.seat), after[cell.seat]) for cell in present]


def headline(board: Scoreboard, round: Round, family: Family | None) -> str:
    """ "Rosa went out. Mike eats 130.": the cut counted, a big hand in the family's tone."""
    if round.out is None:
        first = "Deck ran dry. Everyone counts."
    else:
        first = f"{board.name(round.out)} went out."
    worst = _worst(board, round)
    return " ".join([first, *(_eats(board, cell, family) for cell in worst)])


def remarks(board: Scoreboard, round: Round) -> list[str]:
    """What else was said of a round: called rummies, then notes."""
    calls = [
        f"{board.name(call['caller'])} called rummy on {board.name(call['offender'])}."
        for call in round.rummies
    ]
    return calls + [f"“{note['text']}”" for note in round.notes]


def _worst(board: Scoreboard, round: Round) -> list[Cell]:
    """Who ate the most, where one alone did."""
    cells = [cell for cell in round.cells if cell.state in ENTERED]
    most = max((abs(cell.points) for cell in cells), default=0)
    worst = [cell for cell in cells if abs(cell.points) == most]
    return worst if most and len(worst) == 1 else []


def _eats(board: Scoreboard, cell: Cell, family: Family | None) -> str:
    points = abs(cell.points)
    if points < BIG_HAND:
        return f"{board.name(cell.seat)} eats {points}."
    return str(say(Moment.BIG_HAND, family, board.player(cell.seat), points=points))


def _places_after(board: Scoreboard, number: int) -> dict[int, int]:
    """The places after a round by the running totals; empty before the first."""
    if number < 1:
        return {}
    running = {
        cell.seat: cell.running
        for cell in board.sheet.rounds[number - 1].cells
        if cell.running is not None and cell.state is not CellState.ABSENT
    }
    return places(board.variant, running)


def _line(board: Scoreboard, round: Round, cell: Cell, before: int | None, after: int) -> Line:
    moved, movement = _moved(before, after)
    return Line(
        seat=cell.seat,
        name=board.name(cell.seat),
        told=_told(board, cell),
        points=figure(cell.points),
        total=figure(cell.running or 0),
        movement=movement,
        moved=moved,
        bought=bought(board, round, cell) if _may_buy(board, round, cell) else None,
    )


def _may_buy(board: Scoreboard, round: Round, cell: Cell) -> bool:
    """Whether buys are counted here; where some were, they can still be taken back."""
    rules = board.variant.round_rules(round.number)
    buying = board.variant.buy is not None and rules is not None and rules.buying
    return buying or (board.variant.buy is not None and cell.buys > 0)


def _moved(before: int | None, after: int) -> tuple[str, str]:
    place = ordinal(after)
    if before is None:
        return "", place
    if before == after:
        return "stays", f"stays {place}"
    return ("up", f"▲ up to {place}") if after < before else ("down", f"▼ down to {place}")


def _told(board: Scoreboard, cell: Cell) -> str:
    """What was left, the cut, and what the table decided: "K ×2, 4, A · cut +25"."""
    if cell.state is CellState.OUT:
        hand = "went out"
    elif cell.state is CellState.TOTAL:
        hand = f"total {cell.typed}" if "+" in cell.typed else "total only"
    else:
        hand = read_out(board.variant, cell.cards)
    extras = [("cut", cell.cut_points), ("table", cell.adjustments)]
    return " · ".join([hand, *(f"{word} {gained(points)}" for word, points in extras if points)])
