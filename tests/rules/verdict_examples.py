"""A question for every reason code, with the rule sets that answer so and the rule it rests on."""

from collections.abc import Callable
from dataclasses import dataclass

from scorebook.rules import presets
from scorebook.rules.buying import check_buy
from scorebook.rules.cards import Card, parse_hand
from scorebook.rules.contracts import Meld, check_lay_down
from scorebook.rules.melds import check_meld
from scorebook.rules.turns import (
    End,
    WildGoes,
    check_finish_turn,
    check_play_off,
    check_rummy_call,
    check_swap,
)
from scorebook.rules.variant import (
    MeldType,
    Variant,
)
from scorebook.rules.verdict import Reason, Verdict

SET, RUN = MeldType.SET, MeldType.RUN
LINK, GOURT, NORWEGIAN, FULL, SHORT = "link", "gourt", "norwegian", "bga_full", "bga_short"
ALL = frozenset(presets.SLUGS)
BGA = {FULL, SHORT}

Ask = Callable[[Variant], Verdict]


@dataclass(frozen=True)
class Example:
    """A question that gets `reason`, resting on `axis`, from the rule sets `slugs` alone."""

    reason: Reason
    slugs: frozenset[str] | set[str]
    axis: str
    ask: Ask


def wild(variant: Variant) -> str:
    return "JK" if variant.jokers_per_pack else "2S"


def meld(type: MeldType, text: str, ordered: bool = True, packs: int = 2) -> Ask:
    """Asks about a meld; * is the variant's wild card."""
    return lambda variant: check_meld(
        variant,
        type,
        parse_hand(text.replace("*", wild(variant))),
        packs=packs,
        ordered=ordered,
    )


CHOICES: dict[tuple[MeldType, int], str] = {
    (SET, 0): "8H 8C 8S",
    (SET, 1): "KH KD KC",
    (SET, 2): "4S 4D 4C",
    (RUN, 0): "3H 4H 5H 6H",
    (RUN, 1): "7C 8C 9C TC",
    (RUN, 2): "JD QD KD AD",
}


def contract_melds(variant: Variant, round: int) -> list[Meld]:
    """Melds that meet the round's contract exactly."""
    melds: list[Meld] = []
    for slot in variant.rounds[round - 1].contract:
        nth = sum(type is slot.type for type, _ in melds)
        melds.append((slot.type, parse_hand(CHOICES[slot.type, nth])))
    return melds


LAST = 0  # stands for the last round of whichever variant


def lay_down(
    round: int = 1,
    *,
    left: int = 3,
    discarded: int = 1,
    hand: int | None = None,
    change: Callable[[list[Meld]], list[Meld]] = list,
) -> Ask:
    """Asks about laying the contract down, once `change` had its way with the melds."""

    def ask(variant: Variant) -> Verdict:
        number = round or len(variant.rounds)
        return check_lay_down(
            variant,
            number,
            change(contract_melds(variant, min(number, len(variant.rounds)))),
            packs=2,
            left_in_hand=left,
            discarded=discarded,
            hand_after_draw=hand,
        )

    return ask


def play_off(card: str, **more: object) -> Ask:
    given = {"packs": 2, "is_down": True, "end": End.HIGH, **more}
    return lambda variant: check_play_off(
        variant, RUN, parse_hand("3H 4H 5H 6H"), Card.parse(card), **given
    )


def swap(type: MeldType = RUN, card: str = "9H", at: int = 2, **more: object) -> Ask:
    given = {"is_down": True, **more}
    text = "7H 8H * TH" if type is RUN else "9S 9C *"
    return lambda variant: check_swap(
        variant, type, parse_hand(text.replace("*", wild(variant))), at, Card.parse(card), **given
    )


def buy(**asked: object) -> Ask:
    return lambda variant: check_buy(variant, round=1, **asked)


def rummy(**asked: object) -> Ask:
    given = {
        "players": 4,
        "offender_is_down": True,
        "discard_fits_table": True,
        "next_player_started": False,
        **asked,
    }
    return lambda variant: check_rummy_call(variant, **given)


