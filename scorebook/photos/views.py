"""The files of photos, for the family and for whoever has a link."""

from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_GET

from scorebook import access, limits
from scorebook.models import Photo, ShareLink
from scorebook.photos import images, storage

# The bytes began as a stranger's file: whatever a browser makes of them, it may do nothing.
# A photo under an address never changes, but it may be hidden: a browser that has it asks each time
# whether it may still show it, and is told so without the bytes.
HEADERS = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@require_GET
def photo(request: HttpRequest, photo_id: UUID, size: int) -> HttpResponse:
    found, tag = access.photo_file(request, photo_id), f'"{photo_id}-{size}"'
    if size not in images.SIZES:
        raise Http404
    headers = HEADERS | {"ETag": tag}
    if get_conditional_response(request, etag=tag):
        return HttpResponseNotModified(headers=headers)
    return _file(found, size, headers)


def _file(found: Photo, size: int, headers: dict[str, str]) -> HttpResponse:
    try:
        jpeg = storage.path_of(found.id, size).read_bytes()
    except FileNotFoundError as problem:
        raise Http404 from problem
    return HttpResponse(jpeg, content_type="image/jpeg", headers=headers)


@login_not_required
@require_GET
def shared_photo(request: HttpRequest, token: str, photo_id: UUID) -> HttpResponse:
    """The winner or loser of a game that is shared with its photos, for whoever has the link."""
    link = ShareLink.objects.filter(with_photos=True, game__isnull=False).opened_by(token)
    if link is None:
        return limits.wrong_link(request)
    shown = Photo.objects.up().exclude(side="").filter(game=link.game_id)
    found = shown.filter(id=photo_id).first()
    if found is None:
        raise Http404
    return _file(found, 640, HEADERS | {"Cache-Control": "private, no-store"})
