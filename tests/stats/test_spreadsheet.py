"""Every table as CSV: the same games, numbers as numbers, and no cell that computes."""

import csv
from datetime import date

import pytest
from django.urls import reverse

from scorebook.models import Game
from scorebook.stats.catalogue import MEASURES
from scorebook.stats.spreadsheet import harmless
from tests.factories import make_game, make_player, play_game
from tests.stats.rows import add_up, evenings, played

pytestmark = pytest.mark.django_db


def rows(answer) -> list[list[str]]:
    text = answer.getvalue().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.reader(text[1:].splitlines()))


def download(client, slug, **asked):
    return rows(client.get(reverse("board_sheet", args=[slug]), asked))


def test_a_board_holds_everybody_with_place_count_and_rate(as_vic):
    rosa, mike = (make_player(name=name) for name in ("Rosa", "Mike"))
    for day in (1, 2, 3):
        played({rosa: 5, mike: 50}, on=date(2026, 1, day))
    played({mike: 5, rosa: 50}, on=date(2026, 1, 4))
    add_up()
    assert download(as_vic, "winners") == [
        ["Place", "Player", "Won", "Of games", "Rate", "Games"],
        ["1", "Rosa", "3", "4", "0.75", "4"],
        ["2", "Mike", "1", "4", "0.25", "4"],
    ]


def test_it_is_not_cut_into_pages_and_knows_the_filters(as_vic):
    evenings(30, people=30)
    assert len(download(as_vic, "winners")) == 31
    assert len(download(as_vic, "winners", since="2000-07-01")) < 10


