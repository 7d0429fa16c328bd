"""From a game's entries to its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorebook.rules.axes import RoundRules, contract_words
from scorebook.rules.buying import buys_left
from scorebook.rules.concerns import game_concerns, round_concerns
from scorebook.rules.log import Log, read_log
from scorebook.rules.scoring import cut_numbers, cut_points, losers, places, winners
from scorebook.rules.seating import Table
from scorebook.rules.sheet import Cell, CellState, Entry, Round, Seat, Sheet
from scorebook.rules.variant import Variant


def replay(variant: Variant, entries: Iterable[Entry]) -> Sheet:
    """The sheet that a game's entries add up to under `variant` (the newest standing rule set).

    Total and deterministic: entries in any order (their `seq` counts), and whatever does not fit is left out
    and reported in `warnings`. Without a start the sheet has no seats and no rounds.
    """
    log = read_log(variant, entries)
    start = log.start
    if start is None:
        return _empty(log)
    table = Table.laid(variant, log, start)
    _reject_unknown_seats(log, len(table.people))
    loose = _by_round(log)
    rounds = tuple(
        _round(variant, log, table, number, rules, loose.get(number, []))
        for number, rules in enumerate(variant.rounds, start=1)
    )
    decks = start.payload.get("decks") or variant.packs_for(len(start.payload["players"]))
    jokers = decks * variant.jokers_per_pack
    standings = _standings(variant, table, rounds)
    ending = log.standing.get(("finish", None, None))
    finished = ending is not None and ending.kind == "finish"
    seats = _seats(table, rounds, standings, variant)
    for played in rounds:
        round_concerns(variant, log, played, decks)
    game_concerns(variant, log, seats, rounds, ending if finished else None)
    return Sheet(
        seats=seats,
        order=tuple(table.order),
        rounds=rounds,
        decks=decks,
        jokers=jokers,
        first_dealer=start.payload["first_dealer"],
        current_round=next((played.number for played in rounds if not played.complete), None),
        leaders=winners(standings),
        winners=winners(standings) if finished else (),
        losers=losers(standings) if finished else (),
        finished=finished,
        early=bool(finished and ending and ending.payload.get("early", False)),
        standing=log.standing,
        voided=log.voided,
        warnings=tuple(log.warnings),
        notes=tuple(_remark(entry) for entry in log.of("note") if entry.round is None),
    )


def _reject_unknown_seats(log: Log, seats: int) -> None:
    for entry in log.standing.values():
        if entry.seat is not None and entry.seat >= seats:
            log.reject(entry, f"Something in round {entry.round} for a seat that nobody has.")


def _empty(log: Log) -> Sheet:
    return Sheet(
        seats=(),
        order=(),
        rounds=(),
        decks=0,
        jokers=0,
        first_dealer=0,
        current_round=None,
        leaders=(),
        winners=(),
        losers=(),
        finished=False,
        early=False,
        standing=log.standing,
        voided=log.voided,
        warnings=tuple(log.warnings),
    )


def _by_round(log: Log) -> dict[int, list[Entry]]:
    """Adjustments, called rummies and remarks, by round."""
    rounds: dict[int, list[Entry]] = {}
    for kind in ("adjust", "rummy", "note"):
        for entry in log.of(kind):
            if entry.round is not None:
                rounds.setdefault(entry.round, []).append(entry)
    return rounds


@dataclass(frozen=True, slots=True)
class _Frame:
    """What the cells of one round have in common."""

    number: int
    out: int | None
    cut: Mapping[int, int]
    adjusted: Mapping[int, int]
    started: bool


def _round(
    variant: Variant, log: Log, table: Table, number: int, rules: RoundRules, loose: list[Entry]
) -> Round:
    table.begin_round(number)
    out = _about_present(log, table, "out", number)
    cut = _about_present(log, table, "cut", number)
    if cut and variant.cut is None:
        log.reject(cut, f"The exact cut of round {number} counts nothing by these rules.")
    frame = _frame(variant, log, table, number, out, cut, loose)
    cells = tuple(_cell(variant, log, table, frame, seat) for seat in range(len(table.people)))
    first = table.next_present(table.dealer)
    return Round(
        number=number,
        contract=contract_words(rules.contract),
        pattern="".join(slot.letter for slot in rules.contract),
        dealt=rules.dealt,
        dealer=table.dealer,
        first_player=first,
        cutter=table.next_present(table.dealer, -1),
        cut_numbers=cut_numbers(variant, len(table.present), rules.dealt),
        cut_by=cut.payload["seat"] if cut and variant.cut and cut.payload["exact"] else None,
        cut_entry=cut.id if cut else None,
        out=frame.out,
        out_stands=out is not None,
        out_entry=out.id if out else None,
        complete=out is not None
        and bool(table.present)
        and all(cell.state is not CellState.MISSING for cell in cells),
        cells=cells,
        notes=tuple(_remark(entry) for entry in loose if entry.kind == "note"),
        rummies=tuple(
            {"entry": entry.id, **entry.payload}
            for entry in loose
            if _called(variant, log, table, entry)
        ),
    )


def _remark(entry: Entry) -> Mapping[str, Any]:
    return {"entry": entry.id, "text": entry.payload["text"]}


def _called(variant: Variant, log: Log, table: Table, entry: Entry) -> bool:
    """Whether an entry is a called rummy that fits; one that does not is reported."""
    if entry.kind != "rummy":
        return False
    caller, offender = entry.payload["caller"], entry.payload["offender"]
    if variant.calling_rummy is None:
        log.reject(
            entry, f"Rummy was called in round {entry.round}; these rules have no such call."
        )
    elif caller == offender or not {caller, offender} <= table.present:
        log.reject(entry, f"Rummy was called in round {entry.round} by or on somebody not there.")
    else:
        return True
    return False


def _about_present(log: Log, table: Table, kind: str, number: int) -> Entry | None:
    """The standing entry of a round's slot, if the seat it names is at the table (or it names none)."""
    entry = log.standing.get((kind, number, None))
    if entry is None or entry.payload["seat"] is None or entry.payload["seat"] in table.present:
        return entry
    words = {"out": "went out", "cut": "cut"}
    log.reject(entry, f"Somebody {words[kind]} in round {number} who was not at the table.")
    return None


