"""Handing a form's entry to the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorebook import access, limits
from scorebook.ledger.append import Answer, NotYours, Outcome, record
from scorebook.ledger.submission import FieldError, Refused
from scorebook.models import Game, Player

USED = FieldError("id", "used", "This form was used before. Look once more, then save it again.")

BUSY = FieldError("", "busy", limits.BUSY)


def hand_in(
    request: HttpRequest,
    game: Game,
    author: Player,
    kind: str,
    payload: Mapping[str, Any],
    *,
    round: int | None = None,
    seat: int | None = None,
) -> Outcome:
    """Append what a form says, under its hidden `id` and `replaces`. Raises Refused."""
    if limits.too_many_scores(request):
        raise Refused(BUSY)
    try:
        outcome = record(
            game.id,
            kind,
            payload,
            author=author,
            round=round,
            seat=seat,
            id=sent_uuid(request, "id"),
            replaces=sent_uuid(request, "replaces"),
            device=access.device_of(request),
            may_amend=access.may_amend(request, game),
            may_correct=access.may_correct(request, game),
        )
    except NotYours as theirs:  # said on the form, which keeps what was typed
        raise Refused(FieldError("", "others", str(theirs))) from theirs
    if outcome.answer in (Answer.MISMATCH, Answer.DROPPED):
        raise Refused(USED)
    if outcome.answer is Answer.ALREADY and outcome.standing:
        first = outcome.standing.author.really
        if first != author:
            messages.info(request, f"{first.name} already saved this.")
    return outcome


def sent_uuid(request: HttpRequest, field: str) -> UUID | None:
    try:
        return UUID(request.POST.get(field, ""))
    except ValueError:
        return None


def with_notice(address: str, outcome: Outcome) -> str:
    """The address of the table, on which a bar says what was just saved and offers to undo it."""
    return f"{address}?saved={outcome.entry.id}" if outcome.entry else address


def conflict_of(outcome: Outcome) -> HttpResponse | None:
    """Where two values for one slot are settled, when this outcome left two."""
    if outcome.answer is not Answer.CONFLICT or outcome.proposal is None:
        return None
    return redirect("conflict", outcome.game.id, outcome.proposal.id)


def drop_recounted(request: HttpRequest, game: Game, author: Player) -> None:
    """A hand that was recounted together settles the conflict that its form came from."""
    proposal = sent_uuid(request, "settles")
    if proposal is None or not access.may_amend(request, game):
        return
    own = access.may_correct(request, game)
    try:
        record(game.id, "drop", {"proposal": str(proposal)}, author=author, may_correct=own)
    except NotYours as theirs:
        messages.info(request, str(theirs))
    except Refused:
        messages.info(request, "The other score was settled before.")


def refused(request: HttpRequest, problem: Refused, *back: Any) -> HttpResponse:
    """Say what was wrong on the page that the button stood on."""
    messages.error(request, str(problem))
    return redirect(*back)
