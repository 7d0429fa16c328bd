"""Games as the history lists them."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.models import Game, Photo
from scorebook.models.games import GameQuerySet
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.rules.scoring import figure
from scorebook.stats.filters import GamesFilter


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
