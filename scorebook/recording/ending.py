"""The end of a game, and what the loser chose. The page of a finished one is in pages."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Game
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.recording.flow import who_owes
from scorebook.recording.handing_in import conflict_of, hand_in, refused
from scorebook.recording.scoreboard import Scoreboard

CHANGED = "The result has changed meanwhile. Look who lost, and choose again."


@require_POST
def finish(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """End the game; early on request, and then the complete rounds count."""
    game, author = access.game_to_score(request, game_id, "finish")
    try:
        outcome = hand_in(request, game, author, "finish", {"early": "early" in request.POST})
    except Refused as problem:
        if problem.errors[0].code != "missing":
            return refused(request, problem, "table", game.id)
        messages.error(request, _not_over(Scoreboard.read(game)))
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


def _not_over(scoreboard: Scoreboard) -> str:
    """What the first round that is not complete lacks."""
    current = scoreboard.current()
    if current is None:
        return ""
    owed = who_owes(scoreboard, current) if current.out_stands else ""
    return owed or f"Round {current.number} is not over yet. Finish it, or end the game early."


@require_POST
def sentence(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """What the loser chose: to pose, the dunce card, or to think about it. A page from before a
    correction chooses for nobody else.
    """
    game, _ = access.game_to_write(request, game_id)
    chosen = request.POST.get("sentence")
    losers = " ".join(str(seat.number) for seat in game.seats_on(Side.LOSER))
    if request.POST.get("losers", losers) != losers:
        messages.error(request, CHANGED)
    elif chosen in Sentence.values:
        Game.objects.filter(id=game.id).update(sentence=chosen, version=F("version") + 1)
    return redirect("game_over", game.id)
