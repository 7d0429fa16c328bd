"""One game as its pages show it: the sheet, with people in its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from scorebook.ledger.reading import people_of, sheet_of
from scorebook.models import Game, Player, Proposal
from scorebook.rules.axes import BuyScope
from scorebook.rules.buying import buys_left
from scorebook.rules.log import SLOTS
from scorebook.rules.sheet import Cell, Entry, Round, Seat, Sheet, Warning
from scorebook.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings. `place` is None before any complete round and for one who left."""

    place: int | None
    seat: int
    player: Player
    total: int
    behind: int | None


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """A game, the sheet that its entries add up to, and the person of every seat number."""

    game: Game
    sheet: Sheet
    variant: Variant
    players: Mapping[int, Player]

    @classmethod
    def read(cls, game: Game) -> Self:
        """The scoreboard of a game that came with its table (`Game.objects.with_table`)."""
        return cls.of(game, sheet_of(game))

    @classmethod
    def of(cls, game: Game, sheet: Sheet) -> Self:
        return cls(game, sheet, game.rule_set.rules, people_of(game, sheet))

    def player(self, seat: int) -> Player:
        return self.players[seat]

    def name(self, seat: int) -> str:
        return self.players[seat].name

    def short(self, seat: int) -> str:
        return self.players[seat].short_name

    def seat(self, number: int) -> Seat:
        return self.sheet.seats[number]

    def round(self, number: int) -> Round | None:
        """The round with this number, if the variant has it."""
        return next((r for r in self.sheet.rounds if r.number == number), None)

    def current(self) -> Round | None:
        """The round being played; None after the last."""
        current = self.sheet.current_round
        return None if current is None else self.round(current)

    def cell(self, number: int, seat: int) -> Cell | None:
        """What stands for a seat in a round; None without that round or that seat."""
        found = self.round(number)
        cells = found.cells if found else ()
        return next((cell for cell in cells if cell.seat == seat), None)

    def buys_left(self, number: int, seat: int) -> int | None:
        """Purchases that a seat has left for a round, whichever is being played; None without a
        limit.
        """
        bought = [played.cells[seat].buys for played in self.sheet.rounds]
        banked = self.variant.buy is not None and self.variant.buy.scope is BuyScope.BANK
        so_far = sum(bought[:number] if banked else bought)
        return buys_left(self.variant, number, so_far, bought[number - 1])

    def standing_beside(self, proposal: Proposal) -> Entry | None:
        """What stands in the slot now; it may have changed since the proposal came."""
        return self.sheet.standing.get(
            (SLOTS.get(proposal.kind, ""), proposal.round, proposal.seat)
        )

    @property
    def ending_entry(self) -> str:
        """The id of the entry that ended or reopened the game; empty before."""
        entry = self.sheet.standing.get(("finish", None, None))
        return entry.id if entry else ""

    @property
    def ended_early(self) -> str:
        """ "Ended early, after 3 of 7 rounds"; empty for a game that was played to its end."""
        if not self.sheet.early:
            return ""
        complete = sum(round.complete for round in self.sheet.rounds)
        return f"Ended early, after {complete} of {len(self.sheet.rounds)} rounds"

    def standings(self) -> list[Standing]:
        """Everybody, the leader first; those without a place last, in the order of their seats."""
        lines = [
            Standing(
                place=seat.place,
                seat=seat.number,
                player=self.player(seat.number),
                total=seat.total,
                behind=seat.behind,
            )
            for seat in self.sheet.seated
        ]
        return sorted(lines, key=lambda line: (line.place is None, line.place or 0, line.seat))

    def warning_texts(self, round_number: int | None = None) -> list[str]:
        """The sheet's warnings as sentences, of one round or of the whole game.

        That nobody went out is not among them: somebody pressed "Nobody" to say so.
        """
        return [
            self.warning_text(warning)
            for warning in self.sheet.warnings
            if warning.code != "nobody_out" and round_number in (None, warning.round)
        ]

    def warning_text(self, warning: Warning) -> str:
        return warning.text.format(*(self.name(seat) for seat in warning.seats))
