"""Settling a conflict: both values, who said them, what differs. Nothing is merged by guessing."""

from __future__ import annotations

from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.ledger.submission import Refused
from scorebook.models import Entry, Family, Proposal
from scorebook.models.games import ProposalStatus
from scorebook.recording.disputes import about, difference, side
from scorebook.recording.handing_in import hand_in, refused
from scorebook.recording.scoreboard import Scoreboard


@access.open_to_guests
@require_http_methods(["GET", "POST"])
def conflict(request: HttpRequest, game_id: UUID, proposal_id: UUID) -> HttpResponse:
    """Show the two values; take the one whose button was pressed."""
    game, author = access.game_to_score(request, game_id, "accept")
    proposal = game.proposals.select_related("author").filter(id=proposal_id).first()
    if proposal is None:
        raise Http404
    if proposal.status != ProposalStatus.OPEN:
        return redirect("table", game.id)
    choice = request.POST.get("choice", "")
    if choice not in ("accept", "drop"):
        status = 400 if request.method == "POST" else 200
        return _show(request, Scoreboard.read(game), proposal, status=status)
    try:
        hand_in(request, game, author, choice, {"proposal": str(proposal.id)})
    except Refused as problem:
        return refused(request, problem, "table", game.id)
    return redirect("table", game.id)


def _show(
    request: HttpRequest, board: Scoreboard, proposal: Proposal, *, status: int
) -> HttpResponse:
    standing = _standing(board, proposal)
    own, in_time = access.may_correct(request, board.game), access.may_amend(request, board.game)
    context = {
        "board": board,
        "game": board.game,
        "proposal": proposal,
        "title": about(board, proposal),
        "proposed": side(board, proposal),
        "standing": standing and side(board, standing),
        "difference": standing and difference(board, standing, proposal),
        "may_settle": in_time and (standing is None or own(standing)),
        "may_drop": in_time and own(proposal),
        "zone": Family.objects.get().time_zone,
        "id": uuid4(),
    }
    return render(request, "recording/conflict.html", context, status=status)


def _standing(board: Scoreboard, proposal: Proposal) -> Entry | None:
    """The row of what stands in the slot now."""
    entry = board.standing_beside(proposal)
    rows = board.game.entries.select_related("author__merged_into")
    return rows.get(id=entry.id) if entry else None
