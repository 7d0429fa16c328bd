"""What becomes of an entry: appended, repeated, already there, in conflict, refused."""

import uuid
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import Http404

from scorebook.ledger.append import Answer, record
from scorebook.ledger.reading import sheet_of
from scorebook.ledger.submission import Refused
from scorebook.models import Entry, Game, Player, Proposal
from tests.factories import hand_in, make_game, make_player, play_game, play_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return make_game(players=3)


@pytest.fixture
def other() -> Player:
    """Somebody else with a phone."""
    return make_player(name="Otto")


def kings(count: int) -> dict:
    return {"cards": ["K"] * count}


def cell(game: Game, round: int, seat: int):
    return sheet_of(game).rounds[round - 1].cells[seat]


def test_a_start_begins_the_game(game):
    assert (game.version, game.rule_set.slug, game.decks, game.status) == (1, "link", 2, "playing")
    assert [seat.number for seat in game.seats.all()] == [0, 1, 2]
    assert game.entries.get().seq == 1


def test_an_entry_is_appended_in_order(game):
    first = hand_in(game, "hand", kings(2), round=1, seat=1)
    second = hand_in(game, "hand", kings(1), round=1, seat=2)
    assert (first.answer, first.entry.seq, second.entry.seq) == (Answer.APPENDED, 2, 3)
    assert second.game.version == 3
    assert second.sheet.seats[1].total == 20


def test_a_game_that_does_not_exist(other):
    with pytest.raises(Http404):
        record(uuid.uuid4(), "hand", kings(1), author=other, round=1, seat=1)


def test_the_same_again_is_repeated(game):
    id = uuid.uuid4()
    first = hand_in(game, "hand", kings(2), round=1, seat=1, id=id)
    hand_in(game, "hand", kings(1), round=1, seat=2)
    again = hand_in(game, "hand", kings(2), round=1, seat=1, id=id)
    assert again.answer is Answer.REPEATED
    assert again.entry == first.entry
    assert again.sheet.seats[2].total == 10
    assert game.entries.count() == 3


@pytest.mark.parametrize(
    "changes",
    [{"payload": kings(3)}, {"round": 2}, {"seat": 2}, {"kind": "buys", "payload": {"n": 1}}],
)
def test_the_same_id_with_anything_different_is_a_mismatch(game, changes):
    sent = {"kind": "hand", "payload": kings(2), "round": 1, "seat": 1, "id": uuid.uuid4()}
    hand_in(game, **sent)
    assert hand_in(game, **(sent | changes)).answer is Answer.MISMATCH
    assert game.entries.count() == 2


def test_what_was_rolled_back_may_come_again_with_other_content(game):
    id = uuid.uuid4()
    with suppress(DatabaseError), transaction.atomic():
        hand_in(game, "hand", kings(2), round=1, seat=1, id=id)
        raise DatabaseError("The disk is full.")
    assert hand_in(game, "hand", kings(3), round=1, seat=1, id=id).answer is Answer.APPENDED
    assert [seat.total for seat in game.seats.all()] == [0, 30, 0]


def test_an_id_of_another_game_is_a_mismatch(game, other):
    used = game.entries.get()
    elsewhere = make_game(players=[make_player(), make_player()])
    begun = record(uuid.uuid4(), "start", used.payload, author=other, id=used.id)
    again = record(elsewhere.id, "start", used.payload, author=other, id=used.id)
    assert (begun.answer, again.answer) == (Answer.MISMATCH, Answer.MISMATCH)
    assert Entry.objects.count() == 2


def test_another_phone_says_the_same(game, other):
    first = hand_in(game, "hand", {"cards": ["KH", "4"]}, round=1, seat=1)
    second = hand_in(game, "hand", {"cards": ["4S", "K"]}, round=1, seat=1, author=other)
    assert (second.answer, second.standing) == (Answer.ALREADY, first.entry)
    assert game.entries.count() == 2


def test_another_phone_says_something_else(game, other):
    first = hand_in(game, "hand", kings(2), round=1, seat=1)
    id = uuid.uuid4()
    sent = {"payload": kings(3), "round": 1, "seat": 1, "author": other, "id": id}
    second = hand_in(game, "hand", **sent)
    assert (second.answer, second.standing) == (Answer.CONFLICT, first.entry)
    assert second.proposal.payload == kings(3)
    assert (game.version, cell(game, 1, 1).points) == (3, 20)
    again = hand_in(game, "hand", **sent)
    assert (again.answer, again.proposal) == (Answer.CONFLICT, second.proposal)
    assert game.version == 3
    changed = hand_in(game, "hand", **(sent | {"payload": kings(4)}))
    assert changed.answer is Answer.MISMATCH


