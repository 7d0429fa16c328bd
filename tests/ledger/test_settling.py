"""What was proposed is judged once more when it is accepted: by then the game may be another."""

import uuid

import pytest

from scorebook.ledger.append import Answer
from scorebook.ledger.recompute import recompute
from scorebook.ledger.submission import Refused
from tests.factories import hand_in, make_game, make_player, play_game

pytestmark = pytest.mark.django_db


def settle(game, how, proposal):
    return hand_in(game, how, {"proposal": str(proposal.id)})


def test_a_hand_of_somebody_whose_joining_was_taken_back_waits_to_be_dropped():
    game = make_game(players=3)
    late = {"player": str(make_player(name="Zoe").id), "after_seat": 0, "points": "zero"}
    joined = hand_in(game, "join", late, round=1).entry
    hand_in(game, "hand", {"total": 5}, round=1, seat=3)
    other = hand_in(game, "hand", {"total": 10}, round=1, seat=3).proposal
    undo = hand_in(game, "void", {"entry": str(joined.id)}).entry
    with pytest.raises(Refused, match="Zoe is not at the table in round 1"):
        settle(game, "accept", other)
    hand_in(game, "void", {"entry": str(undo.id)})
    settle(game, "accept", other)
    assert game.seats.get(number=3).total == 10
    assert recompute(check=True) == []


@pytest.mark.parametrize(
    ("kind", "payload", "place", "sentence"),
    [
        ("leave", {}, {"round": 7, "seat": 1}, "there is no round 7"),
        ("hand", {"total": 10}, {"round": 7, "seat": 1}, "there is no round 7"),
        ("hand", {"cards": ["A"]}, {"round": 1, "seat": 1}, None),
        ("cut", {"exact": True, "seat": 1}, {"round": 1}, "exact cut counts nothing"),
    ],
)
def test_what_the_rules_no_longer_know_is_refused_in_words(kind, payload, place, sentence):
    game = make_game(players=3)
    play_game(game)
    late = hand_in(game, kind, payload, **place, may_amend=False)
    assert late.answer is Answer.CONFLICT
    hand_in(game, "rules", {"rule_set": "bga_short"})
    if sentence is None:
        assert settle(game, "accept", late.proposal).answer is Answer.APPENDED
        return
    with pytest.raises(Refused, match=sentence):
        settle(game, "accept", late.proposal)
    assert game.proposals.get().status == "open"
    assert settle(game, "drop", late.proposal).answer is Answer.APPENDED


@pytest.mark.parametrize("again", [{"n": True}, {"n": 1.0}])
def test_true_is_not_one(again):
    game = make_game(players=3)
    id = uuid.uuid4()
    hand_in(game, "buys", {"n": 1}, round=1, seat=1, id=id)
    mismatch = hand_in(game, "buys", again, round=1, seat=1, id=id)
    assert mismatch.answer is Answer.MISMATCH


def test_an_id_may_be_written_in_capitals():
    game = make_game(players=3)
    entry = hand_in(game, "hand", {"total": 5}, round=1, seat=1).entry
    gone = {"entry": str(entry.id).upper()}
    assert hand_in(game, "void", gone).answer is Answer.APPENDED
    assert game.seats.get(number=1).total == 0
    assert hand_in(game, "void", {"entry": str(entry.id)}).answer is Answer.ALREADY
