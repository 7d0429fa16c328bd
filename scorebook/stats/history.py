"""Games as the history lists them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook.models import Game, Photo
from scorebook.models.games import GameQuerySet
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.rules.scoring import figure
from scorebook.stats.filters import GamesFilter
from scorebook.stats.spreadsheet import Cell

AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Evening:
    """One game in a line or two. `score`: short name and total of each seat, first place first; as
    they sit and without totals while the game goes on."""

    game: Game
    winners: str
    losers: str
    score: tuple[tuple[str, str], ...]
    photo: Photo | None

    @classmethod
    def of(cls, game: Game) -> Evening:
        """From a game fetched `with_table`, without asking the database."""
        over = game.is_finished
        seats = sorted(
            game.seats.all(), key=lambda seat: (over and (seat.place or 99), seat.position)
        )
        return cls(
            game=game,
            winners=names([seat.player for seat in seats if seat.won]),
            losers=names([seat.player for seat in seats if seat.lost]),
            score=tuple(
                (seat.player.short_name, figure(seat.total) if over else "") for seat in seats
            ),
            photo=game.photo(Side.WINNER) or game.photo(Side.LOSER),
        )


def games(filters: GamesFilter, *, going: bool = False) -> GameQuerySet:
    found: GameQuerySet = filters.qs.newest_first().with_table()
    return found.playing() if going else found


def sheet(games: GameQuerySet) -> tuple[list[str], Iterator[list[Cell]]]:
    """The heads and the rows of a spreadsheet, a game in each."""
    head = ["Date", "Rules", "Place", "Occasion", "Finished", "Won", "Lost", "Score"]
    evenings = (Evening.of(game) for game in games.iterator(chunk_size=AT_ONCE))
    return head, (_row(evening) for evening in evenings)


def _row(evening: Evening) -> list[Cell]:
    game = evening.game
    finished = "yes" if game.is_finished else "no"
    score = ", ".join(f"{name} {total}".strip() for name, total in evening.score)
    told: list[Cell] = [game.played_on, game.rule_set.name, game.place, game.occasion, finished]
    return [*told, evening.winners, evening.losers, score]
