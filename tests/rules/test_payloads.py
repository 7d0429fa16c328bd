"""What an entry has to look like to be taken, and when two say the same."""

from typing import Any

import pytest

from scorebook.rules import presets
from scorebook.rules.payloads import check_payload, same_meaning
from tests.rules.paper import person

LINK = presets.get("link")
START = {
    "rule_set": "link",
    "players": [person(0), {"id": person(1), "name": "Em"}],
    "first_dealer": 1,
    "date": "2025-12-25",
}
JOIN = {"player": person(9), "after_seat": 4, "points": "average"}
GOOD: list[tuple[str, int | None, int | None, Any]] = [
    ("start", None, None, START),
    ("start", None, None, {**START, "decks": 3, "place": "", "occasion": "Christmas"}),
    ("cut", 1, None, {"exact": True, "seat": 4}),
    ("out", 7, None, {"seat": None}),
    ("out", 7, None, {"seat": 0}),
    ("hand", 1, 0, {"cards": []}),
    ("hand", 1, 4, {"cards": ["KH", "4", "JK"]}),
    ("hand", 1, 0, {"total": 45, "typed": "10+5+30"}),
    ("hand", 1, 0, {"total": 0}),
    ("hand", 1, 0, {"cards": ["K"] * 60}),
    ("buys", 1, 0, {"n": 2}),
    ("buys", 1, 0, {"n": 2, "cards": 2}),
    ("lay_down", 1, 0, {"melds": [{"type": "set", "cards": ["KH", "KD", "JK"]}]}),
    ("adjust", 1, 0, {"points": -10, "reason": "peeking"}),
    ("join", 2, None, JOIN),
    ("leave", 2, 3, {}),
    ("rules", None, None, {"rule_set": "gourt"}),
    ("note", None, None, {"text": "Pie."}),
    ("note", 3, None, {"text": "Pie.\r\nMore pie."}),
    ("start", None, None, {**START, "date": "1900-01-01"}),
    ("start", None, None, {**START, "date": "2200-12-31"}),
    ("join", 2, None, {**JOIN, "player": {"id": person(9), "name": "Os 👨‍👩‍👧"}}),
    ("void", None, None, {"entry": person(1)}),
    ("accept", None, None, {"proposal": person(1)}),
    ("drop", None, None, {"proposal": person(1)}),
    ("finish", None, None, {"early": False}),
    ("reopen", None, None, {}),
]
BAD: list[tuple[str, Any, Any, Any, str, str]] = [
    ("dance", None, None, {}, "kind", "unknown"),
    ("start", None, None, {**START, "date": "2025-W01-1"}, "date", "date"),
    ("start", None, None, {**START, "date": "0001-01-01"}, "date", "range"),
    ("start", None, None, {**START, "date": "1899-12-31"}, "date", "range"),
    ("start", None, None, {**START, "date": "9999-12-31"}, "date", "range"),
    ("start", None, None, {**START, "place": "Hall\u202e"}, "place", "text"),
    ("start", None, None, {**START, "occasion": "  "}, "occasion", "text"),
    (
        "start",
        None,
        None,
        {**START, "players": [person(0), {"id": person(1), "name": "\u3164"}]},
        "players",
        "name",
    ),
    ("join", 2, None, {**JOIN, "player": {"id": person(9), "name": "\u2800"}}, "player", "name"),
    ("adjust", 1, 0, {"points": 5, "reason": "pee\u202eking"}, "reason", "text"),
    ("note", None, None, {"text": "\u2066Pie."}, "text", "text"),
    ("hand", 8, 0, {"cards": []}, "round", "range"),
    ("hand", 0, 0, {"cards": []}, "round", "type"),
    ("hand", True, 0, {"cards": []}, "round", "type"),
    ("hand", "1", 0, {"cards": []}, "round", "type"),
    ("hand", None, 0, {"cards": []}, "round", "missing"),
    ("hand", 1, 5, {"cards": []}, "seat", "seat"),
    ("hand", 1, -1, {"cards": []}, "seat", "type"),
    ("hand", 1, None, {"cards": []}, "seat", "missing"),
    ("hand", 1, 0, [], "payload", "type"),
    ("hand", 1, 0, {}, "cards", "missing"),
    ("hand", 1, 0, {"cards": [], "total": 0}, "cards", "missing"),
    ("hand", 1, 0, {"cards": [], "typed": "0"}, "typed", "unknown"),
    ("hand", 1, 0, {"cards": "KH"}, "cards", "type"),
    ("hand", 1, 0, {"cards": [1]}, "cards", "type"),
    ("hand", 1, 0, {"cards": ["1H"]}, "cards", "card"),
    ("hand", 1, 0, {"cards": ["kh"]}, "cards", "card"),
    ("hand", 1, 0, {"cards": ["K"] * 61}, "cards", "too_many"),
    ("hand", 1, 0, {"total": 63}, "total", "total"),
    ("hand", 1, 0, {"total": -5}, "total", "range"),
    ("hand", 1, 0, {"total": 5000}, "total", "total"),
    ("hand", 1, 0, {"total": 10**20}, "total", "range"),
    ("hand", 1, 0, {"total": 45.0}, "total", "type"),
    ("hand", 1, 0, {"total": float("nan")}, "total", "type"),
    ("hand", 1, 0, {"total": "1_000"}, "total", "type"),
    ("hand", 1, 0, {"total": False}, "total", "type"),
    ("hand", 1, 0, {"total": 5, "typed": "5\0"}, "typed", "text"),
    ("hand", 1, 0, {"total": 5, "typed": "5" * 201}, "typed", "too_long"),
    ("hand", 1, 0, {"cards": [], "colour": "red"}, "colour", "unknown"),
    ("cut", 1, None, {"exact": 1, "seat": 0}, "exact", "type"),
    ("cut", 1, None, {"exact": True, "seat": 5}, "seat", "seat"),
    ("cut", 1, 2, {"exact": True, "seat": 0}, "seat", "unknown"),
    ("out", 1, None, {}, "seat", "missing"),
    ("out", 1, None, {"seat": True}, "seat", "type"),
    ("out", 1, None, {"seat": 5}, "seat", "seat"),
    ("buys", 1, 0, {"n": -1}, "n", "range"),
    ("buys", 1, 0, {"n": 1, "cards": 2}, "cards", "range"),
    ("buys", 1, 0, {"n": 2, "cards": 1}, "cards", "range"),
    ("rummy", 1, None, {"caller": 0, "offender": 1}, "kind", "rules"),
    ("lay_down", 1, 0, {"melds": [{"type": "pair", "cards": []}]}, "melds", "meld"),
    ("lay_down", 1, 0, {"melds": [["KH"]]}, "melds", "meld"),
    ("lay_down", 1, 0, {"melds": [{"type": "run", "cards": ["11H"]}]}, "melds", "card"),
    ("lay_down", 1, 0, {"melds": 3}, "melds", "type"),
    ("adjust", 1, 0, {"points": 10**6, "reason": "x"}, "points", "range"),
    ("adjust", 1, 0, {"points": 10, "reason": " "}, "reason", "missing"),
    ("join", 2, None, {**JOIN, "player": "Em"}, "player", "id"),
    ("join", 2, None, {**JOIN, "after_seat": 5}, "after_seat", "seat"),
    ("join", 2, None, {**JOIN, "points": "two"}, "points", "choice"),
    ("join", 2, None, {**JOIN, "points": []}, "points", "choice"),
    ("leave", 2, 3, {"why": "late"}, "why", "unknown"),
    ("note", None, None, {"text": ""}, "text", "missing"),
    ("note", None, None, {"text": "a\0b"}, "text", "text"),
    ("void", None, None, {"entry": "e1"}, "entry", "id"),
    ("void", 1, None, {"entry": person(1)}, "round", "unknown"),
    ("finish", None, None, {"early": "no"}, "early", "type"),
    ("start", None, None, {**START, "players": [person(0)]}, "players", "range"),
    ("start", None, None, {**START, "players": [person(n) for n in range(17)]}, "players", "range"),
    ("start", None, None, {**START, "players": [person(0), person(0)]}, "players", "twice"),
    ("start", None, None, {**START, "players": [person(0), {"id": "x"}]}, "players", "player"),
    ("start", None, None, {**START, "players": person(0)}, "players", "type"),
    ("start", None, None, {**START, "first_dealer": 2}, "first_dealer", "range"),
    ("start", None, None, {**START, "decks": 9}, "decks", "range"),
    ("start", None, None, {**START, "decks": True}, "decks", "type"),
    ("start", None, None, {**START, "date": "25.12.2025"}, "date", "date"),
    ("start", None, None, {**START, "date": "2025-02-30"}, "date", "date"),
    ("start", None, None, {**START, "date": "20251225"}, "date", "date"),
    ("start", None, None, {**START, "place": "x" * 61}, "place", "too_long"),
    ("start", None, None, {**START, "rule_set": "no such/thing"}, "rule_set", "rule_set"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "round", "seat", "payload"), GOOD)
