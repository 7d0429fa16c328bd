"""Every way to lay the cards of one suit, and some wilds, as a run.

Place 0 is the low ace, 13 the high one; where a run may be built round the ace, places go on.
Cards are looked at as a mask, one bit a place: which places of a stretch hold the card itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scorebook.rules.axes import Ace, MeldType, RunRules, TouchingRuns, Wrap
from scorebook.rules.cards import RANKS, SUITS, Card
from scorebook.rules.hands import limiting
from scorebook.rules.possible import SHORTEST
from scorebook.rules.variant import Variant
from scorebook.rules.ways import Claim, Way, faces_of, with_wilds

ROUND = len(RANKS)
INNER_ACE_NEEDS = 3  # cards on one side of an ace inside a run that is laid round it
NO_CARD, SCARCE_CARDS, ANY_CARD = range(3)  # that a run has a place for, and leaves to others
WHOLE_LANE = (1 << ROUND) - 1


class Sought(NamedTuple):
    """What runs are looked for: at most so many `wilds`, the naturals worth `least` or more, and
    no more than `longest` places from the lowest to the highest of them.

    The cards are to be shared among so many `runs`, this one included. It may `leave_out` no card
    that it has a place for, or those of which there are too few for all runs, or any.
    """

    wilds: int
    runs: int
    leave_out: int
    least: int = 0
    longest: int = ROUND + 1


class RunWays:
    """The ways to lay runs of `length` cards: at least so many, or exactly where rules say so."""

    def __init__(self, variant: Variant, length: int) -> None:
        longest = variant.runs.max_length if variant.lay_down.longer else length
        self.rules = variant.runs
        self.circle = self.rules.wrap is Wrap.EXTENSION
        self.length = length
        self.all_wild = variant.lay_down.all_wild_melds
        self.ends_alike = 0  # the ranks that a run may have at both its ends
        if longest > ROUND:
            self.ends_alike = WHOLE_LANE if self.circle else 1
        self.stretches = tuple(_stretches(self.rules, length, longest))
        self.lengths = [frozenset(dict(self.stretches).get(start, ())) for start in range(ROUND)]
        self.longest = longest
        self.bottom = min([start for start, _ in self.stretches], default=0)
        self.reach = max([start + lengths[-1] for start, lengths in self.stretches], default=0)
        touching = self.rules.touching is TouchingRuns.ALLOWED
        ace_may_be_inner = not self.circle or length > INNER_ACE_NEEDS
        self.gap = self.rules.touching is TouchingRuns.GAP
        self.grow = touching and longest > ROUND and ace_may_be_inner
        self.free = touching and self.all_wild and not limiting(self.rules.wilds)
        self._legal: dict[int, bool] = {}
        self.plainest = lru_cache(maxsize=4096)(self._plainest)

    def legal(self, naturals: int, length: int) -> bool:
        """Whether a run of `length` whose lowest place is bit 0 of `naturals` keeps the limits."""
        key = naturals | 1 << length
        known = self._legal.get(key)
        if known is None:
            known = self._legal[key] = self._keeps_limits(naturals, length)
        return known

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

    def choices(self, cards: int, sought: Sought, worths: Sequence[int]) -> Iterator[int]:
        """The places of the natural cards of every run that is sought, each choice once.

        The lowest of them lies from 0 to 12. More wilds at the ends never mend what breaks a
        limit. `worths` are those of the ranks.
        """
        wilds, least = sought.wilds, sought.least
        longest = min(self.longest, sought.longest)
        held, twice, may_go, inner = self._lines(cards, sought)
        if self.all_wild and wilds >= self.length and not least:
            yield 0
        line = line_of(held)
        sure = line & ~may_go if self.grow else 0
        for low in bits_of(held):
            row = line >> low & (1 << min(longest, self.reach - low)) - 1
            worth = number = 0
            for high in bits_of(row):
                worth += worths[(low + high) % ROUND]
                number += 1
                spare = wilds - high - 1 + number
                if spare < 0:
                    break
                if number + wilds < self.length or (high == ROUND and not twice >> low & 1):
                    continue
                if worth < least or (sure and self._goes_on(sure, low, low + high)):
                    continue
                have = row & (2 << high) - 1
                for left_out in _some_of(have & inner >> low & ~(1 << high | 1), spare):
                    if self.legal(have - left_out, high + 1):
                        yield have - left_out << low

    def _lines(self, cards: int, sought: Sought) -> tuple[int, int, int, int]:
        """The ranks held, those held twice, and the places of the cards that a run need not have
        at its ends, and inside.
        """
        held, twice, scarce = self._shares(cards, sought.wilds, sought.runs)
        if sought.leave_out is ANY_CARD:
            return held, twice, line_of(held), line_of(held)
        may_go = line_of(scarce)
        filled = self.free or sought.leave_out is NO_CARD
        return held, twice, may_go, 0 if filled else may_go

    def _shares(self, cards: int, wilds: int, runs: int) -> tuple[int, int, int]:
        """The ranks of which there are cards, of which two, of which too few for all runs."""
        held = twice = scarce = number = 0
        for rank, copies in faces_of(cards):
            bit = 1 << rank
            held |= bit
            number += copies
            if copies > 1:
                twice |= bit
            if copies < (2 * runs - 1 if self.ends_alike & bit else runs):
                scarce |= bit
        if runs > 1 and number + wilds < self.length + SHORTEST:
            scarce = 0
        return held, twice, scarce

    def _goes_on(self, sure: int, low: int, high: int) -> bool:
        """Whether a run is better off with one card more at an end. A single ace has two places."""
        if high == 0 or high - low >= ROUND - 1:
            return False
        above = high + 1 < self.reach and sure >> high + 1 & 1
        below = (self.circle or low > self.bottom) and sure >> (low - 1) % ROUND & 1
        return bool(above or below)

    def around(self, places: int, wilds: int) -> Iterator[tuple[int, int]]:
        """Start and length of each legal run of just these natural cards and some of the wilds.

        One of each length, where it makes no difference where a run starts.
        """
        low = low_of(places)
        core = places >> low
        span = core.bit_length()
        longest = places.bit_count() + wilds
        if places and not self.rules.wilds.adjacent:
            longest = min(longest, span + 2)
        for length in range(max(self.length, span), longest + 1):
            for below in range(length - span + 1):
                start = (low - below) % ROUND
                if length in self.lengths[start] and self.legal(core << below, length):
                    yield start, length
                    if not self.gap:
                        break

    def _plainest(self, places: int, length: int, at: int | None) -> tuple[int, int]:
        """That which lies most plainly: not round the ace before round it, and wilds rather at the
        high end; from place `at` on if that is given.
        """
        low = low_of(places)
        core = places >> low
        lying = [
            ((low - below) % ROUND, core << below)
            for below in range(length - core.bit_length() + 1)
            if length in self.lengths[(low - below) % ROUND] and self.legal(core << below, length)
        ]
        lying = [run for run in lying if at in (None, run[0])]
        return min(lying, key=lambda run: (run[0] + length - 1 > ROUND, -run[0]))


class LaneWays:
    """The ways of `RunWays` for the cards of one lane, with what they are worth.

    `suits`: in a lane of all suits where runs are known by the suit of their lowest card, the suits
    of each rank, a bit for each.
    """

    def __init__(
        self,
        variant: Variant,
        runs: RunWays,
        lane: int,
        worths: list[int],
        suits: Sequence[int] | None,
    ) -> None:
        self.runs = runs
        self.touching = variant.runs.touching
        self.lane = lane
        self.suits = suits
        self.worths = worths
        self.wild_ranks = sum(
            1 << at for at, rank in enumerate(RANKS) if variant.is_wild(Card(rank, SUITS[lane]))
        )
        self.laid = lru_cache(maxsize=2**12)(self._laid)
        self.dearest = lru_cache(maxsize=2**12)(self._dearest)

    def of(self, cards: int, sought: Sought) -> list[Way]:
        """The ways, in no order; those of wilds alone come with the first lane."""
        choices = self.runs.choices(cards, sought, self.worths)
        return [way for places in choices for way in self.laid(places, sought.wilds)]

    def _laid(self, places: int, wilds: int) -> list[Way]:
        """The ways to lay just these natural cards."""
        if not places and self.lane:
            return []
        ranks = [place % ROUND for place in bits_of(places)]
        worth = sum([self.worths[rank] for rank in ranks])
        faces = tuple([ROUND * self.lane + rank for rank in ranks])
        numbers: dict[Claim | None, int] = {}
        suits = self._suits(places)
        for start, length in self.runs.around(places, wilds):
            for suit in suits:
                claim = claim_of(self.touching, suit, start, length)
                numbers[claim] = numbers.get(claim, 0) | 1 << length - len(ranks)
        return with_wilds(numbers, worth, faces, places, self.lane)

    def _dearest(self, cards: int, wilds: int) -> int:
        """No run of these cards and wilds is worth more, whatever the limits say; wilds apart."""
        held = sum([1 << rank for rank, _ in faces_of(cards)])
        line = bits_of(line_of(held) & (1 << self.runs.reach) - 1)
        best = total = first = 0
        for last, high in enumerate(line):
            total += self.worths[high % ROUND]
            while high - line[first] - last + first > wilds or high - line[first] > ROUND:
                total -= self.worths[line[first] % ROUND]
                first += 1
            best = max(best, total)
        return best

    def _suits(self, places: int) -> Sequence[int | None]:
        """The suits that a run with these naturals may be of; None if no matter which."""
        if self.touching is TouchingRuns.ALLOWED or not places:
            return (None,)
        if self.suits is not None:
            known = (self.suits[place % ROUND] for place in bits_of(places))
            suits = next((suits for suits in known if suits), 0)
            return bits_of(suits) if suits else (None,)
        return (self.lane if self._names_suit(places) else None,)

    def _names_suit(self, places: int) -> bool:
        ranks = (places | places >> ROUND | places >> 2 * ROUND) & WHOLE_LANE
        return bool(ranks & ~self.wild_ranks)


def claim_of(touching: TouchingRuns, suit: int | None, start: int, length: int) -> Claim | None:
    """What a run of a suit, or of none, takes for itself."""
    if suit is None or touching is TouchingRuns.ALLOWED:
        return None
    if touching is TouchingRuns.FORBIDDEN:
        return Claim(MeldType.RUN, suit)
    return Claim(MeldType.RUN, suit, start, start + length - 1)


@lru_cache(maxsize=4096)
def bits_of(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set."""
    return tuple([at for at in range(mask.bit_length()) if mask >> at & 1])


def low_of(mask: int) -> int:
    """The number of the lowest bit that is set; 0 if none is."""
    return max(mask & -mask, 1).bit_length() - 1


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
    bits = [1 << at for at in bits_of(mask)]
    return tuple(
        [
            sum(some)
            for number in range(min(most, len(bits)) + 1)
            for some in combinations(bits, number)
        ]
    )
