"""Talk on phones: from a verdict to a dispute, its votes, its ruling and a house rule; and without
JavaScript.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from scorebook.models import Dispute, Post
from tests.browser.test_checker import overall, tap
from tests.factories import make_game, make_player, make_post, play_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(ann, ben):
    """Link, two rounds in: the third asks for two runs."""
    table = [ann.player, ben.player, *(make_player(name=name) for name in ("Em", "Mike"))]
    game = make_game(players=table, by=ann.player)
    for _ in range(2):
        play_round(game)
    return game


def headline(phone):
    return phone.page.locator(".headline")


def test_a_dispute_from_the_checker_to_its_ruling(phone_of, ann, ben, vic, game):
    bens, anns, vics = phone_of(ben), phone_of(ann), phone_of(vic)
    bens.page.goto(reverse("check", args=[game.id]))
    tap(bens, "h 3 4 5 6 c 7 * * T")
    expect(overall(bens)).to_contain_text("You can’t go down yet.")
    bens.tap(bens.link("Take it to a dispute"))
    expect(bens.page.get_by_label("The question")).to_have_value(
        "May these be laid down in round 3: 2 runs?"
    )
    expect(bens.page.get_by_label("The cards")).to_have_value(
        "Run 1: 3H 4H 5H 6H\nRun 2: 7C JK JK TC"
    )
    assert not Post.objects.exists()
    bens.page.get_by_label("One side").fill("Jokers may lie back to back")
    bens.page.get_by_label("The other side").fill("They may not")
    bens.tap(bens.button("Post it"))
    expect(headline(bens)).to_have_text("May these be laid down in round 3: 2 runs?")
    expect(bens.page.locator(".evidence .mini-card")).to_have_count(8)
    expect(bens.page.locator(".rule")).to_contain_text("Link says: “")

    bens.tap(bens.button(re.compile("Take this side.*Jokers may")))
    expect(bens.page.get_by_text("Your side")).to_be_visible()
    anns.page.goto("/")
    trial = anns.page.get_by_role("region", name="On trial")
    expect(trial).to_contain_text("1 vote to 0")
    anns.tap(trial.get_by_role("link"))
    anns.tap(anns.button(re.compile("Take this side.*Jokers may")))
    anns.tap(anns.button(re.compile("Go over to this side.*They may not")))
    expect(anns.page.get_by_text("1 vote to 1.")).to_be_visible()

    vics.page.goto(anns.page.url)
    expect(vics.page.get_by_text("Ben", exact=True).first).to_be_visible()
    expect(vics.page.get_by_role("button")).to_have_count(0)

    anns.tap(anns.link("Close with a ruling"))
    anns.page.get_by_label("The ruling").fill("They **may not**.")
    anns.tap(anns.button("Close it"))
    expect(anns.page.get_by_role("region", name="Settled")).to_contain_text("They may not.")
    expect(anns.button("Take this side")).to_have_count(0)
    bens.tap(bens.button("Go over to this side"))  # on the page of before
    expect(bens.page.get_by_text("The voting is over.")).to_be_visible()
    assert [len(people) for _, people in Dispute.objects.get().standing] == [1, 1]
    a_house_rule_of_it(anns)
    assert [one for phone in (anns, vics) for one in phone.faults] == []


def a_house_rule_of_it(phone) -> None:
    """The ruling becomes a rule, which leads back to the trial."""
    trial = phone.page.url
    phone.tap(phone.link("Make it a house rule"))
    expect(phone.page.get_by_text("The reason so far: 1 vote to 1")).to_be_visible()
    phone.page.get_by_text("Buying", exact=True).click()
    phone.page.locator("[name='buy.scope']").select_option("round")
    phone.tap(phone.button("Show what changes"))
    expect(phone.page.get_by_label("Why")).to_have_value(
        f"1 vote to 1 on “May these be laid down in round 3: 2 runs?”, /{trial.split('/', 3)[3]}"
    )
    phone.page.get_by_label("Name").fill("Two a round")
    phone.tap(phone.button("Save these rules"))
    phone.tap(phone.page.locator("q").get_by_role("link"))
    expect(phone.page).to_have_url(trial)


def test_what_is_refused_keeps_every_word_without_javascript(phone_of, ben):
    phone = phone_of(ben, javascript=False, width=320)
    phone.page.goto("/")
    phone.tap(phone.link("Talk", exact=True))
    phone.tap(phone.link("Write", exact=True))
    phone.tap(phone.link("Rant"))
    phone.page.get_by_label("What about").fill("The " + "very " * 40 + "long title")
    phone.page.get_by_label("Let it out").fill("<b>Loud</b> *words*")
    phone.tap(phone.button("Post it"))
    expect(phone.page.get_by_role("alert")).to_contain_text("120 letters fit here")
    expect(phone.page.get_by_label("Let it out")).to_have_value("<b>Loud</b> *words*")
    phone.page.get_by_label("What about").fill("The kettle")
    phone.tap(phone.button("Post it"))
    expect(phone.page.get_by_text("<b>Loud</b> words")).to_be_visible()
    expect(phone.page.locator(".said em")).to_have_text("words")
    phone.tap(phone.button("Noted", exact=True))
    expect(phone.page.get_by_text("Noted by Ben.")).to_be_visible()
    phone.page.get_by_label("Say something to it").fill("And the lid.")
    phone.tap(phone.button("Say it", exact=True))
    expect(phone.page.get_by_text("And the lid.")).to_be_visible()
    phone.tap(phone.button("Put it in the bin"))
    expect(phone.page.get_by_text("It is in the bin, for thirty days.")).to_be_visible()
    phone.tap(phone.link("The bin"))
    phone.tap(phone.button(re.compile("Put it back.*The kettle")))
    expect(headline(phone)).to_have_text("The kettle")
    assert phone.faults == []


HOSTILE = """<script>document.title = "had"</script> <img src=x onerror="document.title = 'had'">
[here](javascript:document.title='had') ![me](http://tracker.example/a.png) {{7*7}}"""


def test_hostile_words_do_nothing_and_ask_for_nothing(phone, ann, game):
    post = make_post("dispute", by=ann.player, title=HOSTILE.split("\n")[0], body=HOSTILE)
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    for name, args in (("post_page", [post.id]), ("talk", []), ("home", [])):
        phone.page.goto(reverse(name, args=args))
        assert phone.page.title() != "had"
        expect(phone.page.get_by_text("<script>").first).to_be_visible()
    phone.page.goto(reverse("post_page", args=[post.id]))
    assert phone.page.locator(".said a[href^=javascript], .said img, .said script").count() == 0
    expect(phone.page.locator(".said")).to_contain_text("{{7*7}}")
    assert [address for address in asked if "tracker.example" in address] == []
    assert phone.faults == []


def test_a_post_is_shown_to_whoever_has_the_link(phone_of, ben):
    mine, theirs = phone_of(ben), phone_of(None)
    post = make_post("recipe", by=ben.player, title="Pie", body="- apples\n- butter")
    mine.page.goto(reverse("post_page", args=[post.id]))
    mine.tap(mine.link("Share it by a link"))
    mine.tap(mine.button("Make a link"))
    theirs.page.goto(mine.page.get_by_label("The link").input_value())
    expect(theirs.page.get_by_role("heading", name="Pie")).to_be_visible()
    expect(theirs.page.get_by_role("listitem")).to_have_text(["apples", "butter"])
    mine.tap(mine.button("Stop it"))
    theirs.page.reload()
    expect(theirs.page.get_by_role("heading", name="Not here")).to_be_visible()
