"""The worked cases, by hand from the rules, against the sheet that the phone makes of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from scorebook.recording.phone_rules import phone_rules
from scorebook.rules import presets
from scorebook.rules.scoring import card_values, why_not
from tests.browser.scripts import on_the_phone
from tests.rules.paper import Paper
from tests.rules.random_variants import random_variant
from tests.rules.test_golden import OURS, cases

Case = Mapping[str, Any]
NUMBER = {
    **{"score": 33, "deck": 20, "cut_bonus": 30},
    **{"round_total": 14, "game_total": 7, "standings": 8},
}


def of_kind(kind: str) -> list[Case]:
    found = [case for path in OURS for case in cases(path) if case["kind"] == kind]
    assert len(found) == NUMBER[kind]
    return found


def sheets(page: Page, games: list[tuple[Case, Paper]]) -> Iterator[tuple[Case, dict[str, Any]]]:
    played = [(paper.variant, paper.entries) for _, paper in games]
    return zip((case for case, _ in games), on_the_phone(page, played), strict=True)


def by_hand(case: Case) -> Paper:
    """The first round of two: one goes out, the other holds the cards."""
    paper = Paper(players=2, variant=case["variant"])
    paper.out(1, 0)
    paper.hand(1, 1, " ".join(case["input"]["cards"]))
    return paper


def test_hands(scripts):
    for case, sheet in sheets(scripts, [(case, by_hand(case)) for case in of_kind("score")]):
        unknown = "unknown_card" in {warning["code"] for warning in sheet["warnings"]}
        assert unknown == ("error" in case["expect"]), case["id"]
        if not unknown:
            assert sheet["totals"] == [0, case["expect"]["points"]], case["id"]


def test_packs(scripts):
    games = [
        (case, Paper(players=case["input"]["players"], variant=case["variant"]))
        for case in of_kind("deck")
    ]
    for case, sheet in sheets(scripts, games):
        expected = case["expect"]
        assert (sheet["decks"], sheet["jokers"]) == (expected["decks"], expected["jokers"])


def cut_of(case: Case, paper: Paper, players: list[str], number: int = 1) -> None:
    """What the cutter says: exact, where the number is one of those on the sheet."""
    cutter, counted = case["input"].get("cutter"), case["input"].get("cards_in_dealt_stack")
    numbers = paper.sheet.rounds[number - 1].cut_numbers
    if cutter is not None and counted in numbers:
        paper.cut(number, players.index(cutter))


def test_cuts(scripts):
    games = []
    for case in of_kind("cut_bonus"):
        players = case["input"]["players"]
        paper = Paper(players=len(players), variant=case["variant"])
        cut_of(case, paper, players)
        games.append((case, paper))
    for case, sheet in sheets(scripts, games):
        paid = [cell["cut_points"] for cell in sheet["rounds"][0]["cells"]]
        assert paid == list(case["expect"]["adjustments"].values()), case["id"]


def test_rounds(scripts):
    games = []
    for case in of_kind("round_total"):
        told, players = case["input"], list(case["input"]["hands"])
        number = told.get("round", 1)
        paper = Paper(players=len(players), variant=case["variant"])
        cut_of(case, paper, players, number)
        paper.out(number, players.index(told["went_out"]) if told.get("went_out") else None)
        for seat, cards in enumerate(told["hands"].values()):
            if players[seat] != told.get("went_out"):
                paper.hand(number, seat, " ".join(cards))
        games.append((case, paper))
    for case, sheet in sheets(scripts, games):
        number = case["input"].get("round", 1)
        played = sheet["rounds"][number - 1]
        assert played["complete"], case["id"]
        points = [cell["points"] for cell in played["cells"]]
        assert points == list(case["expect"]["scores"].values()), case["id"]


def rounds_of(case: Case) -> Mapping[str, list[int]]:
    told = case["input"]
    return told.get("rounds") or {who: [total] for who, total in told["totals"].items()}


def typed(case: Case) -> Paper:
    """A game of typed totals, in which nobody goes out."""
    rounds = rounds_of(case)
    paper = Paper(players=len(rounds), variant=case["variant"])
    for number, points in enumerate(zip(*rounds.values(), strict=True), start=1):
        paper.out(number, None)
        for seat, total in enumerate(points):
            paper.hand(number, seat, total=abs(total))
    return paper


def test_games_and_standings(scripts):
    games = [(case, typed(case)) for case in of_kind("game_total") + of_kind("standings")]
    for case, sheet in sheets(scripts, games):
        expected, people = case["expect"], list(rounds_of(case))
        assert dict(zip(people, sheet["places"], strict=True)) == expected["rank"], case["id"]
        assert [people[seat] for seat in sheet["leaders"]] == expected["winners"], case["id"]
        if "totals" in expected:
            assert dict(zip(people, sheet["totals"], strict=True)) == expected["totals"], case["id"]


WHY_NOT = """
async (sent) => {
  const { whyNot } = await import("/js/sheet.js");
  const { rules, totals } = JSON.parse(sent);
  return totals.map((total) => whyNot(rules, total));
}
"""


PRESETS = [presets.get(slug) for slug in presets.SLUGS]
DRAWN = [random_variant(Random(seed)) for seed in range(30)]


@pytest.mark.parametrize("variants", [PRESETS, DRAWN], ids=["presets", "drawn at random"])
def test_a_total_is_refused_in_the_same_words(scripts, variants):
    for variant in variants:
        most = 60 * max(card_values(variant))
        totals = [*range(-5, 120), *range(most - 60, most + 10)]
        sent = json.dumps({"rules": phone_rules(variant), "totals": totals})
        assert scripts.evaluate(WHY_NOT, sent) == [why_not(variant, total) for total in totals]
