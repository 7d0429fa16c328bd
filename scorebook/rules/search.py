"""The search for the lay-down worth most: depth first over a contract's sets, then its runs.

See docs/solver.md for why it is exact and where it may stop.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.hands import A_POINT, Hand, Numbers
from scorebook.rules.plans import Plan, with_extra_melds
from scorebook.rules.run_ways import ANY_CARD, NO_CARD, SCARCE_CARDS, Sought
from scorebook.rules.tables import Tables
from scorebook.rules.ways import (
    FULL,
    GUARDS,
    MOST_COPIES,
    NO_LANE,
    ONE_OF_FACE,
    Claim,
    Way,
    Ways,
    ascents,
    clash,
    faces_of,
    runs_of,
)

NO_WAYS = runs_of([], NO_LANE, 0, (), 0)
GRAIN = 10 * A_POINT  # what is asked for is rounded down to this, so that it is asked for again


@dataclass(slots=True, eq=False)
class Found:
    """A lay-down as the search finds it: a way for each slot of its plan, and all wilds laid."""

    worth: int
    plan: Plan
    ways: tuple[Way, ...]
    wilds: int
    hand: Hand

    @property
    def cards(self) -> int:
        return self.worth % A_POINT


def fullest(tables: Tables, round: int, cards: Numbers, beyond: int = -1) -> Found | None:
    """The lay-down worth most, if it is worth more than `beyond`; any number of cards may stay."""
    best: Found | None = None
    readings = tables.prices.readings(cards)
    for plan in _plans(tables, round, len(cards)):
        for naturals, wilds in readings:
            found = Search(tables, plan, tables.hand(plan, naturals, wilds), beyond).result()
            if found:
                best, beyond = found, found.worth
    return best


def cards_stuck(tables: Tables, round: int, cards: Numbers) -> Numbers:
    """Cards that have no part in any meld of the contract, as far as one look shows."""
    readings = tables.prices.readings(cards)
    if tables.variant.lay_down.extra_melds or len(readings) > 1:
        return ()
    plan = tables.plans[round - 1]
    hand = tables.hand(plan, *readings[0])
    return () if hand.one_lane else Search(tables, plan, hand, -1).stuck


def _plans(tables: Tables, round: int, cards: int) -> Iterable[Plan]:
    """The round's contract, and with extra melds if those may be laid."""
    plan = tables.plans[round - 1]
    if not tables.variant.lay_down.extra_melds:
        return (plan,)
    contract = tables.variant.rounds[round - 1].contract
    return chain((plan,), with_extra_melds(contract, tables.shortest, cards))


