"""Which games are chosen: every filter, all together, and addresses that ask for nonsense."""

from datetime import date

import pytest
from django.urls import reverse

from scorebook.people.merging import merge, unmerge
from scorebook.stats.periods import last_christmas
from tests.factories import make_game, make_player, play_game
from tests.stats.looking import lines, read, text_of
from tests.stats.rows import add_up, played

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast():
    return [make_player(name=name) for name in ("Rosa", "Mike", "Karl")]


@pytest.fixture(autouse=True)
def games(cast):
    """Rosa wins them all: of two in 2025, two in 2026, one by Norwegian rules and with Karl."""
    rosa, mike, karl = cast
    played({rosa: 0, mike: 9}, on=date(2025, 3, 1), place="Porch")
    played({rosa: 0, mike: 9}, on=date(2025, 12, 26), occasion="Boxing Day")
    played({rosa: 0, mike: 9}, on=date(2026, 2, 1), place="Kitchen")
    played({rosa: 0, mike: 5, karl: 9}, on=date(2026, 4, 1), place="Porch", family="norwegian")
    add_up()


def won(client, **asked) -> int:
    """How many games Rosa won of those that are chosen."""
    return dict(line[1:] for line in lines(read(client, **asked))).get("Rosa", 0)


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ({}, 4),
        ({"family": "link"}, 3),
        ({"period": "2026"}, 2),
        ({"family": "link", "period": "2026"}, 1),
        ({"since": "2025-12-26"}, 3),
        ({"since": "2025-12-26", "period": "2025"}, 1),
        ({"seats": "3"}, 1),
        ({"seats": "2", "place": "PORCH"}, 1),
        ({"place": "porch"}, 2),
        ({"place": "ORC"}, 2),
        ({"occasion": "boxing"}, 1),
        ({"occasion": "boxing day"}, 1),
        ({"place": "porch", "family": "norwegian", "seats": "3", "period": "2026"}, 1),
    ],
)
def test_filters_combine(as_vic, asked, number):
    assert won(as_vic, **asked) == number
    assert len(as_vic.get(reverse("history"), asked).context["evenings"]) == number


@pytest.mark.parametrize(
    ("place", "number"), [("Дача", 2), ("дача", 2), ("ДАЧА", 2), ("Bei Änne", 1), ("bei änne", 1)]
)
def test_a_place_is_found_in_small_and_large_letters_of_any_alphabet(as_vic, cast, place, number):
    for one in ("Наша дача", "Дача", "Bei Änne"):
        played({cast[0]: 0, cast[1]: 9}, on=date(2026, 5, 1), place=one)
    add_up()
    assert won(as_vic, place=place) == number


def test_players_present_are_all_present(as_vic, cast):
    rosa, mike, karl = (str(player.id) for player in cast)
    assert won(as_vic, present=[rosa]) == 4
    assert won(as_vic, present=[rosa, mike]) == 4
    assert won(as_vic, present=[mike, karl]) == 1


def test_an_address_that_names_somebody_merged_means_who_they_are(as_vic, ann):
    rose, rosa, mike = (make_player(name=name) for name in ("Rose", "Rosa", "Mike"))
    play_game(make_game(players=[rose, mike], by=rose))
    play_game(make_game(players=[rosa, mike], by=rosa))

    def games(*present) -> int:
        answer = as_vic.get(reverse("history"), {"present": [one.id for one in present]})
        filters = answer.context["filters"]
        assert [words for words, _ in filters.chips] == [f"with {present[-1].name}"]
        return len(answer.context["evenings"])

    assert (games(rose), games(rosa)) == (1, 1)
    merge(rose, rosa, by=ann.player)
    rosa.refresh_from_db()
    assert games(rosa, rose) == 2
    assert "with Rose" in as_vic.get(reverse("history"), {"present": rosa.id}).content.decode()
    unmerge(rosa, by=ann.player)
    assert (games(rose), games(rosa)) == (1, 1)


@pytest.mark.parametrize(
    ("asked", "left_out"),
    [
        ({"family": "canasta"}, "rules"),
        ({"period": "1999"}, "when"),
        ({"period": "season-7"}, "when"),
        ({"since": "yesterday"}, "since"),
        ({"seats": "99"}, "how many played"),
        ({"present": "nobody"}, "who sat there"),
        ({"place": "x" * 61}, "where"),
    ],
)
def test_an_address_that_asks_for_nonsense_asks_for_nothing_and_says_so(as_vic, asked, left_out):
    answer = read(as_vic, **asked)
    assert won(as_vic, page="9", **asked) == 4
    assert f"not known here, so nothing was chosen by it: {left_out}." in text_of(answer)
    history = as_vic.get(reverse("history"), asked)
    assert len(history.context["evenings"]) == 4
    assert f"nothing was chosen by it: {left_out}." in text_of(history)


def test_more_people_than_a_table_seats_are_nonsense_too(as_vic, cast):
    def found(count: int) -> list:
        present = [player.id for player in [*cast, *cousins][:count]]
        page = as_vic.get(reverse("person", args=[cast[0].id]), {"present": present})
        assert page.status_code == 200
        return [len(page.context["filters"].chips), page.context["filters"].nonsense]

    cousins = [make_player() for _ in range(597)]
    assert [found(3), found(16)] == [[3, []], [16, []]]
    assert [found(17), found(600)] == [[0, ["who sat there"]]] * 2


def test_what_is_sense_in_it_holds(as_vic):
    assert won(as_vic, period="2026", family="canasta") == 2


def test_what_is_chosen_can_be_taken_off_one_by_one(as_vic, cast):
    asked = {"period": "2026", "place": "porch", "present": [c.id for c in cast[1:]], "by": "rate"}
    chips = dict(read(as_vic, **asked).context["filters"].chips)
    assert list(chips) == ["2026", "with Karl", "with Mike", "porch"]
    mike, karl = (f"present={player.id}" for player in cast[1:])
    assert chips["with Karl"] == f"period=2026&{mike}&place=porch&by=rate"
    assert chips["2026"] == f"{karl}&{mike}&place=porch&by=rate"


def test_only_rules_and_years_that_were_played_are_offered(as_vic):
    filters = read(as_vic).context["filters"]
    assert list(filters.families) == ["link", "norwegian"]
    assert list(filters.periods) == ["christmas", "2026", "2025"]


def test_the_form_of_all_filters_shows_what_is_chosen_and_leads_back(as_vic, cast):
    asked = {"since": "2026-01-01", "place": "Porch", "present": [cast[2].id], "by": "rate"}
    page = text_of(as_vic.get(reverse("choose_board", args=["losers"]), asked))
    assert 'action="/tally/losers/"' in page
    assert 'name="by" value="rate"' in page
    assert 'value="2026-01-01"' in page and 'value="Porch"' in page
    assert f'value="{cast[2].id}" checked' in page
    assert page.count(" checked") == 1
    assert "<option>Kitchen</option>" in page and "<option>Boxing Day</option>" in page


def test_so_does_that_of_the_history(as_vic):
    page = text_of(as_vic.get(reverse("choose_history"), {"going": "1"}))
    assert 'action="/games/"' in page and 'name="going" value="1"' in page


@pytest.mark.parametrize(
    ("today", "christmas"),
    [
        (date(2026, 11, 30), date(2025, 12, 25)),
        (date(2026, 12, 25), date(2025, 12, 25)),
        (date(2026, 12, 26), date(2026, 12, 25)),
        (date(2027, 1, 1), date(2026, 12, 25)),
    ],
)
def test_last_christmas_is_over(today, christmas):
    assert last_christmas(today) == christmas
