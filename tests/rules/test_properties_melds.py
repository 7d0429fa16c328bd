"""What holds of every meld, under any rules."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scorebook.rules import presets
from scorebook.rules.cards import JOKER, RANKS, Card
from scorebook.rules.melds import Phase, check_meld
from scorebook.rules.turns import End, check_play_off
from scorebook.rules.variant import (
    Ace,
    LayDownRules,
    MeldType,
    RunRules,
    SetRules,
    Variant,
    WildLimits,
    WildLimitsApply,
    Wrap,
)
from scorebook.rules.verdict import Reason, Verdict

PACKS = 4
SET, RUN = MeldType.SET, MeldType.RUN

limits = st.just(WildLimits()) | st.builds(
    WildLimits,
    adjacent=st.booleans(),
    max_wilds=st.none() | st.integers(0, 3),
    min_naturals=st.integers(0, 3),
    window=st.none() | st.just((3, 4)) | st.just((1, 2)),
    naturals_at_least_wilds=st.booleans(),
    apply=st.sampled_from(WildLimitsApply),
)


@st.composite
def variants(draw) -> Variant:
    wrap = draw(st.sampled_from(Wrap))
    runs = RunRules(
        ace=draw(st.sampled_from(Ace)) if wrap is Wrap.NONE else Ace.BOTH,
        wrap=wrap,
        max_length=draw(st.sampled_from((5, 13, 14))),
        same_suit=draw(st.booleans()),
        wilds=draw(limits),
    )
    return replace(
        presets.get("link"),
        wild=draw(st.sampled_from((("JK",), ("JK", "2"), ("JK", "2S")))),
        runs=runs,
        sets=SetRules(wilds=draw(limits)),
        lay_down=LayDownRules(
            all_wild_melds=draw(st.booleans()), wild_natural_in_own_place=draw(st.booleans())
        ),
    )


@st.composite
def run_cards(draw, longest: int = 14) -> tuple[Card, ...]:
    """A run, or nearly one: neighbours from any place, some of them swapped for others."""
    start, length = draw(st.integers(0, 12)), draw(st.integers(4, longest))
    cards = [Card(RANKS[(start + i) % 13], "S") for i in range(length)]
    for at in draw(st.sets(st.integers(0, length - 1), max_size=3)):
        cards[at] = draw(st.sampled_from((JOKER, JOKER, Card("2", "S"), Card("2", "H"))))
    return tuple(cards)


any_cards = st.lists(
    st.sampled_from([JOKER, *(Card(rank, suit) for rank in "A23QK" for suit in "SH")]),
    min_size=3,
    max_size=5,
).map(tuple)
phases = st.sampled_from(Phase)


def judge(
    variant: Variant,
    type: MeldType,
    cards: tuple[Card, ...],
    ordered: bool,
    phase: Phase = Phase.LAY_DOWN,
) -> Verdict:
    return check_meld(variant, type, cards, packs=PACKS, ordered=ordered, phase=phase)


@given(variants(), run_cards() | any_cards, phases)
def test_a_run_is_as_legal_read_backwards(variant, cards, phase):
    there = judge(variant, RUN, cards, True, phase)
    back = judge(variant, RUN, cards[::-1], True, phase)
    assert there.ok == back.ok


@given(variants(), st.sampled_from(MeldType), run_cards() | any_cards, phases)
def test_the_arrangement_is_legal_as_it_lies(variant, type, cards, phase):
    loose = judge(variant, type, cards, False, phase)
    if loose.ok:
        assert judge(variant, type, loose.arrangement, True, phase).ok
        assert Counter(loose.arrangement) == Counter(cards)
        assert all(variant.is_wild(loose.arrangement[i]) for i in loose.stands_for)
    else:
        assert loose.arrangement == ()


@given(variants(), run_cards(longest=6) | any_cards, phases)
def test_loose_cards_are_legal_whenever_some_order_is(variant, cards, phase):
    some = any(judge(variant, RUN, order, True, phase).ok for order in set(permutations(cards)))
    assert judge(variant, RUN, cards, False, phase).ok == some


@given(variants(), any_cards, st.randoms())
def test_the_order_of_a_set_never_matters(variant, cards, random):
    shuffled = random.sample(cards, len(cards))
    ordered = random.random() < 0.5
    assert (
        judge(variant, SET, tuple(shuffled), ordered).reason
        is judge(variant, SET, cards, ordered).reason
    )


@given(variants(), run_cards(), st.booleans())
def test_a_natural_at_a_free_end_keeps_a_laid_run_legal(variant, cards, high):
    variant = replace(variant, wild=("JK",), runs=replace(variant.runs, ace=Ace.BOTH))
    run = judge(variant, RUN, cards, False, Phase.LAID)
    longer = _longer(variant, run.arrangement, high)
    assert not longer or judge(variant, RUN, longer, True, Phase.LAID).ok


def _longer(variant: Variant, run: tuple[Card, ...], high: bool) -> tuple[Card, ...]:
    """The run with one natural more, or nothing where a wild, the ace or the length ends it."""
    if not run or len(run) >= variant.runs.max_length:
        return ()
    outermost = run[-1 if high else 0]
    if outermost == JOKER or (outermost.rank == "A" and variant.runs.wrap is Wrap.NONE):
        return ()
    card = Card(RANKS[(RANKS.index(outermost.rank) + (1 if high else -1)) % 13], outermost.suit)
    return (*run, card) if high else (card, *run)


@given(variants(), st.sampled_from(MeldType), run_cards() | any_cards, st.booleans(), phases)
def test_every_answer_is_whole(variant, type, cards, ordered, phase):
    verdict = judge(variant, type, cards, ordered, phase)
    assert verdict.ok == (verdict.reason.value == "OK")
    assert variant.name in verdict.sentence
    assert all(cards[bad.position] == bad.card for bad in verdict.offending)
    assert bool(verdict.offending) or verdict.ok
    assert bool(verdict.arrangement) == verdict.ok
    assert not verdict.also or not verdict.ok
    assert len({verdict.reason, Reason.OK, *verdict.also}) == len(verdict.also) + 2 - verdict.ok


@given(variants(), st.sampled_from(MeldType), run_cards() | any_cards, st.booleans())
def test_the_same_cards_always_get_the_same_answer(variant, type, cards, ordered):
    assert judge(variant, type, cards, ordered) == judge(variant, type, cards, ordered)


@given(variants(), run_cards())
def test_what_may_be_laid_down_may_lie(variant, cards):
    laid_down = judge(variant, RUN, cards, True)
    assert not laid_down.ok or judge(variant, RUN, cards, True, Phase.LAID).ok


@given(variants(), run_cards(), st.sampled_from((JOKER, Card("2", "S"), Card("9", "S"))))
def test_a_card_at_any_end_is_a_card_at_one_of_the_two(variant, cards, card):
    def may(end: End) -> bool:
        return check_play_off(variant, RUN, cards, card, packs=PACKS, is_down=True, end=end).ok

    assert may(End.ANY) == (may(End.LOW) or may(End.HIGH))


@given(variants(), run_cards(), phases)
def test_a_wild_replaced_by_what_it_stands_for_leaves_a_legal_run(variant, cards, phase):
    run = judge(variant, RUN, cards, False, phase)
    for at, meant in run.stands_for.items():
        card = Card(meant.rank, meant.suit or "C")
        after = (*run.arrangement[:at], card, *run.arrangement[at + 1 :])
        assert judge(variant, RUN, after, True, phase).ok


@given(variants(), run_cards(), st.sampled_from((JOKER, Card("2", "S"), Card("9", "S"))))
def test_wilds_stay_what_they_are_when_a_card_is_played_off(variant, cards, card):
    run = judge(variant, RUN, cards, False, Phase.LAID)
    after = check_play_off(
        variant, RUN, run.arrangement, card, packs=PACKS, is_down=True, end=End.HIGH
    )
    if run.stands_for and after.ok:
        assert run.stands_for.items() <= after.stands_for.items()
    else:
        assert run.stands_for == {} or after.offending
