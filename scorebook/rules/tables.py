"""What is known of one variant: worked out when it is first asked for, and then remembered."""

from __future__ import annotations

from scorebook.rules.axes import MeldSlot, MeldType, TouchingRuns, Wrap
from scorebook.rules.cards import RANKS, SUITS
from scorebook.rules.gaps import Draft, RunGaps
from scorebook.rules.hands import JOKER_NUMBER, Hand, Numbers, Prices
from scorebook.rules.melds import shortest
from scorebook.rules.memory import Memory
from scorebook.rules.mixed_runs import MixedWays
from scorebook.rules.plans import Plan
from scorebook.rules.run_ways import LaneWays, RunWays, Sought
from scorebook.rules.set_ways import SetWays
from scorebook.rules.variant import Variant
from scorebook.rules.ways import (
    ALL_OF_RANK,
    ALL_OF_SUIT,
    FIELD,
    LANE,
    MOST_COPIES,
    NO_LANE,
    ONE_OF_FACE,
    Ways,
    at_most,
    merged,
    more_than,
    runs_of,
    sets_of,
)

MOST_HANDS = 100
MOST_REMEMBERED = 10_000  # ways, before those not asked for since are dropped


class Tables:
    """The ways to fill slots from hands, for one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.prices = Prices(variant)
        self._runs: dict[int, RunWays] = {}
        self.shortest = {type: shortest(variant, type) for type in MeldType}
        self.circle = variant.runs.wrap is Wrap.EXTENSION
        self.runs_apart = variant.runs.touching is not TouchingRuns.ALLOWED
        self.filled = self.runs(3).free
        self.mixed_runs = not variant.runs.same_suit
        self.wild_faces = sum(
            MOST_COPIES << FIELD * number
            for number, wild in enumerate(self.prices.is_wild[:JOKER_NUMBER])
            if wild
        )
        self.plans = [Plan(rules.contract) for rules in variant.rounds]
        ends = [1] * len(RANKS)  # how often a rank may lie in one run
        if variant.runs.max_length > len(RANKS):
            ends = [2] * len(RANKS) if self.circle else [2, *ends[1:]]
        self._in_a_run = sum(
            copies * one for copies, one in zip(ends * len(SUITS), ONE_OF_FACE, strict=True)
        )
        self._rooms: dict[int, int] = {}
        self._sets: dict[int, SetWays] = {}
        self._gaps: dict[tuple[int, int, int], RunGaps] = {}
        self._lanes: Memory[LaneWays] = Memory(MOST_HANDS, lambda _: 0)
        self._ways: Memory[Ways] = Memory(MOST_REMEMBERED, lambda ways: len(ways.all))
        self.drafts: Memory[list[Draft]] = Memory(MOST_REMEMBERED, len)

    def runs(self, length: int) -> RunWays:
        if length not in self._runs:
            self._runs[length] = RunWays(self.variant, length)
        return self._runs[length]

    def hand(self, plan: Plan, naturals: Numbers, wilds: Numbers) -> Hand:
        """The hand as a contract looks at it: in one lane where suits make no difference to it."""
        prices = self.prices
        tame = prices.home_matters and any(
            prices.is_wild[number] and not prices.rank_is_wild[number % len(RANKS)]
            for number in naturals
        )
        suits_matter = plan.runs > 0 and not self.mixed_runs
        one_lane = prices.suits_alike and not suits_matter and not tame
        named = one_lane and plan.runs > 0 and self.runs_apart
        return Hand(prices, naturals, wilds, one_lane=one_lane, named=named)

    def set_ways(self, slot: MeldSlot, hand: Hand) -> Ways:
        """Every way to fill a slot with a set from a hand."""
        length, wilds, tally, one_lane = slot.length, len(hand.wilds), hand.tally, hand.one_lane
        parts = [sets_of(self.sets(length).of_wilds(wilds))] if wilds >= length else []
        for everything in ALL_OF_RANK:
            if cards := tally & everything:
                key = length, cards, wilds, one_lane
                try:
                    parts.append(self._ways[key])
                except KeyError:
                    found = self.sets(length).of(cards, wilds, hand.worths, hand.is_wild)
                    parts.append(self._ways.keep(key, sets_of(found)))
        return merged([part for part in parts if part.all])

    def run_ways(self, slot: MeldSlot, left: int, hand: Hand, sought: Sought) -> Ways:
        """The ways to fill a slot with a run from what is left of a hand."""
        left = at_most(self._room(sought.runs), left)
        length, lanes, ways = slot.length, hand.lanes, self._ways
        mixed = 0 if hand.one_lane else left if self.mixed_runs else left & self.wild_faces
        parts = []
        if mixed:
            part = self._mixed_runs(length, mixed, hand, sought)
            if part.all or part.tops[NO_LANE]:
                parts.append(part)
        if mixed != left or not left:
            for lane, everything in enumerate(ALL_OF_SUIT):
                cards = left & everything
                if cards or not lane:
                    key = length, lane, cards, lanes, sought
                    try:
                        part = ways[key]
                    except KeyError:
                        found = self._lane(length, lane, lanes).of(cards >> LANE * lane, sought)
                        part = runs_of(found, lane, cards, hand.worths, sought.least)
                        ways.keep(key, part)
                    if part.all or part.tops[lane]:
                        parts.append(part)
        return merged(parts)

    def dearest_run(self, slot: MeldSlot, left: int, wilds: int, hand: Hand) -> int:
        """No run of what is left is worth more, its wilds not counted."""
        if self.suits_mix(hand, left):
            return hand.worth
        lanes = [(left & everything, lane) for lane, everything in enumerate(ALL_OF_SUIT)]
        return max(
            [
                self._lane(slot.length, lane, hand.lanes).dearest(cards >> LANE * lane, wilds)
                for cards, lane in lanes
                if cards
            ],
            default=0,
        )

    def _mixed_runs(self, length: int, cards: int, hand: Hand, sought: Sought) -> Ways:
        """The runs of cards of any suits, as far as these make a difference."""
        key = length, NO_LANE, cards, sought
        try:
            return self._ways[key]
        except KeyError:
            rows = MixedWays(self.variant, self.runs(length), self.prices)
            found = rows.of(cards, sought)
            part = runs_of(found, NO_LANE, cards, hand.worths, sought.least)
            return self._ways.keep(key, part)

    def _room(self, runs: int) -> int:
        """The copies of each face that so many runs can take."""
        if runs not in self._rooms:
            self._rooms[runs] = runs * self._in_a_run
        return self._rooms[runs]

    def suits_mix(self, hand: Hand, left: int) -> bool:
        """Whether cards of several suits may lie in one run, and the hand tells them apart."""
        return not hand.one_lane and (self.mixed_runs or left & self.wild_faces > 0)

    def beyond_runs(self, tally: int, runs: int) -> tuple[list[tuple[int, int]], int]:
        """The faces of which there are more cards than so many runs can take, and how many more;
        and the tally without these.
        """
        room = self._room(runs)
        beyond = more_than(room, tally)
        return beyond, at_most(room, tally) if beyond else tally

    def sets(self, length: int) -> SetWays:
        if length not in self._sets:
            self._sets[length] = SetWays(self.variant, length)
        return self._sets[length]

    def run_gaps(self, length: int, longest: int, wilds: int = 0) -> RunGaps:
        key = length, longest, wilds
        if key not in self._gaps:
            self._gaps[key] = RunGaps(self.variant, self.runs(length), longest, wilds)
        return self._gaps[key]

    def _lane(self, length: int, lane: int, lanes: bool | Numbers) -> LaneWays:
        """The ways in a lane of a hand with such `lanes`."""
        key = length, lane, lanes
        if key not in self._lanes:
            at = lane * len(RANKS)
            worths = self.prices.by_rank if lanes else self.prices.worths[at : at + len(RANKS)]
            suits = lanes if isinstance(lanes, tuple) else None
            made = LaneWays(self.variant, self.runs(length), lane, worths, suits)
            return self._lanes.keep(key, made)
        return self._lanes[key]
