"""Rules that can be read and that nobody could play by."""

from dataclasses import replace

import pytest

from scorebook.rules import presets
from scorebook.rules.axes import (
    BuyScope,
    ClosingDiscard,
    LayDownRules,
    MeldSlot,
    MeldType,
    Packs,
    PlayOffRules,
    RoundRules,
    RunRules,
    SetRules,
    TouchingRuns,
    WildLimits,
    contract,
)
from scorebook.rules.playable import check_playable
from scorebook.rules.variant import Variant, VariantError

LINK = presets.get("link")
EXACT = LayDownRules(longer=False)
NO_WILDS = {"jokers_per_pack": 0, "wild": (), "points": {"A": 20, "2-9": 5, "T-K": 10}}


def round_of(*slots: MeldSlot, dealt: int = 11, closing: str = "optional", **rules: bool) -> dict:
    return {"rounds": (RoundRules(slots, dealt, ClosingDiscard(closing), **rules),)}


def runs_with(**limits: object) -> dict:
    return {"runs": RunRules(wilds=WildLimits(**limits))}


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_every_preset_is_played(slug):
    check_playable(presets.get(slug))


@pytest.mark.parametrize(
    ("changes", "key", "words"),
    [
        ({"packs": (Packs(2, None, 1),)} | round_of(*contract(2, 0), dealt=27), "dealt", "none is"),
        (
            {"lay_down": EXACT, "sets": SetRules(wilds=WildLimits(min_naturals=4))},
            "contract",
            "a set needs at least 4",
        ),
        (
            {"packs": (Packs(2, 4, 1),)} | NO_WILDS | round_of(MeldSlot(MeldType.SET, 5)),
            "contract",
            "1 pack",
        ),
        (
            {"wild": ("JK", *"A23456789TJQK"), "lay_down": LayDownRules(all_wild_melds=False)},
            "contract",
            "wild",
        ),
        (
            {"runs": RunRules(touching=TouchingRuns.FORBIDDEN)}
            | round_of(*contract(0, 5), dealt=20),
            "contract",
            "one in each suit",
        ),
        (round_of(*contract(0, 5)), "contract", "takes 20 cards, and with every buy there are 18"),
        (
            {"lay_down": EXACT, "play_off": PlayOffRules(own=False)}
            | round_of(*contract(2, 0), closing="required", same_turn=True, buying=False),
            "same_turn",
            "nobody gets rid of 12 cards in one turn with 6 laid",
        ),
    ],
)
def test_what_nobody_could_play_is_refused_with_the_key_and_the_reason(changes, key, words):
    variant = replace(LINK, **changes)
    assert Variant.from_dict(variant.to_dict()) == variant
    with pytest.raises(VariantError, match=words) as refused:
        check_playable(variant)
    assert str(refused.value).startswith(f"rounds.1.{key}")


@pytest.mark.parametrize(
    "changes",
    [
        {"packs": (Packs(2, None, 1),)} | round_of(*contract(2, 0), dealt=26),
        {"sets": SetRules(wilds=WildLimits(min_naturals=4))},
        {"packs": (Packs(2, 3, 1),)} | NO_WILDS | round_of(MeldSlot(MeldType.SET, 4)),
        {"packs": (Packs(2, 3, 1),)} | round_of(MeldSlot(MeldType.RUN, 14), dealt=13),
        {"wild": ("JK", "2", "3")} | runs_with(max_wilds=0),
        {"lay_down": EXACT} | round_of(*contract(2, 0), closing="required", same_turn=True),
        round_of(*contract(0, 4)),
        {"buy": replace(LINK.buy, limit=None)} | round_of(*contract(0, 5)),
        {"buy": replace(LINK.buy, limit=None, scope=BuyScope.BANK, grants=(3,))}
        | round_of(*contract(0, 5)),
    ],
)
def test_what_somebody_could_play_is_let_in(changes):
    check_playable(replace(LINK, **changes))