def test_an_accepted_proposal_is_appended_under_its_own_id(game, other):
    hand_in(game, "hand", kings(2), round=1, seat=1)
    sent = {"payload": kings(3), "round": 1, "seat": 1, "author": other, "id": uuid.uuid4()}
    hand_in(game, "hand", **sent)
    settled = hand_in(game, "accept", {"proposal": str(sent["id"])})
    assert (settled.answer, settled.entry.kind) == (Answer.APPENDED, "accept")
    accepted = Entry.objects.get(id=sent["id"])
    assert (accepted.seq, accepted.author) == (settled.entry.seq + 1, other)
    assert cell(game, 1, 1).points == 30
    assert hand_in(game, "hand", **sent).answer is Answer.REPEATED
    again = hand_in(game, "accept", {"proposal": str(sent["id"])})
    assert (again.answer, again.standing) == (Answer.ALREADY, settled.entry)
    with pytest.raises(Refused, match="accepted before"):
        hand_in(game, "drop", {"proposal": str(sent["id"])})


def test_a_dropped_proposal_is_gone(game, other):
    hand_in(game, "hand", kings(2), round=1, seat=1)
    sent = {"payload": kings(3), "round": 1, "seat": 1, "author": other, "id": uuid.uuid4()}
    hand_in(game, "hand", **sent)
    assert hand_in(game, "drop", {"proposal": str(sent["id"])}).answer is Answer.APPENDED
    assert hand_in(game, "hand", **sent).answer is Answer.DROPPED
    assert cell(game, 1, 1).points == 20
    with pytest.raises(Refused, match="dropped before"):
        hand_in(game, "accept", {"proposal": str(sent["id"])})


def test_a_proposal_of_another_game_cannot_be_settled(game, other):
    hand_in(game, "hand", kings(2), round=1, seat=1)
    conflict = hand_in(game, "hand", kings(3), round=1, seat=1, author=other)
    elsewhere = make_game(players=[make_player(), make_player()])
    with pytest.raises(Refused, match="no such proposal"):
        hand_in(elsewhere, "accept", {"proposal": str(conflict.proposal.id)})


def test_a_correction_names_what_it_replaces(game):
    first = hand_in(game, "hand", kings(2), round=1, seat=1)
    second = hand_in(game, "hand", kings(3), round=1, seat=1, replaces=first.entry.id)
    assert second.answer is Answer.APPENDED
    assert (cell(game, 1, 1).points, cell(game, 1, 1).changes) == (30, 1)
    late = hand_in(game, "hand", kings(4), round=1, seat=1, replaces=first.entry.id)
    assert (late.answer, late.standing) == (Answer.CONFLICT, second.entry)


def test_kinds_without_a_slot_add_up(game):
    play_round(game)
    for points in (10, -5):
        hand_in(game, "adjust", {"points": points, "reason": "misdeal"}, round=1, seat=1)
    assert cell(game, 1, 1).adjustments == 5


def test_undo_and_redo(game):
    first = hand_in(game, "hand", kings(2), round=1, seat=1)
    undo = hand_in(game, "void", {"entry": str(first.entry.id)})
    assert cell(game, 1, 1).state == "missing"
    again = hand_in(game, "void", {"entry": str(first.entry.id)})
    assert (again.answer, again.standing) == (Answer.ALREADY, undo.entry)
    hand_in(game, "void", {"entry": str(undo.entry.id)})
    assert cell(game, 1, 1).points == 20


def test_what_no_void_takes_back(game):
    start = game.entries.get()
    own = uuid.uuid4()
    for target, words in [
        (start.id, "corrected, not taken back"),
        (uuid.uuid4(), "no such entry"),
        (own, "take itself back"),
    ]:
        with pytest.raises(Refused, match=words):
            hand_in(game, "void", {"entry": str(target)}, id=own)
    assert game.entries.count() == 1


def test_a_broken_form_leaves_the_id_unused(game):
    id = uuid.uuid4()
    with pytest.raises(Refused) as problem:
        hand_in(game, "hand", {"cards": ["KX"]}, round=1, seat=1, id=id)
    assert problem.value.errors[0].field == "cards"
    assert hand_in(game, "hand", kings(1), round=1, seat=1, id=id).answer is Answer.APPENDED


@pytest.mark.parametrize(
    ("kind", "payload", "place"),
    [
        ("hand", {"total": 63}, {"round": 1, "seat": 1}),
        ("hand", {"total": -5}, {"round": 1, "seat": 1}),
        ("hand", {"total": True}, {"round": 1, "seat": 1}),
        ("hand", {"cards": ["K"] * 61}, {"round": 1, "seat": 1}),
        ("hand", {"cards": ["K"]}, {"round": 8, "seat": 1}),
        ("hand", {"cards": ["K"]}, {"round": 1, "seat": 3}),
        ("hand", {"cards": ["K"]}, {"round": 1}),
        ("out", {"seat": 3}, {"round": 1}),
        ("rummy", {"caller": 0, "offender": 1}, {"round": 1}),
        ("rules", {"rule_set": "no-such-rules"}, {}),
    ],
)
def test_forms_that_the_rules_refuse(game, kind, payload, place):
    with pytest.raises(Refused):
        hand_in(game, kind, payload, **place)
    assert game.entries.count() == 1


