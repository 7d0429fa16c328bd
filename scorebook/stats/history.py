"""Games as the history lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorebook.models import Game, Photo, Player, Seat
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
    they sit and without totals while the game goes on. Who went home is said to have."""

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
            score=tuple((seat.player.short_name, _told(seat) if over else "") for seat in seats),
            photo=game.photo(Side.WINNER) or game.photo(Side.LOSER),
        )


def _told(seat: Seat) -> str:
    return figure(seat.total) + (" (went home)" if seat.went_home else "")


def games(filters: GamesFilter, *, going: bool = False) -> GameQuerySet:
    found: GameQuerySet = filters.qs.newest_first().with_table()
    return found.playing() if going else found


def sheet(games: GameQuerySet) -> tuple[list[str], Iterator[list[Cell]]]:
    """The heads and the rows of a spreadsheet: a game in each, and a column for each who played."""
    here = Seat.objects.filter(game__in=games.order_by().values("id")).order_by()
    people = list(Player.objects.filter(id__in=here.values("player")).by_name())
    head = ["Date", "Rules", "Place", "Occasion", "Finished", "Won", "Lost", "Went home"]
    rows = (_row(game, people) for game in games.iterator(chunk_size=AT_ONCE))
    return [*head, *(player.name for player in people)], rows


def _row(game: Game, people: Sequence[Player]) -> list[Cell]:
    """The last columns are the totals of a game that is over, as far as it has one of each."""
    evening, over = Evening.of(game), game.is_finished
    totals = {seat.player_id: seat.total for seat in game.seats.all() if over}
    told: list[Cell] = [game.played_on, game.rule_set.name, game.place, game.occasion]
    told += ["yes" if over else "no", evening.winners, evening.losers]
    told.append(names([seat.player for seat in game.seats.all() if over and seat.went_home]))
    return told + [totals.get(player.id) for player in people]
