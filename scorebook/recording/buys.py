"""Purchases of one seat in one round, counted by tapping."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from scorebook.ledger.submission import FieldError, Refused
from scorebook.recording.numbers import whole
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.sheet import Cell, Round

NOT_A_COUNT = FieldError("n", "unknown", "Buys are counted: 0, 1, 2 …")


@dataclass(frozen=True, slots=True)
class Bought:
    """What stands, and what each button hands in: purchases, and cards where one may take several.

    An empty `fewer` or `wider` has no button; `left` is empty without a limit.
    """

    count: int
    cards: int
    left: str
    entry: str
    more: str
    fewer: str
    wider: str
    id: UUID


def bought(board: Scoreboard, round: Round, cell: Cell) -> Bought:
    buy, left = board.variant.buy, board.buys_left(round.number, cell.seat)
    standing = board.sheet.standing.get(("buys", round.number, cell.seat))
    count = cell.buys
    cards = standing.payload.get("cards", count) if standing else count
    several = buy is not None and buy.cards != 1
    return Bought(
        count=count,
        cards=cards if several else 0,
        left=_left(left),
        entry=cell.buys_entry or "",
        more=f"{count + 1} {cards + 1}" if several else str(count + 1),
        fewer=_fewer(count - 1, cards - 1, several) if count else "",
        wider=f"{count} {cards + 1}" if several and count else "",
        id=uuid4(),
    )


def _left(left: int | None) -> str:
    if left is None:
        return ""
    return f"{left} left" if left >= 0 else f"{-left} over the limit"


def _fewer(count: int, cards: int, several: bool) -> str:
    return f"{count} {max(count, cards) if count else 0}" if several else str(count)


def counted(pressed: str) -> dict[str, int]:
    """The payload that a button hands in: "2", or "2 3" with the cards. Raises Refused."""
    counts = [count for part in pressed.split() if (count := whole(part)) is not None]
    if len(counts) not in (1, 2) or len(counts) < len(pressed.split()):
        raise Refused(NOT_A_COUNT)
    return dict(zip(("n", "cards"), counts, strict=False))
