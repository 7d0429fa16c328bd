"""Every way to lay cards of one rank, and some wilds, as a set."""

from __future__ import annotations

from itertools import product

from scorebook.rules.axes import MeldType
from scorebook.rules.cards import MOST_CARDS, RANKS
from scorebook.rules.variant import Variant
from scorebook.rules.ways import FIELD, Claim, Way, faces_of, unbroken


class SetWays:
    """The ways to lay sets of `length` cards: at least so many, or exactly where rules say so."""

    def __init__(self, variant: Variant, length: int) -> None:
        self.length = length
        self.most = MOST_CARDS if variant.lay_down.longer else length
        self.limits = variant.sets.wilds
        self.all_wild = variant.lay_down.all_wild_melds
        self.one_of_a_rank = not variant.sets.same_rank_twice

    def wild_numbers(self, naturals: int, wilds: int) -> tuple[tuple[int, int], ...]:
        """How many of `wilds` may lie with so many naturals, as unbroken rows of numbers."""
        return unbroken(
            sum(1 << number for number in range(wilds + 1) if self.legal(naturals, number))
        )

    def legal(self, naturals: int, wilds: int) -> bool:
        limits = self.limits
        length = naturals + wilds
        return (
            self.length <= length <= self.most
            and (naturals > 0 or self.all_wild)
            and (limits.max_wilds is None or wilds <= limits.max_wilds)
            and naturals >= limits.min_naturals
            and (not limits.naturals_at_least_wilds or naturals >= wilds)
        )

    def room_for_wilds(self, wilds: int) -> int:
        """The most of so many wilds that any set takes."""
        numbers = range(wilds, 0, -1)
        naturals = range(self.length + wilds + 1)
        return next((n for n in numbers if any(self.legal(some, n) for some in naturals)), 0)

    def of(self, cards: int, wilds: int, worths: list[int], is_wild: list[bool]) -> list[Way]:
        """All ways with some of these naturals, which are of one rank, in no order."""
        faces = list(faces_of(cards))
        ways = []
        for copies in product(*(range(most + 1) for _, most in faces)):
            laid = [(face, n) for (face, _), n in zip(faces, copies, strict=True) if n]
            naturals = sum(copies)
            if not laid or naturals > self.most:
                continue
            tally = sum(n << FIELD * face for face, n in laid)
            worth = sum(worths[face] * n for face, n in laid)
            proper = any(not is_wild[face] for face, _ in laid)
            claim = None
            if proper and self.one_of_a_rank:
                claim = Claim(MeldType.SET, faces[0][0] % len(RANKS))
            told = tuple([face for face, n in laid for _ in range(n)])
            ways += [
                Way(worth, tally, fewest, most, naturals + fewest, told, claim=claim)
                for fewest, most in self.wild_numbers(naturals, wilds)
            ]
        return ways

    def of_wilds(self, wilds: int) -> list[Way]:
        """The ways to lay wilds alone."""
        return [Way(0, 0, fewest, most, fewest) for fewest, most in self.wild_numbers(0, wilds)]
