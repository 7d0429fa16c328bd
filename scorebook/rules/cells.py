"""One round's cells: what stands for each seat and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorebook.rules.scoring import cut_points, hand_worth
from scorebook.rules.seating import Table
from scorebook.rules.sheet import Cell, CellState, Entry
from scorebook.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Frame:
    """What the cells of one round have in common."""

    number: int
    out: int | None
    cut: Mapping[int, int]
    adjusted: Mapping[int, int]
    started: bool


def lay_frame(
    table: Table, number: int, out: Entry | None, cut: Entry | None, loose: list[Entry]
) -> Frame:
    """What the standing `out` and `cut` and the entries without a slot mean for round `number`."""
    points: Mapping[int, int] = {}
    if cut and cut.payload["exact"]:
        cutter, present = cut.payload["seat"], sorted(table.present)
        points = cut_points(table.variant, present, cutter, table.dealer)
    adjusted: dict[int, int] = {}
    for entry in loose:
        if entry.kind == "adjust" and entry.seat in table.present:
            adjusted[entry.seat] = adjusted.get(entry.seat, 0) + entry.payload["points"]
        elif entry.kind == "adjust":
            table.log.reject(
                entry, f"Points in round {number} for somebody who was not at the table."
            )
    others = (
        (kind, number, seat) in table.log.standing
        for kind in ("hand", "buys", "lay_down")
        for seat in table.present
    )
    started = out is not None or any(entry.kind != "note" for entry in loose) or any(others)
    return Frame(number, out.payload["seat"] if out else None, points, adjusted, started)


def fill_cell(table: Table, frame: Frame, seat: int) -> Cell:
    """The cell of one seat; what it is worth is added to the person's total once it is shown."""
    log, number = table.log, frame.number
    hand = log.standing.get(("hand", number, seat))
    buys = log.standing.get(("buys", number, seat))
    laid = log.standing.get(("lay_down", number, seat))
    if seat not in table.present:
        for entry in (hand, buys, laid):
            if entry:
                log.reject(entry, f"Something in round {number} for a seat not at the table.")
        return Cell(seat, CellState.ABSENT)
    state, hand_points = _hand(table.variant, hand, frame.out == seat)
    cut_points = frame.cut.get(seat, 0)
    adjustments = frame.adjusted.get(seat, 0)
    points = hand_points + cut_points + adjustments
    person = table.people[seat]
    stands = state is not CellState.MISSING or cut_points or seat in frame.adjusted
    shown = bool(frame.started and stands)
    person.total += points if shown else 0
    return Cell(
        seat=seat,
        state=state,
        entry=hand.id if hand else None,
        cards=tuple(hand.payload.get("cards", ())) if hand else (),
        typed=hand.payload.get("typed", "") if hand else "",
        hand_points=hand_points,
        cut_points=cut_points,
        adjustments=adjustments,
        points=points,
        running=person.total if shown else None,
        buys=buys.payload["n"] if buys else 0,
        buys_entry=buys.id if buys else None,
        melds=tuple(laid.payload["melds"]) if laid else (),
        lay_down_entry=laid.id if laid else None,
        changes=log.changes["hand", number, seat],
    )


def _hand(variant: Variant, hand: Entry | None, went_out: bool) -> tuple[CellState, int]:
    if went_out:
        return CellState.OUT, variant.sign * variant.points_for_going_out
    if hand is None:
        return CellState.MISSING, 0
    state = CellState.TOTAL if "total" in hand.payload else CellState.CARDS
    return state, hand_worth(variant, hand.payload)
