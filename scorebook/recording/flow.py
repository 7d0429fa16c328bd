"""Where entering a round goes next: clockwise from who went out, until nobody owes a hand."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect

from scorebook.models.people import names
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.sheet import CellState, Round


def owing(board: Scoreboard, round: Round, after: int | None = None) -> list[int]:
    """Who still owes a hand of this round, clockwise.

    From `after`; without it, from who went out; where nobody did, from who plays first.
    """
    order = list(board.sheet.order)
    begin = round.out if after is None else after
    start = order.index(begin) + 1 if begin in order else order.index(round.first_player)
    missing = {cell.seat for cell in round.cells if cell.state is CellState.MISSING}
    return [seat for seat in order[start:] + order[:start] if seat in missing]


def who_owes(board: Scoreboard, round: Round) -> str:
    """ "Christie and Rosa still owe you a hand."; empty where nobody does."""
    missing = [board.player(seat) for seat in owing(board, round)]
    verb = "owe" if len(missing) > 1 else "owes"
    return f"{names(missing)} still {verb} you a hand." if missing else ""


def onward(board: Scoreboard, round: Round, after: int | None = None) -> HttpResponse:
    """The next hand that is missing; then who went out, where nobody said; then the review."""
    if missing := owing(board, round, after):
        return redirect("hand", board.game.id, round.number, missing[0])
    return redirect("review" if round.out_stands else "went_out", board.game.id, round.number)
