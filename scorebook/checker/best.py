"""The best lay-down in a hand, as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms

from scorebook.checker.boxes import Box, boxed
from scorebook.checker.cards import ShownCard, as_typed, in_suits
from scorebook.checker.forms import CardsField, Question
from scorebook.rules.axes import MeldType
from scorebook.rules.cards import Card, CardError
from scorebook.rules.contracts import check_lay_down
from scorebook.rules.lay_down import LaidMeld, LayDown
from scorebook.rules.melds import copies_faults
from scorebook.rules.short_of import short_of
from scorebook.rules.solver import best_lay_down
from scorebook.rules.verdict import Verdict, count, no_such_round

MOST_SEARCHED = 30  # cards; nobody is dealt more, and what they are short of takes longer to find
MOST_USED_UP = 10  # cards that all have to go at once, in any number of melds: takes far longer


@dataclass(frozen=True, slots=True)
class BestMeld:
    """One meld of the answer: its cards as people write them, and as they are drawn."""

    type: MeldType
    codes: str
    shown: Sequence[ShownCard]


class BestQuestion(Question):
    """Answered by a search; the melds it finds are then checked like anybody's."""

    title = "Best lay-down for my hand"
    help = "Every card that I hold after the draw, with its suit."
    missing = "Put in every card that you hold after the draw."
    cards = CardsField(slot="hand", label="My hand")
    found: LayDown | None = None

    def ask(self) -> Verdict | None:
        """The verdict on the lay-down that was found; None where there is none."""
        hand = self._hand()
        self.found = best_lay_down(self.variant, self.table.round, hand)
        if self.found is None:
            return None
        discarded = min(len(self.found.left), 1)
        return check_lay_down(
            self.variant,
            self.table.round,
            self.found.as_melds(),
            packs=self.table.packs,
            left_in_hand=len(self.found.left) - discarded,
            discarded=discarded,
            hand_after_draw=len(hand),
        )

    def clean_cards(self) -> tuple[Card, ...]:
        cards: tuple[Card, ...] = self.cleaned_data["cards"]
        hand = in_suits(self.variant, [(MeldType.RUN, cards)])[0]
        for fault in copies_faults(self.variant, hand, self.table.packs):
            raise forms.ValidationError(fault.text)
        return cards

    def answer(self) -> Box | None:
        if not self.is_bound or not self.is_valid():
            return None
        number, hand = self.table.round, self.cleaned_data["cards"]
        if not hand:
            return Box("wait", "Not yet.", self.missing)
        if not self.table.is_there:
            return Box("no", "No.", no_such_round(self.variant, number).text)
        try:
            self.verdict = self.ask()
        except CardError as problem:
            self.add_error("cards", str(problem))
            return None
        if self.verdict is None or self.found is None:
            return Box("no", "You can’t go down yet.", self._missing())
        head = "You can go down, and out." if self.found.goes_out else "You can go down."
        return boxed(self.variant, self.verdict, head, "You can’t go down yet.", self._told())

    def melds(self) -> list[BestMeld]:
        return [self._shown(meld) for meld in (self.found.melds if self.found else ())]

    def _hand(self) -> tuple[Card, ...]:
        return in_suits(self.variant, [(MeldType.RUN, self.cleaned_data["cards"])])[0]

    def _missing(self) -> str:
        """What the hand is short of."""
        hand, number = self._hand(), self.table.round
        if len(hand) <= self._most_searched():
            missing = short_of(self.variant, number, hand, self.table.packs)
            if missing:
                return missing.sentence
        return f"{count(len(hand), 'card')} hold no {self.table.contract} for round {number}."

    def _most_searched(self) -> int:
        at_once = self.variant.rounds[self.table.round - 1].same_turn
        return MOST_USED_UP if at_once and self.variant.lay_down.extra_melds else MOST_SEARCHED

    def _told(self) -> str:
        """Points laid and left, and how the turn goes on, in the suits that were typed."""
        if self.found is None:
            return ""
        points = f"{self.found.laid_points} points laid, {self.found.left_points} left."
        how = as_typed(self.found.how, self.cleaned_data["cards"], self._hand())
        return f"{points} {how}"

    def _shown(self, meld: LaidMeld) -> BestMeld:
        shown = [
            ShownCard(self._plain(card), self.variant.is_wild(card), meld.stands_for.get(at), False)
            for at, card in enumerate(meld.cards)
        ]
        return BestMeld(meld.type, " ".join(str(one.card) for one in shown), shown)

    def _plain(self, card: Card) -> Card:
        """A card whose every suit is wild needs none."""
        return Card(card.rank) if card.rank in self.variant.wild else card
