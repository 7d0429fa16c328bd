"""Which of somebody's finished games their page is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet

from scorebook.models import Game, Player, Seat, Tally
from scorebook.models.tallies import ALL_FAMILIES, TallyQuerySet
from scorebook.stats.filters import GamesFilter
from scorebook.stats.scope import whole


@dataclass(frozen=True, slots=True)
class OwnGames:
    """By one rule family or by ALL_FAMILIES, of one `year` or of all. `chosen` are the games where
    an address asks for more than these two, which are all that tallies know; None where it does
    not. `rest` is what stands in the address besides the rules.
    """

    player: Player
    family: str = ALL_FAMILIES
    year: int | None = None
    chosen: QuerySet[Game] | None = None
    rest: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, player: Player, filters: GamesFilter) -> OwnGames:
        """Of this person's games those that an address chooses."""
        rest = tuple((name, value) for name, value, _ in filters.pairs() if name != "family")
        chosen = filters.qs if filters.beyond_tallies else None
        return cls(player, filters.rule_family, filters.year, chosen, rest)

    def by(self, family: str) -> OwnGames:
        """The same, by these rules."""
        return replace(self, family=family)

    @property
    def address(self) -> str:
        """As an address asks for them, without a question mark."""
        rules = [("family", self.family)] if self.family else []
        return urlencode([*rules, *self.rest])

    @property
    def seats(self) -> QuerySet[Seat]:
        """Theirs in these games, the oldest first."""
        return Seat.objects.filter(**self.lookups).order_by("played_on", "begun_at")

    @property
    def lookups(self) -> dict[str, Any]:
        """What is true of those seats."""
        told: dict[str, Any] = {"player": self.player, "counts": True}
        told |= {"family": self.family} if self.family else {}
        told |= {"played_on__range": whole(self.year)} if self.year else {}
        return told | ({"game__in": self.chosen.values("id")} if self.chosen is not None else {})

    @property
    def tallies(self) -> TallyQuerySet:
        """Everybody's, of whatever games tallies know."""
        return Tally.objects.over(self.family, self.year)
