"""Showing, adding and taking down photos of a game."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_GET, require_POST

from scorebook import access
from scorebook.models import Photo, ShareLink
from scorebook.models.doors import digest
from scorebook.models.photos import Side
from scorebook.photos import images, services, storage
from scorebook.photos.forms import PhotoForm

# The bytes began as a stranger's file: whatever a browser makes of them, it may do nothing.
# A photo under an address never changes, so a browser that has it need not ask again.
HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@require_GET
def photo(request: HttpRequest, photo_id: UUID, size: int) -> HttpResponse:
    return _file(access.photo(request, photo_id), size, HEADERS)


def _file(found: Photo, size: int, headers: dict[str, str]) -> HttpResponse:
    if size not in images.SIZES:
        raise Http404
    try:
        jpeg = storage.path_of(found.id, size).read_bytes()
    except FileNotFoundError as problem:
        raise Http404 from problem
    return HttpResponse(jpeg, content_type="image/jpeg", headers=headers)


@login_not_required
@require_GET
def shared_photo(request: HttpRequest, token: str, photo_id: UUID) -> HttpResponse:
    """A photo of a game that is shared with its photos, for whoever has the link."""
    link = ShareLink.objects.standing().filter(token_hash=digest(token), with_photos=True).first()
    found = Photo.objects.up().filter(id=photo_id, game=link.game_id).first() if link else None
    if found is None:
        raise Http404
    return _file(found, 640, HEADERS | {"Cache-Control": "private, no-store"})


@require_POST
def add_photo(request: HttpRequest, game_id: UUID, side: str) -> HttpResponse:
    game, author = access.game_to_write(request, game_id)
    if side not in Side.values:
        raise Http404
    form = PhotoForm(request.POST, request.FILES)
    if form.is_valid():
        sent = form.cleaned_data
        try:
            services.add_photo(
                game=game,
                side=Side(side),
                file=sent["photo"],
                by=author,
                id=sent["id"],
                people=sent["people"],
                even_so=sent["even_so"],
            )
        except images.PhotoRefused as refused:
            messages.error(request, str(refused))
    else:
        messages.error(request, str(next(iter(form.errors.values()))[0]))
    return redirect("game_over", game.id)


@require_POST
def take_down_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    """For everybody of the family: who is in a photo need not ask, nor have a login that writes."""
    found = get_object_or_404(Photo, id=photo_id, game__isnull=False)
    game = access.game(request, cast(UUID, found.game_id))
    services.take_down(found)
    messages.success(request, "The photo is down.")
    return redirect("game_over", game.id)
