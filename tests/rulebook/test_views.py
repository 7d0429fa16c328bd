"""Reading rules: the list, a rule set, two side by side, the crib sheet, the export, what if."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from datetime import date

import pytest
from django.urls import reverse
from django.utils.html import escape

from scorebook.models import Entry, Game, RuleSet
from scorebook.rulebook import views
from scorebook.rulebook.saving import save_version
from scorebook.rules import presets
from scorebook.rules.axes import BuyScope
from scorebook.rules.variant import Variant
from tests.factories import hand_in, make_game, make_player, play_game, play_round

LINK = presets.get("link")


def page_of(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def house(ben) -> RuleSet:
    return save_version(
        RuleSet.objects.named("link"),
        replace(LINK, buy=replace(LINK.buy, scope=BuyScope.ROUND)),
        name="Two a round",
        since=date(2026, 5, 3),
        why="Grandpa bought <five> times.",
        made_by=ben.player,
    )


def test_the_list_names_every_version_and_its_reason(as_vic, house):
    page = page_of(as_vic.get("/rules/"))
    for words in ("Link", "Gourt", "Board Game Arena, short", "Two a round", "3 May 2026"):
        assert words in page
    assert "Bring rules in" not in page


def test_the_nav_leads_to_the_rules(as_vic):
    page = page_of(as_vic.get("/rules/"))
    assert 'href="/rules/" aria-current="page"' in page


@pytest.mark.parametrize("slug", presets.SLUGS)
def test_a_rule_set_on_its_page(as_vic, slug):
    page = page_of(as_vic.get(f"/rules/{slug}/"))
    assert "partly assumed" in page
    assert f"Source: {escape(presets.ORIGINS[slug])}" in page
    assert "2 sets" in page
    assert "Change a rule" not in page


def test_at_a_glance(as_ben):
    page = " ".join(page_of(as_ben.get("/rules/link/")).split())
    assert '3 runs <span class="chip">needs a buy</span>' in page
    assert '<th scope="row">5</th> <td class="num">2</td> <td class="num">55 or 56</td>' in page
    assert '<th scope="row">Jokers</th><td class="num">50</td>' in page
    assert "Change a rule" in page
    assert "Cut for" not in page_of(as_ben.get("/rules/gourt/"))


def test_what_no_source_states_is_marked_at_a_glance_and_on_the_crib_sheet(as_vic):
    for address in ("/rules/norwegian/", "/rules/norwegian/crib/"):
        page = " ".join(page_of(as_vic.get(address)).split())
        assert (
            '1 set + 2 runs <span class="chip">needs a buy</span> <span class="chip">assumed'
            in page
        )
        assert '<td>3 runs <span class="chip">needs a buy</span><small>' in page
        assert '<th scope="row">2-9 <span class="chip">assumed</span></th>' in page
        assert '<th scope="row">The 2 of spades</th>' in page
    assert "Melds may be longer than asked.</li>" in page
    assert 'Two sets of one player may be of one rank. <span class="chip">assumed</span>' in page


def test_house_rules_come_first_with_who_and_why(as_vic, house):
    page = page_of(as_vic.get("/rules/two-a-round/"))
    assert "House rules since 3 May 2026, by Ben" in page
    assert "Each player may buy twice a round (was: twice a game)." in page
    assert "Grandpa bought &lt;five&gt; times." in page
    assert page.index("House rules since") < page.index("At a glance")
    assert "Source: The Link family" in page
    assert "house rule</span>" in page


def test_what_the_house_changed_is_marked_at_a_glance(as_vic, ben):
    save_version(
        RuleSet.objects.named("link"),
        replace(
            LINK,
            points={**LINK.points, "A": 15},
            rounds=(replace(LINK.rounds[0], dealt=12), *LINK.rounds[1:]),
        ),
        name="Cheap aces",
        since=date(2026, 5, 3),
        why="Grandpa had four.",
        made_by=ben.player,
    )
    page = page_of(as_vic.get("/rules/cheap-aces/"))
    chip = '<span class="chip">House rule since 3 May 2026</span>'
    assert f'<th scope="row">Every A {chip}</th><td class="num">15</td>' in page
    assert page.count(chip) == 1
    assert '<td class="num">12 <span class="chip">house rule</span></td>' in page
    assert f"{escape(presets.ORIGINS['link'])}, but for the house rules</p>" in page


def test_the_search_finds_sentences_and_what_they_rest_on(as_vic):
    page = page_of(as_vic.get("/rules/link/?q=buy+LAYING"))
    assert "A player who has laid down may not buy." in page
    assert "An ace is low or high." not in page
    page = page_of(as_vic.get("/rules/?q=low+card+deals"))
    assert "Gourt" in page
    assert "don’t say anything about “castling”" in page_of(as_vic.get("/rules/?q=castling"))
    assert "don’t say" in page_of(as_vic.get("/rules/link/?q=castling"))
    assert "&lt;b&gt;" in page_of(as_vic.get("/rules/?q=<b>"))


@pytest.mark.parametrize("words", ["decks players", "Aces", "buys twice"])
def test_the_search_knows_many_from_one_and_decks_as_packs(as_vic, words):
    page = page_of(as_vic.get("/rules/link/", {"q": words}))
    assert '<section class="topic">' in page
    assert "These rules don’t say anything" not in page


def test_what_the_rules_do_not_say_leads_members_to_a_dispute(as_ben, as_vic):
    way = reverse("write_post", args=["dispute"])
    page = page_of(as_ben.get("/rules/link/?q=castle+%26+king"))
    assert f"{way}?title=castle%20%26%20king&amp;rule_set=link" in page
    assert f'{way}?title=castling"' in page_of(as_ben.get("/rules/?q=castling"))
    assert "Take it to a dispute" not in page_of(as_vic.get("/rules/link/?q=castling"))


def test_two_side_by_side(as_vic, house):
    page = page_of(as_vic.get("/rules/compare/?a=link&b=two-a-round"))
    assert "Each player may buy twice a game." in page
    assert "Each player may buy twice a round." in page
    assert "say the same" in page_of(as_vic.get("/rules/compare/?a=link&b=link"))
    assert "Not said." in page_of(as_vic.get("/rules/compare/?a=link&b=gourt"))
    assert as_vic.get("/rules/compare/?a=link&b=nobody").status_code == 404


def test_a_crib_sheet(as_vic):
    page = page_of(as_vic.get("/rules/link/crib/"))
    for words in ("3 runs", "55 or 56", "An ace is low or high.", "Wild: jokers.", "lowest total"):
        assert words in page


def test_an_export_is_the_rule_set(as_vic, house):
    answer = as_vic.get("/rules/two-a-round/export/")
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == 'attachment; filename="two-a-round.json"'
    assert Variant.from_dict(json.loads(answer.content)) == house.rules


@pytest.fixture
def games(ben) -> list[Game]:
    """Two short games in which the ace decides: Rosa holds aces, Mike kings and a five."""
    table = [make_player(name=name) for name in ("Grandpa", "Rosa", "Mike")]
    made = []
    for _ in range(2):
        made.append(make_game(players=table, by=ben.player))
        play_round(made[-1], hands={1: "AA", 2: "KKK4"})
        play_round(made[-1], out=2, hands={0: "***", 1: "4"})
        hand_in(made[-1], "finish", {"early": True})
    return made


@pytest.fixture
def cheap_aces(ben) -> RuleSet:
    return save_version(
        RuleSet.objects.named("link"),
        replace(LINK, points={**LINK.points, "A": 1}, sign=1),
        name="Cheap aces",
        since=date(2026, 5, 3),
        why="Rosa insists.",
        made_by=ben.player,
    )


def test_all_finished_games_of_a_family_by_other_rules(as_vic, games, cheap_aces):
    before = list(Entry.objects.values_list("id", "seq"))
    page = page_of(as_vic.get("/rules/cheap-aces/what-if/"))
    assert "2 games, 2 would have ended otherwise" in page
    assert "Rosa would have won two more." in page
    assert "Mike would have won two fewer." in page
    assert list(Entry.objects.values_list("id", "seq")) == before
    assert {game.rule_set.slug for game in Game.objects.all()} == {"link"}


def test_so_many_games_at_once_and_the_older_ones_on_the_next_page(
    as_vic, games, cheap_aces, monkeypatch
):
    monkeypatch.setattr(views, "AT_ONCE", 1)
    page = page_of(as_vic.get("/rules/cheap-aces/what-if/"))
    assert "Games 1 to 1 of 2, the newest first." in page
    assert "Rosa would have won one more." in page
    assert 'href="?of=link&amp;page=2">Older games' in page
    older = page_of(as_vic.get("/rules/cheap-aces/what-if/?of=link&page=2"))
    assert "Games 2 to 2 of 2" in older and "Newer games" in older and "Older games" not in older


def test_games_of_another_family(as_vic, games):
    assert "No finished games there." in page_of(as_vic.get("/rules/gourt/what-if/"))
    page = page_of(as_vic.get("/rules/gourt/what-if/?of=link"))
    assert "2 games" in page
    assert "In 2 games something does not fit these rules." in page
    assert as_vic.get("/rules/gourt/what-if/?of=nobody").status_code == 404


def test_the_same_rules_change_nothing(as_vic, games):
    page = page_of(as_vic.get("/rules/link/what-if/"))
    assert "2 games, none would have ended otherwise" in page
    assert "Nobody would have won or lost more." in page


def test_one_game_by_other_rules(as_vic, games, cheap_aces):
    page = " ".join(page_of(as_vic.get(f"/games/{games[0].id}/what-if/?rules=cheap-aces")).split())
    assert "<dt>Won</dt> <dd>Mike</dd> <dt>Would have won</dt> <dd>Rosa</dd>" in page
    row = '<th scope="row">Rosa</th> <td class="num">45 <small>(2.)</small></td>'
    assert f'{row} <td class="num"><b>7</b> <small>(1.)</small></td>' in page


def test_what_does_not_fit_other_rules_is_said(as_vic, ben):
    game = make_game(by=ben.player)
    play_game(game)
    page = page_of(as_vic.get(f"/games/{game.id}/what-if/?rules=bga_short"))
    assert "What does not fit" in page


@pytest.mark.parametrize("own", ["link", "bga_short"])
def test_one_game_opens_on_rules_that_are_not_its_own(as_vic, ben, own):
    game = make_game(by=ben.player, variant=own)
    play_game(game)
    shown = as_vic.get(f"/games/{game.id}/what-if/").context["rule_set"]
    assert shown in RuleSet.objects.offered().exclude(id=game.rule_set_id)


def test_a_game_that_goes_on_has_no_what_if(as_vic, ben):
    game = make_game(by=ben.player)
    assert as_vic.get(f"/games/{game.id}/what-if/").status_code == 404
    assert as_vic.get(f"/games/{uuid.uuid4()}/what-if/").status_code == 404


def test_what_if_asks_as_often_for_many_games_as_for_one(
    as_vic, games, cheap_aces, django_assert_max_num_queries
):
    with django_assert_max_num_queries(22):
        as_vic.get("/rules/cheap-aces/what-if/")


READS = [
    "/rules/",
    "/rules/link/",
    "/rules/link/crib/",
    "/rules/link/export/",
    "/rules/link/what-if/",
    "/rules/compare/?a=link&b=gourt",
]


@pytest.mark.parametrize("address", READS)
def test_a_stranger_is_sent_to_sign_in_and_nobody_posts(client, as_vic, address):
    assert client.get(address).status_code == 302
    assert as_vic.post(address).status_code == 405
    assert as_vic.get(address).status_code == 200


def test_no_such_rules(as_vic):
    for address in ("", "crib/", "export/", "what-if/"):
        assert as_vic.get(f"/rules/nobody/{address}").status_code == 404


def test_the_table_leads_to_its_rules(as_ben, ben, games):
    running = make_game(by=ben.player, players=3)
    page = page_of(as_ben.get(f"/games/{running.id}/more/"))
    assert 'href="/rules/link/"' in page
    assert "what-if" not in page
    assert f"/games/{games[0].id}/what-if/" in page_of(as_ben.get(f"/games/{games[0].id}/more/"))
