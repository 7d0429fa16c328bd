"""Every worked case about melds, lay-downs, playing off and swapping, asked through the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from scorebook.rules.verdict import Verdict
from tests.factories import make_game
from tests.rules.golden_play import LAY_DOWN
from tests.rules.test_golden import OURS, cases

Case = dict[str, Any]
MARKS = {True: "✓", False: "✗"}
ENDS = ("low", "high", "any")


def ticked(**boxes: bool) -> Case:
    """What a browser sends of boxes: those that are ticked."""
    return {name: "on" for name, on in boxes.items() if on}


def text(codes: list[str]) -> str:
    return " ".join(codes)


def meld(given: Case) -> tuple[str, Case]:
    laid = given.get("phase", "laydown") not in LAY_DOWN
    boxes = ticked(as_laid=given.get("ordered", False), laid=laid)
    return "meld", {"type": given["type"], "cards": text(given["cards"]), **boxes}


def contract(given: Case) -> tuple[str, Case]:
    names = {"hand": "hand_after_draw", "left": "left_in_hand"}
    counts = {
        name: given.get(names.get(name, name), "")
        for name in ("hand", "played_off", "discarded", "left")
    }
    melds = {
        "type": [one["type"] for one in given["melds"]],
        "cards": [text(one["cards"]) for one in given["melds"]],
    }
    return "", {
        "round": given["round"],
        **melds,
        **counts,
        **ticked(as_laid=given.get("ordered", False)),
    }


def on_table(given: Case, **boxes: bool) -> Case:
    own, down = given.get("meld_owner") == "own", given.get("player_is_down", True)
    cards = {"type": given["type"], "meld": text(given["meld"]), "card": given["card"]}
    return cards | ticked(own=own, is_down=down, **boxes)


def play_off(given: Case) -> tuple[str, Case]:
    end = given.get("end") or "any"
    fields = on_table(given, laid_down_this_turn=given.get("laid_down_this_turn", False))
    return "play-off", fields | {"end": end if end in ENDS else "inside"}


def wild_swap(given: Case) -> tuple[str, Case]:
    fields = on_table(given, while_laying_down=given.get("as_part_of_going_down", False))
    goes = "hand" if given.get("wild_goes_to") == "hand" else "table"
    counts = {"swaps_this_turn": given.get("swaps_this_turn", 1), "wild": given["wild_index"] + 1}
    return "swap", fields | counts | {"wild_goes_to": goes}


ASKED = {"meld": meld, "contract": contract, "play_off": play_off, "wild_swap": wild_swap}
PLAY = [case for path in OURS for case in cases(path) if case["kind"] in ASKED]


@pytest.mark.parametrize("case", PLAY, ids=[case["id"] for case in PLAY])
def test_the_page_answers_as_the_case_says(case, as_vic):
    slug, fields = ASKED[case["kind"]](case["input"])
    game = make_game(variant=case["variant"], players=case["input"].get("players") or 4)
    address = ("check_question", [game.id, slug]) if slug else ("check", [game.id])
    response = as_vic.post(reverse(address[0], args=address[1]), fields)
    expected = case["expect"]["valid" if case["kind"] == "meld" else "ok"]
    verdict: Verdict = (
        response.context["form"].verdict if slug else response.context["answer"].verdict
    )
    assert response.status_code == 200
    assert verdict.ok == expected
    assert case["expect"]["reason"] in (verdict.reason, *verdict.also)
    box = response.context["box"] if slug else response.context["answer"].box
    assert (box.state == "yes") == expected
    assert f'<span aria-hidden="true">{box.mark}</span> <b>{box.head}</b>' in response.text


def test_all_cases_about_play_are_here():
    assert len(PLAY) > 400
