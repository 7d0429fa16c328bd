"""A rule set as JSON: read strictly, written back the same, the impossible refused by name."""

import json
from typing import Any

import pytest

from scorebook.rules import presets
from scorebook.rules.cards import Card
from scorebook.rules.describe import describe
from scorebook.rules.variant import Basis, Packs, Variant, VariantError, contract_words


def plain(slug: str = "link") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(presets.get(slug).to_dict()))
    return data


def changed(path: str, value: Any, slug: str = "link") -> dict[str, Any]:
    """A preset's JSON with one dotted key set to another value."""
    data = plain(slug)
    inner: Any = data
    *keys, last = path.split(".")
    for key in keys:
        inner = inner[int(key) - 1] if isinstance(inner, list) else inner[key]
    if isinstance(inner, list):
        inner[int(last) - 1] = value
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_a_preset_survives_json(slug):
    assert Variant.from_dict(plain(slug)) == presets.get(slug)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("stakes", 80),
        ("runs.circular", True),
        ("rounds.2.contract.1.colour", "red"),
        ("jokers_per_pack", True),
        ("jokers_per_pack", 2.0),
        ("jokers_per_pack", "2"),
        ("upcard", 1),
        ("name", None),
        ("name", ""),
        ("family", "a b"),
        ("rounds", []),
        ("rounds", {}),
        ("rounds.1", None),
        ("rounds.1.dealt", 0),
        ("rounds.1.contract", []),
        ("rounds.1.contract.1.type", "pair"),
        ("rounds.2.contract.2.length", 15),
        ("rounds.2.contract.1.length", 2),
        ("rounds.1.closing_discard", "perhaps"),
        ("packs", []),
        ("packs.1.to_players", None),
        ("packs.1.to_players", 1),
        ("packs.2.from_players", 7),
        ("packs.2.from_players", 5),
        ("packs.1.packs", 0),
        ("wild", ["2", "2"]),
        ("wild", ["W"]),
        ("wild", []),
        ("points.2-9", -5),
        ("points.9-2", 5),
        ("points.11", 5),
        ("sign", 0),
        ("sets.wilds.max_wilds", -1),
        ("runs.wilds.window", [5, 4]),
        ("runs.wilds.window", [3]),
        ("runs.max_length", 15),
        ("buy.limit", -1),
        ("buy.limit", 0),
        ("buy.scope", "bank"),
        ("buy.grants", [1]),
        ("buy.price", -1),
        ("swap.where", []),
        ("swap.while_laying_down", -1),
        ("cut.exact", []),
        ("customs.tie", 3),
        ("sources.wild.basis", "sure"),
    ],
)
def test_what_cannot_be_is_refused_by_name(path, value):
    with pytest.raises(VariantError, match=path.split(".")[0]):
        Variant.from_dict(changed(path, value))


@pytest.mark.parametrize(
    ("slug", "path", "value", "words"),
    [
        ("link", "jokers_per_pack", 0, "points.JK"),
        ("gourt", "wild", ["JK"], "no joker is in the packs"),
        ("gourt", "points", {"A": 25, "3-9": 5, "T-K": 10}, "no value to 2"),
        ("gourt", "jokers_per_pack", 2, "no value to JK"),
        ("gourt", "buy", None, "fine"),
        ("norwegian", "buy", None, "rounds.6"),
    ],
)
def test_combinations_that_cannot_be_played(slug, path, value, words):
    data = changed(path, value, slug)
    if words == "fine":
        assert Variant.from_dict(data).buy is None
    else:
        with pytest.raises(VariantError, match=words):
            Variant.from_dict(data)


@pytest.mark.parametrize("key", ["name", "rounds", "points", "wild"])
def test_a_missing_key_is_named(key):
    data = plain()
    del data[key]
    with pytest.raises(VariantError, match=f"{key} is missing"):
        Variant.from_dict(data)


def test_a_key_with_a_usual_value_may_be_left_out():
    data = plain("norwegian")
    del data["direction"], data["sets"]
    assert Variant.from_dict(data) == presets.get("norwegian")


@pytest.mark.parametrize("data", [None, [], "link", 5, {1: 2}])
def test_what_is_no_rule_set_at_all(data):
    with pytest.raises(VariantError):
        Variant.from_dict(data)


