"""What becomes of an entry that is handed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorebook.ledger.written import Written
from scorebook.models import Game, Proposal
from scorebook.rules.sheet import Sheet


class Answer(StrEnum):
    """What became of an entry."""

    APPENDED = "appended"  # 201
    REPEATED = "repeated"  # 200: the same entry came before
    ALREADY = "already"  # 200: another one says the same
    CONFLICT = "conflict"  # 409: kept as a proposal
    DROPPED = "dropped"  # 410: the proposal was dropped
    MISMATCH = "mismatch"  # 422: the id belongs to another entry


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer, and the game and its sheet as they are now. `entry` is the one appended or
    repeated, `standing` the one that stands in its place, `proposal` what was kept instead.
    """

    answer: Answer
    game: Game
    sheet: Sheet
    entry: Written | None = None
    standing: Written | None = None
    proposal: Proposal | None = None
