"""A whole evening: rounds played one after another, and what the scorekeeper hands in for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random
from uuid import UUID

from scorebook.demo.dealing import Deal, deal
from scorebook.demo.family import Person
from scorebook.demo.finder import Finder
from scorebook.demo.pad import Pad
from scorebook.demo.play import RoundInPlay
from scorebook.demo.words import note_on_round
from scorebook.ledger.submission import Submission
from scorebook.rules.sheet import CellState, Round
from scorebook.rules.variant import BuyScope, Variant

MISTYPED = 0.03  # of all hands
TYPED_AS_TOTAL = 0.04
WRONG_CUT = 0.01  # of all rounds: tapped by mistake and taken back


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """What is settled before the cards are dealt. `people` sit clockwise as seats 0, 1, 2 …

    `joiner` sits down before round `joins_before`; seat `leaver` gets up before `leaves_before`.
    `rounds` are played (all of the variant's unless the evening ends early or goes on);
    `going_on`: the last of them is still being counted, and there is no end.
    """

    game: UUID
    slug: str
    begins: datetime
    sent_at: datetime
    people: tuple[Person, ...]
    keeper: Person
    first_dealer: int
    rounds: int
    going_on: bool = False
    place: str = ""
    occasion: str = ""
    joiner: Person | None = None
    joins_before: int = 0
    joins_with: str = "average"
    leaver: int | None = None
    leaves_before: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    plan: EveningPlan
    submissions: tuple[Submission, ...]


def play_evening(plan: EveningPlan, finder: Finder, rng: Random) -> Evening:
    """Play the rounds from dealt packs and write down what the scorekeeper would."""
    return _EveningInPlay(plan, finder, rng).play()


class _EveningInPlay:
    def __init__(self, plan: EveningPlan, finder: Finder, rng: Random) -> None:
        self.plan, self.finder, self.rng = plan, finder, rng
        self.house = finder.house
        self.variant: Variant = finder.house.variant
        self.pad = Pad(self.variant, plan.begins, plan.sent_at, rng)
        self.people = dict(enumerate(plan.people))
        self.buys_left: dict[int, int | None] = {}
        self.unnoticed: list[tuple[int, int, int, Mapping[str, object]]] = []

    def play(self) -> Evening:
        self._start()
        for number in range(1, self.plan.rounds + 1):
            self._come_and_go(number)
            self._round(number)
        if not self.plan.going_on:
            self._correct(due=len(self.variant.rounds))
            early = self.plan.rounds < len(self.variant.rounds)
            self.pad.write("finish", {"early": early})
        return Evening(self.plan, tuple(self.pad.submissions))

    def _start(self) -> None:
        plan = self.plan
        payload = {
            "rule_set": plan.slug,
            "players": [str(person.id) for person in plan.people],
            "first_dealer": plan.first_dealer,
            "date": plan.begins.date().isoformat(),
        }
        named = {"place": plan.place, "occasion": plan.occasion}
        self.pad.write("start", payload | {key: text for key, text in named.items() if text})

    def _come_and_go(self, number: int) -> None:
        plan = self.plan
        if plan.joiner and number == plan.joins_before:
            seat = len(plan.people)
            joins = {"player": str(plan.joiner.id), "after_seat": seat - 1}
            self.pad.write("join", joins | {"points": plan.joins_with}, round=number)
            self.people[seat] = plan.joiner
        if plan.leaver is not None and number == plan.leaves_before:
            self.pad.write("leave", {}, round=number, seat=plan.leaver)

    def _round(self, number: int) -> None:
        sheet = self.pad.sheet()
        facts = sheet.rounds[number - 1]
        absent = {cell.seat for cell in facts.cells if cell.state is CellState.ABSENT}
        present = [seat for seat in sheet.order if seat not in absent]
        start = present.index(facts.first_player)
        order = present[start:] + present[:start]
        dealt = deal(self.variant, sheet.decks, facts.dealt, order, self.rng)
        tempers = {seat: person.temper for seat, person in self.people.items()}
        left = self._buys_for_round(order)
        table = RoundInPlay(self.finder, number, dealt, tempers, left, self.rng)
        table.play()
        self.buys_left = table.buys_left
        self.pad.wait(minutes=2 + table.turns * 0.2)
        self._write_round(facts, dealt, table)

    def _buys_for_round(self, seats: Sequence[int]) -> dict[int, int | None]:
        buy = self.variant.buy
        limit = buy.limit if buy else 0
        whole_game = buy is not None and buy.scope is BuyScope.GAME
        return {seat: self.buys_left.get(seat, limit) if whole_game else limit for seat in seats}

    def _write_round(self, facts: Round, dealt: Deal, table: RoundInPlay) -> None:
        number = facts.number
        self._write_cut(facts, dealt)
        for caller, offender in table.rummies:
            self.pad.write("rummy", {"caller": caller, "offender": offender}, round=number)
        self.pad.write("out", {"seat": table.out}, round=number)
        seats = [seat for seat in table.order if seat != table.out]
        unfinished = self.plan.going_on and number == self.plan.rounds
        for seat in seats[:-1] if unfinished else seats:
            self._write_hand(number, seat, table.hands[seat])
        self._write_buys(table)
        if not unfinished:
            self._correct(due=number)
            self._write_note(table)

    def _write_cut(self, facts: Round, dealt: Deal) -> None:
        exact = dealt.cut in facts.cut_numbers
        if exact or (facts.cut_numbers and self.rng.random() < WRONG_CUT):
            payload = {"exact": True, "seat": facts.cutter}
            self.pad.write("cut", payload, round=facts.number)
            if not exact:
                self.pad.take_back("cut", round=facts.number)

    def _write_buys(self, table: RoundInPlay) -> None:
        """The cards are told only where one purchase may take several."""
        one = self.variant.buy is not None and self.variant.buy.cards == 1
        for seat, bought in table.bought.items():
            if bought.n:
                payload = {"n": bought.n} if one else {"n": bought.n, "cards": bought.cards}
                self.pad.write("buys", payload, round=table.number, seat=seat)

    def _write_hand(self, number: int, seat: int, hand: Sequence[str]) -> None:
        right = self._payload(hand)
        wrong = self._slip(right) if self.rng.random() < MISTYPED else None
        self.pad.write("hand", wrong or right, round=number, seat=seat)
        if wrong:
            self.unnoticed.append((number + self.rng.choice((0, 0, 1, 2)), number, seat, right))

    def _payload(self, hand: Sequence[str]) -> dict[str, object]:
        """Cards as the keypad gives them, a suit only where points hang on it; or a typed total."""
        if self.rng.random() < TYPED_AS_TOTAL:
            points = [self.house.points[card] for card in hand]
            return {"total": sum(points), "typed": "+".join(map(str, points))}
        return {"cards": sorted(self.house.key_of(card) for card in hand)}

    def _slip(self, right: Mapping[str, object]) -> dict[str, object] | None:
        """The same hand with one card tapped beside its key; None for a typed total."""
        cards = right.get("cards")
        if not isinstance(cards, list):
            return None
        at = self.rng.randrange(len(cards))
        ranks = [rank for rank in "A3456789TJQK" if rank != cards[at]]
        return {"cards": [*cards[:at], self.rng.choice(ranks), *cards[at + 1 :]]}

    def _correct(self, due: int) -> None:
        """Put right the slips that are noticed by the end of round `due`: most by a new hand."""
        for slip in [slip for slip in self.unnoticed if slip[0] <= due]:
            _, number, seat, right = slip
            if self.rng.random() < 0.25:
                self.pad.take_back("hand", round=number, seat=seat)
            self.pad.write("hand", right, round=number, seat=seat)
            self.unnoticed.remove(slip)

    def _write_note(self, table: RoundInPlay) -> None:
        points = {
            seat: sum(self.house.points[card] for card in hand)
            for seat, hand in table.hands.items()
        }
        names = {seat: person.name for seat, person in self.people.items()}
        text = note_on_round(table, points, names, self.rng)
        if text:
            self.pad.write("note", {"text": text}, round=table.number)
