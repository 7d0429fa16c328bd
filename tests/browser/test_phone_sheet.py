"""The phone's replay against the engine's: the same sheet, to the letter, from the same entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from scorebook.demo.family import cast
from scorebook.demo.season import Season
from scorebook.rules import presets
from scorebook.rules.forms import form_problems
from scorebook.rules.plain import plain_sheet
from scorebook.rules.sheet import Entry
from scorebook.rules.table import replay
from tests.browser.scripts import STATIC, Case, on_the_phone, page_with_scripts
from tests.rules.random_games import random_game
from tests.rules.random_variants import random_variant
from tests.rules.test_properties_replay import games

PRESETS = [presets.get(slug) for slug in presets.SLUGS]


def in_the_house(case: Case) -> Any:
    return plain_sheet(replay(*case))


def differing(page: Page, cases: Sequence[Case]) -> list[Case]:
    """The cases of which phone and house make different sheets."""
    answers = zip(cases, on_the_phone(page, cases), strict=True)
    return [case for case, sheet in answers if sheet != in_the_house(case)]


def smallest(page: Page, case: Case) -> Case:
    """The same difference with as few entries as will do."""
    variant, entries = case
    shorter = [(variant, [e for e in entries if e is not gone]) for gone in entries]
    left = differing(page, shorter)
    return smallest(page, left[0]) if left else case


def assert_the_same(page: Page, cases: Sequence[Case]) -> None:
    assert cases
    for case in differing(page, cases)[:1]:
        variant, entries = smallest(page, case)
        print(f"{variant.name} from these entries:", *entries, sep="\n")
        assert on_the_phone(page, [(variant, entries)]) == [in_the_house((variant, entries))]


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_the_demos_evenings(scripts, slug):
    people, until = cast(6, None, ()), date(2026, 5, 31)
    season = Season(people=people, slug=slug, seed=3, until=until, zone=ZoneInfo("UTC"))
    cases = [
        (
            presets.get(slug),
            [
                Entry(str(said.id), seq, said.kind, said.payload, said.round, said.seat)
                for seq, said in enumerate(evening.submissions, start=1)
            ],
        )
        for evening in season.evenings(4)
    ]
    assert_the_same(scripts, cases)


@cache
def drawn_games() -> list[Case]:
    """Sixty games by each preset, and three hundred by rules that are drawn as well."""
    by_presets = [(v, random_game(Random(seed), v)) for seed in range(60) for v in PRESETS]
    drawn = [(Random(seed), random_variant(Random(seed))) for seed in range(300)]
    return by_presets + [(variant, random_game(random, variant)) for random, variant in drawn]


def test_games_drawn_at_random(scripts):
    assert_the_same(scripts, drawn_games())


def test_the_drawn_games_meet_every_warning():
    met = {warning.code for case in drawn_games() for warning in replay(*case).warnings}
    assert met == {
        *("does_not_fit", "no_buying", "no_buys_left", "nobody_out", "not_complete", "out_missing"),
        *("out_with_cards", "too_many_buys", "too_many_cards", "too_many_copies"),
        *("too_many_jokers", "unknown_card"),
    }


def test_entries_that_fit_nowhere(scripts):
    cases: list[Case] = []

    @settings(max_examples=40, database=None, suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(PRESETS), games(), st.booleans())
    def collect(variant, entries, without_start):
        sound = [e for e in entries if not form_problems(e.kind, e.round, e.seat, e.payload)]
        cases.append((variant, sound[without_start:]))

    collect()
    assert_the_same(scripts, cases)


def test_what_was_not_sent_yet_comes_last_in_the_order_it_was_written(scripts):
    cases = drawn_games()[::16]
    mixed = []
    for variant, entries in cases:
        half = len(entries) // 2
        unsent = [replace(entry, seq=None) for entry in entries[half:]]
        mixed.append((variant, [*unsent, *entries[:half][::-1]]))
    assert on_the_phone(scripts, mixed) == [in_the_house(case) for case in cases]


FAULTS = {
    "the cutter pays too": ("(seat) => seat !== cutter", "() => true"),
    "a void of a void takes back twice": ("|| gone.has(entry.id)", ""),
    "an average is cut off": ("(2 * sum + 5 * costs.length)", "(2 * sum)"),
    "a shared place is the lower one": ("costs.indexOf(", "costs.lastIndexOf("),
    "one more buy is left": ("left !== null && left <= 0", "left !== null && left < 0"),
    "the deal stays": ("this.dealer = this.nextPresent(this.dealer)", "this.dealer = this.dealer"),
    "a wild two is a two of spades": ("!rules.wild.includes(code))) {", "true)) {"),
    "an empty seat is missing a hand": ('state: "absent"', 'state: "missing"'),
    "who went home is placed": ("here.has(seat) && hasPlayed", "hasPlayed"),
    "the first correction does not count": (
        "if (before) this.changes.set",
        "if (0) this.changes.set",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_noticed(browser, fault):
    scripts = "".join(path.read_text() for path in (STATIC / "js").rglob("sheet*/**/*.js"))
    scripts += (STATIC / "js/sheet.js").read_text()
    assert scripts.count(fault[0]) == 1
    page = page_with_scripts(browser, fault)
    found = differing(page, drawn_games()[::6])
    page.close()
    assert found
