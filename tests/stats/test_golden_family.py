"""What the golden family's games come to is what was worked out by hand, after every correction."""

from collections.abc import Iterable, Mapping

import pytest

from scorebook.ledger.reading import sheet_of
from scorebook.ledger.recompute import recompute
from scorebook.models import ContractTally, Game, Hand, Seat, Tally
from scorebook.rules.sheet import Round
from tests.stats.golden_family import GoldenFamily
from tests.stats.golden_numbers import (
    CONTRACTS,
    GAMES,
    TALLIES,
    UNCORRECTED_CONTRACTS,
    UNCORRECTED_GAME,
    UNCORRECTED_TALLIES,
    WITHOUT_FOR_TWO,
    WRONG_YEAR,
)

pytestmark = pytest.mark.django_db

OF_A_SEAT = (
    *("rounds", "out", "wilds", "clean_game", "cuts", "cuts_paid"),
    *("buys", "bought_rounds", "bought_points", "lowest_hand", "highest_hand"),
    *("comeback", "from_last", "lead_lost", "from_first"),
)
OF_A_TALLY = (
    *("games", "won", "lost", "rounds", "out", "points", "clean_games", "wilds"),
    *("cuts", "cuts_paid", "buys", "bought_rounds", "bought_points"),
    *("comebacks", "best_comeback", "leads_lost", "best_lead_lost"),
    *("lowest_game", "highest_game", "lowest_hand", "highest_hand"),
    *("win_streak", "win_streak_now", "losing_streak", "losing_streak_now"),
)
OF_A_CONTRACT = (
    *("round", "pattern", "player__name", "rounds", "points", "out"),
    *("dealt_rounds", "dealt_points", "dealt_out"),
    *("bought_rounds", "bought_points", "bought_out"),
)

Lines = list[list[str]]
Scope = tuple[str, int]


def lines(table: str) -> Lines:
    """What stands between the bars, from the top."""
    return [line.replace("|", " ").split() for line in table.strip().splitlines()]


def changed(tables: Mapping[Scope, str], changes: Mapping[Scope, str], head: int) -> dict:
    """The lines of each table, with those of `changes` in place of those that begin like them."""
    told = {}
    for scope, table in tables.items():
        new = {tuple(line[:head]): line for line in lines(changes.get(scope, ""))}
        told[scope] = [new.get(tuple(line[:head]), line) for line in lines(table)]
    return told


def written(values: Iterable) -> list[str]:
    """As a table has them: a cross for yes, a point for no, a dash for what is not there."""
    marks = {True: "x", False: ".", None: "-"}
    return [marks[v] if v is None or isinstance(v, bool) else str(v) for v in values]


def told_of(game: Game) -> Lines:
    played = [round for round in sheet_of(game).rounds if round.complete]
    return [_line(seat, played) for seat in game.seats.select_related("player")]


def _line(seat: Seat, played: list[Round]) -> list[str]:
    hands = Hand.objects.filter(game=seat.game_id, seat=seat.number, counted=True)
    points = dict.fromkeys(round.number for round in played) | dict(
        hands.values_list("round", "points")
    )
    running = [round.cells[seat.number].running for round in played]
    ended = "won" if seat.won else "lost" if seat.lost else None
    told = [seat.total, seat.place, ended, *(getattr(seat, column) for column in OF_A_SEAT)]
    return written([seat.player.name, *points.values(), *running, *told])


def tallies() -> dict[Scope, Lines]:
    found: dict[Scope, Lines] = {}
    for row in Tally.objects.values("family", "year", "player__name", *OF_A_TALLY):
        line = written(row[column] for column in ("player__name", *OF_A_TALLY))
        found.setdefault((row["family"], row["year"]), []).append(line)
    return found


def contracts() -> dict[Scope, Lines]:
    found: dict[Scope, Lines] = {}
    for row in ContractTally.objects.values("family", "year", *OF_A_CONTRACT):
        line = written(row[column] for column in OF_A_CONTRACT)
        found.setdefault((row["family"], row["year"]), []).append(line)
    return found


def in_order(tables: Mapping[Scope, Lines]) -> dict[Scope, Lines]:
    return {scope: sorted(found) for scope, found in tables.items()}


def assert_as_worked_out() -> None:
    assert in_order(tallies()) == in_order(changed(TALLIES, {}, head=1))
    assert in_order(contracts()) == in_order(changed(CONTRACTS, {}, head=3))
    assert recompute(check=True) == []


@pytest.mark.parametrize("name", GAMES)
def test_each_game(golden: GoldenFamily, name):
    assert told_of(golden.games[name]) == lines(GAMES[name])


def test_what_they_add_up_to(golden: GoldenFamily):
    assert_as_worked_out()


def test_what_goes_on_counts_nowhere(golden: GoldenFamily):
    """It shows its places, with what is entered of the second round in nobody's."""
    game = golden.games["Still going"]
    shown = game.seats.values_list("player__name", "total", "place", "won", "lost", "counts")
    assert list(shown) == [
        ("Rosa", 145, 3, False, False, False),
        ("Mike", 25, 2, False, False, False),
        ("Karl", 10, 1, False, False, False),
    ]
    assert not game.seats.filter(lead_lost__gt=0).exists()


def test_what_was_put_right_overturned_its_result_and_no_other(golden: GoldenFamily):
    overturned = Game.objects.filter(overturned=True)
    assert list(overturned) == [golden.games["The correction"]]


def test_a_correction_taken_back_and_made_again(golden: GoldenFamily):
    taken_back = golden.again("The correction", "void", {"entry": str(golden.correction.id)})
    assert told_of(golden.games["The correction"]) == lines(UNCORRECTED_GAME)
    assert in_order(tallies()) == in_order(changed(TALLIES, UNCORRECTED_TALLIES, head=1))
    assert in_order(contracts()) == in_order(changed(CONTRACTS, UNCORRECTED_CONTRACTS, head=3))
    assert recompute(check=True) == []
    golden.again("The correction", "void", {"entry": str(taken_back.id)})
    assert told_of(golden.games["The correction"]) == lines(GAMES["The correction"])
    assert_as_worked_out()


def test_a_game_that_goes_on_after_all_and_ends_again(golden: GoldenFamily):
    ended = golden.games["For two"].entries.get(kind="finish")
    reopened = golden.again("For two", "reopen", {}, replaces=ended.id)
    left = {scope: found for scope, found in TALLIES.items() if scope[0] != "gourt"}
    assert in_order(tallies()) == in_order(changed(left, WITHOUT_FOR_TWO, head=1))
    assert {family for family, _ in contracts()} == {"link", "norwegian", "bga"}
    golden.again("For two", "finish", {"early": True}, replaces=reopened.id)
    assert_as_worked_out()


def test_the_wrong_year_again(golden: GoldenFamily):
    start = golden.games["The paper"].entries.filter(kind="start").last()
    wrong = start.payload | {"date": "2026-12-24"}
    again = golden.again("The paper", "start", wrong, replaces=start.id)
    told = tallies()
    for scope, table in WRONG_YEAR.items():
        assert [line for line in lines(table) if line not in told[scope]] == []
    assert "Otto" not in [name for name, *_ in told["link", 2025]]
    golden.again("The paper", "start", start.payload, replaces=again.id)
    assert_as_worked_out()
