"""The bar after an action: what was just saved, and the one tap that takes it back."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID, uuid4

from scorebook.models import Entry
from scorebook.recording.log import sentence
from scorebook.recording.notation import cut_worth
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules import sheet as engine
from scorebook.rules.scoring import figure


@dataclass(frozen=True, slots=True)
class Notice:
    """`undoes` is the entry that the bar's button voids; `id` is the voiding entry's own."""

    text: str
    undoes: str
    button: str
    id: UUID


def notice(board: Scoreboard, saved: str, round_saved: str) -> Notice | None:
    """What the table's address says was just done: an entry's id, or a round's number."""
    if round_saved.isdecimal():
        newest = _newest_of_round(board, int(round_saved))
        text = f"Round {round_saved} saved"
        return Notice(text, newest.id, "Undo", uuid4()) if newest else None
    try:
        entry = Entry.objects.filter(game=board.game, id=UUID(saved)).first()
    except ValueError:
        return None
    if entry is None or str(entry.id) in board.sheet.voided:
        return None
    button = "Redo" if entry.kind == "void" else "Undo"
    return Notice(_said(board, entry), str(entry.id), button, uuid4())


def _newest_of_round(board: Scoreboard, number: int) -> engine.Entry | None:
    entries = [entry for entry in board.sheet.standing.values() if entry.round == number]
    return max(entries, key=lambda entry: entry.seq, default=None)


def _said(board: Scoreboard, entry: Entry) -> str:
    match entry.kind:
        case "cut":
            return _cut(board, entry)
        case "hand":
            return _hand(board, entry)
        case "void":
            return "Taken back"
    return sentence(board, entry, {})


def _cut(board: Scoreboard, entry: Entry) -> str:
    if not entry.payload["exact"]:
        return f"No exact cut in round {entry.round}"
    cut = board.variant.cut
    who = board.name(entry.payload["seat"])
    if cut is None or cut.to != "others":
        return f"{who} cut it exactly"
    return f"{who} cut it exactly. Everyone else {cut_worth(board.variant)}"


def _hand(board: Scoreboard, entry: Entry) -> str:
    seat = entry.seat or 0
    cell = board.cell(entry.round or 0, seat)
    points = figure(cell.hand_points) if cell else ""
    return f"Round {entry.round}, {board.name(seat)}: now {points}"
