"""What goes on at a table while others watch it: asked every four seconds by every open phone."""

from __future__ import annotations

import zlib
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import condition, require_GET, require_POST

from scorebook import access
from scorebook.models import Entry
from scorebook.recording import presence
from scorebook.recording.api import speaks_json
from scorebook.recording.log import sentence, signed
from scorebook.recording.numbers import whole
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.sheet import CellState

MOST_NEWS = 5


def _tag(request: HttpRequest, game_id: UUID, **_: Any) -> str:
    """The game's version, and a checksum of who enters what elsewhere."""
    entering = [(one.who, one.round, one.seat) for one in _others(request, game_id)]
    return f'"{access.version(request, game_id)}.{zlib.crc32(repr(entering).encode()):x}"'


@require_GET
@speaks_json
@condition(etag_func=_tag)
def live(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The version, who holds the pen, who enters whose hand, and what was entered after the entry
    numbered `since`, in words.
    """
    game = access.game(request, game_id)
    board = Scoreboard.read(game)
    entries = list(game.entries.select_related("author__merged_into").order_by("seq"))
    return JsonResponse(
        {
            "version": game.version,
            "newest": entries[-1].seq,
            "finished": game.is_finished,
            "pen": {"id": str(game.scorekeeper_id), "name": game.scorekeeper.name},
            "entering": _entering(board, _others(request, game_id)),
            "news": _news(board, entries, whole(request.GET.get("since", ""))),
        }
    )


@require_POST
@speaks_json
def enter_hand(request: HttpRequest, game_id: UUID, round_number: int, seat: int) -> HttpResponse:
    """This phone shows that hand's page, or with `left` does so no more."""
    game, who = access.game_to_score(request, game_id, "hand")
    if Scoreboard.read(game).cell(round_number, seat) is None:
        raise Http404
    if "left" in request.GET:
        presence.leave(game_id, _phone(request))
    else:
        presence.enter(game_id, _phone(request), who=who.name, round=round_number, seat=seat)
    return HttpResponse(status=204)


def _others(request: HttpRequest, game_id: UUID) -> list[presence.Entering]:
    return presence.others(game_id, _phone(request))


def _phone(request: HttpRequest) -> str:
    return request.session.session_key or ""


def _entering(board: Scoreboard, said: list[presence.Entering]) -> list[dict[str, Any]]:
    """Not of hands that are there by now: a phone may say so for seconds after it saved one."""
    if board.game.is_finished:
        return []
    cells = [(one, board.cell(one.round, one.seat)) for one in said]
    return [_told(board, one) for one, cell in cells if not cell or cell.state is CellState.MISSING]


def _told(board: Scoreboard, one: presence.Entering) -> dict[str, Any]:
    """Of a seat that a later undo took from the table, nothing but who was there."""
    whose = board.name(one.seat) if one.seat in board.players else ""
    hand = "their own" if whose == one.who else f"{whose}’s" if whose else "a"
    text = f"{one.who} is entering {hand} hand."
    return {"who": one.who, "round": one.round, "seat": one.seat, "text": text}


def _news(board: Scoreboard, entries: list[Entry], since: int | None) -> list[str]:
    """The newest entries after that one, the oldest first; none for who has nothing to go by."""
    if since is None:
        return []
    by_id = {str(entry.id): entry for entry in entries}
    return [
        f"{signed(entry)}: {sentence(board, entry, by_id)}"
        for entry in entries[-MOST_NEWS:]
        if entry.seq > since
    ]