def test_the_narrowest_key_prices_a_card():
    variant = Variant.from_dict(
        changed("points", {"A-K": 1, "2-9": 5, "2": 7, "2S": 50}, "norwegian")
    )
    assert [variant.card_points[code] for code in ("2S", "2H", "2", "3", "K", "A")] == [
        50, 7, 7, 5, 1, 1,
    ]  # fmt: skip


def test_the_nearest_named_ancestor_is_the_source():
    link = presets.get("link")
    assert link.source("runs.wilds.adjacent").basis is Basis.STATED
    assert link.source("runs.wilds.max_wilds") == link.source("runs.wilds")
    assert link.source("rounds.3.dealt") == link.source("rounds.3")
    assert link.source("something.new").basis is Basis.ASSUMED


def test_a_table_beyond_every_row_takes_the_nearest():
    norwegian = presets.get("norwegian")
    assert norwegian.packs[-1] == Packs(5, 6, 3)
    assert [norwegian.packs_for(players) for players in (1, 2, 4, 5, 6, 9)] == [2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("slug", "wild"), [("link", "JK"), ("gourt", "2 2S 2H"), ("norwegian", "2S")]
)
def test_wild_cards(slug, wild):
    variant = presets.get(slug)
    every = {*map(str, variant.pack()), "2"}
    assert {code for code in every if variant.is_wild(Card.parse(code))} >= set(wild.split())
    assert not variant.is_wild(Card.parse("3S"))
    assert variant.is_wild(Card.parse("2")) is (slug == "gourt")


def test_a_contract_in_words():
    rounds = presets.get("link").rounds
    assert [contract_words(rules.contract) for rules in rounds] == [
        "2 sets",
        "1 set + 1 run",
        "2 runs",
        "3 sets",
        "2 sets + 1 run",
        "1 set + 2 runs",
        "3 runs",
    ]
    longer = Variant.from_dict(changed("rounds.2.contract.2.length", 7))
    assert contract_words(longer.rounds[1].contract) == "1 set + 1 run of 7"


@pytest.mark.parametrize(
    ("slug", "rounds"), [("link", [7]), ("gourt", []), ("norwegian", [6, 7]), ("bga_full", [])]
)
def test_rounds_that_need_a_buy(slug, rounds):
    numbered = enumerate(presets.get(slug).rounds, start=1)
    assert [number for number, rules in numbered if rules.needs_buy] == rounds


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_a_rule_set_in_plain_sentences(slug):
    variant = presets.get(slug)
    statements = describe(variant)
    assert all(one.sentence.endswith(".") and one.sentence[0] != " " for one in statements)
    for custom in variant.customs.values():
        assert custom in [one.sentence for one in statements]
    assert any(one.source.basis is Basis.ASSUMED for one in statements)


def test_rules_that_no_preset_has_are_described_too():
    data = changed("direction", "counterclockwise")
    data["buy"] |= {"scope": "bank", "limit": None, "grants": [3, 3, 3, 4, 4, 4, 5], "per": "card"}
    data["runs"]["wilds"] |= {"max_wilds": 2, "naturals_at_least_wilds": True}
    data["cut"]["to"] = "cutter"
    said = " ".join(one.sentence for one in describe(Variant.from_dict(data)))
    for words in ("3, 3, 3, 4, 4, 4, 5", "for each card", "at most 2", "counter-clockwise"):
        assert words in said


def test_a_described_rule_counts_one_and_many_in_the_right_words():
    data = presets.get("gourt").to_dict()
    data["packs"] = [{"from_players": 2, "to_players": None, "packs": 1}]
    data["calling_rummy"]["each_gives"] = 2
    data["buy"] |= {"cards": 3, "limit": 1, "scope": "round", "grants": []}
    said = " ".join(one.sentence for one in describe(Variant.from_dict(data)))
    assert "2 or more players take 1 pack." in said
    assert "gives them 2 cards." in said
    assert "may buy 3 cards of the discard pile." in said
    assert "Each player may buy once a round." in said


@pytest.mark.parametrize(
    ("slug", "kind", "copies"),
    [
        ("link", "K", 8),
        ("link", "KH", 2),
        ("link", "JK", 4),
        ("gourt", "2", 8),
        ("norwegian", "2", 6),
        ("norwegian", "2S", 2),
        ("norwegian", "JK", 0),
    ],
)
def test_copies_in_two_packs(slug, kind, copies):
    assert presets.get(slug).copies(kind, 2) == copies
