"""House rules from the form or a file to a preview, and into the book."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from scorebook.ledger import triggers
from scorebook.models import RuleSet
from scorebook.rulebook.house_form import RulesForm
from scorebook.rulebook.reading import LARGEST, written
from scorebook.rules import presets
from scorebook.rules.axes import Basis
from scorebook.rules.variant import Variant
from tests.factories import make_game, make_post, play_game
from tests.rulebook.filling_in import as_posted

LINK = presets.get("link")
FORM = "/rules/link/change/"


def posted(**changes: str | None) -> dict[str, Any]:
    data = as_posted(RulesForm(LINK)) | {n.replace("__", "."): v for n, v in changes.items()}
    return {name: value for name, value in data.items() if value is not None}


def version(rules: str, **more: str) -> dict[str, str]:
    """What the preview's form sends."""
    return {
        "rules": rules,
        "parent": "link",
        "name": "Two a round",
        "since": "2026-05-03",
        "why": "Grandpa bought five times.",
    } | more


def two_a_round() -> str:
    form = RulesForm(LINK, posted(buy__scope="round"))
    assert form.is_valid()
    return written(form.variant)


def saved(client: Client, **more: str) -> RuleSet:
    answer = client.post("/rules/save/", version(two_a_round(), **more))
    assert answer.status_code == 302, answer.content.decode()
    return RuleSet.objects.get(slug=answer.url.split("/")[2])


def page_of(answer) -> str:
    return answer.content.decode()


def test_the_form_stands_ready(as_ben):
    page = page_of(as_ben.get(FORM))
    for words in ("The deal", "Calling rummy", "no limit", "Board Game Arena, short", "Customs"):
        assert words in page
    assert 'name="buy.limit" value="2"' in page


def test_changes_are_shown_before_anything_is_saved(as_ben):
    answer = as_ben.post(FORM, posted(buy__scope="round"))
    page = page_of(answer)
    assert answer.status_code == 200
    assert "Each player may buy twice a round (was: twice a game)." in page
    assert "Gourt:" in page
    assert not RuleSet.objects.filter(parent__isnull=False).exists()


def test_what_cannot_be_played_comes_back_with_what_was_typed(as_ben):
    answer = as_ben.post(FORM, posted(buy=None, points__A="17"))
    page = page_of(answer)
    assert answer.status_code == 400
    assert "cannot be finished with 12 cards, and nobody may buy" in page
    assert 'name="points.A" value="17"' in page


def test_nothing_changed_is_said(as_ben):
    answer = as_ben.post(FORM, posted())
    assert answer.status_code == 400
    assert "Nothing is changed." in page_of(answer)


def test_back_to_the_form_with_all_that_was_changed(as_ben):
    answer = as_ben.post(f"{FORM}again/", {"rules": two_a_round()})
    assert '<option value="round" selected>' in page_of(answer)
    assert as_ben.post(f"{FORM}again/", {"rules": "{"}).status_code == 400


def test_a_reason_that_somebody_came_with_goes_all_the_way(as_ben, as_vic, ben):
    post = make_post("dispute", by=ben.player)
    address = reverse("post_page", args=[post.id])
    why = f"3 votes to 1 on “<Buys>”, {address}"
    form = page_of(as_ben.get(FORM, {"why": why}))
    assert f'name="why" value="{escape(why)}"' in form
    refused = as_ben.post(FORM, posted() | {"why": why})
    assert f'name="why" value="{escape(why)}"' in page_of(refused)
    preview = as_ben.post(FORM, posted(buy__scope="round") | {"why": why})
    assert preview.context["form"]["why"].value() == why
    again = as_ben.post(f"{FORM}again/", {"rules": two_a_round(), "why": why})
    assert f'name="why" value="{escape(why)}"' in page_of(again)
    house = saved(as_ben, why=why)
    shown = f'3 votes to 1 on “&lt;Buys&gt;”, <a href="{address}">{address}</a>'
    for page in (reverse("rule_set", args=[house.slug]), reverse("rule_sets")):
        assert shown in page_of(as_vic.get(page))


def test_a_version_is_saved_and_cites_the_family(as_ben, ben):
    house = saved(as_ben)
    assert (house.slug, house.name, house.family) == ("two-a-round", "Two a round", "link")
    assert (house.parent.slug, house.made_by, str(house.since)) == (
        "link",
        ben.player,
        "2026-05-03",
    )
    source = house.rules.source("buy.scope")
    assert source.basis is Basis.STATED
    assert source.quote == "House rule since 3 May 2026: Grandpa bought five times."
    assert house.rules.source("buy.price") == LINK.source("buy.price")


