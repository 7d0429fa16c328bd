"""Somebody's page: what stands there, of whom ever, and what it costs to ask."""

import gzip
from datetime import date

import pytest
from django.core.cache import caches
from django.urls import reverse

from scorebook.models import Player
from scorebook.models.people import Role
from scorebook.stats import profile_pictures as pictures
from scorebook.stats.own_games import OwnGames
from tests.conftest import browser_of
from tests.factories import copy_game, make_game, make_player, make_user, play_game, play_round
from tests.stats.looking import text_of


@pytest.fixture
def table(family, ben):
    return [ben.player, *(make_player(name=name) for name in ("Em", "Mike"))]


@pytest.fixture
def game(table):
    """Ben goes out of all seven rounds, Em holds two kings each time, Mike a four."""
    game = make_game(players=table)
    play_game(game, winner=0, loser=1)
    return game


def page(client, player, **query):
    answer = client.get(reverse("person", args=[player.id]), query)
    assert answer.status_code == 200
    return text_of(answer)


def test_before_the_first_game(as_vic, table):
    assert "No finished game yet." in page(as_vic, table[0])


def test_after_one_game(as_vic, game, table):
    shown = page(as_vic, table[1])
    assert "<dt>Lost</dt><dd>1</dd>" in shown
    assert "Loses to Ben 1 of 1" in shown
    assert "A nemesis needs 5 games together." in shown
    assert "The worst hand: 20" in shown
    assert "places.svg" not in shown
    assert "contracts.svg" in shown


def test_after_many(as_vic, game, table):
    copy_game(game, 9)
    shown = page(as_vic, table[1])
    assert "<dt>Nemesis</dt><dd>Ben</dd>" in shown
    assert "Loses to Ben 10 of 10" in shown
    assert "places.svg" in shown
    shown = page(as_vic, table[0])
    assert "<dt>Favourite victim</dt><dd>Em</dd>" in shown
    assert "Most wins: 10" in shown
    assert "Three in a row" in shown


def test_of_a_child_everything_is_said_gently(as_vic, game, table):
    Player.objects.filter(id=table[1].id).update(is_child=True)
    copy_game(game, 9)
    shown = page(as_vic, table[1])
    for harsh in ("Nemesis", "victim", "Loses to", "worst hand", "bogey"):
        assert harsh not in shown
    for gentle in ("Hard to beat", "Behind Ben 10 of 10", "The fullest hand: 20"):
        assert gentle in shown


@pytest.mark.parametrize(
    "gone", [{"retired_on": date(2026, 1, 1)}, {"in_memory": True, "retired_on": date(2026, 1, 1)}]
)
def test_who_does_not_play_any_more_keeps_it_all(as_vic, game, table, gone):
    Player.objects.filter(id=table[1].id).update(**gone)
    assert "Loses to Ben 1 of 1" in page(as_vic, table[1])


def test_by_one_kind_of_rules(as_vic, game, table):
    other = make_game(variant="gourt", players=table)
    play_game(other, winner=1, loser=0)
    assert "Even with Ben, 1 of 2" in page(as_vic, table[1])
    shown = page(as_vic, table[1], family="gourt")
    assert "Beats Ben 1 of 1" in shown
    assert "Points, by Gourt rules" in shown
    assert "Even with Ben, 1 of 2" in page(as_vic, table[1], family="no such rules")


class TestChosenGames:
    @pytest.fixture
    def evenings(self, table):
        """Ben wins on the porch in 2025; of two of 2026 Em wins one, with four at the table."""
        play_game(make_game(players=table, played_on=date(2025, 5, 1), place="Porch"), loser=1)
        play_game(make_game(players=table, played_on=date(2026, 5, 1)), loser=1)
        four = [*table, make_player(name="Jo")]
        play_game(make_game(players=four, played_on=date(2026, 6, 1)), winner=1, loser=0)

    @pytest.mark.parametrize(
        ("asked", "games", "won", "said"),
        [
            ({"period": "2026"}, 2, 1, "Even with Ben, 1 of 2"),
            ({"seats": "4"}, 1, 1, "Beats Ben 1 of 1"),
            ({"place": "porch"}, 1, 0, "Loses to Ben 1 of 1"),
            ({"place": "porch", "period": "2025"}, 1, 0, "Loses to Ben 1 of 1"),
            ({"since": "2025-06-01", "seats": "3"}, 1, 0, "Loses to Ben 1 of 1"),
        ],
    )
    def test_are_all_that_it_tells_of(self, as_vic, table, evenings, asked, games, won, said):
        shown = page(as_vic, table[1], **asked)
        assert f"<dt>Games</dt><dd>{games}</dd>" in shown
        assert f"<dt>Won</dt><dd>{won}</dd>" in shown
        assert said in shown

    def test_say_how_many_they_are_and_what_is_left_out(self, as_vic, table, evenings):
        shown = page(as_vic, table[1], place="porch")
        assert "This rests on 1 game. Streaks, titles, badges and the rating run through" in shown
        assert "First win" in page(as_vic, table[0], family="link")
        assert "First win" not in page(as_vic, table[0], period="2026")
        assert "Badges and the rating run through" in page(as_vic, table[0], period="2026")

    def test_go_along_to_the_charts_the_spreadsheets_and_the_form(self, as_vic, table, evenings):
        shown = page(as_vic, table[1], period="2026")
        em = f"/people/{table[1].id}"
        for address in ("places.svg?period=2026", "contracts.svg?family=link&amp;period=2026"):
            assert f"{em}/{address}" in shown
        for address in ("places.csv?period=2026", "rivals.csv?period=2026", "filters/?period=2026"):
            assert f'href="{em}/{address}"' in shown
        form = as_vic.get(reverse("choose_person", args=[table[1].id]), {"place": "porch"})
        assert f'action="{em}/"' in text_of(form) and 'value="porch"' in text_of(form)

    def test_are_those_of_its_charts_and_spreadsheets(self, as_vic, table, evenings):
        def rows(part, **asked):
            sheet = as_vic.get(reverse("person_sheet", args=[table[1].id, part]), asked)
            return b"".join(sheet).decode().splitlines()[1:]

        assert rows("rivals", place="porch") == ["Ben,1,0,1", "Mike,1,0,1"]
        assert [row[:6] for row in rows("years", seats="3")] == ["2026,1", "2025,1"]
        assert len(rows("places", period="2026")) == 2
        rating = reverse("rating_chart", args=[table[1].id])
        assert as_vic.get(rating).status_code == 200
        assert as_vic.get(rating, {"period": "2026"}).status_code == 404

    def test_may_be_none(self, as_vic, table, evenings):
        assert "No finished game among these." in page(as_vic, table[1], place="cellar")


