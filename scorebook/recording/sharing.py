"""A game shown outside the family by a link: read-only, first names, for thirty days."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import (
    conditional_page,
    require_GET,
    require_http_methods,
    require_POST,
)

from scorebook import access, limits, links
from scorebook.models import Deed, Family, Game, Player, ShareLink
from scorebook.models.deeds import About
from scorebook.models.people import outside_names
from scorebook.models.photos import Side
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import PLAYED, Cell, CellState


@transaction.atomic
def share(game: Game, *, by: Player, with_photos: bool) -> str:
    """A link's token; only its hash is kept."""
    token = ShareLink.objects.make(game=game, by=by, with_photos=with_photos)
    Deed.objects.note(About.INVITATIONS, f"shared {game.title} of {game.day_in_words}", by=by)
    return token


@require_http_methods(["GET", "POST"])
def share_game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Make a link, which is shown once; the list of those that stand."""
    game, by = access.game_to_write(request, game_id)
    address = ""
    if request.method == "POST":
        token = share(game, by=by, with_photos="photos" in request.POST)
        address = links.for_others(request, "shared_game", token)
    standing = ShareLink.objects.standing().filter(game=game).select_related("made_by__merged_into")
    context = {
        "game": game,
        "address": address,
        "reach": address and links.reach(address),
        "links": standing,
    }
    return render(request, "recording/share_game.html", context)


@require_POST
def stop_sharing(request: HttpRequest, game_id: UUID, link_id: UUID) -> HttpResponse:
    game, by = access.game_to_write(request, game_id)
    with transaction.atomic():
        if not ShareLink.objects.filter(game=game).stop(link_id):
            raise Http404
        Deed.objects.note(About.INVITATIONS, f"stopped sharing {game.title}", by=by)
    messages.success(request, "That link shows nothing any more.")
    return redirect("share_game", game.id)


@login_not_required
@require_GET
@conditional_page
def shared_game(request: HttpRequest, token: str) -> HttpResponse:
    """What a stranger with the link sees."""
    link = ShareLink.objects.filter(game__isnull=False).opened_by(token)
    games = Game.objects.in_the_book().with_table()
    game = games.filter(share_links=link).first() if link else None
    if link is None or game is None:
        return limits.wrong_link(request)
    board = Scoreboard.read(game)
    answer = render(request, "recording/shared_game.html", _shown(board, link, token))
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _shown(board: Scoreboard, link: ShareLink, token: str) -> dict[str, object]:
    photos = [board.game.photo(side) for side in Side] if link.with_photos else []
    order = board.sheet.order
    names = dict(zip(order, outside_names([board.player(seat) for seat in order]), strict=True))
    return {
        "game": board.game,
        "family": Family.objects.get(),
        "names": names.values(),
        "rows": [
            (round.number, [_told(round.cells[seat]) for seat in order])
            for round in board.sheet.rounds
        ],
        "totals": [figure(board.seat(seat).total) for seat in order],
        "ended_early": board.ended_early,
        "winners": [names[seat] for seat in board.sheet.winners],
        "photos": [photo for photo in photos if photo],
        "token": token,
    }


def _told(cell: Cell) -> str:
    """ "105"; "OUT" for who went out without points; "–" for what is missing."""
    if cell.state not in PLAYED:
        return "–"
    return "OUT" if cell.state is CellState.OUT and not cell.points else figure(cell.points)
