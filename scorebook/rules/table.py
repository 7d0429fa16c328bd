"""From a game's entries to its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorebook.rules.axes import RoundRules, contract_words
from scorebook.rules.buying import buys_left
from scorebook.rules.cells import fill_cell, lay_frame
from scorebook.rules.concerns import game_concerns, round_concerns
from scorebook.rules.log import Log, read_log
from scorebook.rules.scoring import cut_numbers, losers, places, winners
from scorebook.rules.seating import Table
from scorebook.rules.sheet import CellState, Entry, Round, Seat, Sheet
from scorebook.rules.variant import Variant


def replay(variant: Variant, entries: Iterable[Entry]) -> Sheet:
    """The sheet that a game's entries add up to under `variant` (the newest standing rule set).

    Total and deterministic: entries in any order (their `seq` counts), and whatever does not
    fit is left out and reported in `warnings`. Without a start the sheet has no seats and no
    rounds.
    """
    log = read_log(variant, entries)
    if log.start is None:
        return Sheet(standing=log.standing, voided=log.voided, warnings=tuple(log.warnings))
    table = Table.laid(variant, log, log.start)
    _reject_unknown_seats(log, len(table.people))
    loose = _by_round(log)
    rounds = tuple(
        _round(table, number, rules, loose.get(number, []))
        for number, rules in enumerate(variant.rounds, start=1)
    )
    return _sheet(table, rounds, log.start.payload)


def _reject_unknown_seats(log: Log, seats: int) -> None:
    for entry in log.standing.values():
        if entry.seat is not None and entry.seat >= seats:
            log.reject(entry, f"Something in round {entry.round} for a seat that nobody has.")


def _sheet(table: Table, rounds: tuple[Round, ...], start: Mapping[str, Any]) -> Sheet:
    variant, log = table.variant, table.log
    totals = _complete_totals(table, rounds)
    standings = _standings(table, rounds, totals)
    seats = _seats(table, rounds, totals, standings)
    decks = start.get("decks") or variant.packs_for(len(start["players"]))
    for played in rounds:
        round_concerns(variant, log, played, decks)
    finish = log.finish
    game_concerns(variant, log, seats, rounds, finish)
    return Sheet(
        seats=seats,
        order=tuple(table.order),
        rounds=rounds,
        decks=decks,
        jokers=decks * variant.jokers_per_pack,
        first_dealer=start["first_dealer"],
        current_round=next((played.number for played in rounds if not played.complete), None),
        leaders=winners(standings),
        winners=winners(standings) if finish else (),
        losers=losers(standings) if finish else (),
        finished=finish is not None,
        early=finish is not None and finish.payload.get("early", False),
        standing=log.standing,
        voided=log.voided,
        warnings=tuple(log.warnings),
        notes=tuple(_remark(entry) for entry in log.of("note") if entry.round is None),
    )


def _by_round(log: Log) -> dict[int, list[Entry]]:
    """Adjustments, called rummies and remarks, by round."""
    rounds: dict[int, list[Entry]] = {}
    for kind in ("adjust", "rummy", "note"):
        for entry in log.of(kind):
            if entry.round is not None:
                rounds.setdefault(entry.round, []).append(entry)
    return rounds


def _round(table: Table, number: int, rules: RoundRules, loose: list[Entry]) -> Round:
    variant, log = table.variant, table.log
    table.begin_round(number)
    out = _about_present(table, "out", number)
    cut = _about_present(table, "cut", number)
    if cut and variant.cut is None:
        log.reject(cut, f"The exact cut of round {number} counts nothing by these rules.")
    frame = lay_frame(table, number, out, cut, loose)
    cells = tuple(fill_cell(table, frame, seat) for seat in range(len(table.people)))
    entered = all(cell.state is not CellState.MISSING for cell in cells)
    return Round(
        number=number,
        contract=contract_words(rules.contract),
        pattern="".join(slot.letter for slot in rules.contract),
        dealt=rules.dealt,
        dealer=table.dealer,
        first_player=table.next_present(table.dealer),
        cutter=table.next_present(table.dealer, -1),
        cut_numbers=cut_numbers(variant, len(table.present), rules.dealt),
        cut_by=cut.payload["seat"] if cut and variant.cut and cut.payload["exact"] else None,
        cut_entry=cut.id if cut else None,
        out=frame.out,
        out_stands=out is not None,
        out_entry=out.id if out else None,
        complete=out is not None and bool(table.present) and entered,
        cells=cells,
        notes=tuple(_remark(entry) for entry in loose if entry.kind == "note"),
        rummies=tuple({"entry": one.id, **one.payload} for one in loose if _called(table, one)),
    )


def _remark(entry: Entry) -> Mapping[str, Any]:
    return {"entry": entry.id, "text": entry.payload["text"]}


def _called(table: Table, entry: Entry) -> bool:
    """Whether an entry is a called rummy that fits; one that does not is reported."""
    if entry.kind != "rummy":
        return False
    there = {entry.payload["caller"], entry.payload["offender"]} & table.present
    if table.variant.calling_rummy is None:
        text = f"Rummy was called in round {entry.round}; these rules have no such call."
    elif len(there) < 2:
        text = f"Rummy was called in round {entry.round} by or on somebody who was not there."
    else:
        return True
    table.log.reject(entry, text)
    return False


def _about_present(table: Table, kind: str, number: int) -> Entry | None:
    """The standing entry of a round's slot, if the seat it names is at the table (or it names
    none).
    """
    entry = table.log.standing.get((kind, number, None))
    if entry is None or entry.payload["seat"] is None or entry.payload["seat"] in table.present:
        return entry
    words = {"out": "went out", "cut": "cut"}
    text = f"Somebody {words[kind]} in round {number} who was not at the table."
    table.log.reject(entry, text)
    return None


def _complete_totals(table: Table, rounds: tuple[Round, ...]) -> dict[int, int]:
    totals = {seat: person.starting_points for seat, person in enumerate(table.people)}
    for played in rounds:
        if played.complete:
            for cell in played.cells:
                totals[cell.seat] += cell.points
    return totals


def _standings(
    table: Table, rounds: tuple[Round, ...], totals: Mapping[int, int]
) -> dict[int, int]:
    """Places of those still at the table who have played a complete round."""
    played = {seat for played in rounds if played.complete for seat in played.present}
    here = _here(table, rounds)
    return places(table.variant, {seat: totals[seat] for seat in sorted(here & played)})


def _here(table: Table, rounds: tuple[Round, ...]) -> set[int]:
    """Who sits at the table once the last complete round is over: who leaves later still does."""
    over = max((played.number for played in rounds if played.complete), default=0)
    return set(rounds[over].present) if over < len(rounds) else table.present


def _seats(
    table: Table,
    rounds: tuple[Round, ...],
    totals: Mapping[int, int],
    standings: Mapping[int, int],
) -> tuple[Seat, ...]:
    best = next((totals[seat] for seat, place in standings.items() if place == 1), 0)
    current = next((played.number for played in rounds if not played.complete), len(rounds))
    here = _here(table, rounds)
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
            buys_left=_buys_left(table.variant, rounds, current, seat),
            present=seat in here,
            player=person.player,
            seated=seat in table.order,
        )
        for seat, person in enumerate(table.people)
    )


def _buys_left(variant: Variant, rounds: tuple[Round, ...], current: int, seat: int) -> int | None:
    if variant.buy is None:
        return None
    bought = [played.cells[seat].buys for played in rounds]
    return buys_left(variant, current, sum(bought), bought[current - 1])
