"""The game on the television: read from the sofa, followed by itself, nothing to press."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any
from uuid import UUID

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import conditional_page, require_GET

from scorebook import access, links
from scorebook.models import Family, Game, Player
from scorebook.recording.notation import gained
from scorebook.recording.result import winners
from scorebook.recording.scoreboard import Scoreboard
from scorebook.recording.sheet_grid import half_entered
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import PLAYED, CellState, Round, Seat, Sheet


@require_GET
@conditional_page
def tv(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """One game, large. Unchanged, it answers 304."""
    return _show(request, access.game(request, game_id))


@require_GET
@conditional_page
def tv_now(request: HttpRequest) -> HttpResponse:
    """Whatever is being played, so that a television stays on from one game to the next; between
    games the last one.
    """
    access.reader(request)
    games = Game.objects.newest_first().with_table()
    game = games.playing().first() or games.finished().first()
    return _show(request, game) if game else render(request, "recording/tv.html")


def _show(request: HttpRequest, game: Game) -> HttpResponse:
    board = Scoreboard.read(game)
    context = {
        "game": game,
        "board": board,
        "rounds": len(board.sheet.rounds),
        "lines": _lines(board),
        "coming": half_entered(board.sheet),
        "qr": _qr(request, game),
    }
    return render(request, "recording/tv.html", context | (_over(board) or _playing(board)))


def _playing(board: Scoreboard) -> dict[str, Any]:
    round = board.current()
    return {"round": round, "dealer": board.name(round.dealer) if round else ""}


def _over(board: Scoreboard) -> dict[str, Any] | None:
    """Who won, in the family's tone; None before the end."""
    if not board.game.is_finished:
        return None
    return winners(board, Family.objects.get())


def _lines(board: Scoreboard) -> list[tuple[int | None, Player, str, str]]:
    """Place, person, total and newest hand, the leader first; who went home comes last. While a
    round comes in the places and totals are without it, and the hands are its own.
    """
    coming = half_entered(board.sheet)
    told = []
    for line in board.standings():
        seat = board.seat(line.seat)
        total = seat.complete_total if coming or board.game.is_finished else seat.total
        hand = _coming(board.sheet, seat) if coming else _newest(board.sheet.rounds, seat)
        order = (line.place is None, board.variant.sign * total)
        told.append((order, (line.place, line.player, figure(total), hand)))
    return [line for _, line in sorted(told, key=itemgetter(0))]


def _coming(sheet: Sheet, seat: Seat) -> str:
    """What is to be added to the total: "OUT", "+105"; "…" where it is still missing."""
    hand = _newest([round for round in sheet.rounds if not round.complete], seat, gained)
    return hand or ("…" if seat.present else "")


def _newest(rounds: Iterable[Round], seat: Seat, as_points: Callable[[int], str] = figure) -> str:
    """What the newest of these rounds that this seat has a score in brought: "OUT", "105"."""
    played = [cell for round in rounds if (cell := round.cells[seat.number]).state in PLAYED]
    if not played:
        return ""
    return "OUT" if played[-1].state is CellState.OUT else as_points(played[-1].hand_points)


def _qr(request: HttpRequest, game: Game) -> str:
    """The way to the table for a phone in the room; empty without a code, or after the end."""
    if not game.table_code or game.is_finished:
        return ""
    address = links.for_others(request, "join_by_code", game.table_code)
    return mark_safe(segno.make(address).svg_inline(omitsize=True, dark="#000", light="#fff"))
