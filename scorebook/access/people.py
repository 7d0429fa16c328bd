"""Who asks, and what their login lets them do; and the people that pages are about."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from scorebook.models import Player, User


def somebody(request: HttpRequest) -> User:
    """Whoever is signed in, if only to wait."""
    if not isinstance(request.user, User):
        raise PermissionDenied("Sign in first.")
    return request.user


def reader(request: HttpRequest) -> User:
    """Somebody of the family: whoever came in by an invitation and need not wait any more."""
    user = somebody(request)
    if not user.may_read:
        raise PermissionDenied("Wait until an admin has said who you are.")
    return user


def writer(request: HttpRequest) -> Player:
    """The person who signs what this request writes."""
    user = reader(request)
    if not user.may_write or user.player is None:
        raise PermissionDenied("Only members of the family write here.")
    return user.player


def admin(request: HttpRequest) -> Player:
    user = reader(request)
    if not user.is_admin or user.player is None:
        raise PermissionDenied("Only an admin does that.")
    return user.player


def player(request: HttpRequest, player_id: UUID) -> Player:
    reader(request)
    found = Player.objects.filter(id=player_id).first()
    if found is None:
        raise Http404
    return found


def known_player(request: HttpRequest, player_id: UUID) -> Player:
    """Somebody who was not found to be somebody else."""
    found = player(request, player_id)
    if found.merged_into_id:
        raise Http404
    return found
