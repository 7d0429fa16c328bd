"""The engine's answers to worked cases about play, in the form in which the cases state theirs."""

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
from scorebook.rules.verdict import Verdict

Case = dict[str, Any]
PHASES = {"laydown": Phase.LAY_DOWN, "laid": Phase.LAID}


def cards(codes: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes))


def _variant(case: Case) -> Variant:
    return presets.get(case["variant"])


def _packs(case: Case) -> int:
    return _variant(case).packs_for(case["input"].get("players", 4))


def _warnings(verdict: Verdict) -> dict[str, list[str]]:
    return {"warnings": [str(code) for code in verdict.warnings]} if verdict.warnings else {}


def meld(case: Case) -> Case:
    given = case["input"]
    verdict = check_meld(
        _variant(case),
        MeldType(given["type"]),
        cards(given["cards"]),
        packs=_packs(case),
        ordered=given["ordered"],
        phase=PHASES[given["phase"]],
    )
    return {"valid": verdict.ok, "reason": str(verdict.reason), **_warnings(verdict)}


def _melds(given: list[Case]) -> list[Meld]:
    return [(MeldType(one["type"]), cards(one["cards"])) for one in given]


def contract(case: Case) -> Case:
    given = case["input"]
    verdict = check_lay_down(
        _variant(case),
        given["round"],
        _melds(given["melds"]),
        packs=_packs(case),
        played_off=given["played_off"],
        discarded=given["discarded"],
        left_in_hand=given["left_in_hand"],
        hand_after_draw=given["hand_after_draw"],
    )
    return {"ok": verdict.ok, "reason": str(verdict.reason), "goes_out": verdict.goes_out}


def play_off(case: Case) -> Case:
    given = case["input"]
    verdict = check_play_off(
        _variant(case),
        MeldType(given["type"]),
        cards(given["meld"]),
        Card.parse(given["card"]),
        packs=_packs(case),
        is_down=given["player_is_down"],
        end=End(given["end"]),
        own=given.get("meld_owner", "other") == "own",
    )
    return {"ok": verdict.ok, "reason": str(verdict.reason)}


def wild_swap(case: Case) -> Case:
    given = case["input"]
    verdict = check_swap(
        _variant(case),
        MeldType(given["type"]),
        cards(given["meld"]),
        given["wild_index"],
        Card.parse(given["card"]),
        is_down=given["player_is_down"],
        own=given["meld_owner"] == "own",
        wild_goes_to=WildGoes(given["wild_goes_to"]),
        while_laying_down=given["as_part_of_going_down"],
        swaps_this_turn=given["swaps_this_turn"],
    )
    return {"ok": verdict.ok, "reason": str(verdict.reason)}


def buy(case: Case) -> Case:
    given = case["input"]
    verdict = check_buy(
        _variant(case),
        round=1,
        cards=given["bought"],
        bought_in_game=given["buys_before_in_game"],
        bought_in_round=given.get("buys_before_in_round", 0),
        is_down=given["is_down"],
        is_turn_player=given.get("buyer_is_turn_player", False),
        next_player_has_drawn=given.get("next_player_has_drawn", False),
    )
    return {"allowed": verdict.ok, "cards_gained": verdict.cards}


def priority(case: Case) -> Case:
    given = case["input"]
    seat = buy_priority(
        _variant(case), given["seats_clockwise"], given["player_about_to_draw"], given["wants"]
    )
    return {"gets_card": seat}


def finish_turn(case: Case) -> Case:
    given = case["input"]
    verdict = check_finish_turn(
        _variant(case),
        given["round"],
        is_down=given["player_is_down"],
        left_in_hand=given["left_in_hand"],
        played_off=given["played_off"],
        discarded=given["discarded"],
        hand_after_draw=given["hand_after_draw"],
    )
    return {"ok": verdict.ok, "reason": str(verdict.reason), "goes_out": verdict.goes_out}


def call_rummy(case: Case) -> Case:
    given = case["input"]
    verdict = check_rummy_call(
        _variant(case),
        players=given["players"],
        offender_is_down=given["offender_is_down"],
        discard_fits_table=given["discard_fits_table"],
        next_player_started=given["next_player_started"],
        discard_ended_round=given.get("discard_ended_round", False),
        called=given.get("called", True),
    )
    return {"penalty_applies": verdict.ok, "cards_received_by_offender": verdict.cards}


def arithmetic(case: Case) -> Case:
    given = case["input"]
    return asdict(hand_arithmetic(_variant(case), given["round"], given["buys"]))


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
