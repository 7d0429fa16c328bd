"""The engine's answers to worked cases about play, in the form in which the cases state theirs.

A case may leave out what goes without saying; `optional_fields` of the cases' notation and the
defaults here say what that is.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from scorebook.rules import presets
from scorebook.rules.buying import buy_priority, check_buy
from scorebook.rules.cards import Card
from scorebook.rules.contracts import Meld, check_lay_down, hand_arithmetic
from scorebook.rules.melds import Phase, check_meld
from scorebook.rules.turns import (
    End,
    WildGoes,
    check_finish_turn,
    check_play_off,
    check_rummy_call,
    check_swap,
)
from scorebook.rules.variant import MeldType, Variant
from scorebook.rules.verdict import Reason, Verdict

Case = dict[str, Any]
LAY_DOWN = {"laydown", "lay_down", "original"}  # any other phase is a meld that lies there already


def cards(codes: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes))


def _variant(case: Case) -> Variant:
    return presets.get(case["variant"])


def _packs(case: Case) -> int:
    return _variant(case).packs_for(case["input"].get("players") or 4)


def _answer(verdict: Verdict, yes: str, **more: object) -> Case:
    """The verdict under the name that the cases give its yes; every reason that applies."""
    return {
        yes: verdict.ok,
        "reason": [str(reason) for reason in (verdict.reason, *verdict.also)],
        "warnings": [str(warning) for warning in verdict.warnings],
        **more,
    }


def meld(case: Case) -> Case:
    given = case["input"]
    verdict = check_meld(
        _variant(case),
        MeldType(given["type"]),
        cards(given["cards"]),
        packs=_packs(case),
        ordered=given.get("ordered", False),
        phase=Phase.LAY_DOWN if given.get("phase", "laydown") in LAY_DOWN else Phase.LAID,
    )
    return _answer(verdict, "valid")


def _melds(given: list[Case]) -> list[Meld]:
    return [(MeldType(one["type"]), cards(one["cards"])) for one in given]


def _turn(given: Case, laid: int = 0) -> dict[str, int | None]:
    """The counted cards of a turn; what is not told follows from the rest of the hand."""
    hand, played_off = given.get("hand_after_draw"), given.get("played_off", 0)
    discarded = given.get("discarded", 1)
    rest = (hand or 0) - laid - played_off - discarded
    return {
        "hand_after_draw": hand,
        "played_off": played_off,
        "discarded": discarded,
        "left_in_hand": given.get("left_in_hand", rest),
    }


def contract(case: Case) -> Case:
    given = case["input"]
    melds = _melds(given["melds"])
    verdict = check_lay_down(
        _variant(case),
        given["round"],
        melds,
        packs=_packs(case),
        ordered=given.get("ordered", False),
        **_turn(given, sum(len(laid) for _, laid in melds)),
    )
    return _answer(verdict, "ok", goes_out=verdict.goes_out)


def finish_turn(case: Case) -> Case:
    given = case["input"]
    verdict = check_finish_turn(
        _variant(case),
        given["round"],
        is_down=given.get("player_is_down", True),
        **_turn(given),
    )
    return _answer(verdict, "ok", goes_out=verdict.goes_out)


def _end(word: str) -> End:
    """An end of the run; a word for any other place means inside."""
    return End(word) if word in set(End) else End.INSIDE


def play_off(case: Case) -> Case:
    given = case["input"]
    verdict = check_play_off(
        _variant(case),
        MeldType(given["type"]),
        cards(given["meld"]),
        Card.parse(given["card"]),
        packs=_packs(case),
        is_down=given.get("player_is_down", True),
        end=_end(given.get("end") or End.ANY),
        own=given.get("meld_owner", "other") == "own",
        laid_down_this_turn=given.get("laid_down_this_turn", False),
    )
    return _answer(verdict, "ok")


def wild_swap(case: Case) -> Case:
    given = case["input"]
    verdict = check_swap(
        _variant(case),
        MeldType(given["type"]),
        cards(given["meld"]),
        given["wild_index"],
        Card.parse(given["card"]),
        is_down=given.get("player_is_down", True),
        own=given.get("meld_owner", "other") == "own",
        wild_goes_to=WildGoes.HAND if given.get("wild_goes_to") == "hand" else WildGoes.TABLE,
        while_laying_down=given.get("as_part_of_going_down", False),
        swaps_this_turn=given.get("swaps_this_turn", 1),
    )
    return _answer(verdict, "ok")


def buy(case: Case) -> Case:
    given = case["input"]
    in_round = given.get("buys_before_in_round", 0)
    verdict = check_buy(
        _variant(case),
        round=given.get("round", 1),
        cards=given.get("bought", 1),
        bought_in_game=given.get("buys_before_in_game", in_round),
        bought_in_round=in_round,
        is_down=given.get("is_down", False),
        is_discarder=given.get("buyer_is_discarder", False),
        is_turn_player=given.get("buyer_is_turn_player", False),
        next_player_has_drawn=given.get("next_player_has_drawn", False),
    )
    return _answer(verdict, "allowed", cards_gained=verdict.cards)


def priority(case: Case) -> Case:
    given = case["input"]
    seat = buy_priority(
        _variant(case),
        given["seats_clockwise"],
        given["player_about_to_draw"],
        given["wants"],
        opening=given.get("opening", False),
    )
    return {"gets_card": seat}


def call_rummy(case: Case) -> Case:
    given = case["input"]
    verdict = check_rummy_call(
        _variant(case),
        players=given["players"],
        offender_is_down=given.get("offender_is_down", True),
        discard_fits_table=given.get("discard_fits_table", True),
        next_player_started=given.get("next_player_started", False),
        discard_ended_round=given.get("discard_ended_round", False),
        called=given.get("called", True),
    )
    return _answer(verdict, "penalty_applies", cards_received_by_offender=verdict.cards)


def arithmetic(case: Case) -> Case:
    given, variant = case["input"], _variant(case)
    if variant.round_rules(given["round"]) is None:
        return {"error": str(Reason.NO_SUCH_ROUND)}
    bought = given.get("cards_bought")
    return asdict(
        hand_arithmetic(variant, given["round"], given.get("buys", 0), cards_bought=bought)
    )


KINDS: dict[str, Callable[[Case], Case]] = {
    "meld": meld,
    "contract": contract,
    "play_off": play_off,
    "wild_swap": wild_swap,
    "buy": buy,
    "buy_priority": priority,
    "finish_turn": finish_turn,
    "call_rummy": call_rummy,
    "hand_arithmetic": arithmetic,
}
