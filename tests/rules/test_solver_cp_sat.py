"""The best lay-down against what a constraint solver said of the same hands.

`python -m bench.record` writes the answers anew.
"""

import json
from pathlib import Path

import pytest

from bench.hands import hostile_hands, suites
from scorebook.rules import presets
from scorebook.rules.solver import best_lay_down
from tests.rules.test_solver import is_whole

ANSWERS = json.loads(Path(__file__).with_name("cp_sat_answers.json").read_text())
SUITES = [(slug, suite) for slug in presets.SLUGS for suite in suites(presets.get(slug))]


def test_every_suite_was_put_to_the_constraint_solver():
    assert list(ANSWERS) == [f"{slug} {suite.name}" for slug, suite in SUITES]
    for slug in presets.SLUGS:
        assert (
            sum(len(told) for name, told in ANSWERS.items() if name.startswith(f"{slug} ")) >= 200
        )


@pytest.mark.parametrize(("slug", "suite"), SUITES, ids=ANSWERS)
def test_the_constraint_solver_says_the_same(slug, suite):
    variant = presets.get(slug)
    told = ANSWERS[f"{slug} {suite.name}"]
    for hand, answer in zip(suite.hands(variant, len(told)), told, strict=True):
        found = best_lay_down(variant, suite.round, hand)
        assert (found and [found.left_points, len(found.left)]) == answer, hand
        if found:
            is_whole(variant, suite.round, hand, found)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_hostile_hands_get_a_legal_answer(slug):
    variant = presets.get(slug)
    last = len(variant.rounds)
    for _, hand in list(hostile_hands(variant))[:24]:
        assert len(hand) <= 26
        found = best_lay_down(variant, last, hand)
        if found:
            is_whole(variant, last, hand, found)
