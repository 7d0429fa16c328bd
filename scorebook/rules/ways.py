"""A way to lay cards as one meld, and hands as tallies of cards.

A tally is one number that holds how many cards there are of each face: seven bits a rank,
thirteen ranks a lane, one lane a suit (or one for all suits where suits make no difference). The
topmost of the seven bits is a guard: it is set in what is left of a hand, and a meld that takes
more cards of a face than are left clears it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from scorebook.rules.axes import MeldType
from scorebook.rules.cards import RANKS, SUITS

FIELD = 7
LANE = FIELD * len(RANKS)
ALL_OF_LANE = (1 << LANE) - 1
NO_LANE = len(SUITS)  # where cards of several lanes lie together
MOST_COPIES = 2 ** (FIELD - 1) - 1  # more than any hand holds of one rank
ONES = sum(1 << FIELD * face for face in range(len(RANKS) * len(SUITS)))
GUARDS = ONES << FIELD - 1
FULL = ONES * MOST_COPIES
ONE_OF_FACE = tuple(1 << FIELD * face for face in range(len(RANKS) * len(SUITS)))
ONE_OF_RANK = ONE_OF_FACE[: len(RANKS)] * len(SUITS)  # where all suits share a lane
ALL_OF_SUIT = tuple(ALL_OF_LANE << LANE * lane for lane in range(len(SUITS)))
ALL_OF_RANK = tuple(
    sum(MOST_COPIES << LANE * lane + FIELD * rank for lane in range(len(SUITS)))
    for rank in range(len(RANKS))
)
ACES = sum(1 << LANE * lane for lane in range(len(SUITS)))
NOT_ACES = FULL - ACES * MOST_COPIES
GUARDS_BUT_ACES = GUARDS - (ACES << FIELD - 1)
BY_WORTH = attrgetter("worth")
RANKS_BETWEEN = 2  # at least, where two runs of one suit need a gap


class Claim(NamedTuple):
    """What a meld takes for itself where the rules keep melds of one player apart.

    `what` is the rank of a set or the lane of a run; a run lies from place `low` to `high`.
    """

    type: MeldType
    what: int
    low: int = 0
    high: int = 0


@dataclass(slots=True, eq=False)
class Way:
    """Some cards laid as one meld together with `fewest` to `most` wilds, any number between.

    `worth` is that of the cards of `tally`; the wilds come on top. `faces` are those cards one by
    one, for a run from low to high, at its `places`; with the fewest wilds these are so many
    `cards`. `lane` is that of a run.
    """

    worth: int
    tally: int
    fewest: int
    most: int
    cards: int
    faces: tuple[int, ...] = ()
    places: int = 0
    lane: int = NO_LANE
    claim: Claim | None = None


@dataclass(slots=True, eq=False)
class Ways:
    """All ways for a slot, or those of them with cards of one rank or lane: the dearest first.

    `faces` has a one for each face that some way lays; `fewest` wilds have to be in any of them;
    `lane` is that of runs of one lane.
    Of the runs of each lane, `tops` is the worth of the dearest, and `totals` that of all cards
    that they lay; or at least as much, where the cheap ones are left out.
    """

    all: list[Way]
    faces: int
    fewest: int
    lane: int
    tops: list[int]
    totals: list[int]


def sets_of(ways: list[Way]) -> Ways:
    """The ways to lay sets, of one rank or of wilds alone."""
    ways.sort(key=BY_WORTH, reverse=True)
    faces = 0
    for way in ways:
        faces |= way.tally
    fewest = min([way.fewest for way in ways], default=0)
    return Ways(ways, ones(faces), fewest, NO_LANE, [0] * (NO_LANE + 1), [0] * (NO_LANE + 1))


def runs_of(ways: list[Way], lane: int, cards: int, worths: Sequence[int], least: int) -> Ways:
    """The ways to lay some of these cards as a run of one lane, those worth `least` or more."""
    found = sets_of(ways)
    found.lane = lane
    if ways or least:
        found.tops[lane] = max(least, ways[0].worth if ways else 0)
        some = cards if least else cards & found.faces * MOST_COPIES
        found.totals[lane] = sum([worths[face] * copies for face, copies in faces_of(some)])
    return found


def with_wilds(
    numbers: dict[Claim | None, int], worth: int, faces: tuple[int, ...], places: int, lane: int
) -> list[Way]:
    """The ways to lay these cards as a run with as many wilds as `numbers` has bits, by claim."""
    tally = sum([ONE_OF_FACE[face] for face in faces])
    return [
        Way(worth, tally, fewest, most, len(faces) + fewest, faces, places, lane, claim)
        for claim, wilds in numbers.items()
        for fewest, most in unbroken(wilds)
    ]


def merged(parts: list[Ways]) -> Ways:
    """The ways of all parts, each of a rank or a lane of its own."""
    if len(parts) == 1:
        return parts[0]
    ways: list[Way] = []
    faces, fewest = 0, parts[0].fewest if parts else 0
    tops, totals = [0] * (NO_LANE + 1), [0] * (NO_LANE + 1)
    for part in parts:
        ways += part.all
        faces |= part.faces
        if part.fewest < fewest:
            fewest = part.fewest
        lane = part.lane
        tops[lane], totals[lane] = part.tops[lane], part.totals[lane]
    ways.sort(key=BY_WORTH, reverse=True)
    return Ways(ways, faces, fewest, NO_LANE, tops, totals)


def clash(one: Claim, other: Claim, round_the_ace: bool) -> bool:
    """Whether two melds may not lie beside one another."""
    if one.type is not other.type or one.what != other.what:
        return False
    if one.high == 0:
        return True
    low, high = min(one, other), max(one, other)
    between = high.low - low.high - 1
    if round_the_ace:
        between = min(between, low.low + len(RANKS) - high.high - 1)
    return between < RANKS_BETWEEN


def at_most(room: int, tally: int) -> int:
    """A tally with no more cards of a face than `room` has."""
    over = tally + FULL - room & GUARDS
    if not over:
        return tally
    faces = (over >> FIELD - 1) * MOST_COPIES
    return tally & ~faces | room & faces


def more_than(room: int, tally: int) -> list[tuple[int, int]]:
    """The faces of which there are more cards in a tally than in `room`, and how many more."""
    over = tally + FULL - room & GUARDS
    if not over:
        return []
    return [
        (face, (tally >> FIELD * face & MOST_COPIES) - (room >> FIELD * face & MOST_COPIES))
        for face, _ in faces_of(over >> FIELD - 1)
    ]


def ascents(tally: int) -> int:
    """How many more cards there are of each rank of a lane than of the one below, in all.

    Aces may lie at either end, so they are not counted.
    """
    more = (tally | GUARDS) - (tally << FIELD & NOT_ACES)
    not_less = more & GUARDS_BUT_ACES
    return (more & not_less - (not_less >> FIELD - 1)) % (2**FIELD - 1)


def ones(tally: int) -> int:
    """A one for each face of which there is any card."""
    return tally + FULL >> FIELD - 1 & ONES


def faces_of(tally: int) -> Iterator[tuple[int, int]]:
    """The number of each face of a tally, and how many cards there are of it."""
    while tally:
        face = ((tally & -tally).bit_length() - 1) // FIELD
        copies = tally >> FIELD * face & MOST_COPIES
        tally -= copies << FIELD * face
        yield face, copies


@lru_cache(maxsize=4096)
def unbroken(numbers: int) -> tuple[tuple[int, int], ...]:
    """The first and last of each unbroken row of set bits: 0b10111 is (0, 2) and (4, 4)."""
    found = []
    first = None
    for number in range(numbers.bit_length() + 1):
        if numbers >> number & 1:
            first = number if first is None else first
        elif first is not None:
            found.append((first, number - 1))
            first = None
    return tuple(found)