def _frame(
    variant: Variant,
    log: Log,
    table: Table,
    number: int,
    out: Entry | None,
    cut: Entry | None,
    loose: list[Entry],
) -> _Frame:
    points: Mapping[int, int] = {}
    if cut and cut.payload["exact"]:
        points = cut_points(variant, sorted(table.present), cut.payload["seat"], table.dealer)
    adjusted: dict[int, int] = {}
    for entry in loose:
        if entry.kind == "adjust" and entry.seat in table.present:
            adjusted[entry.seat] = adjusted.get(entry.seat, 0) + entry.payload["points"]
        elif entry.kind == "adjust":
            log.reject(entry, f"Points in round {number} for somebody who was not at the table.")
    others = (
        (kind, number, seat) in log.standing
        for kind in ("hand", "buys", "lay_down")
        for seat in table.present
    )
    started = out is not None or any(entry.kind != "note" for entry in loose) or any(others)
    return _Frame(number, out.payload["seat"] if out else None, points, adjusted, started)


def _cell(variant: Variant, log: Log, table: Table, frame: _Frame, seat: int) -> Cell:
    number = frame.number
    hand = log.standing.get(("hand", number, seat))
    buys = log.standing.get(("buys", number, seat))
    laid = log.standing.get(("lay_down", number, seat))
    if seat not in table.present:
        for entry in (hand, buys, laid):
            if entry:
                log.reject(entry, f"Something in round {number} for a seat not at the table.")
        return Cell(seat, CellState.ABSENT)
    state, hand_points = _hand(variant, hand, frame.out == seat)
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
    if "total" in hand.payload:
        return CellState.TOTAL, variant.sign * hand.payload["total"]
    # A card that these rules do not know counts nothing; a changed rule set can leave such cards.
    worth = sum(variant.card_points.get(code, 0) for code in hand.payload["cards"])
    return CellState.CARDS, variant.sign * worth


def _complete_totals(table: Table, rounds: tuple[Round, ...]) -> dict[int, int]:
    totals = {seat: person.starting_points for seat, person in enumerate(table.people)}
    for played in rounds:
        if played.complete:
            for cell in played.cells:
                totals[cell.seat] += cell.points
    return totals


def _standings(variant: Variant, table: Table, rounds: tuple[Round, ...]) -> dict[int, int]:
    """Places of those still at the table who have played a complete round."""
    totals = _complete_totals(table, rounds)
    played = {
        cell.seat
        for played in rounds
        if played.complete
        for cell in played.cells
        if cell.state is not CellState.ABSENT
    }
    ranked = [seat for seat in table.order if seat in table.present and seat in played]
    return places(variant, {seat: totals[seat] for seat in sorted(ranked)})


def _seats(
    table: Table, rounds: tuple[Round, ...], standings: Mapping[int, int], variant: Variant
) -> tuple[Seat, ...]:
    totals = _complete_totals(table, rounds)
    best = next((totals[seat] for seat, place in standings.items() if place == 1), 0)
    current = next((played.number for played in rounds if not played.complete), len(rounds))
    return tuple(
        Seat(
            number=seat,
            first_round=person.first_round,
            left_before=person.left_before,
            starting_points=person.starting_points,
            total=person.total,
            complete_total=totals[seat],
            place=standings.get(seat),
            behind=abs(totals[seat] - best) if seat in standings else None,
            buys_left=_buys_left(variant, rounds[:current], seat),
            present=seat in table.present,
            player=person.player,
        )
        for seat, person in enumerate(table.people)
    )


def _buys_left(variant: Variant, rounds: tuple[Round, ...], seat: int) -> int | None:
    if variant.buy is None:
        return None
    bought = [played.cells[seat].buys for played in rounds]
    return buys_left(variant, len(bought), sum(bought), bought[-1])
