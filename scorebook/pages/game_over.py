"""A finished game: who won and who lost, the race, its turning points, the sheet, photos, notes."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from scorebook import access
from scorebook.models import Family, Game, Photo
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.recording import sheet_grid
from scorebook.recording.result import losers, winners
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.stats import race as racing
from scorebook.stats.special import how_special
from scorebook.stats.story import turning_points
from scorebook.stats.versioned import kept


@require_GET
def game_over(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = access.game(request, game_id)
    if not game.is_finished:
        return redirect("table", game.id)
    board, family = Scoreboard.read(game), Family.objects.get()
    race, rows = racing.race(game), sheet_grid.rows(board)
    context = {
        "game": game,
        "board": board,
        "sheet": board.sheet,
        "standings": [
            (line, figure(board.seat(line.seat).complete_total)) for line in board.standings()
        ],
        "played": _played(board),
        "race": racing.picture(game, race) if race.rounds else None,
        "turning_points": turning_points(race),
        "special": kept(f"special {game.id}", lambda: how_special(game, race)),
        "rows": rows,
        "totals": sheet_grid.totals(board, rows),
        "ids": {name: uuid4() for name in ("reopen", "rematch", "game")},
        "ending_entry": board.ending_entry,
        "former_photos": _former_photos(game),
        **winners(board, family),
        **losers(board, family),
    }
    return render(request, "pages/game_over.html", context)


def _played(board: Scoreboard) -> str:
    """How long it took and how many sat there."""
    rounds = board.ended_early or f"{len(board.sheet.rounds)} rounds"
    return f"{rounds} · {len(board.sheet.seated)} players"


def _former_photos(game: Game) -> list[tuple[Photo, str]]:
    """Each with whom it is of, winners first."""
    photos = sorted(game.former_photos(), key=lambda photo: list(Side).index(Side(photo.side)))
    return [(p, names(sorted(p.subjects.all(), key=lambda one: one.name))) for p in photos]
