"""A rule set as a phone needs it to keep score by itself: values and words that are worked out."""

from __future__ import annotations

from dataclasses import asdict
from math import gcd
from typing import Any

from scorebook.recording.keypad import keypad
from scorebook.rules.axes import BuyPer, Direction, RoundRules, contract_words
from scorebook.rules.buying import buys_left
from scorebook.rules.cards import JOKER_RANK, RANKS
from scorebook.rules.concerns import limit_words
from scorebook.rules.forms import FEWEST_SEATS, MOST_SEATS
from scorebook.rules.scoring import card_values, cut_numbers, worths
from scorebook.rules.variant import Variant


def phone_rules(variant: Variant) -> dict[str, Any]:
    """A JSON object. `points` of every card code are positive, `out_points` and those of the cut
    and the keypad carry the sign; `copies` of each kind in one pack; `decks` by the number of
    players; `direction` is 1 or -1 along the order of seats; `rummy_gives` None without that call.
    """
    values, players = card_values(variant), range(FEWEST_SEATS, MOST_SEATS + 1)
    calling = variant.calling_rummy
    return {
        "name": variant.name,
        "sign": variant.sign,
        "points": dict(variant.card_points),
        "values": list(values),
        "step": gcd(*values),
        "worths": worths(variant),
        "wild": list(variant.wild),
        "copies": {kind: variant.copies(kind, 1) for kind in (*RANKS, JOKER_RANK)},
        "decks": {str(number): variant.packs_for(number) for number in players},
        "direction": -1 if variant.direction is Direction.COUNTERCLOCKWISE else 1,
        "out_points": variant.sign * variant.points_for_going_out,
        "rounds": [_round(variant, rules) for rules in variant.rounds],
        "cut": _cut(variant),
        "buy": _buy(variant),
        "rummy_gives": calling.each_gives if calling else None,
        "keypad": [asdict(row) | {"keys": list(map(asdict, row.keys))} for row in keypad(variant)],
        "first_dealer": variant.customs.get("first_dealer", ""),
    }


def _round(variant: Variant, rules: RoundRules) -> dict[str, Any]:
    return {
        "contract": contract_words(rules.contract),
        "pattern": "".join(slot.letter for slot in rules.contract),
        "dealt": rules.dealt,
        "buying": variant.buy is not None and rules.buying,
        "needs_buy": rules.needs_buy,
    }


def _cut(variant: Variant) -> dict[str, Any] | None:
    """`extra`: how many cards beyond everybody's hands are an exact cut."""
    if variant.cut is None:
        return None
    return {
        "points": variant.sign * variant.cut.points,
        "to": variant.cut.to.value,
        "extra": list(cut_numbers(variant, 0, 0)),
    }


def _buy(variant: Variant) -> dict[str, Any] | None:
    """`allowed` and `limits` by round: how many, in figures (None: any number) and in words;
    `scope` says within what they are counted. `cards` of one purchase may be None: any number.
    """
    buy = variant.buy
    if buy is None:
        return None
    rounds = range(1, len(variant.rounds) + 1)
    return {
        "scope": buy.scope.value,
        "allowed": [buys_left(variant, number, 0, 0) for number in rounds],
        "limits": [limit_words(buy, number) for number in rounds],
        "cards": buy.cards,
        "price": buy.price,
        "per_card": buy.per is BuyPer.CARD,
    }
