"""Rule sets drawn at random from everything the schema can express."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from scorebook.rules.axes import (
    Ace,
    AfterBuy,
    Basis,
    BuyPer,
    BuyRules,
    BuyScope,
    BuyWho,
    CallingRummyRules,
    ClosingDiscard,
    CutCount,
    CutRules,
    CutTo,
    Direction,
    LayDownRules,
    MeldSlot,
    MeldType,
    Packs,
    PlayOffRules,
    RoundRules,
    RunRules,
    SetRules,
    Source,
    SwapOwner,
    SwapRules,
    TouchingRuns,
    WildLimits,
    WildLimitsApply,
    Wrap,
)
from scorebook.rules.playable import check_playable
from scorebook.rules.variant import Variant, VariantError


def random_variant(random: Random) -> Variant:
    """A rule set that can be played; each axis takes any of its values, the usual ones often."""
    while True:
        variant = _drawn(random)
        try:
            check_playable(variant)
        except VariantError:
            continue
        return variant


def _drawn(random: Random) -> Variant:
    jokers = random.choice((0, 1, 2, 2, 4))
    wild = _wild(random, jokers)
    runs = _runs(random)
    rounds = tuple(_round(random, runs.max_length) for _ in range(random.randint(1, 4)))
    needed = any(rules.needs_buy for rules in rounds)
    buy = _buy(random, len(rounds)) if needed or _yes(random) else None
    return Variant(
        name=f"House rules {random.randint(1, 99)}",
        family=random.choice(("link", "gourt", "our-own")),
        rounds=rounds,
        packs=_packs(random),
        jokers_per_pack=jokers,
        wild=wild,
        points=_points(random, jokers, wild),
        sign=random.choice((1, 1, -1)),
        upcard=_yes(random),
        direction=random.choice(list(Direction)),
        points_for_going_out=random.choice((0, 0, 25, -30)),
        sets=SetRules(same_rank_twice=_yes(random), wilds=_limits(random, ordered=False)),
        runs=runs,
        lay_down=LayDownRules(
            longer=random.random() < 0.7,
            extra_melds=random.random() < 0.2,
            all_wild_melds=_yes(random),
            wild_natural_in_own_place=_yes(random),
        ),
        play_off=_play_off(random),
        swap=_swap(random) if _yes(random) else None,
        buy=buy,
        calling_rummy=_calling(random) if random.random() < 0.3 else None,
        cut=_cut(random) if random.random() < 0.3 else None,
        customs={"tie": "The dealer decides."} if _yes(random) else {},
        sources={"sets": Source(random.choice(list(Basis)), "So it is.")} if _yes(random) else {},
    )


def _yes(random: Random) -> bool:
    return random.random() < 0.5


def _wild(random: Random, jokers: int) -> tuple[str, ...]:
    others: tuple[str, ...] = random.choice(((), (), ("2",), ("2S",), ("2S", "3H"), ("K",)))
    return (("JK",) if jokers else ()) + others


def _points(random: Random, jokers: int, wild: tuple[str, ...]) -> dict[str, int]:
    points = random.choice(
        (
            {"A": 20, "2-9": 5, "T-K": 10},
            {"A": 1, "2-9": 5, "T": 10, "J": 11, "Q": 12, "K": 0},
            {"A": 15, "2-T": 7, "J-K": 10, "QS": 40},
        )
    )
    priced = {code: random.choice((20, 50)) for code in wild if _yes(random)}
    return points | priced | ({"JK": random.choice((0, 20, 50))} if jokers else {})


def _packs(random: Random) -> tuple[Packs, ...]:
    split = random.randint(3, 6)
    return random.choice(
        ((Packs(2, None, 2),), (Packs(2, split, random.randint(1, 3)), Packs(split + 1, 9, 4)))
    )


def _runs(random: Random) -> RunRules:
    wrap = random.choice((Wrap.NONE, Wrap.NONE, Wrap.EXTENSION))
    return RunRules(
        ace=Ace.BOTH if wrap is Wrap.EXTENSION else random.choice(list(Ace)),
        wrap=wrap,
        max_length=random.choice((5, 8, 13, 14, 14)),
        same_suit=random.random() < 0.8,
        touching=random.choice(list(TouchingRuns)),
        wilds=_limits(random, ordered=True),
    )


def _limits(random: Random, *, ordered: bool) -> WildLimits:
    if random.random() < 0.3:
        return WildLimits()
    return WildLimits(
        adjacent=not ordered or _yes(random),
        max_wilds=random.choice((None, None, 0, 1, 2)),
        min_naturals=random.choice((0, 0, 1, 2, 3)),
        window=random.choice((None, None, (3, 4), (1, 2))) if ordered else None,
        naturals_at_least_wilds=random.random() < 0.3,
        apply=random.choice(list(WildLimitsApply)),
    )


def _round(random: Random, longest: int) -> RoundRules:
    slots = tuple(_slot(random, longest) for _ in range(random.choice((1, 2, 2, 3))))
    closing = random.choice(list(ClosingDiscard))
    asked = sum(slot.length for slot in slots)
    dealt = min(30, max(10, asked) + random.randint(-1, 2))
    rules = RoundRules(slots, dealt, closing, same_turn=random.random() < 0.3)
    return rules if rules.needs_buy else replace(rules, buying=_yes(random))


def _slot(random: Random, longest: int) -> MeldSlot:
    if _yes(random):
        return MeldSlot(MeldType.SET, random.choice((3, 3, 3, 4)))
    return MeldSlot(MeldType.RUN, min(longest, random.choice((3, 4, 4, 4, 7))))


def _buy(random: Random, rounds: int) -> BuyRules:
    scope = random.choice(list(BuyScope))
    bank = scope is BuyScope.BANK
    return BuyRules(
        who=random.choice(list(BuyWho)),
        discarder=_yes(random),
        cards=random.choice((None, 1, 2)),
        price=random.randint(0, 2),
        per=random.choice(list(BuyPer)),
        limit=None if bank else random.choice((None, 1, 3)),
        scope=scope,
        grants=tuple(random.randint(0, 3) for _ in range(rounds)) if bank else (),
        when_down=_yes(random),
        then=random.choice(list(AfterBuy)),
    )


def _play_off(random: Random) -> PlayOffRules:
    own, others = _yes(random), random.random() < 0.8
    return PlayOffRules(own, others, same_turn=(own or others) and _yes(random))


def _swap(random: Random) -> SwapRules:
    return SwapRules(
        where=random.choice(((MeldType.RUN,), (MeldType.SET,), (MeldType.RUN, MeldType.SET))),
        owner=random.choice(list(SwapOwner)),
        needs_down=_yes(random),
        wild_may_go_to_hand=_yes(random),
        while_laying_down=random.randint(0, 2),
    )


def _calling(random: Random) -> CallingRummyRules:
    return CallingRummyRules(_yes(random), random.randint(1, 2))


def _cut(random: Random) -> CutRules:
    exact = random.choice((tuple(CutCount), *((count,) for count in CutCount)))
    return CutRules(random.choice((25, -50)), random.choice(list(CutTo)), exact)