@pytest.mark.parametrize("slug", MEASURES)
def test_every_board_comes_so(as_vic, slug):
    evenings(6)
    head, *_ = download(as_vic, slug)
    assert head[:2] == ["Place", "Player"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1"])
def test_a_name_is_no_formula(as_vic, name):
    played({make_player(name=name): 0, make_player(name="Other"): 9}, on=date(2026, 1, 1))
    add_up()
    assert download(as_vic, "winners")[1][1] == f"'{name}"


@pytest.mark.parametrize("number", [-45, -7.5, 0, 12])
def test_a_number_stays_one_below_zero_too(number):
    assert harmless(number) is number


@pytest.mark.parametrize("name", ["$$", "_bob", "山田太郎", "שרה", '🃏, the "Ace"'])
def test_every_name_comes_out_as_it_is_written(as_vic, name):
    played({make_player(name=name): 0, make_player(name="Other"): 9}, on=date(2026, 1, 1))
    add_up()
    assert download(as_vic, "winners")[1][1] == name


def test_the_history_with_the_same_filters(as_vic):
    rosa, mike = (make_player(name=name) for name in ("Rosa", "Mike"))
    played({rosa: 5, mike: 50}, on=date(2026, 1, 1), place="=Porch", occasion="Epiphany")
    played({rosa: 5, mike: 50}, on=date(2025, 1, 1))
    found = rows(as_vic.get(reverse("history_sheet"), {"period": "2026"}))
    assert found == [
        [
            "Date",
            "Rules",
            "Place",
            "Occasion",
            "Finished",
            "Won",
            "Lost",
            "Went home",
            "Mike",
            "Rosa",
        ],
        ["2026-01-01", "Link", "'=Porch", "Epiphany", "yes", "Rosa", "Mike", "", "50", "5"],
    ]


def test_the_history_has_a_column_for_each_who_played(as_vic):
    rosa, mike, karl, _ = (make_player(name=name) for name in ("Rosa", "Mike", "Karl", "Nobody"))
    make_game(players=[rosa, mike], played_on=date(2026, 1, 3))  # goes on
    played({rosa: -20, karl: -5}, on=date(2026, 1, 2))
    head, newest, older = rows(as_vic.get(reverse("history_sheet")))
    assert [line[-3:] for line in (head, newest, older)] == [
        ["Karl", "Mike", "Rosa"],
        ["", "", ""],
        ["-5", "", "-20"],
    ]


@pytest.fixture
def table(family):
    """Three who have played one game in 2025 and two in 2026, of which Rosa won all."""
    people = [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]
    for day in (date(2025, 1, 1), date(2026, 1, 1), date(2026, 1, 2)):
        play_game(make_game(players=people, played_on=day, place="Porch"), winner=0, loser=1)
    return people


def sheet(client, name, *args, **asked):
    return rows(client.get(reverse(name, args=args), asked))


def test_so_do_the_tables_of_the_family(as_vic, table):
    assert sheet(as_vic, "numbers_sheet", "years") == [
        ["Year", "Games", "Evenings"],
        ["2025", "1", "1"],
        ["2026", "2", "2"],
    ]
    assert len(sheet(as_vic, "numbers_sheet", "years", since="2026-01-02")) == 2
    head, first, *_ = sheet(as_vic, "numbers_sheet", "contracts", period="2026")
    assert (head[:4], first[:4]) == (
        ["Round", "Contract", "Hands", "Points a hand"],
        ["1", "2 sets", "6", str(50 / 6)],
    )
    records = sheet(as_vic, "numbers_sheet", "records")
    assert ["Best game", "0", "points at the end", "Rosa", "2025-01-01", ""] in records
    assert [
        "Longest winning streak",
        "3",
        "games in a row",
        "Rosa",
        "2026-01-02",
        "2025-01-01",
    ] in (records)
    assert as_vic.get(reverse("numbers_sheet", args=["nonsense"])).status_code == 404
    page = as_vic.get(reverse("family_numbers"), {"period": "2026"}).content.decode()
    assert f'href="{reverse("numbers_sheet", args=["years"])}?period=2026"' in page


def test_and_what_dealing_and_buying_are_worth(as_vic, table):
    """Of seven rounds Rosa deals three, Mike and Karl two; she goes out, he holds 20, Karl 5. So
    dealers have 50 in 7 hands. The others have 12.5, 2.5 and 10 a hand in those rounds: 62.5 in 7.
    """
    assert sheet(as_vic, "numbers_sheet", "dealing") == [
        ["Hands of", "Hands", "Points a hand", "Went out"],
        ["Dealers", "21", str(50 / 7), "9"],
        ["Everybody else", "42", str(62.5 / 7), "12"],
    ]
    assert len(sheet(as_vic, "numbers_sheet", "dealing", period="2025")) == 1  # too few
    assert len(sheet(as_vic, "numbers_sheet", "buying")) == 1
    page = as_vic.get(reverse("family_contracts"), {"since": "2020-01-01"}).content.decode()
    assert f'href="{reverse("numbers_sheet", args=["dealing"])}?since=2020-01-01"' in page


def test_and_those_of_a_year(as_vic, table):
    assert ["Most games played", "Karl", "2"] in sheet(as_vic, "titles_sheet", 2026)
    page = as_vic.get(reverse("book", args=[2026])).content.decode()
    for address in ("/tally/winners.csv?retired=1&amp;period=2026", "/games.csv?period=2026"):
        assert f'href="{address}"' in page


def test_and_those_of_a_person(as_vic, table):
    rosa = table[0].id
    assert sheet(as_vic, "person_sheet", rosa, "rivals")[1:] == [
        ["Karl", "3", "3", "0"],
        ["Mike", "3", "3", "0"],
    ]
    assert sheet(as_vic, "person_sheet", rosa, "years")[1][:4] == ["2026", "2", "2", "0"]
    assert sheet(as_vic, "person_sheet", rosa, "places")[1] == ["2026-01-02", "1", "3"]
    assert sheet(as_vic, "person_sheet", rosa, "contracts", family="link")[1][:2] == ["2 sets", "3"]
    assert float(sheet(as_vic, "person_sheet", rosa, "rating", family="link")[1][1]) > 25
    page = as_vic.get(reverse("person", args=[rosa])).content.decode()
    for part in ("rivals", "years", "places", "rating"):
        assert f'href="/people/{rosa}/{part}.csv"' in page
    assert f'href="/people/{rosa}/contracts.csv?family=link"' in page
    for part, family in (("nonsense", "link"), ("contracts", "")):
        address = reverse("person_sheet", args=[rosa, part])
        assert as_vic.get(address, {"family": family}).status_code == 404


def test_and_those_of_a_game(as_vic, table):
    game = Game.objects.newest_first()[0]
    points, race = (sheet(as_vic, "game_sheet", game.id, part) for part in ("points", "race"))
    assert points[0] == race[0] == ["Round", "Rosa", "Mike", "Karl"]
    assert points[1:3] == [["1", "0", "20", "5"], ["2", "0", "20", "5"]]
    assert points[-2:] == [["Total", "0", "140", "35"], ["Place", "1", "3", "2"]]
    assert race[1:3] == [["1", "0", "20", "5"], ["2", "0", "40", "10"]]
    page = as_vic.get(reverse("game_over", args=[game.id])).content.decode()
    assert all(f'href="/games/{game.id}/{part}.csv"' in page for part in ("points", "race"))
    going = make_game(players=table)
    for one, part in ((going, "race"), (game, "nonsense")):
        assert as_vic.get(reverse("game_sheet", args=[one.id, part])).status_code == 404


def test_the_pages_offer_it_with_what_is_chosen(as_vic):
    evenings(6)
    board = as_vic.get(reverse("board", args=["winners"]), {"period": "2000", "by": "rate"})
    assert 'href="/tally/winners.csv?period=2000&amp;by=rate"' in board.content.decode()
    history = as_vic.get(reverse("history"), {"period": "2000"})
    assert 'href="/games.csv?period=2000"' in history.content.decode()
