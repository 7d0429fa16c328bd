"""Photos that go from the walls: hidden by whoever is in them, binned by whoever added them."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.models import Photo
from scorebook.photos import room, services


@require_GET
def photo_bin(request: HttpRequest) -> HttpResponse:
    """What this person may put back, show again, or say yes to."""
    user = access.reader(request)
    seen = Photo.objects.seen_by(user).with_people().newest_first()
    context = {
        "binned": seen.binned().added_or_run_by(user) if user.may_write else [],
        "hidden": seen.filter(hidden_by=user.player_id, hidden_at__isnull=False),
        "uncleared": seen.uncleared(),
        "room": settings.PHOTOS_PER_PERSON,
        "mine": room.of(user.player) if user.player and user.may_write else None,
        "everybody": room.of_everybody() if user.is_admin else [],
    }
    return render(request, "photos/bin.html", context)


@require_POST
def hide_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found, me = access.photo_of_me(request, photo_id)
    services.hide(found, by=me)
    messages.success(request, "Hidden. Only you can have it shown again.")
    return redirect("photo_bin")


@require_POST
def show_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found, me = access.photo_of_me(request, photo_id)
    if not services.show(found, by=me):
        raise PermissionDenied("Only whoever hid the photo has it shown again.")
    return redirect("photo_page", found.id)


@require_POST
def take_down_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found, by = access.own_photo(request, photo_id)
    services.take_down(found, by=by)
    messages.success(request, "The photo is in the bin, for thirty days.")
    return redirect("game_over", found.game_id) if found.game_id else redirect("wall")


@require_POST
def restore_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found, by = access.own_photo(request, photo_id)
    services.restore(found, by=by)
    return redirect("photo_page", found.id)


@require_POST
def clear_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    by = access.admin(request)
    found = access.photo(request, photo_id)
    services.clear(found, by=by)
    messages.success(request, "The photo may be seen.")
    return redirect("photo_page", found.id)
