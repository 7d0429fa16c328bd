"""The boards over the golden family's games, each line worked out by hand from golden_numbers.

Otto has retired: he stands on a board only where it is asked for. A rate needs five games; Rosa has
nine, Mike and Karl eight, Tilda seven, and Jo two. In Link Rosa, Mike and Karl have five each.
"""

import csv
from datetime import date

import pytest
from django.urls import reverse

from scorebook.models import Season
from scorebook.stats.catalogue import MEASURES
from tests.stats.looking import lines, read, text_of

pytestmark = pytest.mark.django_db

# By board and address: who has which place with what. Points are Link's where no rules are named.
BOARDS = {
    "winners": "1 Rosa 5, 2 Karl 3, 3 Tilda 2, 4 Mike 1",
    "winners retired=1": "1 Rosa 5, 2 Karl 3, 3 Otto 2, 3 Tilda 2, 5 Mike 1",
    "winners sort=name": "2 Karl 3, 4 Mike 1, 1 Rosa 5, 3 Tilda 2",
    "winners by=rate": "1 Rosa 5/9, 2 Karl 3/8, 3 Tilda 2/7, 4 Mike 1/8",
    "winners family=norwegian": "1 Rosa 1, 1 Tilda 1",
    "winners family=bga": "1 Karl 1, 1 Rosa 1",
    "winners period=2025": "1 Rosa 2, 2 Karl 1, 2 Tilda 1",
    "winners period=2026": "1 Rosa 3, 2 Karl 2, 3 Mike 1, 3 Tilda 1",
    "winners family=link by=rate": "1 Karl 2/5, 1 Rosa 2/5, 3 Mike 1/5",
    "losers": "1 Mike 3, 1 Rosa 3, 3 Karl 2, 3 Tilda 2, 5 Jo 1",
    "losers retired=1": "1 Mike 3, 1 Rosa 3, 3 Karl 2, 3 Tilda 2, 5 Jo 1, 5 Otto 1",
    "losers sort=-name": "3 Tilda 2, 1 Rosa 3, 1 Mike 3, 3 Karl 2, 5 Jo 1",
    "losers by=rate": "1 Mike 3/8, 2 Rosa 3/9, 3 Tilda 2/7, 4 Karl 2/8",
    "losers family=link period=2026": "1 Rosa 3",
    "rounds-won": "1 Karl 9, 2 Rosa 6, 3 Mike 5, 4 Tilda 3, 5 Jo 2",
    "rounds-won by=rate": "1 Karl 9/24, 2 Rosa 6/24, 3 Mike 5/27, 4 Tilda 3/19",
    "clean-games": "1 Mike 6, 1 Rosa 6, 3 Karl 4, 3 Tilda 4, 5 Jo 1",
    "clean-games by=rate": "1 Mike 6/8, 2 Rosa 6/9, 3 Tilda 4/7, 4 Karl 4/8",
    "comebacks": "1 Rosa 2, 2 Karl 1, 2 Tilda 1",
    "comebacks by=rate": "1 Rosa 2/5",
    "thrown-away-leads": "1 Jo 2, 1 Karl 2, 1 Mike 2, 4 Tilda 1",
    "thrown-away-leads by=rate": "1 Karl 2/8, 1 Mike 2/8, 3 Tilda 1/7",
    "wilds-caught": "1 Tilda 4, 2 Karl 3, 2 Rosa 3, 4 Jo 1, 4 Mike 1",
    "wilds-caught by=rate": "1 Tilda 4/7, 2 Karl 3/8, 3 Rosa 3/9, 4 Mike 1/8",
    "exact-cuts": "1 Karl 1, 1 Tilda 1",
    "exact-cuts by=rate": "1 Tilda 1/7, 2 Karl 1/8",
    "cuts-paid-for": "1 Mike 2, 1 Rosa 2",
    "cuts-paid-for by=rate": "1 Mike 2/8, 2 Rosa 2/9",
    "buys": "1 Rosa 5, 2 Karl 2, 2 Mike 2, 2 Tilda 2, 5 Jo 1",
    "buys by=rate": "1 Rosa 5/9, 2 Tilda 2/7, 3 Karl 2/8, 3 Mike 2/8",
    "winning-streaks": "1 Rosa 2, 2 Karl 1, 2 Mike 1, 2 Tilda 1",
    "winning-streaks retired=1": "1 Otto 2, 1 Rosa 2, 3 Karl 1, 3 Mike 1, 3 Tilda 1",
    "winning-now": "1 Rosa 2, 2 Mike 1",
    "losing-streaks": "1 Rosa 3, 2 Mike 2, 3 Jo 1, 3 Karl 1, 3 Tilda 1",
    "losing-now": "1 Jo 1, 1 Karl 1",
    "losing-streaks period=2025": "1 Mike 2, 2 Karl 1, 2 Tilda 1",
    # The totals of the three who have five games of Link; 35 of Jo's two rounds are 15 too many.
    "points-a-round": "1 Rosa 215/13, 2 Karl 310/16, 3 Mike 395/18",
    "points-a-game": "1 Rosa 215/5, 2 Karl 310/5, 3 Mike 395/5",
    # The paper and Below zero alone were played to their end, and nothing by Norwegian rules.
    "best-game": "1 Mike 200, 2 Karl 205",
    "best-game retired=1": "1 Otto 105, 2 Mike 200, 3 Karl 205",
    "best-game family=bga": "1 Rosa -35, 2 Mike -45, 3 Karl -60, 4 Tilda -80",
    "worst-game": "1 Karl 205, 2 Mike 200",
    "worst-game family=bga": "1 Tilda -80, 2 Karl -60, 3 Mike -45, 4 Rosa -35",
    "worst-game family=norwegian": "",
    "worst-hand family=norwegian retired=1": (
        "1 Otto 150, 2 Mike 60, 3 Tilda 55, 4 Karl 50, 4 Rosa 50"
    ),
    "best-hand": "1 Karl 5, 1 Mike 5, 1 Rosa 5, 1 Tilda 5, 5 Jo 20",
    "best-hand family=bga": "1 Mike -5, 1 Rosa -5, 3 Karl -10, 3 Tilda -10",
    "worst-hand": "1 Mike 85, 2 Karl 60, 3 Rosa 50, 4 Tilda 30, 5 Jo 20",
    "worst-hand family=bga": "1 Tilda -40, 2 Karl -35, 3 Rosa -30, 4 Mike -20",
    "biggest-comeback": "1 Karl 20, 1 Tilda 20, 3 Mike 10, 4 Rosa 5",
    "biggest-comeback retired=1": "1 Otto 100, 2 Karl 20, 2 Tilda 20, 4 Mike 10, 5 Rosa 5",
    "biggest-comeback family=norwegian": "1 Tilda 75",
    "biggest-lead-lost": "1 Karl 60, 2 Rosa 20, 3 Jo 10, 4 Mike 5",
    "biggest-lead-lost family=bga": "1 Karl 10, 1 Tilda 10, 3 Mike 5",
    # Nobody has bought in five rounds, and not in five others.
    "cost-of-buying": "",
}