def test_what_nobody_plays_by_is_not_kept(as_vic, game, table):
    page(as_vic, table[1])
    before = len(caches["statistics"]._cache)
    for number in range(5):
        page(as_vic, table[1], family=f"made-up-{number}")
    assert len(caches["statistics"]._cache) == before


def test_a_new_game_shows_at_once(as_vic, game, table):
    page(as_vic, table[1])
    play_game(make_game(players=table), winner=1, loser=0)
    assert "Even with Ben, 1 of 2" in page(as_vic, table[1])


def test_the_charts_that_it_shows_are_there(as_vic, game, table):
    copy_game(game, 2)
    own, link = OwnGames(table[1]), OwnGames(table[1], "link")
    shown = [
        pictures.places(own, pictures.newest(own)),
        pictures.by_contract(link, pictures.contracts_of(link)),
    ]
    written = page(as_vic, table[1])
    for picture in shown:
        assert picture.light.replace("&", "&amp;") in written
        chart = as_vic.get(picture.light, headers={"Accept-Encoding": "gzip"})
        assert chart["Cache-Control"].endswith("immutable")
        assert b"<svg" in gzip.decompress(chart.content)


@pytest.mark.parametrize("name", ["places_chart", "rating_chart", "contracts_chart"])
def test_there_is_no_chart_of_nothing(as_vic, table, name):
    assert as_vic.get(reverse(name, args=[table[0].id])).status_code == 404


@pytest.mark.parametrize("asked", ["%00", "no-such-rules"])
@pytest.mark.parametrize("name", ["places_chart", "rating_chart", "contracts_chart"])
def test_nor_by_rules_that_nobody_plays_by(as_vic, game, table, name, asked):
    chart = f"{reverse(name, args=[table[0].id])}?family={asked}"
    assert as_vic.get(chart).status_code == 404


def test_a_hostile_name_comes_out_as_it_is(as_vic, ben):
    table = [ben.player, make_player(name="$$ <b>"), make_player(name="_bob")]
    play_game(make_game(players=table), winner=0, loser=1)
    shown = page(as_vic, table[1])
    assert "$$ &lt;b&gt;" in shown
    assert "Loses to _bob 1 of 1" in shown


def test_whoever_turned_out_to_be_another_leads_there(as_vic, table):
    Player.objects.filter(id=table[1].id).update(merged_into=table[2])
    answer = as_vic.get(reverse("person", args=[table[1].id]))
    assert answer.url == reverse("person", args=[table[2].id])


def test_who_has_no_player_yet_may_say_who_they_are(family, table):
    user = make_user(name="New", role=Role.VIEWER)
    assert "That’s me" in page(browser_of(user), table[1])


def test_the_same_number_of_queries_however_many_games_there_are(
    as_vic, table, django_assert_max_num_queries
):
    game = make_game(players=table)
    play_round(game, 1, hands={1: "KA*"}, cut_by=0)
    play_game(game)
    counts = []
    for more in (9, 990):
        copy_game(game, more)
        page(as_vic, table[1])
        for chosen in ({}, {"period": "2026"}, {"seats": "3", "since": "2001-01-01"}):
            caches["statistics"].clear()
            with django_assert_max_num_queries(40) as asked:
                page(as_vic, table[1], **chosen)
            counts.append(len(asked))
    assert counts[:3] == counts[3:]


def test_what_was_told_once_is_not_asked_again(as_vic, game, table, django_assert_max_num_queries):
    page(as_vic, table[1])
    with django_assert_max_num_queries(20) as asked:
        page(as_vic, table[1])
    assert not [one for one in asked if "scorebook_tally" in one["sql"]]
