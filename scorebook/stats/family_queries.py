"""From the database to the plain rows of the family's page and of its calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from uuid import UUID

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Mod

from scorebook.models import ContractTally, Game, Seat
from scorebook.models.games import GameStatus
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.stats.calendar import same_day
from scorebook.stats.contracts import Chair, Contract
from scorebook.stats.scope import Scope

SUMS = [Sum(of + what) for of in ("", "dealt_", "bought_") for what in ("rounds", "points", "out")]

NEWEST = 2000  # games that tell of a seat; nothing carries it along


def days(games: QuerySet[Game]) -> list[tuple[date, int]]:
    """The days with finished games among these, oldest first, and how many each has."""
    ended = games.filter(status=GameStatus.FINISHED).order_by("played_on")
    # Not of the ids: so an index tells all of it.
    return list(ended.values_list("played_on").annotate(games=Count("*")))


def years() -> range:
    """From the first finished game's to the last one's."""
    ended = Game.objects.finished().order_by("played_on").values_list("played_on", flat=True)
    first, last = ended.first(), ended.last()
    return range(first.year, last.year + 1) if first and last else range(0)


def contracts(family: str, year: int | None) -> list[Contract]:
    """Everybody's hands, by round."""
    tallies = ContractTally.objects.filter(family=family)
    if year:
        tallies = tallies.filter(year=year)
    rows = tallies.order_by("round", "pattern").values_list("round", "pattern").annotate(*SUMS)
    return [Contract.of(*row) for row in rows]


def chair(scope: Scope) -> Chair:
    """How the seat to the left of the first dealer did, in the newest games, of those who sat there
    from the first round to the end.
    """
    games = scope.games.newest_first().values("id")[:NEWEST]
    beside = Seat.objects.filter(game=OuterRef("game")).order_by()
    dealer = beside.filter(number=OuterRef("game__first_dealer")).values("position")
    people = beside.values("game").annotate(people=Count("id")).values("people")
    seats = Seat.objects.filter(game__in=games, first_round=1, place__isnull=False).order_by()
    seats = seats.annotate(dealer=Subquery(dealer), people=Subquery(people))
    seats = seats.filter(people__gt=1, position=Mod(F("dealer") + 1, F("people")))
    wins = Count("id", filter=Q(won=True))
    rows = seats.values_list("people").annotate(games=Count("id"), wins=wins)
    told = Chair()
    for people_there, number, won in rows:
        fair = told.fair + Fraction(number, people_there)
        told = Chair(told.games + number, told.won + won, fair)
    return told


@dataclass(frozen=True, slots=True)
class Remembered:
    """One game of this day in an earlier year."""

    game: UUID
    year: int
    winners: str
    losers: str
    title: str
    rules: str

    @classmethod
    def of(cls, game: Game) -> Remembered:
        """From a game fetched `with_table`."""
        winners, losers = (names([seat.player for seat in game.seats_on(side)]) for side in Side)
        rules = game.rule_set.name
        return cls(game.id, game.played_on.year, winners, losers, game.title, rules)


def on_this_day(today: date, most: int) -> list[Remembered]:
    """The newest games of this day in earlier years."""
    games = Game.objects.finished()
    first = games.order_by("played_on").values_list("played_on", flat=True).first()
    if first is None or first.year >= today.year:
        return []
    found = games.filter(played_on__in=same_day(today, first.year))
    return [Remembered.of(game) for game in found.newest_first().with_table()[:most]]
