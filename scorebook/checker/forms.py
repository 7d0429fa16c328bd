"""The forms that ask: cards as people type them, the end of a turn, and what a question is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from scorebook.checker.boxes import Box, boxed
from scorebook.checker.cards import ShownCard, as_listed, in_suits, read
from scorebook.checker.table import Table
from scorebook.rules.axes import MeldType
from scorebook.rules.cards import MOST_CARDS, Card, CardError
from scorebook.rules.verdict import Verdict, face


def number(label: str, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=0,
        max_value=MOST_CARDS,
        required=False,
        widget=forms.NumberInput({"inputmode": "numeric"}),
        **options,
    )


class CardsField(forms.CharField):
    """Cards as people type them. `slot`: what the keypad fills here, "meld" or "card"."""

    def __init__(self, *, slot: str, label: str) -> None:
        keys = {"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}
        super().__init__(label=label, required=False, widget=forms.TextInput(keys))
        self.slot = slot

    def clean(self, value: Any) -> tuple[Card, ...]:
        try:
            cards = read(super().clean(value))
        except CardError as error:
            raise forms.ValidationError(str(error)) from None
        if self.slot == "card" and len(cards) > 1:
            raise forms.ValidationError("One card, please.")
        return cards


def tick(label: str, initial: bool = False) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False, initial=initial)


class TurnForm(forms.Form):
    """How the turn ends, in cards. What is left empty is worked out."""

    hand = number("In hand after the draw")
    played_off = number("Played off on other melds")
    discarded = number("Discarded")
    left = number("Left in hand")
    as_laid = forms.BooleanField(label="My cards lie exactly in this order", required=False)

    def counted(self, laid: int, usual: int | None = None) -> dict[str, int | None]:
        """The turn's cards, of which `laid` lie in melds, as the engine's checks take them.

        `usual`: cards in hand after the draw where neither they nor what is left was counted.
        """
        left, discarded = self.cleaned_data["left"], self.cleaned_data["discarded"]
        played_off = self.cleaned_data["played_off"] or 0
        hand = self.cleaned_data["hand"]
        if hand is None and left is None:
            hand = usual
        rest = (hand or 0) - laid - played_off
        if discarded is None:
            discarded = 1 if rest > 0 or hand is None else 0
        return {
            "hand_after_draw": hand,
            "played_off": played_off,
            "discarded": discarded,
            "left_in_hand": max(rest - discarded, 0) if left is None else left,
        }


class Question(forms.Form):
    """One question. `ask` answers with a verdict, or None while cards are missing."""

    title: str
    help = ""
    yes = "Yes."
    no = "No."
    missing = "Put the cards in."
    by_person = False  # whether what is filled in hangs on who asks
    verdict: Verdict | None = None

    def __init__(self, table: Table, data: Any = None) -> None:
        super().__init__(data, initial=self.known(table), label_suffix="")
        self.table = table
        self.variant = table.variant

    @classmethod
    def known(cls, table: Table) -> dict[str, Any]:
        """What the game's entries already say."""
        return {}

    def ask(self) -> Verdict | None:
        raise NotImplementedError

    def answer(self) -> Box | None:
        """The box to show; None before anything was asked, and for a form that is wrong."""
        if not self.is_bound or not self.is_valid():
            return None
        self.verdict = self.ask()
        if self.verdict is None:
            return Box("wait", "Not yet.", self.missing)
        return boxed(self.variant, self.verdict, self.yes, self.no, self.said(self.verdict))

    def said(self, verdict: Verdict) -> str:
        return verdict.text

    @property
    def has_cards(self) -> bool:
        return any(isinstance(field, CardsField) for field in self.fields.values())

    def shown(self, name: str) -> Sequence[ShownCard]:
        """The cards of a field, as the page draws them; none for a field of another kind."""
        if not isinstance(self.fields[name], CardsField) or not self.is_bound:
            return ()
        cards = self.cleaned_data.get(name, ())
        type = self.cleaned_data.get("type") or MeldType.SET
        dressed = in_suits(self.variant, [(type, cards)])[0]
        return as_listed(self.variant, type, cards, dressed, self.at_fault(name, dressed))

    def at_fault(self, name: str, cards: Sequence[Card]) -> set[int]:
        """Positions of a field's cards that the verdict finds at fault."""
        bad = {one.card for one in self.verdict.offending} if self.verdict else set()
        return {at for at, card in enumerate(cards) if card in bad}

    def named_at_fault(self) -> str:
        return ", ".join(face(one.card) for one in (self.verdict.offending if self.verdict else ()))
