"""Photos: who sees one, whose it is, and who is in it."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest

from scorebook.access.people import reader, writer
from scorebook.models import Photo, Player


def photo(request: HttpRequest, photo_id: UUID) -> Photo:
    """A photo that this person may see."""
    seen = Photo.objects.seen_by(reader(request)).select_related("game", "added_by")
    return _found(seen.with_people().prefetch_related("game__seats"), photo_id)


def photo_file(request: HttpRequest, photo_id: UUID) -> Photo:
    """The same for one of its files: a wall asks for many, so only the row and in one query."""
    return _found(Photo.objects.seen_by(reader(request)), photo_id)


def _found(seen: QuerySet[Photo], photo_id: UUID) -> Photo:
    found = seen.filter(id=photo_id).first()
    if found is None:
        raise Http404
    return found


def own_photo(request: HttpRequest, photo_id: UUID) -> tuple[Photo, Player]:
    """A photo that this person added, or any for an admin; and who does something to it."""
    found, by = photo(request, photo_id), writer(request)
    if found.added_by_id != by.id and not reader(request).is_admin:
        raise PermissionDenied("Whoever added the photo does that, or an admin.")
    return found, by


def photo_of_me(request: HttpRequest, photo_id: UUID) -> tuple[Photo, Player]:
    """A photo that this person is in. To hide it, nobody needs a login that writes."""
    found, me = photo(request, photo_id), reader(request).player
    if me is None or me not in found.people.all():
        raise PermissionDenied("Only whoever is in the photo hides it.")
    return found, me
