"""Guests of a table: in by its code, to that one game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from scorebook.models import Game, Player, User
from scorebook.models.games import BY_TABLE_CODE

GUEST_STAYS = timedelta(hours=12)
GUEST = "guest"  # a key of the session


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody with a table's code: the game, whom they said they are, and this very phone."""

    game: UUID
    player: UUID
    device: str


def guest_at(request: HttpRequest, game_id: UUID | None) -> Guest | None:
    """The guest of this game's table behind the request; the code must be the one of today."""
    told = request.session.get(GUEST)
    if game_id is None or told is None or told["game"] != str(game_id):
        return None
    here = Game.objects.in_the_book().filter(id=game_id, table_code=told["code"]).first()
    if here is None or table_is_closed(here):
        return None
    return Guest(game_id, UUID(told["player"]), told["device"])


def guest_anywhere(request: HttpRequest) -> Guest | None:
    """The guest of whichever table let this session in."""
    told = request.session.get(GUEST)
    return guest_at(request, UUID(told["game"])) if told else None


def table_is_closed(game: Game) -> bool:
    """A code lets in until the game has been over for half a day."""
    return game.finished_at is not None and timezone.now() - game.finished_at > GUEST_STAYS


def whoever(request: HttpRequest) -> Player | None:
    """The person who is signed in, or whom a guest of a table said to be; None for strangers."""
    if isinstance(request.user, User):
        return request.user.player
    guest = guest_anywhere(request)
    return Player.objects.get(id=guest.player) if guest else None


def holder(request: HttpRequest) -> Player:
    """The person whose phone this is, for what it keeps: of the family, or a guest of a table."""
    person = whoever(request)
    if person is None or (isinstance(request.user, User) and not request.user.may_read):
        raise PermissionDenied("This phone keeps nothing for whoever is nobody here.")
    return person


def is_guest(request: HttpRequest) -> bool:
    """Does nothing but a table's code let this request in?"""
    return not isinstance(request.user, User)


def device_of(request: HttpRequest) -> str:
    """What an entry is marked with; a guest's is told from all others."""
    if is_guest(request):
        return f"{BY_TABLE_CODE} {request.session[GUEST]['device']}"
    return request.headers.get("User-Agent", "")[:200]
