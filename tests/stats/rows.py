"""Games as statistics see them, written down as rows: what each seat says, and tallies added up
here, one game after the other.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.db import connection

from scorebook.models import Game, Player, RuleSet, Seat, Tally
from scorebook.models.games import GameStatus
from tests.factories import make_player

ROUNDS = 7
SUMS = {
    **{name: name for name in ("won", "lost", "rounds", "out", "wilds", "cuts")},
    **{name: name for name in ("cuts_paid", "buys", "bought_rounds", "bought_points")},
    "points": "total",
    "clean_games": "clean_game",
    "comebacks": "from_last",
    "leads_lost": "from_first",
}
LARGEST = {
    "best_comeback": "comeback",
    "best_lead_lost": "lead_lost",
    "highest_game": "result",
    "highest_hand": "highest_hand",
}
SMALLEST = {"lowest_game": "result", "lowest_hand": "lowest_hand"}


def played(
    totals: Mapping[Player, int],
    *,
    on: date,
    family: str = "link",
    place: str = "",
    occasion: str = "",
    **more: Mapping[Player, Any],
) -> Game:
    """A finished game, best total first or not; `more` are values of seats: out={rosa: 3}."""
    rules = RuleSet.objects.named(family)
    game = Game.objects.create(
        id=uuid.uuid4(),
        rule_set=rules,
        played_on=on,
        place=place,
        occasion=occasion,
        status=GameStatus.FINISHED,
        first_dealer=0,
        decks=2,
        scorekeeper=next(iter(totals)),
    )
    costs = sorted(rules.rules.sign * total for total in totals.values())
    for number, (player, total) in enumerate(totals.items()):
        cost = rules.rules.sign * total
        Seat.objects.create(
            **dict.fromkeys(("number", "position"), number),
            game=game,
            player=player,
            **dict.fromkeys(("total", "result"), total),
            place=costs.index(cost) + 1,
            won=cost == costs[0],
            lost=cost == costs[-1] != costs[0],
            family=rules.family,
            played_on=on,
            begun_at=game.created_at,
            counts=True,
            rounds=ROUNDS,
            **{column: values[player] for column, values in more.items() if player in values},
        )
    return game


def add_up() -> None:
    """Every tally, anew, from all seats."""
    Tally.objects.all().delete()
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for seat in Seat.objects.filter(counts=True).order_by("played_on", "begun_at"):
        year = seat.played_on.year
        for key in ((f, y) for f in ("", seat.family) for y in (0, year)):
            add(found.setdefault((seat.player_id, *key), {"games": 0}), seat)
    Tally.objects.bulk_create(
        Tally(player_id=player, family=family, year=year, **columns)
        for (player, family, year), columns in found.items()
    )


def add(row: dict[str, Any], seat: Seat) -> None:
    row["games"] += 1
    for column, of in SUMS.items():
        row[column] = row.get(column, 0) + getattr(seat, of)
    for chooser, columns in ((max, LARGEST), (min, SMALLEST)):
        for column, of in columns.items():
            values = [v for v in (row.get(column), getattr(seat, of)) if v is not None]
            row[column] = chooser(values, default=None)
    for streak, on in (("win_streak", seat.won), ("losing_streak", seat.lost)):
        row[f"{streak}_now"] = row.get(f"{streak}_now", 0) + 1 if on else 0
        row[streak] = max(row.get(streak, 0), row[f"{streak}_now"])


def know_how_many() -> None:
    """What PostgreSQL finds out by itself within a minute; before that its plans may take hours."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def evenings(number: int, *, people: int = 6, family: str = "link") -> list[Player]:
    """So many games of these people, a week apart from 2000 on, each won by the next one."""
    cast = [make_player(name=f"Cousin {index:03}") for index in range(people)]
    rules = RuleSet.objects.named(family)
    told = {"rule_set": rules, "first_dealer": 0, "decks": 2, "status": GameStatus.FINISHED}
    begin = date(2000, 1, 2)
    games = [
        Game(
            id=uuid.uuid4(),
            played_on=begin + timedelta(weeks=week),
            place="Porch",
            scorekeeper=cast[0],
            **told,
        )
        for week in range(number)
    ]
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=seat,
            position=seat,
            player=player,
            **dict.fromkeys(("total", "result"), 10 * ((seat - index) % people)),
            place=1 + (seat - index) % people,
            won=(seat - index) % people == 0,
            lost=(seat - index) % people == people - 1,
            family=rules.family,
            played_on=game.played_on,
            begun_at=game.created_at,
            counts=True,
            rounds=ROUNDS,
            out=seat % 3,
        )
        for index, game in enumerate(games)
        for seat, player in enumerate(cast)
    )
    add_up()
    return cast
