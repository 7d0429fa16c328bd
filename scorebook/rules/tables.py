"""What is known of one variant: worked out when it is first asked for, and then remembered."""

from __future__ import annotations

from collections.abc import Iterator

from scorebook.rules.axes import MeldSlot, MeldType, TouchingRuns, Wrap
from scorebook.rules.cards import RANKS, SUITS
from scorebook.rules.hands import Hand, Numbers, Prices
from scorebook.rules.melds import shortest
from scorebook.rules.mixed_runs import MixedWays
from scorebook.rules.run_ways import LaneWays, RunWays
from scorebook.rules.set_ways import SetWays
from scorebook.rules.variant import Variant
from scorebook.rules.ways import ALL_OF_LANE, ALL_OF_RANK, LANE, Way, Ways, merged, ways_of

MOST_REMEMBERED = 20_000

Slots = tuple[MeldSlot, ...]


class Tables:
    """The ways to fill slots from hands, for one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.prices = Prices(variant)
        self.shortest = {type: shortest(variant, type) for type in MeldType}
        self.circle = variant.runs.wrap is Wrap.EXTENSION
        self.apart = (
            variant.runs.touching is not TouchingRuns.ALLOWED or not variant.sets.same_rank_twice
        )
        self._runs: dict[int, RunWays] = {}
        self._sets: dict[int, SetWays] = {}
        self._lanes: dict[tuple[int, int, bool], LaneWays] = {}
        self._ways: dict[tuple[object, ...], Ways] = {}

    def run_ways(self, length: int) -> RunWays:
        if length not in self._runs:
            self._runs[length] = RunWays(self.variant, length)
        return self._runs[length]

    def hand(self, slots: Slots, naturals: Numbers, wilds: Numbers) -> Hand:
        """The hand as a contract looks at it: in one lane where suits make no difference to it."""
        prices, rules = self.prices, self.variant.runs
        mixed = not rules.same_suit and rules.touching is TouchingRuns.ALLOWED
        suits_matter = slots[0].type is MeldType.RUN and not mixed
        tame = prices.home_matters and any(prices.is_wild[number] for number in naturals)
        one_lane = prices.suits_alike and not suits_matter and not tame
        return Hand(prices, naturals, wilds, one_lane)

    def ways(self, slot: MeldSlot, hand: Hand) -> Ways:
        """Every way to fill a slot from a hand."""
        if slot.type is MeldType.SET:
            parts = self._set_parts(slot.length, hand)
        elif self.variant.runs.same_suit or hand.one_lane:
            parts = self._run_parts(slot.length, hand)
        else:
            parts = iter(
                [ways_of(MixedWays(self.variant, self.run_ways(slot.length), self.prices).of(hand))]
            )
        return merged([part for part in parts if part.all])

    def _run_parts(self, length: int, hand: Hand) -> Iterator[Ways]:
        wilds = len(hand.wilds)
        for lane in range(len(SUITS)):
            cards = hand.tally >> LANE * lane & ALL_OF_LANE
            if cards or not lane:
                key = length, lane, cards, wilds, hand.one_lane
                yield self._ways.get(key) or self._remember(
                    key, self._lane_ways(length, lane, hand.one_lane).of(cards, wilds)
                )

    def _set_parts(self, length: int, hand: Hand) -> Iterator[Ways]:
        wilds = len(hand.wilds)
        sets = self._set_ways(length)
        if wilds >= length:
            yield ways_of(sets.of_wilds(wilds))
        for everything in ALL_OF_RANK:
            cards = hand.tally & everything
            if cards:
                key = length, cards, wilds, hand.one_lane
                yield self._ways.get(key) or self._remember(
                    key, sets.of(cards, wilds, hand.worths, hand.is_wild)
                )

    def _set_ways(self, length: int) -> SetWays:
        if length not in self._sets:
            self._sets[length] = SetWays(self.variant, length)
        return self._sets[length]

    def _lane_ways(self, length: int, lane: int, one_lane: bool) -> LaneWays:
        key = length, lane, one_lane
        if key not in self._lanes:
            at = lane * len(RANKS)
            worths = self.prices.by_rank if one_lane else self.prices.worths[at : at + len(RANKS)]
            self._lanes[key] = LaneWays(self.variant, self.run_ways(length), lane, worths)
        return self._lanes[key]

    def _remember(self, key: tuple[object, ...], ways: list[Way]) -> Ways:
        if len(self._ways) >= MOST_REMEMBERED:
            self._ways.clear()
        found = self._ways[key] = ways_of(ways)
        return found