def test_the_parent_stays_as_it_was(as_ben):
    before = RuleSet.objects.named("link")
    saved(as_ben)
    after = RuleSet.objects.named("link")
    assert (after.variant, after.name) == (before.variant, before.name)


def test_saved_twice_is_one_version(as_ben):
    assert saved(as_ben) == saved(as_ben)
    assert RuleSet.objects.filter(parent__slug="link").count() == 1


def test_a_name_is_given_once(as_ben):
    saved(as_ben)
    answer = as_ben.post("/rules/save/", version(two_a_round(), name="two A round", why="So."))
    assert answer.status_code == 400
    assert "There are rules called Two a round already." in page_of(answer)
    assert 'value="two A round"' in page_of(answer)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Import", "import-2"),
        ("Two & a round!", "two-a-round"),
        ("家の", "rules"),
        ("Link!", "link-2"),
    ],
)
def test_a_slug_is_made_from_the_name_and_is_free(as_ben, name, slug):
    assert saved(as_ben, name=name).slug == slug


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "required"),
        ("name", "…", "at least a letter"),
        ("name", "x" * 61, "at most 60"),
        ("since", "soon", "valid date"),
        ("why", "", "required"),
        ("why", "x" * 201, "at most 200"),
        ("parent", "nobody", "valid choice"),
    ],
)
def test_a_version_without_its_name_or_reason_comes_back(as_ben, field, value, words):
    answer = as_ben.post("/rules/save/", version(two_a_round(), **{field: value}))
    page = page_of(answer)
    assert answer.status_code == 400
    assert words in page
    assert "twice a round" in page or field == "parent"
    assert "Grandpa bought five times." in page or field == "why"


def test_rules_tampered_with_are_refused_with_the_key(as_ben):
    rules = two_a_round().replace('"price": 2', '"price": -2')
    answer = as_ben.post("/rules/save/", version(rules))
    assert answer.status_code == 400
    assert "buy.price has to be from 0 to 10" in page_of(answer)


def test_saving_the_parent_itself_is_refused(as_ben):
    answer = as_ben.post("/rules/save/", version(written(LINK)))
    assert answer.status_code == 400
    assert "Nothing is changed." in page_of(answer)


def test_a_new_version_is_offered_for_new_games_and_running_ones(as_ben, ben):
    house = saved(as_ben)
    assert house.name in page_of(as_ben.get("/games/new/"))
    game = make_game(by=ben.player, players=3)
    assert house.name in page_of(as_ben.get(f"/games/{game.id}/more/"))
    answer = as_ben.get(reverse("change_rules", args=[game.id]), {"rule_set": house.slug})
    assert house.name in page_of(answer)


def test_a_house_rule_of_a_house_rule_is_of_the_same_family(as_ben):
    house = saved(as_ben)
    data = as_posted(RulesForm(house.rules)) | {"points.A": "15"}
    page = page_of(as_ben.post(f"/rules/{house.slug}/change/", data))
    assert "Every A: 15 (was: 20)." in page
    form = RulesForm(house.rules, data)
    assert form.is_valid()
    more = version(written(form.variant), parent=house.slug, name="Cheap aces", why="Aunt lost.")
    as_ben.post("/rules/save/", more)
    second = RuleSet.objects.get(slug="cheap-aces")
    assert (second.family, second.parent) == ("link", house)
    assert second.rules.source("buy.scope").quote.startswith("House rule since 3 May 2026")
    page = page_of(as_ben.get("/rules/cheap-aces/"))
    assert page.index("Aunt lost.") < page.index("Grandpa bought five times.")


def test_a_finished_game_keeps_its_rules(as_ben, ben):
    game = make_game(by=ben.player)
    play_game(game)
    saved(as_ben)
    game.refresh_from_db()
    assert game.rule_set.slug == "link"


def foreign(**changes: Any) -> str:
    return json.dumps(LINK.to_dict() | {"name": "Uncle’s", **changes})


def upload(client: Client, text: str | bytes):
    raw = text.encode() if isinstance(text, str) else text
    return client.post("/rules/import/", {"file": io.BytesIO(raw), "text": ""})


