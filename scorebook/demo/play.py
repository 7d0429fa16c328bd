"""One round in simulated turns: draw or buy, lay down, play off, discard, go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scorebook.demo.dealing import Deal
from scorebook.demo.finder import Finder, Plan
from scorebook.demo.house import Meld, fits_anywhere
from scorebook.rules.variant import AfterBuy, BuyPer, BuyRules, BuyScope, ClosingDiscard

TURNS_EACH = 30  # after that the table agrees that nobody goes out
MOST_IN_ONE_PURCHASE = 3


@dataclass(frozen=True, slots=True)
class Temperament:
    """`skill`: how rarely something is overlooked, 0 to 1. `eager`: how often a card is bought."""

    skill: float
    eager: float


@dataclass(slots=True)
class Bought:
    """Purchases of one seat in one round, and the cards taken from the pile with them."""

    n: int = 0
    cards: int = 0


class RoundInPlay:
    """The table during one round. `out` is who went out; None when the round ended otherwise."""

    def __init__(
        self,
        finder: Finder,
        number: int,
        deal: Deal,
        players: Mapping[int, Temperament],
        buys_left: Mapping[int, int | None],
        rng: Random,
    ) -> None:
        """`deal.hands` lists the seats in the order of play, the first player first."""
        self.finder, self.house = finder, finder.house
        self.rng, self.players = rng, players
        self.number = number
        self.rules = self.house.variant.rounds[number - 1]
        self.hands, self.stock, self.pile = deal.hands, deal.stock, deal.pile
        self.order: Sequence[int] = list(deal.hands)
        self.buys_left = dict(buys_left)
        self.bought = {seat: Bought() for seat in self.order}
        self.melds: list[Meld] = []
        self.lay_downs: dict[int, list[Meld]] = {}
        self.rummies: list[tuple[int, int]] = []
        self.plans: dict[int, Plan] = {}
        self.turns = 0
        self.out: int | None = None
        self.over = False

    @property
    def kept(self) -> int:
        """Cards that a player has to keep for the discard that goes out."""
        return 1 if self.rules.closing_discard is ClosingDiscard.REQUIRED else 0

    def play(self) -> None:
        while not self.over:
            self.take_turn()

    def take_turn(self) -> None:
        seat = self.order[self.turns % len(self.order)]
        self.turns += 1
        self._draw(seat)
        if self.over:
            return
        if seat not in self.lay_downs:
            self._lay_down(seat)
        if seat in self.lay_downs:
            self._play_off(seat)
        if self.hands[seat]:
            self._discard(seat)
        if not self.hands[seat]:
            self.out = seat
        self.over = self.out is not None or self.turns >= TURNS_EACH * len(self.order)

    def plan(self, seat: int) -> Plan:
        if seat not in self.plans:
            self.plans[seat] = self.finder.plan(self.hands[seat], self.rules.contract)
        return self.plans[seat]

    # Drawing and buying

    def _draw(self, seat: int) -> None:
        if self.pile and self._likes(seat, self.pile[-1]):
            self._give(seat, self.pile.pop())
            return
        buy = self.house.variant.buy
        if self.pile and buy and self.rules.buying and self._sold(seat, buy):
            again = buy.then is AfterBuy.DISCARD_OR_STOCK and self.pile
            if again and self._likes(seat, self.pile[-1]):
                self._give(seat, self.pile.pop())
                return
        self._from_stock(seat)

    def _sold(self, in_turn: int, buy: BuyRules) -> bool:
        """Offer the discard clockwise from the player in turn; True when somebody bought it."""
        start = self.order.index(in_turn)
        others = [*self.order[start + 1 :], *self.order[:start]]
        if self.turns > 1:
            others.pop()  # has just thrown it away
        for seat in others:
            if self._would_buy(seat, buy):
                self._buy(seat, buy)
                return True
        return False

    def _would_buy(self, seat: int, buy: BuyRules) -> bool:
        left = self.buys_left[seat]
        if left == 0 or seat in self.lay_downs:
            return False
        short = self._needed() - len(self.hands[seat]) - 1
        if short > 0 and (self.plan(seat).missing <= 2 or self.rng.random() < 0.1):
            return True  # the round cannot be won with the cards that were dealt
        last = self.number == len(self.house.variant.rounds)
        saving = buy.scope is BuyScope.GAME and not last and left == 1
        if saving and self.rng.random() < self.players[seat].skill:
            return False
        if short <= 0 and self.rules.same_turn:
            return False  # every card more is one that has to go
        return self._likes(seat, self.pile[-1]) and self.rng.random() < self.players[seat].eager

    def _needed(self) -> int:
        return self.rules.cards + self.kept

    def _buy(self, seat: int, buy: BuyRules) -> None:
        most = min(buy.cards or MOST_IN_ONE_PURCHASE, len(self.pile))
        taken = 1
        while taken < most and self.pile[-1 - taken] in self.plan(seat).wants:
            taken += 1
        for _ in range(taken):
            self._give(seat, self.pile.pop())
        for _ in range(buy.price * (taken if buy.per is BuyPer.CARD else 1)):
            self._from_stock(seat)
        self.bought[seat].n += 1
        self.bought[seat].cards += taken
        left = self.buys_left[seat]
        self.buys_left[seat] = None if left is None else left - 1

    def _likes(self, seat: int, card: str) -> bool:
        """Would this player take the card? The weaker ones overlook one now and then."""
        if self.rng.random() > self.players[seat].skill:
            return False
        if seat in self.lay_downs:
            return fits_anywhere(card, self.melds, self.house)
        plan = self.plan(seat)
        if plan.missing == 0:
            return fits_anywhere(card, plan.melds(), self.house)
        return card in self.house.wilds or card in plan.wants

    def _from_stock(self, seat: int) -> None:
        if not self.stock:  # keep the top discard, shuffle the rest
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
        if self.stock:
            self._give(seat, self.stock.pop())
        else:
            self.over = True

    def _give(self, seat: int, card: str) -> None:
        self.hands[seat].append(card)
        self.plans.pop(seat, None)

    # Laying down, playing off, discarding

    def _lay_down(self, seat: int) -> None:
        plan = self.plan(seat)
        if plan.missing:
            return
        melds = plan.melds()
        left = list(self.hands[seat])
        for card in (card for meld in melds for card in meld.cards):
            left.remove(card)
        if self.rules.same_turn:
            self._attach(left, melds)
        if len(left) < self.kept or (self.rules.same_turn and len(left) > self.kept):
            return
        self.hands[seat] = left
        self.lay_downs[seat] = [Meld(m.type, list(m.cards), m.rank, m.suit, m.low) for m in melds]
        self.melds += melds

    def _play_off(self, seat: int) -> None:
        if self.rng.random() < self.players[seat].skill:
            self._attach(self.hands[seat], self.melds)

    def _attach(self, cards: list[str], melds: list[Meld]) -> None:
        """Move what fits from `cards` onto `melds`, dear cards first, but for those to be kept."""
        moved = True
        while moved and len(cards) > self.kept:
            moved = False
            for card in sorted(cards, key=self._price):
                places = ((meld, meld.place_for(card, self.house)) for meld in melds)
                meld, place = next((pair for pair in places if pair[1] is not None), (None, None))
                if meld is not None and place is not None:
                    cards.remove(card)
                    meld.add(card, place)
                    moved = True
                    break

    def _price(self, card: str) -> tuple[int, str]:
        return -self.house.points[card], card

    def _discard(self, seat: int) -> None:
        card = self._least_useful(seat)
        self._throw(seat, card)
        self.pile.append(card)
        if self.house.variant.calling_rummy and self.hands[seat] and seat in self.lay_downs:
            self._call_rummy(seat, card)

    def _throw(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        plan = self.plans.pop(seat, None)
        if plan and card in plan.spare:  # what the plan has no use for does not change it
            self.plans[seat] = plan.without(card)

    def _least_useful(self, seat: int) -> str:
        careful = self.rng.random() < self.players[seat].skill
        if seat in self.lay_downs:
            hand = self.hands[seat]
            safe = [card for card in hand if not fits_anywhere(card, self.melds, self.house)]
            return min(safe if safe and careful else hand, key=self._price)
        plan = self.plan(seat)
        if not plan.spare:
            return self._out_of_a_draft(plan)
        return min(plan.spare, key=self._price) if careful else self.rng.choice(plan.spare)

    def _out_of_a_draft(self, plan: Plan) -> str:
        drafts = [draft for draft in plan.drafts if draft.cells]
        if not drafts:
            return plan.wilds[0]
        return max(drafts, key=lambda draft: draft.holes).naturals()[-1]

    def _call_rummy(self, offender: int, card: str) -> None:
        """Somebody may notice that the discard fits the table; then everybody hands over a card."""
        others = [seat for seat in self.order if seat != offender]
        if not fits_anywhere(card, self.melds, self.house):
            return
        if any(len(self.hands[seat]) < 2 for seat in others) or self.rng.random() < 0.2:
            return
        self.rummies.append((self.rng.choice(others), offender))
        for seat in others:
            given = self._least_useful(seat)
            self._throw(seat, given)
            self._give(offender, given)
