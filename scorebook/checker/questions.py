"""The other questions of a table, each a small form that the engine's own check answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from scorebook.checker.cards import as_typed, in_suits
from scorebook.checker.forms import CardsField, Question, TurnForm, number, tick
from scorebook.checker.table import Table
from scorebook.rules.axes import MeldType
from scorebook.rules.buying import check_buy
from scorebook.rules.cards import Card
from scorebook.rules.melds import Phase, check_meld
from scorebook.rules.turns import (
    End,
    WildGoes,
    check_finish_turn,
    check_play_off,
    check_rummy_call,
    check_swap,
)
from scorebook.rules.verdict import Reason, Verdict

TYPES = [(type, type.capitalize()) for type in MeldType]


class TypedQuestion(Question):
    """A question about a meld of a type."""

    type = forms.TypedChoiceField(label="It is a", choices=TYPES, coerce=MeldType)


class MeldQuestion(TypedQuestion):
    title = "Is this a set, or a run?"
    yes, no = "Legal.", "Not legal."
    cards = CardsField(slot="meld", label="Cards")
    as_laid = tick("They lie exactly in this order")
    laid = tick("It lies on the table already, with what was played off")

    def ask(self) -> Verdict | None:
        cards, type = self.cleaned_data["cards"], self.cleaned_data["type"]
        if not cards:
            return None
        return check_meld(
            self.variant,
            type,
            in_suits(self.variant, [(type, cards)])[0],
            packs=self.table.packs,
            ordered=self.cleaned_data["as_laid"],
            phase=Phase.LAID if self.cleaned_data["laid"] else Phase.LAY_DOWN,
        )

    def said(self, verdict: Verdict) -> str:
        if verdict.reason is Reason.TOO_MANY_COPIES:
            return verdict.text
        cards, type = self.cleaned_data["cards"], self.cleaned_data["type"]
        return as_typed(verdict.text, cards, in_suits(self.variant, [(type, cards)])[0])

    def at_fault(self, name: str, cards: Sequence[Card]) -> set[int]:
        return {one.position for one in self.verdict.offending} if self.verdict else set()


class OnTable(TypedQuestion):
    """A question about one card and a meld on the table."""

    missing = "Put the meld in as it lies, and the card."
    meld = CardsField(slot="meld", label="The meld, as it lies")
    card = CardsField(slot="card", label="The card")

    def cards(self) -> tuple[tuple[Card, ...], Card] | None:
        """The meld and the card, in suits; None while either is missing."""
        meld, card = self.cleaned_data["meld"], self.cleaned_data["card"]
        if not meld or not card:
            return None
        *lying, one = in_suits(self.variant, [(self.cleaned_data["type"], (*meld, *card))])[0]
        return tuple(lying), one


class PlayOffQuestion(OnTable):
    title = "May I play this card off?"
    yes, no = "You may play it off.", "You may not play it off."
    end = forms.TypedChoiceField(
        label="Where",
        coerce=End,
        choices=[
            (End.ANY, "Wherever it fits"),
            (End.LOW, "Low end"),
            (End.HIGH, "High end"),
            (End.INSIDE, "Inside"),
        ],
    )
    own = tick("The meld is my own")
    is_down = tick("I am down", initial=True)
    laid_down_this_turn = tick("I laid down on this very turn")

    def ask(self) -> Verdict | None:
        if not (found := self.cards()):
            return None
        asked = self.cleaned_data
        return check_play_off(
            self.variant,
            asked["type"],
            *found,
            packs=self.table.packs,
            is_down=asked["is_down"],
            end=asked["end"],
            own=asked["own"],
            laid_down_this_turn=asked["laid_down_this_turn"],
        )


class SwapQuestion(OnTable):
    title = "May I swap this wild card out?"
    yes, no = "You may swap it.", "You may not swap it."
    missing = "Put the meld in as it lies, and the card that takes the wild one’s place."
    wild = number("Which card of the meld, counted from its first (empty: its wild card)")
    own = tick("The meld is my own")
    is_down = tick("I am down", initial=True)
    while_laying_down = tick("It is part of laying down")
    wild_goes_to = forms.TypedChoiceField(
        label="The wild card goes",
        coerce=WildGoes,
        choices=[(WildGoes.HAND, "Into my hand"), (WildGoes.TABLE, "Onto the table again")],
    )
    swaps_this_turn = number("My swaps this turn, with this one", initial=1)

    def clean(self) -> dict[str, Any]:
        """Finds the wild card where the form does not say which."""
        asked: dict[str, Any] = super().clean() or {}
        meld, wild = asked.get("meld", ()), asked.get("wild")
        wilds = [at for at, card in enumerate(meld) if self.variant.is_wild(card)]
        if not meld:
            return asked
        if wild is None and len(wilds) == 1:
            asked["wild"] = wilds[0] + 1
        elif wild is None:
            many = "several wild cards" if wilds else "no wild card"
            self.add_error("wild", f"This meld has {many}: say which card is swapped.")
        elif not 1 <= wild <= len(meld):
            self.add_error("wild", f"This meld has {len(meld)} cards.")
        return asked

    def ask(self) -> Verdict | None:
        if not (found := self.cards()):
            return None
        meld, card = found
        asked = self.cleaned_data
        return check_swap(
            self.variant,
            asked["type"],
            meld,
            asked["wild"] - 1,
            card,
            is_down=asked["is_down"],
            own=asked["own"],
            wild_goes_to=asked["wild_goes_to"],
            while_laying_down=asked["while_laying_down"],
            swaps_this_turn=asked["swaps_this_turn"] or 1,
        )


class BuyQuestion(Question):
    title = "May I buy?"
    yes, no = "You may buy.", "You may not buy."
    by_person = True
    cards = number("Cards I want", initial=1)
    bought_in_round = number("Bought in this round before")
    bought_in_game = number("Bought in the whole game before")
    is_down = tick("I am down")
    is_discarder = tick("I discarded it myself")
    is_turn_player = tick("It is my turn")
    next_player_has_drawn = tick("The next player has drawn")

    @classmethod
    def known(cls, table: Table) -> dict[str, Any]:
        in_game, in_round = table.bought()
        return {
            "bought_in_game": in_game,
            "bought_in_round": in_round,
            "is_down": table.is_down(),
        }

    def ask(self) -> Verdict:
        asked = self.cleaned_data
        in_round = asked["bought_in_round"] or 0
        return check_buy(
            self.variant,
            round=self.table.round,
            cards=1 if asked["cards"] is None else asked["cards"],
            bought_in_game=max(asked["bought_in_game"] or 0, in_round),
            bought_in_round=in_round,
            is_down=asked["is_down"],
            is_discarder=asked["is_discarder"],
            is_turn_player=asked["is_turn_player"],
            next_player_has_drawn=asked["next_player_has_drawn"],
        )


class OutQuestion(TurnForm, Question):
    title = "May I go out like this?"
    help = "For a turn without a lay-down. On the turn you lay down, ask “May I lay these down?”"
    yes, no = "You may end your turn like this.", "You may not end your turn like this."
    by_person = True
    as_laid = None  # type: ignore[assignment]
    is_down = tick("I am down", initial=True)

    @classmethod
    def known(cls, table: Table) -> dict[str, Any]:
        return {"played_off": 0, "discarded": 1}

    def ask(self) -> Verdict:
        return check_finish_turn(
            self.variant,
            self.table.round,
            is_down=self.cleaned_data["is_down"],
            **self.counted(0),  # type: ignore[arg-type]
        )


class RummyQuestion(Question):
    title = "Is that a rummy?"
    help = "Somebody discarded a card that fits a meld on the table, and somebody called it."
    yes, no = "The call holds.", "The call does not hold."
    players = number("Players")
    discard_fits_table = tick("The discard fits a meld on the table", initial=True)
    offender_is_down = tick("Who discarded it is down", initial=True)
    next_player_started = tick("The next turn has begun")
    discard_ended_round = tick("The discard ended the round")

    @classmethod
    def known(cls, table: Table) -> dict[str, Any]:
        return {"players": len(table.people())}

    def ask(self) -> Verdict:
        asked = self.cleaned_data
        return check_rummy_call(
            self.variant,
            players=asked["players"] or len(self.table.people()),
            offender_is_down=asked["offender_is_down"],
            discard_fits_table=asked["discard_fits_table"],
            next_player_started=asked["next_player_started"],
            discard_ended_round=asked["discard_ended_round"],
        )


QUESTIONS: dict[str, type[Question]] = {
    "play-off": PlayOffQuestion,
    "swap": SwapQuestion,
    "buy": BuyQuestion,
    "out": OutQuestion,
    "rummy": RummyQuestion,
    "meld": MeldQuestion,
}