def test_nobody_plays_a_round_they_are_not_at_the_table_for(game):
    play_round(game)
    hand_in(game, "leave", {}, round=2, seat=2)
    for kind, payload, place in [
        ("hand", kings(1), {"seat": 2}),
        ("out", {"seat": 2}, {}),
        ("cut", {"exact": True, "seat": 2}, {}),
    ]:
        with pytest.raises(Refused, match="Mike is not at the table in round 2"):
            hand_in(game, kind, payload, round=2, **place)
    with pytest.raises(Refused, match="2 have to stay"):
        hand_in(game, "leave", {}, round=2, seat=1)


def test_a_start_corrects_all_but_the_number_of_seats(game):
    told = game.entries.get()
    players = told.payload["players"]
    right = told.payload | {"first_dealer": 2, "place": "Kitchen", "date": "2026-11-30"}
    hand_in(game, "start", right | {"players": players[::-1]}, replaces=told.id)
    assert (game.first_dealer, game.place, str(game.played_on)) == (2, "Kitchen", "2026-11-30")
    assert [str(seat.player_id) for seat in game.seats.all()] == players[::-1]
    newest = game.entries.last()
    with pytest.raises(Refused, match="3 sat down"):
        hand_in(game, "start", told.payload | {"players": players[:2]}, replaces=newest.id)


def test_a_game_begun_twice(game, other):
    told = game.entries.get().payload
    same = record(game.id, "start", told, author=other)
    assert same.answer is Answer.ALREADY
    differs = record(game.id, "start", told | {"first_dealer": 1}, author=other)
    assert differs.answer is Answer.CONFLICT


def test_changed_rules_score_everything_anew(game):
    hand_in(game, "hand", {"cards": ["A", "2"]}, round=1, seat=1)
    hand_in(game, "rules", {"rule_set": "gourt"})
    assert game.rule_set.slug == "gourt"
    assert (game.decks, cell(game, 1, 1).points) == (2, 50)


def test_changed_rules_outlast_a_corrected_start(game):
    start = game.entries.get()
    hand_in(game, "rules", {"rule_set": "gourt"})
    hand_in(game, "start", start.payload | {"place": "Kitchen"}, replaces=start.id)
    assert (game.place, game.rule_set.slug) == ("Kitchen", "gourt")


def test_the_end_needs_every_hand(game):
    hand_in(game, "out", {"seat": 0}, round=1)
    with pytest.raises(Refused, match="Grandma and Mike still owe a hand in round 1"):
        hand_in(game, "finish", {"early": False})
    hand_in(game, "hand", kings(1), round=1, seat=1)
    with pytest.raises(Refused, match="Mike still owes a hand in round 1"):
        hand_in(game, "finish", {"early": False})
    with pytest.raises(Refused, match="nobody to call the winner"):
        hand_in(game, "finish", {"early": True})
    hand_in(game, "hand", kings(2), round=1, seat=2)
    with pytest.raises(Refused, match="nobody said who went out"):
        hand_in(game, "finish", {"early": False})
    assert hand_in(game, "finish", {"early": True}).answer is Answer.APPENDED
    assert (game.status, game.ended_early) == ("finished", True)


def test_the_end_and_back(game, other):
    with pytest.raises(Refused, match="not finished"):
        hand_in(game, "reopen", {})
    play_game(game)
    assert game.is_finished
    finish = game.entries.last()
    assert hand_in(game, "finish", {}, author=other).answer is Answer.ALREADY
    hand_in(game, "reopen", {}, replaces=finish.id)
    assert (game.status, game.finished_at) == ("playing", None)


def test_after_the_end_a_correction_by_who_may_is_taken(game):
    play_game(game)
    last = cell(game, 7, 1)
    outcome = hand_in(game, "hand", kings(1), round=7, seat=1, replaces=last.entry)
    assert outcome.answer is Answer.APPENDED


def test_after_the_end_what_others_say_is_kept(game, other):
    play_game(game)
    standing = cell(game, 7, 1).entry
    sent = {"payload": kings(1), "round": 7, "seat": 1, "author": other, "replaces": standing}
    outcome = hand_in(game, "hand", **sent, may_amend=False)
    assert (outcome.answer, str(outcome.standing.id)) == (Answer.CONFLICT, standing)
    settle = {"payload": {"proposal": str(outcome.proposal.id)}}
    with pytest.raises(PermissionDenied):
        hand_in(game, "accept", **settle, author=other, may_amend=False)
    assert Proposal.objects.get().status == "open"
    hand_in(game, "accept", **settle)
    assert cell(game, 7, 1).points == 10


def test_a_hand_made_before_the_end_waits_to_be_placed(game):
    play_game(game)
    made, ended = game.finished_at, cell(game, 7, 1).entry
    sent = {"round": 7, "seat": 1, "replaces": ended}
    before = {"client_at": made - timedelta(minutes=9), "sent_at": made + timedelta(minutes=1)}
    late = hand_in(game, "hand", kings(1), **sent, **before)
    assert late.answer is Answer.CONFLICT
    after = {"client_at": made + timedelta(minutes=9), "sent_at": made + timedelta(minutes=9)}
    assert hand_in(game, "hand", kings(3), **sent, **after).answer is Answer.APPENDED
