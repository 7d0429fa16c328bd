"""How many cards a hand is short of a contract, each of them whichever card is wanted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import NamedTuple

from scorebook.rules.axes import ClosingDiscard, MeldSlot, MeldType, RoundRules, TouchingRuns
from scorebook.rules.cards import MOST_CARDS, RANKS, SUITS
from scorebook.rules.hands import JOKER_NUMBER, Numbers
from scorebook.rules.lay_down import may_keep
from scorebook.rules.plans import Plan, with_extra_melds
from scorebook.rules.run_ways import line_of
from scorebook.rules.tables import Tables
from scorebook.rules.ways import (
    ALL_OF_LANE,
    ALL_OF_RANK,
    FIELD,
    LANE,
    MOST_COPIES,
    ONES,
    Claim,
    clash,
    ones,
)

MOST_KEPT = 1  # cards, where who lays down goes out on the same turn


class Shape(NamedTuple):
    """One way to fill a slot: the cards it takes from the hand, and how many are bought for it."""

    tally: int
    naturals: int
    wilds: int
    bought: int
    claim: Claim | None


def is_within(tables: Tables, round: int, cards: Numbers, limit: int) -> bool:
    """Whether so many cards more, chosen freely, make a legal lay-down of the contract."""
    rules = tables.variant.rounds[round - 1]
    plans = [tables.plans[round - 1]]
    if tables.variant.lay_down.extra_melds and _is_strict(rules):
        plans += with_extra_melds(rules.contract, tables.shortest, len(cards) + limit)
    return any(
        _Shortfall(tables, rules, plan, naturals, wilds, limit).fits()
        for plan in plans
        for naturals, wilds in tables.prices.readings(cards)
    )


def _is_strict(rules: RoundRules) -> bool:
    """Whether it matters how many cards are left, so that longer melds may help."""
    return rules.same_turn or rules.closing_discard is ClosingDiscard.FORBIDDEN


class _Shortfall:
    """A search through the slots that buys at most `limit` cards.

    A card that a hand has is never left out for a bought one: the bought one can as well take
    its place wherever it goes instead. It may be left out for a wild.
    """

    def __init__(
        self,
        tables: Tables,
        rules: RoundRules,
        plan: Plan,
        naturals: Numbers,
        wilds: Numbers,
        limit: int,
    ) -> None:
        self.tables = tables
        self.rules = rules
        self.slots = plan.slots
        self.limit = limit
        self.strict = _is_strict(rules)
        self.wilds = len(wilds)
        self.tally = sum(1 << FIELD * number for number in naturals)
        self.cards = len(naturals) + len(wilds)
        self.claims: list[Claim] = []
        self.failed: set[tuple[object, ...]] = set()
        at_home = tables.variant.lay_down.wild_natural_in_own_place
        self.proper = [not wild for wild in tables.prices.is_wild[:JOKER_NUMBER]]
        self.natural = [proper or at_home for proper in self.proper]
        self.lanes = [range(lane, lane + 1) for lane in range(len(SUITS))]
        if not tables.variant.runs.same_suit:
            self.lanes = [range(len(SUITS))]
        least = [self._least(slot) for slot in self.slots]
        self.least = [sum(least[depth:]) for depth in range(len(least) + 1)]

    def _copies(self, tally: int, number: int) -> int:
        return tally >> FIELD * number & MOST_COPIES

    def _line(self, tally: int, lanes: range) -> int:
        """The places for which there is a card, twice round the ace and more."""
        held = 0
        for lane in lanes:
            for rank in range(len(RANKS)):
                held |= bool(self._copies(tally, lane * len(RANKS) + rank)) << rank
        return line_of(held)

    def _least(self, slot: MeldSlot) -> int:
        """The fewest cards that the naturals held do not give this slot."""
        if slot.type is MeldType.SET:
            most = max(
                sum(self._copies(self.tally, n) for n in range(rank, JOKER_NUMBER, len(RANKS)))
                for rank in range(len(RANKS))
            )
            return max(0, slot.length - most)
        stretch = (1 << slot.length) - 1
        return slot.length - max(
            (self._line(self.tally, lanes) >> start & stretch).bit_count()
            for lanes in self.lanes
            for start, _ in self.tables.runs(slot.length).stretches
        )

    def fits(self) -> bool:
        """Whether some lay-down needs no more cards than may be bought."""
        return self._fill(0, 0, self.tally, self.wilds, self.cards)

    def _fill(self, depth: int, bought: int, left: int, wilds: int, kept: int) -> bool:
        """Whether the slots from `depth` on can be filled, with `kept` cards still in hand."""
        if bought + max(0, self.least[depth] - wilds) > self.limit:
            return False
        if depth == len(self.slots):
            more = range(self.limit - bought + 1)
            return any(may_keep(self.rules, kept + number) for number in more)
        state = depth, bought, left, wilds, tuple(self.claims)
        if state in self.failed:
            return False
        if self.rules.same_turn and self._stay(depth, left) > MOST_KEPT:
            return False
        for shape in self._shapes(self.slots[depth], left, wilds, self.limit - bought):
            if shape.claim and self._clashes(shape.claim):
                continue
            self.claims += [shape.claim] if shape.claim else []
            found = self._fill(
                depth + 1,
                bought + shape.bought,
                left - shape.tally,
                wilds - shape.wilds,
                kept - shape.naturals - shape.wilds,
            )
            if shape.claim:
                self.claims.pop()
            if found:
                return True
        self.failed.add(state)
        return False

    def _stay(self, depth: int, left: int) -> int:
        """Of the naturals left so many at least find no place in the slots from `depth` on.

        A set takes cards of one rank; a run takes one of each rank of a suit, and maybe one twice.
        """
        sets = sum(slot.type is MeldType.SET for slot in self.slots[depth:])
        runs = len(self.slots) - depth - sets
        taken = 0
        if sets:
            taken = sum(sorted(_cards_of(left & cards) for cards in ALL_OF_RANK)[-sets:])
        if runs:
            longest = len(RANKS)
            if self.tables.variant.runs.same_suit:
                lanes = (ALL_OF_LANE << LANE * lane for lane in range(len(SUITS)))
                longest = max(ones(left & lane).bit_count() for lane in lanes)
            taken += runs * (longest + 1)
        return _cards_of(left) - taken

    def _clashes(self, claim: Claim) -> bool:
        return any(clash(claim, other, self.tables.circle) for other in self.claims)

    def _shapes(self, slot: MeldSlot, left: int, wilds: int, most: int) -> Iterator[Shape]:
        if slot.type is MeldType.SET:
            for rank in range(len(RANKS)):
                yield from self._sets(slot.length, rank, left, wilds, most)
            return
        longest = self.tables.variant.runs.max_length
        if not self.strict:
            longest = self._longest_useful(slot.length)
        for lanes in self.lanes:
            line = self._line(left, lanes)
            for start, lengths in self.tables.runs(slot.length).stretches:
                for length in lengths:
                    held = line >> start & ((1 << length) - 1)
                    missing = length - held.bit_count()
                    if length > longest or missing > wilds + most:
                        break
                    yield from self._runs(slot.length, lanes, start, length, left, wilds, most)

    def _longest_useful(self, needed: int) -> int:
        """No run has to be longer than this to be legal: a longer one has a legal one within it."""
        limits = self.tables.variant.runs.wilds
        naturals = limits.min_naturals
        if limits.naturals_at_least_wilds:
            naturals = max(naturals, self.wilds)
        places = limits.window[1] if limits.window else 0
        return max(needed, places + naturals + self.wilds if naturals else places)

    def _sets(self, needed: int, rank: int, left: int, wilds: int, most: int) -> Iterator[Shape]:
        faces = range(rank, JOKER_NUMBER, len(RANKS))
        held = [number for number in faces if self._copies(left, number)]
        sets = self.tables.sets(needed)
        longest = MOST_CARDS if self.strict else max(needed, sets.limits.min_naturals)
        proper_bought = any(self.proper[number] for number in faces)
        most = most if any(self.natural[number] for number in faces) else 0
        for copies in product(*(range(self._copies(left, number) + 1) for number in held)):
            tally = sum(n << FIELD * number for number, n in zip(held, copies, strict=True))
            taken = sum(copies)
            proper = any(self.proper[n] for n, some in zip(held, copies, strict=True) if some)
            for bought, number in product(range(most + 1), range(wilds + 1)):
                if taken + bought + number <= longest and sets.legal(taken + bought, number):
                    claims = sets.one_of_a_rank and (proper or (bought and proper_bought))
                    claim = Claim(MeldType.SET, rank) if claims else None
                    yield Shape(tally, taken, number, bought, claim)

    def _runs(
        self,
        needed: int,
        lanes: range,
        start: int,
        length: int,
        left: int,
        wilds: int,
        most: int,
    ) -> Iterator[Shape]:
        ranks = [(start + at) % len(RANKS) for at in range(length)]
        places = [[lane * len(RANKS) + rank for lane in lanes] for rank in ranks]
        held = [next((n for n in faces if self._copies(left, n)), None) for faces in places]
        if length > len(RANKS) and sum(self._copies(left, n) for n in places[0]) < 2:
            held[-1] = None
        missing = held.count(None)
        for number in range(max(0, missing - most), min(wilds, length) + 1):
            for wild in combinations(range(length), number):
                taken = [n for at, n in enumerate(held) if n is not None and at not in wild]
                bought = length - number - len(taken)
                if bought > most:
                    continue
                natural = [
                    at not in wild and (held[at] is not None or any(self.natural[n] for n in faces))
                    for at, faces in enumerate(places)
                ]
                pattern = sum(1 << at for at, itself in enumerate(natural) if itself)
                if self.tables.runs(needed).legal(pattern, length):
                    tally = sum(1 << FIELD * n for n in taken)
                    for claim in self._claims(start, natural, held, places):
                        yield Shape(tally, len(taken), number, bought, claim)

    def _claims(
        self,
        start: int,
        natural: list[bool],
        held: list[int | None],
        places: list[list[int]],
    ) -> Iterator[Claim | None]:
        """What the run may claim: its lowest proper card has a suit, any if it is bought."""
        touching = self.tables.variant.runs.touching
        for at, faces in enumerate(places):
            card = held[at]
            options = [n for n in ([card] if card is not None else faces) if self.proper[n]]
            if touching is not TouchingRuns.ALLOWED and natural[at] and options:
                for number in options:
                    lane = number // len(RANKS)
                    if touching is TouchingRuns.FORBIDDEN:
                        yield Claim(MeldType.RUN, lane)
                    else:
                        yield Claim(MeldType.RUN, lane, start, start + len(places) - 1)
                return
        yield None


def _cards_of(tally: int) -> int:
    return sum([(tally >> bit & ONES).bit_count() << bit for bit in range(FIELD - 1)])
