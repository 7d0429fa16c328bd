"""One hand of one round: entering it, and correcting it at any time."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorebook import access
from scorebook.ledger.append import Outcome
from scorebook.ledger.submission import FieldError, Refused
from scorebook.models import Player
from scorebook.recording.flow import onward
from scorebook.recording.hand_page import HandPage
from scorebook.recording.handing_in import conflict_of, drop_recounted, hand_in
from scorebook.recording.numbers import whole
from scorebook.recording.scoreboard import Scoreboard
from scorebook.recording.typed_hands import Typed, typed_payload
from scorebook.rules.payloads import same_meaning
from scorebook.rules.sheet import CellState

EMPTIED = "An empty hand is not zero. Put the cards back in, or say who went out instead."


@access.open_to_guests
@require_http_methods(["GET", "POST"])
def hand(request: HttpRequest, game_id: UUID, round_number: int, seat: int) -> HttpResponse:
    """Show a hand in its form, or save it and go where the pressed button leads."""
    game, author = access.game_to_score(request, game_id, "hand")
    asked = request.POST if request.method == "POST" else request.GET
    board, back = Scoreboard.read(game), asked.get("back", "")
    page = HandPage.of(board, round_number, seat, back=back, reader=author)
    if page is None:
        raise Http404
    if request.method == "POST":
        return _save(request, page, author)
    if page.cell.state is CellState.OUT:
        return redirect("went_out", game.id, round_number)
    if page.cell.state is CellState.ABSENT:
        messages.info(request, f"{page.name} was not at the table in round {round_number}.")
        return redirect("table", game.id)
    return _show(request, page, Typed.standing(page.cell))


def _show(
    request: HttpRequest, page: HandPage, typed: Typed, problem: Refused | None = None
) -> HttpResponse:
    errors = [error.message for error in problem.errors] if problem else []
    asked = request.POST if request.method == "POST" else request.GET
    context = page.context() | {
        "id": uuid4(),
        "typed": typed,
        "errors": errors,
        "replaces": _seen(request, page),
        "settles": asked.get("settles", ""),
    }
    return render(request, "recording/hand.html", context, status=400 if errors else 200)


def _seen(request: HttpRequest, page: HandPage) -> str:
    """The hand that the form's reader saw standing; a form used before saw its own."""
    standing = page.cell.entry or ""
    if request.method == "GET" or standing == request.POST.get("id"):
        return standing
    return request.POST.get("replaces", "")


def _save(request: HttpRequest, page: HandPage, author: Player) -> HttpResponse:
    typed = Typed.sent(request.POST)
    to = request.POST.get("to", "next")
    board = page.board
    try:
        payload = typed_payload(board.variant, typed)
        if payload is None and page.entered and to == "next":
            raise Refused(FieldError("cards", "emptied", EMPTIED))
        outcome = _hand_in(request, page, author, payload)
    except Refused as problem:
        return _show(request, page, typed, problem)
    if outcome is not None and (disputed := conflict_of(outcome)):
        return disputed
    if payload is not None:
        drop_recounted(request, board.game, author)
    if outcome is None:
        return _go_on(page, board, to, saved="")
    saved = str(outcome.entry.id) if outcome.entry else ""
    after = Scoreboard.of(board.game, outcome.sheet)
    return _go_on(page, after, to, saved=saved)


def _hand_in(
    request: HttpRequest, page: HandPage, author: Player, payload: dict[str, Any] | None
) -> Outcome | None:
    """Append the hand; None where nothing was typed, or nothing that its reader did not see."""
    if payload is None or _stands(request, page, payload):
        return None
    game, number, seat = page.board.game, page.round.number, page.cell.seat
    return hand_in(request, game, author, "hand", payload, round=number, seat=seat)


def _stands(request: HttpRequest, page: HandPage, payload: dict[str, Any]) -> bool:
    """The form changes nothing of what its reader saw."""
    slot = ("hand", page.round.number, page.cell.seat)
    standing = page.board.sheet.standing.get(slot)
    return (
        standing is not None
        and standing.id == request.POST.get("replaces")
        and same_meaning(page.board.variant, "hand", standing.payload, payload)
    )


def _go_on(page: HandPage, board: Scoreboard, to: str, *, saved: str) -> HttpResponse:
    """To the player whose name was pressed; back from a correction or from one's own hand; else to
    whoever is next.
    """
    game, number, seat = board.game, page.round.number, page.cell.seat
    if (other := whole(to)) is not None:
        return redirect("hand", game.id, number, other)
    if page.corrects and page.back == "review":
        return redirect("review", game.id, number)
    if page.corrects or (page.own and saved):
        return redirect(f"{reverse('table', args=[game.id])}?saved={saved}#r{number}s{seat}")
    if not saved and (page.own or (not page.others_owing and page.round.out_stands)):
        return redirect("table", game.id)
    return onward(board, board.sheet.rounds[number - 1], seat)
