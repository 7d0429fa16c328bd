"""The keys that each variant gives."""

import pytest

from scorebook.recording.keypad import keypad
from scorebook.rules import presets


def faces(slug):
    return [[key.face for key in row.keys] for row in keypad(presets.get(slug))]


@pytest.mark.parametrize("slug", ["link", "bga_full", "bga_short"])
def test_ace_and_joker_on_top_then_the_pips_then_ten_to_king(slug):
    assert faces(slug) == [
        ["A", "★"],
        ["2", "3", "4", "5"],
        ["6", "7", "8", "9"],
        ["10", "J", "Q", "K"],
    ]


def test_gourt_has_wild_twos_and_no_joker():
    assert faces("gourt") == [
        ["A", "2"],
        ["3", "4", "5", "6"],
        ["7", "8", "9"],
        ["10", "J", "Q", "K"],
    ]


def test_norwegian_has_a_key_for_the_two_of_spades_and_one_for_the_other_twos():
    top, pips, *_ = keypad(presets.get("norwegian"))
    assert [(key.card, key.face, key.points, key.small) for key in top.keys] == [
        ("A", "A", 20, "+20"),
        ("2S", "2♠", 50, "+50"),
    ]
    assert (pips.keys[0].card, pips.keys[0].points, pips.keys[0].small) == ("2", 5, "not ♠")


def test_a_row_says_its_value_once_where_all_keys_share_it():
    assert [row.shared for row in keypad(presets.get("link"))] == ["", "+5", "+5", "+10"]
    assert [row.shared for row in keypad(presets.get("bga_full"))] == ["", "−5", "−5", "−10"]


def test_keys_of_a_mixed_row_say_their_own_value():
    variant = presets.get("link").to_dict()
    variant["points"] = {"A": 20, "2-4": 5, "5": 15, "6-9": 5, "T-K": 10, "JK": 50}
    row = keypad(type(presets.get("link")).from_dict(variant))[1]
    assert row.shared == ""
    assert [key.small for key in row.keys] == ["+5", "+5", "+5", "+15"]
