"""The page of a finished game: what it tells beside who won, and what that costs to ask."""

import gzip
import re

import pytest
from django.urls import reverse

from scorebook.models import Hand, Player, Seat
from scorebook.stats import race as racing
from tests.factories import copy_game, hand_in, make_game, make_player, play_game, play_round


@pytest.fixture
def table(family, ben):
    return [ben.player, *(make_player(name=name) for name in ("Em", "Mike"))]


@pytest.fixture
def game(table):
    """Ben goes out of all seven rounds, Em holds two kings each time, Mike a four."""
    game = make_game(players=table)
    play_game(game, winner=0, loser=1)
    return game


def page(client, game):
    answer = client.get(reverse("game_over", args=[game.id]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split()).replace("</td> <td", "</td><td")


def test_it_tells_how_the_game_went(as_vic, game):
    assert "<li>Ben led from the first round to the last.</li>" in page(as_vic, game)


def test_the_race_stands_there_with_its_numbers(as_vic, game):
    shown = page(as_vic, game)
    assert 'alt="The race. In the end Ben first with 0, Em last with 140."' in shown
    assert '<th scope="row">7</th><td class="num">0</td><td class="num">140</td>' in shown
    address = racing.picture(game, racing.race(game)).light
    assert address.replace("&", "&amp;") in shown
    chart = as_vic.get(address, headers={"Accept-Encoding": "gzip"})
    drawn = gzip.decompress(chart.content).decode()
    assert all(f">{name}<" in drawn for name in ("Ben", "Em", "Mike"))
    assert chart["Cache-Control"].endswith("immutable")


@pytest.mark.parametrize("won", [True, False])
def test_a_name_from_right_to_left_leaves_the_points_where_they_are(as_vic, game, won):
    """Without its own direction the points would stand before it: "140 ,שרה"."""
    told = Seat.objects.filter(game=game, won=won, place__in=(1, 3)).get()
    Player.objects.filter(id=told.player_id).update(name="שרה")
    there = reverse("tv" if won else "game_over", args=[game.id])
    besides = re.compile(f"(<bdi>)?שרה(?:</bdi>)?,? [^<]{{0,9}}{told.total}")
    for address in (reverse("home"), there):
        assert besides.findall(as_vic.get(address).content.decode()) == ["<bdi>"], address


def test_the_chart_of_a_game_that_goes_on_is_not_there(as_vic, table):
    game = make_game(players=table)
    assert as_vic.get(reverse("race_chart", args=[game.id])).status_code == 404


def test_a_correction_changes_the_address_of_the_race(as_vic, game):
    before = racing.picture(game, racing.race(game)).light
    hand_in(game, "adjust", {"points": 5, "reason": "Counted again"}, round=1, seat=2)
    game = type(game).objects.with_table().get(id=game.id)
    assert racing.picture(game, racing.race(game)).light != before


def test_the_sheet_can_be_read_there_with_its_notes(as_vic, table):
    game = make_game(players=table)
    hand_in(game, "note", {"text": "The cat sat on the pack"}, round=2)
    play_game(game, winner=0, loser=1)
    shown = page(as_vic, game)
    assert "<td>OUT</td><td>20</td><td>5</td>" in shown
    assert "Round 2: “The cat sat on the pack”" in shown


def test_a_latecomer_begins_the_race_where_they_came_in(as_vic, table):
    game = make_game(players=table[:2])
    play_round(game, out=0, hands={1: "KK"})
    joins = {"player": str(table[2].id), "after_seat": 1, "points": "average"}
    hand_in(game, "join", joins, round=2)
    play_game(game, winner=0, loser=1)
    game = type(game).objects.with_table().get(id=game.id)
    late = racing.chart(game, racing.race(game)).lines[2]
    seat = game.seats.get(number=2)
    assert late.points[0] == (1, seat.starting_points)
    assert late.points[-1] == (7, seat.total)


def test_the_race_ends_as_the_game_did_for_high_and_for_low(table):
    for variant in ("link", "norwegian", "bga_full", "gourt"):
        game = make_game(variant=variant, players=table)
        play_game(game, winner=0, loser=1)
        game = type(game).objects.with_table().get(id=game.id)
        race, sign = racing.race(game), game.rule_set.rules.sign
        assert {s.number: sign * s.total for s in game.seats.all()} == race.final
        assert race.winners == [s.number for s in game.seats.all() if s.won]
        assert racing.chart(game, race).y.downwards == (sign > 0)


def test_the_same_number_of_queries_however_many_games_there_are(
    as_vic, game, django_assert_max_num_queries
):
    page(as_vic, game)
    counts = []
    for more in (40, 960):
        copy_game(game, more)
        with django_assert_max_num_queries(20) as asked:
            page(as_vic, game)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_a_page_asked_for_again_does_not_compare_anew(as_vic, game, django_assert_max_num_queries):
    page(as_vic, game)
    with django_assert_max_num_queries(40) as asked:
        page(as_vic, game)
    assert not [one for one in asked if "scorebook_tally" in one["sql"]]


def test_a_chart_that_was_drawn_asks_the_database_for_nothing_but_who_looks(
    as_vic, game, django_assert_max_num_queries
):
    address = racing.picture(game, racing.race(game)).light
    as_vic.get(address)
    with django_assert_max_num_queries(2) as asked:
        as_vic.get(address)
    assert not [one for one in asked if "scorebook_game" in one["sql"]]
    assert Hand.objects.filter(game=game).exists()
