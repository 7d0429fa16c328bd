"""What hangs on the result of a game beside its numbers, when the result becomes another one."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from scorebook.models import Game, Photo, Seat
from scorebook.models.games import Sentence
from scorebook.models.photos import Side


def tell_result_anew(game: Game, before: Sequence[Seat], after: Sequence[Seat]) -> None:
    """A sentence is chosen by who lost: whoever loses instead chooses anew. Photos go on to say
    what is so by now.
    """
    losers = _on(Side.LOSER, before)
    if losers and losers.keys() != _on(Side.LOSER, after).keys():
        Game.objects.filter(id=game.id).update(sentence=Sentence.OPEN)
    for photo in Photo.objects.exclude(side="").filter(game=game).prefetch_related("subjects"):
        photo.game = game
        totals = _on(Side(photo.side), after)
        points = next(iter(totals.values())) if totals and photo.is_of(totals) else None
        if (alt := photo.alt_after(points)) != photo.alt:
            Photo.objects.filter(id=photo.id).update(alt=alt)


def _on(side: Side, seats: Sequence[Seat]) -> dict[UUID, int]:
    """The total of each player on this side."""
    return {seat.player_id: seat.total for seat in seats if seat.is_on(side)}