def test_rules_come_in_by_file_or_pasted_into_the_same_preview(as_ben):
    for answer in (
        upload(as_ben, foreign(sign=-1)),
        as_ben.post("/rules/import/", {"text": foreign(sign=-1)}),
    ):
        page = page_of(answer)
        assert answer.status_code == 200
        assert "the highest total wins (was: The lowest total wins)." in page
        assert 'value="Uncle’s"' in page
    assert not RuleSet.objects.filter(name="Uncle’s").exists()


def test_rules_of_a_family_unknown_here_come_in_as_they_are(as_ben):
    rules = foreign(family="uncles")
    page = page_of(as_ben.post("/rules/import/", {"text": rules}))
    assert "No rules of this family are here yet." in page
    as_ben.post("/rules/save/", version(rules, parent="", name="Uncle’s"))
    came = RuleSet.objects.get(slug="uncles")
    assert (came.parent, came.family) == (None, "uncles")
    assert came.rules == Variant.from_dict(json.loads(rules))


def test_what_was_exported_comes_in_elsewhere_with_its_sources(as_ben):
    house = saved(as_ben)
    text = page_of(as_ben.get(f"/rules/{house.slug}/export/"))
    triggers.remove()  # as in another family's book, where it never was
    RuleSet.objects.filter(id=house.id).delete()
    triggers.install()
    as_ben.post("/rules/save/", version(text, why="From the cousins."))
    back = RuleSet.objects.get(slug="two-a-round")
    assert "Grandpa bought five times." in back.rules.source("buy.scope").quote


def test_rules_that_are_here_already_are_said_to_be(as_ben):
    answer = as_ben.post("/rules/import/", {"text": foreign()})
    assert answer.status_code == 400
    assert "These are the rules of Link, and they are here already." in page_of(answer)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file, or paste its text."),
        ("{", "not JSON"),
        ("[" * 20_000, "nested too deeply"),
        (foreign(stakes=80), "stakes is not a rule we know"),
        (foreign(buy={"limit": True}), "buy.limit has to be a whole number"),
        (foreign(name="<script>alert(1)</script>", sign=5), "sign has to be 1 or -1"),
        (foreign(**{"<img src=x>": 1}), "&lt;img src=x&gt; is not a rule we know"),
        ("x" * (LARGEST + 1), "more than 64 kB"),
    ],
)
def test_a_broken_file_is_refused_and_what_was_pasted_is_kept(as_ben, text, words):
    answer = as_ben.post("/rules/import/", {"text": text})
    page = page_of(answer)
    assert answer.status_code == 400
    assert words in page
    assert escape(text[:20]) in page


def test_a_broken_file_uploaded_is_refused(as_ben):
    for raw in (b"\xff\xd8\xff\xe0 a photo", b"", b" " * (LARGEST + 1), b'{"name": "\\ud800"}'):
        answer = upload(as_ben, raw)
        assert answer.status_code == 400
        assert 'role="alert"' in page_of(answer)


def test_a_file_and_its_text_are_too_much(as_ben):
    data = {"file": io.BytesIO(foreign().encode()), "text": foreign()}
    answer = as_ben.post("/rules/import/", data)
    assert "A file or its text, not both." in page_of(answer)


WRITES = ["/rules/link/change/", "/rules/link/change/again/", "/rules/save/", "/rules/import/"]


@pytest.mark.parametrize("address", WRITES)
def test_a_viewer_changes_nothing(as_vic, address):
    assert as_vic.post(address, version(two_a_round())).status_code == 403
    assert not RuleSet.objects.filter(parent__isnull=False).exists()


@pytest.mark.parametrize("address", ["/rules/link/change/", "/rules/import/"])
def test_a_viewer_gets_no_form(as_vic, address):
    assert as_vic.get(address).status_code == 403


@pytest.mark.parametrize("address", WRITES)
def test_a_stranger_is_sent_to_sign_in(client, ben, address):
    assert client.post(address, version(two_a_round())).status_code == 302
    assert not RuleSet.objects.filter(parent__isnull=False).exists()


def test_no_such_rules_and_no_such_way(as_ben):
    assert as_ben.get("/rules/nobody/change/").status_code == 404
    assert as_ben.post("/rules/nobody/change/again/").status_code == 404
    assert as_ben.get("/rules/save/").status_code == 405
    assert as_ben.get("/rules/link/change/again/").status_code == 405
    assert as_ben.put("/rules/link/change/").status_code == 405
    assert as_ben.delete("/rules/import/").status_code == 405
