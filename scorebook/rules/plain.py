"""The sheet as plain data, as it is sent: what every phone finds out by itself from the entries."""

from __future__ import annotations

import dataclasses
from typing import Any

from scorebook.rules.sheet import Cell, Round, Seat, Sheet, Warning


def plain_sheet(sheet: Sheet) -> dict[str, Any]:
    """A JSON object. Seats are numbers, people the ids that the entries gave them; a warning's text
    has "{0}" where the name of the first of its seats goes.
    """
    start = sheet.standing.get(("start", None, None))
    rules = sheet.standing.get(("rules", None, None), start)
    ending = sheet.standing.get(("finish", None, None))
    setup = start.payload if start else {}
    return {
        "rule_set": rules.payload["rule_set"] if rules else None,
        "date": setup.get("date"),
        "place": setup.get("place", ""),
        "occasion": setup.get("occasion", ""),
        "decks": sheet.decks,
        "jokers": sheet.jokers,
        "first_dealer": sheet.first_dealer,
        "order": list(sheet.order),
        "seats": [_fields(seat) for seat in sheet.seats],
        "rounds": [_round(round) for round in sheet.rounds],
        "totals": [seat.total for seat in sheet.seats],
        "places": [seat.place for seat in sheet.seats],
        "leaders": list(sheet.leaders),
        "winners": list(sheet.winners),
        "losers": list(sheet.losers),
        "current_round": sheet.current_round,
        "finished": sheet.finished,
        "early": sheet.early,
        "ending_entry": ending.id if ending else None,
        "warnings": [_warning(warning) for warning in sheet.warnings],
        "notes": [dict(note) for note in sheet.notes],
    }


def _round(round: Round) -> dict[str, Any]:
    return _fields(round) | {
        "cut_numbers": list(round.cut_numbers),
        "cells": [_cell(cell) for cell in round.cells],
        "rummies": [dict(rummy) for rummy in round.rummies],
        "notes": [dict(note) for note in round.notes],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    melds = [{"type": meld["type"], "cards": list(meld["cards"])} for meld in cell.melds]
    return _fields(cell) | {"state": cell.state.value, "cards": list(cell.cards), "melds": melds}


def _warning(warning: Warning) -> dict[str, Any]:
    return _fields(warning) | {"seats": list(warning.seats)}


def _fields(row: Seat | Round | Cell | Warning) -> dict[str, Any]:
    return {field.name: getattr(row, field.name) for field in dataclasses.fields(row)}
