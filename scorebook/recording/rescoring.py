"""What another rule set would make of the same entries."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.ledger.reading import entries_of
from scorebook.models import Player, RuleSet
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.rules.table import replay


@dataclass(frozen=True, slots=True)
class Change:
    """One person's running total by the rules that stand and by the others."""

    player: Player
    total: str
    new_total: str


def rescored(scoreboard: Scoreboard, rule_set: RuleSet) -> list[Change]:
    other = replay(rule_set.rules, entries_of(scoreboard.game))
    return [
        Change(
            player=scoreboard.player(seat.number),
            total=figure(seat.total),
            new_total=figure(other.seats[seat.number].total),
        )
        for seat in scoreboard.sheet.seats
    ]
