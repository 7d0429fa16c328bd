"""Disputes: sides, votes by name, the day they end, the ruling, and the house rule after it."""

import uuid
from datetime import date, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import IntegrityError
from django.urls import reverse

from scorebook.models import Deed, Dispute, Family, RuleSet, Vote
from scorebook.people.merging import merge, unmerge
from scorebook.talk import services
from tests.conftest import browser_of
from tests.factories import make_game, make_player, make_post, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(ben):
    return make_post("dispute", by=ben.player, title="May a run turn the corner?")


def page(client, post):
    return " ".join(client.get(reverse("post_page", args=[post.id])).content.decode().split())


def vote(client, post, number=0):
    side = post.dispute.sides.all()[number]
    return client.post(reverse("vote", args=[post.id]), {"side": side.id})


def close(client, post, ruling="It may not."):
    return client.post(reverse("close_dispute", args=[post.id]), {"ruling": ruling})


def standing(post):
    dispute = Dispute.objects.get(pk=post.pk)
    return [[person.name for person in people] for _, people in dispute.standing]


def test_everybody_votes_once_by_name_and_may_change_sides(as_ben, as_ann, as_vic, post):
    for _ in range(50):
        vote(as_ben, post)
    vote(as_ann, post)
    assert Vote.objects.count() == 2
    assert standing(post) == [["Ben", "Ann"], []]
    assert "2 votes to 0" in page(as_vic, post) and "Ben and Ann" in page(as_vic, post)
    assert "Your side" in page(as_ben, post)
    vote(as_ben, post, 1)
    assert standing(post) == [["Ann"], ["Ben"]]
    assert "1 vote to 1" in page(as_vic, post)


def test_the_database_keeps_one_vote_each(ben, post):
    yes, no = post.dispute.sides.all()
    Vote.objects.create(dispute=post.dispute, side=yes, player=ben.player)
    with pytest.raises(IntegrityError):
        Vote.objects.create(dispute=post.dispute, side=no, player=ben.player)


def test_a_vote_is_for_a_side_of_this_dispute(as_ben, ben, post):
    other = make_post("dispute", by=ben.player).dispute.sides.all()[0]
    address = reverse("vote", args=[post.id])
    for side in (other.id, "", "x", 10**30):
        assert as_ben.post(address, {"side": side}).status_code == 400
    story = make_post(by=ben.player)
    assert as_ben.post(reverse("vote", args=[story.id]), {"side": 1}).status_code == 404
    assert not Vote.objects.exists()


def test_after_the_ruling_nobody_votes(as_ben, as_ann, post):
    vote(as_ben, post)
    assert close(as_ann, post).status_code == 302
    answer = vote(as_ben, post, 1)
    assert answer.status_code == 403
    assert "The voting is over." in answer.content.decode()
    assert standing(post) == [["Ben"], []]
    assert "Take this side" not in page(as_ben, post)


def test_the_last_day_is_over_where_the_family_lives(as_ben, as_vic, ben):
    today = Family.objects.get().today
    post = make_post("dispute", by=ben.player, closes_on=today)
    assert vote(as_ben, post).status_code == 302
    Dispute.objects.update(closes_on=today - timedelta(days=1))
    assert vote(as_ben, post, 1).status_code == 403
    assert "The voting is over; a ruling is due." in page(as_vic, post)
    assert standing(post) == [["Ben"], []]


def test_an_admin_rules_and_a_ruling_stays(as_ann, as_vic, ann, post):
    assert "Write something first." in close(as_ann, post, "").content.decode()
    close(as_ann, post, "It may **not**.")
    told = page(as_vic, post)
    assert "It may <strong>not</strong>." in told and "by Ann" in told
    again = close(as_ann, post, "It may.")
    assert again.status_code == 400
    assert "Somebody ruled before you." in again.content.decode()
    assert "It may." in again.content.decode()
    assert Dispute.objects.get().ruling == "It may **not**."
    assert [deed.text for deed in Deed.objects.all()] == [
        "closed the dispute “May a run turn the corner?”"
    ]


def test_what_was_settled_is_not_said_better(as_ann, as_ben, post):
    close(as_ann, post)
    assert "Say it better" not in page(as_ben, post)
    told = {"title": "Another question", "side_1": "A", "side_2": "B"}
    answer = as_ben.post(reverse("edit_post", args=[post.id]), told)
    assert answer.status_code == 403
    assert "It is settled" in answer.content.decode()
    post.refresh_from_db()
    assert post.title == "May a run turn the corner?"


def test_who_kept_the_score_of_its_game_rules_and_no_other_member(as_ben, post):
    sam = make_user(name="Sam")
    about = make_post("dispute", by=sam.player, game=make_game(players=2, by=sam.player))
    assert "Close with a ruling" not in page(as_ben, about)
    assert close(as_ben, about).status_code == 403
    assert close(browser_of(sam), post).status_code == 403
    assert close(browser_of(sam), about).status_code == 302


