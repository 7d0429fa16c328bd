"""Two values for one thing, and what differs between them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorebook.models import Entry, Proposal
from scorebook.recording.notation import count_kinds, counted, read_out
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.cards import Card
from scorebook.rules.scoring import figure, hand_points
from scorebook.rules.verdict import meld_words


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: what it says, who said it, when."""

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
        case "lay_down":
            return f"Two accounts of what {board.name(proposal.seat or 0)} laid down."
    return "Two entries that do not agree."


def side(board: Scoreboard, entry: Entry | Proposal) -> Side:
    value, detail = _told(board, entry)
    return Side(value, detail, entry.author.name, entry.server_at)


def _told(board: Scoreboard, entry: Entry | Proposal) -> tuple[str, str]:
    payload = entry.payload
    match entry.kind:
        case "hand":
            cards = payload.get("cards")
            detail = "total only" if cards is None else read_out(board.variant, cards)
            return figure(points_of_hand(board, payload)), detail
        case "out":
            return "Nobody" if payload["seat"] is None else board.name(payload["seat"]), ""
        case "buys":
            return str(payload["n"]), ""
        case "cut":
            return "Exact" if payload["exact"] else "Not exact", ""
        case "lay_down":
            return "Laid", ", ".join(map(meld_words, payload["melds"]))
    return entry.kind.replace("_", " "), ""


def points_of_hand(board: Scoreboard, payload: Mapping[str, Any]) -> int:
    if "total" in payload:
        return board.variant.sign * payload["total"]
    return hand_points(board.variant, [Card.parse(card) for card in payload["cards"]])


def difference(board: Scoreboard, standing: Entry, proposal: Proposal) -> str:
    """What one hand has and the other has not: "one queen"; of two totals, the points.

    Empty for what is no hand.
    """
    if proposal.kind != "hand":
        return ""
    ours, theirs = standing.payload, proposal.payload
    if "cards" not in ours or "cards" not in theirs:
        return f"{abs(points_of_hand(board, ours) - points_of_hand(board, theirs))} points"
    here, there = (count_kinds(board.variant, hand["cards"]) for hand in (ours, theirs))
    return against(here - there, there - here)


def against(only_here: Counter[str], only_there: Counter[str]) -> str:
    if only_here and only_there:
        return f"{counted(only_here)} against {counted(only_there)}"
    return counted(only_here or only_there)
