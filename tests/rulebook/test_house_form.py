"""The form of a rule set: made from the schema, read back to the same rules."""

from __future__ import annotations

import dataclasses
import re
from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from scorebook.rulebook.house_form import GROUPS, RulesForm
from scorebook.rulebook.notation import (
    read_codes,
    read_contract,
    read_numbers,
    read_packs,
    read_prices,
    read_window,
    show_contract,
    show_packs,
)
from scorebook.rulebook.schema import NOT_ASKED, axes
from scorebook.rulebook.wording import CHOICES, WORDS
from scorebook.rules import presets
from scorebook.rules.differences import differing_axes
from scorebook.rules.variant import Variant
from tests.rulebook.filling_in import as_posted
from tests.rules.random_variants import random_variant

LINK = presets.get("link")
SEEDS = range(60)


def sent(base: Variant, data: dict[str, Any]) -> RulesForm:
    """The form as it comes back from a browser."""
    query = QueryDict(mutable=True)
    for name, value in data.items():
        query.setlist(name, value if isinstance(value, list) else [value])
    return RulesForm(base, query)


def changed(base: Variant = LINK, **fields: Any) -> RulesForm:
    """The form of `base` with a few fields changed; "__" stands for the dot, None unticks."""
    data = as_posted(RulesForm(base))
    for name, value in fields.items():
        path = name.replace("__", ".").replace("rounds_", "rounds.")
        if value is None:
            data.pop(path, None)
        else:
            data[path] = value
    return sent(base, data)


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_what_is_sent_back_unchanged_is_the_same_rule_set(slug):
    base = presets.get(slug)
    form = sent(base, as_posted(RulesForm(base)))
    assert form.is_valid(), form.errors
    assert form.changed_data == []
    assert form.variant == base


@pytest.mark.parametrize("seed", SEEDS)
def test_any_rule_set_sent_back_unchanged_is_the_same(seed):
    base = random_variant(Random(seed))
    form = sent(base, as_posted(RulesForm(base)))
    assert form.is_valid(), form.errors
    assert form.variant == base


@pytest.mark.parametrize("seed", SEEDS)
def test_any_rule_set_can_be_typed_into_the_form_of_another(seed):
    """Every field is read, not only kept: the form of one shows another and is sent so."""
    base, other = random_variant(Random(seed)), random_variant(Random(seed + 1000))
    form = sent(base, as_posted(RulesForm(base, start=other)))
    assert form.is_valid(), form.errors
    assert set(differing_axes(form.variant, other)) <= {"swap.where", "cut.exact"}
    for section in ("swap", "cut"):
        mine, theirs = getattr(form.variant, section), getattr(other, section)
        for name in ("where", "exact"):
            assert set(getattr(mine, name, ())) == set(getattr(theirs, name, ()))


def test_every_axis_of_the_schema_has_words_and_every_word_an_axis():
    told = {(kind, name) for kind, fields in WORDS.items() for name in fields}
    declared = {
        (kind, field.name) for kind in WORDS for field in dataclasses.fields(kind) if field.init
    }
    without = {name for name in NOT_ASKED if "." not in name}
    without |= {"rounds", "sets", "runs", "lay_down", "play_off", "wilds"}
    assert declared - told == {
        (kind, name) for kind, name in declared if name in without and kind not in (None,)
    }
    assert told <= declared
    for choices in CHOICES:
        assert set(CHOICES[choices]) == {one.value for one in choices}


def test_every_axis_is_under_a_heading_with_help_and_what_the_presets_say():
    groups = RulesForm(LINK).groups()
    assert [group.title for group in groups] == list(GROUPS)
    lines = [line for group in groups for line in group.lines]
    lines += [
        line for group in groups for switch, some in group.switched for line in (switch, *some)
    ]
    assert {line.field.name for line in lines} == set(RulesForm(LINK).fields)
    for line in lines:
        assert line.field.help_text.endswith("."), line.field.name
        assert bool(line.presets) == (not re.match(r"rounds\.(8|9|10)\.", line.field.name))


def test_the_presets_stand_beside_a_field():
    lines = {line.field.name: line for group in RulesForm(LINK).groups() for line in group.lines}
    assert lines["jokers_per_pack"].presets[1] == ("0", "Gourt · Norwegian")
    axis = {axis.path: axis for axis in axes(7, LINK.points, LINK.customs)}["buy.limit"]
    assert axis.label == "How often"


def test_two_buys_a_round():
    form = changed(buy__scope="round")
    assert form.is_valid()
    assert differing_axes(LINK, form.variant) == ["buy.scope"]
    assert form.variant.buy.limit == 2


def test_a_rule_dropped_and_a_rule_added():
    form = changed(cut=None, calling_rummy="on", calling_rummy__each_gives="2")
    assert form.is_valid(), form.errors
    assert form.variant.cut is None
    assert form.variant.calling_rummy.each_gives == 2


