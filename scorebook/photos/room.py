"""How much room each person's photos take, of what a person has; those in the bin count as well."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings

from scorebook.models import Photo, Player
from scorebook.photos import storage
from scorebook.photos.images import NotKept

MEGABYTE = 1_000_000
FULL = (
    "Your photos fill the {} MB that a person has here. Put some of them in the bin; after thirty "
    "days there is room again. Or ask whoever runs the scorebook for more."
)


@dataclass(frozen=True, slots=True)
class Room:
    """What somebody's photos take, in bytes; `unposted` of the photos were never posted."""

    player: Player
    photos: int
    unposted: int
    taken: int

    @property
    def megabytes(self) -> int:
        return -(-self.taken // MEGABYTE)


def check(player: Player) -> None:
    """Raises NotKept where this person's photos take all that a person has."""
    if of(player).taken >= settings.PHOTOS_PER_PERSON * MEGABYTE:
        raise NotKept(FULL.format(settings.PHOTOS_PER_PERSON))


def of(player: Player) -> Room:
    posted = dict(Photo.objects.filter(added_by=player).values_list("id", "posted_at"))
    unposted = list(posted.values()).count(None)
    return Room(player, len(posted), unposted, storage.weight(posted))


def of_everybody() -> list[Room]:
    """Of whoever has photos here, the most first."""
    people = Player.objects.filter(id__in=Photo.objects.values("added_by"))
    return sorted(map(of, people), key=lambda room: (-room.taken, room.player.name))
