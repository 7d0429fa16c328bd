"""Somebody's charts: places and rating over the newest games, and points a round by contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count
from django.urls import reverse

from scorebook.models import RatedGame, Seat
from scorebook.stats.charts import Axis, Bar, BarChart, Line, LineChart
from scorebook.stats.measures import give_or_take
from scorebook.stats.own_games import OwnGames
from scorebook.stats.profile import contracts, rules_of
from scorebook.stats.rivals import OwnContract
from scorebook.stats.rounding import rounded
from scorebook.stats.showing import Picture

NEWEST = 50  # games
MOST_TICKS = 5


@dataclass(frozen=True, slots=True)
class Sat:
    """A finished game of somebody: their place in it, of how many who stayed to the end; their
    rating after it, None where none is known, and how far it may be off.
    """

    day: date
    place: int | None
    of: int
    rating: float | None = None
    unsure: float = 0.0


def newest(own: OwnGames) -> list[Sat]:
    """The oldest of them first. Three queries, which grow with nothing."""
    seats = own.seats.reverse()[:NEWEST]
    rows: list[Any] = list(seats.values_list("game_id", "played_on", "place"))[::-1]
    here = {"game__in": [game for game, *_ in rows]}
    stayed = Seat.objects.filter(**here, place__isnull=False).order_by()
    counts: Any = stayed.values_list("game").annotate(count=Count("id"))
    columns = ("mu", "sigma") if own.family else ("overall_mu", "overall_sigma")
    told: Any = RatedGame.objects.filter(**here, player=own.player).values_list("game", *columns)
    of = dict(counts)
    ratings = {game: (mu, give_or_take(sigma)) for game, mu, sigma in told}
    return [
        Sat(day, place, of.get(game, 0), *ratings.get(game, (None, 0.0)))
        for game, day, place in rows
    ]


def places(own: OwnGames, games: Sequence[Sat]) -> Picture | None:
    """Nothing before the second game."""
    ended = [(game, game.place) for game in games if game.place]
    if len(ended) < 2:
        return None
    points = tuple((number, place) for number, (_, place) in enumerate(ended, 1))
    best = min(place for _, place in ended)
    return Picture(
        chart=LineChart(
            _title("Places, game by game", games),
            (Line(own.player.short_name, points),),
            Axis("", day_ticks([game.day for game, _ in ended])),
            Axis("Place", _every(max(place for _, place in ended)), downwards=True),
        ),
        address=_address("places_chart", own),
        told=f"{len(ended)} games, best place {best}, newest {ended[-1][1]} of {ended[-1][0].of}.",
        head=("Day", "Place", "Of"),
        rows=[(game.day, place, game.of) for game, place in reversed(ended)],
    )


def rating(own: OwnGames, games: Sequence[Sat]) -> Picture | None:
    """Nothing before the second rated game, and nothing of some games alone: it is of all by these
    rules.
    """
    rated = [(game, game.rating) for game in games if game.rating is not None]
    if own.rest or len(rated) < 2:
        return None
    band = [(mu - game.unsure, mu + game.unsure) for game, mu in rated]
    last = rated[-1]
    return Picture(
        chart=LineChart(
            _title("Rating, game by game", games),
            (
                Line(
                    own.player.short_name,
                    tuple((number, round(mu, 2)) for number, (_, mu) in enumerate(rated, 1)),
                    tuple((round(low, 2), round(high, 2)) for low, high in band),
                ),
            ),
            Axis("", day_ticks([game.day for game, _ in rated])),
            Axis("Rating, and how sure it is"),
        ),
        address=_address("rating_chart", own),
        told=f"In the end {last[1]:.1f}, give or take {last[0].unsure:.1f}.",
        head=("Day", "Rating", "Give or take"),
        rows=[(game.day, mu, game.unsure) for game, mu in reversed(rated)],
    )


def by_contract(own: OwnGames, found: Sequence[OwnContract]) -> Picture | None:
    """Costs, so that less is better by any rules. Nothing before the first round."""
    if not found:
        return None
    return Picture(
        chart=BarChart(
            "Points a round, by contract",
            tuple(
                Bar(one.words, float(one.average), rounded(one.average, 1), float(one.all_average))
                for one in found
            ),
            "Fewer are better",
            "everybody",
        ),
        address=_address("contracts_chart", own),
        told="; ".join(f"{one.words}: {rounded(one.average, 1)}" for one in found) + ".",
        head=("Contract", "Rounds", "Points", "Everybody"),
        rows=[(one.words, one.rounds, float(one.average), float(one.all_average)) for one in found],
    )


def contracts_of(own: OwnGames) -> list[OwnContract]:
    """By the newest rules of a family; none by all."""
    return contracts(own, rules_of(own.family))


def day_ticks(days: Sequence[date]) -> tuple[tuple[float, str], ...]:
    """Where the years begin among days that are counted from 1, or the months within one year;
    where they would be too near to one another only the later.

    Of 3 May and 4 June 2026: "May" at 1, "Jun" at 2.
    """
    years = len({day.year for day in days}) > 1
    said = [str(day.year) if years else f"{day:%b}" for day in days]
    ticks: list[tuple[float, str]] = []
    for number in range(len(said), 0, -1):
        begins = number == 1 or said[number - 1] != said[number - 2]
        if begins and (not ticks or ticks[-1][0] - number >= len(said) / MOST_TICKS):
            ticks.append((number, said[number - 1]))
    return tuple(reversed(ticks))


def _every(place: int) -> tuple[tuple[float, str], ...]:
    """All places down to this one."""
    return tuple((number, str(number)) for number in range(1, place + 1))


def _title(what: str, games: Sequence[object]) -> str:
    return f"{what}, the newest {NEWEST}" if len(games) == NEWEST else what


def _address(name: str, own: OwnGames) -> str:
    address = reverse(name, args=[own.player.id])
    return f"{address}?{own.address}" if own.address else address
