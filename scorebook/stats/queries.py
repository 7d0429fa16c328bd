"""From the database to what the boards show besides their ranking."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber
from django.http import QueryDict

from scorebook.models import Family, Game, Photo, Player, RuleSet, Season, Seat, Tally
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.rules.variant import Variant
from scorebook.stats.filters import GamesFilter
from scorebook.stats.periods import Period, periods

OFFERED = 100  # people; a family has fewer
LATELY = 200  # games
DUNCES = 200  # cards, the newest of all
LOOKED_AT = 3  # photos of somebody, the newest first, until one still tells the result


def games_filter(
    asked: Mapping[str, Any], *, default_family: str = "", keep: Mapping[str, str] | None = None
) -> GamesFilter:
    """What the address chooses, among what there is to choose."""
    return GamesFilter(
        _as_today(asked),
        Game.objects.in_the_book(),
        families=families(),
        periods=_periods(),
        default_family=default_family,
        keep=keep,
    )


def _as_today(asked: Mapping[str, Any]) -> QueryDict:
    """An older address of the family's pages has the period as its `year`."""
    told = QueryDict(mutable=True)
    told.update(asked)
    if year := told.get("year"):
        told.setdefault("period", year)
    return told


def people_to_choose(filters: GamesFilter) -> list[Player]:
    """By name, as many as a page can hold, and whoever is chosen already."""
    first = list(Player.objects.known().by_name()[:OFFERED])
    chosen = filters.chosen.get("present", ())
    return first + [player for player in chosen if player not in first]


def places_and_occasions() -> tuple[list[str], list[str]]:
    """Those of the newest games, to choose from."""
    told = Game.objects.in_the_book().newest_first().values_list("place", "occasion")[:LATELY]
    places, occasions = zip(*told, strict=True) if told else ((), ())
    return sorted({*places} - {""}), sorted({*occasions} - {""})


def families() -> dict[str, str]:
    """The rule families of all games, each with its name."""
    played = RuleSet.objects.filter(
        Exists(Game.objects.in_the_book().filter(rule_set=OuterRef("pk")))
    )
    return RuleSet.objects.filter(family__in=played.values("family")).family_names()


def family_names(families: Iterable[str]) -> dict[str, str]:
    """What each rule family is called."""
    return RuleSet.objects.filter(family__in=set(families)).family_names()


def _periods() -> list[Period]:
    """The years from the newest game's back to the oldest one's, and what has a name."""
    days = Game.objects.in_the_book().values("played_on")
    # Not as least and greatest: for both at once SQLite goes through all games.
    ends = {way: Subquery(days.order_by(f"{way}played_on")[:1]) for way in ("", "-")}
    family = Family.objects.annotate(oldest=ends[""], newest=ends["-"]).get()
    oldest, newest = family.oldest, family.newest
    years = range(newest.year, oldest.year - 1, -1) if newest else ()
    return periods(family.today, years, Season.objects.all())


def most_played() -> str:
    """The rule family with the most seats in finished games; empty before the first."""
    # As the index of these has it, so that no other tallies are gone through.
    tallies = Tally.objects.filter(year=ALL_YEARS).exclude(family=ALL_FAMILIES)
    by_family = tallies.order_by().values("family").annotate(seats=Sum("games"))
    found = by_family.order_by("-seats", "family").first()
    return found["family"] if found else ""


def newest_rules(families: Iterable[str]) -> dict[str, Variant]:
    """By rule family what its newest version says."""
    versions = RuleSet.objects.filter(family__in=set(families)).order_by("id")
    return {version.family: version.rules for version in versions}


def sign_of(family: str) -> int:
    """1 where few points are good, by the newest rules of the family; -1 where many are."""
    rules = newest_rules([family]).get(family)
    return rules.sign if rules else 1


def some_are_gone() -> bool:
    """Does it make a difference whether those who retired or are remembered stand on a board?"""
    gone = Q(retired_on__isnull=False) | Q(in_memory=True)
    return Player.objects.filter(gone, tallies__isnull=False).exists()


@dataclass(frozen=True, slots=True)
class Portrait:
    """How a board shows somebody: the photo, else the dunce mark, else the initial."""

    photo: Photo | None
    dunce: bool


def portraits(side: Side, players: Collection[UUID]) -> dict[UUID, Portrait]:
    """The newest photo on this side that shows each player, of games whose result it still tells,
    if it is one of their newest three. One whose loser chose the dunce card instead is not for the
    boards.
    """
    photos = _newest_photos(side, players)
    dunces = set(_dunces(side))
    return {player: Portrait(photos.get(player), player in dunces) for player in players}


def _newest_photos(side: Side, players: Collection[UUID]) -> dict[UUID, Photo]:
    photos = Photo.objects.up().filter(side=side, game__isnull=False)
    if side is Side.LOSER:
        photos = photos.exclude(game__sentence=Sentence.DUNCE)
    newest = _newest_of_each(photos, players)
    shown = Photo.objects.select_related("game").with_people().prefetch_related("game__seats")
    found = shown.in_bulk({photo for photo, _ in newest})
    tell = {photo.id for photo in found.values() if photo.stands}
    oldest_first = reversed([(photo, player) for photo, player in newest if photo in tell])
    return {player: found[photo] for photo, player in oldest_first}


def _newest_of_each(photos: QuerySet[Photo], players: Collection[UUID]) -> list[tuple[UUID, UUID]]:
    """A few photos of each player, newest first: ids of both."""
    newest = (F("game__played_on").desc(), F("added_at").desc())
    number = Window(RowNumber(), partition_by="subjects", order_by=newest)
    of = photos.filter(subjects__in=players).annotate(number=number)
    few = of.filter(number__lte=LOOKED_AT).order_by("number")
    return list(few.values_list("id", "subjects"))


def _dunces(side: Side) -> Iterable[UUID]:
    """Who chose one of the newest dunce cards; nobody does for winning, and a child's is no
    mark.
    """
    if side is Side.WINNER:
        return ()
    dunces = Game.objects.in_the_book().filter(sentence=Sentence.DUNCE)
    chosen = dunces.order_by("-played_on").values("id")[:DUNCES]
    # Not of these players alone, or the database goes through all of their games.
    lost = Seat.objects.filter(lost=True, game__in=chosen)
    lost = lost.exclude(player__is_child=True)
    return lost.order_by().values_list("player_id", flat=True).distinct()
