"""What the end of an evening costs, over the SQL that it runs.

As many evenings as there are turns, twice, of five who have played before, all but ended. Half of
them the site ends. The others are ended by the same statements, those that read with them, handed
to the driver itself in one transaction. Both are committed, and wait for the disk as the site does.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import connection, transaction

from bench.measuring import spent, statements
from scorebook.ledger.append import record
from scorebook.ledger.reading import sheet_of
from scorebook.models import Game, Player
from tests.factories import make_game, play_round

TURNS = 25
FRAME = ("SAVEPOINT", "RELEASE", "ROLLBACK")

Sql = Sequence[tuple[str, Any, bool]]


def finish(day: date) -> dict[str, Any]:
    """In the book at hand, which is changed; `day` comes after all others in it."""
    five = list(Player.objects.filter(seats__isnull=False).distinct().order_by("name")[:5])
    ours, theirs = [], []
    for _ in range(TURNS):
        game = _all_but_ended(five, day)
        ours.append(spent(lambda game=game: end(game)))
        game = _all_but_ended(five, day)
        sql = _told(game)
        theirs.append(spent(lambda sql=sql: bare(sql)))
    site, driver = statistics.median(ours), statistics.median(theirs)
    return {"finish_ratio": site / driver, "finish_ms": site, "finish_sql_ms": driver}


@transaction.atomic
def _all_but_ended(players: Sequence[Player], day: date) -> Game:
    game = make_game(players=players, played_on=day)
    for round in sheet_of(game).rounds:
        play_round(game, round.number, hands=dict.fromkeys(range(len(players)), "KQ4"))
    assert game.scorekeeper, "Who writes is known before."
    return game


def end(game: Game) -> None:
    record(game.id, "finish", {"early": False}, author=game.scorekeeper)


def _told(game: Game) -> Sql:
    """The statements that end this game; it goes on."""
    with transaction.atomic(), statements() as seen:
        end(game)
        transaction.set_rollback(True)
    connection.run_on_commit = []
    told = [(_plain(sql), params, many) for sql, params, many, _ in seen]
    return [one for one in told if not one[0].startswith(FRAME)]


def bare(sql: Sql) -> None:
    """The same statements, by the driver itself."""
    cursor = connection.connection.cursor()
    cursor.execute("BEGIN IMMEDIATE" if connection.vendor == "sqlite" else "BEGIN")
    for text, params, many in sql:
        (cursor.executemany if many else cursor.execute)(text, params or ())
        if not many and text.startswith("SELECT"):
            cursor.fetchall()
    cursor.execute("COMMIT")


def _plain(sql: str) -> str:
    """As the driver itself takes it."""
    if connection.vendor != "sqlite":
        return sql
    return sql.replace("%%", "\0").replace("%s", "?").replace("\0", "%")