def test_rounds_are_added_dropped_and_closed_up():
    form = changed(**{"rounds_2__contract": "", "rounds_9__contract": "1 run of 7 + 1 set"})
    assert form.is_valid(), form.errors
    rounds = form.variant.rounds
    assert len(rounds) == 7
    assert rounds[1] == LINK.rounds[2]
    assert [(slot.type, slot.length) for slot in rounds[6].contract] == [("run", 7), ("set", 3)]
    assert rounds[6].dealt == 11


def test_prices_change_go_and_come():
    form = changed(**{"points__A": "15", "points": "2 25, 10 11"})
    assert form.is_valid(), form.errors
    assert dict(form.variant.points) == {"A": 15, "2-9": 5, "T-K": 10, "JK": 50, "2": 25, "T": 11}
    gone = changed(**{"points__A": ""})
    assert not gone.is_valid()
    assert "gives no value to A" in gone.errors["points"][0]


@pytest.mark.parametrize(
    ("fields", "where", "words"),
    [
        ({"buy": None}, "rounds.7.contract", "cannot be finished with 12 cards"),
        ({"buy__scope": "bank"}, "buy.grants", "has to have 7 numbers"),
        ({"jokers_per_pack": "0"}, "points.JK", "no joker is in the packs"),
        ({"wild": "2"}, "wild", "jokers are in the packs"),
        ({"packs": "2 for 2 to 4, 3 for 6 or more"}, "packs", "leaves a gap"),
        ({"packs": "many"}, "packs", "“many” says nothing about packs"),
        ({"rounds_3__dealt": "40"}, "rounds.3.dealt", "from 1 to 30"),
        ({"rounds_3__contract": "2 pairs"}, "rounds.3.contract", "“2 pairs” is no meld"),
        ({"rounds_2__contract": "", "rounds_3__dealt": "40"}, "rounds.3.dealt", "from 1 to 30"),
        ({"runs__ace": "high", "runs__wrap": "extension"}, "runs.wrap", "runs.ace both"),
        ({"runs__wilds__window": "5 of 4"}, "runs.wilds.window", "more naturals than places"),
        ({"swap__where": []}, "swap.where", "name set, run or both"),
        ({"jokers_per_pack": "lots"}, "jokers_per_pack", "whole number"),
        ({"customs__tie": "x" * 501}, "customs.tie", "at most 500"),
        (
            {"lay_down__longer": None, "sets__wilds__min_naturals": "4"},
            "rounds.1.contract",
            "no cards make a set of 3 by these rules. A♠ A♥ A♦: 3 natural cards",
        ),
        (
            {"runs__ace": "high", "rounds_3__contract": "1 run of 14", "rounds_3__dealt": "14"},
            "rounds.3.contract",
            "no cards make a run of 14",
        ),
        ({"packs": "1 for 2 to 5, 3 for 6 or more"}, "rounds.1.dealt", "5 players are dealt 55"),
        (
            {"rounds_7__contract": "6 runs", "rounds_7__dealt": "12"},
            "rounds.7.contract",
            "takes 25 cards, and with every buy there are 19",
        ),
        (
            {"rounds_7__contract": "5 runs", "runs__touching": "forbidden"},
            "rounds.7.contract",
            "asks for 5 runs, but runs.touching allows one in each suit",
        ),
    ],
)
def test_what_cannot_be_played_is_said_beside_its_field(fields, where, words):
    form = changed(**fields)
    assert not form.is_valid()
    assert list(form.errors) == [where]
    assert words in form.errors[where][0]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("2 sets + 1 run", [("set", 3), ("set", 3), ("run", 4)]),
        ("1 run of 7, 1 SET", [("run", 7), ("set", 3)]),
        ("run and set of 4", [("run", 4), ("set", 4)]),
        ("", []),
    ],
)
def test_contracts_as_people_type_them(typed, read):
    assert [(slot["type"], slot["length"]) for slot in read_contract(typed)] == read


def test_other_notations():
    rows = [
        {"from_players": 2, "to_players": 5, "packs": 2},
        {"from_players": 6, "to_players": None, "packs": 3},
    ]
    for typed in (
        show_packs(rows),
        "2 packs for 2-5; 3 for 6+",
        "2 for 2–5,3 for 6 or more players",
    ):
        assert read_packs(typed) == rows
    assert read_codes("joker, 2 10h") == ["JK", "2", "TH"]
    assert read_prices("2: 25\nQS 40") == {"2": 25, "QS": 40}
    assert read_numbers("2 2,3") == [2, 2, 3]
    assert (read_window("3 of 4"), read_window(" ")) == ([3, 4], None)
    assert show_contract(read_contract("1 run + 1 set + 1 run")) == "1 run + 1 set + 1 run"


@pytest.mark.parametrize(
    ("reader", "typed"),
    [
        (read_codes, "joker, W"),
        (read_prices, "2=cheap"),
        (read_numbers, "2, many"),
        (read_window, "some"),
        (read_packs, "0x2 for 3"),
    ],
)
def test_what_no_notation_knows_is_said_in_a_sentence(reader, typed):
    with pytest.raises(ValueError, match=r"\.$"):
        reader(typed)
