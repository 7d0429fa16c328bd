"""Two values for one thing: both shown, one taken, none lost."""

import uuid

import pytest
from django.urls import reverse

from scorebook.ledger.reading import sheet_of
from scorebook.models.games import ProposalStatus
from tests.factories import hand_in, hand_payload, make_game, make_player, play_game

EM, MIKE, ROSA = range(3)


@pytest.fixture
def game(family, ben):
    people = [make_player(name=name) for name in ("Em", "Mike", "Rosa")]
    return make_game(players=people, by=ben.player)


def dispute(game, ann, first, second):
    """Ben's hand of Mike stands; Ann's waits."""
    about = {"round": 1, "seat": MIKE}
    hand_in(game, "hand", hand_payload(first), **about)
    return hand_in(game, "hand", hand_payload(second), author=ann.player, **about).proposal


def at(game, proposal):
    return reverse("conflict", args=[game.id, proposal.id])


def text_of(answer):
    return " ".join(answer.content.decode().split())


def mike(game):
    return sheet_of(game).rounds[0].cells[MIKE]


def test_both_values_are_shown_with_who_and_what_differs(as_ben, ann, game):
    proposal = dispute(game, ann, "*77T2JQ", "*77T2JQQ")
    shown = text_of(as_ben.get(at(game, proposal)))
    assert "Two scores for Mike in round 1." in shown
    assert '<span class="total">95</span> <span class="micro">★, 7 ×2, 10, 2, J, Q</span>' in shown
    assert (
        '<span class="total">105</span> <span class="micro">★, 7 ×2, 10, 2, J, Q ×2</span>' in shown
    )
    assert "Ben," in shown and "Ann," in shown
    assert "The difference: one queen." in shown


@pytest.mark.parametrize(
    "first, second, words",
    [
        ("KK", "K", "one king"),
        ("K7", "Q7", "one king against one queen"),
        ("4", "444*", "two 4s and one joker"),
        (45, "KK", "25 points"),
    ],
)
def test_the_difference_in_words(as_ben, ann, game, first, second, words):
    proposal = dispute(game, ann, first, second)
    assert f"The difference: {words}." in text_of(as_ben.get(at(game, proposal)))


