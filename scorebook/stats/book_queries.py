"""From the database to the plain rows of a year's book."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, Sum

from scorebook.models import Game, Photo, Seat, Tally
from scorebook.models.games import Sentence
from scorebook.models.photos import Side
from scorebook.models.tallies import ALL_FAMILIES, ALL_YEARS
from scorebook.stats.record_queries import WHERE, best
from scorebook.stats.records import OF_GAMES, Broken, Holder, broken, first_of_each
from scorebook.stats.scope import whole
from scorebook.stats.year import Played

NEWEST_PHOTOS = 300


def played(year: int) -> list[Played]:
    """Every seat of the year's finished games, oldest game first, a game's seats together."""
    games = Game.objects.finished().filter(played_on__range=whole(year))
    seats = Seat.objects.filter(game__in=games).order_by(
        "game__played_on", "game__created_at", "game_id", "position"
    )
    rows = seats.values_list(
        *("game_id", "game__played_on", "game__occasion", "game__rule_set__name"),
        *("game__ended_early", "player_id", "player__name", "total", "place", "won", "lost"),
        "left_before",
    )
    return [Played(*row) for row in rows]


def tallies(year: int) -> list[Tally]:
    """Everybody's over all rule families, by name, with who they are."""
    rows = Tally.objects.over(year=year).select_related("player")
    return list(rows.order_by("player__name", "player_id"))


@dataclass(frozen=True, slots=True)
class Years:
    """By rule family, the most played first in this year: the bests of the year, and those of each
    year before; see records.Bests.
    """

    now: dict[str, dict[str, Any]]
    before: dict[str, list[dict[str, Any]]]


def bests(year: int) -> Years:
    tallies = Tally.objects.exclude(family=ALL_FAMILIES).filter(year__gt=ALL_YEARS, year__lte=year)
    measures = {kind.tallied: best(kind, kind.tallied) for kind in OF_GAMES}
    rows = tallies.order_by().values("family", "year").annotate(played=Sum("games"), **measures)
    found: list[dict[str, Any]] = [dict(row) for row in rows]
    now = sorted((row for row in found if row["year"] == year), key=lambda row: -row["played"])
    before: dict[str, list[dict[str, Any]]] = {row["family"]: [] for row in now}
    for row in found:
        if row["year"] < year and row["family"] in before:
            before[row["family"]].append(row)
    return Years({row["family"]: row for row in now}, before)


@dataclass(frozen=True, slots=True)
class Fallen:
    """A record of a rule family that fell, and to whom."""

    family: str
    broken: Broken
    holders: tuple[Holder, ...]


def fallen(year: int, years: Years) -> list[Fallen]:
    """One query, whatever fell."""
    which = [
        (family, one)
        for family, of_year in years.now.items()
        for one in broken(years.before[family], of_year)
    ]
    if not which:
        return []
    wanted = Q()
    for family, one in which:
        wanted |= Q(family=family, **{one.kind.column: one.value})
    columns = list({kind.column for kind in OF_GAMES})
    seats = Seat.objects.filter(wanted, counts=True, played_on__range=whole(year))
    rows = list(seats.order_by("played_on", "begun_at").values(*WHERE, "family", *columns))
    return [Fallen(family, one, _holders(rows, family, one)) for family, one in which]


def _holders(rows: Sequence[dict[str, Any]], family: str, one: Broken) -> tuple[Holder, ...]:
    theirs = [row for row in rows if row["family"] == family and row[one.kind.column] == one.value]
    return first_of_each(Holder(*(row[name] for name in WHERE)) for row in theirs)


def photos(year: int) -> list[Photo]:
    """The newest of those that the walls show, of games of this year, newest first, with who is in
    them and the seats of their games; none of a result that fell, nor of who took the dunce card.
    """
    found = Photo.objects.up().filter(game__played_on__range=whole(year))
    found = found.exclude(side=Side.LOSER, game__sentence=Sentence.DUNCE)
    found = found.select_related("game").with_people().prefetch_related("game__seats")
    newest_game_first = found.order_by("-game__played_on", "-added_at", "id")[:NEWEST_PHOTOS]
    return [photo for photo in newest_game_first if photo.stands]


def cover_photos(
    found: Sequence[Photo], side: Side, players: Collection[UUID]
) -> dict[UUID, Photo]:
    """The newest photo on this side that shows each of them, as far as there is one."""
    return {
        person.id: photo
        for photo in reversed(found)
        if photo.side == side
        for person in photo.subjects.all()
        if person.id in players
    }
