"""What templates need to show a photo, or the place for one."""

from collections.abc import Iterator
from uuid import UUID, uuid4

from django import template

from scorebook.models import Game, Photo, Seat
from scorebook.models.photos import Side
from scorebook.photos.images import SIZES

register = template.Library()


@register.filter
def sources(photo: Photo) -> Iterator[tuple[int, int]]:
    """Each stored size of a photo with the width in pixels that its file has."""
    longer = max(photo.width, photo.height)
    for size in SIZES:
        yield size, max(1, round(photo.width * min(1, size / longer)))


@register.simple_tag
def new_id() -> UUID:
    """The id that a photo will have: a form that is sent twice sends it twice."""
    return uuid4()


@register.simple_tag
def seats_on(game: Game, side: str) -> list[Seat]:
    """Whoever a photo of this side would show."""
    return game.seats_on(Side(side))


@register.simple_tag
def seats_besides(game: Game, side: str) -> list[Seat]:
    """Who else sat there, and may be in the photo too."""
    return [seat for seat in game.seats.all() if not seat.is_on(Side(side))]


@register.simple_tag
def waits_for_yes(game: Game, side: str) -> bool:
    """Whether an admin has to say yes to a photo of this side: a child has lost."""
    seats = game.seats_on(Side(side))
    return side == Side.LOSER and any(seat.player.is_child for seat in seats)
