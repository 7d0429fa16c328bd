"""How ratings went lately: what the ratings board draws beside each of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from scorebook.models import Game, RatedGame
from scorebook.stats.charts import Spark, sparkline
from scorebook.stats.rounding import rounded

LATELY = 100  # games, whoever played them


def ratings(family: str, players: Collection[UUID]) -> dict[UUID, Spark]:
    """Each one's rating after the games that they played of the newest, by one rule family or by
    all; nothing of who played fewer than two. Two queries, which grow with nothing.
    """
    games = Game.objects.finished().newest_first()
    games = games.filter(rule_set__family=family) if family else games
    order = {game: at for at, game in enumerate(games.values_list("id", flat=True)[:LATELY])}
    rated = RatedGame.objects.filter(game__in=list(order), player__in=players)
    column = "mu" if family else "overall_mu"
    rows: list[Any] = list(rated.values_list("player", "game", column))
    told: dict[UUID, list[float]] = {}
    for player, _, mu in sorted(rows, key=lambda row: -order[row[1]]):
        told.setdefault(player, []).append(mu)
    return {player: _spark(mus) for player, mus in told.items() if len(mus) > 1}


def _spark(mus: list[float]) -> Spark:
    return sparkline(
        mus, f"In the last {len(mus)} games from {rounded(mus[0], 1)} to {rounded(mus[-1], 1)}"
    )
