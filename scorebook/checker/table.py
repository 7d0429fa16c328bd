"""What the checker knows of the game it is asked at: rules, packs, round, who bought how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from django.http import HttpRequest

from scorebook import access
from scorebook.ledger.reading import sheet_of
from scorebook.models import Game
from scorebook.rules.contracts import hand_arithmetic
from scorebook.rules.sheet import Cell, CellState, Sheet
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import meld_words

SUPPLY = ("too_many_copies", "too_many_jokers")


@dataclass(frozen=True)
class Table:
    """One game and the round asked about. `seat` is whose facts are filled in, if anybody's."""

    game: Game
    sheet: Sheet
    variant: Variant
    round: int
    seat: int | None
    names: Mapping[int, str]

    @classmethod
    def asked(cls, request: HttpRequest, game_id: UUID) -> Self:
        """The game, for whoever may see it; the current round unless another is named."""
        game = access.game(request, game_id)
        sheet = sheet_of(game)
        asked = request.POST if request.method == "POST" else request.GET
        seats = list(game.seats.all())
        me = access.whoever(request)
        mine = next((seat.number for seat in seats if seat.player == me), None)
        seat = _whole(asked.get("seat", ""), mine)
        names = {seat.number: seat.player.name for seat in seats}
        current = sheet.current_round or len(sheet.rounds)
        number = _whole(asked.get("round", ""), current)
        return cls(
            game=game,
            sheet=sheet,
            variant=game.rule_set.rules,
            round=current if number is None else number,
            seat=seat if seat in names else None,
            names=names,
        )

    @property
    def packs(self) -> int:
        return self.sheet.decks

    @property
    def contract(self) -> str:
        return self.sheet.rounds[self.round - 1].contract if self.is_there else ""

    @property
    def is_there(self) -> bool:
        return self.variant.round_rules(self.round) is not None

    @property
    def line(self) -> str:
        """ "Round 3 · 2 runs · Link"."""
        return " · ".join(filter(None, (f"Round {self.round}", self.contract, self.variant.name)))

    def cells(self) -> list[Cell]:
        """Those at the table in this round, as they sit."""
        if not self.is_there:
            return []
        cells = {cell.seat: cell for cell in self.sheet.rounds[self.round - 1].cells}
        here = (cells[seat] for seat in self.sheet.order)
        return [cell for cell in here if cell.state is not CellState.ABSENT]

    def people(self) -> list[tuple[int, str]]:
        return [(cell.seat, self.names[cell.seat]) for cell in self.cells()]

    def is_down(self) -> bool:
        """Whether a lay-down of the person in this round is recorded."""
        return any(cell.melds for cell in self.cells() if cell.seat == self.seat)

    def bought(self) -> tuple[int, int]:
        """Purchases of the person in the game up to this round, and in it."""
        if self.seat is None or not self.is_there:
            return 0, 0
        rounds = self.sheet.rounds[: self.round]
        buys = [cell.buys for played in rounds for cell in played.cells if cell.seat == self.seat]
        return sum(buys), buys[-1] if buys else 0

    def hand_after_draw(self) -> int | None:
        """Cards the person holds in this round after a draw, with what they bought in it."""
        if not self.is_there:
            return None
        _, buys = self.bought()
        entry = self.sheet.standing.get(("buys", self.round, self.seat))
        cards = entry.payload.get("cards") if entry else None
        return hand_arithmetic(self.variant, self.round, buys, cards_bought=cards).hand_after_draw

    def laid(self) -> Iterator[tuple[str, list[str], str]]:
        """Who laid what down in this round, and the entry that says so:
        ("Rosa", ["run 3♥ 4♥ 5♥ 6♥"], id).
        """
        for cell in self.cells():
            if cell.melds:
                melds = [meld_words(meld) for meld in cell.melds]
                yield self.names[cell.seat], melds, str(cell.lay_down_entry)

    def standing(self) -> list[tuple[int, str]]:
        """Seats with the recorded lay-down that a new one would replace; "" for none."""
        return [(cell.seat, cell.lay_down_entry or "") for cell in self.cells()]

    def supply_warnings(self) -> list[str]:
        """More copies of a card in this round than the packs hold, over everybody's cards."""
        return [
            warning.text.format(*(self.names[seat] for seat in warning.seats))
            for warning in self.sheet.warnings
            if warning.round == self.round and warning.code in SUPPLY
        ]


def _whole(text: str, otherwise: int | None) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 4 else otherwise
