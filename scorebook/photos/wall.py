"""The walls: winners, losers, everything; and one photo with what is said of it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from scorebook import access
from scorebook.models import Family, Photo
from scorebook.models.photos import Side
from scorebook.photos import images, services, storage
from scorebook.photos.forms import EditForm

ON_A_PAGE = 24
CHUNK = 64 * 1024


@require_GET
def wall(request: HttpRequest) -> HttpResponse:
    access.reader(request)
    walls = [("winner", "Winners"), ("loser", "Losers"), ("everything", "Everything")]
    if not Family.objects.get().loser_photos:
        walls.pop(1)
    asked = request.GET.get("side")
    side = asked if asked in dict(walls) else "winner"
    photos = Photo.objects.up().select_related("game").with_people().newest_first()
    if side in Side.values:
        photos = photos.standing().filter(side=side)
    page = Paginator(photos, ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "photos/wall.html", {"page": page, "side": side, "walls": walls})


@require_GET
def photo_page(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found = access.photo(request, photo_id)
    user = access.reader(request)
    context = {
        "photo": found,
        "in_it": user.player in found.people.all(),
        "own": user.may_write and (user.is_admin or found.added_by_id == user.player_id),
    }
    return render(request, "photos/photo.html", context)


@require_http_methods(["GET", "POST"])
def edit_photo(request: HttpRequest, photo_id: UUID) -> HttpResponse:
    found, by = access.own_photo(request, photo_id)
    form = EditForm.of(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        said = {**form.cleaned_data, "others": list(form.cleaned_data["others"])}
        services.edit_photo(found, by=by, **said)
        return redirect("photo_page", found.id)
    return render(request, "photos/edit_photo.html", {"photo": found, "form": form})


@require_GET
def my_photos(request: HttpRequest) -> StreamingHttpResponse:
    """All that this person is in or added, as large as they are kept, in one zip."""
    user = access.reader(request)
    mine = Q(people=user.player_id) | Q(added_by=user.player_id)
    photos = Photo.objects.seen_by(user).posted().filter(mine).distinct().newest_first()
    headers = {"Content-Disposition": 'attachment; filename="my-photos.zip"'}
    return StreamingHttpResponse(zipped(photos), content_type="application/zip", headers=headers)


class Pipe:
    """What a zip is written to, taken away piece by piece."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, piece: bytes) -> int:
        self.pieces.append(bytes(piece))
        return len(piece)

    def flush(self) -> None:
        pass

    def taken(self) -> bytes:
        pieces, self.pieces = self.pieces, []
        return b"".join(pieces)


def zipped(photos: Iterable[Photo]) -> Iterator[bytes]:
    """The photos as a zip; one piece of one photo is held at a time. Files that are gone are left
    out.
    """
    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:  # type: ignore[call-overload]
        for photo in photos:
            path = storage.path_of(photo.id, images.SIZES[-1])
            if not path.exists():
                continue
            name = f"{photo.added_at:%Y-%m-%d} {photo.id}.jpg"
            with path.open("rb") as file, archive.open(name, "w") as member:
                while piece := file.read(CHUNK):
                    member.write(piece)
                    yield pipe.taken()
    yield pipe.taken()
