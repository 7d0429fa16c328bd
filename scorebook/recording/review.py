"""Reading a round out: what everybody eats, where that puts them, and who bought how often."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Family
from scorebook.recording.buys import counted
from scorebook.recording.flow import owing, who_owes
from scorebook.recording.handing_in import conflict_of, hand_in, refused
from scorebook.recording.notation import cut_worth
from scorebook.recording.notices import may_take_back
from scorebook.recording.reading_out import headline, lines, remarks
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.sheet import Round


@access.open_to_guests
@require_GET
def review(request: HttpRequest, game_id: UUID, round_number: int) -> HttpResponse:
    """The round in its new standing order; it does not open while a hand is missing."""
    game, _ = access.game_to_score(request, game_id, "buys")
    board = Scoreboard.read(game)
    round = board.round(round_number)
    if round is None:
        raise Http404
    if missing := owing(board, round):
        messages.info(request, who_owes(board, round))
        return redirect("hand", game.id, round_number, missing[0])
    if not round.out_stands:
        return redirect("went_out", game.id, round_number)
    return render(request, "recording/review.html", _context(board, round, request))


def _context(board: Scoreboard, round: Round, request: HttpRequest) -> dict[str, Any]:
    return {
        "board": board,
        "game": board.game,
        "round": round,
        "bar_sub": f"Round {round.number} · {round.contract}",
        "headline": headline(board, round, Family.objects.first()),
        "lines": lines(board, round),
        "remarks": remarks(board, round),
        "warnings": board.warning_texts(round.number),
        "cutter": board.name(round.cutter),
        "cut_worth": cut_worth(board.variant),
        "cut_id": uuid4(),
        "may_take_cut_back": may_take_back(request, board, round.cut_entry),
        **_forward(board, round),
    }


def _forward(board: Scoreboard, round: Round) -> dict[str, Any]:
    """Where the one big button leads."""
    current = board.sheet.current_round
    if current is None and not board.game.is_finished:
        return {"finish_id": uuid4(), "ending_entry": board.ending_entry}
    deals = current == round.number + 1
    label = f"Looks right. Deal round {current}" if deals else "Looks right. Back to the table"
    return {"forward": label}


@access.open_to_guests
@require_POST
def buys(request: HttpRequest, game_id: UUID, round_number: int, seat: int) -> HttpResponse:
    """How often somebody bought in a round, the player who went out too."""
    game, author = access.game_to_score(request, game_id, "buys")
    here = f"{reverse('review', args=[game.id, round_number])}#s{seat}"
    try:
        payload = counted(request.POST.get("bought", ""))
        outcome = hand_in(request, game, author, "buys", payload, round=round_number, seat=seat)
    except Refused as problem:
        return refused(request, problem, here)
    return conflict_of(outcome) or redirect(here)
