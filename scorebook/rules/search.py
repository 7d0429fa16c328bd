"""The search for the lay-down worth most: depth first over a contract's melds, the dearest first.

See docs/solver.md for why it is exact and where it may stop.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from scorebook.rules.axes import MeldSlot, MeldType, RoundRules
from scorebook.rules.hands import A_POINT, Hand, Numbers
from scorebook.rules.tables import Slots, Tables
from scorebook.rules.ways import GUARDS, MOST_COPIES, Claim, Way, clash, faces_of


@dataclass(frozen=True, slots=True)
class Found:
    """A lay-down as the search finds it: one way for each slot, and how many wilds in all."""

    worth: int
    slots: Slots
    ways: tuple[Way, ...]
    wilds: int
    hand: Hand

    @property
    def cards(self) -> int:
        return self.worth % A_POINT


def fullest(tables: Tables, rules: RoundRules, cards: Numbers, beyond: int = -1) -> Found | None:
    """The lay-down worth most, if it is worth more than `beyond`; any number of cards may stay."""
    best: Found | None = None
    for slots in _contracts(tables, rules, len(cards)):
        for naturals, wilds in tables.prices.readings(cards):
            hand = tables.hand(slots, naturals, wilds)
            found = Search(tables, slots, hand, best.worth if best else beyond).result()
            best = found or best
    return best


def cards_stuck(tables: Tables, rules: RoundRules, cards: Numbers) -> Numbers:
    """Cards that have no part in any meld of the contract, as far as one look shows."""
    readings = list(tables.prices.readings(cards))
    if tables.variant.lay_down.extra_melds or len(readings) > 1:
        return ()
    slots = _runs_first(rules.contract)
    hand = tables.hand(slots, *readings[0])
    if hand.one_lane:
        return ()
    search = Search(tables, slots, hand, -1)
    return tuple(face for face, copies in search.stuck() for _ in range(copies))


def _contracts(tables: Tables, rules: RoundRules, cards: int) -> Iterator[Slots]:
    """The round's contract, and with extra melds if those may be laid."""
    yield _runs_first(rules.contract)
    spare = cards - rules.cards
    if tables.variant.lay_down.extra_melds:
        extras = [MeldSlot(type, length) for type, length in tables.shortest.items()]
        for number in range(1, spare // min(tables.shortest.values()) + 1):
            for extra in combinations_with_replacement(extras, number):
                if sum(slot.length for slot in extra) <= spare:
                    yield _runs_first((*rules.contract, *extra))


def _runs_first(slots: Slots) -> Slots:
    """Runs before sets, and the longest of either first."""
    return tuple(sorted(slots, key=lambda slot: (slot.type is MeldType.SET, -slot.length)))


class Search:
    """One search: the ways for each slot, the best lay-down so far, and how good one can be."""

    def __init__(self, tables: Tables, slots: Slots, hand: Hand, beyond: int) -> None:
        self.slots = slots
        self.hand = hand
        self.best = beyond
        self.apart = tables.apart
        self.circle = tables.circle
        self.found: tuple[Way, ...] = ()
        self.picked: list[Way] = []
        self.lists = {slot: tables.ways(slot, hand) for slot in dict.fromkeys(slots)}
        self.ways = [self.lists[slot].all for slot in slots]
        self.ceiling = hand.worth + hand.wild_worth[-1] - self._stuck_worth()

    def result(self) -> Found | None:
        """The best lay-down, if it is worth more than asked for."""
        if self.ceiling <= self.best or not all(self.ways):
            return None
        self._measure()
        self._lay(0, 0, self.hand.tally | GUARDS, len(self.hand.wilds), 0, 0)
        if not self.found:
            return None
        wilds = min(len(self.hand.wilds), sum([way.most for way in self.found]))
        return Found(self.best, self.slots, self.found, wilds, self.hand)

    def _stuck_worth(self) -> int:
        """What those naturals are worth that no way can lay."""
        worths = self.hand.worths
        return sum([worths[face] * copies for face, copies in self.stuck()])

    def stuck(self) -> list[tuple[int, int]]:
        """The faces that no way lays, and how many cards there are of each."""
        laid = 0
        for ways in self.lists.values():
            laid |= ways.faces
        return list(faces_of(self.hand.tally & ~(laid * MOST_COPIES)))

    def _measure(self) -> None:
        """For each slot: how many like it are left, and at most and at least what comes after."""
        slots, wild_worth = self.slots, self.hand.wild_worth[-1]
        tops = [ways[0].worth for ways in self.ways]
        least = [self.lists[slot].fewest for slot in slots]
        self.alike = [slots[at:].count(slot) for at, slot in enumerate(slots)]
        self.after = [sum(tops[at + alike :]) + wild_worth for at, alike in enumerate(self.alike)]
        self.needed = [sum(least[at + 1 :]) for at in range(len(slots))]

    def _lay(self, depth: int, first: int, left: int, wilds: int, worth: int, most: int) -> None:
        """Fill the slots from `depth` on in every way that can be better than the best so far.

        `first`: the first way to try; `left`: the tally of naturals left; `wilds` of them are not
        needed yet; `most` of all wilds have a place in the melds so far.
        """
        if depth == len(self.slots):
            self._note(worth, most)
            return
        ways = self.ways[depth]
        alike, after = self.alike[depth], self.after[depth]
        spare = wilds - self.needed[depth]
        for at in range(first, len(ways)):
            way_worth, tally, fewest, room, _, claim = ways[at]
            if worth + way_worth * alike + after <= self.best or self.best >= self.ceiling:
                return
            rest = left - tally
            if fewest > spare or rest & GUARDS != GUARDS:
                continue
            if self.apart and claim and self._clashes(claim):
                continue
            self.picked.append(ways[at])
            again = at if alike > 1 else 0
            self._lay(depth + 1, again, rest, wilds - fewest, worth + way_worth, most + room)
            self.picked.pop()

    def _clashes(self, claim: Claim) -> bool:
        return any(way.claim and clash(claim, way.claim, self.circle) for way in self.picked)

    def _note(self, worth: int, most: int) -> None:
        worth += self.hand.wild_worth[min(most, len(self.hand.wilds))]
        if worth > self.best:
            self.best = worth
            self.found = tuple(self.picked)
