"""Settling a conflict: both values, who said them, what differs. Nothing is merged by guessing."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Entry, Proposal
from scorebook.models.games import ProposalStatus
from scorebook.recording.disputes import about, difference, side
from scorebook.recording.handing_in import hand_in, refused
from scorebook.recording.scoreboard import Scoreboard


@require_http_methods(["GET", "POST"])
def conflict(request: HttpRequest, game_id: UUID, proposal_id: UUID) -> HttpResponse:
    """Show the two values; take the one whose button was pressed."""
    game, author = access.game_to_write(request, game_id)
    proposal = game.proposals.select_related("author").filter(id=proposal_id).first()
    if proposal is None:
        raise Http404
    if proposal.status != ProposalStatus.OPEN:
        return redirect("table", game.id)
    if request.method == "GET":
        return _show(request, Scoreboard.read(game), proposal)
    kind = "accept" if request.POST.get("choice") == "accept" else "drop"
    try:
        outcome = hand_in(request, game, author, kind, {"proposal": str(proposal.id)})
    except Refused as problem:
        return refused(request, problem, "table", game.id)
    return redirect("table", outcome.game.id)


def _show(request: HttpRequest, board: Scoreboard, proposal: Proposal) -> HttpResponse:
    standing = _standing(board, proposal)
    both_hands = proposal.kind == "hand" and standing is not None
    context = {
        "board": board,
        "game": board.game,
        "proposal": proposal,
        "title": about(board, proposal),
        "proposed": side(board, proposal),
        "standing": standing and side(board, standing),
        "difference": difference(board, standing, proposal) if both_hands else "",
        "id": uuid4(),
    }
    return render(request, "recording/conflict.html", context)


def _standing(board: Scoreboard, proposal: Proposal) -> Entry | None:
    """What stands in the slot now; it may have changed since the proposal came."""
    slot = (proposal.kind, proposal.round, proposal.seat)
    entry = board.sheet.standing.get(slot)
    return entry and board.game.entries.select_related("author").get(id=entry.id)
