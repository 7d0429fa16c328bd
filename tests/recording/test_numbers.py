"""Numbers that no button sends."""

import pytest
from django import forms
from django.urls import reverse

from scorebook.models import Game
from scorebook.recording.numbers import WholeNumberField, whole
from tests.factories import hand_in, make_game, play_round

HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("12", 12), ("١٢", 12), ("999999", 999999)]
    + [(text, None) for text in ("", "1_0", "-1", "1.0", " 1", "²", "1000000", HUGE)],
)
def test_a_whole_number_is_digits_and_not_many(text, number):
    assert whole(text) == number


@pytest.mark.parametrize(("typed", "number"), [("8", 8), (" -5 ", -5), ("−5", -5), ("", None)])
def test_a_field_takes_a_number_with_its_sign(typed, number):
    assert WholeNumberField(least=-5, most=8, required=False).clean(typed) == number


@pytest.mark.parametrize("typed", ["1_0", "0_2", "2.0", "9", "-6", "two", HUGE])
def test_a_field_says_from_where_to_where(typed):
    with pytest.raises(forms.ValidationError, match="a whole number from -5 to 8"):
        WholeNumberField(least=-5, most=8).clean(typed)


@pytest.fixture
def game(as_ben, ben) -> Game:
    return make_game(players=3, by=ben.player)


def test_a_seat_of_many_digits_is_nobody(as_ben, game):
    said = as_ben.post(reverse("went_out", args=[game.id, 1]), {"seat": HUGE}, follow=True)
    assert "Nobody sits there." in said.content.decode()


def test_buys_of_many_digits_are_no_count(as_ben, game):
    play_round(game)
    address = reverse("buys", args=[game.id, 1, 1])
    for bought in (HUGE, f"1 {HUGE}", "1 1 1", ""):
        said = as_ben.post(address, {"bought": bought}, follow=True)
        assert "Buys are counted" in said.content.decode()


def test_a_hand_is_saved_wherever_its_button_leads(as_ben, game):
    hand_in(game, "out", {"seat": 0}, round=1)
    sent = {"cards": "KK", "to": HUGE}
    assert as_ben.post(reverse("hand", args=[game.id, 1, 1]), sent).status_code == 302
    assert game.seats.get(number=1).total == 20


def test_a_round_of_many_digits_was_not_saved(as_ben, game):
    page = as_ben.get(reverse("table", args=[game.id]), {"round": HUGE})
    assert page.status_code == 200
    assert 'class="notice"' not in page.content.decode()
