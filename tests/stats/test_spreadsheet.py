"""Every table as CSV: the same games, numbers as numbers, and no cell that computes."""

import csv
from datetime import date

import pytest
from django.urls import reverse

from scorebook.stats.catalogue import MEASURES
from scorebook.stats.spreadsheet import harmless
from tests.factories import make_player
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
    assert found[1:] == [
        ["2026-01-01", "Link", "'=Porch", "Epiphany", "yes", "Rosa", "Mike", "Rosa 5, Mike 50"]
    ]


def test_the_pages_offer_it_with_what_is_chosen(as_vic):
    evenings(6)
    board = as_vic.get(reverse("board", args=["winners"]), {"period": "2000", "by": "rate"})
    assert 'href="/tally/winners.csv?period=2000&amp;by=rate"' in board.content.decode()
    history = as_vic.get(reverse("history"), {"period": "2000"})
    assert 'href="/games.csv?period=2000"' in history.content.decode()
