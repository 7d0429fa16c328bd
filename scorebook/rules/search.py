"""The search for the lay-down worth most: depth first over a contract's sets, then its runs.

See docs/solver.md for why it is exact and where it may stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorebook.rules.axes import MeldSlot, MeldType
from scorebook.rules.hands import A_POINT, Hand, Numbers
from scorebook.rules.plans import Plan, with_extra_melds
from scorebook.rules.tables import Tables
from scorebook.rules.ways import GUARDS, MOST_COPIES, NO_LANE, ONE_OF_FACE, Way, Ways, clash


@dataclass(frozen=True, slots=True)
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
    for plan in _plans(tables, round, len(cards)):
        for naturals, wilds in tables.prices.readings(cards):
            hand = tables.hand(plan, naturals, wilds)
            found = Search(tables, plan, hand, best.worth if best else beyond).result()
            best = found or best
    return best


def cards_stuck(tables: Tables, round: int, cards: Numbers) -> Numbers:
    """Cards that have no part in any meld of the contract, as far as one look shows."""
    readings = list(tables.prices.readings(cards))
    if tables.variant.lay_down.extra_melds or len(readings) > 1:
        return ()
    plan = tables.plans[round - 1]
    hand = tables.hand(plan, *readings[0])
    return () if hand.one_lane else Search(tables, plan, hand, -1).stuck


def _plans(tables: Tables, round: int, cards: int) -> Iterator[Plan]:
    """The round's contract, and with extra melds if those may be laid."""
    yield tables.plans[round - 1]
    if tables.variant.lay_down.extra_melds:
        contract = tables.variant.rounds[round - 1].contract
        yield from with_extra_melds(contract, tables.shortest, cards)


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
        self.thorough = False
        self.hoped = -1
        self.ways: list[Ways] = []
        for slot, like_before in zip(plan.slots, plan.like_before, strict=True):
            self.ways.append(self.ways[-1] if like_before else self._all_ways(slot))
        self.stuck = self._stuck()
        self.cards = len(hand.naturals) + len(hand.wilds) - len(self.stuck)
        self.ceiling = hand.wild_worth[-1] + hand.worth - tables.prices.worth(self.stuck)

    def _all_ways(self, slot: MeldSlot) -> Ways:
        if slot.type is MeldType.SET:
            return self.tables.set_ways(slot, self.hand)
        hand = self.hand
        return self.tables.run_ways(slot, hand.tally, len(hand.wilds), hand, self.plan.runs)

    def _stuck(self) -> Numbers:
        """The naturals that cannot be laid: no way has them, or there are too many."""
        hand = self.hand
        laid = 0
        for ways in self.ways:
            laid |= ways.faces
        stuck = [n for n, bit in zip(hand.naturals, hand.bits, strict=True) if not bit & laid]
        if not self.plan.sets:
            tally = hand.tally & laid * MOST_COPIES
            for face, copies in self.tables.beyond_runs(tally, self.plan.runs):
                stuck += [hand.naturals[hand.bits.index(ONE_OF_FACE[face])]] * copies
        return tuple(stuck)

    def result(self) -> Found | None:
        """The best lay-down, if it is worth more than asked for."""
        possible = self.plan.cards <= self.cards and all(ways.all for ways in self.ways)
        if not possible or self.ceiling <= self.best:
            return None
        self._measure()
        self._lay(0, 0, self.hand.tally | GUARDS, len(self.hand.wilds), 0, 0)
        if self.hoped > self.best:
            self.thorough = True
            self._lay(0, 0, self.hand.tally | GUARDS, len(self.hand.wilds), 0, 0)
        if not self.found:
            return None
        wilds = min(len(self.hand.wilds), sum([way.most for way in self.found]))
        return Found(self.best, self.plan, self.found, wilds, self.hand)

    def _measure(self) -> None:
        tops = [ways.all[0].worth for ways in self.ways]
        fewest = [ways.fewest for ways in self.ways]
        all_wilds = self.hand.wild_worth[-1]
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
        room = self.cards - worth % A_POINT - self.plan.asked[depth]
        for at in range(first, len(ways)):
            way = ways[at]
            if worth + way.worth * alike + after <= self.best or self.best >= self.ceiling:
                return
            rest = left - way.tally
            fits = way.fewest <= spare and way.worth % A_POINT <= room
            if not fits or rest & GUARDS != GUARDS or self._clashes(way):
                continue
            self.picked.append(way)
            again = at if alike > 1 else 0
            self._lay(
                depth + 1, again, rest, wilds - way.fewest, worth + way.worth, most + way.most
            )
            self.picked.pop()

    def _lay_run(self, depth: int, cap: int, left: int, wilds: int, worth: int, most: int) -> None:
        runs, slot, spare = self.depth - depth, self.plan.slots[depth], wilds - self.needed[depth]
        listed = self.tables.run_ways(slot, left & ~GUARDS, wilds, self.hand, runs, self.thorough)
        alike, after = self.plan.alike[depth], self.after[depth]
        room = self.cards - worth % A_POINT - self.plan.asked[depth]
        if alike == self.depth - depth and worth + sum(listed.totals) + after <= self.best:
            return
        for way in listed.all:
            if worth + way.worth * alike + after <= self.best or self.best >= self.ceiling:
                return
            fits = way.fewest <= spare and way.worth % A_POINT <= room
            if not fits or (cap and way.worth > cap) or self._clashes(way):
                continue
            if alike > 1:
                next_one = min(way.worth, _most_beside(listed, way))
                if worth + way.worth + next_one * (alike - 1) + after <= self.best:
                    continue
            self.picked.append(way)
            again = way.worth if alike > 1 else 0
            rest = left - way.tally
            self._lay(
                depth + 1, again, rest, wilds - way.fewest, worth + way.worth, most + way.most
            )
            self.picked.pop()

    def _clashes(self, way: Way) -> bool:
        """Whether a meld may not lie beside those that are picked."""
        claim = way.claim
        circle = self.tables.circle
        return claim is not None and any(
            other.claim and clash(claim, other.claim, circle) for other in self.picked
        )

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


def _most_beside(listed: Ways, way: Way) -> int:
    """The most that a run beside this one can be worth: in another lane, or in what is left."""
    if way.lane == NO_LANE:
        return way.worth
    beside = [top for lane, top in enumerate(listed.tops) if lane != way.lane]
    return max(*beside, listed.totals[way.lane] - way.worth)
