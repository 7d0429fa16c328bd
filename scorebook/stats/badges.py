"""Badges: what somebody did for the first time, and in which game.

Each is told of somebody's seats in finished games, the oldest first: of those that could have
earned it the first one did. The database stops looking where it is found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Abs

from scorebook.models import Seat

FAR_BEHIND = FAR_AHEAD = 100  # points
MANY = 100  # games

Seats = QuerySet[Seat]


class Earning(NamedTuple):
    """The finished game that did."""

    game: UUID
    played_on: date


@dataclass(frozen=True, slots=True)
class Badge:
    """`told` says what for; `game` earned it."""

    name: str
    told: str
    game: Earning


def first_win(seats: Seats) -> Seats:
    """The first game won. Lost, won, won: the second."""
    return seats.filter(won=True)


def three_in_a_row(seats: Seats) -> Seats:
    """The third win without another game between. Won, lost, won, won, won: the fifth."""
    earlier = Q(played_on__lt=OuterRef("played_on")) | Q(begun_at__lt=OuterRef("begun_at"))
    before = seats.filter(earlier, played_on__lte=OuterRef("played_on")).reverse().values("won")
    last, last_but_one = Subquery(before[:1]), Subquery(before[1:2])
    row = seats.filter(won=True).alias(last=last, last_but_one=last_but_one)
    return row.filter(last=True, last_but_one=True)


def won_from_last(seats: Seats) -> Seats:
    """Won, though last with half of the rounds or more over."""
    return seats.filter(won=True, from_last=True)


def far_behind(seats: Seats) -> Seats:
    """Won, though once a hundred behind: 105, not 95."""
    return seats.filter(won=True, comeback__gte=FAR_BEHIND)


def far_ahead(seats: Seats) -> Seats:
    """Won by a hundred or more over the next place: 100 to 200, not 100 to 195."""
    next_places = Seat.objects.filter(game=OuterRef("game"), place__gt=1).order_by("place")
    margin = Abs(F("total") - Subquery(next_places.values("total")[:1]))
    return seats.filter(won=True).alias(margin=margin).filter(margin__gte=FAR_AHEAD)


def clean(seats: Seats) -> Seats:
    """Every hand known by its cards, and no wild among them."""
    return seats.filter(clean_game=True)


def exact_cut(seats: Seats) -> Seats:
    """Cut exactly, once or more."""
    return seats.filter(cuts__gt=0)


def out_most(seats: Seats) -> Seats:
    """Out in more than half of the rounds of a game: 4 of 7, not 3 of 7 or 5 of 10."""
    return seats.filter(out__gt=F("rounds") - F("out"))


def out_always(seats: Seats) -> Seats:
    """Out in every round of a game of at least three."""
    return seats.filter(rounds__gte=3, out=F("rounds"))


def bought_nothing(seats: Seats) -> Seats:
    """Won without a single buy, by somebody who had bought before: 2 buys, then won with none. Who
    never buys, or is never asked, shows nothing by it.
    """
    bought = seats.filter(buys__gt=0)
    day, begun = (Subquery(bought.values(name)[:1]) for name in ("played_on", "begun_at"))
    later = Q(played_on__gt=day) | Q(played_on=day, begun_at__gt=begun)
    return seats.filter(later, won=True, buys=0)


def both_kinds(seats: Seats) -> Seats:
    """Won by two kinds of rules: the first win by another kind than the first win."""
    won = seats.filter(won=True)
    return won.exclude(family=Subquery(won.values("family")[:1]))


def hundred_games(seats: Seats) -> Seats:
    """The hundredth game, however it ended."""
    return seats[MANY - 1 : MANY]


BADGES: tuple[tuple[str, str, Callable[[Seats], Seats]], ...] = (
    ("First win", "Everybody has to start.", first_win),
    ("Three in a row", "Won three games running.", three_in_a_row),
    ("Last, then first", "Last with half of the rounds over, and won.", won_from_last),
    ("The long way back", f"Won from {FAR_BEHIND} behind.", far_behind),
    ("Out of reach", f"Won by {FAR_AHEAD} or more.", far_ahead),
    ("Clean hands", "Never left with a wild card in a whole game.", clean),
    ("Exact cut", "Cut to the card.", exact_cut),
    ("Mostly out", "Out in more than half of the rounds.", out_most),
    ("Always out", "Out in every round.", out_always),
    ("Kept the change", "Won without a buy.", bought_nothing),
    ("Two kinds", "Won by two kinds of rules.", both_kinds),
    ("A hundred games", "Sat down a hundred times.", hundred_games),
)


def earned(seats: Seats) -> list[Badge]:
    """All that somebody has earned, in the order of BADGES, by one query. `seats`: theirs in
    finished games, the oldest first.
    """
    firsts = [
        Seat.objects.filter(id__in=which(seats).values("id")[:1]).annotate(badge=Value(at))
        for at, (*_, which) in enumerate(BADGES)
    ]
    each = [first.order_by().values_list("badge", "game", "played_on") for first in firsts]
    rows: list[Any] = sorted(each[0].union(*each[1:], all=True))
    return [Badge(BADGES[at][0], BADGES[at][1], Earning(*game)) for at, *game in rows]
