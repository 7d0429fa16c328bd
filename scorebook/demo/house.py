"""What everybody at the table knows about the rules, in the form that a quick search needs.

Cards are in the notation of an entry's payload: "KH", "TD", "JK".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise

from scorebook.rules.cards import JOKER_RANK, RANKS, SUITS
from scorebook.rules.variant import MeldType, Variant

LADDER = RANKS + "A"


def full_pack(variant: Variant, packs: int) -> list[str]:
    """Every card that is on the table."""
    suited = [rank + suit for rank in RANKS for suit in SUITS]
    return (suited + [JOKER_RANK] * variant.jokers_per_pack) * packs


class House:
    """One variant's wilds, points, and the wilds that a meld has room for."""

    def __init__(self, variant: Variant) -> None:
        every = full_pack(variant, packs=1)
        self.variant = variant
        self.wilds = frozenset(c for c in every if c in variant.wild or c[0] in variant.wild)
        self.points = {card: variant.card_points[card] for card in every}
        self.wilds_may_touch = variant.runs.wilds.adjacent
        self._run_room: dict[tuple[int, int], int] = {}

    def key_of(self, card: str) -> str:
        """The key that is tapped for the card: its rank, and the suit where points hang on it."""
        if card == JOKER_RANK:
            return card
        rank = card[0]
        return rank if self.points[card] == self.variant.card_points[rank] else card

    def room_in_set(self, length: int, naturals: int) -> int:
        """How many wilds may complete a set of `length` cards that has so many naturals."""
        limits = self.variant.sets.wilds
        most = length if limits.max_wilds is None else limits.max_wilds
        return min(length - naturals, length - max(1, limits.min_naturals), most)

    def room_in_run(self, length: int, held: int) -> int:
        """How many wilds may lie in a run that holds the naturals in `held` (one bit a place)."""
        key = (length, held)
        if key not in self._run_room:
            holes = [place for place in range(length) if not held >> place & 1]
            self._run_room[key] = next(
                count
                for count in range(len(holes), -1, -1)
                if any(self._wilds_fit(length, taken) for taken in combinations(holes, count))
            )
        return self._run_room[key]

    def _wilds_fit(self, length: int, places: tuple[int, ...]) -> bool:
        limits = self.variant.runs.wilds
        naturals = length - len(places)
        needed = max(1, limits.min_naturals, limits.window[0] if limits.window else 0)
        touching = any(b - a == 1 for a, b in pairwise(places))
        return not places or (
            naturals >= needed
            and (limits.adjacent or not touching)
            and (limits.max_wilds is None or len(places) <= limits.max_wilds)
        )


@dataclass(slots=True)
class Meld:
    """A set of `rank`, or a run of `suit` whose first card lies at place `low` of A 2 3 .. K A."""

    type: MeldType
    cards: list[str]
    rank: str = ""
    suit: str = ""
    low: int = 0

    def place_for(self, card: str, house: House) -> int | None:
        """Where the card may be played off: 0 (in front), the number of cards (behind), or None."""
        end = len(self.cards)
        wild = card in house.wilds
        if self.type is MeldType.SET:
            return end if wild or card[0] == self.rank else None
        for place, ladder in ((end, self.low + end), (0, self.low - 1)):
            if not 0 <= ladder < len(LADDER):
                continue
            touching = self.cards[place - 1 if place else 0] in house.wilds
            if wild and (house.wilds_may_touch or not touching):
                return place
            if not wild and card == LADDER[ladder] + self.suit:
                return place
        return None

    def add(self, card: str, place: int) -> None:
        self.cards.insert(place, card)
        if self.type is MeldType.RUN and place == 0:
            self.low -= 1


def fits_anywhere(card: str, melds: Iterable[Meld], house: House) -> bool:
    return any(meld.place_for(card, house) is not None for meld in melds)
