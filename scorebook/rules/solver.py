"""The best lay-down in a hand: exactly, for every rule set.

See docs/solver.md for the method. The melds of the answer pass `check_lay_down`, with which the
search shares no code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from scorebook.rules.axes import RoundRules
from scorebook.rules.cards import Card
from scorebook.rules.hands import A_POINT, Numbers
from scorebook.rules.lay_down import LayDown, may_keep
from scorebook.rules.lying import lie
from scorebook.rules.search import Found, cards_stuck, fullest
from scorebook.rules.tables import Tables
from scorebook.rules.variant import Variant
from scorebook.rules.verdict import no_such_round

__all__ = ["LayDown", "best_lay_down"]

MOST_VARIANTS = 64
_TABLES: dict[int, Tables] = {}


def best_lay_down(variant: Variant, round: int, hand: Iterable[Card]) -> LayDown | None:
    """The legal lay-down of the contract of `round` (from 1) that leaves the fewest points.

    `hand` are the cards held after the draw. What is left is every card of it that the lay-down
    does not put on the table; the card that the turn then discards is still one of them, and
    nothing is played off. The turn has to be able to end like that: where a round is closed with a
    discard at least one card is left; where who lays down goes out on the same turn, just the
    discard or nothing is left, as the round's closing rule has it; where no discard may close the
    round, one card left would have nowhere to go. Of lay-downs that leave equal points, one that
    leaves the fewest cards; of those the first in a fixed order, whatever the order of the hand.

    None if the hand has no such lay-down. Raises ValueError for a round that is not there, and
    CardError for cards that nobody can hold.
    """
    rules = variant.round_rules(round)
    if rules is None:
        raise ValueError(no_such_round(variant, round).sentence)
    tables = tables_of(variant)
    cards = tables.prices.numbered(hand)
    found = _best(tables, rules, round, cards)
    return None if found is None else _told(tables, rules, cards, found)


def tables_of(variant: Variant) -> Tables:
    """The tables of this very variant, remembered."""
    tables = _TABLES.get(id(variant))
    if tables is None or tables.variant is not variant:
        if len(_TABLES) >= MOST_VARIANTS:
            _TABLES.clear()
        tables = _TABLES[id(variant)] = Tables(variant)
    return tables


def _best(tables: Tables, rules: RoundRules, round: int, cards: Numbers) -> Found | None:
    must_take_all = rules.same_turn and not may_keep(rules, 1)
    found = fullest(tables, round, cards, tables.prices.worth(cards) - 1 if must_take_all else -1)
    if found is None:
        return None
    kept = len(cards) - found.cards
    if may_keep(rules, kept):
        return found
    if rules.same_turn:
        stuck = cards_stuck(tables, round, cards) if kept else ()
        return _finishing(tables, round, cards, tables.prices.worth(cards) - found.worth, stuck)
    return _keeping(tables, round, cards, kept + 1)


def _finishing(
    tables: Tables, round: int, cards: Numbers, least: int, stuck: Numbers
) -> Found | None:
    """The best lay-down that leaves just one card, worth `least` or more: the one that is stuck."""
    for kept, lying, everything in _without(tables, cards, 1):
        if stuck in ((), kept) and tables.prices.worth(kept) >= least:
            found = fullest(tables, round, lying, beyond=everything - 1)
            if found:
                return found
    return None


def _keeping(tables: Tables, round: int, cards: Numbers, number: int) -> Found | None:
    """The best lay-down that leaves at least so many cards: one of the rest of the hand."""
    best: Found | None = None
    for _, lying, everything in _without(tables, cards, number):
        beyond = best.worth if best else -1
        if everything <= beyond:
            break
        best = fullest(tables, round, lying, beyond) or best
    return best


def _without(tables: Tables, cards: Numbers, number: int) -> Iterator[tuple[Numbers, Numbers, int]]:
    """So many cards kept back, the cheapest ones first; the other cards, and their worth."""
    prices = tables.prices
    everything = prices.worth(cards)
    some = combinations(cards, number) if number > 1 else zip(cards, strict=True)
    for worth, kept in sorted([(prices.worth(kept), kept) for kept in set(some)]):
        lying = list(cards)
        for card in kept:
            lying.remove(card)
        yield kept, tuple(lying), everything - worth


def _told(tables: Tables, rules: RoundRules, cards: Numbers, found: Found) -> LayDown:
    melds, left = lie(tables, found, cards)
    laid = found.worth // A_POINT
    left_points = tables.prices.worth(cards) // A_POINT - laid
    goes_out = len(left) <= 1 and may_keep(rules, len(left))
    return LayDown(melds, left, laid, left_points, goes_out)
