"""How many cards a hand is short of a contract."""

from __future__ import annotations

from collections.abc import Iterator

from scorebook.rules.axes import ClosingDiscard, RoundRules
from scorebook.rules.cards import SUITS
from scorebook.rules.drafts import ORDER, Drafts, LeaveOut
from scorebook.rules.gaps import Draft
from scorebook.rules.hands import Numbers
from scorebook.rules.lay_down import may_keep
from scorebook.rules.plans import Plan, with_extra_melds
from scorebook.rules.purchase import NEVER, Purchase
from scorebook.rules.stock import Stock
from scorebook.rules.tables import Tables
from scorebook.rules.using_up import UsingUp, spans_of
from scorebook.rules.ways import ALL_OF_LANE, LANE, clash


def fewest_short(
    tables: Tables, round: int, cards: Numbers, packs: int, below: int = NEVER, enough: int = 0
) -> int:
    """The fewest cards of those that `packs` packs still hold with which there is a lay-down.

    `below` if not fewer; the search ends once it has found `enough`.
    """
    rules, plan = tables.variant.rounds[round - 1], tables.plans[round - 1]
    stock = Stock.of(tables, cards, packs)
    best = below
    if not rules.same_turn:
        best = Shortfall(stock, rules, plan, strict=False).fewest(best, enough)
        if rules.closing_discard is not ClosingDiscard.FORBIDDEN:
            return best
    best = Shortfall(stock, rules, plan, strict=True).fewest(best, enough)
    if tables.variant.lay_down.extra_melds and rules.same_turn:
        for more in _with_extra_melds(tables, rules, len(cards)):
            if more.cards < len(cards) + best:
                best = Shortfall(stock, rules, more, strict=True).fewest(best, enough)
    return best


def _with_extra_melds(tables: Tables, rules: RoundRules, cards: int) -> Iterator[Plan]:
    """The contract and extra melds: no more than cards, as each takes some card of the hand."""
    longest = max(tables.shortest.values())
    for plan in with_extra_melds(rules.contract, tables.shortest, rules.cards + longest * cards):
        if len(plan.slots) > len(rules.contract) + cards:
            return
        yield plan


class Shortfall:
    """A search through the slots of a plan, runs before sets, for the drafts that lack the least.

    `strict`: the lay-down has to use up the hand, so that longer melds than needed may help.
    `hoped` tells that with some cards left out the wilds could find more places.
    """

    def __init__(self, stock: Stock, rules: RoundRules, plan: Plan, *, strict: bool) -> None:
        self.stock, self.strict = stock, strict
        self.circle = stock.tables.circle
        self.drafts = Drafts(stock, plan, strict)
        self.purchase = Purchase(stock, rules)
        self.slots = plan.slots[plan.sets :] + plan.slots[: plan.sets]
        self.runs = plan.runs
        self.again = [
            depth > 0 and slot == self.slots[depth - 1] for depth, slot in enumerate(self.slots)
        ]
        self.alike = [self.slots[depth:].count(slot) for depth, slot in enumerate(self.slots)]
        self.sets = tuple(slot.length for slot in self.slots[self.runs :])
        self.least_kept = int(not may_keep(rules, 0))
        self.using_up = using_up_of(self.drafts, int(may_keep(rules, 1)))
        self.picked: list[Draft] = []
        self.best = NEVER
        self.enough = 0
        self.hoped = False
        self.after: list[int] = []

    def fewest(self, below: int, enough: int) -> int:
        """The fewest cards that are lacking; `below` if not fewer."""
        self.best, self.enough = below, enough
        if self.strict and (
            self._least_strictly(0, self.drafts.left()) >= below
            or self.drafts.wilds_too_many(self.using_up.may_stay)
        ):
            return below
        self._search(LeaveOut.NONE)
        if self.drafts.limited and self.hoped:
            self._search(LeaveOut.FOR_WILDS)
        if self.drafts.limited and self.purchase.too_few:
            self._search(LeaveOut.ANY)
        return self.best

    def _search(self, leave_out: LeaveOut) -> None:
        self.drafts.leave_out = leave_out
        left = self.drafts.left()
        least = []
        for depth in range(len(self.slots)):
            drafts = self._drafts(depth, left if depth < self.runs else _by_rank(left))
            least.append(drafts[0].gaps if drafts else NEVER)
        self.after = [
            sum(least[depth + alike :]) - self.stock.wilds for depth, alike in enumerate(self.alike)
        ]
        self._fill(0, left, 0, 0)

    def _drafts(self, depth: int, left: int) -> list[Draft]:
        slot = self.slots[depth]
        if depth < self.runs:
            return self.drafts.of_run(slot, left, self.runs - depth)
        return self.drafts.of_set(slot, left, len(self.slots) - depth)

    def _fill(self, depth: int, left: int, gaps: int, lack: int) -> None:
        """Fill the slots from `depth` on; so far there are `gaps`, of which wilds leave `lack`."""
        if self.sets and depth == self.runs:
            left = _by_rank(left)
        if self.strict and self._least_strictly(depth, left) >= self.best:
            return
        if depth == len(self.slots):
            self.best = self.purchase.cards(self.picked, self.best)
            self.hoped |= gaps - self.stock.wilds < self.best and self.stock.wilds > 0
            return
        alike, after = self.alike[depth], self.after[depth]
        again = self.again[depth]
        first = ORDER(self.picked[-1]) if again else ()
        for draft in self._drafts(depth, left):
            if gaps + draft.gaps * alike + after >= self.best or self.best <= self.enough:
                return
            if self._clashes(draft) or (again and ORDER(draft) < first):
                continue
            if lack + draft.meld.lack >= self.best:
                self.hoped |= self.stock.wilds > 0
                continue
            self.picked.append(draft)
            self._fill(depth + 1, left - draft.tally, gaps + draft.gaps, lack + draft.meld.lack)
            self.picked.pop()

    def _least_strictly(self, depth: int, left: int) -> int:
        """The fewest cards lacking where all have to lie but the one that may stay."""
        places = sum(draft.meld.length for draft in self.picked)
        runs = max(0, self.runs - depth)
        sets = self.sets[max(0, depth - self.runs) :]
        to_come = self.using_up.places(left, runs, sets, self.drafts.lanes_open(self.picked))
        if to_come >= NEVER:
            return NEVER
        return places + to_come + self.least_kept - self.stock.cards

    def _clashes(self, draft: Draft) -> bool:
        claim = draft.claim
        return claim is not None and any(
            other.claim and clash(claim, other.claim, self.circle) for other in self.picked
        )


def using_up_of(drafts: Drafts, may_stay: int) -> UsingUp:
    """For the melds of a plan, if at most so many cards may stay."""
    plan = drafts.plan
    kinds = frozenset(map(drafts.run_gaps, plan.slots[plan.sets :]))
    sets = [drafts.tables.sets(slot.length).most for slot in plan.slots[: plan.sets]]
    return UsingUp(spans_of(kinds) if kinds else None, max(sets, default=0), may_stay)


def _by_rank(left: int) -> int:
    """The same cards in one lane."""
    return sum([left >> LANE * lane & ALL_OF_LANE for lane in range(len(SUITS))])
