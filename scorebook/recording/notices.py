"""The bar after an action: what was just saved, and the one tap that takes it back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.http import HttpRequest

from scorebook import access
from scorebook.ledger.checks import NEVER_TAKEN_BACK
from scorebook.models import Entry
from scorebook.recording.log import TAKEN_BACK, meant, sentence
from scorebook.recording.notation import cut_worth
from scorebook.recording.numbers import whole
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.scoring import figure

NOUNS = {"hand": "hand", "buys": "buys", "lay_down": "melds", "cut": "cut"}


@dataclass(frozen=True, slots=True)
class Notice:
    """`undoes` is the entry that the bar's button voids; `id` is the voiding entry's own."""

    text: str
    undoes: str
    button: str
    id: UUID


def notice(request: HttpRequest, board: Scoreboard) -> Notice | None:
    """What the table's address says was just done: an entry's id, or a round's number. Its button
    stands where it would not be refused.
    """
    done = _done(board, request.GET.get("saved", ""), request.GET.get("round", ""))
    if done and not may_take_back(request, board, done.undoes):
        return replace(done, button="")
    return done


def may_take_back(request: HttpRequest, board: Scoreboard, entry_id: str | None) -> bool:
    """Of nothing, yes. With the pen it need not be looked at."""
    if access.keeps_score(request, board.game):
        return True
    entry = Entry.objects.filter(id=entry_id).first() if entry_id else None
    return entry is None or access.may_take_back(request, board.game)(entry)


def _done(board: Scoreboard, saved: str, round_saved: str) -> Notice | None:
    if (number := whole(round_saved)) is not None:
        return _round_saved(board, number)
    try:
        entry = Entry.objects.filter(game=board.game, id=UUID(saved)).first()
    except ValueError:
        return None
    if entry is None or str(entry.id) in board.sheet.voided:
        return None
    if entry.kind == "void":
        return _voided(board, entry)
    button = "" if entry.kind in NEVER_TAKEN_BACK else "Undo"
    return Notice(_said(board, entry), str(entry.id), button, uuid4())


def _round_saved(board: Scoreboard, number: int) -> Notice | None:
    """That the round is in; the button names the newest entry of it, and takes back that one."""
    entries = [entry for entry in board.sheet.standing.values() if entry.round == number]
    newest = max(entries, key=lambda entry: entry.seq, default=None)
    if newest is None:
        return None
    whose = f"{board.name(newest.seat)}’s " if newest.seat is not None else "the "
    button = f"Undo {'who went out' if newest.kind == 'out' else whose + NOUNS[newest.kind]}"
    return Notice(f"Round {number} saved", newest.id, button, uuid4())


def _voided(board: Scoreboard, void: Entry) -> Notice:
    by_id = {str(entry.id): entry for entry in board.game.entries.all()}
    done, _ = meant(void, by_id)
    button = "Redo" if done == TAKEN_BACK else "Undo"
    return Notice(sentence(board, void, by_id), str(void.id), button, uuid4())


def _said(board: Scoreboard, entry: Entry) -> str:
    match entry.kind:
        case "cut":
            return _cut(board, entry)
        case "hand":
            return _hand(board, entry)
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
