"""Seasons: who may name one, what is refused, and what the boards make of it."""

from datetime import date

import pytest
from django.urls import reverse

from scorebook.models import Deed, Season
from tests.factories import make_player
from tests.stats.looking import lines, read, text_of
from tests.stats.rows import add_up, played

pytestmark = pytest.mark.django_db

SUMMER = {"name": "Summer", "begins_on": "2026-06-01", "ends_on": "2026-08-31"}


def add(client, **other):
    return client.post(reverse("add_season"), SUMMER | other)


def test_a_member_adds_one_and_it_is_written_down(as_ben):
    page = as_ben.post(reverse("add_season"), SUMMER, follow=True)
    assert "Summer is a season now." in text_of(page)
    assert "1 June 2026 to 31 August 2026" in text_of(page)
    assert Deed.objects.get().text == "added the season Summer, 2026-06-01 to 2026-08-31"


def test_it_is_changed_and_removed(as_ben, ben):
    add(as_ben)
    season = Season.objects.get()
    as_ben.post(reverse("change_season", args=[season.id]), SUMMER | {"ends_on": "2026-09-15"})
    assert Season.objects.get().ends_on == date(2026, 9, 15)
    page = as_ben.post(reverse("remove_season", args=[season.id]), follow=True)
    assert "Summer is gone. The games stay." in text_of(page)
    assert not Season.objects.exists()
    assert [deed.text.split(",")[0] for deed in Deed.objects.filter(by=ben.player)] == [
        *("removed the season Summer", "changed the season Summer", "added the season Summer")
    ]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "A season needs a name."),
        ({"name": "a\u202eb"}, ""),
        ({"begins_on": ""}, "When does it begin?"),
        ({"begins_on": "soon"}, "That is no day."),
        ({"ends_on": "2026-05-31"}, "It ends before it begins."),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_what_was_typed_stays(as_ben, wrong, sentence):
    answer = add(as_ben, **wrong)
    assert answer.status_code == 422
    assert not Season.objects.exists()
    page = text_of(answer)
    assert sentence in page and 'role="alert"' in page
    assert 'value="2026-08-31"' in page or "ends_on" in wrong


def test_two_of_one_name_are_refused(as_ben):
    add(as_ben)
    assert "There is a season of that name already." in text_of(add(as_ben, name="summer"))
    assert Season.objects.count() == 1


def test_a_viewer_only_looks(as_vic, as_ben):
    add(as_ben)
    season = Season.objects.get()
    assert "Add a season" not in text_of(as_vic.get(reverse("seasons")))
    assert add(as_vic).status_code == 403
    assert as_vic.post(reverse("remove_season", args=[season.id])).status_code == 403
    assert Season.objects.exists()


def test_a_board_is_of_its_days_alone_both_ends_within(as_ben):
    add(as_ben)
    rosa, mike = (make_player(name=name) for name in ("Rosa", "Mike"))
    for day in (date(2026, 5, 31), date(2026, 6, 1), date(2026, 8, 31), date(2026, 9, 1)):
        played({rosa: 0, mike: 9}, on=day)
    add_up()
    answer = read(as_ben, period=f"season-{Season.objects.get().id}")
    assert lines(answer) == [(1, "Rosa", 2)]
    assert "This rests on 2 games." in text_of(answer)
    assert ">Summer <" in text_of(answer)