def test_an_entry_of_good_form_is_taken(kind, round, seat, payload):
    assert check_payload(LINK, kind, round, seat, payload, 5) == []


@pytest.mark.parametrize(("kind", "round", "seat", "payload", "field", "code"), BAD)
def test_a_broken_form_names_the_field_and_says_why(kind, round, seat, payload, field, code):
    problems = check_payload(LINK, kind, round, seat, payload, 5)
    assert [(one.field, one.code) for one in problems] == [(field, code)]
    assert problems[0].message.endswith(".")


@pytest.mark.parametrize(
    ("slug", "kind", "payload", "field"),
    [
        ("gourt", "hand", {"cards": ["JK"]}, "cards"),
        ("gourt", "cut", {"exact": True, "seat": 0}, "kind"),
        ("gourt", "rummy", {"caller": 1, "offender": 1}, "offender"),
        ("gourt", "rummy", {"caller": 1, "offender": 7}, "offender"),
        ("bga_short", "hand", {"total": 3000}, "total"),
    ],
)
def test_the_rules_of_the_game_refuse_too(slug, kind, payload, field):
    seat = 0 if kind == "hand" else None
    problems = check_payload(presets.get(slug), kind, 1, seat, payload, 5)
    assert [one.field for one in problems] == [field]


def test_several_cards_may_be_bought_at_once_where_the_rules_say_so():
    assert check_payload(presets.get("gourt"), "buys", 1, 0, {"n": 1, "cards": 4}, 5) == []


