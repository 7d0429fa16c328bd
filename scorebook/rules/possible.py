"""Which combinations of rules can be played at all, and what each card costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scorebook.rules.axes import (
    Ace,
    BuyRules,
    BuyScope,
    MeldType,
    RoundRules,
    SwapRules,
    WildLimits,
    Wrap,
)
from scorebook.rules.cards import CODES, JOKER_RANK, RANKS, SUITS
from scorebook.rules.codec import VariantError

if TYPE_CHECKING:
    from scorebook.rules.variant import Variant

SHORTEST = 3
MOST_PACKS = 8
MOST_DEALT = 30
MOST_POINTS = 1000
MOST_ROUNDS = 20
MOST_MELDS = 10
LONGEST_SET = 12
MOST_PLAYERS = 99
LONGEST_TEXT = 500
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\ud800-\udfff]")


def price_list(points: Mapping[str, int]) -> dict[str, int]:
    """Positive points by card code from {"A": 20, "2-9": 5, "2S": 50}; the narrowest key wins."""
    prices: dict[str, int] = {}
    for key in sorted(points, key=lambda key: (-len(_ranks(key)), len(key))):
        for rank in _ranks(key):
            suits = key[1:] if key != JOKER_RANK and len(key) == 2 else ""
            codes = (
                [rank + suits]
                if suits or rank == JOKER_RANK
                else [rank, *(rank + s for s in SUITS)]
            )
            prices |= dict.fromkeys(codes, points[key])
    return prices


def _ranks(key: str) -> tuple[str, ...]:
    if key in CODES:
        return (key,) if key == JOKER_RANK else (key[0],)
    first, dash, last = key.partition("-")
    if dash and len(first) == len(last) == 1 and 0 <= RANKS.find(first) < RANKS.find(last):
        return tuple(RANKS[RANKS.index(first) : RANKS.index(last) + 1])
    raise VariantError(f"points.{key} names no card: write A, 2-9, T-K, JK or 2S.")


def check_possible(variant: Variant) -> None:
    """Raises VariantError with a sentence that names the first key that cannot be."""
    _check_names(variant)
    _check_points(variant)
    _check_packs(variant)
    _check_wild(variant)
    _demand(1 <= len(variant.rounds) <= MOST_ROUNDS, f"rounds has to have 1 to {MOST_ROUNDS}")
    for number, round_rules in enumerate(variant.rounds, start=1):
        _check_round(variant, f"rounds.{number}", round_rules)
    _check_runs(variant)
    _check_limits("sets.wilds", variant.sets.wilds)
    _check_limits("runs.wilds", variant.runs.wilds)
    _check_play(variant)
    if variant.buy:
        _check_buy(variant.buy, len(variant.rounds))
    if variant.swap:
        _check_swap(variant.swap)
    _check_texts(variant)


def _demand(holds: bool, sentence: str) -> None:
    if not holds:
        raise VariantError(sentence + ".")


def _check_names(variant: Variant) -> None:
    _demand(0 < len(variant.name.strip()) <= 60, "name has to have 1 to 60 letters")
    slug = variant.family.replace("-", "").replace("_", "")
    fits = slug.isascii() and slug.isalnum() and len(variant.family) <= 50
    _demand(fits, "family has to be up to 50 letters, digits, - and _")


def _check_points(variant: Variant) -> None:
    _demand(variant.sign in (1, -1), "sign has to be 1 or -1")
    for key, points in variant.points.items():
        _demand(0 <= points <= MOST_POINTS, f"points.{key} has to be from 0 to {MOST_POINTS}")
    for rank in RANKS:
        _demand(rank in variant.card_points, f"points gives no value to {rank}")
    if variant.jokers_per_pack:
        _demand(JOKER_RANK in variant.card_points, "points gives no value to JK")
    else:
        _demand(JOKER_RANK not in variant.points, "points.JK: no joker is in the packs")
    _demand(abs(variant.points_for_going_out) <= MOST_POINTS, "points_for_going_out is absurd")
    if variant.cut:
        _demand(abs(variant.cut.points) <= MOST_POINTS, "cut.points is absurd")
        _demand(bool(variant.cut.exact), "cut.exact has to name which numbers are exact")
        twice = len(set(variant.cut.exact)) < len(variant.cut.exact)
        _demand(not twice, "cut.exact names a number twice")


def _check_packs(variant: Variant) -> None:
    _demand(bool(variant.packs), "packs needs at least one row")
    _demand(0 <= variant.jokers_per_pack <= 10, "jokers_per_pack has to be from 0 to 10")
    expected: int | None = variant.packs[0].from_players
    for number, row in enumerate(variant.packs, start=1):
        path = f"packs.{number}"
        _demand(expected is not None, f"{path} comes after a row without an upper end")
        _demand(row.from_players == expected, f"{path}.from_players leaves a gap or overlaps")
        fits = 2 <= row.from_players <= MOST_PLAYERS
        _demand(fits, f"{path}.from_players has to be from 2 to {MOST_PLAYERS}")
        _demand(1 <= row.packs <= MOST_PACKS, f"{path}.packs has to be from 1 to {MOST_PACKS}")
        if row.to_players is not None:
            fits = row.from_players <= row.to_players <= MOST_PLAYERS
            _demand(fits, f"{path}.to_players has to be from from_players to {MOST_PLAYERS}")
        expected = None if row.to_players is None else row.to_players + 1


def _check_wild(variant: Variant) -> None:
    for code in variant.wild:
        _demand(code in CODES, f"wild names {code}, which is no card")
        _demand(variant.knows(code), f"wild names {code}, but no joker is in the packs")
    _demand(len(set(variant.wild)) == len(variant.wild), "wild names a card twice")
    if variant.jokers_per_pack:
        _demand(JOKER_RANK in variant.wild, "wild has to name JK: jokers are in the packs")


def _check_round(variant: Variant, path: str, rules: RoundRules) -> None:
    _demand(1 <= rules.dealt <= MOST_DEALT, f"{path}.dealt has to be from 1 to {MOST_DEALT}")
    fits = 1 <= len(rules.contract) <= MOST_MELDS
    _demand(fits, f"{path}.contract has to ask for 1 to {MOST_MELDS} melds")
    for number, slot in enumerate(rules.contract, start=1):
        longest = variant.runs.max_length if slot.type is MeldType.RUN else LONGEST_SET
        fits = SHORTEST <= slot.length <= longest
        _demand(fits, f"{path}.contract.{number}.length has to be from 3 to {longest}")
    can_buy = variant.buy is not None and rules.buying
    short = f"{path}.contract cannot be finished with {rules.dealt + 1} cards, and nobody may buy"
    _demand(can_buy or not rules.needs_buy, short)


def _check_runs(variant: Variant) -> None:
    _demand(3 <= variant.runs.max_length <= 14, "runs.max_length has to be from 3 to 14")
    both = variant.runs.ace is Ace.BOTH or variant.runs.wrap is Wrap.NONE
    _demand(both, "runs.wrap: a run can only go round an ace that is high and low: runs.ace both")
    sets = variant.sets.wilds
    unordered = sets.adjacent and sets.window is None
    _demand(unordered, "sets.wilds.adjacent and sets.wilds.window: a set has no neighbours")


def _check_limits(path: str, limits: WildLimits) -> None:
    for name in ("max_wilds", "min_naturals"):
        number = getattr(limits, name)
        _demand(number is None or 0 <= number <= 14, f"{path}.{name} has to be from 0 to 14")
    if limits.window:
        naturals, places = limits.window
        _demand(1 <= naturals <= places <= 14, f"{path}.window asks for more naturals than places")


def _check_play(variant: Variant) -> None:
    if variant.calling_rummy:
        gives = variant.calling_rummy.each_gives
        _demand(1 <= gives <= 5, "calling_rummy.each_gives has to be from 1 to 5")
    together = variant.play_off.own or variant.play_off.others or not variant.play_off.same_turn
    _demand(together, "play_off.same_turn: nothing may be played off at all")


def _check_buy(buy: BuyRules, rounds: int) -> None:
    _demand(0 <= buy.price <= 10, "buy.price has to be from 0 to 10")
    _demand(buy.cards is None or 1 <= buy.cards <= 10, "buy.cards has to be from 1 to 10, or null")
    _demand(buy.limit is None or 1 <= buy.limit <= 99, "buy.limit has to be from 1 to 99, or null")
    if buy.scope is BuyScope.BANK:
        _demand(len(buy.grants) == rounds, f"buy.grants has to have {rounds} numbers, one a round")
        _demand(buy.limit is None, "buy.limit: a bank has grants instead")
        _demand(all(0 <= n <= 99 for n in buy.grants), "buy.grants have to be from 0 to 99")
    else:
        _demand(not buy.grants, "buy.grants belongs to a bank; set buy.scope to bank")


def _check_swap(swap: SwapRules) -> None:
    _demand(bool(swap.where), "swap.where has to name set, run or both")
    _demand(len(set(swap.where)) == len(swap.where), "swap.where names a meld twice")
    _demand(0 <= swap.while_laying_down <= 10, "swap.while_laying_down has to be from 0 to 10")


def _check_texts(variant: Variant) -> None:
    """Texts are for people: not endless, and without characters that nobody can see."""
    for name, sentence in variant.customs.items():
        known = name.isascii() and name.isidentifier() and len(name) <= 40
        _demand(known, "customs are named by up to 40 letters, digits and _")
        _check_text(f"customs.{name}", sentence)
        _demand(bool(sentence.strip()), f"customs.{name} is empty")
    for axis, source in variant.sources.items():
        _demand(len(axis) <= 80, "sources names an axis of more than 80 letters")
        _check_text("sources", axis)
        _check_text(f"sources.{axis}", source.quote)
    _check_text("name", variant.name)


def _check_text(path: str, text: str) -> None:
    _demand(len(text) <= LONGEST_TEXT, f"{path} has more than {LONGEST_TEXT} letters")
    _demand(not _CONTROL.search(text), f"{path.split('.')[0]} has a character that nobody can see")
