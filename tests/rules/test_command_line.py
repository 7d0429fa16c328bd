"""The rules from a terminal, without Django."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorebook.rules import presets
from scorebook.rules.__main__ import main

ROOT = Path(__file__).parents[2]


def ask(capsys, *arguments: str) -> str:
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys, *arguments: str) -> str:
    """The one line that says what is wrong."""
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    captured = capsys.readouterr()
    assert (status, captured.out) == (2, "")
    assert captured.err.count("\n") == 1
    return captured.err


def test_what_a_hand_costs_and_why(capsys):
    said = ask(capsys, "score", "link", "KH 4S AS JK")
    assert said.splitlines()[0] == "85"
    assert "king of hearts 10 + 4 of spades 5 + ace of spades 20 + joker 50" in said


def test_what_a_hand_costs_in_json(capsys):
    answer = json.loads(ask(capsys, "score", "bga_full", "JK 4", "--json"))
    assert answer == {
        "variant": "bga_full",
        "cards": [{"card": "JK", "points": 20}, {"card": "4", "points": 5}],
        "points": -25,
    }


def test_a_reader_that_has_seen_enough_hears_no_more():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "scorebook.rules", "describe", "link"]
    with open(writing, "wb") as closed:
        asked = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert (asked.returncode, asked.stderr) == (1, "")


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_a_verb_after_may_is_a_plain_one(capsys, slug):
    told = ask(capsys, "describe", slug)
    assert not re.search(r"\b(?:may|can|cannot|has to)(?: not)? \w*s\b", told)
    assert re.search(r"in its own place (?:may count|never counts) as a natural card\.", told)


def test_an_empty_hand(capsys):
    assert ask(capsys, "score", "link", "").startswith("0\nno card")


@pytest.mark.parametrize(
    ("arguments", "yes"),
    [
        (("link", "run", "7H 8H JK TH"), True),
        (("link", "run", "7H JK JK TH"), False),
        (("link", "run", "TH 7H JK 8H"), False),
        (("link", "run", "TH 7H JK 8H", "--unordered"), True),
        (("link", "set", "KH KH KH", "--players", "4"), False),
        (("link", "set", "KH KH KH", "--players", "6"), True),
        (("gourt", "run", "4H 5H 6H 2C 2D 9H"), True),
        (("gourt", "run", "4H 5H 2C 2D 8H"), False),
        (("gourt", "run", "4H 5H 2C 2D 8H", "--laid"), True),
    ],
)
def test_a_meld(capsys, arguments, yes):
    assert ask(capsys, "meld", *arguments).startswith("Yes." if yes else "No.")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("link", "3", "run: 3H 4H 5H 6H", "run: 9C TC JC QC"), "OK"),
        (("link", "3", "run: 3H 4H 5H 6H"), "INCOMPLETE"),
        (("gourt", "6", "run: 3H 4H 5H 6H", "run: 9C TC JC QC", "set: 8H 8D 8C"), "OK"),
        (("link", "7", *["run: 3H 4H 5H 6H"] * 2, "run: 9C TC JC QC"), "DISCARD_REQUIRED"),
        (("link", "7", *["run: 3H 4H 5H 6H"] * 2, "run: 9C TC JC QC", "--buys", "1"), "OK"),
    ],
)
def test_a_lay_down(capsys, arguments, reason):
    answer = json.loads(ask(capsys, "laydown", *arguments, "--json"))
    assert (answer["reason"], answer["ok"]) == (reason, reason == "OK")
    assert answer["sentence"] and answer["rule_set"]


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_the_rules_in_sentences(capsys, slug):
    assert presets.get(slug).name in ask(capsys, "describe", slug)
    answer = json.loads(ask(capsys, "describe", slug, "--json"))
    assert {one["basis"] for one in answer} == {"stated", "derived", "assumed"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "COMMAND"),
        (("deal", "link"), "deal"),
        (("score", "poker", "K"), "poker"),
        (("score", "link"), "cards"),
        (("score", "link", "1H"), "no 1"),
        (("score", "gourt", "*"), "no joker in Gourt"),
        (("meld", "link", "pair", "K K"), "a set or a run"),
        (("meld", "link", "set", "K K K", "--players", "1"), "from 2 to 16"),
        (("laydown", "link", "9", "set: 3H 3D 3C"), "no round 9"),
        (("laydown", "link", "x", "set: 3H 3D 3C"), "round"),
        (("laydown", "link", "1", "3H 3D 3C"), "run: 3H 4H 5H 6H"),
        (("laydown", "link", "1", "pair: 3H 3D"), "a set or a run"),
        (("laydown", "link", "1", "set: 3H 3D 1C"), "no 1"),
        (("laydown", "link", "1", "set: 3H 3D 3C", "--buys", "many"), "from 0 to 99"),
    ],
)
def test_a_question_that_cannot_be_read(capsys, arguments, words):
    assert words in refused(capsys, *arguments)


def test_it_runs_without_any_installed_package():
    command = [sys.executable, "-I", "-S", "-c", "import sys; sys.path.insert(0, '.'); "]
    command[-1] += "from scorebook.rules.__main__ import main; sys.exit(main(sys.argv[1:]))"
    command += ["score", "link", "KH 4S AS JK"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("85\n")


def test_the_best_lay_down_in_words(capsys):
    said = ask(capsys, "best", "link", "7", "7H 8H JK TH 3C 4C 5C 6C 9S TS JS QS KS 4D")
    assert said.splitlines() == [
        "Run: 9♠ 10♠ J♠ Q♠ K♠",
        "Run: 3♣ 4♣ 5♣ 6♣",
        "Run: 7♥ 8♥ joker (9♥) 10♥",
        "135 points laid down, 5 left.",
        "Out, with 4♦ discarded.",
    ]


def test_what_a_hand_is_short_of_in_words(capsys):
    said = ask(capsys, "best", "link", "3", "7H 8H JK 3C 4C 5C 6C")
    assert said == "One card short of a run of hearts: any of 5♥ 6♥ 9♥ 10♥ joker.\n"


def of_lines(monkeypatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_best_lay_down_of_each_line(capsys, monkeypatch):
    own = presets.get("norwegian").to_dict()
    of_lines(
        monkeypatch,
        '{"variant": "link", "round": 3, "hand": ["7H","8H","JK","TH","3C","4C","5C","6C"]}',
        "",
        '{"variant": "link", "round": 3, "hand": ["7H","8H","JK","3C","4C","5C","6C"]}',
        json.dumps({"variant": own, "round": 1, "hand": ["8H"] * 3 + ["KH"] * 3}),
    )
    first, second, third = map(json.loads, ask(capsys, "best", "--json").splitlines())
    assert first == {
        "feasible": True,
        "laid_points": 90,
        "left_points": 0,
        "melds": [
            {"type": "run", "cards": ["3C", "4C", "5C", "6C"], "stands_for": {}},
            {"type": "run", "cards": ["7H", "8H", "JK", "TH"], "stands_for": {"2": "9H"}},
        ],
        "left": [],
        "goes_out": True,
    }
    assert second["feasible"] is False
    assert second["missing"]["short"] == 1
    assert second["missing"]["alternatives"] == [
        {"to": "a run of hearts", "cards": ["5H", "6H", "9H", "TH", "JK"]}
    ]
    assert third["missing"]["short"] == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("7H 8H", "Line 2: This is not JSON."),
        ("[1]", "an object with variant, round and hand"),
        ('{"variant": "link", "round": 1}', "an object with variant, round and hand"),
        ('{"variant": "lonk", "round": 1, "hand": []}', "variant has to be one of link"),
        ('{"variant": {}, "round": 1, "hand": []}', "name is missing"),
        ('{"variant": "link", "round": true, "hand": []}', "round has to be a whole number"),
        ('{"variant": "link", "round": 9, "hand": []}', "There is no round 9"),
        ('{"variant": "link", "round": 1, "hand": "7H"}', "hand has to be a list"),
        ('{"variant": "link", "round": 1, "hand": ["11H"]}', "There is no 1 in 11H"),
        ('{"variant": "gourt", "round": 1, "hand": ["JK"]}', "no joker in Gourt"),
    ],
)
def test_a_line_that_asks_nothing(capsys, monkeypatch, line, words):
    of_lines(monkeypatch, '{"variant": "link", "round": 1, "hand": []}', line)
    assert main(("best", "--json")) == 2
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("Line 2: ")
    assert words in captured.err


@pytest.mark.parametrize(
    "arguments", [("best",), ("best", "link"), ("best", "link", "1", "--json")]
)
def test_half_a_question_about_the_best_lay_down(capsys, arguments):
    assert "name a variant, a round and a hand" in refused(capsys, *arguments).lower()
