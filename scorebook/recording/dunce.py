"""The dunce card: what a loser may show instead of a photo, drawn from the facts of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from scorebook.models import Player
from scorebook.models.people import names
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.cards import Card
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import Cell, CellState, Round
from scorebook.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class WorstHand:
    """The dearest hand; `cards` with whether each is wild, none where a total was typed."""

    round: Round
    points: str
    cards: tuple[tuple[str, bool], ...]

    @classmethod
    def of(cls, variant: Variant, one: Round, cell: Cell) -> Self:
        return cls(one, figure(cell.hand_points), _marked(variant, cell.cards))


@dataclass(frozen=True, slots=True)
class DunceCard:
    """`worst` is None for one who was never caught. `rounds` counts the complete rounds played,
    `not_out` those that somebody else ended."""

    player: Player
    total: str
    behind: int
    leaders: str
    worst: WorstHand | None
    wilds: int
    rounds: int
    not_out: int


def dunce_card(scoreboard: Scoreboard, seat: int) -> DunceCard:
    sheet, variant = scoreboard.sheet, scoreboard.variant
    played = [
        (one, cell)
        for one in sheet.rounds
        if one.complete and (cell := scoreboard.cell(one.number, seat))
        if cell.state is not CellState.ABSENT
    ]
    caught = [(one, cell) for one, cell in played if cell.hand_points]
    worst = max(caught, key=lambda pair: abs(pair[1].hand_points), default=None)
    return DunceCard(
        player=scoreboard.player(seat),
        total=figure(sheet.seats[seat].complete_total),
        behind=abs(sheet.seats[seat].behind or 0),
        leaders=names([scoreboard.player(winner) for winner in sheet.winners]),
        worst=worst and WorstHand.of(variant, *worst),
        wilds=sum(wild for _, cell in played for _, wild in _marked(variant, cell.cards)),
        rounds=len(played),
        not_out=sum(cell.state is not CellState.OUT for _, cell in played),
    )


def _marked(variant: Variant, cards: tuple[str, ...]) -> tuple[tuple[str, bool], ...]:
    """Each card with whether it is wild."""
    return tuple((card, variant.is_wild(Card.parse(card))) for card in cards)
