"""A hand sorted out for the search: what its cards are worth, and what each may be laid as.

Faces are numbered from 0, suit by suit as in a tally; the joker comes last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate, product

from scorebook.rules.axes import WildLimits
from scorebook.rules.cards import JOKER, MOST_CARDS, RANKS, SUITS, Card, CardError
from scorebook.rules.possible import MOST_PACKS
from scorebook.rules.variant import Variant
from scorebook.rules.ways import ONE_OF_FACE, ONE_OF_RANK

A_POINT = 64  # more than the cards of any hand: first points count, then cards
FACES = (*(Card(rank, suit) for suit in SUITS for rank in RANKS), JOKER)
NUMBERS = {card.rank + card.suit: number for number, card in enumerate(FACES)}
JOKER_NUMBER = NUMBERS[JOKER.rank]
A_CROWD = 11  # so many naturals of a suit make very many runs

Numbers = tuple[int, ...]


class Hand:
    """Naturals as a tally, and wilds, the dearest first.

    `bits` are the naturals one by one, as in the tally. `worths` and `is_wild` are of the faces of
    the tally; `worth` is that of all naturals, `wild_worth[n]` that of the n dearest wilds.
    `lanes` tells hands apart that have the same tally: whether all is in one lane, and if runs are
    known by the suit of their lowest card, the suits of each rank, a bit for each.
    """

    __slots__ = (
        "bits",
        "crowded",
        "is_wild",
        "lanes",
        "naturals",
        "one_lane",
        "tally",
        "wild_worth",
        "wilds",
        "worth",
        "worths",
    )

    def __init__(
        self, prices: Prices, naturals: Numbers, wilds: Numbers, *, one_lane: bool, named: bool
    ) -> None:
        worths = prices.worths
        self.naturals = naturals
        self.one_lane = one_lane
        self.lanes: bool | Numbers = prices.suits_by_rank(naturals) if named else one_lane
        self.worths = prices.by_rank if one_lane else worths
        self.is_wild = prices.rank_is_wild if one_lane else prices.is_wild
        one_of = ONE_OF_RANK if one_lane else ONE_OF_FACE
        self.bits = [one_of[number] for number in naturals]
        self.tally = sum(self.bits)
        self.crowded = len(naturals) >= A_CROWD and any(
            one // len(RANKS) == other // len(RANKS)
            for one, other in zip(naturals, naturals[A_CROWD - 1 :], strict=False)
        )
        self.worth = prices.worth(naturals)
        self.wilds = sorted(wilds, key=worths.__getitem__, reverse=True)
        self.wild_worth = list(accumulate([worths[number] for number in self.wilds], initial=0))


class Prices:
    """What the faces of a variant are worth to the search: their points, and then themselves."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        known = FACES if variant.jokers_per_pack else FACES[:-1]
        self.worths = [variant.card_points[str(card)] * A_POINT + 1 for card in known]
        self.is_wild = [variant.is_wild(card) for card in known]
        ranks = [range(rank, JOKER_NUMBER, len(RANKS)) for rank in range(len(RANKS))]
        alike = [{self.worths[n] for n in rank if not self.is_wild[n]} for rank in ranks]
        self.suits_alike = all(len(worths) <= 1 for worths in alike)
        self.dearest = [max([self.worths[n] for n in rank]) for rank in ranks]
        self.by_rank = [
            max(worths, default=dearest)
            for worths, dearest in zip(alike, self.dearest, strict=True)
        ]
        self.rank_is_wild = [
            not worths and len({self.worths[n] for n in rank}) == 1
            for worths, rank in zip(alike, ranks, strict=True)
        ]
        self.home_matters = variant.lay_down.wild_natural_in_own_place and (
            limiting(variant.runs.wilds)
            or limiting(variant.sets.wilds)
            or not variant.lay_down.all_wild_melds
        )

    def suits_by_rank(self, naturals: Numbers) -> Numbers:
        """Of each rank the suits of the proper cards that there are, a bit for each."""
        suits = [0] * len(RANKS)
        for number in naturals:
            if not self.is_wild[number]:
                suits[number % len(RANKS)] |= 1 << number // len(RANKS)
        return tuple(suits)

    def numbered(self, cards: Iterable[Card]) -> Numbers:
        """The cards by number, in order. Raises CardError for cards nobody can hold."""
        hand = tuple(cards)
        try:
            numbers = sorted([NUMBERS[card.rank + card.suit] for card in hand])
        except KeyError as error:
            name = Card(error.args[0]).name
            raise CardError(f"A meld has to say the suit of the {name}.") from None
        if len(numbers) > MOST_CARDS:
            raise CardError(f"{len(hand)} cards are more than anybody ever holds.")
        if numbers and numbers[-1] >= len(self.worths):
            raise CardError(f"There is no joker in {self.variant.name}.")
        for number, other in zip(numbers, numbers[MOST_PACKS:], strict=False):
            if number == other != JOKER_NUMBER:
                name = FACES[number].name
                raise CardError(f"More than {MOST_PACKS} × {name}: there are no more packs.")
        return tuple(numbers)

    def worth(self, numbers: Numbers) -> int:
        return sum(map(self.worths.__getitem__, numbers))

    def readings(self, numbers: Numbers) -> list[tuple[Numbers, Numbers]]:
        """The naturals and the wilds of a hand.

        A wild that may lie in its own place as itself is read both ways, but only where some
        limit of wilds minds the difference. Where runs are of mixed suits only the number counts of
        those that are of one rank and worth.
        """
        is_wild = self.is_wild
        naturals = tuple([number for number in numbers if not is_wild[number]])
        wilds = tuple([number for number in numbers if is_wild[number]])
        if not self.home_matters:
            return [(naturals, wilds)]
        homed: dict[tuple[int, ...], list[int]] = {}
        for number in wilds:
            if number != JOKER_NUMBER:
                kind: tuple[int, ...] = (number,)
                if not self.variant.runs.same_suit:
                    kind = number % len(RANKS), self.worths[number]
                homed.setdefault(kind, []).append(number)
        readings = []
        for copies in product(*(range(len(alike) + 1) for alike in homed.values())):
            tame = Counter[int]()
            for alike, number in zip(homed.values(), copies, strict=True):
                tame.update(alike[:number])
            rest = Counter(wilds) - tame
            readings.append((tuple(sorted((*naturals, *tame.elements()))), tuple(rest.elements())))
        return readings


def limiting(limits: WildLimits) -> bool:
    return (
        not limits.adjacent
        or limits.max_wilds is not None
        or limits.min_naturals > 0
        or limits.window is not None
        or limits.naturals_at_least_wilds
    )
