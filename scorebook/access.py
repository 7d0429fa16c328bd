"""Who may see or change what: each function returns the object, or raises Http404 or
PermissionDenied.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from scorebook.models import Game, Photo, Player, User
from scorebook.models.people import Role

AMENDING = timedelta(hours=24)


def _signed_in(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied("Sign in first.")
    return request.user


def writer(request: HttpRequest) -> Player:
    """The person who signs what this request writes."""
    user = _signed_in(request)
    if not user.may_write or user.player is None:
        raise PermissionDenied("Only members of the family write here.")
    return user.player


def game(request: HttpRequest, game_id: UUID) -> Game:
    """A game that this person may see."""
    found = Game.objects.with_table().filter(id=game_id).first()
    if found is None:
        raise Http404
    return found


def game_to_write(request: HttpRequest, game_id: UUID) -> tuple[Game, Player]:
    """A game that this person may add to, and the person."""
    return game(request, game_id), writer(request)


def may_amend(request: HttpRequest, game: Game) -> bool:
    """May this person's entries change the game? An open one: every member's. A finished one:
    an admin's, and its scorekeeper's for a day; what others hand in is kept as a proposal.
    """
    user = _signed_in(request)
    if game.finished_at is None or user.role == Role.ADMIN:
        return True
    kept_score = user.player_id == game.scorekeeper_id
    return kept_score and timezone.now() - game.finished_at < AMENDING


def version(request: HttpRequest, game_id: UUID) -> int:
    """The version of a game that this person may see: one query."""
    found = Game.objects.filter(id=game_id).values_list("version", flat=True).first()
    if found is None:
        raise Http404
    return found


def photo(request: HttpRequest, photo_id: UUID) -> Photo:
    """A photo that is not taken down."""
    found = Photo.objects.select_related("game").filter(id=photo_id, taken_down_at=None).first()
    if found is None:
        raise Http404
    return found
