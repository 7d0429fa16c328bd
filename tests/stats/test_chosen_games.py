"""The family's pages about games that are chosen by more than rules and a year."""

from datetime import date

import pytest
from django.urls import reverse

from scorebook.stats import chosen_queries, family_queries, record_queries
from scorebook.stats.records import OF_GAMES
from scorebook.stats.scope import Scope
from tests.factories import make_player
from tests.stats.looking import text_of
from tests.stats.test_family import played, read

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("family")]


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


CHOSEN = [
    {"since": "2026-01-01"},
    {"present": "Karl"},
    {"place": "porch"},
    {"seats": "2"},
    {"since": "2026-01-01", "place": "porch", "period": "2026"},
]


@pytest.fixture(autouse=True)
def games(cast):
    """Four by Link rules: one of 2024 on the porch with a streak of the winner to come, one of
    two people; one by others.
    """
    rosa, mike, _ = cast
    played(cast, date(2024, 5, 1), place="Porch")
    played(cast, date(2026, 2, 1), winner=1, loser=2)
    played([rosa, mike], date(2026, 3, 1), winner=1, loser=0)
    played(cast, date(2026, 4, 1), place="Porch", loser=2)
    played(cast, date(2026, 4, 1), variant="norwegian", place="Porch")


def asked(cast, told):
    names = {player.name: player.id for player in cast}
    return {name: names.get(value, value) for name, value in told.items()}


@pytest.mark.parametrize(("told", "number"), [*zip(CHOSEN, [3, 3, 2, 1, 1], strict=True)])
def test_chosen_games_are_told_of_on_every_page_and_said_to_be_so_many(as_vic, cast, told, number):
    chosen = asked(cast, told)
    for name in ("family_contracts", "family_records"):
        page = text_of(read(as_vic, name, **chosen))
        assert f"This rests on {number} game{'s' * (number > 1)} by Link rules" in page
        assert reverse("choose_numbers", args=[name.removeprefix("family_")]) in page
    evenings = read(as_vic, **chosen, family="link")
    assert evenings.context["games"] == number


def test_of_all_rules_are_the_evenings(as_vic):
    assert read(as_vic, place="porch").context["games"] == 3


def test_come_to_the_same_by_themselves_as_in_the_tallies():
    scope = Scope.read({"family": "link"})
    told = [chosen_queries.contracts(scope.games), chosen_queries.records(scope)]
    of_games = [one for one in record_queries.standing_records(scope) if one.kind in OF_GAMES]
    assert told == [family_queries.contracts("link", None), of_games]
    assert told[0] and told[1]


def test_of_those_only_the_others_are_left_out(as_vic):
    two = Scope.read({"seats": "2"})
    assert [one.hands.count for one in chosen_queries.contracts(two.games)] == [2] * 7
    shown = read(as_vic, "family_contracts", seats="2").context["contracts"]
    assert [one.hands.count for one in shown] == [2] * 7
    best = next(one for one in chosen_queries.records(two) if one.kind.tallied == "lowest_game")
    assert [(one.name, one.on) for one in best.holders] == [("Mike", date(2026, 3, 1))]
    page = text_of(read(as_vic, "family_records", seats="2"))
    assert "Longest winning streak" not in page and "Streaks run through all games" in page


def test_go_along_to_the_calendar_and_the_other_pages(as_vic):
    page = read(as_vic, place="porch").content.decode()
    for address in ("2026/", "contracts/", "records/", "filters/evenings/"):
        assert f"{reverse('family_numbers')}{address}?place=porch" in page
    calendar = read(as_vic, "family_year", 2026, place="porch")
    assert (calendar.context["games"], calendar.context["evenings"]) == (2, 1)


def test_the_form_of_all_filters_leads_back(as_vic):
    page = text_of(read(as_vic, "choose_numbers", "records", place="Porch", year="2026"))
    assert f'action="{reverse("family_records")}"' in page
    assert '<option value="2026" selected>' in page and 'value="Porch"' in page
    assert "All rules" not in page  # points by different rules are not compared
    assert "All rules" in text_of(read(as_vic, "choose_numbers", "evenings"))
    assert as_vic.get(reverse("choose_numbers", args=["nonsense"])).status_code == 404