def test_a_binned_dispute_takes_nothing(as_ann, ann, post):
    services.take_down(post, by=ann.player)
    assert vote(as_ann, post).status_code == 404
    assert close(as_ann, post).status_code == 404


def test_sides_stay_once_somebody_took_one(as_ben, post):
    address = reverse("edit_post", args=[post.id])
    told = {"title": "Well?", "side_1": "Aye", "side_2": "Nay", "side_3": "Perhaps"}
    as_ben.post(address, told)
    assert [side.text for side in post.dispute.sides.all()] == ["Aye", "Nay", "Perhaps"]
    vote(as_ben, post)
    assert "so the sides stay as they are" in as_ben.get(address).content.decode()
    as_ben.post(address, told | {"title": "Well, well", "side_1": "No"})
    post.refresh_from_db()
    assert post.title == "Well, well"
    assert [side.text for side in post.dispute.sides.all()] == ["Aye", "Nay", "Perhaps"]


def test_a_side_taken_while_the_author_rewrites_it_stays(ben, post):
    side = post.dispute.sides.first()
    services.vote(post.dispute, side=side, by=ben.player, today=date.today())
    services.rewrite(post, title="Well?", sides=("Aye", "Nay"))
    assert [side.text for side in post.dispute.sides.all()] == ["Yes", "No"]
    assert standing(post) == [["Ben"], []]


def test_cards_and_rule_are_shown_and_lead_to_the_rules(as_vic, ben):
    link = RuleSet.objects.named("link")
    post = make_post(
        "dispute",
        by=ben.player,
        cards="Run 1: 7H * TH\nKK",
        rule="“A run is four cards.”",
        rule_set=link,
    )
    told = page(as_vic, post)
    assert "Run 1" in told and told.count('class="mini-card') == 5
    assert "A run is four cards." in told
    assert f'href="{reverse("rule_set", args=["link"])}"' in told


def test_a_ruling_leads_to_the_house_rules_with_the_trial_as_the_reason(as_ann, as_ben, ann):
    post = make_post("dispute", by=ann.player, title="W" * 120)
    Dispute.objects.update(rule_set=RuleSet.objects.named("link"))
    vote(as_ann, post)
    assert "Make it a house rule" not in page(as_ann, post)
    close(as_ann, post)
    assert "Make it a house rule" not in page(as_ben, post)
    answer = as_ann.get(reverse("post_page", args=[post.id]))
    rules = answer.context["rules"]
    way = f"{reverse('house_rules', args=[rules['slug']])}?{rules['why']}"
    assert way in answer.content.decode()
    (why,) = parse_qs(urlsplit(way).query)["why"]
    assert why == f"1 vote to 0 on “{'W' * 120}”, /talk/{post.id}/"
    assert len(why) + len("00s to 00 to 00") <= 200  # as long as a reason may be


def test_one_vote_of_somebody_who_was_two_counts_and_both_come_back(as_ann, as_vic, ann, post):
    rose, rosa = make_user(name="Rose"), make_player(name="Rosa")
    sides = list(post.dispute.sides.all())
    services.vote(post.dispute, side=sides[0], by=rose.player, today=date.today())
    services.vote(post.dispute, side=sides[1], by=rosa, today=date.today())
    merge(rose.player, rosa, by=ann.player)
    assert standing(post) == [[], ["Rose"]]  # the newer one counts
    assert "1 vote to 0" in page(as_vic, post)
    assert "Your side" in page(browser_of(rose), post)
    vote(browser_of(rose), post, 0)
    assert standing(post) == [["Rose"], []]
    unmerge(rosa, by=ann.player)
    assert standing(post) == [["Rose"], ["Rosa"]]


def test_what_somebody_wrote_under_another_name_is_theirs_while_they_are_one(as_vic, ann):
    rose, rosa = make_user(name="Rose"), make_player(name="Rosa")
    rant = make_post("rant", by=rosa)
    services.comment(rant, id=uuid.uuid4(), by=rosa, body="And another thing")
    services.take_note(rant, by=rosa, noted=True)
    services.take_note(rant, by=rose.player, noted=True)
    edit = reverse("edit_post", args=[rant.id])
    assert browser_of(rose).get(edit).status_code == 403
    merge(rose.player, rosa, by=ann.player)
    assert browser_of(rose).get(edit).status_code == 200
    assert "Rosa" not in page(as_vic, rant)
    assert "Noted by Rose." in page(as_vic, rant)
    unmerge(rosa, by=ann.player)
    assert browser_of(rose).get(edit).status_code == 403
    assert "Noted by Rosa and Rose." in page(as_vic, rant)
