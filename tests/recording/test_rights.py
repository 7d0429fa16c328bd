"""Who may hand in, correct and settle what: at the table, with the pen, and from outside."""

import re
import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.append import record
from scorebook.ledger.reading import sheet_of
from scorebook.models import Entry, Game
from scorebook.models.games import ProposalStatus
from tests.factories import hand_in, make_game, make_player, play_game


@pytest.fixture
def game(ann) -> Game:
    """Ann keeps the score of two others; Ben is not there."""
    return make_game(players=[ann.player, make_player(name="Mike")], by=ann.player)


def post_hand(client, game, *, cards=("KH",), replaces=None, seat=1):
    body = {
        "id": str(uuid.uuid4()),
        "kind": "hand",
        "round": 1,
        "seat": seat,
        "payload": {"cards": list(cards)},
        "v": 1,
        "replaces": replaces and str(replaces),
    }
    address = reverse("entries", args=[game.id])
    return client.post(address, body, content_type="application/json")


def test_a_member_joins_the_table_first_by_one_tap(as_ben, game):
    assert post_hand(as_ben, game).status_code == 403
    table = reverse("table", args=[game.id])
    page = as_ben.get(table).content.decode()
    assert "Join the table" in page and "went out" not in page
    as_ben.post(reverse("join_table", args=[game.id]))
    assert "Who went out?" in as_ben.get(table).content.decode()
    assert post_hand(as_ben, game).status_code == 201


def test_whoever_plays_is_at_the_table(as_ben, ben, ann):
    game = make_game(players=[ann.player, ben.player], by=ann.player)
    assert post_hand(as_ben, game).status_code == 201


def test_a_viewer_reads_and_is_offered_nothing(as_vic, game):
    page = as_vic.get(reverse("table", args=[game.id])).content.decode()
    assert "Join the table" not in page
    assert reverse("more", args=[game.id]) not in page
    assert reverse("log", args=[game.id]) in page
    for name in ("join_table", "take_pen", "undo", "finish"):
        assert as_vic.post(reverse(name, args=[game.id])).status_code == 403
    assert post_hand(as_vic, game).status_code == 403
    assert Entry.objects.count() == 1


@pytest.fixture
def bens(as_ben, game):
    """Ben helps; Ann has entered Mike's hand."""
    as_ben.post(reverse("join_table", args=[game.id]))
    return hand_in(game, "hand", {"cards": ["KH"]}, round=1, seat=1).entry


def test_somebody_elses_entry_is_corrected_with_the_pen_alone(as_ben, game, bens):
    refused = post_hand(as_ben, game, cards=["AH"], replaces=bens.id)
    assert refused.status_code == 403
    assert refused.json()["errors"][0]["message"] == (
        "Ann entered this. Take the pen to correct it."
    )
    assert sheet_of(game).rounds[0].cells[1].points == 10
    as_ben.post(reverse("take_pen", args=[game.id]))
    assert post_hand(as_ben, game, cards=["AH"], replaces=bens.id).status_code == 201
    assert sheet_of(game).rounds[0].cells[1].points == 20


def test_the_form_keeps_what_was_typed_and_says_whose_it_is(as_ben, game, bens):
    address = reverse("hand", args=[game.id, 1, 1])
    data = {"id": uuid.uuid4(), "replaces": bens.id, "cards": "AA"}
    answer = as_ben.post(address, data)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Take the pen to correct it" in page and "AA" in page


def test_nobody_takes_anothers_entry_back(as_ben, game, bens):
    as_ben.post(reverse("undo", args=[game.id]), {"id": uuid.uuid4(), "entry": bens.id})
    assert sheet_of(game).rounds[0].cells[1].points == 10


def test_no_page_offers_to_take_back_what_is_somebody_elses(
    as_ben, as_ann, as_vic, vic, game, bens
):
    cut = hand_in(game, "cut", {"exact": True, "seat": 1}, round=1).entry
    melds = [{"type": "set", "cards": ["K", "K", "K"]}]
    hand_in(game, "lay_down", {"melds": melds}, round=1, seat=0)
    record(game.id, "note", {"text": "Before I only looked"}, author=vic.player)
    table, log, check = (reverse(name, args=[game.id]) for name in ("table", "log", "check"))
    pages = [f"{table}?saved={cut.id}", f"{table}?saved={bens.id}", log, f"{check}?round=1"]
    offers = re.compile(r"cut\. Take it back|Take back<|Take back what|>Undo")
    assert all(offers.search(as_ann.get(page).content.decode()) for page in pages)
    for client in (as_ben, as_vic):
        told = {page: offers.search(client.get(page).content.decode()) for page in pages}
        assert set(told.values()) == {None}
    assert "cut exactly" in as_ben.get(table).content.decode()
    own = post_hand(as_ben, game, seat=0).json()["id"]
    assert as_ben.get(log).content.decode().count("Take back<span") == 1
    assert ">Undo" in as_ben.get(f"{table}?saved={own}").content.decode()
    as_ben.post(reverse("take_pen", args=[game.id]))
    assert all(offers.search(as_ben.get(page).content.decode()) for page in pages)


def test_the_own_entry_is_corrected_and_taken_back(as_ben, ben, game):
    as_ben.post(reverse("join_table", args=[game.id]))
    own = post_hand(as_ben, game).json()["id"]
    corrected = post_hand(as_ben, game, cards=["AH"], replaces=own)
    assert corrected.status_code == 201
    undo = {"id": uuid.uuid4(), "entry": corrected.json()["id"]}
    as_ben.post(reverse("undo", args=[game.id]), undo)
    assert sheet_of(game).rounds[0].cells[1].points == 10


def test_what_the_phone_did_not_see_is_kept_beside_it_whoever_wrote_it(as_ben, as_ann, game, bens):
    answer = post_hand(as_ben, game, cards=["AH"])
    assert answer.status_code == 409
    address = reverse("conflict", args=[game.id, answer.json()["proposed"]["id"]])
    page = as_ben.get(address).content.decode()
    assert 'value="accept" disabled' in page and 'value="drop" disabled' not in page
    as_ben.post(address, {"id": uuid.uuid4(), "choice": "accept"})
    assert game.proposals.get().status == ProposalStatus.OPEN
    as_ann.post(address, {"id": uuid.uuid4(), "choice": "accept"})
    assert game.proposals.get().status == ProposalStatus.ACCEPTED
    assert sheet_of(game).rounds[0].cells[1].points == 20


def test_whose_entry_stands_may_give_way(as_ben, ben, as_ann, ann, game):
    as_ben.post(reverse("join_table", args=[game.id]))
    post_hand(as_ben, game)
    other = record(game.id, "hand", {"cards": ["AH"]}, author=ann.player, round=1, seat=1).proposal
    address = reverse("conflict", args=[game.id, other.id])
    as_ben.post(address, {"id": uuid.uuid4(), "choice": "accept"})
    assert game.proposals.get().status == ProposalStatus.ACCEPTED


def test_after_the_end_a_members_correction_waits(as_ben, game):
    play_game(game)
    standing = sheet_of(game).rounds[0].cells[1].entry
    assert post_hand(as_ben, game, cards=["AH"], replaces=standing).status_code == 409
    assert "Take back<span" in as_ben.get(reverse("log", args=[game.id])).content.decode()
