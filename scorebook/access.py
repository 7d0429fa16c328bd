"""Who may see or change what. Every function returns the object, or raises Http404 or PermissionDenied."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scorebook.models import Game, Photo, Player


def writer(request: HttpRequest) -> Player:
    """The person who signs what this request writes."""
    if not request.user.may_write:
        raise PermissionDenied("Only members of the family write here.")
    return request.user.player


def game(request: HttpRequest, game_id: UUID) -> Game:
    """A game that this person may see."""
    found = Game.objects.with_table().filter(id=game_id).first()
    if found is None:
        raise Http404
    return found


def game_to_write(request: HttpRequest, game_id: UUID) -> tuple[Game, Player]:
    """A game that this person may add to, and the person."""
    return game(request, game_id), writer(request)


def photo(request: HttpRequest, photo_id: UUID) -> Photo:
    """A photo that is not taken down."""
    found = Photo.objects.select_related("game").filter(id=photo_id, taken_down_at=None).first()
    if found is None:
        raise Http404
    return found
