"""The files of photos, for the family and for whoever has a link."""

from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from scorebook import access, limits
from scorebook.models import Photo, ShareLink
from scorebook.photos import images, storage

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
    link = ShareLink.objects.filter(with_photos=True, game__isnull=False).opened_by(token)
    if link is None:
        return limits.wrong_link(request)
    found = Photo.objects.up().filter(id=photo_id, game=link.game_id).first()
    if found is None:
        raise Http404
    return _file(found, 640, HEADERS | {"Cache-Control": "private, no-store"})
