"""The engine's answers to worked cases about play, in the form in which the cases state theirs."""

from collections.abc import Callable
from typing import Any

from scorebook.rules import presets
from scorebook.rules.cards import Card
from scorebook.rules.contracts import Meld, check_lay_down, hand_arithmetic
from scorebook.rules.melds import Phase, check_meld
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


KINDS: dict[str, Callable[[Case], Case]] = {
    "meld": meld,
    "contract": contract,
}
