"""Handing a lay-down to the ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from scorebook import access, limits
from scorebook.checker.table import Table
from scorebook.ledger.append import Answer, NotYours, Outcome, record
from scorebook.ledger.submission import FieldError, Refused
from scorebook.models import Player

USED = FieldError("id", "used", "This form was used before. Look once more, then save it again.")
BUSY = FieldError("", "busy", limits.BUSY)


def hand_in(
    request: HttpRequest, table: Table, author: Player, payload: Mapping[str, Any]
) -> Outcome:
    """Append the lay-down under the form's `id`, in place of what its reader saw. Raises
    Refused.
    """
    if limits.too_many_scores(request):
        raise Refused(BUSY)
    try:
        outcome = record(
            table.game.id,
            "lay_down",
            payload,
            author=author,
            round=table.round,
            seat=table.seat,
            id=_uuid(request.POST.get("id", "")),
            replaces=_uuid(request.POST.get(f"replaces-{table.seat}", "")),
            device=access.device_of(request),
            may_amend=access.may_amend(request, table.game),
            may_correct=access.may_correct(request, table.game),
        )
    except NotYours as theirs:
        raise Refused(FieldError("", "others", str(theirs))) from theirs
    if outcome.answer in (Answer.MISMATCH, Answer.DROPPED):
        raise Refused(USED)
    return outcome


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
