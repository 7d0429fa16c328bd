"""What another rule set would make of the same entries."""

from __future__ import annotations

from dataclasses import dataclass

from scorebook.ledger.reading import entries_of
from scorebook.models import Player, RuleSet
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Seat
from scorebook.rules.table import replay


@dataclass(frozen=True, slots=True)
class Change:
    """One person's running total by the rules that stand and by the others; "–" by those whose
    rounds end before this person sits down.
    """

    player: Player
    total: str
    new_total: str


def rescored(scoreboard: Scoreboard, rule_set: RuleSet) -> list[Change]:
    other = replay(rule_set.rules, entries_of(scoreboard.game))
    return [
        Change(
            player=scoreboard.player(seat.number),
            total=figure(seat.total),
            new_total=_total(other.seats[seat.number]),
        )
        for seat in scoreboard.sheet.seated
    ]


def _total(seat: Seat) -> str:
    return figure(seat.total) if seat.seated else "–"
