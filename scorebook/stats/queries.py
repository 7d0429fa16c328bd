"""From the database to the plain rows that measures and pages ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from scorebook.models import Photo, RuleSet, Seat, Tally
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.stats.measures import Row


def tally_rows(*, retired: bool) -> list[Row]:
    """Of whoever plays on, and where asked for of those who retired or are remembered as well."""
    fields = ("player_id", "player__name", "family", "year", "games", "won", "lost")
    rows = Tally.objects.all() if retired else Tally.objects.playing()
    rows = rows.exclude(family=ALL_FAMILIES).exclude(year=ALL_YEARS)
    return [Row(*values) for values in rows.values_list(*fields)]


def some_are_gone() -> bool:
    """Does it make a difference whether those who retired or are remembered stand on a board?"""
    gone = Q(player__retired_on__isnull=False) | Q(player__in_memory=True)
    return Tally.objects.filter(gone).exists()


def family_names(families: Iterable[str]) -> dict[str, str]:
    """What each rule family is called: the name of its first version."""
    versions = RuleSet.objects.filter(family__in=set(families)).order_by("-id")
    names = dict(versions.values_list("family", "name"))
    return dict(sorted(names.items(), key=lambda item: item[1]))


@dataclass(frozen=True, slots=True)
class Portrait:
    """How a board shows somebody: the photo, else the dunce mark, else the initial."""

    photo: Photo | None
    dunce: bool


def portraits(side: Side, players: Collection[UUID]) -> dict[UUID, Portrait]:
    """The newest photo on this side that shows each player, of games whose result it still tells.

    One whose loser chose the dunce card instead is not for the boards.
    """
    photos = _newest_photos(side)
    dunces = set(_dunces(side, players))
    return {player: Portrait(photos.get(player), player in dunces) for player in players}


def _newest_photos(side: Side) -> dict[UUID, Photo]:
    photos = Photo.objects.up().filter(side=side, game__isnull=False)
    photos = photos.select_related("game").with_people().prefetch_related("game__seats")
    if side is Side.LOSER:
        photos = photos.exclude(game__sentence=Sentence.DUNCE)
    return {
        person.id: photo
        for photo in photos.order_by("game__played_on", "added_at")
        if photo.game and photo.is_of(seat.player_id for seat in photo.game.seats_on(side))
        for person in photo.subjects.all()
    }


def _dunces(side: Side, players: Collection[UUID]) -> Iterable[UUID]:
    """Who chose the dunce card at least once; nobody does for winning, and a child's is no mark."""
    if side is Side.WINNER:
        return ()
    lost = Seat.objects.filter(lost=True, player__in=players, game__sentence=Sentence.DUNCE)
    lost = lost.exclude(player__is_child=True)
    return lost.order_by().values_list("player_id", flat=True).distinct()
