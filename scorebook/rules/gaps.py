"""Melds with gaps: what a hand gives to a meld, and how many cards have to come for the rest.

A gap takes a wild, or a natural card that the hand has not got. Of two such melds that the hand
gives the same cards, one is no better for taking a wild where the other takes a natural: naturals
never break a limit that a wild in their place keeps. So only the number of wilds counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scorebook.rules.axes import MeldSlot
from scorebook.rules.run_ways import ROUND, RunWays, at_the_ends, line_of
from scorebook.rules.set_ways import SetWays
from scorebook.rules.variant import Variant
from scorebook.rules.ways import Claim


class Lane(NamedTuple):
    """What there is for runs in one lane: masks with a bit for each rank.

    The hand has a natural card of the ranks of `free`, two of those of `twice`; `may_go` cards of
    the ranks of `scarce` may be left for others. No natural card is of the ranks of `never`, and a
    wild of those of `at_home` is in its own place.
    """

    free: int
    twice: int
    scarce: int
    may_go: int
    never: int
    at_home: int


class Gapped(NamedTuple):
    """A meld of `length` cards: `taken` of the hand's naturals, and wilds or others in the gaps.

    From `fewest` to `most` of the gaps take wilds, any number between. For a run `start` is its
    lowest place and the masks go by place from there: `taken` naturals of the hand, `at_home`
    wilds in their own place, `wild` gaps that only wilds can take, and `named` the place of the
    lowest proper card where its suit counts. For a set `start` is its rank and these are numbers.
    """

    gaps: int
    fewest: int
    most: int
    start: int
    length: int
    taken: int
    at_home: int
    wild: int = 0
    named: int = 0

    @property
    def lack(self) -> int:
        """The gaps that no wild can take."""
        return self.gaps - self.most


class Draft(NamedTuple):
    """A meld with gaps for a slot. Two of one `gaps`, `lane` and `meld` are the same.

    `lane` is the suit of a run that is of one, or has to be told by its lowest proper card.
    `tally` is what the hand gives; `proper` tells that a gap has to take a proper natural card.
    """

    gaps: int
    lane: int
    meld: Gapped
    slot: MeldSlot
    tally: int = 0
    proper: bool = False
    claim: Claim | None = None


class RunGaps:
    """The runs with gaps for a slot, up to `longest` cards.

    Those only that are not better off without a gap at an end: a shorter one of which no more gaps
    lack, and that has room for as many of so many `wilds`.
    """

    def __init__(self, variant: Variant, ways: RunWays, longest: int, wilds: int) -> None:
        self.wilds = wilds
        self.limits = variant.runs.wilds
        self.all_wild = variant.lay_down.all_wild_melds
        self.stretches = [
            (start, length)
            for start, lengths in ways.stretches
            for length in lengths
            if length <= longest
        ]
        self.legal_stretches = set(self.stretches)
        self.most_wilds = lru_cache(maxsize=2**14)(self._most_wilds)
        lengths = {length for _, length in self.stretches}
        self.room_for_wilds = max((self.most_wilds(length, 0, 0) for length in lengths), default=0)

    def of(self, lane: Lane, proper: bool) -> list[Gapped]:
        """The runs in a lane, fewest gaps first; those with a `proper` natural card, or any."""
        runs = (
            Gapped(0, 0, 0, start, length, taken, own, never & ~own)
            for start, length in self.stretches
            for never, at_home, taken in _takings(lane, start, length, 0, 0)
            for own in subsets(at_home & ~taken)
        )
        return self._worth_a_look(runs, proper)

    def named(self, lane: Lane) -> list[Gapped]:
        """The runs in a lane of all suits, with each choice of the lowest proper card.

        Below it are wilds alone. It is a card of the hand or, as a gap that no wild can take, one
        that has to come.
        """
        runs = (
            Gapped(0, 0, 0, start, length, taken, own, never & ~own, 1 << lowest)
            for start, length in self.stretches
            for lowest in range(length)
            for never, at_home, taken in _takings(
                lane, start, length, (1 << lowest) - 1, 1 << lowest
            )
            if not never >> lowest & 1
            for own in subsets(at_home & ~taken & ~(1 << lowest))
        )
        return self._worth_a_look(runs)

    def gapped(self, run: Gapped, proper: bool) -> Gapped | None:
        """The run with its numbers counted; None if it breaks the limits with the fewest wilds.

        `proper`: some gap has to take a proper natural card.
        """
        own = run.at_home.bit_count()
        gaps = run.length - run.taken.bit_count()
        natural = run.taken | run.at_home | run.named
        most = self.most_wilds(run.length, natural, run.wild)
        if proper:
            most = min(most, gaps - own - 1)
        fewest = run.wild.bit_count()
        if most < fewest:
            return None
        return run._replace(gaps=gaps, fewest=fewest + own, most=most + own)

    def _worth_a_look(self, runs: Iterable[Gapped], proper: bool = False) -> list[Gapped]:
        """The legal ones, fewest gaps first; `proper` is for those that take no natural."""
        found = []
        for run in runs:
            counted = self.gapped(run, proper and not run.taken)
            if counted and not self._is_long(counted, proper):
                found.append(counted)
        return sorted(found)

    def _is_long(self, run: Gapped, proper: bool) -> bool:
        """Whether the run is better off without a gap at one of its ends."""
        room = min(run.most, self.wilds)
        for shorter in _shorter(run):
            if (shorter.start, shorter.length) in self.legal_stretches:
                counted = self.gapped(shorter, proper and not run.taken)
                if counted and counted.lack <= run.lack and counted.most >= room:
                    return True
        return False

    def _most_wilds(self, length: int, natural: int, wild: int) -> int:
        """The most wilds in a run with such natural and wild places; -1 if none is legal."""
        limits = self.limits
        most = length - max(limits.min_naturals, natural.bit_count())
        if limits.max_wilds is not None:
            most = min(most, limits.max_wilds)
        if limits.naturals_at_least_wilds:
            most = min(most, length // 2)
        if not self.all_wild:
            most = min(most, length - 1)
        found = -1
        for naturals in self._with_window(length, natural, wild):
            if limits.adjacent:
                found = max(found, length - naturals.bit_count())
            else:
                found = max(found, _most_apart(length, naturals, wild))
            if found >= most:
                return most
        return found

    def _with_window(self, length: int, natural: int, wild: int) -> Iterator[int]:
        """The natural places with those that a window of natural cards may ask for besides."""
        least, wide = self.limits.window or (0, length)
        windows = [(1 << wide) - 1 << at for at in range(max(1, length - wide + 1))]
        if any((natural & window).bit_count() >= least for window in windows):
            yield natural
            return
        for window in windows:
            free = window & (1 << length) - 1 & ~(natural | wild)
            for more in combinations(bits(free), least - (natural & window).bit_count()):
                yield natural | sum(1 << at for at in more)


class SetGaps:
    """The sets with gaps for a slot; `strict` where longer ones than needed may help."""

    def __init__(self, sets: SetWays, strict: bool, wilds: int) -> None:
        self.sets = sets
        self.strict = strict
        least = sets.limits.min_naturals
        self.most_gaps = max(sets.length, least + wilds, 2 * wilds, wilds + 1)

    def of(self, rank: int, taken: int, own: int, *, never: bool, proper: bool) -> Iterator[Gapped]:
        """Sets of so many naturals of the hand and `own` wilds at home; as for `RunGaps.gapped`.

        `never`: no natural card is of that rank.
        """
        for gaps in range(max(own, self.sets.length - taken), self.most_gaps + 1):
            least = gaps - own if never else 0
            legal = [
                number
                for number in range(least, gaps - own + 1 - (proper and not taken))
                if self.sets.legal(taken + gaps - number, number)
            ]
            if legal and legal[0] == least:
                length = taken + gaps
                yield Gapped(gaps, least + own, legal[-1] + own, rank, length, taken, own)
                if not self.strict:
                    return


def _most_apart(length: int, natural: int, wild: int) -> int:
    """The most wilds of which no two are neighbours; -1 if there are such among those given."""
    if wild & wild << 1:
        return -1
    number, before = 0, False
    for at in range(length):
        free = not before and not (natural >> at & 1 or wild >> at & 2)
        before = bool(wild >> at & 1) or free
        number += before
    return number


def _takings(
    lane: Lane, start: int, length: int, below: int, named: int
) -> Iterator[tuple[int, int, int]]:
    """Places of a stretch where no natural can lie, and none lies `below`; those of wilds at home;
    and each choice of those that the hand's naturals take, with or without the card `named`.
    """
    places = (1 << length) - 1
    never = (line_of(lane.never) >> start | below) & places
    at_home = line_of(lane.at_home) >> start & places
    free = line_of(lane.free) >> start & places & ~below
    scarce = line_of(lane.scarce) >> start
    for held in at_the_ends(free, lane.twice >> start & 1):
        for left_out in subsets(held & scarce & ~named, lane.may_go):
            yield never, at_home, held - left_out
            if named & held:
                yield never, at_home, held - left_out - named


def _shorter(run: Gapped) -> Iterator[Gapped]:
    """The run without the gap at its low end, and without that at its high end."""
    lies, length = run.taken | run.at_home | run.named, run.length - 1
    if not lies & 1:
        taken, at_home, wild, named = (
            mask >> 1 for mask in (run.taken, run.at_home, run.wild, run.named)
        )
        yield Gapped(0, 0, 0, run.start + 1, length, taken, at_home, wild, named)
    if not lies >> length:
        yield run._replace(length=length, wild=run.wild & ~(1 << length))


def subsets(mask: int, most: int = ROUND + 1) -> Iterable[int]:
    """None of the bits of a mask, one of them, two, and so on up to `most`."""
    if not mask or not most:
        return (0,)
    places = [1 << at for at in bits(mask)]
    numbers = range(min(most, len(places)) + 1)
    return [sum(some) for number in numbers for some in combinations(places, number)]


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
