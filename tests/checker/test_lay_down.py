"""The lay-down's page: who may ask, what it says, what it keeps, what it refuses."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from scorebook import limits
from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry
from tests.factories import hand_in, make_game, play_game, play_round


def check(game) -> str:
    return reverse("check", args=[game.id])


def slots(response) -> list:
    return response.context["answer"].slots


def test_it_opens_with_the_slots_of_the_current_round(as_vic, game):
    play_round(game)
    response = as_vic.get(check(game))
    assert [slot.title for slot in slots(response)] == ["Set 1", "Run 1"]
    assert "Round 2 · 1 set + 1 run · Link" in response.text
    assert response.context["answer"].box is None


def test_any_round_can_be_chosen(as_vic, game):
    response = as_vic.get(check(game), {"round": 7})
    assert [slot.title for slot in slots(response)] == ["Run 1", "Run 2", "Run 3"]
    assert response.context["turn"].initial["hand"] == 12


def test_nobody_asks_without_signing_in(client, game):
    for name, *args in (("check",), ("check_rounds",), ("check_question", "buy")):
        response = client.get(reverse(name, args=[game.id, *args]))
        assert response.status_code == 302
        assert response.url.startswith(reverse("sign_in"))


def test_a_game_that_is_not_there(as_ann):
    nowhere = uuid.uuid4()
    assert as_ann.get(reverse("check", args=[nowhere])).status_code == 404
    assert as_ann.post(reverse("check_question", args=[nowhere, "buy"])).status_code == 404


def test_only_what_is_meant_is_answered(as_ann, game):
    assert as_ann.put(check(game)).status_code == 405
    assert as_ann.get(reverse("record_lay_down", args=[game.id])).status_code == 405
    assert as_ann.post(reverse("check_rounds", args=[game.id])).status_code == 405


def test_a_legal_lay_down_says_what_the_wilds_stand_for(ask):
    response = ask(3, ("run", "3H 4H * 6H"), ("run", "7C 8C 9C 10C"))
    answer = response.context["answer"]
    assert answer.box.head == "You can go down."
    assert "joker as the 5 of hearts" in response.text
    assert answer.slots[0].box.text == "A run: 3♥ 4♥ joker 6♥, with joker as 5♥."


def test_a_wild_stands_where_it_was_put_if_it_can(ask):
    runs = ("run", "* 4H 5H 6H"), ("run", "7C * 10C 8C")
    first, second = slots(ask(3, *runs))
    assert first.box.text == "A run: joker 4♥ 5♥ 6♥, with joker as 3♥."
    assert second.box.text == "A run: 7♣ 8♣ joker 10♣, with joker as 9♣."


def test_cards_at_fault_are_marked_and_named_and_the_rule_is_quoted(ask):
    response = ask(3, ("run", "3H 4H 5H 6H"), ("run", "7C * * 10C"))
    bad = slots(response)[1]
    assert [card.bad for card in bad.shown] == [False, True, True, False]
    assert [str(card.meant) for card in bad.shown if card.meant] == ["8C", "9C"]
    assert bad.at_fault == "joker, joker"
    assert bad.box.lead == "Link says:"
    assert "back to back" in bad.box.quote
    box = response.context["answer"].box
    assert (box.head, box.text) == ("You can’t go down yet.", "Look at Run 2.")


def test_where_the_rules_are_silent_the_page_says_so(ask):
    response = ask(1, ("set", "8 8 8 8"), ("set", "K K K"))
    assert response.context["answer"].box.state == "yes"
    assert "Your rules (Link) don’t say. Ask the table; until then we take:" in response.text


def test_a_meld_with_too_few_cards_only_waits(ask):
    response = ask(3, ("run", "3H 4H"), ("run", ""))
    answer = response.context["answer"]
    assert answer.slots[0].box.state == answer.box.state == "wait"
    assert answer.slots[0].box.text == "2 cards; this run needs at least 4."
    assert answer.slots[1].box is None


def test_a_set_needs_no_suits_and_is_not_told_any(ask):
    response = ask(1, ("set", "8 8 8H"), ("set", "K * K K"))
    eight, king = slots(response)
    assert eight.box.text == "A set: 8 8 8♥."
    assert [card.card.suit for card in king.shown] == ["", "", "", ""]
    assert response.context["answer"].box.state == "yes"


def test_copies_are_counted_over_all_melds(ask):
    response = ask(1, ("set", "8H 8H 8S"), ("set", "8H 8 8"))
    assert "3 × 8♥, and 2 packs hold 2." in response.context["answer"].box.text
    assert [card.bad for card in slots(response)[1].shown] == [True, False, False]


def test_a_wild_two_needs_no_suit_either(as_vic, ann):
    game = make_game(variant="gourt", players=4, by=ann.player)
    data = {"round": 3, "type": ["run", "run"], "cards": ["3H 2 5H 6H", "7C 8C 9C 10C"]}
    response = as_vic.post(check(game), data)
    assert slots(response)[0].box.text == "A run: 3♥ 2 5♥ 6♥, with 2 as 4♥."


def test_cards_as_they_lie_are_judged_as_they_lie(ask):
    melds = ("run", "7H 8H * *"), ("run", "7C 8C 9C 10C")
    assert ask(3, *melds).context["answer"].box.state == "yes"
    assert ask(3, *melds, as_laid="on").context["answer"].box.state == "no"


def test_the_end_of_the_turn_counts(ask):
    runs = [("run", "3H 4H 5H 6H"), ("run", "7C 8C 9C 10C"), ("run", "JD QD KD AD")]
    out = ask(7, *runs, hand=13).context["answer"].box
    assert out.head == "You can go down, and out."
    bare = ask(7, *runs).context["answer"].box
    assert bare.text == "Round 7 is closed with a discard, and no card is left for it."
    few = ask(7, *runs, hand=11).context["answer"].box
    assert few.text == "11 cards in hand, but 12 accounted for."


def test_what_is_no_card_stays_in_its_field_under_a_sentence(ask):
    response = ask(3, ("run", "3H 4X"), ("run", "7C 8C 9C 10C"))
    first, second = slots(response)
    assert first.typed == "3H 4X"
    assert first.error.startswith("X is not a card.")
    assert second.box.state == "yes"
    assert response.context["answer"].box is None
    assert 'value="3H 4X"' in response.text


@pytest.mark.parametrize("hand", ["abc", "-1", "61", "1e3"])
def test_what_is_no_number_is_refused_and_kept(ask, hand):
    response = ask(3, ("run", "3H 4H 5H 6H"), hand=hand)
    assert response.context["turn"].errors["hand"]
    assert f'value="{hand}"' in response.text
    assert response.context["answer"].box is None


def test_more_cards_than_anybody_holds(ask):
    assert "Nobody holds more than 60." in slots(ask(3, ("run", "K" * 61)))[0].error
    assert "more than the 60 cards" in slots(ask(3, ("run", "K" * 401)))[0].error


def test_a_round_that_is_not_there_is_answered(ask):
    box = ask(9, ("set", "8 8 8")).context["answer"].box
    assert box.text == "There is no round 9; the game has 7 rounds."


def test_one_more_meld_can_be_asked_about(ask):
    response = ask(1, ("set", "8 8 8"), ("set", "K K K"), more="run")
    assert [slot.title for slot in slots(response)] == ["Set 1", "Set 2", "Run 1"]
    answer = ask(1, ("set", "8 8 8"), ("set", "K K K"), ("set", "4 4 4")).context["answer"]
    assert answer.box.text == "Round 1 asks for 2 sets; laid: 3 sets."


def test_a_page_that_asks_again_gets_no_more_than_the_answer(as_vic, game):
    data = {"round": 3, "type": ["run", "run"], "cards": ["3H 4H 5H 6H", "7C 8C 9C 10C"]}
    live = as_vic.post(check(game), data, headers={"X-Live": "1"}).text
    whole = as_vic.post(check(game), data).text
    for text in ('data-live="short"', 'data-live="cards-2"', "You can go down."):
        assert text in live and text in whole
    assert "<html" not in live and "data-card" not in live


def test_asking_keeps_nothing(ask, game):
    before = Entry.objects.count()
    ask(3, ("run", "3H 4H 5H 6H"), ("run", "7C 8C 9C 10C"))
    assert Entry.objects.count() == before


def laid(game, number: int, seat: int) -> list:
    return [dict(meld) for meld in sheet_of(game).rounds[number - 1].cells[seat].melds]


def record(client: Client, game, seat: object, *cards: str, **fields: object):
    data = {"round": 1, "type": ["set"] * len(cards), "cards": cards, "seat": seat, **fields}
    return client.post(reverse("record_lay_down", args=[game.id]), data)


def test_a_lay_down_is_recorded_with_its_round(as_ann, game):
    response = record(as_ann, game, 1, "8 8 8", "K K *", id=uuid.uuid4())
    assert response.url == f"{check(game)}?round=1#laid"
    assert laid(game, 1, 1) == [
        {"type": "set", "cards": ["8", "8", "8"]},
        {"type": "set", "cards": ["K", "K", "JK"]},
    ]
    page = as_ann.get(response.url)
    assert "Recorded: Em laid down." in page.text
    assert "Em: set 8 8 8, set K K joker" in page.text


def test_a_recorded_lay_down_is_taken_back(as_ann, game):
    record(as_ann, game, 1, "8 8 8", "K K K")
    entry = sheet_of(game).rounds[0].cells[1].lay_down_entry
    page = as_ann.get(check(game), {"round": 1})
    assert f'name="entry" value="{entry}"' in page.text
    as_ann.post(reverse("undo", args=[game.id]), {"entry": entry})
    assert laid(game, 1, 1) == []


def test_recorded_copies_are_counted_over_the_whole_table(as_ann, game):
    record(as_ann, game, 1, "8H 8H 8S", "K K K")
    hand_in(game, "hand", {"cards": ["8H"]}, round=1, seat=2)
    page = as_ann.get(check(game), {"round": 1})
    assert "3 copies of the 8 of hearts in round 1; the packs hold 2." in page.text


def test_recording_again_replaces_what_was_seen_and_disputes_what_was_not(as_ann, game):
    record(as_ann, game, 1, "8 8 8", "K K K")
    standing = sheet_of(game).rounds[0].cells[1].lay_down_entry
    record(as_ann, game, 1, "9 9 9", "K K K", **{"replaces-1": standing})
    assert laid(game, 1, 1)[0]["cards"] == ["9", "9", "9"]
    response = record(as_ann, game, 1, "4 4 4", "K K K", **{"replaces-1": standing})
    assert response.url.startswith(f"/games/{game.id}/proposals/")
    dispute = as_ann.get(response.url).text
    assert "Two accounts of what Em laid down in round 1." in dispute
    assert "set 9 9 9, set K K K" in dispute
    assert "set 4 4 4, set K K K" in dispute


def test_a_used_form_records_nothing_twice(as_ann, game):
    id = uuid.uuid4()
    record(as_ann, game, 1, "8 8 8", "K K K", id=id)
    response = record(as_ann, game, 2, "8 8 8", "K K K", id=id)
    assert response.status_code == 400
    assert "This form was used before." in response.text
    assert laid(game, 1, 2) == []


@pytest.mark.parametrize(
    ("seat", "cards", "sentence"),
    [
        (1, ["", ""], "There is nothing to record yet"),
        (1, ["8 8 X", "K K K"], "There is nothing to record yet"),
        (99, ["8 8 8", "K K K"], "Say whose lay-down it is."),
    ],
)
def test_what_cannot_be_recorded_is_told_and_kept(as_ann, game, seat, cards, sentence):
    response = record(as_ann, game, seat, *cards)
    assert response.status_code == 400
    assert sentence in response.text
    assert f'value="{cards[0]}"' in response.text


def test_who_only_looks_finds_the_way_from_the_table(as_vic, game):
    assert f'href="{check(game)}"' in as_vic.get(reverse("table", args=[game.id])).text


def test_who_only_looks_asks_but_records_nothing(as_vic, game):
    assert record(as_vic, game, 1, "8 8 8", "K K K").status_code == 403
    assert "Record it" not in as_vic.get(check(game)).text


def test_nothing_is_recorded_by_the_way_after_the_end(as_ann, game):
    assert "Record it" in as_ann.get(check(game)).text
    play_game(game)
    assert "Record it" not in as_ann.get(check(game)).text


def test_it_counts_towards_the_scores_of_a_minute(as_ann, game, monkeypatch):
    monkeypatch.setattr(limits, "SCORES", 1)
    assert record(as_ann, game, 1, "8 8 8", id=uuid.uuid4()).status_code == 302
    busy = record(as_ann, game, 2, "9 9 9", id=uuid.uuid4())
    assert (busy.status_code, "Wait a minute, then save it again." in busy.text) == (400, True)
    assert "9 9 9" in busy.text
    assert laid(game, 1, 2) == []
