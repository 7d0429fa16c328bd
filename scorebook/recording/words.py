"""What the site says about winners, losers, big hands and corrections, in the family's tone.

The joke is about the score, never about the person, and children are always spoken of gently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorebook.models import Family, Player
from scorebook.models.people import Tone, names
from scorebook.rules.cards import JOKER_RANK, RANKS
from scorebook.rules.scoring import figure
from scorebook.rules.variant import Variant

NO_BREAK, JOINER = "\N{NO-BREAK SPACE}", "\N{WORD JOINER}"


class Moment(StrEnum):
    WINNER = "winner"
    SHARED = "shared"
    LOSER = "loser"
    BIG_HAND = "big hand"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class Line:
    """What happened, and what is to be said about it; either may be empty."""

    fact: str
    quip: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in (self.fact, self.quip) if part)


LINES: dict[Moment, dict[Tone, Line]] = {
    Moment.WINNER: {
        Tone.GENTLE: Line("{name} wins with {points}."),
        Tone.RIBBING: Line("{name}, {points}.", "Obviously {member}."),
        Tone.NO_MERCY: Line("{name}, {points}.", "You will hear about it."),
    },
    Moment.SHARED: {
        Tone.GENTLE: Line("{name} share it with {points}."),
        Tone.RIBBING: Line("{name}, {points}.", "Shared. Nobody is happy."),
        Tone.NO_MERCY: Line("{name}, {points}.", "Shared. Nobody is happy."),
    },
    Moment.LOSER: {
        Tone.GENTLE: Line("", "{name} had a rough night."),
        Tone.RIBBING: Line("{name}, {points}.", "Obviously not {member}."),
        Tone.NO_MERCY: Line("{name}, {points}.", "The rules were on the table."),
    },
    Moment.BIG_HAND: {
        Tone.GENTLE: Line("Big hand for {name}."),
        Tone.RIBBING: Line("{name} eats {points}."),
        Tone.NO_MERCY: Line("{name} eats {points}.", "With a spoon."),
    },
    Moment.CORRECTION: {
        Tone.GENTLE: Line("Round {round} corrected."),
        Tone.RIBBING: Line("Round {round} corrected.", "Expect complaints."),
        Tone.NO_MERCY: Line("Round {round} corrected.", "Lawyers informed."),
    },
}


def say(
    moment: Moment,
    family: Family | None,
    *players: Player,
    points: int = 0,
    round_number: int | None = None,
) -> Line:
    """The line for a moment, about `players`; a child among them makes it gentle."""
    line = LINES[moment][tone_for(family, players)]
    values = {
        "name": names(players),
        "points": figure(points),
        "round": round_number,
        "member": member_of(family),
    }
    return Line(line.fact.format_map(values), line.quip.format_map(values))


def won(family: Family, *players: Player, points: int) -> Line:
    """The line for those who won: one, or several who share it."""
    moment = Moment.SHARED if len(players) > 1 else Moment.WINNER
    return say(moment, family, *players, points=points)


def tone_for(family: Family | None, players: Sequence[Player]) -> Tone:
    if family is None or any(player.is_child for player in players):
        return Tone.GENTLE
    return Tone(family.tone)


def member_of(family: Family | None) -> str:
    """ "one of the Links" for The Links, "a Link" for Link, "an Ek" for Ek."""
    name = family.name if family else "family"
    if name.lower().startswith("the "):
        return f"one of the {name[4:]}"
    return f"{'an' if name[:1].lower() in set('aeiou') else 'a'} {name}"


def rules_in_a_line(variant: Variant) -> str:
    """What cards cost and who wins, in pieces that do not break:
    "7 rounds · A = 20 · 2–9 = 5 · 10–K = 10 · joker = 50 · cut +25".
    """
    ranks = sorted(variant.points, key=lambda rank: (rank in variant.wild, RANKS.find(rank[0])))
    pieces = [f"{len(variant.rounds)} rounds", *(_cost(variant, rank) for rank in ranks)]
    if variant.cut:
        pieces.append(f"cut {variant.cut.points:+}")
    if variant.sign < 0:
        pieces.append("highest wins")
    return f"{NO_BREAK}· ".join(piece.replace(" ", NO_BREAK) for piece in pieces)


def _cost(variant: Variant, rank: str) -> str:
    if rank == JOKER_RANK:
        return f"joker = {variant.points[rank]}"
    word = rank.replace("T", "10").replace("-", f"{JOINER}–{JOINER}").replace("S", "♠")
    return f"{word} = {variant.points[rank]}{' (wild)' if rank in variant.wild else ''}"
