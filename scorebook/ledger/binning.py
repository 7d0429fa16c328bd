"""Games that nobody wants in the book: out of every page and every sum, and back whole."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scorebook.ledger.projections import project
from scorebook.ledger.table import Table
from scorebook.ledger.turn import turn
from scorebook.ledger.written import written_in
from scorebook.models import Deed, Game, Player
from scorebook.models.deeds import About


def put_in_bin(game_id: UUID, *, by: Player) -> None:
    """As if it had never been played. Its entries stay for good, and so does the way back."""
    _mark(game_id, timezone.now(), "put {} in the bin", by)


def put_back(game_id: UUID, *, by: Player) -> None:
    """It counts as before, on its own day."""
    _mark(game_id, None, "put {} back from the bin", by)


def _mark(game_id: UUID, binned_at: datetime | None, said: str, by: Player) -> None:
    with turn(), transaction.atomic():
        locked = Game.objects.select_for_update(of=("self",), no_key=True)
        game = locked.select_related("rule_set").get(id=game_id)
        if (game.binned_at is None) == (binned_at is None):
            return
        game.binned_at = binned_at
        game.save(update_fields=["binned_at"])
        table = Table.of(game, written_in(game))
        project(table, was=table)
        Deed.objects.note(About.GAMES, said.format(f"{game.title} of {game.day_in_words}"), by=by)
