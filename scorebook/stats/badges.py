"""Badges: what somebody did for the first time, and in which game. Pure functions over their games.

Each looks through somebody's finished games, the oldest first, for the one that earned it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

IN_A_ROW = 3
FAR_BEHIND = FAR_AHEAD = 100  # points
MANY = 100  # games


class Played(NamedTuple):
    """One finished game of one person; what Seat says of it, where it has the same name. `margin`:
    how far whoever won was from the next place, in points, whatever their sign.
    """

    game: UUID
    played_on: date
    family: str
    won: bool = False
    lost: bool = False
    place: int | None = None
    rounds: int = 0
    out: int = 0
    cuts: int = 0
    buys: int = 0
    comeback: int = 0
    from_last: bool = False
    clean_game: bool = False
    margin: int = 0


@dataclass(frozen=True, slots=True)
class Badge:
    """`told` says what for; `game` earned it."""

    name: str
    told: str
    game: Played


Games = Sequence[Played]


def first_win(games: Games) -> Played | None:
    """The first game won. Lost, won, won: the second."""
    return _first(games, lambda game: game.won)


def three_in_a_row(games: Games) -> Played | None:
    """The third win without another game between. Won, lost, won, won, won: the fifth."""
    row = 0
    for game in games:
        row = row + 1 if game.won else 0
        if row == IN_A_ROW:
            return game
    return None


def won_from_last(games: Games) -> Played | None:
    """Won, though last with half of the rounds or more over."""
    return _first(games, lambda game: game.won and game.from_last)


def far_behind(games: Games) -> Played | None:
    """Won, though once a hundred behind: 105, not 95."""
    return _first(games, lambda game: game.won and game.comeback >= FAR_BEHIND)


def far_ahead(games: Games) -> Played | None:
    """Won by a hundred or more: 100 to 200, not 100 to 195."""
    return _first(games, lambda game: game.won and game.margin >= FAR_AHEAD)


def clean(games: Games) -> Played | None:
    """Every hand known by its cards, and no wild among them."""
    return _first(games, lambda game: game.clean_game)


def exact_cut(games: Games) -> Played | None:
    """Cut exactly, once or more."""
    return _first(games, lambda game: game.cuts > 0)


def out_most(games: Games) -> Played | None:
    """Out in more than half of the rounds of a game: 4 of 7, not 3 of 7 or 5 of 10."""
    return _first(games, lambda game: 2 * game.out > game.rounds)


def out_always(games: Games) -> Played | None:
    """Out in every round of a game of at least three."""
    return _first(games, lambda game: game.rounds >= 3 and game.out == game.rounds)


def bought_nothing(games: Games) -> Played | None:
    """Won without a single buy, by somebody who had bought before: 2 buys, then won with none. Who
    never buys, or is never asked, shows nothing by it.
    """
    bought = False
    for game in games:
        if game.won and not game.buys and bought:
            return game
        bought = bought or game.buys > 0
    return None


def both_kinds(games: Games) -> Played | None:
    """Won by two kinds of rules: the first win by another kind than the first win."""
    first = first_win(games)
    return first and _first(games, lambda game: game.won and game.family != first.family)


def hundred_games(games: Games) -> Played | None:
    """The hundredth game, however it ended."""
    return games[MANY - 1] if len(games) >= MANY else None


BADGES: tuple[tuple[str, str, Callable[[Games], Played | None]], ...] = (
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


def earned(games: Games) -> list[Badge]:
    """All that somebody has earned, in the order of BADGES. `games`: the oldest first."""
    found = ((name, told, look(games)) for name, told, look in BADGES)
    return [Badge(name, told, game) for name, told, game in found if game]


def _first(games: Games, is_it: Callable[[Played], bool]) -> Played | None:
    return next((game for game in games if is_it(game)), None)
