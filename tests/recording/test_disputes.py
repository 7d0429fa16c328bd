"""Whatever waits to be settled says what there is to decide by."""

import uuid

import pytest
from django.urls import reverse

from tests.factories import hand_in, make_game, make_player, play_game, play_round

EM, MIKE, ROSA = range(3)


@pytest.fixture
def game(ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=people, by=ben.player)


def shown(client, proposal):
    answer = client.get(reverse("conflict", args=[proposal.game_id, proposal.id]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


NEW = {"id": str(uuid.uuid4()), "name": "Zoe"}
LAID = {"melds": [{"type": "set", "cards": ["QH", "T", "JK"]}]}


@pytest.mark.parametrize(
    ("kind", "payload", "place", "words"),
    [
        ("adjust", {"points": -10, "reason": "peeking"}, (1, MIKE), "-10 for Mike, peeking"),
        ("note", {"text": "Pie."}, (1, None), "“Pie.”"),
        ("join", {"player": NEW, "after_seat": 0, "points": "zero"}, (3, None), "Zoe sat down"),
        ("leave", {}, (7, MIKE), "Round 7: Mike left the table"),
        ("rules", {"rule_set": "gourt"}, (None, None), "Scored by Gourt"),
        ("lay_down", LAID, (1, MIKE), "Mike laid down set Q♥ 10 joker"),
        ("reopen", {}, (None, None), "Reopened"),
        ("buys", {"n": 2}, (1, MIKE), "2"),
    ],
)
def test_what_came_in_after_the_end_is_told(as_ben, game, kind, payload, place, words):
    play_game(game)
    round, seat = place
    sent = hand_in(game, kind, payload, round=round, seat=seat, may_amend=False)
    assert words in shown(as_ben, sent.proposal)


def test_a_voids_target_is_told(as_ben, game):
    play_game(game)
    hand = game.entries.filter(kind="hand", round=7, seat=MIKE).get()
    sent = hand_in(game, "void", {"entry": str(hand.id).upper()}, may_amend=False)
    assert "Taken back: Round 7, Mike: K ×2" in shown(as_ben, sent.proposal)


def test_two_starts_are_told_apart(as_ben, game):
    start = game.entries.get().payload
    players = [*start["players"][:2], {"id": str(uuid.uuid4()), "name": "Zoe"}]
    differs = start | {"players": players, "first_dealer": 2, "place": "Hall", "decks": 3}
    page = shown(as_ben, hand_in(game, "start", differs).proposal)
    assert "Two entries that do not agree." in page
    assert "29 Nov 2026; Em, Mike, Rosa; Em deals first" in page
    assert "29 Nov 2026, Hall; 3 decks; Em, Mike, Zoe; Zoe deals first" in page


def test_melds_of_two_phones_are_told_apart(as_ben, game):
    hand_in(game, "lay_down", LAID, round=1, seat=MIKE)
    other = {"melds": [{"type": "run", "cards": ["4S", "5S"]}]}
    page = shown(as_ben, hand_in(game, "lay_down", other, round=1, seat=MIKE).proposal)
    assert "set Q♥ 10 joker" in page and "run 4♠ 5♠" in page


def test_two_cuts_name_who_cut(as_ben, game):
    hand_in(game, "cut", {"exact": True, "seat": EM}, round=1)
    page = shown(as_ben, hand_in(game, "cut", {"exact": True, "seat": ROSA}, round=1).proposal)
    assert "Em cut" in page and "Rosa cut" in page


def test_a_hand_with_cards_that_changed_rules_do_not_know(as_ben, game):
    hand_in(game, "hand", {"cards": ["JK"]}, round=1, seat=MIKE)
    waits = hand_in(game, "hand", {"cards": ["JK", "JK"]}, round=1, seat=MIKE).proposal
    hand_in(game, "rules", {"rule_set": "bga_short"})
    assert "The difference: one joker." in shown(as_ben, waits)


def test_recounting_a_finished_game_without_leave_keeps_both(as_ann, as_ben, ann, game):
    play_round(game)
    waits = hand_in(game, "hand", {"cards": ["K"]}, round=1, seat=MIKE).proposal
    standing = game.entries.get(kind="hand", round=1, seat=MIKE)
    hand_in(game, "finish", {"early": True})
    game.scorekeeper = ann.player
    game.save()
    sent = {"id": uuid.uuid4(), "replaces": standing.id, "settles": waits.id, "cards": "KK"}
    answer = as_ben.post(reverse("hand", args=[game.id, 1, MIKE]), sent)
    recounted = game.proposals.exclude(id=waits.id).get()
    assert answer.url == reverse("conflict", args=[game.id, recounted.id])
    unchanged = {**sent, "id": uuid.uuid4(), "cards": "4"}
    assert as_ben.post(reverse("hand", args=[game.id, 1, MIKE]), unchanged).status_code == 302
    assert {proposal.status for proposal in game.proposals.all()} == {"open"}
    assert "K ×2" in shown(as_ann, recounted)
