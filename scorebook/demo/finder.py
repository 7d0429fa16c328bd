"""What a hand is good for: the melds a player collects, and which cards would complete them.

The search keeps the few most promising melds at each step: as good as a fair player at a kitchen
table, and not better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scorebook.demo.house import LADDER, House, Meld
from scorebook.rules.cards import RANKS, SUITS
from scorebook.rules.variant import MeldSlot, MeldType

TRIED_FIRST, TRIED_LATER = 4, 2
HOPELESS = 100
BIT = tuple(1 << rank for rank in range(len(RANKS)))


class Draft(NamedTuple):
    """A meld in the making. `cells`: the naturals it takes from the hand, as (suit, rank) numbers.

    `no_room` counts the `holes` that no wild may fill. Drafts with few holes sort first.
    """

    holes: int
    no_room: int
    cells: tuple[tuple[int, int], ...]
    type: MeldType
    suit: int
    low: int
    length: int

    @property
    def room(self) -> int:
        return self.holes - self.no_room

    def naturals(self) -> list[str]:
        return [RANKS[rank] + SUITS[suit] for suit, rank in self.cells]

    def empty_places(self) -> list[int]:
        held = {rank for _, rank in self.cells}
        places = range(self.low, self.low + self.length)
        return [place for place in places if place % len(RANKS) not in held]

    def wanted(self) -> Iterable[str]:
        """The natural cards that would fill a hole."""
        if self.type is MeldType.RUN:
            return [LADDER[place] + SUITS[self.suit] for place in self.empty_places()]
        return [RANKS[self.low] + suit for suit in SUITS] if self.holes else []

    def laid(self, wilds: list[str]) -> Meld:
        """The finished meld; takes what it needs out of `wilds`."""
        cards = self.naturals()
        if self.type is MeldType.SET:
            cards += [wilds.pop() for _ in range(self.holes)]
            return Meld(self.type, cards, rank=RANKS[self.low])
        for place in self.empty_places():
            cards.insert(place - self.low, wilds.pop())
        return Meld(self.type, cards, suit=SUITS[self.suit], low=self.low)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player collects for the contract. `missing`: cards still lacking, wilds held
    already used; `spare`: the naturals that it has no use for.
    """

    drafts: tuple[Draft, ...]
    missing: int
    wants: frozenset[str]
    spare: tuple[str, ...]
    wilds: tuple[str, ...]

    def without(self, card: str) -> Plan:
        """The same plan once a spare card is gone."""
        at = self.spare.index(card)
        return replace(self, spare=self.spare[:at] + self.spare[at + 1 :])

    def melds(self) -> list[Meld]:
        """The lay-down, once nothing is missing."""
        wilds = list(self.wilds)
        return [draft.laid(wilds) for draft in self.drafts]


class Finder:
    """Finds plans by one variant's rules, and remembers which runs a holding of one suit offers."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._seen: dict[tuple[int, int, int], list[Draft]] = {}

    def plan(self, hand: Sequence[str], contract: Sequence[MeldSlot]) -> Plan:
        """The way to the contract that lacks the fewest cards, of those that the search tries."""
        search = _Search(self, hand, contract)
        search.walk((), 0, 0)
        left = [card for card in hand if card not in self.house.wilds]
        for draft in search.best:
            for card in draft.naturals():
                left.remove(card)
        wants = frozenset(card for draft in search.best for card in draft.wanted())
        wilds = tuple(card for card in hand if card in self.house.wilds)
        return Plan(search.best, search.fewest, wants, tuple(left), wilds)

    def runs(self, length: int, suit: int, bits: int) -> list[Draft]:
        """The best runs of one suit, best first. `bits`: the ranks held, the ace in bit 0."""
        key = (length, suit, bits)
        if key not in self._seen:
            ladder = bits | (bits & 1) << len(RANKS)
            starts = range(len(LADDER) - length + 1)
            drafts = [
                self._run(length, suit, low, ladder >> low & (1 << length) - 1) for low in starts
            ]
            self._seen[key] = sorted(drafts)[:TRIED_FIRST]
        return self._seen[key]

    def _run(self, length: int, suit: int, low: int, held: int) -> Draft:
        cells = tuple(
            (suit, (low + place) % len(RANKS)) for place in range(length) if held >> place & 1
        )
        holes = length - len(cells)
        no_room = holes - self.house.room_in_run(length, held)
        return Draft(holes, no_room, cells, MeldType.RUN, suit, low, length)

    def set_of(self, length: int, rank: int, held: Sequence[int]) -> Draft:
        """The set of one rank; `held` counts the naturals by suit."""
        naturals = [(suit, rank) for suit, count in enumerate(held) for _ in range(count)]
        cells = tuple(naturals[:length])
        holes = length - len(cells)
        no_room = holes - self.house.room_in_set(length, len(cells))
        return Draft(holes, no_room, cells, MeldType.SET, 0, rank, length)


class _Search:
    """Depth first over a contract, runs before sets; `held[suit][rank]` counts naturals."""

    def __init__(self, finder: Finder, hand: Sequence[str], contract: Sequence[MeldSlot]) -> None:
        self.finder = finder
        self.slots = sorted(contract, key=lambda slot: slot.type is MeldType.SET)
        self.held = [[0] * len(RANKS) for _ in SUITS]
        naturals = [card for card in hand if card not in finder.house.wilds]
        for card in naturals:
            self.held[SUITS.index(card[1])][RANKS.index(card[0])] += 1
        self.wilds = len(hand) - len(naturals)
        self.best: tuple[Draft, ...] = ()
        self.fewest = HOPELESS

    def walk(self, chosen: tuple[Draft, ...], holes: int, room: int) -> None:
        missing = holes - min(self.wilds, room)
        if len(chosen) == len(self.slots):
            if missing < self.fewest:
                self.fewest, self.best = missing, chosen
            return
        if holes - self.wilds >= self.fewest:
            return
        slot = self.slots[len(chosen)]
        drafts = self._runs(slot.length) if slot.type is MeldType.RUN else self._sets(slot.length)
        for draft in drafts[: TRIED_LATER if chosen else TRIED_FIRST]:
            for suit, rank in draft.cells:
                self.held[suit][rank] -= 1
            self.walk((*chosen, draft), holes + draft.holes, room + draft.room)
            for suit, rank in draft.cells:
                self.held[suit][rank] += 1

    def _runs(self, length: int) -> list[Draft]:
        drafts: list[Draft] = []
        for suit, ranks in enumerate(self.held):
            bits = sum([BIT[rank] for rank, count in enumerate(ranks) if count])
            drafts += self.finder.runs(length, suit, bits)
        drafts.sort()
        return drafts

    def _sets(self, length: int) -> list[Draft]:
        counts = list(map(sum, zip(*self.held, strict=True)))
        best = sorted(range(len(RANKS)), key=lambda rank: -counts[rank])[:TRIED_FIRST]
        held = self.held
        return sorted(
            self.finder.set_of(length, rank, [suit[rank] for suit in held]) for rank in best
        )
