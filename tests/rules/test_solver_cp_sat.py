"""The best lay-down against what a constraint solver said of the same hands.

`python -m bench.record` writes the answers anew.
"""

import json
from pathlib import Path

import pytest

from bench.hands import hostile_hands, recorded_hands
from scorebook.rules import presets
from scorebook.rules.solver import best_lay_down
from tests.rules.test_solver import is_whole

ANSWERS = json.loads(Path(__file__).with_name("cp_sat_answers.json").read_text())
RECORDED = list(recorded_hands())


def test_every_suite_was_put_to_the_constraint_solver():
    assert list(ANSWERS) == [some.name for some in RECORDED]
    for slug in presets.SLUGS:
        assert (
            sum(len(told) for name, told in ANSWERS.items() if name.startswith(f"{slug} ")) >= 200
        )


@pytest.mark.parametrize("some", RECORDED, ids=lambda some: some.name)
def test_the_constraint_solver_says_the_same(some):
    variant = presets.get(some.slug)
    for hand, answer in zip(some.hands, ANSWERS[some.name], strict=True):
        found = best_lay_down(variant, some.round, hand)
        assert (found and [found.left_points, len(found.left)]) == answer, hand
        if found:
            is_whole(variant, some.round, hand, found)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_hostile_hands_get_a_legal_answer(slug):
    variant = presets.get(slug)
    last = len(variant.rounds)
    for _, hand in list(hostile_hands(variant))[:24]:
        assert len(hand) <= 26
        found = best_lay_down(variant, last, hand)
        if found:
            is_whole(variant, last, hand, found)