def test_taking_the_other_value(as_ben, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    answer = as_ben.post(at(game, proposal), {"id": uuid.uuid4(), "choice": "accept"})
    assert answer.url == reverse("table", args=[game.id])
    assert mike(game).hand_points == 20
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.ACCEPTED


def test_keeping_the_value_on_the_sheet(as_ben, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    as_ben.post(at(game, proposal), {"id": uuid.uuid4(), "choice": "drop"})
    assert mike(game).hand_points == 10
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.DROPPED


@pytest.mark.parametrize("cards, points", [("A", 20), ("K", 10)])
def test_recounting_together_settles_it(as_ben, ann, game, cards, points):
    proposal = dispute(game, ann, "K", "KK")
    recount = reverse("hand", args=[game.id, 1, MIKE])
    assert f'href="{recount}?settles={proposal.id}"' in text_of(as_ben.get(at(game, proposal)))
    form = as_ben.get(f"{recount}?settles={proposal.id}")
    assert f'name="settles" value="{proposal.id}"' in text_of(form)
    sent = {"id": uuid.uuid4(), "replaces": mike(game).entry, "cards": cards}
    as_ben.post(recount, sent | {"settles": str(proposal.id)})
    assert mike(game).hand_points == points
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.DROPPED


def test_two_answers_to_who_went_out(as_ben, ann, game):
    hand_in(game, "out", {"seat": EM}, round=1)
    proposal = hand_in(game, "out", {"seat": None}, round=1, author=ann.player).proposal
    shown = text_of(as_ben.get(at(game, proposal)))
    assert "Two answers to who went out in round 1." in shown
    assert '<span class="total">Em</span>' in shown and '<span class="total">Nobody</span>' in shown
    assert "Recount together" not in shown


def test_two_counts_of_buys_name_the_round(as_ben, ann, game):
    about = {"round": 2, "seat": ROSA}
    hand_in(game, "buys", {"n": 1}, **about)
    proposal = hand_in(game, "buys", {"n": 2}, author=ann.player, **about).proposal
    shown = text_of(as_ben.get(at(game, proposal)))
    assert "Two counts of Rosa’s buys in round 2." in shown


def test_what_was_settled_leads_to_the_table(as_ben, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    as_ben.post(at(game, proposal), {"id": uuid.uuid4(), "choice": "drop"})
    assert as_ben.get(at(game, proposal)).url == reverse("table", args=[game.id])
    answer = as_ben.post(at(game, proposal), {"id": uuid.uuid4(), "choice": "accept"})
    assert answer.url == reverse("table", args=[game.id])
    assert mike(game).hand_points == 10


def test_a_button_that_is_none_of_the_two_settles_nothing(as_ben, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    assert as_ben.post(at(game, proposal), {"id": uuid.uuid4()}).status_code == 400
    proposal.refresh_from_db()
    assert proposal.status == ProposalStatus.OPEN


def test_who_may_not_settle_it(client, as_vic, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    assert client.get(at(game, proposal)).url.startswith(reverse("sign_in"))
    assert as_vic.get(at(game, proposal)).status_code == 403
    assert as_vic.post(at(game, proposal), {"choice": "accept"}).status_code == 403


def test_a_conflict_that_is_not_there_is_not_found(as_ben, ben, ann, game):
    proposal = dispute(game, ann, "K", "KK")
    assert as_ben.get(reverse("conflict", args=[game.id, uuid.uuid4()])).status_code == 404
    other = make_game(players=2, by=ben.player)
    assert as_ben.get(at(other, proposal)).status_code == 404
    assert as_ben.delete(at(game, proposal)).status_code == 405


def test_a_card_that_changed_rules_do_not_know_is_shown_and_counts_nothing(as_ben, ann, game):
    proposal = dispute(game, ann, "K", "K*")
    hand_in(game, "rules", {"rule_set": "gourt"})
    shown = text_of(as_ben.get(at(game, proposal)))
    assert '<span class="total">10</span> <span class="micro">K, ★</span>' in shown


def test_the_end_stands_beside_a_reopening_that_did_not_see_it(as_ben, ann, game):
    play_game(game)
    proposal = hand_in(game, "reopen", {}, author=ann.player).proposal
    shown = text_of(as_ben.get(at(game, proposal)))
    assert "Two entries that do not agree." in shown
    assert '<span class="micro">The end</span>' in shown
    assert '<span class="micro">Reopened</span>' in shown


@pytest.mark.parametrize(
    "kind, payload, words",
    [
        ("adjust", {"points": 5, "reason": "The dog"}, "Round 1: +5 for Mike, The dog"),
        ("void", {}, "Taken back: Round 1, Mike: K ×2"),
    ],
)
def test_what_came_in_after_the_end_is_told_in_words(as_ben, ann, game, kind, payload, words):
    play_game(game)
    taken = game.entries.get(kind="hand", round=1, seat=MIKE)
    place = {"round": 1, "seat": MIKE} if payload else {}
    payload = payload or {"entry": str(taken.id)}
    late = hand_in(game, kind, payload, author=ann.player, may_amend=False, **place)
    shown = text_of(as_ben.get(at(game, late.proposal)))
    assert "One entry came in after the end." in shown
    assert f'<span class="micro">{words}</span>' in shown


def test_who_may_not_amend_is_told_who_settles_it(as_ben, ann):
    game = make_game(players=3, by=ann.player)
    play_game(game)
    cell = sheet_of(game).rounds[0].cells[1]
    key = uuid.uuid4()
    data = {"id": key, "replaces": cell.entry, "cards": "A"}
    answer = as_ben.post(f"/games/{game.id}/rounds/1/seats/1/", data, follow=True)
    page = answer.content.decode()
    assert "an admin says which is right" in page
    assert page.count(" disabled>") == 2
