"""Putting photos up and taking them down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from scorebook.models import Game, Photo, Player, Seat
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.photos import images, storage
from scorebook.photos.images import PhotoRefused


def add_photo(
    *,
    game: Game,
    side: Side,
    file: IO[bytes],
    by: Player,
    id: UUID | None = None,
    people: Iterable[Player] = (),
    even_so: bool = False,
) -> Photo:
    """Put a photo of the winner or the loser up; one of the same people comes down and is kept.

    `id` makes a repeated call harmless: the photo that has it already is the answer. `people`: who
    the sender saw on this side, where that is known. `even_so`: the loser is a child, and whoever
    sends the photo has asked. Raises PhotoRefused.
    """
    id = id or uuid4()
    if earlier := _with_id(id, game, side):
        return earlier
    seats = _seats_for(game, side, even_so)
    _check_still(seats, [person.id for person in people] or _players(seats))
    safe = images.make_safe(file.read(images.MOST_BYTES + 1))
    with storage.written(safe.jpegs) as folder, transaction.atomic():
        now = Game.objects.with_table().select_for_update(of=("self",)).get(id=game.id)
        if earlier := _with_id(id, game, side):  # the same photo, sent twice at once
            return earlier
        _check_still(now.seats_on(side), _players(seats))
        storage.keep(folder, id)
        if standing := now.photo(side):
            take_down(standing)
        posted = {"width": safe.width, "height": safe.height, "posted_at": timezone.now()}
        alt = _alt(game, side, seats)
        photo = Photo.objects.create(id=id, game=game, side=side, alt=alt, added_by=by, **posted)
        photo.people.set([seat.player for seat in seats])
        return photo


def take_down(photo: Photo) -> None:
    """Nobody sees the photo any more; the row and the files stay."""
    Photo.objects.filter(id=photo.id, taken_down_at=None).update(taken_down_at=timezone.now())


def asks_first(game: Game, side: Side) -> bool:
    """Whether a photo of this side needs somebody to have asked: a child has lost."""
    return side == Side.LOSER and any(seat.player.is_child for seat in game.seats_on(side))


def _with_id(id: UUID, game: Game, side: Side) -> Photo | None:
    photo = Photo.objects.filter(id=id).first()
    if photo and (photo.game_id, photo.side) != (game.id, side):
        raise PhotoRefused("That photo was meant for another place. Choose it again.")
    return photo


def _seats_for(game: Game, side: Side, even_so: bool) -> list[Seat]:
    seats = game.seats_on(side)
    if not seats:
        raise PhotoRefused(f"This game has no {side.label.lower()} to photograph.")
    if asks_first(game, side) and not even_so:
        raise PhotoRefused("A child lost. The photo stays away unless you say that you asked.")
    return seats


def _players(seats: Iterable[Seat]) -> list[UUID]:
    return [seat.player_id for seat in seats]


def _check_still(seats: Iterable[Seat], players: Iterable[UUID]) -> None:
    """A correction must not put a face under another one's name while the photo is on its way."""
    if set(_players(seats)) != set(players):
        raise PhotoRefused("The result has changed meanwhile. Look who it is, and choose again.")


def _alt(game: Game, side: Side, seats: list[Seat]) -> str:
    shown = names([seat.player for seat in seats])
    day = f"{game.played_on.day} {game.played_on:%B %Y}"
    return f"{shown[:120]}, {side.label.lower()} on {day}, {seats[0].total} points"
