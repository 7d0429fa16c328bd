"""The table: the sheet of a game, and what is said at it while a round is played."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorebook import access
from scorebook.ledger.reading import open_proposals
from scorebook.ledger.submission import FieldError, Refused
from scorebook.models import Game, Player
from scorebook.models.people import names
from scorebook.recording import sheet_grid
from scorebook.recording.disputes import about
from scorebook.recording.flow import onward, owing
from scorebook.recording.handing_in import conflict_of, hand_in, refused, with_notice
from scorebook.recording.notation import cut_worth
from scorebook.recording.notices import notice
from scorebook.recording.numbers import whole
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.sheet import CellState, Round

NO_SEAT = FieldError("seat", "unknown", "Nobody sits there. Choose somebody at the table.")


@access.open_to_guests
@require_GET
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The sheet, the round in play, and who went out."""
    game = access.game(request, game_id)
    board = Scoreboard.read(game)
    rows = sheet_grid.rows(board)
    round = None if game.is_finished else board.current()
    may_score = access.may_score(request, game)
    guest = access.is_guest(request)
    me = access.scorer(request, game, "hand") if guest or may_score else None
    context = {
        "board": board,
        "game": game,
        "round": round,
        "rows": rows,
        "totals": sheet_grid.totals(board, rows),
        "notice": notice(board, request.GET.get("saved", ""), request.GET.get("round", "")),
        "warnings": board.warning_texts(),
        "disputed": [(p, about(board, p)) for p in open_proposals(game)],
        "bar_sub": f"{board.variant.name} · {game.scorekeeper.name} keeps score",
        "outcome": _outcome(board),
        "may_score": may_score,
        "guest": guest and me,
        "my_seat": _owes_own_hand(board, round, me),
    }
    return render(request, "recording/table.html", context | _round_forms(board, round))


def _owes_own_hand(board: Scoreboard, round: Round | None, me: Player | None) -> int | None:
    """The seat of a player who can enter their own hand from their own phone now."""
    if round is None or me is None or me.id == board.game.scorekeeper_id:
        return None
    missing = owing(board, round) if round.out_stands else []
    return next((seat for seat in missing if board.player(seat) == me), None)


def _outcome(board: Scoreboard) -> str:
    """ "Rosa won", "Rosa and Mike won"; empty while the game goes on."""
    winners = [board.player(seat) for seat in board.sheet.winners]
    return f"{names(winners)} won" if winners else ""


def _round_forms(board: Scoreboard, round: Round | None) -> dict[str, Any]:
    """What the buttons of the round in play hand in."""
    if round is None:
        return {"finish_id": uuid4(), "ending_entry": board.ending_entry}
    missing = owing(board, round) if round.out_stands else []
    present = [c.seat for c in round.cells if c.state is not CellState.ABSENT]
    seated = [seat for seat in board.sheet.order if seat in present]
    return {
        "dealer": board.name(round.dealer),
        "cutter": board.name(round.cutter),
        "cut_numbers": " or ".join(map(str, round.cut_numbers)),
        "out_choices": [(seat, board.short(seat)) for seat in seated],
        "owing": [board.name(seat) for seat in missing],
        "caller": next(iter(missing), None),
        "out_id": uuid4(),
        "cut_id": uuid4(),
        "cut_worth": cut_worth(board.variant),
    }


@access.open_to_guests
@require_http_methods(["GET", "POST"])
def went_out(request: HttpRequest, game_id: UUID, round_number: int) -> HttpResponse:
    """Who went out of a round: asked, said, corrected. Then the first hand that is missing."""
    game, author = access.game_to_score(request, game_id, "out")
    board = Scoreboard.read(game)
    round = board.round(round_number)
    if round is None:
        raise Http404
    if request.method == "GET":
        context = _round_forms(board, round) | {
            "game": game,
            "round": round,
            "bar_sub": f"Round {round.number} of {len(board.sheet.rounds)}",
            "was_out": "" if round.out is None else board.name(round.out),
        }
        return render(request, "recording/out.html", context)
    try:
        seat = _seat_sent(request)
        outcome = hand_in(request, game, author, "out", {"seat": seat}, round=round_number)
    except Refused as problem:
        return refused(request, problem, "table", game.id)
    board = Scoreboard.of(game, outcome.sheet)
    return conflict_of(outcome) or onward(board, board.sheet.rounds[round_number - 1])


def _seat_sent(request: HttpRequest) -> int | None:
    """The seat of the pressed button; None for nobody."""
    sent = request.POST.get("seat", "")
    seat = whole(sent)
    if sent and seat is None:
        raise Refused(NO_SEAT)
    return seat


@access.open_to_guests
@require_POST
def cut(request: HttpRequest, game_id: UUID, round_number: int) -> HttpResponse:
    """The player right of the dealer cut exactly, or after all did not."""
    game, author = access.game_to_score(request, game_id, "cut")
    round = Scoreboard.read(game).round(round_number)
    if round is None:
        raise Http404
    back = "review" if request.POST.get("back") == "review" else "table"
    here = reverse(back, args=[game.id, *([round_number] if back == "review" else [])])
    payload = {"exact": request.POST.get("exact") != "no", "seat": round.cutter}
    try:
        outcome = hand_in(request, game, author, "cut", payload, round=round_number)
    except Refused as problem:
        return refused(request, problem, here)
    return conflict_of(outcome) or redirect(with_notice(here, outcome))


@access.open_to_guests
@require_POST
def undo(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Take one entry back, or take the taking back back."""
    game, author = access.game_to_score(request, game_id, "void")
    here = reverse("table", args=[game.id])
    try:
        payload = {"entry": request.POST.get("entry", "")}
        outcome = hand_in(request, game, author, "void", payload)
    except Refused as problem:
        return refused(request, problem, here)
    return redirect(with_notice(here, outcome))


@require_POST
def join_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A member who does not play helps to keep the score of an open game."""
    game, helper = access.game_to_write(request, game_id)
    if not game.is_finished:
        game.helpers.add(helper)
        messages.info(request, f"{helper.name} is at the table.")
    return redirect("table", game.id)


@require_POST
def take_pen(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Whoever takes the pen keeps the score from now on; everybody sees it."""
    game, author = access.game_to_write(request, game_id)
    open_game = Game.objects.filter(id=game.id, finished_at=None)
    if not open_game.update(scorekeeper=author, version=F("version") + 1):
        raise PermissionDenied("This game is over: its pen is taken by nobody any more.")
    messages.info(request, f"{author.name} took the pen.")
    return redirect("table", game.id)