# What no tally knows of is counted over the games chosen: how many these are, and the board.
CHOSEN = {
    # The paper and the three in Link of 2026, which ended early.
    "best-game since=2025-12-01": (4, "1 Mike 200, 2 Karl 205"),
    "worst-game since=2025-12-01": (4, "1 Karl 205, 2 Mike 200"),
    # From Below zero to For two.
    "winners since=2026-01-01": (7, "1 Rosa 3, 2 Karl 2, 3 Mike 1, 3 Tilda 1"),
    "wilds-caught since=2026-01-01": (7, "1 Tilda 3, 2 Karl 2, 2 Rosa 2, 4 Jo 1, 4 Mike 1"),
    # The ties, The lead, Below zero, The last bus, and The latecomer with Jo.
    "winners seats=4": (5, "1 Rosa 2, 1 Tilda 2, 3 Karl 1, 3 Mike 1"),
    "losers seats=2": (1, "1 Jo 1"),
    # The cut, The ties, Below zero, The last bus, The correction, Nobody out.
    "winners present=Rosa present=Karl": (6, "1 Rosa 4, 2 Karl 2, 3 Mike 1"),
    "losers present=Rosa present=Karl": (6, "1 Mike 2, 1 Rosa 2, 1 Tilda 2, 4 Karl 1"),
    # The paper and The correction.
    "losers present=Otto present=Karl": (2, "1 Karl 1, 1 Rosa 1"),
    "thrown-away-leads occasion=the+lead retired=1": (1, "1 Otto 1"),
    "points-a-round since=2026-01-01": (3, ""),
}


def asked(golden, question: str) -> tuple[str, dict]:
    """The board and the address of a line above."""
    slug, *pairs = question.split()
    told: dict[str, list[str]] = {}
    for name, value in (pair.split("=") for pair in pairs):
        value = str(golden.people[value].id) if name == "present" else value.replace("+", " ")
        told.setdefault(name, []).append(value)
    return slug, told


