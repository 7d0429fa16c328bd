"""Two values for one thing, and what differs between them in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from scorebook.models import Entry, Proposal
from scorebook.recording.log import sentence
from scorebook.recording.notation import count_kinds, counted, read_out
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.log import SLOTS
from scorebook.rules.scoring import figure, hand_worth


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a `value` that fits a tile, or only `detail`; who said it, when."""

    value: str
    detail: str
    who: str
    at: datetime


def about(board: Scoreboard, proposal: Proposal) -> str:
    """The headline: "Two scores for Mike." """
    match proposal.kind:
        case "hand":
            return f"Two scores for {board.name(proposal.seat or 0)}."
        case "out":
            return f"Two answers to who went out in round {proposal.round}."
        case "buys":
            return f"Two counts of {board.name(proposal.seat or 0)}’s buys."
        case "cut":
            return f"Two accounts of the cut in round {proposal.round}."
    if proposal.kind in SLOTS:
        return "Two entries that do not agree."
    return "One entry came in after the end."


def side(board: Scoreboard, entry: Entry | Proposal) -> Side:
    value, detail = _told(board, entry)
    return Side(value, detail, entry.author.name, entry.server_at)


def _told(board: Scoreboard, entry: Entry | Proposal) -> tuple[str, str]:
    payload = entry.payload
    match entry.kind:
        case "hand":
            cards = payload.get("cards")
            detail = "total only" if cards is None else read_out(board.variant, cards)
            return figure(hand_worth(board.variant, payload)), detail
        case "out":
            return "Nobody" if payload["seat"] is None else board.name(payload["seat"]), ""
        case "buys":
            return str(payload["n"]), ""
        case "cut":
            return "Exact" if payload["exact"] else "Not exact", ""
    by_id = {str(other.id): other for other in board.game.entries.all()}
    return "", sentence(board, entry, by_id)


def difference(board: Scoreboard, standing: Entry, proposal: Proposal) -> str:
    """What one hand has and the other has not: "one queen"; of two totals, the points.

    Empty for what is no hand.
    """
    if proposal.kind != "hand":
        return ""
    ours, theirs = standing.payload, proposal.payload
    if "cards" not in ours or "cards" not in theirs:
        here, there = (hand_worth(board.variant, hand) for hand in (ours, theirs))
        return f"{abs(here - there)} points"
    held, claimed = (count_kinds(board.variant, hand["cards"]) for hand in (ours, theirs))
    return against(held - claimed, claimed - held)


def against(only_here: Counter[str], only_there: Counter[str]) -> str:
    if only_here and only_there:
        return f"{counted(only_here)} against {counted(only_there)}"
    return counted(only_here or only_there)
