"""Games as the history lists them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models.functions import ExtractYear

from scorebook.models import Game, Photo
from scorebook.models.games import GameQuerySet
from scorebook.models.people import names
from scorebook.models.photos import Side
from scorebook.rules.scoring import figure


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


def games(*, family: str = "", year: int | None = None, going: bool = False) -> GameQuerySet:
    found = Game.objects.newest_first().with_table()
    if going:
        found = found.playing()
    if family:
        found = found.filter(rule_set__family=family)
    return found.filter(played_on__year=year) if year else found


def families_and_years() -> tuple[set[str], set[int]]:
    """Those that any game has."""
    found = Game.objects.order_by().values_list("rule_set__family", ExtractYear("played_on"))
    pairs = list(found.distinct())
    return {family for family, _ in pairs}, {year for _, year in pairs}