def wanted(board: str) -> list[tuple]:
    """ "1 Rosa 5/9" is the first place for Rosa with 5 of 9."""
    told = []
    for line in filter(None, board.split(", ")):
        place, name, value = line.split()
        top, _, bottom = value.partition("/")
        told.append((int(place), name, pytest.approx(int(top) / int(bottom or 1))))
    return told


def shown(answer, board: str) -> list[tuple]:
    return lines(answer, "rate" if "/" in board else "count")


@pytest.mark.parametrize("question", BOARDS)
def test_a_board(golden, as_vic, question):
    slug, address = asked(golden, question)
    answer = read(as_vic, slug, **address)
    assert shown(answer, BOARDS[question]) == wanted(BOARDS[question])


@pytest.mark.parametrize("question", CHOSEN)
def test_a_board_over_chosen_games(golden, as_vic, question):
    slug, address = asked(golden, question)
    answer = read(as_vic, slug, **address)
    games, board = CHOSEN[question]
    assert shown(answer, board) == wanted(board)
    assert f"This rests on {games} game{'s' if games > 1 else ''}." in text_of(answer)


def test_every_board_was_worked_out():
    assert {question.split()[0] for question in BOARDS} | {"ratings"} == set(MEASURES)


def test_ratings_rank_by_what_is_sure(golden, as_vic):
    """After For two, by Gourt: Rosa 27.6354 and Jo 22.3646, less twice 8.0659."""
    answer = read(as_vic, "ratings", family="gourt")
    [(*first, rosas), (*second, jos)] = lines(answer)
    assert (first, second) == ([1, "Rosa"], [2, "Jo"])
    assert rosas == pytest.approx(27.6354 - 2 * 8.0659, abs=0.001)
    assert jos == pytest.approx(22.3646 - 2 * 8.0659, abs=0.001)
    page = text_of(answer)
    assert "27.6 <small>give or take 16.1</small>" in page
    assert "22.4 <small>give or take 16.1</small>" in page


def test_who_retired_is_rated_and_not_shown(golden, as_vic):
    playing, everybody = (
        {name for _, name, _ in lines(read(as_vic, "ratings", **told))}
        for told in ({}, {"retired": "1"})
    )
    assert playing == {"Rosa", "Mike", "Karl", "Tilda", "Jo"}
    assert everybody == playing | {"Otto"}


# The spreadsheets: a board's heads and lines, and the games by some rules, the newest first.
SHEETS = {
    "losers family=bga": """
        Place,Player,Lost,Of games,Rate,Games
        1,Mike,1,2,0.5,2
        1,Tilda,1,2,0.5,2
    """,
    "worst-game family=bga": """
        Place,Player,Points,Games
        1,Tilda,-80,2
        2,Karl,-60,2
        3,Mike,-45,2
        4,Rosa,-35,1
    """,
    "points-a-game": """
        Place,Player,Points,Of games,Average,Games
        1,Rosa,215,5,43.0,5
        2,Karl,310,5,62.0,5
        3,Mike,395,5,79.0,5
    """,
    "losing-streaks retired=1": """
        Place,Player,In a row,Games
        1,Rosa,3,9
        2,Mike,2,8
        3,Jo,1,2
        3,Karl,1,8
        3,Otto,1,3
        3,Tilda,1,7
    """,
}
GAMES = {
    "norwegian": """
        Date,Rules,Place,Occasion,Finished,Won,Lost,Went home,Karl,Mike,Otto,Rosa,Tilda
        2026-05-02,Norwegian,,Nobody out,yes,Rosa,Karl,,65,,,25,60
        2025-08-16,Norwegian,,The lead,yes,Tilda,Otto,,,85,150,85,75
    """,
    "gourt": """
        Date,Rules,Place,Occasion,Finished,Won,Lost,Went home,Jo,Rosa
        2026-06-06,Gourt,,For two,yes,Rosa,Jo,,50,35
    """,
}


def table(text: str) -> list[list[str]]:
    return list(csv.reader(line.strip() for line in text.strip().splitlines()))


def downloaded(answer) -> list[list[str]]:
    return list(csv.reader(answer.getvalue().decode("utf-8-sig").splitlines()))


@pytest.mark.parametrize("question", SHEETS)
def test_a_spreadsheet(golden, as_vic, question):
    slug, address = asked(golden, question)
    answer = as_vic.get(reverse("board_sheet", args=[slug]), address)
    assert downloaded(answer) == table(SHEETS[question])