class Search:
    """One search: the ways for each slot, the best lay-down so far, and how good one can be.

    By depth: `after` is the most that the slots after those like this one can add, all wilds
    included; `needed` is the fewest wilds that all slots after it take.
    """

    def __init__(self, tables: Tables, plan: Plan, hand: Hand, beyond: int) -> None:
        self.tables = tables
        self.plan = plan
        self.hand = hand
        self.best = beyond
        self.found: tuple[Way, ...] = ()
        self.picked: list[Way] = []
        self.depth = len(plan.slots)
        self.crowded = plan.runs > 0 and hand.crowded
        self.leave_out = NO_CARD if self.crowded else SCARCE_CARDS
        self.hoped = -1
        self.ways: list[Ways] = []
        for slot, like_before in zip(plan.slots, plan.like_before, strict=True):
            self.ways.append(self.ways[-1] if like_before else self._all_ways(slot))
        self.stuck = self._stuck()
        self.naturals = len(hand.naturals) - len(self.stuck)
        self.ceiling = hand.wild_worth[-1] + hand.worth - tables.prices.worth(self.stuck)

    def _all_ways(self, slot: MeldSlot) -> Ways:
        if slot.type is MeldType.SET:
            return self.tables.set_ways(slot, self.hand)
        hand = self.hand
        sought = Sought(len(hand.wilds), self.plan.runs, self.leave_out)
        return self.tables.run_ways(slot, hand.tally, hand, sought)

    def _stuck(self) -> Numbers:
        """The naturals that cannot be laid: no way has them, or there are too many."""
        hand = self.hand
        stuck: Numbers = ()
        faces = 0
        for ways in self.ways:
            faces |= ways.faces
        laid = hand.tally & faces * MOST_COPIES
        if laid != hand.tally:
            by_bit = zip(hand.naturals, hand.bits, strict=True)
            stuck = tuple([number for number, bit in by_bit if not bit & faces])
        if not self.plan.sets:
            beyond, _ = self.tables.beyond_runs(laid, self.plan.runs)
            for face, copies in beyond:
                stuck += (hand.naturals[hand.bits.index(ONE_OF_FACE[face])],) * copies
        return stuck

    def result(self) -> Found | None:
        """The best lay-down, if it is worth more than asked for."""
        if self.plan.cards > self.naturals + len(self.hand.wilds) or self.ceiling <= self.best:
            return None
        tops = [ways.all[0].worth for ways in self.ways if ways.all]
        if len(tops) < self.depth:
            return None
        self._measure(tops)
        self._look(self.leave_out)
        if self.crowded and self.best < self.ceiling and not self.tables.filled:
            self._look(SCARCE_CARDS)
        if self.hoped > self.best:
            self._look(ANY_CARD)
        if not self.found:
            return None
        wilds = len(self.hand.wilds)
        laid = min(wilds, sum([way.most for way in self.found]))
        return Found(self.best, self.plan, self.found, laid, self.hand)

    def _look(self, leave_out: int) -> None:
        self.again, self.leave_out = leave_out != self.leave_out, leave_out
        self._lay(0, 0, self.hand.tally | GUARDS, len(self.hand.wilds), 0, 0)

    def _measure(self, tops: list[int]) -> None:
        hand = self.hand
        if self.crowded:
            self.everything = hand.wild_worth[-1] + hand.worth
            self.cheapest = min([hand.worths[face] for face, _ in faces_of(hand.tally)])
            self.suits_mix = self.tables.suits_mix(hand, hand.tally)
        fewest = [ways.fewest for ways in self.ways]
        all_wilds = hand.wild_worth[-1]
        self.after = [
            sum(tops[depth + alike :]) + all_wilds for depth, alike in enumerate(self.plan.alike)
        ]
        self.needed = [sum(fewest[depth + 1 :]) for depth in range(self.depth)]

    def _lay(self, depth: int, first: int, left: int, wilds: int, worth: int, most: int) -> None:
        """Fill the slots from `depth` on in every way that can be better than the best so far.

        `first`: the first way to try for a set, or for a run the most that it may be worth;
        `left`: the tally of naturals left; `wilds` of them are not needed yet; `most` of all
        wilds have a place in the melds so far.
        """
        if depth == self.depth:
            self._note(worth, most)
        elif depth < self.plan.sets:
            self._lay_set(depth, first, left, wilds, worth, most)
        else:
            self._lay_run(depth, first, left, wilds, worth, most)

    def _lay_set(
        self, depth: int, first: int, left: int, wilds: int, worth: int, most: int
    ) -> None:
        ways = self.ways[depth].all
        alike, after = self.plan.alike[depth], self.after[depth]
        spare = wilds - self.needed[depth]
        room = self.naturals - worth % A_POINT + wilds - self.plan.asked[depth]
        for at in range(first, len(ways)):
            way = ways[at]
            if worth + way.worth * alike + after <= self.best or self.best >= self.ceiling:
                return
            rest = left - way.tally
            if rest & GUARDS != GUARDS or way.fewest > spare or way.cards > room:
                continue
            if way.claim is not None and self._clashes(way.claim):
                continue
            self.picked.append(way)
            again = at if alike > 1 else 0
            self._lay(
                depth + 1, again, rest, wilds - way.fewest, worth + way.worth, most + way.most
            )
            self.picked.pop()

    def _lay_run(self, depth: int, cap: int, left: int, wilds: int, worth: int, most: int) -> None:
        runs, alike, after = self.depth - depth, self.plan.alike[depth], self.after[depth]
        spare = wilds - self.needed[depth]
        room = self.naturals - worth % A_POINT + wilds - self.plan.asked[depth]
        listed = self.ways[depth]
        if depth or self.again:
            least = (self.best - worth - after) // alike + 1
            listed = self._runs(depth, left & FULL, wilds, least, room)
        if alike == runs and worth + sum(listed.totals) + after <= self.best:
            return
        tops, totals = listed.tops, listed.totals
        second, top = sorted(tops)[-2:]
        for way in listed.all:
            if worth + way.worth * alike + after <= self.best or self.best >= self.ceiling:
                return
            if (cap and way.worth > cap) or way.fewest > spare or way.cards > room:
                continue
            if way.claim is not None and self._clashes(way.claim):
                continue
            if alike > 1:
                next_one = way.worth
                if way.lane != NO_LANE:
                    beside = second if tops[way.lane] == top else top
                    next_one = min(next_one, max(beside, totals[way.lane] - way.worth))
                if worth + way.worth + next_one * (alike - 1) + after <= self.best:
                    continue
            rest = left - way.tally
            if self.crowded and self._at_most(rest, runs - 1, wilds - way.fewest) <= self.best:
                continue
            self.picked.append(way)
            again = way.worth if alike > 1 else 0
            self._lay(
                depth + 1, again, rest, wilds - way.fewest, worth + way.worth, most + way.most
            )
            self.picked.pop()

    def _runs(self, depth: int, left: int, wilds: int, least: int, room: int) -> Ways:
        """The ways to fill a slot from what is left; of a crowded hand those only that can do."""
        slot, runs = self.plan.slots[depth], self.depth - depth
        sought = Sought(wilds, runs, self.leave_out)
        if self.crowded:
            if runs == 1 and self.tables.dearest_run(slot, left, wilds, self.hand) < least:
                return NO_WAYS
            least = max(0, least - least % GRAIN)
            longest = max(0, min(sought.longest, room))
            sought = Sought(wilds, runs, self.leave_out, least, longest)
        return self.tables.run_ways(slot, left, self.hand, sought)

    def _at_most(self, left: int, runs: int, wilds: int) -> int:
        """No lay-down is worth more that leaves this for so many runs.

        See docs/solver.md: a rank of which there are more cards than of the one below starts a
        run, or else a wild lies below it.
        """
        if not runs:
            return self.everything
        worths, left = self.hand.worths, left & FULL
        beyond, left = self.tables.beyond_runs(left, runs)
        lost = sum([worths[face] * copies for face, copies in beyond])
        if not self.suits_mix:
            lost += max(0, ascents(left) - runs - wilds) * self.cheapest
        return self.everything - lost

    def _clashes(self, claim: Claim) -> bool:
        """Whether such a meld may not lie beside one of those that are picked."""
        circle = self.tables.circle
        return any(other.claim and clash(claim, other.claim, circle) for other in self.picked)

    def _note(self, worth: int, most: int) -> None:
        """Remember the picked ways if they are the best so far.

        `hoped` is what runs could be worth in which wilds without a place elsewhere take the
        place of naturals.
        """
        wilds = len(self.hand.wilds)
        if most < wilds and self.plan.runs:
            self.hoped = max(self.hoped, worth + self.hand.wild_worth[wilds])
        worth += self.hand.wild_worth[min(most, wilds)]
        if worth > self.best:
            self.best = worth
            self.found = tuple(self.picked)
