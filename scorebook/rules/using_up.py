"""How long melds have to be, at least, to use up what is left of a hand."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from scorebook.rules.gaps import RunGaps
from scorebook.rules.purchase import NEVER
from scorebook.rules.run_ways import ROUND, at_the_ends, line_of
from scorebook.rules.ways import (
    ALL_OF_LANE,
    ALL_OF_RANK,
    FIELD,
    LANE,
    ONES,
    faces_of,
)


class Spans:
    """The runs of one lane that use up its cards, whatever lies in their gaps.

    Of each stretch is known at which of its ends a gap is needless: without it there is a shorter
    stretch.
    """

    def __init__(self, stretches: frozenset[tuple[int, int]]) -> None:
        self.shortest = min(length for _, length in stretches)
        self.stretches = sorted(
            (
                length,
                start,
                ((start + 1, length - 1) in stretches)
                | ((start, length - 1) in stretches) << length - 1,
            )
            for start, length in stretches
        )
        self.longest = max(length for _, length in stretches)
        self.least = lru_cache(maxsize=2**14)(self._least)
        self.most = lru_cache(maxsize=2**14)(self._most)

    def _most(self, cards: int, runs: int) -> int:
        """The most of the cards of a lane that so many runs take: of each rank one a run, and one
        more that may be at both its ends; and no more than there are in so many stretches.
        """
        held = dict(faces_of(cards))
        line = line_of(sum(1 << rank for rank in held))
        stretch = (1 << self.longest) - 1
        widest = max([(line >> start & stretch).bit_count() for start in range(ROUND)])
        by_rank = sum([min(copies, runs) for copies in held.values()])
        return min(cards_of(cards), by_rank + runs, runs * widest)

    def _least(self, cards: int, runs: int, may_stay: int) -> int:
        """The places of so many runs that leave at most so many of the cards; NEVER if none do."""
        if cards_of(cards) <= may_stay:
            return runs * self.shortest
        if not runs:
            return NEVER
        held = dict(faces_of(cards))
        first = min(held)
        line = line_of(sum(1 << rank for rank in held))
        twice = sum(1 << rank for rank, copies in held.items() if copies > 1)
        others = (runs - 1) * self.shortest
        least = NEVER
        if may_stay:
            least = self.least(cards - (1 << FIELD * first), runs, may_stay - 1)
        for length, start, needless in self.stretches:
            if length + others >= least:
                break
            here = line >> start & (1 << length) - 1
            if (first - start) % ROUND < length and not needless & ~here:
                for taken in at_the_ends(here, twice >> start & 1):
                    rest = cards - tally_of(taken << start)
                    least = min(least, length + self.least(rest, runs - 1, may_stay))
        return least


@lru_cache(maxsize=64)
def spans_of(gaps: frozenset[RunGaps]) -> Spans:
    """For runs of any of these kinds."""
    return Spans(frozenset(stretch for one in gaps for stretch in one.stretches))


class UsingUp:
    """The least total length of the melds to come, if they have to use up what is left."""

    def __init__(self, spans: Spans | None, largest_set: int, may_stay: int) -> None:
        self.spans, self.largest_set, self.may_stay = spans, largest_set, may_stay
        self._known: dict[tuple[object, ...], int] = {}

    def places(self, left: int, runs: int, sets: tuple[int, ...], room: tuple[int, ...]) -> int:
        """Of so many runs and of sets of these lengths, if at most `may_stay` cards stay.

        `room`: how many of the runs may lie in each lane. NEVER if there are no such melds. It is
        less than exact for a run beside several sets.
        """
        key = left, runs, len(sets), room
        if key not in self._known:
            self._known[key] = min(self._places(left, runs, sets, room), NEVER)
        return self._known[key]

    def _places(self, left: int, runs: int, sets: tuple[int, ...], room: tuple[int, ...]) -> int:
        if not sets:
            return self._of_runs(left, runs, room)
        ranks = [left & rank for rank in ALL_OF_RANK]
        if runs and len(sets) == 1:
            return sets[0] + min(self._of_runs(left - cards, runs, room) for cards in ranks)
        taken = self._most_in_sets(ranks, len(sets)) + self._most_in_runs(left, runs, room)
        to_take = cards_of(left) - self.may_stay
        fewest = sum(sets) + (runs * self.spans.shortest if self.spans else 0)
        return max(fewest, to_take) if taken >= to_take else NEVER

    def _of_runs(self, left: int, runs: int, room: tuple[int, ...]) -> int:
        if self.spans is None:
            return 0 if cards_of(left) <= self.may_stay else NEVER
        places = {(0, 0): 0}  # by the runs used and the cards that stay
        for lane, most in enumerate(room):
            cards = left >> LANE * lane & ALL_OF_LANE
            longer: dict[tuple[int, int], int] = {}
            for (used, stay), so_far in places.items():
                for more in range(min(most, runs - used) + 1):
                    for kept in range(self.may_stay - stay + 1):
                        key = used + more, stay + kept
                        total = so_far + self.spans.least(cards, more, kept)
                        longer[key] = min(total, longer.get(key, NEVER))
            places = longer
        return min(
            total + (runs - used) * self.spans.shortest for (used, _), total in places.items()
        )

    def _most_in_sets(self, ranks: list[int], sets: int) -> int:
        """The most cards that so many sets can take, several of them of one rank perhaps."""
        gains = [
            min(number - before, self.largest_set)
            for number in map(cards_of, ranks)
            for before in range(0, number, self.largest_set)
        ]
        return sum(sorted(gains)[-sets:])

    def _most_in_runs(self, left: int, runs: int, room: tuple[int, ...]) -> int:
        """The most cards that so many runs can take."""
        if self.spans is None:
            return 0
        gains = []
        for lane, most in enumerate(room):
            cards = left >> LANE * lane & ALL_OF_LANE
            taken = [self.spans.most(cards, number) for number in range(min(most, runs) + 1)]
            gains += [more - less for less, more in pairwise(taken)]
        return sum(sorted(gains)[max(0, len(gains) - runs) :])


@lru_cache(maxsize=2**14)
def tally_of(places: int) -> int:
    """The tally of a natural card at each of these places, in the first lane."""
    return sum(
        1 << FIELD * (place % ROUND) for place in range(places.bit_length()) if places >> place & 1
    )


def cards_of(tally: int) -> int:
    return sum([(tally >> bit & ONES).bit_count() << bit for bit in range(FIELD - 1)])
