"""What a game meant to each who sat there: pure functions over its sheet. See the model Seat, whose
columns these are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scorebook.rules.cards import Card
from scorebook.rules.scoring import places
from scorebook.rules.sheet import ENTERED, PLAYED, Cell, CellState, Round, Sheet
from scorebook.rules.variant import Variant

Totals = Mapping[int, int]


def stories(variant: Variant, sheet: Sheet) -> dict[int, dict[str, Any]]:
    """By the number of each seat that was taken, values of Seat's columns from `rounds` on."""
    standings = list(after_each_round(sheet))
    half = standings[(len(standings) - 1) // 2 :]
    return {
        seat.number: _played(variant, sheet, seat.number)
        | {"comeback": 0, "from_last": False, "lead_lost": 0, "from_first": False}
        | (_turn(variant, sheet, seat.number, standings, half) if seat.place else {})
        for seat in sheet.seated
    }


def after_each_round(sheet: Sheet) -> Iterable[Totals]:
    """After each complete round, what everybody had who played it, of complete rounds alone."""
    half_entered: dict[int, int] = {}
    for round in sheet.rounds:
        shown = [cell for cell in round.cells if cell.running is not None]
        if round.complete:
            yield {
                cell.seat: (cell.running or 0) - half_entered.get(cell.seat, 0) for cell in shown
            }
            continue
        for cell in shown:
            half_entered[cell.seat] = half_entered.get(cell.seat, 0) + cell.points


def is_wild(variant: Variant, code: str) -> bool:
    """Of a card as an entry names it: "2", "2S", "JK"."""
    return variant.is_wild(_card(code))


@lru_cache(maxsize=128)
def _card(code: str) -> Card:
    return Card.parse(code)


def _played(variant: Variant, sheet: Sheet, number: int) -> dict[str, Any]:
    rounds = [round for round in sheet.rounds if round.complete]
    played = [(round, round.cells[number]) for round in rounds]
    played = [(round, cell) for round, cell in played if cell.state in PLAYED]
    cells = [cell for _, cell in played]
    wilds = sum(is_wild(variant, code) for cell in cells for code in cell.cards)
    left = [cell.hand_points for cell in cells if cell.state in ENTERED]
    bought = [cell for cell in cells if cell.buys]
    return {
        "rounds": len(cells),
        "out": sum(cell.state is CellState.OUT for cell in cells),
        "wilds": wilds,
        "cuts": sum(round.cut_by == number for round, _ in played),
        "cuts_paid": sum(_paid(variant, round, cell) for round, cell in played),
        "buys": sum(cell.buys for cell in cells),
        "bought_rounds": len(bought),
        "bought_points": sum(cell.points for cell in bought),
        "lowest_hand": min(left, default=None),
        "highest_hand": max(left, default=None),
        "clean_game": bool(cells)
        and not wilds
        and all(c.state is not CellState.TOTAL for c in cells),
    }


def _paid(variant: Variant, round: Round, cell: Cell) -> bool:
    return round.cut_by != cell.seat and variant.sign * cell.cut_points > 0


def _turn(
    variant: Variant, sheet: Sheet, number: int, standings: Sequence[Totals], half: Sequence[Totals]
) -> dict[str, Any]:
    """How a seat that has a place came from behind to win, or had led and did not."""
    if not sheet.finished:
        return {}
    if number in sheet.winners:
        behind = [-_lead(variant, totals, number) for totals in standings]
        return {
            "comeback": max([0, *behind]),
            "from_last": any(_is_last(variant, totals, number) for totals in half),
        }
    return {
        "lead_lost": max([0, *(_lead(variant, totals, number) for totals in standings)]),
        "from_first": any(_lead(variant, totals, number) > 0 for totals in half),
    }


def _lead(variant: Variant, totals: Totals, number: int) -> int:
    """How far this seat was ahead of everybody else; negative: behind the best of them."""
    others = [variant.sign * total for seat, total in totals.items() if seat != number]
    if number not in totals or not others:
        return 0
    return min(others) - variant.sign * totals[number]


def _is_last(variant: Variant, totals: Totals, number: int) -> bool:
    """Alone or with others, but not where all share one place."""
    found = places(variant, totals)
    return found.get(number, 1) == max(found.values()) > 1
