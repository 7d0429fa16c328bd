"""Putting photos up and taking them away: stored first, posted then, binned before they go."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import IO, Protocol
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from scorebook.models import Deed, Game, Photo, Player, Seat
from scorebook.models.deeds import About
from scorebook.models.photos import Side
from scorebook.photos import images, room, storage
from scorebook.photos.images import PhotoRefused
from scorebook.photos.words import alt_of, alt_with

CHUNK = 64 * 1024


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def add_photo(
    *,
    game: Game,
    side: Side,
    file: IO[bytes],
    by: Player,
    id: UUID | None = None,
    people: Iterable[Player] = (),
    others: Iterable[Player] = (),
) -> Photo:
    """Store and post in one go. Raises PhotoRefused."""
    seen = list(people) or [seat.player for seat in game.seats_on(side)]
    stored = store_photo(id=id or uuid4(), file=file, by=by)
    return post_photo(id=stored.id, by=by, game=game, side=side, people=seen, others=others)


def store_photo(*, id: UUID, file: Readable, by: Player) -> Photo:
    """Keep a photo that nobody else sees before it is posted. The same bytes under the same id are
    the same photo. Raises PhotoRefused, NotKept where there is no room.
    """
    data = _read(file)
    sha256 = hashlib.sha256(data).hexdigest()
    if earlier := Photo.objects.filter(id=id).first():
        return _the_same(earlier, sha256, by)
    room.check(by)  # before the work; and again where the row is made, one after another
    safe = images.make_safe(data)
    row = {"width": safe.width, "height": safe.height, "sha256": sha256, "added_by": by}
    with storage.written(safe.jpegs) as folder, transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(id=by.id)
        photo, new = Photo.objects.get_or_create(id=id, defaults=row)
        if new:
            room.check(by)
            storage.keep(folder, id)
    return _the_same(photo, sha256, by)


def post_photo(
    *,
    id: UUID,
    by: Player,
    game: Game | None = None,
    side: Side | None = None,
    people: Iterable[Player] = (),
    others: Iterable[Player] = (),
    caption: str = "",
) -> Photo:
    """Put a stored photo where the family sees it. The same twice is one; posted with other words
    before, it stays as it is and PhotoRefused is raised.

    With a side, `people` are whom the sender saw there, where that is known, and the sender's
    earlier photo of the same people goes to the bin; another's stays on the wall. Without one it
    is of nobody in particular. `others` are in it as well. Raises PhotoRefused.
    """
    place = (game.id if game else None, side or "")
    with transaction.atomic():
        photo = Photo.objects.select_for_update().filter(id=id, added_by=by).first()
        if photo is None:
            raise PhotoRefused("That photo is not here. Choose it again.")
        if photo.posted_at:
            if (photo.game_id, photo.side) != place:
                raise PhotoRefused("That photo was meant for another place. Choose it again.")
            return _as_posted(photo, {*people, *others}, caption)
        photo.game, photo.side, photo.caption = game, side or "", caption
        photo.posted_at, seen = timezone.now(), list(people)
        subjects = _take_the_place(game, side, seen, by) if game and side else []
        others = [one for one in dict.fromkeys([*seen, *others]) if one not in subjects]
        photo.alt = alt_of(photo, subjects, others)
        photo.save()
        photo.subjects.set(subjects)
        photo.people.set([*subjects, *others])
        _note("put up", photo, by)
    return photo


@transaction.atomic
def edit_photo(photo: Photo, *, by: Player, alt: str, caption: str, others: list[Player]) -> None:
    """`others` are in it besides those whom it is of. `alt` left as it was goes on to name them.
    A child more in a loser's photo needs an admin's yes anew.
    """
    before = photo.others
    if alt == photo.alt:
        alt = alt_with(photo, before, others)
    Photo.objects.filter(id=photo.id).update(alt=alt, caption=caption)
    photo.people.set([*photo.subjects.all(), *others])
    if any(one.is_child for one in others if one not in before):
        Photo.objects.filter(id=photo.id).update(cleared_by=None)
    if (alt, caption) != (photo.alt, photo.caption):
        _note("changed the words of", photo, by)
    for one in set(before) ^ set(others):
        is_in_it = "is" if one in others else "is not"
        said = f"said that {one.name} {is_in_it} in the photo “{photo.alt}”"
        Deed.objects.note(About.PHOTOS, said, by=by, of=one)


@transaction.atomic
def take_down(photo: Photo, *, by: Player) -> None:
    """To the bin: the row and the files stay for thirty days."""
    up = Photo.objects.filter(id=photo.id, taken_down_at=None)
    if up.update(taken_down_at=timezone.now(), taken_down_by=by):
        _note("binned", photo, by)


@transaction.atomic
def restore(photo: Photo, *, by: Player) -> None:
    if Photo.objects.binned().filter(id=photo.id).update(taken_down_at=None, taken_down_by=None):
        _note("put back", photo, by)


@transaction.atomic
def hide(photo: Photo, *, by: Player) -> None:
    if Photo.objects.filter(id=photo.id, hidden_at=None).update(
        hidden_at=timezone.now(), hidden_by=by
    ):
        _note("hid", photo, by)


@transaction.atomic
def show(photo: Photo, *, by: Player) -> bool:
    """Whoever hid it, and nobody else, has it shown again."""
    mine = Photo.objects.filter(id=photo.id, hidden_by=by, hidden_at__isnull=False)
    if not mine.update(hidden_at=None, hidden_by=None):
        return False
    _note("no longer hides", photo, by)
    return True


@transaction.atomic
def clear(photo: Photo, *, by: Player) -> None:
    """An admin says that the children in it may be seen."""
    if Photo.objects.uncleared().filter(id=photo.id).update(cleared_by=by):
        _note("let be seen", photo, by)


@transaction.atomic
def purge() -> int:
    """Files and rows of all that is too old to be put back; returns how many photos. Where this is
    cut short the rows stay, and lead to the files the next time.
    """
    gone = Photo.objects.select_for_update().gone()
    ids = list(gone.values_list("id", flat=True))
    for id in ids:
        storage.remove(id)
    Photo.objects.filter(id__in=ids).delete()
    if ids:
        photos = f"{len(ids)} photo{'s' * (len(ids) > 1)}"
        text = f"deleted {photos} for good, from the bin or never posted"
        Deed.objects.note(About.PHOTOS, text, by=None)
    return len(ids)


def _read(file: Readable) -> bytes:
    """All of it, piece by piece, and no more than is allowed."""
    data = bytearray()
    while piece := file.read(CHUNK):
        data += piece
        if len(data) > images.MOST_BYTES:
            raise PhotoRefused(images.REASONS["bytes"])
    return bytes(data)


def _the_same(photo: Photo, sha256: str, by: Player) -> Photo:
    if photo.sha256 != sha256 or photo.added_by_id != by.id:
        raise PhotoRefused("Another photo was sent as this one. Choose it again.")
    return photo


def _as_posted(photo: Photo, seen: set[Player], caption: str) -> Photo:
    if caption != photo.caption or seen | {*photo.subjects.all()} != {*photo.people.all()}:
        raise PhotoRefused("That photo was posted before, with other words. Change them there.")
    return photo


def _take_the_place(game: Game, side: Side, seen: list[Player], by: Player) -> list[Player]:
    """Whoever is on this side now, if they are whom the sender saw: a correction must not put a
    face under another one's name while the photo is on its way.
    """
    seats: list[Seat] = game.seats_on(side)
    games = Game.objects.with_table().select_for_update(of=("self",), no_key=True)
    now = games.get(id=game.id)
    if not seats:
        raise PhotoRefused(f"This game has no {side.label.lower()} to photograph.")
    expected = {person.id for person in seen} or {seat.player_id for seat in seats}
    if expected != {seat.player_id for seat in now.seats_on(side)}:
        raise PhotoRefused("The result has changed meanwhile. Look who it is, and choose again.")
    if (standing := now.photo(side)) and standing.added_by_id == by.id:
        take_down(standing, by=by)
    return [seat.player for seat in now.seats_on(side)]


def _note(did: str, photo: Photo, by: Player) -> None:
    Deed.objects.note(About.PHOTOS, f"{did} the photo “{photo.alt}”", by=by)
