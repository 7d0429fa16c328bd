"""What another rule set would make of the same entries."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.ledger.reading import entries_of
from scorebook.models import Player, RuleSet
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.table import replay


@dataclass(frozen=True, slots=True)
class Change:
    """One person's running total under the rules that stand and under the others."""

    player: Player
    total: int
    new_total: int


def rescored(scoreboard: Scoreboard, rule_set: RuleSet) -> list[Change]:
    other = replay(rule_set.rules, entries_of(scoreboard.game))
    return [
        Change(scoreboard.player(seat.number), seat.total, other.seats[seat.number].total)
        for seat in scoreboard.sheet.seats
    ]
