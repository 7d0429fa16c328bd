"""Every way to lay the cards of one suit, and some wilds, as a run.

Place 0 is the low ace, 13 the high one; where a run may be built round the ace, places go on.
Cards are looked at as a mask, one bit a place: which places of a stretch hold the card itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from scorebook.rules.axes import Ace, MeldType, RunRules, TouchingRuns, Wrap
from scorebook.rules.cards import RANKS, SUITS, Card
from scorebook.rules.possible import SHORTEST
from scorebook.rules.variant import Variant
from scorebook.rules.ways import FIELD, LANE, MOST_COPIES, Claim, Way, unbroken

ROUND = len(RANKS)
INNER_ACE_NEEDS = 3  # cards on one side of an ace inside a run that is laid round it
WHOLE_LANE = (1 << ROUND) - 1


class RunWays:
    """The ways to lay runs of `length` cards: at least so many, or exactly where rules say so."""

    def __init__(self, variant: Variant, length: int) -> None:
        longest = variant.runs.max_length if variant.lay_down.longer else length
        self.rules = variant.runs
        self.length = length
        self.all_wild = variant.lay_down.all_wild_melds
        self.ends_alike = 0  # the ranks that a run may have at both its ends
        if longest > ROUND:
            self.ends_alike = WHOLE_LANE if self.rules.wrap is Wrap.EXTENSION else 1
        self.stretches = tuple(_stretches(self.rules, length, longest))
        self._legal: dict[int, bool] = {}
        self.lying = lru_cache(maxsize=4096)(self._lying)

    def legal(self, naturals: int, length: int) -> bool:
        """Whether a run of `length` whose lowest place is bit 0 of `naturals` keeps the limits."""
        key = naturals | 1 << length
        if key not in self._legal:
            self._legal[key] = self._keeps_limits(naturals, length)
        return self._legal[key]

    def _keeps_limits(self, naturals: int, length: int) -> bool:
        limits = self.rules.wilds
        cards = naturals.bit_count()
        wilds = length - cards
        wild_places = ~naturals & ((1 << length) - 1)
        return (
            (cards > 0 or self.all_wild)
            and (limits.adjacent or not wild_places & wild_places << 1)
            and (limits.max_wilds is None or wilds <= limits.max_wilds)
            and cards >= limits.min_naturals
            and (limits.window is None or _has_window(naturals, length, *limits.window))
            and (not limits.naturals_at_least_wilds or cards >= wilds)
        )

    def patterns(
        self, copies: Sequence[int], wilds: int, runs: int
    ) -> Iterator[tuple[int, int, int]]:
        """Start, length and naturals of every legal run of some of the cards of each rank.

        The cards are to be shared among so many runs: one of which there are enough for all is
        not left out where it has a place. With 0 runs any card may be left out.
        """
        held = _mask(number > 0 for number in copies)
        twice = _mask(number > 1 for number in copies)
        if runs > 1 and sum(copies) + wilds < self.length + SHORTEST:
            runs = 1
        scarce = _mask(
            number < (2 * runs - 1 if self.ends_alike >> rank & 1 else runs) or not runs
            for rank, number in enumerate(copies)
        )
        line = line_of(held)
        scarce_line = line_of(scarce)
        for start, lengths in self.stretches:
            reach, may_go = line >> start, scarce_line >> start
            for length in lengths:
                have = reach & ((1 << length) - 1)
                spare = wilds - length + have.bit_count()
                if spare < 0:
                    break
                for most in at_the_ends(have, twice >> start & 1):
                    for left_out in _some_of(most & may_go, spare):
                        naturals = most - left_out
                        if length - naturals.bit_count() <= wilds and self.legal(naturals, length):
                            yield start, length, naturals

    def _lying(self, ranks: int, doubled: int, length: int, at: int | None) -> tuple[int, int]:
        """The start and the naturals of the plainest legal run of `length` with these ranks.

        Not round the ace before round it, and wilds rather at the high end; from place `at` on
        if that is given.
        """
        line = line_of(ranks)
        cards = ranks.bit_count() + doubled.bit_count()
        found = [
            (start, naturals)
            for start, lengths in self.stretches
            if length in lengths and at in (None, start)
            for naturals in at_the_ends(line >> start & ((1 << length) - 1), doubled >> start & 1)
            if naturals.bit_count() == cards and self.legal(naturals, length)
        ]
        return min(found, key=lambda run: (run[0] + length - 1 > ROUND, -run[0]))


class LaneWays:
    """The ways of `RunWays` for the cards of one lane, with what they are worth."""

    def __init__(self, variant: Variant, runs: RunWays, lane: int, worths: list[int]) -> None:
        self.runs = runs
        self.touching = variant.runs.touching
        self.lane = lane
        self.worths = worths
        self.wild_ranks = sum(
            1 << at for at, rank in enumerate(RANKS) if variant.is_wild(Card(rank, SUITS[lane]))
        )
        self._tallies: dict[int, tuple[int, int]] = {}

    def of(self, cards: int, wilds: int, runs: int) -> list[Way]:
        """The ways, in no order; those of wilds alone come with the first lane."""
        copies = [cards >> FIELD * rank & MOST_COPIES for rank in range(ROUND)]
        numbers: dict[tuple[int, int, Claim | None], int] = {}
        for start, length, naturals in self.runs.patterns(copies, wilds, runs):
            if not naturals and self.lane:
                continue
            tally, worth = self._tally(naturals << start)
            key = tally, worth, self._claim(start, length, naturals)
            numbers[key] = numbers.get(key, 0) | 1 << length - naturals.bit_count()
        return [
            Way(worth, tally, fewest, most, self.lane, claim)
            for (tally, worth, claim), wild_numbers in numbers.items()
            for fewest, most in unbroken(wild_numbers)
        ]

    def _tally(self, places: int) -> tuple[int, int]:
        if places not in self._tallies:
            ranks = [place % ROUND for place in range(places.bit_length()) if places >> place & 1]
            tally = sum(1 << (LANE * self.lane + FIELD * rank) for rank in ranks)
            self._tallies[places] = tally, sum(self.worths[rank] for rank in ranks)
        return self._tallies[places]

    def _claim(self, start: int, length: int, naturals: int) -> Claim | None:
        if self.touching is TouchingRuns.ALLOWED or not self._names_suit(naturals << start):
            return None
        if self.touching is TouchingRuns.FORBIDDEN:
            return Claim(MeldType.RUN, self.lane)
        return Claim(MeldType.RUN, self.lane, start, start + length - 1)

    def _names_suit(self, places: int) -> bool:
        ranks = (places | places >> ROUND | places >> 2 * ROUND) & WHOLE_LANE
        return bool(ranks & ~self.wild_ranks)


def _mask(ranks: Iterable[bool]) -> int:
    return sum([1 << rank for rank, here in enumerate(ranks) if here])


def line_of(ranks: int) -> int:
    """The places of these ranks, twice round the ace and more."""
    return ranks | ranks << ROUND | ranks << 2 * ROUND


def _stretches(rules: RunRules, shortest: int, longest: int) -> Iterator[tuple[int, list[int]]]:
    """Each place where a run may begin, with the lengths that it may have from there."""
    low = 1 if rules.ace is Ace.HIGH else 0
    high = ROUND - 1 if rules.ace is Ace.LOW else ROUND
    for start in range(low, ROUND):
        room = longest if rules.wrap is Wrap.EXTENSION else min(longest, high - start + 1)
        lengths = [n for n in range(shortest, room + 1) if _ace_side(start, n)]
        if lengths:
            yield start, lengths


def _ace_side(start: int, length: int) -> bool:
    """Whether an ace inside the run has enough cards on one side."""
    last = length - 1
    inner = [place for place in range(1, last) if (start + place) % ROUND == 0]
    return all(max(below, last - below) >= INNER_ACE_NEEDS for below in inner)


def at_the_ends(have: int, both: int) -> tuple[int, ...]:
    """A run of fourteen holds its first rank at both ends, or at either of them only."""
    if both or not have & 1 or not have >> ROUND:
        return (have,)
    return have & WHOLE_LANE, have & ~1


def _has_window(naturals: int, length: int, least: int, places: int) -> bool:
    window = (1 << places) - 1
    return any((naturals >> at & window).bit_count() >= least for at in range(length))


@lru_cache(maxsize=4096)
def _some_of(mask: int, most: int) -> tuple[int, ...]:
    """None of the bits of a mask, one of them, two, and so on up to `most`."""
    bits = [1 << at for at in range(mask.bit_length()) if mask >> at & 1]
    return tuple(
        [
            sum(some)
            for number in range(min(most, len(bits)) + 1)
            for some in combinations(bits, number)
        ]
    )
