"""What hands, cuts and totals are worth."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from math import gcd
from typing import Any, TypeVar

from scorebook.rules.axes import CutCount, CutTo
from scorebook.rules.cards import MOST_CARDS, Card, CardError
from scorebook.rules.variant import Variant

K = TypeVar("K", bound=Hashable)


_SUM = re.compile(r"\s*\d{1,5}(\s*\+\s*\d{1,5}){0,59}\s*")


class TotalError(ValueError):
    """Text that is no total; its message is a sentence for people."""


def points_of(variant: Variant, card: Card) -> int:
    """A card's points, positive whatever the sign. Raises CardError for a card the packs do not
    hold.
    """
    if not variant.knows(str(card)):
        raise CardError(f"There is no {card.name} in {variant.name}.")
    return variant.card_points[str(card)]


def hand_points(variant: Variant, cards: Iterable[Card]) -> int:
    """The points of the cards left in a hand, with the variant's sign. Raises CardError."""
    return variant.sign * sum(points_of(variant, card) for card in cards)


def hand_worth(variant: Variant, payload: Mapping[str, Any]) -> int:
    """What a `hand` entry is worth, with the variant's sign.

    A card that these rules do not know counts nothing; a changed rule set can leave such cards.
    """
    if "total" in payload:
        return variant.sign * payload["total"]
    return variant.sign * sum(variant.card_points.get(code, 0) for code in payload["cards"])


def parse_total(text: str) -> int:
    """The value of a typed total or sum: "45", "10+5+30". Raises TotalError."""
    if not _SUM.fullmatch(text):
        raise TotalError("Write the total as a number, or as a sum like 10+5+30.")
    return sum(int(number) for number in text.split("+"))


def why_not(variant: Variant, total: int) -> str:
    """The sentence why no hand is worth `total`; empty if one is."""
    values = card_values(variant)
    totals = _totals(values)
    if total in totals:
        return ""
    if total < 0:
        return f"{total}? A total is entered without a minus."
    if total > max(totals):
        return f"{total}? {MOST_CARDS} cards are never worth more than {max(totals)}."
    if total % gcd(*values):
        return f"{total}? {worths(variant)}"
    return f"{total}? Every card is worth {_one_of(values)}. No {MOST_CARDS} cards add up to that."


def worths(variant: Variant) -> str:
    """What a total can be: "Every card is worth 5, 10, 20 or 50. It has to end in 0 or 5."."""
    values = card_values(variant)
    return f"Every card is worth {_one_of(values)}.{_ending(gcd(*values))}"


def card_values(variant: Variant) -> tuple[int, ...]:
    """What cards of the packs are worth, each value once, without 0."""
    prices = (points for code, points in variant.card_points.items() if variant.knows(code))
    return tuple(sorted(set(prices) - {0}))


@lru_cache(maxsize=64)
def _totals(values: tuple[int, ...]) -> frozenset[int]:
    """Every total of at most 60 cards of these values."""
    fewest = {0: 0}
    for total in range(1, MOST_CARDS * max(values, default=0) + 1):
        counts = [fewest[total - value] for value in values if total - value in fewest]
        if counts and min(counts) < MOST_CARDS:
            fewest[total] = min(counts) + 1
    return frozenset(fewest)


def _one_of(values: tuple[int, ...]) -> str:
    words = [str(value) for value in values]
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _ending(step: int) -> str:
    if step == 1:
        return ""
    endings = {5: "end in 0 or 5", 10: "end in 0"}
    return f" It has to {endings.get(step, f'be a multiple of {step}')}."


def cut_numbers(variant: Variant, players: int, dealt: int) -> tuple[int, ...]:
    """The cards a cutter has to hit exactly: (55, 56) for five players and eleven cards; ()
    without the rule.
    """
    if variant.cut is None:
        return ()
    extra = {CutCount.HANDS: 0, CutCount.HANDS_AND_UPCARD: 1}
    return tuple(sorted(players * dealt + extra[count] for count in variant.cut.exact))


def cut_points(
    variant: Variant, present: Iterable[K], cutter: K, dealer: K | None = None
) -> dict[K, int]:
    """Who gets how many points (with the variant's sign) for an exact cut; those who get none
    are left out.
    """
    if variant.cut is None:
        return {}
    points = variant.sign * variant.cut.points
    if variant.cut.to is CutTo.OTHERS:
        return {seat: points for seat in present if seat != cutter}
    to = cutter if variant.cut.to is CutTo.CUTTER else dealer
    return {seat: points for seat in present if seat == to}


def places(variant: Variant, totals: Mapping[K, int]) -> dict[K, int]:
    """Each one's place, shared on ties: 1, 1, 3. The variant's sign says whether low or high is
    better.
    """
    costs = sorted(variant.sign * total for total in totals.values())
    return {who: costs.index(variant.sign * total) + 1 for who, total in totals.items()}


def winners(places: Mapping[K, int]) -> tuple[K, ...]:
    """All who share the first place."""
    return tuple(who for who, place in places.items() if place == 1)


def losers(places: Mapping[K, int]) -> tuple[K, ...]:
    """All who share the last place; nobody if everybody shares one place."""
    last = max(places.values(), default=1)
    return tuple(who for who, place in places.items() if place == last > 1)


def figure(points: int | str) -> str:
    """Points with a real minus sign, as wide as a figure."""
    return str(points).replace("-", "−")