def spoil_run(melds: list[Meld]) -> list[Meld]:
    return [(type, parse_hand("3H 4H 6H 7H") if type is RUN else cards) for type, cards in melds]


LADDER = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
A_RUN: Meld = (RUN, parse_hand("3H 4H 5H 6H"))
A_SET: Meld = (SET, parse_hand("4S 4D 4C"))
SWAPPING = ALL - {NORWEGIAN}
LIMITED = ALL - {GOURT, NORWEGIAN}

EXAMPLES = [
    Example(Reason.OK, ALL, "sets", meld(SET, "8H 8C 8S")),
    Example(Reason.OK, ALL, "runs", meld(RUN, "7H 8H * TH")),
    Example(Reason.OK, ALL, "customs.turn_discard", lay_down()),
    Example(Reason.OK, ALL, "rounds.1.closing_discard", lay_down(left=0)),
    Example(Reason.OK, ALL, "runs", play_off("7H")),
    Example(Reason.OK, SWAPPING, "swap", swap()),
    Example(Reason.OK, ALL, "buy.price", buy()),
    Example(Reason.OK, {GOURT}, "calling_rummy", rummy()),
    Example(Reason.TOO_SHORT, ALL, "sets", meld(SET, "8H 8C")),
    Example(Reason.TOO_SHORT, ALL, "runs", meld(RUN, "3H 4H 5H")),
    Example(Reason.TOO_LONG, ALL, "runs.max_length", meld(RUN, f"{LADDER} 2H")),
    Example(Reason.RANK_MISMATCH, ALL, "sets", meld(SET, "8H 8C 7S")),
    Example(Reason.SUIT_MISMATCH, ALL, "runs.same_suit", meld(RUN, "3H 4H 5H 6D")),
    Example(Reason.NOT_CONSECUTIVE, ALL, "runs", meld(RUN, "3H 4H 6H 7H")),
    Example(Reason.NOT_CONSECUTIVE, ALL, "runs", meld(RUN, "7H 3H 6H 4H", ordered=False)),
    Example(Reason.DUPLICATE_RANK, ALL, "runs", meld(RUN, "5H 6H 6H 7H")),
    Example(Reason.WRAP, ALL - {NORWEGIAN}, "runs.wrap", meld(RUN, "KH AH 2H 3H 4H")),
    Example(Reason.BEYOND_ACE, ALL - {NORWEGIAN}, "runs.wrap", meld(RUN, "JH QH KH AH *")),
    Example(Reason.ACE_SIDE, {NORWEGIAN}, "runs.wrap", meld(RUN, "QH KH AH 2H 3H")),
    Example(Reason.ADJACENT_WILDS, {LINK}, "runs.wilds.adjacent", meld(RUN, "7H * * TH")),
    Example(Reason.TOO_FEW_NATURALS, {GOURT}, "runs.wilds.window", meld(RUN, "7H 8H * * JH")),
    Example(Reason.TOO_FEW_NATURALS, {GOURT}, "sets.wilds.min_naturals", meld(SET, "8H * *")),
    Example(Reason.NO_SUCH_CARD, {GOURT, NORWEGIAN}, "jokers_per_pack", meld(SET, "7H 7C JK")),
    Example(Reason.NO_SUCH_CARD, ALL, "packs", meld(SET, "7H 7C 7")),
    Example(Reason.TOO_MANY_COPIES, ALL, "packs", meld(SET, "8H 8H 8H")),
    Example(Reason.INCOMPLETE, ALL, "rounds.1.contract", lay_down(change=lambda m: m[:1])),
    Example(
        Reason.EXTRA_MELD,
        ALL,
        "lay_down.extra_melds",
        lay_down(change=lambda m: [*m, A_SET]),
    ),
    Example(
        Reason.WRONG_MELDS,
        ALL,
        "rounds.1.contract",
        lay_down(change=lambda m: [m[0], A_RUN]),
    ),
    Example(Reason.INVALID_MELD, ALL, "runs", lay_down(2, change=spoil_run)),
    Example(Reason.NO_SUCH_ROUND, ALL, "rounds", lay_down(8)),
    Example(Reason.CARDS_DO_NOT_ADD_UP, ALL, "rounds.1.dealt", lay_down(hand=30)),
    Example(
        Reason.DISCARD_REQUIRED,
        ALL - {LINK},
        "rounds.1.closing_discard",
        lay_down(left=0, discarded=0),
    ),
    Example(
        Reason.DISCARD_REQUIRED,
        ALL - {GOURT},
        "rounds.{last}.closing_discard",
        lay_down(LAST, left=0, discarded=0),
    ),
    Example(Reason.DISCARD_FORBIDDEN, {GOURT}, "rounds.6.closing_discard", lay_down(LAST, left=0)),
    Example(
        Reason.MUST_FINISH_SAME_TURN,
        {GOURT, NORWEGIAN},
        "rounds.{last}.same_turn",
        lay_down(LAST),
    ),
    Example(Reason.TURN_NEEDS_DISCARD, ALL, "customs.turn_discard", lay_down(discarded=0)),
    Example(Reason.ONE_DISCARD, ALL, "customs.turn_discard", lay_down(discarded=2)),
    Example(Reason.NOT_DOWN, ALL, "play_off.others", play_off("7H", is_down=False)),
    Example(
        Reason.NOT_DOWN,
        ALL,
        "play_off.others",
        lambda variant: check_finish_turn(variant, 1, is_down=False, left_in_hand=0),
    ),
    Example(Reason.NOT_DOWN, SWAPPING, "swap.needs_down", swap(is_down=False)),
    Example(
        Reason.NOT_DOWN,
        {GOURT},
        "calling_rummy.offender_must_be_down",
        rummy(offender_is_down=False),
    ),
    Example(Reason.POSITION_TAKEN, ALL, "customs.play_off_place", play_off("5H", end=End.INSIDE)),
    Example(Reason.OWN_MELD, SWAPPING, "swap.owner", swap(own=True)),
    Example(Reason.DEAD_IN_SET, {LINK, GOURT}, "swap.where", swap(SET, "9D")),
    Example(Reason.NOT_A_WILD, SWAPPING, "wild", swap(card="7H", at=0)),
    Example(Reason.WRONG_CARD, SWAPPING, "swap", swap(card="9D")),
    Example(
        Reason.MUST_REPLAY_WILD,
        {GOURT},
        "swap.wild_may_go_to_hand",
        swap(wild_goes_to=WildGoes.HAND),
    ),
    Example(Reason.SWAP_NOT_AGREED, {NORWEGIAN}, "swap", swap()),
    Example(
        Reason.TOO_MANY_SWAPS,
        BGA,
        "swap.while_laying_down",
        swap(is_down=False, while_laying_down=True, swaps_this_turn=2),
    ),
    Example(Reason.BUYING_OVER, ALL, "customs.buy_window", buy(next_player_has_drawn=True)),
    Example(Reason.OWN_TURN, ALL - {GOURT}, "buy.who", buy(is_turn_player=True)),
    Example(Reason.OWN_DISCARD, LIMITED, "buy.discarder", buy(is_discarder=True)),
    Example(Reason.TOO_MANY_CARDS, ALL - {GOURT}, "buy.cards", buy(cards=2)),
    Example(Reason.NO_BUYS_LEFT, LIMITED, "buy.limit", buy(bought_in_game=3, bought_in_round=3)),
    Example(Reason.ALREADY_DOWN, {LINK}, "buy.when_down", buy(is_down=True)),
    Example(Reason.NO_RUMMY_CALL, ALL - {GOURT}, "calling_rummy", rummy()),
    Example(Reason.NOT_CALLED, {GOURT}, "calling_rummy", rummy(called=False)),
    Example(
        Reason.CALLED_TOO_LATE, {GOURT}, "customs.rummy_until", rummy(next_player_started=True)
    ),
    Example(Reason.ROUND_OVER, {GOURT}, "calling_rummy", rummy(discard_ended_round=True)),
    Example(Reason.DOES_NOT_FIT, {GOURT}, "calling_rummy", rummy(discard_fits_table=False)),
]
