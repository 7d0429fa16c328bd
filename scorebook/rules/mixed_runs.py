"""Runs of mixed suits, where the suit of each card makes a difference all the same.

Wilds that lie in their own place as themselves are of no suit: they go with one another in a run,
whatever the rules say of suits, as long as no other natural card is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from scorebook.rules.hands import Prices
from scorebook.rules.run_ways import ROUND, RunWays, Sought, bits_of, claim_of
from scorebook.rules.variant import Variant
from scorebook.rules.ways import FIELD, NO_LANE, Claim, Way, faces_of, with_wilds

Face = tuple[int, int]  # the number of a face, and how many cards a hand has of it


class MixedWays:
    """The ways of `RunWays` for a whole hand, each place with a card of any suit."""

    def __init__(self, variant: Variant, runs: RunWays, prices: Prices) -> None:
        self.runs = runs
        self.touching = variant.runs.touching
        self.prices = prices

    def of(self, cards: int, sought: Sought) -> list[Way]:
        """The ways, in no order."""
        ranks: dict[int, list[Face]] = {}
        for face, copies in faces_of(cards):
            ranks.setdefault(face % ROUND, []).append((face, copies))
        by_rank = sum(n << FIELD * rank for rank, held in ranks.items() for _, n in held)
        ways: list[Way] = []
        for places in self.runs.choices(by_rank, sought, self.prices.dearest):
            around = list(self.runs.around(places, sought.wilds))
            for faces in _choices(ranks, places) if around else ():
                numbers: dict[Claim | None, int] = {}
                for start, length in around:
                    claim = self._claim(start, length, faces)
                    numbers[claim] = numbers.get(claim, 0) | 1 << length - len(faces)
                ways += with_wilds(numbers, self.prices.worth(faces), faces, places, NO_LANE)
        return ways

    def _claim(self, start: int, length: int, faces: tuple[int, ...]) -> Claim | None:
        """Such a run counts as of the suit of its lowest natural card."""
        proper = next((face // ROUND for face in faces if not self.prices.is_wild[face]), None)
        return claim_of(self.touching, proper, start, length)


def _choices(ranks: dict[int, list[Face]], places: int) -> Iterator[tuple[int, ...]]:
    """A face for each of the natural places, from the low end."""
    lying = [ranks[place % ROUND] for place in bits_of(places)]
    for chosen in product(*lying):
        twins = len(lying) > 1 and chosen[0] == chosen[-1]
        if not twins or chosen[0][1] > 1:
            yield tuple([face for face, _ in chosen])
