"""From the database to the plain rows that measures and pages ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery

from scorebook.models import Photo, Player, RuleSet, Seat, Tally
from scorebook.models.games import GameStatus, Sentence
from scorebook.models.photos import Side
from scorebook.stats.measures import Row


def tally_rows() -> list[Row]:
    fields = ("player_id", "player__name", "family", "year", "games", "won", "lost")
    return [Row(*values) for values in Tally.objects.values_list(*fields)]


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
    """The newest photo of each player that stands on this side.

    A photo of an overturned game shows whoever won or lost before; one whose loser chose the dunce
    card instead is not for the boards.
    """
    newest = dict(
        Player.objects.filter(id__in=players)
        .annotate(newest=Subquery(_photos_of(side).values("id")[:1]))
        .values_list("id", "newest")
    )
    photos = Photo.objects.in_bulk([photo for photo in newest.values() if photo])
    dunces = set(_dunces(side, players))
    return {
        player: Portrait(photos.get(photo), player in dunces) for player, photo in newest.items()
    }


def _photos_of(side: Side) -> QuerySet[Photo]:
    """Standing photos of the outer query's player on this side, newest first."""
    decided = "game__seats__won" if side is Side.WINNER else "game__seats__lost"
    photos = Photo.objects.filter(
        **{"game__seats__player": OuterRef("id"), decided: True},
        side=side,
        taken_down_at=None,
        game__status=GameStatus.FINISHED,
        game__overturned=False,
    )
    if side is Side.LOSER:
        photos = photos.exclude(game__sentence=Sentence.DUNCE)
    return photos.order_by("-game__played_on", "-added_at")


def _dunces(side: Side, players: Collection[UUID]) -> Iterable[UUID]:
    """Who chose the dunce card at least once; nobody does for winning."""
    if side is Side.WINNER:
        return ()
    lost = Seat.objects.filter(lost=True, player__in=players, game__sentence=Sentence.DUNCE)
    return lost.order_by().values_list("player_id", flat=True).distinct()
