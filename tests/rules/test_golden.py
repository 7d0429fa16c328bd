"""Every worked case, by hand from the rules, against the engine's answer.

`pytest tests/rules/test_golden.py --golden PATH` runs another file of the same form.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import CardError, parse_hand
from scorebook.rules.scoring import (
    cut_numbers,
    cut_points,
    hand_points,
    places,
    winners,
)
from scorebook.rules.variant import Variant
from tests.rules import golden_play

Case = dict[str, Any]
HERE = Path(__file__).parent
COUNTS = {"golden.json": 319, "golden_more.json": 433}
OURS = [HERE / name for name in COUNTS]


def variant_of(case: Case) -> Variant:
    return presets.get(case["variant"])


def points(variant: Variant, cards: list[str]) -> int:
    return hand_points(variant, parse_hand(" ".join(cards)))


def score(case: Case) -> Case:
    try:
        return {"points": points(variant_of(case), case["input"]["cards"])}
    except CardError:
        return {"error": "NO_SUCH_CARD"}


def deck(case: Case) -> Case:
    variant = variant_of(case)
    packs = variant.packs_for(case["input"]["players"])
    pack = variant.pack()
    return {
        "decks": packs,
        "jokers": packs * variant.jokers_per_pack,
        "total_cards": packs * len(pack),
        "wild_cards": packs * sum(map(variant.is_wild, pack)),
    }


def cut_adjustments(case: Case, players: list[str]) -> dict[str, int]:
    given, variant = case["input"], variant_of(case)
    dealt = variant.rounds[given.get("round", 1) - 1].dealt
    exact = given.get("cards_in_dealt_stack") in cut_numbers(variant, len(players), dealt)
    cutter = given.get("cutter")
    points = cut_points(variant, players, cutter) if exact and cutter is not None else {}
    return {player: points.get(player, 0) for player in players}


def cut_bonus(case: Case) -> Case:
    return {"adjustments": cut_adjustments(case, case["input"]["players"])}


def round_total(case: Case) -> Case:
    hands = case["input"]["hands"]
    cut = cut_adjustments(case, list(hands))
    scores = {who: points(variant_of(case), cards) + cut[who] for who, cards in hands.items()}
    return {"scores": scores}


def standings(case: Case, totals: dict[str, int]) -> Case:
    ranks = places(variant_of(case), totals)
    return {"totals": totals, "rank": ranks, "winners": sorted(winners(ranks))}


def game_total(case: Case) -> Case:
    rounds = case["input"]["rounds"]
    return standings(case, {who: sum(points) for who, points in rounds.items()})


KINDS = {
    **golden_play.KINDS,
    "score": score,
    "deck": deck,
    "cut_bonus": cut_bonus,
    "round_total": round_total,
    "game_total": game_total,
    "standings": lambda case: standings(case, case["input"]["totals"]),
}


def cases(path: Path) -> list[Case]:
    read: list[Case] = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return read


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        path = metafunc.config.getoption("--golden", None)
        found = [case for path in ([path] if path else OURS) for case in cases(path)]
        metafunc.parametrize("case", found, ids=[case["id"] for case in found])


def differences(expected: Case, answer: Case) -> Case:
    """What the engine answers otherwise; names may come in any order."""
    return {
        key: answer.get(key)
        for key, value in expected.items()
        if not _agrees(key, value, answer.get(key))
    }


def _agrees(key: str, expected: Any, answered: Any) -> bool:
    if key == "reason":  # where several faults apply, any of their codes will do
        return expected in (answered or [])
    if isinstance(expected, list) and isinstance(answered, list):
        return sorted(expected) == sorted(answered)
    return bool(expected == answered)


def test_case(case: Case) -> None:
    assert case["kind"] in KINDS, f"nobody answers cases of kind {case['kind']}"
    assert differences(case["expect"], KINDS[case["kind"]](case)) == {}


def test_a_wrong_answer_of_the_engine_is_told() -> None:
    answer = {"ok": False, "reason": ["TOO_SHORT", "SUIT_MISMATCH"], "goes_out": False}
    assert differences({"ok": False, "reason": "SUIT_MISMATCH"}, answer) == {}
    assert differences({"ok": True, "reason": "WRAP", "points": 5}, answer) == {
        "ok": False,
        "reason": ["TOO_SHORT", "SUIT_MISMATCH"],
        "points": None,
    }


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_own_cases_are_of_every_kind(path: Path) -> None:
    ours = cases(path)
    assert len({case["id"] for case in ours}) == len(ours) == COUNTS[path.name]
    assert {case["kind"] for case in ours} == set(KINDS)
