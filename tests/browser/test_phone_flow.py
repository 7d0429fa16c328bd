"""Phone and house side by side: the same sheet with the same names, the same next screen."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from django.test import Client
from django.urls import reverse

from scorebook.ledger.people import short_name
from scorebook.models import Game
from scorebook.models.people import KIN
from scorebook.recording.disputes import difference
from scorebook.recording.flow import owing
from scorebook.recording.phone_rules import phone_rules
from scorebook.rules import presets
from scorebook.rules.table import replay
from tests.browser.scripts import entry_json
from tests.browser.test_phone_sheet import drawn_games
from tests.factories import hand_in, make_game, make_player, play_round

ONLY_THE_HOUSE_KNOWS = {"game", "version", "overturned", "proposals"}
NAMED = """
async (record) => {
  const { named, newcomers, replay } = await import("/js/sheet.js");
  const { rules, entries, people } = JSON.parse(record);
  return JSON.stringify(named(replay(rules, entries), [...people, ...newcomers(entries)]));
}
"""
GOES = """
async ([record, just]) => {
  const { replay } = await import("/js/sheet.js");
  const { address, next } = await import("/js/flow.js");
  const { rules, entries, game } = JSON.parse(record);
  return address(game.id, next(replay(rules, entries), just));
}
"""
SHORTENED = """
async ([people, taken, kin]) => {
  const { shortName } = await import("/js/evening/new_game.js");
  return people.map((name) => shortName(name, new Set(taken.map((one) => one.toLowerCase())), kin));
}
"""
OWING = """
async (sent) => {
  const { replay } = await import("/js/sheet.js");
  const { owing } = await import("/js/flow.js");
  return JSON.parse(sent).map(([rules, entries]) => {
    const sheet = replay(rules, entries);
    return sheet.rounds.map(({ number }) =>
      [null, ...sheet.order].map((after) => owing(sheet, number, after)));
  });
}
"""


def record_of(client: Client, game: Game) -> str:
    return client.get(reverse("record", args=[game.id])).content.decode()


def test_the_record_makes_the_sheet_of_the_house_with_everybodys_name(scripts, as_ben, ben):
    rosa, em = make_player(name="Rosa"), make_player(name="Em")
    game = make_game(players=[ben.player, rosa, em], by=ben.player, place="Cabin")
    play_round(game, hands={1: "*****", 2: "KK"}, cut_by=2)
    make_player(name="Rosalind")
    rosa.merged_into = make_player(name="Rose")
    rosa.save()
    joins = {"after_seat": 1, "points": "average"}
    zoe = {"id": "0dea5b50-0000-4000-8000-000000000000", "name": "Zoe"}
    taken_back = hand_in(game, "join", {**joins, "player": zoe}, round=2).entry
    hand_in(game, "void", {"entry": str(taken_back.id)})
    hand_in(game, "rules", {"rule_set": "gourt"})
    hand_in(game, "hand", {"cards": ["KH"] * 5}, round=2, seat=1)
    hand_in(game, "hand", {"total": 5}, round=2, seat=1)
    record = record_of(as_ben, game)
    theirs = json.loads(record)["sheet"]
    assert theirs["warnings"] and theirs["proposals"]
    ours = json.loads(scripts.evaluate(NAMED, record))
    assert {key: theirs[key] for key in theirs if key not in ONLY_THE_HOUSE_KNOWS} == ours


def test_newcomers_have_the_names_that_the_entries_give_them(scripts):
    zoe = {"id": "0DEA5B50-0000-4000-8000-000000000000", "name": "Zoe"}
    variant, entries = drawn_games()[0]
    start = entry_json(entries[0])
    start["payload"] = {**start["payload"], "players": [zoe, start["payload"]["players"][1]]}
    record = {"rules": phone_rules(variant), "entries": [start], "people": []}
    seats = json.loads(scripts.evaluate(NAMED, json.dumps(record)))["seats"]
    assert [(seat["name"], seat["short_name"]) for seat in seats] == [("Zoe", "Zoe"), ("", "")]
    assert seats[0]["player"] == zoe["id"].lower()


def test_a_newcomers_short_name_is_found_as_the_house_finds_it(scripts):
    taken = ["Bo", "Rosa", "Rosa M", "Grandma"]
    people = ["Uncle Bo", "Uncle Theodore", "Great Aunt May", "Rosa Maria", "Grandma", "Bo Smith"]
    ours = scripts.evaluate(SHORTENED, [people, taken, sorted(KIN)])
    assert ours == [short_name(name, taken) for name in people]


def test_who_owes_a_hand_is_asked_in_the_same_order(scripts):
    cases = drawn_games()[::9]
    sent = [(phone_rules(v), [entry_json(entry) for entry in entries]) for v, entries in cases]
    for (variant, entries), asked in zip(
        cases, scripts.evaluate(OWING, json.dumps(sent)), strict=True
    ):
        sheet = replay(variant, entries)
        board: Any = SimpleNamespace(sheet=sheet)
        assert asked == [
            [owing(board, played, after) for after in (None, *sheet.order)]
            for played in sheet.rounds
        ]


def test_every_step_leads_to_the_same_page(scripts, as_ben, ben):
    players = [ben.player, make_player(name="Rosa"), make_player(name="Em")]
    game = make_game(players=players, by=ben.player, variant="bga_short")

    def step(name: str, args: list[int], form: dict[str, Any], **just: Any) -> str:
        answer = as_ben.post(reverse(name, args=[game.id, *args]), form)
        here = urlsplit(answer["Location"]).path
        assert scripts.evaluate(GOES, [record_of(as_ben, game), just]) == here
        return here.removeprefix(f"/games/{game.id}/")

    def hand(number: int, seat: int, cards: str, more: dict[str, Any] | None = None, **just: Any):
        form = {"cards": cards, "to": "next", **(more or {})}
        return step("hand", [number, seat], form, kind="hand", round=number, seat=seat, **just)

    def out(number: int, seat: int | str) -> str:
        return step("went_out", [number], {"seat": seat}, kind="out", round=number)

    assert hand(1, 2, "KK") == "rounds/1/seats/0/"
    assert out(1, 0) == "rounds/1/seats/1/"
    assert hand(1, 1, "", skipped=True) == ""
    assert hand(1, 1, "4") == "rounds/1/review/"
    bought = {"bought": "1"}
    assert step("buys", [1, 2], bought, kind="buys", round=1, seat=2) == "rounds/1/review/"
    standing = json.loads(record_of(as_ben, game))["sheet"]["rounds"][0]["cells"][1]["entry"]
    again = {"replaces": standing}
    assert hand(1, 1, "5", again, corrects=True) == ""
    standing = json.loads(record_of(as_ben, game))["sheet"]["rounds"][0]["cells"][1]["entry"]
    again = {"replaces": standing, "back": "review"}
    assert hand(1, 1, "Q", again, corrects=True, back="review") == "rounds/1/review/"
    newest = json.loads(record_of(as_ben, game))["entries"][-1]["id"]
    assert step("undo", [], {"entry": newest}, kind="void") == ""
    assert hand(2, 0, "4") == "rounds/2/seats/1/"
    assert hand(2, 1, "4") == "rounds/2/seats/2/"
    assert hand(2, 2, "4") == "rounds/2/out/"
    assert out(2, "") == "rounds/2/review/"
    for number in (3, 4):
        play_round(game, number)
    assert step("finish", [], {}, kind="finish") == "over/"
    ending = json.loads(record_of(as_ben, game))["sheet"]["ending_entry"]
    assert step("reopen", [], {"replaces": ending}, kind="reopen") == ""


DIFFERS = """
async (sent) => {
  const { difference } = await import("/js/evening/words.js");
  return JSON.parse(sent).map(([rules, one, other]) =>
    difference(rules, { payload: one }, { kind: "hand", payload: other }));
}
"""


def test_two_hands_differ_in_the_same_words(scripts):
    hands = ["K Q", "K Q Q", "7 7 2S JK", "T A 2 2", "KH KD"]
    payloads = [{"cards": hand.split()} for hand in hands] + [{"total": 45}]
    pairs = [
        (presets.get(slug), one, other)
        for slug in ("link", "norwegian")
        for one in payloads
        for other in payloads
    ]
    theirs = [
        difference(
            SimpleNamespace(variant=variant),
            SimpleNamespace(payload=one),
            SimpleNamespace(kind="hand", payload=other),
        )
        for variant, one, other in pairs
    ]
    sent = json.dumps([[phone_rules(variant), one, other] for variant, one, other in pairs])
    assert "one queen" in theirs and "two 7s and one 2 of spades and one joker" in " ".join(theirs)
    assert scripts.evaluate(DIFFERS, sent) == theirs


def test_an_exact_cut_leads_back_to_where_it_was_said(scripts, as_ben, ben):
    game = make_game(players=2, by=ben.player)
    for back, expected in (("", ""), ("review", "rounds/1/review/")):
        cut = {"back": back}
        answer = as_ben.post(reverse("cut", args=[game.id, 1]), cut)
        here = urlsplit(answer["Location"]).path
        just = {"kind": "cut", "round": 1, "back": back}
        assert scripts.evaluate(GOES, [record_of(as_ben, game), just]) == here
        assert here == f"/games/{game.id}/{expected}"