@pytest.mark.parametrize("rules", GAMES)
def test_a_spreadsheet_of_games(golden, as_vic, rules):
    answer = as_vic.get(reverse("history_sheet"), {"family": rules})
    assert downloaded(answer) == table(GAMES[rules])


def test_a_spreadsheet_has_what_goes_on_too(golden, as_vic):
    found = downloaded(as_vic.get(reverse("history_sheet"), {"family": "link"}))
    assert found[1][:8] == ["2026-11-28", "Link", "", "Still going", "no", "", "", ""]
    assert set(found[1][8:]) == {""}
    assert len(found) == 1 + 7


def test_a_season_that_the_family_named(golden, as_vic):
    """The ties and The lead were in that summer."""
    days = {"begins_on": date(2025, 6, 1), "ends_on": date(2025, 8, 31)}
    summer = Season.objects.create(name="The hot summer", **days)
    answer = read(as_vic, "winners", period=f"season-{summer.id}")
    assert lines(answer) == wanted("1 Karl 1, 1 Rosa 1, 1 Tilda 1")
    assert "This rests on 2 games." in text_of(answer)


# Where the correction is taken back, Rosa has won one game more and lost one less; see
# golden_numbers.
UNCORRECTED = {
    "winners": "1 Rosa 6, 2 Karl 3, 3 Tilda 2, 4 Mike 1",
    "losers": "1 Mike 3, 2 Karl 2, 2 Rosa 2, 2 Tilda 2, 5 Jo 1",
    "losers since=2026-04-01": "1 Jo 1, 1 Karl 1",
    "winning-now": "1 Rosa 3, 2 Mike 1",
    "losing-streaks": "1 Mike 2, 1 Rosa 2, 3 Jo 1, 3 Karl 1, 3 Tilda 1",
    "points-a-game": "1 Rosa 195/5, 2 Karl 310/5, 3 Mike 395/5",
}
CORRECTED = BOARDS | {"losers since=2026-04-01": "1 Jo 1, 1 Karl 1, 1 Rosa 1"}


def test_boards_follow_a_correction_at_once(golden, as_vic):
    def say(boards):
        for question in UNCORRECTED:
            slug, address = asked(golden, question)
            answer = read(as_vic, slug, **address)
            assert shown(answer, boards[question]) == wanted(boards[question]), question

    say(CORRECTED)
    taken_back = golden.again("The correction", "void", {"entry": str(golden.correction.id)})
    say(UNCORRECTED)
    golden.again("The correction", "void", {"entry": str(taken_back.id)})
    say(CORRECTED)


def test_who_is_left_out_and_why(golden, as_vic):
    by_rate = {"by": "rate"}
    assert "Still waiting: Jo (0 of 2)." in text_of(read(as_vic, "winners"))
    assert "Fewer than 5 games: Jo (1 of 2)." in text_of(read(as_vic, "losers", **by_rate))
    assert "Fewer than 5 wins: Karl (1 of 3), Tilda (1 of 2)." in text_of(
        read(as_vic, "comebacks", **by_rate)
    )
    # Who won nothing could not come back in what they won.
    assert "Still waiting: Mike (0 of 1)." in text_of(read(as_vic, "comebacks"))
    assert "Fewer than 5 games: Jo (1), Tilda (3)." in text_of(read(as_vic, "points-a-round"))
    below_zero = text_of(read(as_vic, "points-a-round", family="bga"))
    assert "Fewer than 5 games: Karl (2), Mike (2), Rosa (1), Tilda (2)." in below_zero
    assert "Never lost: Rosa (0 of 1)." in text_of(read(as_vic, "losers", family="gourt"))
    assert "Fewer than 5 rounds with a buy and 5 without: Jo, Karl, Mike, Rosa, Tilda." in text_of(
        read(as_vic, "cost-of-buying")
    )


def test_rates_are_rounded_as_at_school(golden, as_vic):
    """1 of 8 is 12.5, 3 of 8 is 37.5, and 310 points in 16 rounds are 19.375 each. Karl cut exactly
    once in eight games, which is 0.125.
    """
    assert "0.13" in text_of(read(as_vic, "exact-cuts", by="rate"))
    page = text_of(read(as_vic, "winners", by="rate"))
    assert [rate for rate in ("56 %", "38 %", "29 %", "13 %") if rate not in page] == []
    page = text_of(read(as_vic, "points-a-round"))
    assert [points for points in ("16.54", "19.38", "21.94") if points not in page] == []
