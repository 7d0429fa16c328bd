"""A game's log in sentences: who entered what and when, what it replaced, what was taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scorebook.ledger.checks import NEVER_TAKEN_BACK
from scorebook.ledger.submission import made_at
from scorebook.models import Entry, Player, Proposal, RuleSet
from scorebook.models.games import BY_TABLE_CODE
from scorebook.recording.notation import read_out
from scorebook.recording.scoreboard import Scoreboard
from scorebook.rules.forms import player_id
from scorebook.rules.verdict import meld_words

Row = Entry | Proposal
TAKEN_BACK, PUT_BACK = "Taken back", "Put back"


@dataclass(frozen=True, slots=True)
class Line:
    """One entry, and when it was made. `voided`: it was taken back; `undoable`: it may be."""

    entry: Entry
    who: str
    made_at: datetime
    text: str
    voided: bool
    undoable: bool


def log_of(scoreboard: Scoreboard, may_take_back: Callable[[Entry], bool]) -> list[Line]:
    """Every entry of the game, newest first."""
    entries = list(scoreboard.game.entries.select_related("author__merged_into"))
    by_id = {str(entry.id): entry for entry in entries}
    voided = scoreboard.sheet.voided
    return [
        Line(
            entry,
            signed(entry),
            made_at(entry.client_at, entry.sent_at, entry.server_at),
            sentence(scoreboard, entry, by_id),
            str(entry.id) in voided,
            entry.kind not in NEVER_TAKEN_BACK
            and str(entry.id) not in voided
            and may_take_back(entry),
        )
        for entry in reversed(entries)
    ]


def signed(row: Row) -> str:
    """ "Rosa"; "Rosa, with the table’s code" of who only said so."""
    by_code = row.device.startswith(BY_TABLE_CODE)
    name = row.author.really.name
    return f"{name}, with the table’s code" if by_code else name


def sentence(scoreboard: Scoreboard, entry: Entry | Proposal, by_id: dict[str, Entry]) -> str:
    """What an entry says, in words; `by_id` resolves the entries it speaks of."""
    if entry.kind == "void":
        done, about = meant(entry, by_id)
        return f"{done}: {_WORDS[about.kind](scoreboard, about)}"
    words = _WORDS[entry.kind](scoreboard, entry)
    was = by_id.get(str(entry.replaces))
    if was and entry.kind == "hand":
        return f"{words}, was {_hand(scoreboard, was)}"
    return words


def meant(void: Row, by_id: dict[str, Entry]) -> tuple[str, Row]:
    """What a void does, and to which entry: taking back what was taken back puts it back."""
    about: Row = void
    voids = 0
    while about.kind == "void":
        about, voids = by_id[about.payload["entry"].lower()], voids + 1
    return TAKEN_BACK if voids % 2 else PUT_BACK, about


def _hand(scoreboard: Scoreboard, entry: Entry | Proposal) -> str:
    if "total" in entry.payload:
        return f"{entry.payload['total']} points"
    return read_out(scoreboard.variant, entry.payload["cards"])


def _name(scoreboard: Scoreboard, seat: int | None) -> str:
    return "Nobody" if seat is None else scoreboard.name(seat)


def _melds(melds: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(map(meld_words, melds)) or "nothing"


def _joined(scoreboard: Scoreboard, entry: Entry | Proposal) -> str:
    """Who sits down; of somebody not known yet, the name that was typed."""
    id = player_id(entry.payload["player"])
    known = {str(player.id): player.name for player in scoreboard.players.values()}
    if name := known.get(id):
        return name
    found = Player.objects.filter(id=id).first()
    return found.really.name if found else entry.payload["player"]["name"]


Words = Callable[[Scoreboard, Entry | Proposal], str]
_WORDS: dict[str, Words] = {
    "start": lambda board, e: f"Started with {len(e.payload['players'])} at the table",
    "cut": lambda board, e: (
        f"Round {e.round}: {_name(board, e.payload['seat'])} cut it exactly"
        if e.payload["exact"]
        else f"Round {e.round}: no exact cut"
    ),
    "out": lambda board, e: f"Round {e.round}: {_name(board, e.payload['seat'])} went out",
    "hand": lambda board, e: f"Round {e.round}, {_name(board, e.seat)}: {_hand(board, e)}",
    "buys": lambda board, e: f"Round {e.round}: {_name(board, e.seat)} bought {e.payload['n']}×",
    "lay_down": lambda board, e: (
        f"Round {e.round}: {_name(board, e.seat)} laid down {_melds(e.payload['melds'])}"
    ),
    "rummy": lambda board, e: (
        f"Round {e.round}: {_name(board, e.payload['caller'])} called rummy on "
        f"{_name(board, e.payload['offender'])}"
    ),
    "adjust": lambda board, e: (
        f"Round {e.round}: {e.payload['points']:+} for {_name(board, e.seat)}, "
        f"{e.payload['reason']}"
    ),
    "join": lambda board, e: f"Round {e.round}: {_joined(board, e)} sat down",
    "leave": lambda board, e: f"Round {e.round}: {_name(board, e.seat)} left the table",
    "rules": lambda board, e: (
        f"Scored by {RuleSet.objects.named(e.payload['rule_set']).name} from here on"
    ),
    "note": lambda board, e: f"“{e.payload['text']}”",
    "accept": lambda board, e: "Settled: the second score stands",
    "drop": lambda board, e: "Settled: the first score stands",
    "finish": lambda board, e: "Ended early" if e.payload.get("early") else "The end",
    "reopen": lambda board, e: "Reopened",
}
