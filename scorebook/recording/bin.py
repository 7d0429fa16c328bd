"""A game that should not count, say one that was begun by mistake: in the bin, and out of it."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access
from scorebook.ledger import binning


@require_http_methods(["GET", "POST"])
def bin_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """GET asks, and names the game; POST does it."""
    if access.binned_games(request).filter(id=game_id).exists():
        return redirect("binned_games")
    game, by = access.game_to_bin(request, game_id)
    if request.method == "GET":
        return render(request, "recording/bin_game.html", {"game": game})
    binning.put_in_bin(game.id, by=by)
    messages.success(request, f"{game.title} is in the bin and counts for nothing.")
    return redirect("binned_games")


@require_GET
def binned_games(request: HttpRequest) -> HttpResponse:
    """What this person may put back."""
    games = access.binned_games(request).newest_first().with_table()
    return render(request, "recording/binned_games.html", {"games": games})


@require_POST
def restore_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A double tap finds it back already."""
    game = access.binned_games(request).filter(id=game_id).first()
    if game is None:
        return redirect("table", access.game(request, game_id).id)
    binning.put_back(game.id, by=access.writer(request))
    messages.success(request, f"{game.title} is back, and counts as before.")
    return redirect("table", game.id)
