"""Rules as JSON from anybody: read strictly, refused with the key at fault."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorebook.rulebook.reading import LARGEST, read_rules, written
from scorebook.rules import presets
from scorebook.rules.variant import VariantError
from tests.rules.test_variant import changed


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_what_is_written_is_read_back(slug):
    text = written(presets.get(slug))
    assert read_rules(text) == presets.get(slug)
    assert read_rules(b"\xef\xbb\xbf" + text.encode()) == presets.get(slug)


def broken(path: str, value: Any) -> str:
    return json.dumps(changed(path, value))


LINK = json.dumps(changed("sign", 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON: it breaks off at line 1, column 2"),
        ("[]", "The rule set has to be an object"),
        ("null", "The rule set has to be an object"),
        ("{}", "name is missing"),
        ("[" * 30_000, "nested too deeply"),
        ('{"a":' * 10_000, "nested too deeply"),
        ("NaN", "NaN is no number"),
        (LINK.replace('"sign": 1', '"sign": NaN'), "NaN"),
        (LINK.replace('"sign": 1', '"sign": -Infinity'), "-Infinity"),
        (LINK.replace('"sign": 1', '"sign": 1e400'), "1e400 is not a whole number"),
        (LINK.replace('"sign": 1', '"sign": 1.0'), "1.0 is not a whole number"),
        (LINK.replace('"sign": 1', f'"sign": {"9" * 5000}'), "too long"),
        (LINK.replace('"sign": 1', '"sign": 1, "sign": 1'), "'sign' is there twice"),
        (LINK.replace('"sign": 1', '"sign": 1, "stakes": 80'), "stakes is not a rule we know"),
        (broken("name", "\ud800"), "not text in UTF-8"),
        (broken("customs", {"\ud800": "x"}), "not text in UTF-8"),
        (broken("name", "Link\x00"), "name has a character that nobody can see"),
        (broken("customs.tie", "a\x1bb"), "customs has a character that nobody can see"),
        (broken("customs", {"a b": "x"}), "customs are named by"),
        (broken("customs.tie", " "), "customs.tie is empty"),
        (broken("customs.tie", "x" * 501), "customs.tie has more than 500"),
        (broken("sources.wild.quote", "x" * 501), "sources.wild has more than 500"),
        (broken("sources", {"x" * 81: {"basis": "stated"}}), "sources names an axis of more"),
        (broken("family", "link; drop"), "family"),
        (broken("family", "x" * 51), "family"),
        (broken("rounds", changed("sign", 1)["rounds"] * 3), "rounds has to have 1 to 20"),
        (broken("rounds.1.contract", [{"type": "set", "length": 3}] * 11), "rounds.1.contract"),
        (broken("packs.2.to_players", 10**9), "packs.2.to_players"),
        (broken("packs.1.to_players", 10**9), "packs.1.to_players"),
        (broken("packs.1.from_players", 1), "packs.1.from_players"),
        (broken("cut.exact", ["hands", "hands"]), "cut.exact names a number twice"),
        (broken("points.A", True), "points.A has to be a whole number"),
        (broken("points", {"__class__": 5}), "points.__class__ names no card"),
        (broken("buy", []), "buy has to be an object"),
    ],
)
def test_what_is_broken_or_hostile_is_refused_with_the_key(text, words):
    with pytest.raises(VariantError) as refused:
        read_rules(text)
    assert words in str(refused.value)
    str(refused.value).encode()


def test_rules_that_nobody_could_play_are_refused_with_the_key():
    data = presets.get("link").to_dict()
    data["packs"] = [{"from_players": 2, "to_players": None, "packs": 1}]
    for row in data["rounds"]:
        row["dealt"] = 27
    with pytest.raises(VariantError, match=r"rounds\.1\.dealt: 2 players are dealt 54"):
        read_rules(json.dumps(data))


def test_a_bank_that_grants_endlessly_is_refused():
    data = changed("buy.scope", "bank")
    data["buy"] |= {"limit": None, "grants": [2] * 6 + [10**9]}
    with pytest.raises(VariantError, match="grants"):
        read_rules(json.dumps(data))


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(VariantError, match="UTF-8"):
        read_rules(b"\xff\xfe{\x00}\x00")


def test_too_much_is_refused_before_it_is_read():
    with pytest.raises(VariantError, match="64 kB"):
        read_rules(b" " * (LARGEST + 1))


def test_a_key_as_long_as_the_file_is_not_shown_whole():
    with pytest.raises(VariantError) as refused:
        read_rules(json.dumps(changed("sign", 1) | {"x" * 60_000: 1}))
    assert len(str(refused.value)) <= 300
