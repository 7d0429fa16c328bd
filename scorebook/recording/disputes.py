"""Two values for one thing, and what differs between them in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from scorebook.models import Entry, Player, Proposal
from scorebook.recording.log import sentence, signed
from scorebook.recording.notation import count_kinds, counted, read_out
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.forms import player_id
from scorebook.rules.scoring import figure, hand_worth


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a `value` that fits a tile, or only `detail`; who said it, when."""

    value: str
    detail: str
    who: str
    at: datetime


def about(board: Scoreboard, proposal: Proposal) -> str:
    """The headline: "Two scores for Mike in round 4." """
    match proposal.kind:
        case "hand":
            return f"Two scores for {board.name(proposal.seat or 0)} in round {proposal.round}."
        case "out":
            return f"Two answers to who went out in round {proposal.round}."
        case "buys":
            whose = board.name(proposal.seat or 0)
            return f"Two counts of {whose}’s buys in round {proposal.round}."
        case "cut":
            return f"Two accounts of the cut in round {proposal.round}."
        case "lay_down":
            whose = board.name(proposal.seat or 0)
            return f"Two accounts of what {whose} laid down in round {proposal.round}."
    if board.standing_beside(proposal):
        return "Two entries that do not agree."
    return "One entry came in after the end."


def side(board: Scoreboard, entry: Entry | Proposal) -> Side:
    value, detail = _told(board, entry)
    return Side(value, detail, signed(entry), entry.server_at)


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
            cards = payload.get("cards", payload["n"])
            return str(payload["n"]), "" if cards == payload["n"] else f"{cards} cards"
        case "cut":
            exact = "Exact" if payload["exact"] else "Not exact"
            return exact, f"{board.name(payload['seat'])} cut"
        case "start":
            return "", _started(payload)
    by_id = {str(other.id): other for other in board.game.entries.all()}
    return "", sentence(board, entry, by_id)


def _started(payload: Mapping[str, Any]) -> str:
    """What was said at the start: "1 Nov 2026, Kitchen; 2 decks; Rosa, Mike; Mike deals first"."""
    known = Player.objects.in_bulk([UUID(player_id(player)) for player in payload["players"]])
    players = [
        known[id].name if (id := UUID(player_id(player))) in known else player["name"]
        for player in payload["players"]
    ]
    day = date.fromisoformat(payload["date"])
    where = (payload.get(field, "") for field in ("place", "occasion"))
    decks = payload.get("decks")
    parts = [
        ", ".join([f"{day.day} {day:%b} {day.year}", *filter(None, where)]),
        f"{decks} deck{'s' if decks > 1 else ''}" if decks else "",
        ", ".join(players),
        f"{players[payload['first_dealer']]} deals first",
    ]
    return "; ".join(filter(None, parts))


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
