"""What the page of one hand shows, and the facts from which its keypad warns and adds up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any, Self

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import json_script

from scorebook.models import Family, Player
from scorebook.recording.flow import owing
from scorebook.recording.keypad import Key, Row, keypad
from scorebook.recording.notation import count_kinds, in_words
from scorebook.recording.scoreboard import Scoreboard
from scorebook.recording.words import Moment, say
from scorebook.rules.buying import cards_gained
from scorebook.rules.cards import JOKER_RANK, SUITS
from scorebook.rules.scoring import figure
from scorebook.rules.sheet import ENTERED, Cell, CellState, Round

NOTHING_YET = (CellState.MISSING, CellState.ABSENT)


class Compact(DjangoJSONEncoder):
    """JSON without blanks and escapes: this page is fetched for every hand of an evening."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options | {"separators": (",", ":"), "ensure_ascii": False})


@dataclass(frozen=True, slots=True)
class RailItem:
    """One player of the round: `text` is what stands for them, `kind` how it is drawn."""

    seat: int
    short: str
    text: str
    kind: str
    here: bool


@dataclass(frozen=True)
class HandPage:
    """One seat in one round. `back` is where a correction returns to: "review" or "table".

    `own`: who reads it sits there, and somebody else holds the pen.
    """

    board: Scoreboard
    round: Round
    cell: Cell
    back: str
    own: bool

    @classmethod
    def of(
        cls, board: Scoreboard, number: int, seat: int, *, back: str, reader: Player
    ) -> Self | None:
        round, cell = board.round(number), board.cell(number, seat)
        if round is None or cell is None:
            return None
        own = reader == board.player(seat) and reader.id != board.game.scorekeeper_id
        return cls(board, round, cell, "review" if back == "review" else "table", own)

    @property
    def name(self) -> str:
        return self.board.name(self.cell.seat)

    @property
    def entered(self) -> bool:
        return self.cell.state in ENTERED

    @property
    def corrects(self) -> bool:
        """A hand of a round that was over: saving it returns to where the reader came from."""
        return self.entered and self.round.complete

    @cached_property
    def keys(self) -> tuple[Row, ...]:
        return keypad(self.board.variant)

    @property
    def all_keys(self) -> list[Key]:
        return [key for row in self.keys for key in row.keys]

    @cached_property
    def others_owing(self) -> list[int]:
        seat = self.cell.seat
        return [other for other in owing(self.board, self.round, seat) if other != seat]

    @property
    def without(self) -> int:
        """The player's total without this hand."""
        return self.board.seat(self.cell.seat).total - self.cell.hand_points

    def context(self) -> dict[str, Any]:
        facts = self.facts()
        return {
            "board": self.board,
            "round": self.round,
            "seat": self.cell.seat,
            "name": self.name,
            "back_to": self.back,
            **self._bar(),
            "rail": self.rail(),
            "keys": self.keys,
            "value": figure(self.cell.hand_points) if self.entered else "",
            "line": facts["line"],
            "next": self.label_entered(facts),
            "warnings": self.warnings(),
            "deck_ran_dry": self.round.out_stands and self.round.out is None,
            "facts": json_script(facts, "facts", encoder=Compact),
        }

    def _bar(self) -> dict[str, str]:
        number, rounds = self.round.number, len(self.board.sheet.rounds)
        if self.corrects:
            return {"bar_title": f"Fix round {number}", "bar_sub": self.round.contract}
        return {"bar_title": self.round.contract, "bar_sub": f"Round {number} of {rounds}"}

    def label_entered(self, facts: dict[str, Any]) -> str:
        """Next without the keypad: it saves whatever was typed, or goes on where nothing was."""
        return "Save the correction" if self.corrects else facts["next"]

    def warnings(self) -> list[str]:
        return [
            self.board.warning_text(warning)
            for warning in self.board.sheet.warnings
            if warning.round == self.round.number and self.cell.seat in warning.seats
        ]

    def rail(self) -> list[RailItem]:
        return [
            self._rail_item(cell)
            for seat in self.board.sheet.order
            if (cell := self.board.cell(self.round.number, seat))
            and (cell.state is not CellState.ABSENT or cell == self.cell)
        ]

    def _rail_item(self, cell: Cell) -> RailItem:
        texts = {CellState.OUT: ("OUT 0", "out"), **dict.fromkeys(NOTHING_YET, ("–", ""))}
        text, kind = texts.get(cell.state, (f"✓ {figure(cell.hand_points)}", "done"))
        return RailItem(
            cell.seat, self.board.short(cell.seat), text, kind, cell.seat == self.cell.seat
        )

    def facts(self) -> dict[str, Any]:
        """Everything that the keypad needs to know of the rules and of the other hands."""
        board, cell = self.board, self.cell
        onward, skip = self._labels()
        return {
            "points": {key.card: key.points for key in self.all_keys},
            "sign": board.variant.sign,
            "name": self.name,
            "before": self.without,
            "total": board.seat(cell.seat).total,
            "was": cell.hand_points if self.corrects else None,
            "others": self._other_totals(),
            "moved": self._quip(),
            "line": self._line(),
            "next": onward,
            "skip": skip,
            "step": gcd(*(key.points for key in self.all_keys)),
            "seen": self._seen(),
            "most": self._most(),
            "decks": _decks(board.sheet.decks),
            "hold": self._can_hold(),
        }

    def _line(self) -> str:
        if self.corrects:
            return f"was {figure(self.cell.hand_points)}"
        return f"stuck with … · total {figure(self.without)}"

    def _quip(self) -> str:
        """What the family says when a correction moves somebody."""
        if not self.corrects:
            return ""
        player, number = self.board.player(self.cell.seat), self.round.number
        family = Family.objects.first()
        return say(Moment.CORRECTION, family, player, round_number=number).quip

    def _labels(self) -> tuple[str, str]:
        """Next's words with a hand entered, and without."""
        if self.own:
            return "Save your hand", "Back to the table"
        if self.others_owing:
            name = self.board.name(self.others_owing[0])
            return f"Next: {name} →", f"Skip for now: {name} →"
        if self.round.out_stands:
            return "Check the round →", "Back to the table"
        return "Next: who went out? →", "Skip for now: who went out? →"

    def _other_totals(self) -> list[int]:
        return [
            seat.total
            for seat in self.board.sheet.seats
            if seat.number != self.cell.seat and seat.present
        ]

    def _seen(self) -> dict[str, int]:
        """Cards of each kind in the other hands of the round."""
        others = [c for c in self.round.cells if c.seat != self.cell.seat]
        return dict(count_kinds(self.board.variant, (card for c in others for card in c.cards)))

    def _most(self) -> dict[str, int]:
        """Copies of each kind in all packs together; "*" for every kind not named."""
        decks = self.board.sheet.decks
        kinds = [JOKER_RANK, *(key.card for key in self.all_keys)]
        most = {kind: self.board.variant.copies(kind, decks) for kind in kinds}
        usual = len(SUITS) * decks
        return {"*": usual} | {kind: number for kind, number in most.items() if number != usual}

    def _can_hold(self) -> int | None:
        """Most cards that a hand can grow to by buying; None where nothing limits it."""
        buy = self.board.variant.buy
        left = self.board.buys_left(self.round.number, self.cell.seat)
        drawn = self.round.dealt + 1
        if self.round.rummies:
            return None
        if buy is None:
            return drawn
        if left is None or buy.cards is None:
            return None
        purchases = self.cell.buys + max(left, 0)
        return drawn + cards_gained(buy, purchases, purchases * buy.cards)


def _decks(decks: int) -> str:
    if decks == 1:
        return "One deck only has"
    return f"{in_words(decks).capitalize()} decks only have"
