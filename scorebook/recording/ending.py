"""The end of a game: who won, who lost, and what the loser chose."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Family, Game, Photo
from scorebook.models.games import Sentence
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.recording.handing_in import conflict_of, hand_in, refused
from scorebook.recording.result import losers, winners
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import CellState


@require_GET
def game_over(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game = access.game(request, game_id)
    if not game.is_finished:
        return redirect("table", game.id)
    scoreboard, family = Scoreboard.read(game), Family.objects.get()
    context = {
        "game": game,
        "sheet": scoreboard.sheet,
        "standings": [
            (line, figure(scoreboard.seat(line.seat).complete_total))
            for line in scoreboard.standings()
        ],
        "played": _played(scoreboard),
        "ids": {name: uuid4() for name in ("reopen", "rematch", "game")},
        "ending_entry": scoreboard.ending_entry,
        "former_photos": _former_photos(game),
        **winners(scoreboard, family),
        **losers(scoreboard, family),
    }
    return render(request, "recording/game_over.html", context)


def _played(scoreboard: Scoreboard) -> str:
    """How long it took and how many sat there."""
    rounds, complete = scoreboard.sheet.rounds, sum(r.complete for r in scoreboard.sheet.rounds)
    players = f"{len(scoreboard.sheet.seated)} players"
    if scoreboard.game.ended_early:
        return f"Ended early, after {complete} of {len(rounds)} rounds · {players}"
    return f"{len(rounds)} rounds · {players}"


def _former_photos(game: Game) -> list[tuple[Photo, str]]:
    """Each with who is in it, winners first."""
    photos = sorted(game.former_photos(), key=lambda photo: list(Side).index(Side(photo.side)))
    return [(p, names(sorted(p.people.all(), key=lambda one: one.name))) for p in photos]


@require_POST
def finish(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """End the game; early on request, and then the complete rounds count."""
    game, author = access.game_to_score(request, game_id, "finish")
    try:
        outcome = hand_in(request, game, author, "finish", {"early": "early" in request.POST})
    except Refused as problem:
        if problem.errors[0].code != "missing":
            return refused(request, problem, "table", game.id)
        messages.error(request, _who_owes(Scoreboard.read(game)))
        return redirect("table", game.id)
    return conflict_of(outcome) or redirect("game_over", game.id)


@require_POST
def reopen(request: HttpRequest, game_id: UUID) -> HttpResponse:
    game, author = access.game_to_score(request, game_id, "reopen")
    try:
        outcome = hand_in(request, game, author, "reopen", {})
    except Refused as problem:
        return refused(request, problem, "game_over", game.id)
    return conflict_of(outcome) or redirect("table", game.id)


def _who_owes(scoreboard: Scoreboard) -> str:
    """ "Christie still owes you a hand.", for the first round that lacks one."""
    current = scoreboard.current()
    if current is None:
        return ""
    owing = [c.seat for c in current.cells if c.state is CellState.MISSING]
    if not current.out_stands or not owing:
        return f"Round {current.number} is not over yet. Finish it, or end the game early."
    verb = "owe" if len(owing) > 1 else "owes"
    return f"{names([scoreboard.player(seat) for seat in owing])} still {verb} you a hand."


@require_POST
def sentence(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the loser chose: to pose, the dunce card, or to think about it."""
    game, _ = access.game_to_write(request, game_id)
    chosen = request.POST.get("sentence")
    if chosen in Sentence.values:
        Game.objects.filter(id=game.id).update(sentence=chosen, version=F("version") + 1)
    return redirect("game_over", game.id)
