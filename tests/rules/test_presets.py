"""The presets against the list of their values, key by key."""

import json
from collections import Counter
from typing import Any

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    Basis,
    BuyPer,
    BuyWho,
    CutCount,
    CutTo,
    MeldType,
    TouchingRuns,
    WildLimits,
    WildLimitsApply,
    Wrap,
)
from scorebook.rules.melds import shortest
from scorebook.rules.variant import Variant
from tests.rules.conftest import GOLDEN

LISTED: dict[str, dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["presets"]

# What the list says in a word is a sentence in the rule set: the words it has to hold.
CUSTOMS = {
    ("first_dealer", "high_card"): "high card deals",
    ("first_dealer", "low_cut"): "low card deals",
    ("first_dealer", "any"): "Anybody deals",
    ("first_player", "left_of_dealer"): "player to the dealer's left",
    ("dealer_rotation", "clockwise"): ("to the left", "clockwise"),
    ("tie", "shared_rank"): "share the place",
    ("stock_exhausted", "reshuffle_discards_keep_top"): "but the top one are shuffled",
    ("buy_priority", "turn_player_then_clockwise"): "in turn comes first",
    ("partial_laydown", False): "Nobody lays down part",
}


def custom(variant: Variant, name: str, listed: Any) -> Any:
    words = CUSTOMS[name, listed]
    accepted = words if isinstance(words, tuple) else (words,)
    return listed if any(word in variant.customs[name] for word in accepted) else None


def melds(variant: Variant) -> list[list[int]]:
    counts = [Counter(slot.type for slot in rules.contract) for rules in variant.rounds]
    return [[count[MeldType.SET], count[MeldType.RUN]] for count in counts]


def wild_limits(limits: WildLimits, *, run: bool) -> dict[str, Any]:
    naturals: Any = limits.min_naturals or (None if run else 0)
    if limits.window and limits.apply is WildLimitsApply.LAY_DOWN:
        many, places = limits.window
        naturals = f"{many} of some {places} neighbouring places, at lay-down only"
    listed = {"max": limits.max_wilds, "min_naturals": naturals}
    return {"adjacent": limits.adjacent, **listed} if run else listed


def buying(variant: Variant, listed: dict[str, Any]) -> dict[str, Any]:
    buy = variant.buy
    assert buy is not None
    who = {BuyWho.OTHERS: "others", BuyWho.ANYONE: "anyone_including_turn_player"}
    then = {AfterBuy.STOCK: "stock", AfterBuy.DISCARD_OR_STOCK: "next_discard_or_stock"}
    found = {
        "who": who[buy.who],
        "cards_per_purchase": "any" if buy.cards is None else buy.cards,
        "extra_cards": buy.price,
        "limit": buy.limit,
        "after_laying_down": buy.when_down,
        "discarder": buy.discarder,
        "turn_player_after_buy": then[buy.then],
    }
    if buy.limit is not None:
        found["limit_scope"] = buy.scope.value
    if "extra_per" in listed:
        found["extra_per"] = buy.per.value
    assert buy.per is BuyPer.PURCHASE
    return found


def swapping(variant: Variant) -> dict[str, Any] | None:
    swap = variant.swap
    return swap and {
        "where": [kind.value for kind in swap.where],
        "owner": swap.owner.value,
        "needs_down": swap.needs_down,
        "wild_may_go_to_hand": swap.wild_may_go_to_hand,
        "while_going_down": swap.while_laying_down,
    }


def going_out(variant: Variant, listed: dict[str, Any]) -> dict[str, Any]:
    discards = {}
    for span in listed["discard"]:
        first, _, last = span.partition("-")
        rounds = variant.rounds[int(first) - 1 : int(last or first)]
        kinds = {rules.closing_discard.value for rules in rounds}
        discards[span] = kinds.pop() if len(kinds) == 1 else None
    same = [number for number, rules in enumerate(variant.rounds, start=1) if rules.same_turn]
    return {"discard": discards, "same_turn_rounds": same}


def calling(variant: Variant) -> Any:
    rummy = variant.calling_rummy
    return rummy is not None and {
        "offender_must_be_down": rummy.offender_must_be_down,
        "until": "next_player_draws_or_allows_buying"
        if "next player draws or allows buying" in variant.customs["rummy_until"]
        else None,
        "each_other_player_gives": rummy.each_gives,
    }


def cut_bonus(variant: Variant) -> dict[str, Any] | None:
    words = {CutCount.HANDS: "n*hand", CutCount.HANDS_AND_UPCARD: "n*hand+1"}
    if variant.cut is None:
        return None
    assert variant.cut.to is CutTo.OTHERS
    cutter = "right_of_dealer" if "to the dealer's right" in variant.customs["cutter"] else None
    return {
        "points_to_others": variant.cut.points,
        "exact": [words[count] for count in variant.cut.exact],
        "cutter": cutter,
    }


def wrap(variant: Variant) -> str:
    extension = "extension; at lay-down an inner ace needs 3 cards on one side"
    return {Wrap.NONE: "none", Wrap.EXTENSION: extension}[variant.runs.wrap]


def mapped(variant: Variant, listed: dict[str, Any]) -> dict[str, Any]:
    runs, sets, lay, off = variant.runs, variant.sets, variant.lay_down, variant.play_off
    return {
        "min_set": shortest(variant, MeldType.SET),
        "min_run": shortest(variant, MeldType.RUN),
        "max_run": runs.max_length,
        "extra_melds": lay.extra_melds,
        "longer_melds_at_laydown": lay.longer,
        "play_off_own": off.own,
        "play_off_others": off.others,
        "play_off_same_turn": off.same_turn,
        "same_rank_sets": sets.same_rank_twice,
        "touching_same_suit_runs": runs.touching is TouchingRuns.ALLOWED,
        "runs_same_suit": runs.same_suit,
        "ace": "low_or_high" if runs.ace is Ace.BOTH else None,
        "winner_round_score": variant.points_for_going_out,
        "all_wild_meld": "allowed_if_rank_declared" if lay.all_wild_melds else None,
        "decks": [[row.from_players, row.to_players, row.packs] for row in variant.packs],
        "jokers_per_deck": variant.jokers_per_pack,
        "wild": [f"{code}*" if code == "2" else code for code in variant.wild],
        "hand_sizes": [rules.dealt for rules in variant.rounds],
        "contracts": melds(variant),
        "upcard": variant.upcard,
        "wild_run": wild_limits(runs.wilds, run=True),
        "wild_set": wild_limits(sets.wilds, run=False),
        "wrap": wrap(variant),
        "buy": buying(variant, listed["buy"]),
        "swap": swapping(variant),
        "going_out": going_out(variant, listed["going_out"]),
        "calling_rummy": calling(variant),
        "cut_bonus": cut_bonus(variant),
        "points": dict(variant.points),
        "sign": variant.sign,
        **{name: custom(variant, name, listed[name]) for name, _ in CUSTOMS},
    }


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_every_listed_value_is_the_variants(slug):
    assert mapped(presets.get(slug), LISTED[slug]) == LISTED[slug]


def test_every_listed_preset_is_there():
    assert set(LISTED) == set(presets.SLUGS)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_every_value_says_where_it_comes_from(slug):
    """No axis of a preset is left to the fallback: each has a source, or an ancestor has."""
    variant = presets.get(slug)
    plain = variant.to_dict()
    axes = [axis for axis in plain if axis not in ("name", "family", "customs", "sources")]
    axes += [f"customs.{name}" for name in variant.customs]
    axes += [f"rounds.{number}" for number in range(1, len(variant.rounds) + 1)]
    for part in ("sets", "runs", "lay_down", "play_off", "swap", "buy", "calling_rummy", "cut"):
        if plain[part]:
            axes.remove(part)
            axes += [f"{part}.{key}" for key in plain[part]]
    silent = [axis for axis in axes if not variant.source(axis).quote]
    assert silent == []


def has_axis(plain: Any, axis: str) -> bool:
    """Whether a rule set's JSON has this dotted key; what is off (null) has all keys."""
    key, _, rest = axis.partition(".")
    if isinstance(plain, list):
        inner = plain[int(key) - 1] if int(key) <= len(plain) else {}
    elif key not in plain:
        return False
    else:
        inner = plain[key]
    return not rest or inner is None or has_axis(inner, rest)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_no_source_speaks_of_an_axis_that_is_not_there(slug):
    variant = presets.get(slug)
    plain = variant.to_dict()
    assert [axis for axis in variant.sources if not has_axis(plain, axis)] == []


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_what_the_source_states_is_quoted(slug):
    for axis, source in presets.get(slug).sources.items():
        if source.basis is Basis.STATED:
            assert len(source.quote) > 5, axis


def test_an_unknown_preset_is_refused():
    with pytest.raises(LookupError, match="link, gourt"):
        presets.get("poker")
