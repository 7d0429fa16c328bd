"""One game as a transaction holds it: its entries, the rules that stand, and the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from scorebook.ledger.reading import added_up
from scorebook.ledger.submission import Submission
from scorebook.ledger.written import Written
from scorebook.models import Game, Player, Proposal, RuleSet
from scorebook.rules.log import SLOTS, voided
from scorebook.rules.sheet import Sheet
from scorebook.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Table:
    """`entries` are all of them in order, `standing` those that nobody took back."""

    game: Game
    entries: Sequence[Written]
    standing: Sequence[Written]
    rule_set: RuleSet
    sheet: Sheet

    @classmethod
    def of(cls, game: Game, entries: Sequence[Written]) -> Self:
        """The table that these entries add up to."""
        gone = voided(entries)
        standing = [entry for entry in entries if entry.id not in gone]
        naming = [entry for entry in standing if entry.kind in ("start", "rules")]
        newest = max(naming, key=lambda entry: (entry.kind == "rules", entry.seq))
        slug = newest.payload["rule_set"]
        known = game.rule_set_id and game.rule_set.slug == slug
        rule_set = game.rule_set if known else RuleSet.objects.named(slug)
        return cls(game, entries, standing, rule_set, added_up(rule_set, entries))

    @property
    def variant(self) -> Variant:
        return self.rule_set.rules

    def person(self, seat: int) -> str:
        """The id of who sits there."""
        return self.sheet.seats[seat].player

    def player(self, seat: int) -> Player:
        """Who sits there, as they are known today; one query."""
        return Player.objects.select_related("merged_into").get(id=self.person(seat)).really

    def name(self, seat: int) -> str:
        """Who sits there, for a sentence."""
        return self.player(seat).name

    def newest(self, kind: str) -> Written | None:
        """The newest standing entry of a kind."""
        return next((entry for entry in reversed(self.standing) if entry.kind == kind), None)

    def in_slot_of(self, entry: Submission | Proposal) -> Written | None:
        """What stands where this one would; None also for a kind without a slot."""
        slot = (SLOTS.get(entry.kind, ""), entry.round, entry.seat)
        stands = self.sheet.standing.get(slot)
        return next((e for e in self.standing if stands and e.id == stands.id), None)
