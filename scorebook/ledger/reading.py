"""A game's entries as the engine reads them, the sheet they add up to, and that sheet as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from scorebook.models import Entry, Game, Player, Proposal
from scorebook.models.games import ProposalStatus
from scorebook.rules import sheet as engine
from scorebook.rules import versions
from scorebook.rules.sheet import Cell, Round, Seat, Sheet, Warning
from scorebook.rules.table import replay

FIELDS = ("id", "seq", "kind", "payload", "v", "round", "seat", "replaces")


def as_engine(entries: Iterable[Entry]) -> list[engine.Entry]:
    """Rows as the engine takes them."""
    return [_engine(*(getattr(entry, field) for field in FIELDS)) for entry in entries]


def entries_of(game: Game) -> list[engine.Entry]:
    """Every entry of a game in order; one query."""
    return [_engine(*row) for row in game.entries.order_by("seq").values_list(*FIELDS)]


def _engine(
    id: Any,
    seq: int,
    kind: str,
    payload: dict,
    v: int,
    round: int | None,
    seat: int | None,
    replaces: Any,
) -> engine.Entry:
    seen = None if replaces is None else str(replaces)
    return engine.Entry(str(id), seq, kind, versions.lifted(kind, payload, v), round, seat, seen)


def sheet_of(game: Game) -> Sheet:
    """The sheet by the rules that stand: one query, two where the rule set was not fetched."""
    return replay(game.rule_set.rules, entries_of(game))


def open_proposals(game: Game) -> list[Proposal]:
    """What waits to be settled, the oldest first."""
    waiting = game.proposals.filter(status=ProposalStatus.OPEN)
    return list(waiting.select_related("author__merged_into"))


def people_of(game: Game, sheet: Sheet) -> dict[int, Player]:
    """The person of every seat number; the game needs its table (`with_table`). One more query
    where a joining was taken back.
    """
    people = {row.number: row.player for row in game.seats.all()}
    gone = {s.number: UUID(s.player) for s in sheet.seats if s.number not in people}
    known = Player.objects.select_related("merged_into")
    found = known.in_bulk(gone.values()) if gone else {}
    return people | {number: found[id].really for number, id in gone.items()}


def sheet_json(game: Game, sheet: Sheet) -> dict[str, Any]:
    """The sheet as phones read it. The game needs its table (`with_table`); one more query."""
    people = people_of(game, sheet)
    return {
        "game": str(game.id),
        "version": game.version,
        "rule_set": game.rule_set.slug,
        "date": game.played_on.isoformat(),
        "place": game.place,
        "occasion": game.occasion,
        "decks": sheet.decks,
        "jokers": sheet.jokers,
        "first_dealer": sheet.first_dealer,
        "order": sheet.order,
        "seats": [_seat_json(seat, people[seat.number]) for seat in sheet.seats],
        "rounds": [_round_json(round) for round in sheet.rounds],
        "totals": [seat.total for seat in sheet.seats],
        "places": [seat.place for seat in sheet.seats],
        "leaders": sheet.leaders,
        "winners": sheet.winners,
        "losers": sheet.losers,
        "current_round": sheet.current_round,
        "finished": sheet.finished,
        "early": sheet.early,
        "overturned": game.overturned,
        "proposals": [proposal_json(proposal) for proposal in open_proposals(game)],
        "warnings": [_warning_json(warning, people) for warning in sheet.warnings],
        "notes": [dict(note) for note in sheet.notes],
    }


def _seat_json(seat: Seat, player: Player) -> dict[str, Any]:
    return {
        "number": seat.number,
        "player": str(player.id),
        "name": player.name,
        "short_name": player.short_name,
        "first_round": seat.first_round,
        "left_before": seat.left_before,
        "seated": seat.seated,
        "present": seat.present,
        "starting_points": seat.starting_points,
        "total": seat.total,
        "complete_total": seat.complete_total,
        "place": seat.place,
        "behind": seat.behind,
        "buys_left": seat.buys_left,
    }


def _round_json(round: Round) -> dict[str, Any]:
    return {
        "number": round.number,
        "contract": round.contract,
        "pattern": round.pattern,
        "dealt": round.dealt,
        "dealer": round.dealer,
        "first_player": round.first_player,
        "cutter": round.cutter,
        "cut_numbers": round.cut_numbers,
        "cut_by": round.cut_by,
        "cut_entry": round.cut_entry,
        "out": round.out,
        "out_stands": round.out_stands,
        "out_entry": round.out_entry,
        "complete": round.complete,
        "cells": [_cell_json(cell) for cell in round.cells],
        "rummies": [dict(rummy) for rummy in round.rummies],
        "notes": [dict(note) for note in round.notes],
    }


def _cell_json(cell: Cell) -> dict[str, Any]:
    return {
        "seat": cell.seat,
        "state": cell.state,
        "entry": cell.entry,
        "cards": cell.cards,
        "typed": cell.typed,
        "hand_points": cell.hand_points,
        "cut_points": cell.cut_points,
        "adjustments": cell.adjustments,
        "points": cell.points,
        "running": cell.running,
        "buys": cell.buys,
        "buys_entry": cell.buys_entry,
        "melds": [dict(meld) for meld in cell.melds],
        "lay_down_entry": cell.lay_down_entry,
        "changes": cell.changes,
    }


def _warning_json(warning: Warning, people: Mapping[int, Player]) -> dict[str, Any]:
    names = [people[seat].name for seat in warning.seats]
    return {
        "code": warning.code,
        "text": warning.text.format(*names),
        "round": warning.round,
        "seats": warning.seats,
        "entry": warning.entry,
    }


def entry_json(entry: Entry | None) -> dict[str, Any] | None:
    """One entry with its author; None where nothing stands."""
    if entry is None:
        return None
    return {"id": str(entry.id), "seq": entry.seq, **_content(entry)}


def proposal_json(proposal: Proposal) -> dict[str, Any]:
    """What was proposed, by whom, and the id of what stood in its place."""
    standing = proposal.standing and str(proposal.standing)
    return {
        "id": str(proposal.id),
        "status": proposal.status,
        "standing": standing,
        **_content(proposal),
    }


def _content(row: Entry | Proposal) -> Mapping[str, Any]:
    return {
        "kind": row.kind,
        "round": row.round,
        "seat": row.seat,
        "payload": row.payload,
        "author": {"id": str(row.author.really.id), "name": row.author.really.name},
        "server_at": row.server_at.isoformat(),
    }