@pytest.mark.parametrize(
    ("slug", "kind", "ours", "theirs", "same"),
    [
        ("link", "hand", {"cards": ["KH", "4"]}, {"cards": ["4S", "K"]}, True),
        ("link", "hand", {"cards": ["K", "K"]}, {"cards": ["K"]}, False),
        ("link", "hand", {"cards": ["K"]}, {"cards": ["Q"]}, False),
        ("link", "hand", {"cards": ["K"]}, {"total": 10}, False),
        ("link", "hand", {"total": 45, "typed": "45"}, {"total": 45, "typed": "40+5"}, True),
        ("link", "hand", {"total": 45}, {"total": 40}, False),
        ("norwegian", "hand", {"cards": ["2S"]}, {"cards": ["2"]}, False),
        ("norwegian", "hand", {"cards": ["2H"]}, {"cards": ["2"]}, True),
        ("gourt", "hand", {"cards": ["2S"]}, {"cards": ["2"]}, True),
        ("link", "buys", {"n": 2}, {"n": 2, "cards": 2}, True),
        ("link", "out", {"seat": 1}, {"seat": 2}, False),
        ("link", "finish", {}, {"early": False}, True),
        ("link", "start", START, {**START, "place": ""}, True),
        ("link", "start", START, {**START, "decks": 2}, False),
        ("link", "lay_down", {"melds": [{"type": "set", "cards": ["K"]}]}, {"melds": []}, False),
    ],
)
def test_two_payloads_that_say_the_same(slug, kind, ours, theirs, same):
    assert same_meaning(presets.get(slug), kind, ours, theirs) is same
