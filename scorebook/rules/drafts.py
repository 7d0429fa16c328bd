"""The melds with gaps that are worth a look for a slot, from what is left of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from operator import itemgetter

from scorebook.rules.axes import MeldSlot, MeldType, TouchingRuns
from scorebook.rules.cards import SUITS
from scorebook.rules.gaps import Draft, Gapped, Lane, RunGaps, SetGaps, bits
from scorebook.rules.hands import JOKER_NUMBER, limiting
from scorebook.rules.plans import Plan
from scorebook.rules.run_ways import ROUND
from scorebook.rules.stock import Stock
from scorebook.rules.ways import ALL_OF_LANE, FIELD, LANE, MOST_COPIES, Claim

ALL_RANKS = (1 << ROUND) - 1
NO_SUIT = len(SUITS)
ORDER = itemgetter(0, 1, 2)  # of drafts


class LeaveOut(IntEnum):
    """Cards that a meld has a place for, but that are left for others: none; as many as the hand
    has wilds to lie there instead; or any, where too few of some card are there.
    """

    NONE = 0
    FOR_WILDS = 1
    ANY = 2


class Drafts:
    """The drafts for the slots of one plan; `strict` where a lay-down has to use up the hand.

    `leave_out` says which cards of the hand a meld may do without that it has a place for.
    """

    def __init__(self, stock: Stock, plan: Plan, strict: bool) -> None:
        self.stock, self.plan, self.strict = stock, plan, strict
        self.leave_out = LeaveOut.NONE
        self.tables = stock.tables
        self.rules = stock.tables.variant
        self.mixed = self.tables.mixed_runs
        self.runs_apart = plan.runs > 1 and self.rules.runs.touching is not TouchingRuns.ALLOWED
        self.sets_apart = plan.sets > 1 and not self.rules.sets.same_rank_twice
        all_wild = self.rules.lay_down.all_wild_melds
        self.runs_limited = limiting(self.rules.runs.wilds) or not all_wild
        self.sets_limited = plan.sets > 0 and (limiting(self.rules.sets.wilds) or not all_wild)
        self.limited = self.runs_limited or self.sets_limited
        self.own_places = self.limited and self.rules.lay_down.wild_natural_in_own_place
        self.ends_alike = ALL_RANKS if self.tables.circle else 1
        if self.rules.runs.max_length <= ROUND:
            self.ends_alike = 0
        at_home = sum(1 << rank for rank in range(ROUND) if self._at_home(of_rank(rank)))
        self._nothing = Lane(0, 0, 0, 0, never=ALL_RANKS, at_home=at_home)
        self._masks = [self._masks_of(lane) for lane in range(1 if self.mixed else NO_SUIT)]
        self._set_masks = [self._set_masks_of(rank) for rank in range(ROUND)]
        self.one_a_lane = self.rules.runs.touching is TouchingRuns.FORBIDDEN and not self.mixed
        self._all_open = (plan.runs,) * len(self._masks)
        self._sets: dict[tuple[int, int, int, LeaveOut], list[Draft]] = {}

    def left(self) -> int:
        """The tally of the hand's naturals: in one lane where runs are of mixed suits."""
        return sum(
            1 << FIELD * (number % ROUND if self.mixed else number)
            for number in self.stock.naturals
        )

    def wilds_too_many(self, may_stay: int) -> bool:
        """Whether the limits have no place for all wilds of the hand but so many."""
        held, is_wild = self.stock.held, self.tables.prices.is_wild
        strangers = self.stock.wilds - may_stay
        if self.own_places:
            strangers -= sum(held[face] for face in range(JOKER_NUMBER) if is_wild[face])
        for slot in self.plan.slots:
            if slot.type is MeldType.RUN:
                strangers -= self.run_gaps(slot).room_for_wilds
            elif strangers > 0:
                strangers -= self.tables.sets(slot.length).room_for_wilds(strangers)
        return strangers > 0

    def lanes_open(self, picked: Sequence[Draft]) -> tuple[int, ...]:
        """How many runs more may lie in each lane beside those that are picked."""
        if not self.one_a_lane:
            return self._all_open
        taken = {
            draft.claim.what for draft in picked if draft.claim and draft.slot.type is MeldType.RUN
        }
        return tuple([int(lane not in taken) for lane in range(NO_SUIT)])

    def of_run(self, slot: MeldSlot, left: int, runs: int) -> list[Draft]:
        """The runs for a slot, fewest gaps first; so many runs are to come, this one included."""
        found = []
        if self.runs_apart or self.own_places:
            found += self._known_runs(slot, NO_SUIT, self._nothing)
        for lane in range(len(self._masks)):
            masks = self._lane(lane, left >> LANE * lane & ALL_OF_LANE, runs)
            found += self._known_runs(slot, lane, masks)
        return sorted(found, key=ORDER)

    def _known_runs(self, slot: MeldSlot, lane: int, masks: Lane) -> list[Draft]:
        gaps = self.run_gaps(slot)
        suits = frozenset(self.stock.held) if self.runs_apart and self.mixed else None
        key = gaps, lane, masks, self.runs_apart, suits
        try:
            return self.tables.drafts[key]
        except KeyError:
            make = self._unnamed_runs if lane == NO_SUIT else self._runs_in
            return self.tables.drafts.keep(key, list(make(slot, lane, masks, gaps)))

    def of_set(self, slot: MeldSlot, left: int, sets: int) -> list[Draft]:
        """The sets for a slot, from a tally by rank; so many are to come, this one included."""
        key = slot.length, left, sets, self.leave_out
        if key not in self._sets:
            found = []
            for rank in range(ROUND):
                found += self._known_sets(slot, rank, left >> FIELD * rank & MOST_COPIES, sets)
            self._sets[key] = sorted(found, key=ORDER)
        return self._sets[key]

    def _known_sets(self, slot: MeldSlot, rank: int, cards: int, sets: int) -> list[Draft]:
        never, own = self._set_masks[rank]
        asked = slot.length, rank, cards, sets, self.leave_out, self.strict
        key = asked, self.stock.wilds, self.sets_apart, never, own
        try:
            return self.tables.drafts[key]
        except KeyError:
            return self.tables.drafts.keep(key, list(self._sets_of(slot, rank, cards, sets)))

    def _unnamed_runs(
        self, slot: MeldSlot, lane: int, masks: Lane, gaps: RunGaps
    ) -> Iterator[Draft]:
        """Runs without a proper natural card: they are of no suit, whatever their wilds are."""
        lengths = set()
        for meld in gaps.of(masks, False):
            if meld.at_home or meld.length not in lengths:
                yield Draft(meld.gaps, lane, meld, slot)
            if not meld.at_home:
                lengths.add(meld.length)

    def _runs_in(self, slot: MeldSlot, lane: int, masks: Lane, gaps: RunGaps) -> Iterator[Draft]:
        named = self.runs_apart and self.mixed
        for meld in gaps.named(masks) if named else gaps.of(masks, self.runs_apart):
            tally = sum(
                1 << LANE * lane + FIELD * ((meld.start + at) % ROUND) for at in bits(meld.taken)
            )
            for suit in self._suits(meld) if named else (lane,):
                proper = self.runs_apart and not named and not meld.taken
                claim = self._claim(suit, meld) if self.runs_apart else None
                yield Draft(meld.gaps, suit, meld, slot, tally, proper, claim)

    def _lane(self, lane: int, cards: int, runs: int) -> Lane:
        never, at_home = self._masks[lane]
        may_go = {LeaveOut.NONE: 0, LeaveOut.FOR_WILDS: self.stock.wilds, LeaveOut.ANY: ROUND + 1}[
            self.leave_out
        ]
        free = twice = scarce = 0
        for rank in range(ROUND):
            copies, bit = cards >> FIELD * rank & MOST_COPIES, 1 << rank
            free |= bit * (copies > 0)
            twice |= bit * (copies > 1)
            scarce |= bit * (0 < copies < runs + (runs - 1) * (self.ends_alike >> rank & 1))
        if self.leave_out is LeaveOut.ANY or self.sets_limited:
            scarce = free
        return Lane(free, twice & self.ends_alike, scarce * bool(may_go), may_go, never, at_home)

    def _masks_of(self, lane: int) -> tuple[int, int]:
        """The ranks without naturals, and those of wilds in their own place."""
        never = at_home = 0
        for rank in range(ROUND):
            face, bit = lane * ROUND + rank, 1 << rank
            faces = of_rank(rank) if self.mixed else range(face, face + 1)
            never |= bit * (not self.stock.naturals_there(faces))
            at_home |= bit * self._at_home(faces)
        return never, at_home

    def _set_masks_of(self, rank: int) -> tuple[bool, int]:
        """Whether a rank has no naturals, and how many wilds may be in their own place in it."""
        faces, is_wild = of_rank(rank), self.tables.prices.is_wild
        own = sum([self.stock.there[face] for face in faces if is_wild[face]])
        return not self.stock.naturals_there(faces), own * self._at_home(faces)

    def _at_home(self, faces: Iterable[int]) -> bool:
        return self.own_places and any(self.tables.prices.is_wild[face] for face in faces)

    def _suits(self, meld: Gapped) -> list[int]:
        """The suits that the lowest proper card of a run may have."""
        rank = (meld.start + meld.named.bit_length() - 1) % ROUND
        faces = [face for face in of_rank(rank) if not self.tables.prices.is_wild[face]]
        if meld.named & meld.taken:
            faces = [face for face in faces if self.stock.held[face]]
        return [face // ROUND for face in faces]

    def _claim(self, suit: int, meld: Gapped) -> Claim:
        if self.rules.runs.touching is TouchingRuns.FORBIDDEN:
            return Claim(MeldType.RUN, suit)
        return Claim(MeldType.RUN, suit, meld.start, meld.start + meld.length - 1)

    def run_gaps(self, slot: MeldSlot) -> RunGaps:
        wilds = self.stock.wilds if self.strict else 0
        return self.tables.run_gaps(slot.length, self._longest(slot.length), wilds)

    def _longest(self, needed: int) -> int:
        """No run has to be longer than this: it would do without the card at one of its ends.

        Unless that is a natural card that the limits ask for, in the window or beside the wilds;
        and it takes no more wilds than the hand has, and than there are places for wilds alone.
        """
        limits = self.rules.runs.wilds
        longest = max(needed, limits.min_naturals, limits.window[1] if limits.window else 0)
        counted = limits.min_naturals > 0 or limits.naturals_at_least_wilds
        if self.strict or (counted and self.leave_out is LeaveOut.ANY):
            return ROUND + 1
        if counted:
            wilds = self.stock.wilds + self._ranks_without_naturals()
            longest = max(longest, limits.min_naturals + wilds, 2 * wilds)
        return longest

    def _ranks_without_naturals(self) -> int:
        is_wild = self.tables.prices.is_wild
        return sum(any(is_wild[face] for face in of_rank(rank)) for rank in range(ROUND))

    def _sets_of(self, slot: MeldSlot, rank: int, cards: int, sets: int) -> Iterator[Draft]:
        """Sets of one rank, and under the first rank those of wilds alone where these differ."""
        gaps = SetGaps(self.tables.sets(slot.length), self.strict, self.stock.wilds)
        never, own = self._set_masks[rank]
        for at_home in range(own + 1):
            if self.sets_apart and (at_home or not rank):
                for meld in gaps.of(rank, 0, at_home, never=True, proper=False):
                    yield Draft(meld.gaps, NO_SUIT, meld, slot)
            for taken in self._shares(slot, rank, cards, sets):
                claim = Claim(MeldType.SET, rank) if self.sets_apart else None
                proper = self.sets_apart and not taken
                for meld in gaps.of(rank, taken, at_home, never=never, proper=proper):
                    tally = taken << FIELD * rank
                    yield Draft(meld.gaps, 0, meld, slot, tally, proper, claim)

    def _shares(self, slot: MeldSlot, rank: int, cards: int, sets: int) -> Iterable[int]:
        """How many of the cards of a rank a set may take."""
        most = cards
        if not self.strict:
            most = min(cards, max(slot.length, self.rules.sets.wilds.min_naturals))
        if self.strict and (sets > 1 or self.sets_limited):
            return range(most + 1)
        if self.strict:
            return range(max(0, most - 1), most + 1)
        return range(most + 1) if self.sets_limited and self.leave_out else [most]


def of_rank(rank: int) -> range:
    return range(rank, JOKER_NUMBER, ROUND)
